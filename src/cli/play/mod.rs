#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it starts programs, writes files and keeps deadlines"
)]

mod crew;
mod program;

use super::board::{self, DrawArgs};
use super::context::{Context, parse_hex, random_bytes};
use crate::config;
use crate::rules::dobyvatele::{
    Board, Orders, Rules, RulesJson, State, Strategy, TeamId, TeamOrders, replay, step,
};
use anyhow::{Context as _, bail, ensure};
use crew::Crew;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::NamedTempFile;

#[derive(clap::Args)]
#[command(
    after_help = "Example: guerrabot play --bots expand,guard,./bot.py,\"python3 bot.py\" --seed 7 --out g.ndjson"
)]
pub(super) struct Args {
    /// Team A, team B and so on: stay, random, expand, guard, swarm, or a program with its arguments; a program's name
    /// holds a `/` or is followed by arguments
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// A board file; without it one is drawn, unless config.toml names one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "hills"])]
    board: Option<PathBuf>,
    /// As many as there are bots, which it need not say
    #[arg(long)]
    teams: Option<usize>,
    #[command(flatten)]
    draw: DrawArgs,
    /// 1 to 64 hex digits, for the board and the strategies' dice; random, and told, without it
    #[arg(long, value_parser = parse_hex, value_name = "HEX")]
    seed: Option<[u8; 32]>,
    /// How long the game lasts; without it as in config.toml
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    ticks: Option<u32>,
    /// How long a program may think in each tick
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    tick_ms: u64,
    /// Where the replay goes; what programs say on standard error goes to FILE.A.log and so on
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Who plays a team.
#[derive(Clone, Debug, PartialEq)]
enum Bot {
    BuiltIn(Strategy),
    /// A program and its arguments.
    Program(Vec<String>),
}

impl Bot {
    fn parse(text: &str) -> anyhow::Result<Bot> {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        match words.as_slice() {
            [] => bail!("--bots: a name is empty; write a strategy or a program between the commas"),
            [word] if !word.contains('/') => {
                let known = || Strategy::ALL.map(Strategy::word).join(", ");
                Strategy::from_word(word).map(Bot::BuiltIn).with_context(|| {
                    format!("--bots: no strategy \"{word}\"; there are {}, a program is named with a path such as ./{word}", known())
                })
            }
            _ => Ok(Bot::Program(words)),
        }
    }
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let bots = args.bots.iter().map(|text| Bot::parse(text)).collect::<anyhow::Result<Vec<Bot>>>()?;
    let teams = args.teams.unwrap_or(bots.len());
    ensure!(
        teams == bots.len(),
        "--teams says {teams}, but --bots names {}; each team has a bot",
        bots.len()
    );
    let seed = args.seed.map_or_else(random_bytes, Ok)?;
    if args.seed.is_none() {
        eprintln!("seed {}", hex::encode(seed));
    }
    let board = choose_board(context, args, bots.len(), seed)?;
    let settings = &context.config.dobyvatele;
    let ticks = args.ticks.unwrap_or(settings.ticks);
    let start = State::start(Arc::new(board), rules(settings)?, ticks).context("[dobyvatele]")?;
    let bots: Vec<(TeamId, Bot)> = start.board().teams().zip(bots).collect();
    let mut output = args.out.as_deref().map(Output::create).transpose()?;
    let mut crew = Crew::start(&bots, ticks, Duration::from_millis(args.tick_ms), args.out.as_deref())?;
    let last = game(start, &bots, &seed, &mut crew, output.as_mut())?;
    if let Some(output) = output {
        output.finish(&replay::end_line(&last))?;
    }
    for (team, what) in crew.end() {
        eprintln!("{team}: {what}");
    }
    for rank in last.ranking() {
        let name = &args.bots[bots.iter().position(|(team, _)| *team == rank.team).unwrap_or_default()];
        say!("{:>2}  {}  {:>9}  {name}", rank.rank, rank.team, rank.score);
    }
    Ok(())
}

/// The rules of config.toml.
pub(super) fn rules(settings: &config::Dobyvatele) -> anyhow::Result<Rules> {
    let written = RulesJson {
        budget_base: settings.budget_base.into(),
        budget_step: settings.budget_step.into(),
        upkeep: settings.upkeep.into(),
        recruit_cost: settings.recruit_cost.into(),
    };
    Rules::new(written).context("[dobyvatele]")
}

fn choose_board(context: &Context, args: &Args, bots: usize, seed: [u8; 32]) -> anyhow::Result<Board> {
    let settings = &context.config.dobyvatele;
    let configured = match &settings.board {
        config::Board::File(file) if !args.draw.is_particular() => Some(file),
        config::Board::File(_) | config::Board::Generated { .. } => None,
    };
    let Some(file) = args.board.as_ref().or(configured) else {
        let seed = args.seed.or(board::configured_seed(context)?).unwrap_or(seed);
        return board::draw(context, &args.draw, u32::try_from(bots)?, seed);
    };
    let board = board::read(file, args.draw.wrap || settings.wrap)?;
    let teams = board.homes().len();
    ensure!(teams == bots, "board {}: it has {teams} homes, but --bots names {bots} bots", file.display());
    Ok(board)
}

/// Plays to the end; gives the last state.
fn game(
    mut state: State,
    bots: &[(TeamId, Bot)],
    seed: &[u8; 32],
    crew: &mut Crew,
    mut output: Option<&mut Output>,
) -> anyhow::Result<State> {
    let mut write = |line: String| output.as_mut().map_or(Ok(()), |output| output.line(&line));
    let engine = concat!("guerrabot ", env!("CARGO_PKG_VERSION"));
    write(replay::header_line(&state.written(), engine, &hex::encode(seed)))?;
    while !state.is_over() {
        let mut answers = crew.ask(&state)?;
        let mut of = |(team, bot): &(TeamId, Bot)| {
            let orders: TeamOrders = match bot {
                Bot::BuiltIn(strategy) => strategy.orders(&state, *team, seed),
                Bot::Program(_) => answers.remove(team).unwrap_or_default(),
            };
            (*team, orders)
        };
        let orders: Orders = bots.iter().map(&mut of).collect();
        let (next, report) = step(&state, &orders)?;
        write(replay::tick_line(&orders, &next.written(), &report))?;
        state = next;
    }
    Ok(state)
}

/// A replay in the making; until it is whole it has no name.
struct Output {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl Output {
    fn create(path: &Path) -> anyhow::Result<Output> {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A replay is for everybody: what the umask allows, not the private mode of temporary files.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        let file = tempfile::Builder::new().permissions(mode).tempfile_in(folder);
        let file = file.with_context(|| path.display().to_string())?;
        Ok(Output { file: BufWriter::new(file), path: path.into() })
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.file, "{line}").with_context(|| self.path.display().to_string())
    }

    fn finish(mut self, last: &str) -> anyhow::Result<()> {
        self.line(last)?;
        let name = || self.path.display().to_string();
        let file = self.file.into_inner().map_err(|error| error.into_error()).with_context(name)?;
        file.persist(&self.path).with_context(name)?;
        Ok(())
    }
}
