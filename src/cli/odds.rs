#![allow(clippy::disallowed_methods, reason = "it reads the file of --state")]

use super::context::Context;
use crate::map::{Map, Table};
use crate::rules::guerra::{
    self, Chance, Event, FactionId, Reason, Rebellion, Rules, Stage, State, Targets, explain,
};
use crate::turn::Campaign;
use anyhow::{Context as _, bail};
use num_traits::ToPrimitive;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot odds --explain")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long, conflicts_with = "state")]
    war: Option<u32>,
    /// A position as JSON instead of a war: map, turns_played, owner, rebel, rebelled_in_turn
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Say which filter left how many targets
    #[arg(long)]
    explain: bool,
    #[arg(long)]
    json: bool,
}

/// A position as a file gives it.
#[derive(Deserialize)]
struct StateFile {
    map: Table,
    turns_played: u32,
    owner: Vec<String>,
    #[serde(default)]
    rebel: Option<String>,
    #[serde(default)]
    rebelled_in_turn: Option<u32>,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let (map, rules, state) = match &args.state {
        Some(path) => {
            read_state(path).map(|(map, state)| Ok::<_, anyhow::Error>((map, context.rules()?, state)))??
        }
        None => {
            let (store, war) = context.open_war(args.war)?;
            let campaign = Campaign::load(&store, war)?;
            (campaign.map.clone(), campaign.rules, campaign.state().clone())
        }
    };
    let mut law = guerra::law(&map, &rules, &state);
    law.sort_by(|a, b| key(&map, a).cmp(&key(&map, b)));
    if args.json {
        let rows: Vec<Value> = law.iter().map(|c| row(&map, &rules, &state, c, args.explain)).collect();
        say!("{}", json!({"turn": state.turns_played() + 1, "law": rows}));
        return Ok(());
    }
    print(&map, &rules, &state, law, args.explain)
}

fn read_state(path: &Path) -> anyhow::Result<(Map, State)> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| name.clone())?;
    let file: StateFile = serde_json::from_str(&text).with_context(|| name.clone())?;
    let table =
        Table { name: if file.map.name.is_empty() { "state".into() } else { file.map.name }, ..file.map };
    let map = table.into_map(Default::default(), &name)?;
    let faction = |id: &String| match map.find(id) {
        Some(home) => Ok(FactionId(home.0)),
        None => bail!("{name}: \"{id}\" is not on the map"),
    };
    let owner = file.owner.iter().map(faction).collect::<anyhow::Result<_>>()?;
    let rebellion = match (&file.rebel, file.rebelled_in_turn) {
        (Some(rebel), Some(turn)) => Some(Rebellion { rebel: faction(rebel)?, turn }),
        (None, None) => None,
        _ => bail!("{name}: `rebel` and `rebelled_in_turn` go together"),
    };
    if file.turns_played == u32::MAX {
        bail!("{name}: `turns_played` is at most {}, so that there is a next turn", u32::MAX - 1);
    }
    let state = State::from_parts(&map, file.turns_played, owner, rebellion).with_context(|| name.clone())?;
    Ok((map, state))
}

fn kind(event: Event) -> &'static str {
    match event {
        Event::Attack { .. } => "attack",
        Event::Rebellion { .. } => "rebellion",
    }
}

fn key<'a>(map: &'a Map, chance: &Chance) -> (&'static str, &'a str, &'a str) {
    let id = |t| map.territory(t).id.as_str();
    (kind(chance.event), id(chance.event.actor().home()), id(chance.event.target()))
}

fn row(map: &Map, rules: &Rules, state: &State, chance: &Chance, explained: bool) -> Value {
    let (event, who, target) = key(map, chance);
    let p = format!("{}/{}", chance.p.numer(), chance.p.denom());
    let probability = chance.p.to_f64().unwrap_or_default();
    let mut row = match chance.event {
        Event::Attack { .. } => {
            json!({"event": event, "attacker": who, "target": target, "p": p, "probability": probability})
        }
        Event::Rebellion { .. } => {
            json!({"event": event, "rebel": who, "target": target, "p": p, "probability": probability})
        }
    };
    if explained {
        row["why"] = why_json(&explain(map, rules, state, chance.event));
    }
    row
}

fn why_json(reason: &Reason) -> Value {
    match reason {
        Reason::Rebellion { dead } => json!({"dead": dead}),
        Reason::Attack { boost_left, targets, decided_by } => json!({
            "borders": targets.after[0], "patriotism": targets.after[1], "empires": targets.after[2],
            "expansion": targets.after[3], "hops_home": targets.hops_home, "rebel_boost_left": boost_left,
            "decided_by": stage(*decided_by),
        }),
    }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Borders => "borders",
        Stage::Patriotism => "patriotism",
        Stage::Empires => "empires",
        Stage::Expansion => "expansion",
    }
}

fn print(
    map: &Map,
    rules: &Rules,
    state: &State,
    mut law: Vec<Chance>,
    explained: bool,
) -> anyhow::Result<()> {
    if law.is_empty() {
        say!("The war is over: nothing happens any more.");
        return Ok(());
    }
    law.sort_by(|a, b| b.p.cmp(&a.p));
    say!("Turn {}: {} things may happen", state.turns_played() + 1, law.len());
    let name = |t| map.territory(t).name.as_str();
    for chance in law {
        let (actor, target) = (name(chance.event.actor().home()), name(chance.event.target()));
        let loser = name(chance.event.loser().home());
        let what = match chance.event {
            Event::Attack { .. } => format!("{actor} takes {target} from {loser}"),
            Event::Rebellion { .. } => format!("{actor} rebels against {loser}"),
        };
        let percent = 100.0 * chance.p.to_f64().unwrap_or_default();
        say!("{percent:>7.3} %  {:>12}  {what}", chance.p.to_string());
        if explained {
            say!("{:>25}{}", "", why(&explain(map, rules, state, chance.event)));
        }
    }
    Ok(())
}

fn why(reason: &Reason) -> String {
    match reason {
        Reason::Rebellion { dead } => format!("one of {dead} dead factions, each as likely"),
        Reason::Attack { boost_left, targets, decided_by } => {
            let Targets { after: [borders, patriotism, empires, expansion], hops_home, .. } = targets;
            let home = hops_home.map_or(String::new(), |hops| format!(", {hops} conquests from home"));
            let boost = boost_left.map_or(String::new(), |n| format!(", fresh rebel for {n} more turns"));
            format!(
                "borders {borders} > patriotism {patriotism} > empires {empires} > expansion {expansion}, \
                 decided by {}{home}{boost}",
                stage(*decided_by)
            )
        }
    }
}
