use super::context::Context;
use crate::map::Map;
use crate::rules::guerra::{Chronicle, Event, Taken};
use serde_json::{Value, json};
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
    let mut lines = Vec::with_capacity(turns.len());
    chronicle.walk(|number, taken, _| {
        let turn = &turns[number as usize - 1];
        let (slot, at) = (context.local(turn.slot), context.local(turn.at));
        if args.json {
            let mut line = event_json(&map, number, &taken);
            line["slot"] = slot.into();
            line["at"] = at.into();
            lines.push(line.to_string());
        } else {
            lines.push(format!("{number:>5}  {slot}  {}", sentence(&map, &taken)));
        }
    });
    let mut out = BufWriter::new(std::io::stdout().lock());
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(out.flush()?)
}

/// A turn as `history --json` has it, without its times.
pub(super) fn event_json(map: &Map, turn: u32, taken: &Taken) -> Value {
    let id = |t| &map.territory(t).id;
    let (target, loser) = (id(taken.event.target()), id(taken.event.loser().home()));
    let (eliminated, over) = (taken.eliminated, taken.over);
    match taken.event {
        Event::Attack { attacker, .. } => json!({
            "turn": turn, "event": "attack", "attacker": id(attacker.home()), "target": target,
            "loser": loser, "eliminated": eliminated, "over": over,
        }),
        Event::Rebellion { rebel, .. } => json!({
            "turn": turn, "event": "rebellion", "rebel": id(rebel.home()), "target": target,
            "loser": loser, "eliminated": eliminated, "over": over,
        }),
    }
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
