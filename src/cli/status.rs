use super::context::{Context, clock};
use crate::daemon::Lock;
use crate::store::{OVERDUE_MS, PostState, Ruleset, Store, Tally, War, WarState};
use crate::turn;
use crate::web::{game_json, war_json};
use serde_json::{Value, json};
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot status --json")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    #[arg(long)]
    json: bool,
    /// Exit with 1 when the daemon is not alive, overdue or halted
    #[arg(long)]
    check: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let daemon = Lock::holder(&context.db);
    let store = context.reader()?;
    let war = store.as_ref().map(|s| s.war(args.war)).transpose()?.flatten();
    let paused = store.as_ref().map(Store::paused).transpose()?.unwrap_or_default();
    let silent = Lock::hangs(&context.db, clock());
    let trouble = trouble(daemon.as_deref(), silent, war.as_ref());
    match (store, war) {
        (Some(store), Some(war)) => show(context, &store, &war, daemon.as_deref(), args.json)?,
        (_, _) if args.json => say!("{}", json!({"war": null})),
        _ => say!("No war yet. Begin one with `guerrabot run`, which plays it too, or `guerrabot war new`."),
    }
    if args.check {
        for (name, reason) in &paused {
            eprintln!("warning: network {name} is paused: {reason}");
        }
    }
    match trouble {
        Some(trouble) if args.check => {
            eprintln!("error: {trouble}");
            Ok(ExitCode::FAILURE)
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn trouble(daemon: Option<&str>, silent: Option<i64>, war: Option<&War>) -> Option<String> {
    let now = clock().timestamp_millis();
    match (daemon, war) {
        (None, _) => Some("the daemon does not run".to_string()),
        (Some(daemon), _) if let Some(silent) = silent => {
            Some(format!("{daemon} hangs: it was last seen alive {silent} s ago"))
        }
        (_, Some(war)) if war.state == WarState::Halted => {
            let reason = war.reason.as_deref().unwrap_or("no reason is stored");
            Some(format!("war {} is halted: {reason}", war.number))
        }
        (_, Some(war)) if war.state == WarState::Running => {
            let late = war.next_due.map_or(0, |due| now - due);
            (late > OVERDUE_MS)
                .then(|| format!("the next turn of war {} is {} s overdue", war.number, late / 1000))
        }
        _ => None,
    }
}

fn show(context: &Context, store: &Store, war: &War, daemon: Option<&str>, json: bool) -> anyhow::Result<()> {
    let zone = context.config.schedule.timezone;
    let (mut status, all) = match war.ruleset {
        Ruleset::Guerra => {
            let map = store.map(&war.map)?;
            let chronicle = turn::chronicle(store, war.number, map.len())?;
            (war_json(war, &map, &chronicle, zone), map.len())
        }
        Ruleset::Dobyvatele => {
            let state = store.last_state(war)?;
            let status = game_json(war, &state, &store.seats(war.number)?, zone);
            (status, state.board().homes().len())
        }
    };
    let tally = store.tally(war.number)?;
    let paused = store.paused()?;
    let networks = context.config.networks.iter().map(|n| {
        let (kind, reason) = (format!("{:?}", n.kind).to_lowercase(), paused.get(&n.name));
        let state = if reason.is_some() { "paused" } else { "active" };
        json!({"name": n.name, "kind": kind, "state": state, "reason": reason})
    });
    status["outbox"] = outbox(&tally);
    status["networks"] = networks.collect();
    status["daemon"] = daemon.into();
    if json {
        say!("{status}");
    } else {
        print(&status, all)?;
    }
    Ok(())
}

fn outbox(tally: &Tally) -> Value {
    use PostState::{Held, Pending, Sending, Sent, Skipped, Unknown};
    let count = |state| tally.of(state);
    json!({
        "pending": count(Pending), "sending": count(Sending), "sent": count(Sent),
        "unknown": count(Unknown), "held": count(Held), "skipped": count(Skipped),
    })
}

fn print(status: &Value, all: usize) -> anyhow::Result<()> {
    let text = |key: &str| status[key].as_str().unwrap_or("–").to_string();
    let reason = status["reason"].as_str().map_or(String::new(), |reason| format!(" ({reason})"));
    match status["map"].as_str() {
        Some(map) => say!("War {}  {} on {map}: {}{reason}", status["war"], text("name"), text("state")),
        None => say!("Game {}  {}: {}{reason}", status["war"], text("name"), text("state")),
    }
    say!("turn        {}, next {} ({})", status["turn"], text("next_turn_at"), text("schedule"));
    say!("factions    {} of {} alive", status["factions_alive"], all);
    let leader = &status["leader"];
    let name = leader["name"].as_str().or(leader["faction"].as_str());
    say!("leader      {} with {}", name.unwrap_or("–"), leader["territories"]);
    for (key, head) in [
        ("rules", "rules      "),
        ("map_digest", "map digest "),
        ("commitment", "commitment "),
        ("secret", "secret     "),
    ] {
        if let Some(value) = status[key].as_str() {
            say!("{head} {value}");
        }
    }
    let posts: Vec<String> = status["outbox"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, count)| **count != json!(0))
        .map(|(state, count)| format!("{count} {state}"))
        .collect();
    say!("outbox      {}", if posts.is_empty() { "empty".to_string() } else { posts.join(", ") });
    for network in status["networks"].as_array().into_iter().flatten() {
        let field = |key: &str| network[key].as_str().unwrap_or("").to_string();
        say!("network     {} ({}): {} {}", field("name"), field("kind"), field("state"), field("reason"));
    }
    say!("daemon      {}", status["daemon"].as_str().unwrap_or("not running"));
    Ok(())
}
