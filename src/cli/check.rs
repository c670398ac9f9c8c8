#![allow(clippy::disallowed_methods, reason = "it looks at the disk")]

use super::context::{Context, clock};
use super::game;
use super::networks;
use crate::config::NetworkKind;
use crate::config::Ruleset;
use crate::rules::guerra::State;
use crate::store::SET_BACK_MS;
use chrono::DateTime;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot check")]
pub(super) struct Args {
    /// Ask no server: only what this machine knows
    #[arg(long)]
    offline: bool,
}

/// A line of the report: what was looked at, and what was found.
pub(super) type Finding = (String, Result<String, String>);

/// Free space below which a warning is due: some years of turns.
const ROOM_BYTES: u64 = 100_000_000;

/// Everything that could go wrong tonight, looked at now: exit status 1 if anything is at fault.
pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<ExitCode> {
    let mut findings = vec![settings(context), map(context), database(context), clock_line(context)];
    findings.extend(schedule(context));
    findings.extend(disk(context));
    findings.push(page(context));
    if !args.offline {
        findings.extend(networks::findings(context, None)?);
    }
    report(&findings)
}

pub(super) fn report(findings: &[Finding]) -> anyhow::Result<ExitCode> {
    for (what, found) in findings {
        let (mark, text) = match found {
            Ok(text) => ("ok   ", text),
            Err(text) => ("FAULT", text),
        };
        say!("{mark}  {what:<12} {text}");
    }
    let faults = findings.iter().filter(|(_, found)| found.is_err()).count();
    Ok(if faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn finding(what: &str, found: Result<String, String>) -> Finding {
    (what.to_string(), found)
}

/// The file itself was read before this: with a fault in it no command runs.
fn settings(context: &Context) -> Finding {
    let warnings: Vec<String> = context.warnings.iter().map(ToString::to_string).collect();
    finding("settings", Ok(if warnings.is_empty() { "no faults".to_string() } else { warnings.join("; ") }))
}

fn map(context: &Context) -> Finding {
    if context.config.war.ruleset == Ruleset::Dobyvatele {
        let found = game::new_game(context, [0; 32]).map(|game| {
            let board = game.opening.board();
            format!(
                "{}x{} fields, {} teams, {} ticks",
                board.width(),
                board.height(),
                board.homes().len(),
                game.opening.ticks()
            )
        });
        return finding("board, rules", found.map_err(|e| format!("{e:#}")));
    }
    let found = context.new_map().and_then(|(map, _)| {
        let (factions, rules) = (State::start(&map).alive(), context.rules()?.line());
        Ok(format!("{}, {factions} territories, {} borders; {rules}", map.name(), map.borders()))
    });
    finding("map, rules", found.map_err(|e| format!("{e:#}")))
}

fn database(context: &Context) -> Finding {
    let looked = context.reader().and_then(|store| {
        let Some(store) = store else { return Ok("none yet; `guerrabot run` makes it".to_string()) };
        let kib = store.bytes()? / 1024;
        Ok(match store.war(None)? {
            None => format!("{kib} KiB, no war yet"),
            Some(war) => {
                let turn = store.last_turn(war.number)?;
                format!("{kib} KiB, war {} is {}, turn {turn}", war.number, war.state.text())
            }
        })
    });
    finding("database", looked.map_err(|e| format!("{e:#}")))
}

/// A clock that was set back holds the next turn up.
fn clock_line(context: &Context) -> Finding {
    let now = clock();
    let last = context.reader().ok().flatten().and_then(|store| {
        let war = store.war(None).ok()??;
        store.last_at(war.number).ok()?.and_then(DateTime::from_timestamp_millis)
    });
    let text = context.local(now.timestamp_millis());
    finding(
        "clock",
        match last {
            Some(last) if (last - now).num_milliseconds() > SET_BACK_MS => {
                let behind = (last - now).num_seconds();
                Err(format!("{text} is {behind} s before the last turn; set the clock right"))
            }
            _ => Ok(text),
        },
    )
}

/// The next five times, so that a schedule that means something else is seen before it matters.
fn schedule(context: &Context) -> Vec<Finding> {
    let schedule = &context.config.schedule.when;
    let mut lines =
        vec![finding("schedule", Ok(format!("{schedule}, {}", context.config.schedule.timezone)))];
    let mut at = clock();
    for _ in 0..5 {
        at = schedule.next_after(at);
        lines.push(finding("", Ok(context.local(at.timestamp_millis()))));
    }
    lines
}

/// The database's folder and those that posts are written to.
fn disk(context: &Context) -> Vec<Finding> {
    let folders = context.config.networks.iter().filter(|n| n.kind == NetworkKind::Folder);
    let mut places: Vec<PathBuf> = folders.filter_map(|n| n.path.clone()).collect();
    places.insert(0, context.db.parent().map(Path::to_path_buf).unwrap_or_default());
    places.iter().map(|place| finding("disk", room(place))).collect()
}

fn room(place: &Path) -> Result<String, String> {
    // A folder that is yet to be made is as good as the one that it is made in.
    let there = place.ancestors().find(|p| p.is_dir()).unwrap_or(Path::new("."));
    let said = |e: &dyn std::fmt::Display| format!("{}: {e}", there.display());
    tempfile::tempfile_in(there).map_err(|e| said(&format!("nothing can be written there: {e}")))?;
    let disk = rustix::fs::statvfs(there).map_err(|e| said(&e))?;
    let free = disk.f_bavail * disk.f_frsize;
    let text = format!("{} MB free in {}", free / 1_000_000, there.display());
    if free < ROOM_BYTES { Err(format!("{text}; make room")) } else { Ok(text) }
}

/// A port that the daemon itself holds is no fault.
fn page(context: &Context) -> Finding {
    let web = &context.config.web;
    let running = crate::daemon::Lock::holder(&context.db);
    finding(
        "page",
        match (web.enabled, running) {
            (false, _) if context.config.war.ruleset == crate::config::Ruleset::Dobyvatele => {
                Ok(format!("switched off; {}", super::page::GAME_NEEDS))
            }
            (false, _) => Ok("switched off".to_string()),
            (true, Some(holder)) => Ok(format!("{}, by {holder}", web.listen)),
            (true, None) => match std::net::TcpListener::bind(web.listen) {
                Ok(_) => Ok(format!("{} is free", web.listen)),
                Err(e) => Err(format!("{}: {e}; [web] listen names another address", web.listen)),
            },
        },
    )
}
