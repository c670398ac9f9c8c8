//! The command line: a file per command. The only room that sees `config`; it composes all others.

/// Prints a line to standard output; a reader that went away is an error, not a panic.
macro_rules! say {
    ($($part:tt)*) => {
        std::io::Write::write_fmt(&mut std::io::stdout().lock(), format_args!("{}\n", format_args!($($part)*)))?
    };
}

mod backup;
mod board;
mod check;
mod context;
mod credentials;
mod forecast;
mod game;
mod history;
mod many;
mod map;
mod networks;
mod odds;
mod page;
mod play;
mod posts;
mod render;
mod replay;
mod run;
mod simulate;
mod site;
mod standings;
mod status;
mod systemd;
mod team;
mod timelapse;
mod turn;
mod verify;
mod war;

use clap::{Parser, Subcommand};
use context::Context;
use std::path::PathBuf;
use std::process::ExitCode;

/// A war between real places, one turn per interval, drawn and posted.
#[derive(Parser)]
#[command(version, arg_required_else_help = false, after_help = "Example: guerrabot run --every 10s")]
struct Cli {
    /// Settings; without the flag ./config.toml, or the defaults if there is none
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The database, instead of the one in config.toml
    #[arg(long, global = true, value_name = "FILE")]
    db: Option<PathBuf>,
    /// How the log on standard error is written
    #[arg(long, global = true, value_name = "FORM", env = "GUERRABOT_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// A JSON object a line, for collectors
    Json,
}

#[derive(Subcommand)]
enum Command {
    /// The daemon: takes turns as they come due and posts them (the default)
    Run(run::Args),
    /// Play N turns now, without waiting, and post them
    Turn(turn::Args),
    /// Where the war stands, and what the outbox holds
    Status(status::Args),
    /// Every turn, oldest first
    History(history::Args),
    /// Factions by territories and area
    Standings(standings::Args),
    /// The exact law of the next turn, no sampling
    Odds(odds::Args),
    /// The war played on many times: who wins how often, and when it ends
    Forecast(forecast::Args),
    /// Whole wars in memory, without a database
    Simulate(simulate::Args),
    /// The picture of any turn so far
    Render(render::Args),
    /// The war so far as a film
    Timelapse(timelapse::Args),
    /// The followers' page as static files, for any web server
    Site(site::Args),
    /// Play the stored war again from its seed and compare every turn
    Verify(verify::Args),
    /// Seasons: begin, pause, resume, end
    #[command(subcommand)]
    War(war::Command),
    /// Dobyvatelé: who plays
    #[command(subcommand)]
    Team(team::Command),
    /// The outbox
    Posts(posts::Args),
    /// The networks: are the credentials good, does a post arrive
    #[command(subcommand)]
    Networks(networks::Command),
    /// The maps
    #[command(subcommand)]
    Map(map::Command),
    /// Settings, map, schedule with its next five times, credentials, disk and clock, before they matter
    Check(check::Args),
    /// Dobyvatelé: bots against each other, without a server
    Play(play::Args),
    /// Dobyvatelé: the replays
    #[command(subcommand)]
    Replay(replay::Command),
    /// Dobyvatelé: the boards
    #[command(subcommand)]
    Board(board::Command),
    /// A consistent copy of the database, while the daemon runs
    Backup(backup::BackupArgs),
    /// Put a copy back in the database's place
    Restore(backup::RestoreArgs),
}

/// Runs the program; 0 done, 1 failed, 2 wrong usage.
pub fn main() -> ExitCode {
    #[cfg(debug_assertions)]
    crate::crash::arm();
    let cli = Cli::parse();
    log_to_stderr(cli.log_format);
    match dispatch(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Logs go to standard error; RUST_LOG chooses what.
fn log_to_stderr(format: LogFormat) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let ansi = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(ansi).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}

fn dispatch(cli: Cli) -> anyhow::Result<ExitCode> {
    let context = Context::load(cli.config, cli.db)?;
    match cli.command.unwrap_or_else(|| Command::Run(run::Args::default())) {
        Command::Run(args) => run::run(&context, &args),
        Command::Turn(args) => turn::run(&context, &args),
        Command::Status(args) => return status::run(&context, &args),
        Command::History(args) => history::run(&context, &args),
        Command::Standings(args) => standings::run(&context, &args),
        Command::Odds(args) => odds::run(&context, &args),
        Command::Forecast(args) => forecast::run(&context, &args),
        Command::Simulate(args) => simulate::run(&context, &args),
        Command::Render(args) => render::run(&context, &args),
        Command::Timelapse(args) => timelapse::run(&context, &args),
        Command::Site(args) => site::run(&context, &args),
        Command::Verify(args) => return verify::run(&context, &args),
        Command::War(command) => war::run(&context, &command),
        Command::Team(command) => team::run(&context, &command),
        Command::Posts(args) => posts::run(&context, &args),
        Command::Networks(command) => return networks::run(&context, &command),
        Command::Map(command) => map::run(&context, &command),
        Command::Check(args) => return check::run(&context, &args),
        Command::Play(args) => play::run(&context, &args),
        Command::Replay(command) => replay::run(&command),
        Command::Board(command) => board::run(&context, &command),
        Command::Backup(args) => backup::backup(&context, &args),
        Command::Restore(args) => backup::restore(&context, &args),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// `guerrabot history | head` is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
