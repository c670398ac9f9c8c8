use super::context::{Context, clock};
use super::war::{self, NewArgs};
use super::{game, page, systemd};
use crate::daemon::{Daemon, Lock};
use crate::publish::{Network, Press, Studio};
use crate::schedule::Schedule;
use crate::store::{Inbox, Pulse, Ruleset, Store, War, WarState, Writer};
use anyhow::{Context as _, bail};
use std::sync::Arc;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

#[derive(clap::Args, Default)]
#[command(after_help = "Example: guerrabot run --every 10s")]
pub(super) struct Args {
    /// A fixed period instead of the schedule: 500ms, 10s, 1h30m
    #[arg(long, value_name = "PERIOD")]
    every: Option<String>,
    /// End after so many turns, once they are posted
    #[arg(long, value_name = "N")]
    turns: Option<u32>,
    /// Publish to the folders only
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    context.warn();
    let schedule = match &args.every {
        Some(period) => Schedule::every(period).context("--every")?,
        None => context.config.schedule.when.clone(),
    };
    let (lock, store, networks) = prepare(context, &schedule, args.dry_run)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let settings = context.press(&schedule)?;
    let has_game =
        store.war(None)?.is_some_and(|war| war.ruleset == Ruleset::Dobyvatele && war.state != WarState::Over);
    runtime.block_on(async {
        let (writer, thread) = Writer::start(store)?;
        let (pulse, _) = watch::channel(Pulse { beat: clock().timestamp_millis(), news: None });
        let studio = Studio::start(Press::open(&context.db, settings.clone())?)?.0;
        let inbox = Arc::<Inbox>::default();
        let page =
            page::open(context, &settings, &studio, pulse.subscribe(), Arc::clone(&inbox), has_game).await?;
        let daemon = Daemon {
            writer,
            pulse,
            lock,
            studio,
            networks,
            pace: context.pace(),
            schedule,
            missed: context.config.schedule.missed,
            pronostici_every: context.config.outbox.pronostici_every,
            turns: args.turns,
            clock,
            inbox,
        };
        let watchdog = tokio::spawn(systemd::watch(daemon.pulse.subscribe()));
        let ended = daemon.run(stopped()?).await;
        systemd::stopping();
        watchdog.abort();
        page.close().await;
        ended?;
        // The queue is empty once the thread has ended.
        tokio::task::spawn_blocking(move || thread.join())
            .await?
            .map_err(|_| anyhow::anyhow!("writer died"))?;
        Ok(())
    })
}

/// Takes the lock, opens the database, tries the networks, and begins a war if there is none.
pub(super) fn prepare(
    context: &Context,
    schedule: &Schedule,
    dry_run: bool,
) -> anyhow::Result<(Lock, Store, Vec<Network>)> {
    let networks = context.networks(dry_run)?;
    let lock = Lock::take(&context.db)?;
    // What is at fault is found before anything is written.
    if !context.db_exists()? {
        war::check_new(context)?;
    }
    networks.iter().try_for_each(|network| network.ready().map_err(anyhow::Error::msg))?;
    let mut store = Store::open(&context.db)?;
    for network in &networks {
        store.transaction(|tx| tx.set_paused(&network.name, network.kind(), None))?;
    }
    match store.war(None)? {
        None => {
            let names: Vec<String> = networks.iter().map(|n| n.name.clone()).collect();
            let number = war::begin(context, &mut store, schedule, &names, &NewArgs::default())?;
            tracing::info!(war = number, "a new war begins");
        }
        Some(war) if war.state == WarState::Halted => {
            bail!(
                "war {} is halted: {}; mend it, then `guerrabot war resume`",
                war.number,
                war.reason.unwrap_or_default()
            );
        }
        Some(war) if war.state == WarState::Over => {
            tracing::info!(war = war.number, "the war is over; `guerrabot war new` begins the next");
        }
        Some(war) if war.ruleset == Ruleset::Dobyvatele => game::warn_of_changes(context, &store, &war)?,
        Some(war) => warn_of_changes(context, &store, &war)?,
    }
    if let Some(war) = store.war(None)?.filter(|war| war.state == WarState::Lobby) {
        tracing::info!(
            war = war.number,
            "a lobby: `guerrabot team add NAME` gives a team its seat, `guerrabot war resume` starts the clock"
        );
    }
    if let Some(war) = store.war(None)?.filter(|war| war.state != WarState::Over)
        && let Some(waits) = context.waiting_ruleset(&war)
    {
        tracing::warn!(war = war.number, "{waits}");
    }
    Ok((lock, store, networks))
}

/// A running war keeps its own rules and map: say which edits of config.toml wait for the next.
fn warn_of_changes(context: &Context, store: &Store, war: &War) -> anyhow::Result<()> {
    let line = |text: &str| serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
    let (ours, wars) = (line(&context.rules()?.line())?, line(&war.rules)?);
    for (key, value) in ours.iter().filter(|(key, value)| wars.get(*key) != Some(*value)) {
        let kept = wars.get(key).unwrap_or(&serde_json::Value::Null);
        tracing::warn!(
            war = war.number,
            "[guerra] {key} = {value} waits for the next war; this one keeps {kept}"
        );
    }
    let map = || {
        let (name, source) = context.map_source()?;
        // To read a large file in earnest takes longer than all else of a start.
        let same = store.is_source(&war.map, &source)?;
        anyhow::Ok((!same).then(|| super::context::rules_map(&name, &source)).transpose()?)
    };
    match map() {
        Ok(None) => {}
        Ok(Some(map)) if hex::encode(map.digest()) == war.map => {}
        Ok(Some(map)) => tracing::warn!(
            war = war.number,
            "[war] map: \"{}\" waits for the next war; this one keeps its own",
            map.name()
        ),
        // The war never reads it again, so it is no reason to stop.
        Err(e) => {
            tracing::warn!(war = war.number, "the next war needs a sound map; this one keeps its own: {e:#}")
        }
    }
    if context.config.war.name != war.name {
        tracing::warn!(
            war = war.number,
            "[war] name waits for the next war; this one keeps \"{}\"",
            war.name
        );
    }
    Ok(())
}

/// Resolves on SIGINT or SIGTERM.
fn stopped() -> anyhow::Result<impl Future<Output = ()>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stopping");
    })
}
