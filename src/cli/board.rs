#![allow(clippy::disallowed_methods, reason = "a board can be a file")]

use super::context::{Context, parse_hex, random_bytes};
use super::render::write_whole;
use crate::config;
use crate::rules::dobyvatele::{Board, Plan, fitting_side};
use anyhow::{Context as _, anyhow};
use std::path::{Path, PathBuf};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Draw a board that is fair to all teams
    #[command(
        after_help = "Example: guerrabot board new --teams 4 --size 24 --hills 12% --seed 7 > board.txt"
    )]
    New(NewArgs),
    /// Everything that is wrong with a board file
    #[command(after_help = "Example: guerrabot board check board.txt")]
    Check(CheckArgs),
}

/// What a board that is drawn is to be like.
#[derive(clap::Args, Default)]
pub(super) struct DrawArgs {
    /// Fields: one number, or WIDTHxHEIGHT; without it 24, or the next size that so many teams can share
    #[arg(long, value_name = "N|WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Percent of the fields, up to 50
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    hills: Option<u32>,
    /// The edges meet: a torus; other numbers of teams than 2 and 4 get one anyway
    #[arg(long)]
    pub wrap: bool,
}

#[derive(clap::Args)]
pub(super) struct NewArgs {
    /// 2 to 26; without it those of config.toml
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=26))]
    teams: Option<u32>,
    #[command(flatten)]
    draw: DrawArgs,
    /// 1 to 64 hex digits; without it as in config.toml, else random; it is told
    #[arg(long, value_parser = parse_hex, value_name = "HEX")]
    seed: Option<[u8; 32]>,
    /// A file in place of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(super) struct CheckArgs {
    file: PathBuf,
    /// The edges meet: a torus
    #[arg(long)]
    wrap: bool,
}

impl DrawArgs {
    /// A board of a certain kind is wanted, not the one of config.toml.
    pub fn is_particular(&self) -> bool {
        self.size.is_some() || self.hills.is_some()
    }
}

/// The seed of the board in config.toml, if it names one.
pub(super) fn configured_seed(context: &Context) -> anyhow::Result<Option<[u8; 32]>> {
    match &context.config.dobyvatele.board {
        config::Board::Generated { seed: Some(seed), .. } => {
            parse_hex(seed).map(Some).map_err(|e| anyhow!(e))
        }
        config::Board::Generated { seed: None, .. } | config::Board::File(_) => Ok(None),
    }
}

/// `24` or `30x20`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let wrong = |_| format!("\"{text}\" is neither a number of fields nor WIDTHxHEIGHT");
    Ok((width.parse().map_err(wrong)?, height.parse().map_err(wrong)?))
}

/// `12%` or `12`.
fn percent(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse().ok();
    number.filter(|n| *n <= 50).ok_or_else(|| format!("\"{text}\" is not a percentage from 0% to 50%"))
}

pub(super) fn run(context: &Context, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::New(args) => new(context, args),
        Command::Check(args) => {
            let board = read(&args.file, args.wrap)?;
            let (teams, hills) = (board.homes().len(), board.hills().len());
            say!("ok: {}x{} fields, {teams} teams, {hills} hills", board.width(), board.height());
            Ok(())
        }
    }
}

fn new(context: &Context, args: &NewArgs) -> anyhow::Result<()> {
    let seed = args.seed.or(configured_seed(context)?).map_or_else(random_bytes, Ok)?;
    let teams = args.teams.unwrap_or(match context.config.dobyvatele.board {
        config::Board::Generated { teams, .. } => teams,
        config::Board::File(_) => 4,
    });
    let board = draw(context, &args.draw, teams, seed)?;
    eprintln!("seed {}", hex::encode(seed));
    if board.wraps() {
        eprintln!("its edges meet: play on it with --wrap");
    }
    match &args.output {
        Some(file) => write_whole(file, board.to_string().as_bytes()),
        None => {
            say!("{}", board.to_string().trim_end());
            Ok(())
        }
    }
}

/// A board for so many teams; what is not asked for is as in config.toml.
pub(super) fn draw(context: &Context, args: &DrawArgs, teams: u32, seed: [u8; 32]) -> anyhow::Result<Board> {
    let (usual_size, usual_hills) = match &context.config.dobyvatele.board {
        config::Board::Generated { size: Some(size), hills, .. } => ((size.width, size.height), *hills),
        config::Board::Generated { size: None, hills, .. } => {
            ((fitting_side(teams), fitting_side(teams)), *hills)
        }
        config::Board::File(_) => ((fitting_side(teams), fitting_side(teams)), 12),
    };
    let (width, height) = args.size.unwrap_or(usual_size);
    let hills = args.hills.unwrap_or(usual_hills);
    let wrap = args.wrap || context.config.dobyvatele.wrap;
    Board::generate(&Plan { teams, width, height, hills, wrap, seed })
        .map_err(|error| anyhow!("board: {error}"))
}

/// A board file, if it is lawful.
pub(super) fn read(file: &Path, wrap: bool) -> anyhow::Result<Board> {
    let name = || format!("board {}", file.display());
    let text = std::fs::read_to_string(file).with_context(name)?;
    Board::parse(&text, wrap).with_context(name)
}
