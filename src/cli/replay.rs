#![allow(clippy::disallowed_methods, reason = "a replay is a file")]

use crate::rules::dobyvatele::replay;
use anyhow::Context as _;
use std::path::{Path, PathBuf};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Play a replay again and compare every tick
    #[command(after_help = "Example: guerrabot replay verify g.ndjson")]
    Verify { file: PathBuf },
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Verify { file } => verify(file),
    }
}

fn verify(file: &Path) -> anyhow::Result<()> {
    let name = || file.display().to_string();
    let text = std::fs::read_to_string(file).with_context(name)?;
    let state = replay::verify(text.lines()).with_context(name)?;
    let first = state.ranking().iter().filter(|rank| rank.rank == 1).map(|rank| rank.team.letter()).collect();
    let first: String = first;
    say!("ok: all {} ticks; first: {first}", state.ticks());
    Ok(())
}
