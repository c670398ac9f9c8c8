use super::context::{Context, clock, parse_hex, random_bytes};
use super::many::{self, MAX_TURNS, Played};
use super::{history, map};
use crate::map::Map;
use crate::rules::guerra::{Engine, FactionId, Rules, Runs, State, quantile};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot simulate --wars 5000")]
pub(super) struct Args {
    /// A bundled map, a map file, or a `map show --json`; the configured one without it
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// How many wars
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    wars: u32,
    /// 1 to 64 hex digits; random, and printed, without it
    #[arg(long, value_parser = parse_hex, value_name = "HEX")]
    seed: Option<[u8; 32]>,
    /// Print every turn; needs --wars 1
    #[arg(long)]
    history: bool,
    /// How many threads; all cores without it
    #[arg(long)]
    threads: Option<usize>,
    #[arg(long)]
    json: bool,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let map = match &args.map {
        Some(name) => map::named(name)?,
        None => {
            let (name, bytes) = context.map_source()?;
            super::context::rules_map(&name, &bytes)?
        }
    };
    let rules = context.rules()?;
    let seed = args.seed.map_or_else(random_bytes, Ok)?;
    if args.history {
        if args.wars != 1 {
            use clap::CommandFactory;
            super::Cli::command()
                .error(clap::error::ErrorKind::ArgumentConflict, "--history needs --wars 1")
                .exit();
        }
        return print_history(&map, &rules, &seed);
    }
    context.warn();
    let from = State::start(&map);
    let runs = Runs { map: &map, rules: &rules, from: &from, seed, wars: args.wars, most_turns: MAX_TURNS };
    let played = many::play(&runs, args.threads)?;
    print(context, &runs, args, &played)
}

fn print_history(map: &Map, rules: &Rules, seed: &[u8; 32]) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut engine = Engine::new(map, rules, seed);
    while engine.turns_played() < MAX_TURNS
        && let Some(taken) = engine.step()
    {
        writeln!(out, "{}", history::event_json(map, engine.turns_played(), &taken))?;
    }
    Ok(out.flush()?)
}

fn print(context: &Context, runs: &Runs<'_>, args: &Args, played: &Played) -> anyhow::Result<()> {
    let Played { forecast, seconds } = played;
    let place = |f: FactionId| runs.map.territory(f.home());
    let speed = forecast.played as f64 / seconds.max(1e-9);
    if args.json {
        let win = |(f, wins): &(FactionId, u32)| json!({"faction": place(*f).id, "name": place(*f).name, "wins": wins});
        let wins: Vec<_> = forecast.wins.iter().map(win).collect();
        let line = json!({
            "map": runs.map.name(), "wars": forecast.wars(), "seed": hex::encode(runs.seed),
            "turns": many::turns_json(forecast), "rebellions_median": quantile(&forecast.rebellions, 50),
            "wins": wins, "unfinished": forecast.unfinished, "seconds": seconds, "turns_per_second": speed,
        });
        say!("{line}");
        return Ok(());
    }
    say!("{} wars on {}, seed {}", forecast.wars(), runs.map.name(), hex::encode(runs.seed));
    many::say_turns(forecast)?;
    many::say_end(context, forecast, runs.from, context.config.schedule.when.next_after(clock()))?;
    say!("rebellions  median {}", quantile(&forecast.rebellions, 50));
    say!("speed       {:.2} million turns/s ({seconds:.2} s)", speed / 1e6);
    many::say_wins(forecast, runs.map)
}

/// How long a war of these rules takes, in turns and at the schedule in force.
pub(super) fn expected_length(context: &Context, map: &Map, rules: &Rules) -> String {
    // Some rules end no war in a million turns, and nobody waits that long for `war new`.
    const LONG: u32 = 5000;
    let from = State::start(map);
    let runs = Runs { map, rules, from: &from, seed: [0; 32], wars: 200, most_turns: LONG };
    let Some(median) = runs.play(&AtomicBool::new(false), || {}).ends_by(50) else {
        return format!("more than {LONG} turns, if it ends at all");
    };
    let schedule = &context.config.schedule.when;
    let end = schedule.nth_after(schedule.next_after(clock()), median.saturating_sub(1));
    format!("about {median} turns, until about {}", end.format("%-d %B %Y"))
}
