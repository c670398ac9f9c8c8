use super::context::{Context, clock, parse_hex, random_bytes};
use super::{game, simulate};
use crate::config;
use crate::schedule::Schedule;
use crate::store::{Ruleset, Store, War, WarState};
use crate::turn::{self, Begin};
use anyhow::{Context as _, bail, ensure};
use std::io::{IsTerminal, Write};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Begin a war: its commitment is published, its turns follow the schedule
    #[command(after_help = "Example: guerrabot war new --yes")]
    New(NewArgs),
    /// Give a waiting war its public salt; from then on it runs
    #[command(after_help = "Example: guerrabot war salt \"lotto 2026-12-05: 7 21 33 48 60\"")]
    Salt { text: String },
    /// All wars
    #[command(after_help = "Example: guerrabot war list")]
    List,
    /// Stop taking turns; posts still go out
    #[command(after_help = "Example: guerrabot war pause")]
    Pause,
    /// Take turns again
    #[command(after_help = "Example: guerrabot war resume")]
    Resume,
    /// End the war where it stands
    #[command(after_help = "Example: guerrabot war end --yes")]
    End {
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

#[derive(clap::Args, Default)]
pub(super) struct NewArgs {
    /// 1 to 64 hex digits, for rehearsals and checks; random without it
    #[arg(long, value_parser = parse_hex, value_name = "HEX")]
    secret: Option<[u8; 32]>,
    /// Wait for `war salt TEXT` before turn 1, so that not even the operator chose the war
    #[arg(long)]
    await_salt: bool,
    /// Do not ask before a running war is ended
    #[arg(long)]
    yes: bool,
}

pub(super) fn run(context: &Context, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::New(args) => new(context, args),
        Command::Salt { text } => salt(context, text),
        Command::List => list(context),
        Command::Pause => set(context, WarState::Running, WarState::Paused),
        Command::Resume => resume(context),
        Command::End { yes } => end(context, *yes),
    }
}

fn new(context: &Context, args: &NewArgs) -> anyhow::Result<()> {
    context.warn();
    // What is at fault is found before anything is written.
    check_new(context)?;
    let mut store = Store::open(&context.db)?;
    if let Some(war) = store.war(None)?.filter(|w| w.state != WarState::Over) {
        let what = format!("war {} ({}) is {}; a new one ends it", war.number, war.name, war.state.text());
        confirm(args.yes, &what)?;
    }
    let schedule = &context.config.schedule.when;
    let number = begin(context, &mut store, schedule, &context.network_names(), args)?;
    let war = store.war(Some(number))?.context("the war that was just begun")?;
    if war.ruleset == Ruleset::Dobyvatele {
        return game::announce(context, &store, &war);
    }
    let (map, rules) = (store.map(&war.map)?, context.rules()?);
    say!("war {number} on {}, {} territories", map.name(), map.len());
    say!("commitment  {}", hex::encode(war.commitment));
    if args.await_salt {
        say!("waiting for `guerrabot war salt TEXT`");
    } else if let Some(due) = war.next_due {
        say!("first turn  {} ({schedule})", context.local(due));
    }
    say!("length      {}", simulate::expected_length(context, &map, &rules));
    Ok(())
}

/// Finds whatever is against a new war.
pub(super) fn check_new(context: &Context) -> anyhow::Result<()> {
    match context.config.war.ruleset {
        config::Ruleset::Guerra => context.new_map().map(drop),
        config::Ruleset::Dobyvatele => game::new_game(context, [0; 32]).map(drop),
    }
}

/// Writes a new war from the settings; gives its number.
pub(super) fn begin(
    context: &Context,
    store: &mut Store,
    schedule: &Schedule,
    networks: &[String],
    args: &NewArgs,
) -> anyhow::Result<u32> {
    if context.config.war.ruleset == config::Ruleset::Dobyvatele {
        ensure!(
            !args.await_salt,
            "--await-salt belongs to the other game, Guerra: nothing here is drawn by lot"
        );
        return game::begin(context, store, args.secret);
    }
    let (map, source) = context.new_map()?;
    let now = clock();
    let number = turn::begin(
        store,
        &Begin {
            name: &context.config.war.name,
            map: &map,
            source: &source,
            rules: &context.rules()?,
            secret: args.secret.map_or_else(random_bytes, Ok)?,
            await_salt: args.await_salt,
            now: now.timestamp_millis(),
            schedule: &schedule.to_string(),
            first_due: schedule.next_after(now).timestamp_millis(),
            networks,
        },
    )?;
    Ok(number)
}

pub(super) fn confirm(yes: bool, what: &str) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    ensure!(std::io::stdin().is_terminal(), "{what}; repeat the command with --yes");
    print!("{what}. Go on? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    ensure!(matches!(answer.trim(), "y" | "Y" | "yes" | "s" | "si" | "sì"), "nothing was done");
    Ok(())
}

fn current(context: &Context) -> anyhow::Result<(Store, War)> {
    let (_, war) = context.open_any_war(None)?;
    Ok((Store::open(&context.db)?, war))
}

fn salt(context: &Context, text: &str) -> anyhow::Result<()> {
    let (mut store, war) = current(context)?;
    if war.state != WarState::AwaitingSalt {
        bail!("war {} is {}, it awaits no salt", war.number, war.state.text());
    }
    let schedule = context.config.schedule.when.clone();
    let due = schedule.next_after(clock()).timestamp_millis();
    store.transaction(|tx| {
        tx.set_salt(war.number, text)?;
        tx.set_due(war.number, &schedule.to_string(), due)
    })?;
    say!("war {}: salt \"{text}\", first turn {}", war.number, context.local(due));
    Ok(())
}

fn list(context: &Context) -> anyhow::Result<()> {
    let Some(store) = context.reader()? else {
        say!("No war yet.");
        return Ok(());
    };
    for war in store.wars()? {
        let turns = store.last_turn(war.number)?;
        let begun = context.local(war.begun_at);
        say!("{:>4}  {:<13} {turns:>5} turns  begun {begun}  {}", war.number, war.state.text(), war.name);
    }
    Ok(())
}

fn set(context: &Context, from: WarState, to: WarState) -> anyhow::Result<()> {
    let (mut store, war) = current(context)?;
    if war.state != from {
        bail!("war {} is {}, not {}", war.number, war.state.text(), from.text());
    }
    store.transaction(|tx| tx.set_state(war.number, to, None))?;
    say!("war {}: {}", war.number, to.text());
    Ok(())
}

/// Slots that passed in the pause are not missed ones: the next turn is due from now on.
fn resume(context: &Context) -> anyhow::Result<()> {
    let (mut store, war) = current(context)?;
    if !matches!(war.state, WarState::Paused | WarState::Halted | WarState::Lobby) {
        bail!("war {} is {}, neither paused nor halted", war.number, war.state.text());
    }
    if war.ruleset == Ruleset::Dobyvatele {
        // The daemon gives the open tick a full deadline once it sees this.
        store.transaction(|tx| {
            tx.set_state(war.number, WarState::Running, None)?;
            tx.forget_due(war.number)
        })?;
        say!("game {}: running, the open tick gets its full time", war.number);
        if crate::daemon::Lock::holder(&context.db).is_none() {
            say!("no daemon runs: `guerrabot run` lets its clock run");
        }
        return Ok(());
    }
    let schedule = &context.config.schedule.when;
    let due = schedule.next_after(clock()).timestamp_millis();
    store.transaction(|tx| {
        tx.set_state(war.number, WarState::Running, None)?;
        tx.set_due(war.number, &schedule.to_string(), due)
    })?;
    say!("war {}: running, next turn {}", war.number, context.local(due));
    Ok(())
}

fn end(context: &Context, yes: bool) -> anyhow::Result<()> {
    let (mut store, war) = current(context)?;
    if war.state == WarState::Over {
        bail!("war {} is over already", war.number);
    }
    confirm(yes, &format!("war {} ({}) ends where it stands", war.number, war.name))?;
    store.transaction(|tx| tx.set_state(war.number, WarState::Over, None))?;
    say!("war {}: over", war.number);
    Ok(())
}
