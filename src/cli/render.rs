use super::context::Context;
use crate::publish::Press;
use crate::render::{Canvas, Effort, Theme};
use anyhow::{Context as _, ensure};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot render --turn 150 --size 1080x1350 -o 150.png")]
pub(super) struct Args {
    /// The number of the war; the newest without it
    #[arg(long)]
    war: Option<u32>,
    /// 0 for the opening; the last turn without it
    #[arg(long)]
    turn: Option<u32>,
    /// Without it PNG, or SVG if the file's name ends so
    #[arg(long)]
    format: Option<Format>,
    /// Pixels, in place of [picture] size
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<Canvas>,
    /// In place of [picture] theme
    #[arg(long)]
    theme: Option<Shade>,
    /// Where the picture goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Png,
    Svg,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Shade {
    Light,
    Dark,
}

impl Shade {
    pub fn theme(self) -> Theme {
        match self {
            Shade::Light => Theme::Light,
            Shade::Dark => Theme::Dark,
        }
    }
}

/// The smallest and largest side of a picture, in pixels.
const SIDES: std::ops::RangeInclusive<u32> = 320..=8000;

pub(super) fn size(text: &str) -> Result<Canvas, String> {
    let side = |text: &str| text.parse().ok().filter(|n| SIDES.contains(n));
    text.split_once('x')
        .and_then(|(w, h)| Some(Canvas { width: side(w)?, height: side(h)? }))
        .ok_or_else(|| format!("write WIDTHxHEIGHT, each from {} to {}", SIDES.start(), SIDES.end()))
}

pub(super) fn run(context: &Context, args: &Args) -> anyhow::Result<()> {
    let (store, war) = context.open_any_war(args.war)?;
    let turns = store.last_turn(war.number)?;
    let turn = args.turn.unwrap_or(turns);
    ensure!(turn <= turns, "turn {turn}: the war has {turns} turns so far");
    let settings = context.press(&context.config.schedule.when)?;
    let canvas = args.size.unwrap_or(settings.canvas);
    let theme = args.theme.map_or(settings.theme, Shade::theme);
    let mut press = Press::open(&context.db, settings)?;
    let bytes = match format(args) {
        Format::Png => press.picture(war.number, turn, canvas, theme)?.to_png(Effort::Post),
        Format::Svg => press.svg(war.number, turn, canvas, theme)?.into_bytes(),
    };
    write_whole(&args.output, &bytes)
}

fn format(args: &Args) -> Format {
    let named_svg = args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    args.format.unwrap_or(if named_svg { Format::Svg } else { Format::Png })
}

/// The old file stays until the new one is whole.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> anyhow::Result<()> {
        // A picture is for everybody: what the umask allows, not the private mode of temporary files.
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        let mut file = tempfile::Builder::new().permissions(mode).tempfile_in(folder)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| path.display().to_string())
}
