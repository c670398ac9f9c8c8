#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a replay is a file")]

use crate::rules::dobyvatele::replay;
use anyhow::Context as _;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
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
    let mut fault = None;
    let reader = BufReader::new(File::open(file).with_context(name)?);
    let lines = reader.lines().map_while(|line| line.map_err(|e| fault = Some(e)).ok());
    let verified = replay::verify(lines);
    // A line that cannot be read looks like a missing one.
    if let Some(fault) = fault {
        return Err(fault).with_context(name);
    }
    let state = verified.with_context(name)?;
    let first = state.ranking().iter().filter(|rank| rank.rank == 1).map(|rank| rank.team.letter()).collect();
    let first: String = first;
    say!("ok: all {} ticks; first: {first}", state.ticks());
    Ok(())
}
