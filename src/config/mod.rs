//! config.toml as typed values. Every fault is found in one reading and reported with its line.
//!
//! Uses the room `schedule` for the words of time; nothing else but `cli` may use this room.

mod fault;
mod read;
mod section;
mod value;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::schedule::{Missed, Schedule};

pub use fault::{ConfigError, Fault, Warning};

/// All settings; paths are already relative to the config file's folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    pub db: PathBuf,
    pub war: War,
    pub guerra: Guerra,
    pub dobyvatele: Dobyvatele,
    pub schedule: Turns,
    pub picture: Picture,
    pub words: Words,
    pub web: Web,
    pub outbox: Outbox,
    pub networks: Vec<Network>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct War {
    pub name: String,
    pub ruleset: Ruleset,
    pub map: MapSource,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruleset {
    Guerra,
    Dobyvatele,
}

/// A text with a `/`, a `\` or a `.` is a file, any other the name of a bundled map.
#[derive(Clone, Debug, PartialEq)]
pub enum MapSource {
    Bundled(String),
    File(PathBuf),
}

/// The rules of the map war (rules/guerra.md 5.3); fractions are (a, b) in lowest terms, 0 ≤ a ≤ b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guerra {
    pub grace_turns: u32,
    pub rebellion_probability: (u64, u64),
    pub cooldown_turns: u32,
    pub rebel_attack_probability: (u64, u64),
    pub small_faction: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Dobyvatele {
    pub board: Board,
    pub wrap: bool,
    pub ticks: u32,
    pub budget_base: u32,
    pub budget_step: u32,
    pub upkeep: u32,
    pub recruit_cost: u32,
    /// A post every so many ticks; 0 = only the opening and the end.
    pub post_every: u32,
    pub fallback: Strategy,
    /// Without it the game begins by `war resume`.
    pub start: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    File(PathBuf),
    /// `hills` in percent of the fields; without a seed a random one.
    Generated {
        teams: u32,
        /// As fits the number of teams, if nobody chose one.
        size: Option<Size>,
        hills: u32,
        seed: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    Stay,
    Random,
    Expand,
    Guard,
    Swarm,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Turns {
    pub when: Schedule,
    /// Whose clock cron, captions and pictures mean.
    pub timezone: Tz,
    pub missed: Missed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels, 320 to 8000 a side.
    pub size: Size,
    pub theme: Theme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    pub language: Language,
    pub templates: Option<PathBuf>,
    /// Letters and digits, without the `#`.
    pub hashtags: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    It,
    En,
    Cs,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Web {
    pub enabled: bool,
    pub listen: SocketAddr,
    /// Where followers find the page, if they can.
    pub url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outbox {
    /// Between two posts to one network; never for a folder.
    pub min_gap: Duration,
    pub backlog: Backlog,
    /// A forecast post every so many turns; 0 = never.
    pub pronostici_every: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backlog {
    All,
    Latest,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub kind: NetworkKind,
    /// Unique, also as part of the names of environment variables.
    pub name: String,
    /// The folder's place; `None` for every other kind.
    pub path: Option<PathBuf>,
    /// `None`: the network's own address. Always there for Mastodon, never for a folder.
    pub base_url: Option<String>,
    /// Whom it posts as or where: Bluesky's `handle`, Telegram's `chat`, Facebook's `page`; empty for other kinds.
    pub account: String,
    /// Who sees a Mastodon post.
    pub visibility: Visibility,
    /// Telegram: a file in place of a photo.
    pub as_document: bool,
    /// Telegram: the alt text follows the caption.
    pub alt_in_caption: bool,
    /// In place of `[picture] size`.
    pub size: Option<Size>,
    pub on_unknown: OnUnknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    Public,
    Unlisted,
    Private,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkKind {
    Folder,
    Mastodon,
    Bluesky,
    X,
    Telegram,
    Facebook,
    Discord,
}

/// What to do when a network that cannot be read back may or may not have taken a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnUnknown {
    Hold,
    Resend,
}

impl Config {
    /// Reads a config file.
    ///
    /// # Errors
    /// The file cannot be read, or it has faults: then all of them, the first in the first line.
    #[allow(clippy::disallowed_methods, reason = "this is where the file is read")]
    pub fn load(path: &Path) -> Result<(Config, Vec<Warning>), ConfigError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Config::parse(&text, path),
            Err(cause) => Err(ConfigError::Unreadable { path: path.into(), cause }),
        }
    }

    /// Reads the text of the config file `path`, whose folder relative paths start from.
    pub fn parse(text: &str, path: &Path) -> Result<(Config, Vec<Warning>), ConfigError> {
        read::config(text, path)
    }
}

/// What a missing or empty config.toml means; paths are relative to the working directory.
impl Default for Config {
    fn default() -> Self {
        let (config, _) = Config::parse("", Path::new("config.toml")).expect("an empty text has no faults");
        config
    }
}

impl Network {
    /// `GUERRABOT_<NAME>`, to which `_TOKEN`, `_TOKEN_FILE` and the like are added.
    pub fn env_prefix(&self) -> String {
        value::env_prefix(&self.name)
    }
}
