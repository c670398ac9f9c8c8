use super::check::{self, Finding};
use super::context::{Context, clock, random_bytes};
use super::war;
use crate::config;
use crate::publish::{Limits, Network, Outcome, Parcel};
use crate::render::{Effort, Picture};
use crate::store::{Frozen, PostKind, Store, Writer};
use crate::words::{Language, Ruler};
use anyhow::{Context as _, ensure};
use std::path::Path;
use std::process::ExitCode;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Credentials, limits and clock of all networks or one, without posting
    #[command(after_help = "Example: guerrabot networks check bluesky")]
    Check { name: Option<String> },
    /// Post a test picture, after asking
    #[command(after_help = "Example: guerrabot networks test mastodon")]
    Test {
        name: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Let a paused network go on, without waiting for a restart
    #[command(after_help = "Example: guerrabot networks resume x")]
    Resume { name: String },
}

pub(super) fn run(context: &Context, command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Check { name } => check::report(&findings(context, name.as_deref())?),
        Command::Test { name, yes } => test(context, name, *yes),
        Command::Resume { name } => resume(context, name),
    }
}

/// The settings of one network, or of all.
fn settings(context: &Context, name: Option<&str>) -> anyhow::Result<Vec<config::Network>> {
    let known = context.network_names().join(", ");
    let all = context.config.networks.iter();
    let chosen: Vec<_> = all.filter(|n| name.is_none_or(|name| n.name == name)).cloned().collect();
    ensure!(!chosen.is_empty(), "there is no network \"{}\"; there are: {known}", name.unwrap_or_default());
    Ok(chosen)
}

/// Runs work that needs a place for sessions.
fn with_writer<T>(context: &Context, work: impl AsyncFnOnce(&Writer) -> T) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let elsewhere;
    let db = if context.db_exists()? {
        context.db.clone()
    } else {
        // A look must not make the database; the folder it will be in is there where there is no /tmp, as in a container.
        let folder = context.db.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        elsewhere = tempfile::Builder::new().prefix(".guerrabot-").tempdir_in(folder)?;
        elsewhere.path().join("sessions.db")
    };
    let (writer, thread) = Writer::start(Store::open(&db)?)?;
    let result = runtime.block_on(work(&writer));
    drop(writer);
    thread.join().map_err(|_| anyhow::anyhow!("writer died"))?;
    Ok(result)
}

/// What is found of the networks: credentials, limits, their servers' clock.
pub(super) fn findings(context: &Context, name: Option<&str>) -> anyhow::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for settings in settings(context, name)? {
        // One at a time, so that what is missing for one network does not hide the others.
        let checked = match super::credentials::networks(std::slice::from_ref(&settings)) {
            Ok(networks) => with_writer(context, async |writer| {
                let mut lines = Vec::new();
                for network in &networks {
                    lines.push(look(network, writer).await);
                }
                lines.concat()
            })
            .unwrap_or_else(|e| vec![Err(e.to_string())]),
            Err(e) => vec![Err(e.to_string())],
        };
        findings.extend(checked.into_iter().map(|line| (settings.name.clone(), line)));
    }
    Ok(findings)
}

/// A clock that is off by more than this makes signatures invalid and posts hard to find again.
const SKEW_MOST: i64 = 60;

async fn look(network: &Network, writer: &Writer) -> Vec<Result<String, String>> {
    let account = network.check(writer).await.map_err(|refusal| refusal.reason().to_string());
    let mut lines = vec![account, Ok(describe(&network.limits().await))];
    match network.skew(clock()).await {
        Some(skew) if skew.abs() > SKEW_MOST => {
            lines.push(Err(format!("this machine's clock is off by {skew} s; set it right")));
        }
        Some(skew) => lines.push(Ok(format!("clock within {} s of the server's", skew.abs()))),
        None => {}
    }
    lines
}

fn describe(limits: &Limits) -> String {
    let unit = |ruler| match ruler {
        Ruler::Characters => "characters",
        Ruler::Weighted => "weighted characters",
        Ruler::Graphemes => "graphemes",
        Ruler::Utf16 => "UTF-16 units",
    };
    let caption = limits.caption.map(|l| format!("caption {} {}", l.max, unit(l.ruler)));
    let alt = limits.alt.map(|l| format!("alt text {} {}", l.max, unit(l.ruler)));
    let bytes = limits.bytes.map(|bytes| format!("picture {bytes} bytes"));
    let sides = limits.sides.map(|sides| format!("width and height {sides} pixels"));
    let all: Vec<String> = [caption, alt, bytes, sides].into_iter().flatten().collect();
    if all.is_empty() { "no limits".to_string() } else { format!("at most: {}", all.join(", ")) }
}

fn test(context: &Context, name: &str, yes: bool) -> anyhow::Result<ExitCode> {
    let networks = super::credentials::networks(&settings(context, Some(name))?)?;
    let network = networks.first().context("a network was just chosen")?;
    war::confirm(yes, &format!("a test picture will be posted to {name} ({})", network.kind()))?;
    let parcel = parcel()?;
    match with_writer(context, async |writer| network.send(&parcel, writer).await)? {
        Outcome::Accepted(id) => {
            say!("{name}: posted as {id}");
            Ok(ExitCode::SUCCESS)
        }
        Outcome::Refused(refusal) => anyhow::bail!("{name}: not posted: {}", refusal.reason()),
        Outcome::Unknown(reason) => anyhow::bail!("{name}: perhaps posted, look there: {reason}"),
    }
}

/// A picture of stripes, and words that no turn's post has.
fn parcel() -> anyhow::Result<Parcel> {
    const STRIPES: [[u8; 4]; 3] = [[46, 125, 50, 255], [250, 250, 245, 255], [198, 40, 40, 255]];
    let (now, (width, height)) = (clock(), (480, 320));
    let rgba = (0..width * height).flat_map(|pixel| STRIPES[pixel % width * 3 / width]).collect();
    let picture = Picture { width: width as u32, height: height as u32, rgba };
    let ms = now.timestamp_millis();
    let frozen = Frozen {
        caption: format!("Prova di guerrabot, {}", now.format("%Y-%m-%d %H:%M:%S UTC")),
        alt: "Tre strisce: verde, bianca e rossa.".to_string(),
        language: Language::Italian.code().to_string(),
        png: picture.to_png(Effort::Post),
    };
    Ok(Parcel {
        war: 0,
        turn: (ms / 1000 % 1_000_000) as u32,
        kind: PostKind::Test,
        key: random_bytes()?,
        begun_at: ms,
        created_at: ms,
        tried_at: ms,
        language: Language::Italian,
        frozen,
    })
}

fn resume(context: &Context, name: &str) -> anyhow::Result<ExitCode> {
    let mut store = Store::open(&context.db)?;
    let paused = store.paused()?;
    ensure!(paused.contains_key(name), "network \"{name}\" is not paused");
    store.transaction(|tx| tx.resume(name))?;
    say!("{name}: goes on");
    Ok(ExitCode::SUCCESS)
}
