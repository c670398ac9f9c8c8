#![allow(clippy::disallowed_methods, reason = "it looks whether the file to write is there")]

use super::super::context::read_map;
use super::check::told;
use crate::map::{self, Plan, Where};
use anyhow::{Context as _, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(in super::super) struct Args {
    /// GeoJSON or TopoJSON, longitude and latitude
    file: PathBuf,
    /// Where the map goes; never over a file that is there
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace the file that is there
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    choice: super::Choice,
    /// Only these features, PROPERTY=VALUE or PROPERTY!=VALUE, a * at the end for anything
    #[arg(long = "where", value_name = "PROPERTY=VALUE")]
    keep: Vec<Where>,
    /// Leave out territories of which the file has nothing left, and name them
    #[arg(long)]
    drop_vanished: bool,
    /// Two ids that count as neighbours, a ferry or a bridge
    #[arg(long = "link", value_name = "A,B", value_parser = link)]
    links: Vec<[String; 2]>,
    /// Join what is still apart by the shortest links
    #[arg(long)]
    join: bool,
    /// Make one of vertices of different territories that are so near
    #[arg(long, value_name = "METRES", value_parser = metres)]
    snap: Option<f64>,
    /// Thin the borders; none moves by more, none is lost
    #[arg(long, value_name = "METRES", value_parser = metres)]
    simplify: Option<f64>,
    /// The map's name in captions
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// What the licence wants printed on every picture
    #[arg(long, value_name = "TEXT")]
    attribution: Option<String>,
}

fn link(text: &str) -> Result<[String; 2], String> {
    let ids = text.split_once(',').filter(|(a, b)| !a.is_empty() && !b.is_empty() && !b.contains(','));
    ids.map(|(a, b)| [a.to_string(), b.to_string()]).ok_or_else(|| format!("\"{text}\" is not two ids A,B"))
}

pub(super) fn metres(text: &str) -> Result<f64, String> {
    let metres = text.parse::<f64>().ok().filter(|metres| *metres > 0.0 && *metres <= 1e6);
    metres.ok_or_else(|| format!("\"{text}\" is no number of metres above 0"))
}

pub(in super::super) fn run(args: &Args) -> anyhow::Result<()> {
    let output = &args.output;
    if !args.force && output.try_exists()? {
        bail!("{}: it is there already; choose another name, or replace it with --force", output.display());
    }
    let (name, bytes) = read_map(&args.file)?;
    if map::is_table(&bytes) {
        bail!("map {name}: a table of `map show --json` has no shapes to import");
    }
    let stem = output.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let plan = Plan {
        choice: args.choice.of_map(),
        keep: args.keep.clone(),
        drop_vanished: args.drop_vanished,
        links: args.links.clone(),
        join: args.join,
        snap: args.snap,
        simplify: args.simplify,
        name: stem,
        title: args.title.clone(),
        attribution: args.attribution.clone(),
    };
    let imported = map::import(&bytes, &name, &plan);
    let notes = match &imported {
        Ok(imported) => &imported.notes,
        Err(unsound) => &unsound.notes,
    };
    notes.iter().for_each(|note| eprintln!("{note}"));
    let imported = imported.map_err(|unsound| {
        let (bytes, choice) = match &unsound.bytes {
            Some(bytes) => (bytes, map::Choice::default()),
            None => (&bytes, plan.choice.clone()),
        };
        anyhow!("{}", told(&unsound.error, &map::inspect(bytes, &name, &choice)))
    })?;
    write(output, &imported.bytes, args.force).with_context(|| output.display().to_string())?;
    let map = &imported.map;
    say!(
        "{}: {} territories, {} borders, {} bytes",
        output.display(),
        map.len(),
        map.borders(),
        imported.bytes.len()
    );
    Ok(())
}

/// Whole or not at all.
fn write(output: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".map-").permissions(permissions()).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if force {
        file.persist(output)?
    } else {
        file.persist_noclobber(output)?
    };
    Ok(())
}

/// A map is no secret: those of any new file.
fn permissions() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o644)
}
