use super::context::Context;
use crate::map::Map;
use crate::rules::guerra::{Chronicle, Event, Taken};
pub(super) use crate::web::event_json;
use crate::web::{local_time, turn_json};
use std::io::{BufWriter, Write};

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot history --json | tail -1")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    /// JSON Lines
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let (store, war) = context.open_war(args.war)?;
    let map = store.map(&war.map)?;
    let turns = store.turns(war.number, 0)?;
    let mut chronicle = Chronicle::new(map.len());
    turns.iter().for_each(|turn| chronicle.push(turn.event));
    let zone = context.config.schedule.timezone;
    let mut lines = Vec::with_capacity(turns.len());
    chronicle.walk(|number, taken, _| {
        let turn = &turns[number as usize - 1];
        if args.json {
            lines.push(turn_json(&map, turn, &taken, zone).to_string());
        } else {
            let slot = local_time(turn.slot, zone);
            lines.push(format!("{number:>5}  {slot}  {}", sentence(&map, &taken)));
        }
    });
    let mut out = BufWriter::new(std::io::stdout().lock());
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(out.flush()?)
}

fn sentence(map: &Map, taken: &Taken) -> String {
    let name = |t| &map.territory(t).name;
    let (actor, loser) = (name(taken.event.actor().home()), name(taken.event.loser().home()));
    let what = match taken.event {
        Event::Attack { target, .. } => format!("{actor} takes {} from {loser}", name(target)),
        Event::Rebellion { .. } => format!("{actor} rebels against {loser}"),
    };
    let out = if taken.eliminated { format!("; {loser} is out") } else { String::new() };
    let won = if taken.over { format!("; {actor} wins the war") } else { String::new() };
    format!("{what}{out}{won}")
}
