#![allow(
    clippy::disallowed_methods,
    reason = "it writes files and leaves alone those that are as they should be"
)]

use super::context::Context;
use super::render::write_whole;
use crate::publish::Press;
use crate::render::Effort;
use crate::web::{self, Found, Site};
use anyhow::{Context as _, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot site public && python3 -m http.server -d public")]
pub(super) struct Args {
    /// The folder to fill; what it has already is kept, and written anew only where it changed
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    context.warn();
    context.open_any_war(None)?;
    let press = context.press(&context.config.schedule.when)?;
    let theme = press.theme;
    let site = Site::open(&context.db, context.web(&press, false))?;
    let mut painter = Press::open(&context.db, press)?;
    let paths = site.paths();
    let bar = ProgressBar::new(paths.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} file {pos} of {len}, {eta} left")?);
    let mut written = 0;
    for path in &paths {
        let to = args.folder.join(path);
        bar.inc(1);
        let bytes = match site.file(path).with_context(|| format!("{path}: the page has no such file"))? {
            Found::Picture(shot) if shot.immutable && to.exists() => continue,
            Found::Picture(shot) => {
                painter.picture(shot.war, shot.turn, shot.canvas, theme)?.to_png(Effort::Post)
            }
            Found::Asset(asset) => asset.bytes,
        };
        written += usize::from(write_changed(&to, &bytes)?);
    }
    bar.finish_and_clear();
    say!("{}: {written} of {} files written", args.folder.display(), paths.len());
    Ok(())
}

/// Writes a file if it is not there or has other bytes; true if it did.
fn write_changed(path: &Path, bytes: &[u8]) -> anyhow::Result<bool> {
    if std::fs::read(path).is_ok_and(|found| found == bytes) {
        return Ok(false);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    ensure!(!path.is_dir(), "{}: a folder stands where a file should go", path.display());
    write_whole(path, bytes)?;
    Ok(true)
}

impl Context {
    /// How the followers' page speaks and where it stands; `live` if the daemon serves it.
    pub fn web(&self, press: &crate::publish::Settings, live: bool) -> web::Settings {
        web::Settings {
            language: press.language,
            templates: press.templates.clone(),
            zone: press.zone,
            url: self.config.web.url.as_ref().map(|url| url.trim_end_matches('/').to_string()),
            schedule: press.schedule.clone(),
            live,
        }
    }
}
