#![allow(clippy::disallowed_methods, reason = "a film is a file")]

use super::context::Context;
use super::render::{Shade, size, write_whole};
use crate::publish::Press;
use crate::render::Canvas;
use anyhow::{Context as _, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot timelapse -o guerra.gif")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    /// Without it GIF, or MP4 if the file's name ends so; MP4 needs ffmpeg
    #[arg(long)]
    format: Option<Format>,
    /// Pixels
    #[arg(long, value_name = "WxH", value_parser = size, default_value = "800x800")]
    size: Canvas,
    /// In place of [picture] theme
    #[arg(long)]
    theme: Option<Shade>,
    /// Where the film goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Gif,
    Mp4,
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let (store, war) = context.open_war(args.war)?;
    let named_mp4 = args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("mp4"));
    let format = args.format.unwrap_or(if named_mp4 { Format::Mp4 } else { Format::Gif });
    if format == Format::Mp4 {
        find_ffmpeg()?;
    }
    let turns = store.turns(war.number, 0)?.len() as u64;
    let settings = context.press(&context.config.schedule.when)?;
    let theme = args.theme.map_or(settings.theme, Shade::theme);
    let mut press = Press::open(&context.db, settings)?;
    let bar = ProgressBar::new(turns);
    bar.set_style(ProgressStyle::with_template("{bar:40} turn {pos} of {len}, {eta} left")?);
    let gif = press.film(war.number, args.size, theme, |turn| bar.set_position(u64::from(turn)))?;
    bar.finish_and_clear();
    match format {
        Format::Gif => write_whole(&args.output, &gif),
        Format::Mp4 => write_mp4(&args.output, &gif),
    }
}

fn find_ffmpeg() -> anyhow::Result<()> {
    let found = Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        bail!("ffmpeg is not installed, and MP4 needs it; install it, or make a GIF with --format gif");
    }
    Ok(())
}

fn write_mp4(path: &Path, gif: &[u8]) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (from, to) = (folder.path().join("film.gif"), folder.path().join("film.mp4"));
    std::fs::write(&from, gif)?;
    // Players want even sides and this pixel format.
    let even = "scale=trunc(iw/2)*2:trunc(ih/2)*2";
    let run = Command::new("ffmpeg")
        .args(["-loglevel", "error", "-y", "-i"])
        .arg(&from)
        .args(["-vf", even, "-pix_fmt", "yuv420p", "-movflags", "+faststart"])
        .arg(&to)
        .output()
        .context("ffmpeg")?;
    ensure!(run.status.success(), "ffmpeg: {}", String::from_utf8_lossy(&run.stderr).trim());
    write_whole(path, &std::fs::read(&to)?)
}
