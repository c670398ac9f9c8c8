use super::context::Context;
use crate::turn;
use crate::web::standings_json;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot standings --turn 100")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    /// After this turn; the last without it
    #[arg(long)]
    turn: Option<u32>,
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let (store, war) = context.open_war(args.war)?;
    let map = store.map(&war.map)?;
    let chronicle = turn::chronicle(&store, war.number, map.len())?;
    let turn = args.turn.unwrap_or(chronicle.turns());
    anyhow::ensure!(turn <= chronicle.turns(), "turn {turn}: the war has {} turns so far", chronicle.turns());
    let board = chronicle.board(turn);
    let rows = board.standings(&map);
    let place = |s: &crate::rules::guerra::Standing| map.territory(s.faction.home());
    if args.json {
        say!("{}", standings_json(&map, war.number, turn, &board));
        return Ok(());
    }
    say!("War {}, turn {turn}: {} factions of {}", war.number, rows.len(), map.len());
    for s in rows {
        let km2 = s.area / 1_000_000;
        say!("{:>4}. {:<28} {:>4} territories {km2:>6} km²", s.rank, place(&s).name, s.holdings);
    }
    Ok(())
}
