use super::context::{Context, parse_hex, random_bytes};
use super::{history, map};
use crate::map::Map;
use crate::rules::guerra::{self, Event, FactionId, Rules, State};
use anyhow::Context as _;
use rayon::prelude::*;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::io::{BufWriter, Write};
use std::time::Instant;

/// A war that is not over by then is given up: some rules never end one.
const MAX_TURNS: u32 = 1_000_000;

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
    let summary = play_all(&map, &rules, &seed, args)?;
    print(&map, args, &seed, &summary)
}

/// The seed of war i: the given one if it is the only war, else one hashed from it.
fn seed_of(seed: &[u8; 32], wars: u32, i: u32) -> [u8; 32] {
    match wars {
        1 => *seed,
        _ => Sha256::new().chain_update(seed).chain_update(u64::from(i).to_le_bytes()).finalize().into(),
    }
}

fn print_history(map: &Map, rules: &Rules, seed: &[u8; 32]) -> anyhow::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut state = State::start(map);
    while state.turns_played() < MAX_TURNS
        && let Some(taken) = guerra::advance(map, rules, seed, &mut state)
    {
        writeln!(out, "{}", history::event_json(map, state.turns_played(), &taken))?;
    }
    Ok(out.flush()?)
}

/// How one war went.
struct Played {
    turns: u32,
    rebellions: u32,
    /// None if it was given up.
    winner: Option<FactionId>,
}

fn play(map: &Map, rules: &Rules, seed: &[u8; 32], most_turns: u32) -> Played {
    let mut state = State::start(map);
    let mut rebellions = 0;
    while state.turns_played() < most_turns
        && let Some(taken) = guerra::advance(map, rules, seed, &mut state)
    {
        rebellions += u32::from(matches!(taken.event, Event::Rebellion { .. }));
    }
    let winner = state.is_over().then(|| state.owners()[0]);
    Played { turns: state.turns_played(), rebellions, winner }
}

/// What `simulate` says of all wars; turns and rebellions ascending.
struct Summary {
    turns: Vec<u32>,
    rebellions: Vec<u32>,
    /// By wins, falling.
    wins: Vec<(FactionId, u32)>,
    unfinished: u32,
    seconds: f64,
}

#[allow(clippy::disallowed_methods, reason = "the speed is part of the answer")]
fn play_all(map: &Map, rules: &Rules, seed: &[u8; 32], args: &Args) -> anyhow::Result<Summary> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0))
        .build()
        .context("starting threads")?;
    let begun = Instant::now();
    let one = |i| play(map, rules, &seed_of(seed, args.wars, i), MAX_TURNS);
    let played: Vec<Played> = pool.install(|| (0..args.wars).into_par_iter().map(one).collect());
    let seconds = begun.elapsed().as_secs_f64();
    let mut turns: Vec<u32> = played.iter().map(|p| p.turns).collect();
    let mut rebellions: Vec<u32> = played.iter().map(|p| p.rebellions).collect();
    turns.sort_unstable();
    rebellions.sort_unstable();
    let mut count = vec![0; map.len()];
    played.iter().filter_map(|p| p.winner).for_each(|f| count[f.index()] += 1);
    let mut wins: Vec<_> = (0..map.len() as u32).map(FactionId).map(|f| (f, count[f.index()])).collect();
    wins.retain(|(_, wins)| *wins > 0);
    wins.sort_by_key(|(f, wins)| (std::cmp::Reverse(*wins), *f));
    let unfinished = played.iter().filter(|p| p.winner.is_none()).count() as u32;
    Ok(Summary { turns, rebellions, wins, unfinished, seconds })
}

/// Nearest-rank quantile of ascending numbers.
fn quantile(sorted: &[u32], percent: usize) -> u32 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted[rank - 1]
}

fn print(map: &Map, args: &Args, seed: &[u8; 32], s: &Summary) -> anyhow::Result<()> {
    let place = |f: FactionId| map.territory(f.home());
    let (min, median, p95) = (s.turns[0], quantile(&s.turns, 50), quantile(&s.turns, 95));
    let max = s.turns[s.turns.len() - 1];
    let rebellions = quantile(&s.rebellions, 50);
    let speed = s.turns.iter().map(|t| f64::from(*t)).sum::<f64>() / s.seconds.max(1e-9);
    if args.json {
        let wins: Vec<_> = s
            .wins
            .iter()
            .map(|(f, wins)| json!({"faction": place(*f).id, "name": place(*f).name, "wins": wins}))
            .collect();
        let turns = json!({"min": min, "median": median, "p95": p95, "max": max});
        let line = json!({
            "map": map.name(), "wars": args.wars, "seed": hex::encode(seed), "turns": turns,
            "rebellions_median": rebellions, "wins": wins, "unfinished": s.unfinished,
            "seconds": s.seconds, "turns_per_second": speed,
        });
        say!("{line}");
        return Ok(());
    }
    say!("{} wars on {}, seed {}", args.wars, map.name(), hex::encode(seed));
    say!("turns       min {min}, median {median}, 95 % by {p95}, max {max}");
    say!("rebellions  median {rebellions}");
    if s.unfinished > 0 {
        say!("unfinished  {} after {MAX_TURNS} turns", s.unfinished);
    }
    say!("speed       {:.2} million turns/s ({:.2} s)", speed / 1e6, s.seconds);
    for (f, wins) in s.wins.iter().take(10) {
        say!("{:>6.2} %  {}", 100.0 * f64::from(*wins) / f64::from(args.wars), place(*f).name);
    }
    Ok(())
}

/// How long a war of these rules takes, in turns and at the schedule in force.
pub(super) fn expected_length(context: &Context, map: &Map, rules: &Rules) -> String {
    const SAMPLE: u32 = 200;
    // Some rules end no war in a million turns, and nobody waits that long for `war new`.
    const LONG: u32 = 5000;
    let turns = |i| play(map, rules, &seed_of(&[0; 32], SAMPLE, i), LONG).turns;
    let mut turns: Vec<u32> = (0..SAMPLE).into_par_iter().map(turns).collect();
    turns.sort_unstable();
    let median = quantile(&turns, 50);
    if median == LONG {
        return format!("more than {LONG} turns, if it ends at all");
    }
    let schedule = &context.config.schedule.when;
    let mut end = super::context::clock();
    for _ in 0..median {
        end = schedule.next_after(end);
    }
    format!("about {median} turns, until about {}", end.format("%-d %B %Y"))
}
