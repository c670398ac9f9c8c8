#![allow(clippy::disallowed_methods, reason = "the speed is part of the answer")]

//! What `simulate` and `forecast` share: many wars on all cores, a bar, Ctrl-C, and the figures in words.

use super::context::Context;
use crate::map::Map;
use crate::rules::guerra::{Forecast, Runs, State};
use crate::schedule::Schedule;
use anyhow::{Context as _, ensure};
use chrono::{DateTime, Utc};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;
use tokio::signal::unix::{SignalKind, signal};

/// A war that is not over by then is given up: some rules never end one.
pub(super) const MAX_TURNS: u32 = 4_000_000;

/// What came of it, and how long it took.
pub(super) struct Played {
    pub forecast: Forecast,
    pub seconds: f64,
}

/// Plays the wars on so many threads, or on all cores; Ctrl-C ends it with the wars done so far.
///
/// # Errors
/// It was interrupted before any war was done.
pub(super) fn play(runs: &Runs<'_>, threads: Option<usize>) -> anyhow::Result<Played> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .context("starting threads")?;
    let stop = stop_on_interrupt()?;
    let bar = ProgressBar::new(runs.wars.into());
    bar.set_style(ProgressStyle::with_template("{bar:40} war {pos} of {len}, {eta} left")?);
    let begun = Instant::now();
    let forecast = pool.install(|| runs.play(&stop, || bar.inc(1)));
    let seconds = begun.elapsed().as_secs_f64();
    bar.finish_and_clear();
    ensure!(forecast.wars() > 0, "interrupted before a war was done; ask for fewer with --wars");
    if forecast.wars() < runs.wars {
        eprintln!("interrupted: {} of {} wars are done", forecast.wars(), runs.wars);
    }
    Ok(Played { forecast, seconds })
}

/// Becomes true at the first SIGINT or SIGTERM; the second ends the program at once.
fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::Builder::new().name("interrupt".to_string()).spawn(move || {
        runtime.block_on(async {
            let signals =
                signal(SignalKind::interrupt()).and_then(|i| Ok((i, signal(SignalKind::terminate())?)));
            let Ok((mut interrupt, mut terminate)) = signals else { return };
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                if flag.swap(true, Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    })?;
    Ok(stop)
}

pub(super) fn turns_json(forecast: &Forecast) -> Value {
    let at = |percent| forecast.ends_by(percent);
    json!({"min": at(0), "median": at(50), "p95": at(95), "max": at(100)})
}

pub(super) fn say_turns(forecast: &Forecast) -> anyhow::Result<()> {
    let at = |percent| forecast.ends_by(percent).map_or("unknown".to_string(), |turn| turn.to_string());
    say!("turns       min {}, median {}, 95 % by {}, max {}", at(0), at(50), at(95), at(100));
    if let Some(turn) = forecast.given_up_in() {
        say!("unfinished  {} wars at turn {turn}", forecast.unfinished);
    }
    Ok(())
}

/// When it ends at the schedule in force, if the next turn is due at `first`.
pub(super) fn say_end(
    context: &Context,
    forecast: &Forecast,
    from: &State,
    first: DateTime<Utc>,
) -> anyhow::Result<()> {
    let day = |percent| day(end(context, forecast, from, first, percent));
    say!("ends        about {}, 95 % by {}, at {}", day(50), day(95), context.config.schedule.when);
    Ok(())
}

pub(super) fn day(at: Option<DateTime<Utc>>) -> String {
    at.map_or("unknown".to_string(), |at| at.format("%-d %B %Y").to_string())
}

/// When so many of 100 wars are over; none if that is not known, or if the war is over already.
pub(super) fn end(
    context: &Context,
    forecast: &Forecast,
    from: &State,
    first: DateTime<Utc>,
    percent: usize,
) -> Option<DateTime<Utc>> {
    let turns = forecast.ends_by(percent)?.checked_sub(from.turns_played())?;
    Some(context.config.schedule.when.nth_after(first, turns.checked_sub(1)?))
}

/// When the next turn is due: as stored, or if that is past, the schedule's next time.
pub(super) fn next_turn(
    schedule: &Schedule,
    stored: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    match stored {
        Some(due) if due > now => due,
        Some(due) => schedule.next_after(schedule.latest_due(due, now)),
        None => schedule.next_after(now),
    }
}

/// The likeliest winners, each with the interval that holds its true chance 19 times in 20.
pub(super) fn say_wins(forecast: &Forecast, map: &Map) -> anyhow::Result<()> {
    for (f, wins) in forecast.wins.iter().take(10) {
        let share = forecast.share(*wins);
        let [value, low, high] = [share.value, share.low, share.high].map(|p| 100.0 * p);
        let name = &map.territory(f.home()).name;
        say!("{value:>6.2} %  ({low:.2} to {high:.2})  {name}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_turn_is_the_stored_one_or_the_first_that_is_still_to_come() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        let schedule = Schedule::every("1h").expect("an hour");
        let now = at("2026-12-01T10:20:00Z");
        let next = |stored: Option<&str>| next_turn(&schedule, stored.map(at), now);
        assert_eq!(next(Some("2026-12-01T10:45:00Z")), at("2026-12-01T10:45:00Z"));
        assert_eq!(next(Some("2026-12-01T07:45:00Z")), at("2026-12-01T10:45:00Z"));
        assert_eq!(next(None), at("2026-12-01T11:20:00Z"));
    }
}
