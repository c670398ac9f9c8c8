use super::context::{Context, clock};
use super::{history, run};
use crate::daemon::{self, Lock};
use crate::publish::{Outbox, Press, Studio};
use crate::store::{Store, WarState, Writer};
use crate::turn::{Campaign, Moment};
use anyhow::{Context as _, bail};
use chrono::DateTime;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot turn 5")]
pub(super) struct Args {
    /// How many
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    context.warn();
    let (mut lock, mut store, networks) = run::prepare(context, &context.config.schedule.when, false)?;
    let names: Vec<String> = networks.iter().map(|n| n.name.clone()).collect();
    take(context, &mut store, &mut lock, &names, args.turns)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let settings = context.press(&context.config.schedule.when)?;
    runtime.block_on(async {
        let (writer, thread) = Writer::start(store)?;
        let (studio, drawing) = Studio::start(Press::open(&context.db, settings)?)?;
        for network in networks {
            let (writer, studio) = (writer.clone(), studio.clone());
            daemon::drain(&Outbox::new(writer, studio, network, context.pace(), clock)).await?;
        }
        // The writer closes last, so that its log is merged into the database.
        drop(studio);
        drawing.join().map_err(|_| anyhow::anyhow!("the thread that draws has died"))?;
        drop(writer);
        thread.join().map_err(|_| anyhow::anyhow!("writer died"))
    })
}

fn take(
    context: &Context,
    store: &mut Store,
    lock: &mut Lock,
    networks: &[String],
    turns: u32,
) -> anyhow::Result<()> {
    let war = store.war(None)?.context("a war was just begun")?;
    if war.ruleset == crate::store::Ruleset::Dobyvatele {
        bail!(
            "war {} is a game of Dobyvatelé: its ticks are the teams' time, and only `guerrabot run` plays them",
            war.number
        );
    }
    if war.state != WarState::Running {
        bail!("war {} is {}; no turn can be taken", war.number, war.state.text());
    }
    let schedule = &context.config.schedule.when;
    let mut campaign = Campaign::load(store, war)?;
    if let Some(why) = campaign.foretell_every(context.config.outbox.pronostici_every) {
        tracing::warn!("{why}");
    }
    for _ in 0..turns {
        let now = clock();
        lock.beat(now);
        let stored = campaign.war.next_due.and_then(DateTime::from_timestamp_millis);
        let next_due = stored.filter(|due| *due > now).unwrap_or_else(|| schedule.next_after(now));
        let (text, now) = (schedule.to_string(), now.timestamp_millis());
        let moment = Moment { slot: now, now, schedule: &text, next_due: next_due.timestamp_millis() };
        let Some(taken) = campaign.take(store, networks, &moment)? else { break };
        say!("{}", history::event_json(&campaign.map, campaign.state().turns_played(), &taken));
    }
    Ok(())
}
