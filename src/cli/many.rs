#![allow(clippy::disallowed_methods, reason = "the speed is part of the answer")]

//! What `simulate` and `forecast` share: many wars on all cores, a bar, Ctrl-C, and the figures in words.

use super::context::Context;
use crate::map::Map;
use crate::rules::guerra::{Forecast, Runs, State, quantile};
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
    let turns = &forecast.turns;
    let at = |percent| quantile(turns, percent);
    json!({"min": turns.first(), "median": at(50), "p95": at(95), "max": turns.last()})
}

pub(super) fn say_turns(forecast: &Forecast) -> anyhow::Result<()> {
    let at = |percent| quantile(&forecast.turns, percent);
    say!("turns       min {}, median {}, 95 % by {}, max {}", at(0), at(50), at(95), at(100));
    if forecast.unfinished > 0 {
        say!("unfinished  {} after {MAX_TURNS} turns", forecast.unfinished);
    }
    Ok(())
}

/// When it ends at the schedule in force, if the next turn is the first after `now`.
pub(super) fn say_end(
    context: &Context,
    forecast: &Forecast,
    from: &State,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let [median, late] =
        [50, 95].map(|percent| end(context, forecast, from, now, percent).format("%-d %B %Y"));
    say!("ends        about {median}, 95 % by {late}, at {}", context.config.schedule.when);
    Ok(())
}

/// When so many of 100 wars are over.
pub(super) fn end(
    context: &Context,
    forecast: &Forecast,
    from: &State,
    now: DateTime<Utc>,
    percent: usize,
) -> DateTime<Utc> {
    let schedule = &context.config.schedule.when;
    let turns = quantile(&forecast.turns, percent).saturating_sub(from.turns_played());
    due(schedule, schedule.next_after(now), turns)
}

/// When the last of so many turns is due, if the first is due at `first`; far ahead at the pace of the nearer ones.
pub(super) fn due(schedule: &Schedule, first: DateTime<Utc>, turns: u32) -> DateTime<Utc> {
    const NEAR: u32 = 2000;
    let mut at = first;
    for _ in 1..turns.min(NEAR) {
        at = schedule.next_after(at);
    }
    let more = i32::try_from(turns.saturating_sub(NEAR)).unwrap_or(i32::MAX);
    let pace = (at - first) / (NEAR as i32 - 1);
    pace.checked_mul(more).and_then(|wait| at.checked_add_signed(wait)).unwrap_or(DateTime::<Utc>::MAX_UTC)
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
