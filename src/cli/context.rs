#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the edge reads the clock and the files and hands them in"
)]

use super::credentials;
use crate::config::{self, Config, MapSource, Warning};
use crate::map::{self, Map};
use crate::publish::{self, Backlog, Network, Pace};
use crate::render;
use crate::rules::fraction::Fraction;
use crate::rules::guerra::{EDITION, Rules};
use crate::schedule::Schedule;
use crate::store::{Ruleset, Store, StoreError, War};
use crate::web;
use crate::words;
use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};

/// What every command starts from: the settings and the database's place.
pub(super) struct Context {
    pub config: Config,
    pub warnings: Vec<Warning>,
    pub db: PathBuf,
}

impl Context {
    /// A config file that was named must exist; without one the defaults hold.
    pub fn load(config: Option<PathBuf>, db: Option<PathBuf>) -> anyhow::Result<Self> {
        let standard = Path::new("config.toml");
        let (config, warnings) = match config {
            Some(path) => Config::load(&path)?,
            None if standard.exists() => Config::load(standard)?,
            None => (Config::default(), Vec::new()),
        };
        let db = db.unwrap_or_else(|| config.db.clone());
        Ok(Context { config, warnings, db })
    }

    /// Warnings of the config file, on standard error.
    pub fn warn(&self) {
        self.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    }

    /// The rules that a new war would get.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let guerra = &self.config.guerra;
        let fraction = |(a, b)| Fraction::new(a, b);
        Ok(Rules {
            cooldown_turns: guerra.cooldown_turns,
            edition: EDITION,
            grace_turns: guerra.grace_turns,
            rebel_attack_probability: fraction(guerra.rebel_attack_probability)?,
            rebellion_probability: fraction(guerra.rebellion_probability)?,
            small_faction: guerra.small_faction,
        })
    }

    pub fn network_names(&self) -> Vec<String> {
        self.config.networks.iter().map(|n| n.name.clone()).collect()
    }

    /// How fast posts follow each other.
    pub fn pace(&self) -> Pace {
        let outbox = self.config.outbox;
        let backlog = match outbox.backlog {
            config::Backlog::All => Backlog::All,
            config::Backlog::Latest => Backlog::Latest,
        };
        Pace { min_gap: outbox.min_gap, backlog }
    }

    /// The networks of config.toml with their credentials; a rehearsal has folders only, and one if there is none.
    pub fn networks(&self, dry_run: bool) -> anyhow::Result<Vec<Network>> {
        if !dry_run {
            return credentials::networks(&self.config.networks);
        }
        let is_folder = |n: &&config::Network| n.kind == config::NetworkKind::Folder;
        let folders: Vec<_> = self.config.networks.iter().filter(is_folder).cloned().collect();
        let folders = if folders.is_empty() { Config::default().networks } else { folders };
        credentials::networks(&folders)
    }

    /// The map that a new war would get, with its file.
    pub fn map_source(&self) -> anyhow::Result<(String, Vec<u8>)> {
        match &self.config.war.map {
            MapSource::Bundled(name) => bundled(name),
            MapSource::File(path) => read_map(path),
        }
    }

    /// The map that a new war would get, if it is sound, with its file.
    pub fn new_map(&self) -> anyhow::Result<(Map, Vec<u8>)> {
        let (name, source) = self.map_source()?;
        let (map, _) = map::load(&source, &name)?;
        Ok((map, source))
    }

    pub fn db_exists(&self) -> anyhow::Result<bool> {
        self.db.try_exists().with_context(|| self.db.display().to_string())
    }

    /// The database for reading; none if there is no file yet.
    pub fn reader(&self) -> anyhow::Result<Option<Store>> {
        if !self.db_exists()? {
            return Ok(None);
        }
        match Store::open_read_only(&self.db) {
            // The daemon is just making it.
            Err(StoreError::Older { found: 0, .. }) => Ok(None),
            opened => Ok(Some(opened?)),
        }
    }

    /// What to say if config.toml names another game than the war is of.
    pub fn waiting_ruleset(&self, war: &War) -> Option<String> {
        let wanted = match self.config.war.ruleset {
            config::Ruleset::Guerra => Ruleset::Guerra,
            config::Ruleset::Dobyvatele => Ruleset::Dobyvatele,
        };
        (wanted != war.ruleset).then(|| {
            format!(
                "[war] ruleset = \"{}\" waits for the next war; war {} is of {}: `guerrabot war new` ends it and begins the other",
                wanted.text(),
                war.number,
                war.ruleset.text()
            )
        })
    }

    /// The database and a war of Guerra in it: the one of the number, else the newest.
    pub fn open_war(&self, number: Option<u32>) -> anyhow::Result<(Store, War)> {
        let (store, war) = self.open_any_war(number)?;
        if war.ruleset == Ruleset::Dobyvatele {
            bail!(
                "war {} is a game of Dobyvatelé, and this command belongs to the other game, Guerra; `guerrabot status`, `guerrabot team list` \
                 and http://{}/ tell of it",
                war.number,
                self.config.web.listen
            );
        }
        Ok((store, war))
    }

    /// The database and a war or a game in it: the one of the number, else the newest.
    pub fn open_any_war(&self, number: Option<u32>) -> anyhow::Result<(Store, War)> {
        let none = "no war yet; `guerrabot run` begins one";
        let store = self.reader()?.with_context(|| format!("{}: {none}", self.db.display()))?;
        let war = store.war(number)?.with_context(|| match number {
            Some(number) => {
                format!("{}: there is no war {number}; see `guerrabot war list`", self.db.display())
            }
            None => format!("{}: {none}", self.db.display()),
        })?;
        Ok((store, war))
    }

    /// A stored time in the war's zone, as the formats write it.
    pub fn local(&self, ms: i64) -> String {
        web::local_time(ms, self.config.schedule.timezone)
    }
}

/// The wall clock: the one place where the program reads it.
pub(super) fn clock() -> DateTime<Utc> {
    Utc::now()
}

/// A bundled map by its name.
pub(super) fn bundled(name: &str) -> anyhow::Result<(String, Vec<u8>)> {
    let known = || map::BUNDLED.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let bytes = map::bundled(name).with_context(|| {
        format!(
            "no bundled map \"{name}\"; there are {}, a file is named with a path such as ./{name}",
            known()
        )
    })?;
    Ok((name.to_string(), bytes.to_vec()))
}

/// A map file's bytes; its name without the ending stands for a missing `name`.
pub(super) fn read_map(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let bytes = std::fs::read(path).with_context(|| format!("map {}", path.display()))?;
    Ok((path.display().to_string(), bytes))
}

/// A map for the rules: a map file, or a table as `map show --json` prints it.
pub(super) fn rules_map(name: &str, bytes: &[u8]) -> anyhow::Result<Map> {
    let table = map::is_table(bytes);
    Ok(if table { map::Table::parse(bytes, name) } else { map::load(bytes, name).map(|(map, _)| map) }?)
}

/// 1 to 64 hex digits, filled with zeros on the left to 32 bytes.
pub(super) fn parse_hex(text: &str) -> Result<[u8; 32], String> {
    let wrong = || format!("\"{text}\" is not 1 to 64 hex digits");
    if text.is_empty() || text.len() > 64 {
        return Err(wrong());
    }
    let mut bytes = [0; 32];
    hex::decode_to_slice(format!("{text:0>64}"), &mut bytes).map_err(|_| wrong())?;
    Ok(bytes)
}

/// 32 bytes from the system's random source.
pub(super) fn random_bytes() -> anyhow::Result<[u8; 32]> {
    use std::io::Read;
    let mut bytes = [0; 32];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut source| source.read_exact(&mut bytes))
        .context("/dev/urandom")?;
    Ok(bytes)
}

impl Context {
    /// The language of posts and page.
    pub fn language(&self) -> words::Language {
        match self.config.words.language {
            config::Language::It => words::Language::Italian,
            config::Language::En => words::Language::English,
            config::Language::Cs => words::Language::Czech,
        }
    }

    /// How posts look and speak.
    ///
    /// # Errors
    /// The templates file cannot be read.
    pub fn press(&self, schedule: &Schedule) -> anyhow::Result<publish::Settings> {
        let words = &self.config.words;
        let template =
            |path: &PathBuf| std::fs::read_to_string(path).with_context(|| path.display().to_string());
        Ok(publish::Settings {
            language: self.language(),
            templates: words.templates.as_ref().map(template).transpose()?,
            hashtags: words.hashtags.clone(),
            zone: self.config.schedule.timezone,
            canvas: canvas(self.config.picture.size),
            theme: match self.config.picture.theme {
                config::Theme::Light => render::Theme::Light,
                config::Theme::Dark => render::Theme::Dark,
            },
            schedule: schedule.clone(),
        })
    }
}

pub(super) fn canvas(size: config::Size) -> render::Canvas {
    render::Canvas { width: size.width, height: size.height }
}
