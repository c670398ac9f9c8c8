use super::context::{Context, clock, random_bytes};
use crate::rules::dobyvatele::TeamId;
use crate::store::{Ruleset, Seat, Store, War, WarState};
use anyhow::{Context as _, bail, ensure};
use sha2::{Digest, Sha256};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Give a team the next free seat; its token is shown once
    #[command(after_help = "Example: guerrabot team add \"Ti z lesa\"")]
    Add {
        /// What followers read, up to 40 characters
        name: String,
        /// The letter of the seat; the first free one without it
        #[arg(long)]
        seat: Option<TeamId>,
        /// The number of the game; the newest without it
        #[arg(long)]
        war: Option<u32>,
    },
    /// Who sits where, and how they do
    #[command(after_help = "Example: guerrabot team list")]
    List {
        /// The number of the game; the newest without it
        #[arg(long)]
        war: Option<u32>,
    },
    /// Make a team's token worthless; its seat is free again
    #[command(after_help = "Example: guerrabot team revoke B")]
    Revoke {
        /// The team's letter or name
        team: String,
        /// The number of the game; the newest without it
        #[arg(long)]
        war: Option<u32>,
    },
}

/// The longest name of a team, in characters.
const LONGEST_NAME: usize = 40;

pub(super) fn run(context: &Context, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Add { name, seat, war } => add(context, name.trim(), *seat, *war),
        Command::List { war } => list(context, *war),
        Command::Revoke { team, war } => revoke(context, team, *war),
    }
}

/// The game of this number, else the newest.
fn open(context: &Context, number: Option<u32>) -> anyhow::Result<(Store, War)> {
    let (store, war) = context.open_any_war(number)?;
    ensure!(
        war.ruleset == Ruleset::Dobyvatele,
        "war {} has no teams: it is a war of Guerra; [war] ruleset = \"dobyvatele\" and `guerrabot war new` begin a game",
        war.number
    );
    Ok((store, war))
}

fn add(context: &Context, name: &str, seat: Option<TeamId>, number: Option<u32>) -> anyhow::Result<()> {
    let lawful = !name.is_empty() && name.chars().count() <= LONGEST_NAME && !name.contains(char::is_control);
    ensure!(lawful, "a team's name has 1 to {LONGEST_NAME} characters and no line breaks");
    // A single letter names a seat.
    ensure!(name.parse::<TeamId>().is_err(), "\"{name}\" is a seat's letter; give the team a longer name");
    let (store, war) = open(context, number)?;
    ensure!(war.state != WarState::Over, "game {} is over", war.number);
    let game = store.game(&war)?;
    drop(store);
    let token = hex::encode(random_bytes()?);
    let mut store = Store::open(&context.db)?;
    let seats = store.seats(war.number)?;
    ensure!(
        seats.iter().all(|seat| seat.name != name),
        "\"{name}\" has a seat already; revoke it, or take another name"
    );
    let board = game.opening.board();
    let mut free = board.teams().filter(|team| seats.iter().all(|seat| seat.team != *team));
    let found = free.find(|team| seat.is_none_or(|wanted| wanted == *team));
    let Some(team) = found else {
        match seat {
            Some(seat) => bail!("game {}: seat {seat} is not free; see `guerrabot team list`", war.number),
            None => bail!(
                "game {}: all {} seats are taken; see `guerrabot team list`",
                war.number,
                board.homes().len()
            ),
        }
    };
    let digest: [u8; 32] = Sha256::digest(&token).into();
    store.transaction(|tx| tx.take_seat(war.number, team, name, &digest, clock().timestamp_millis()))?;
    say!("team   {team}  {name}");
    say!("token  {token}");
    eprintln!(
        "the token is shown this once: give it to the team, for `Authorization: Bearer {}…`",
        &token[..4]
    );
    Ok(())
}

fn list(context: &Context, number: Option<u32>) -> anyhow::Result<()> {
    let (store, war) = open(context, number)?;
    let seats = store.seats(war.number)?;
    for team in store.game(&war)?.opening.board().teams() {
        let Some(seat) = seats.iter().find(|seat| seat.team == team) else {
            say!("{team}  free");
            continue;
        };
        let record = store.record(war.number, team)?;
        let last = record.last_tick.map_or("none".to_string(), |tick| format!("tick {tick}"));
        let (accepted, rejected, missed) = (record.accepted, record.rejected, record.missed);
        say!(
            "{team}  {}  since {}, {accepted} orders, {rejected} rejected, {missed} ticks missed, last in time: {last}",
            seat.name,
            context.local(seat.since)
        );
    }
    Ok(())
}

fn revoke(context: &Context, who: &str, number: Option<u32>) -> anyhow::Result<()> {
    let (store, war) = open(context, number)?;
    let seats = store.seats(war.number)?;
    drop(store);
    let is_meant = |seat: &&Seat| seat.name == who || seat.team.to_string() == who;
    let seat = seats
        .iter()
        .find(is_meant)
        .with_context(|| format!("no team \"{who}\"; see `guerrabot team list`"))?;
    let now = clock().timestamp_millis();
    Store::open(&context.db)?.transaction(|tx| tx.revoke_seat(seat.id, now))?;
    say!("team {} ({}): its token is worthless, the seat is free", seat.team, seat.name);
    Ok(())
}
