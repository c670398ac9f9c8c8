//! The followers' page, what programs read, health and metrics: as files for a folder, or over HTTP beside the daemon.
//!
//! It reads turns and cannot advance a war.

mod answer;
mod api;
mod app;
mod chapter;
mod code;
mod colours;
mod data;
mod desk;
mod document;
mod events;
mod feed;
mod forecast;
mod gallery;
mod game;
mod game_page;
mod health;
mod html;
mod library;
mod metrics;
mod odds;
mod pages;
mod phrases;
mod router;
mod season;
mod serve;
mod shapes;
mod site;
mod tale;
#[cfg(test)]
mod tests;

pub use api::{event_json, local_time, standings_json, turn_json, war_json};
pub use forecast::Forecast;
pub use gallery::Draw;
pub use game::game_json;
pub use serve::{Limits, Web, serve};
pub use site::{Asset, Found, Shot, Site, TALL, WIDE};

use crate::schedule::Schedule;
use crate::store::{StoreError, War};
use crate::words::{Language, WordsError};
use chrono_tz::Tz;

/// What the pages may load, in themselves as a `meta` tag, for hosts that send no header: nothing from elsewhere, nothing
/// inline.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                          connect-src 'self'; base-uri 'none'; form-action 'self'";

/// How the page speaks and where it stands.
#[derive(Clone, Debug)]
pub struct Settings {
    pub language: Language,
    /// The text of a user's templates file.
    pub templates: Option<String>,
    /// Whose clock the dates mean.
    pub zone: Tz,
    /// Where followers find the page, without a slash at the end: previews need whole addresses.
    pub url: Option<String>,
    pub schedule: Schedule,
    /// Served by the daemon, which has `feed.xml` and `api/v1/events` beside it.
    pub live: bool,
}

/// Why a page or a document could not be made.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Words(#[from] WordsError),
    #[error("war {war}: {what}")]
    Broken { war: u32, what: String },
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    BadRequest(String),
    /// The document is at this address.
    #[error("see {0}")]
    Elsewhere(String),
    /// As many pictures are being drawn as can be.
    #[error("too much is asked for at once")]
    Busy,
    #[error("{0}")]
    Drawing(String),
    #[error("the thread that reads has ended")]
    Ended,
}

impl WebError {
    /// Another try may do.
    fn may_pass(&self) -> bool {
        matches!(self, WebError::Store(error) if error.may_pass())
    }

    fn broken(war: &War, what: impl std::fmt::Display) -> Self {
        WebError::Broken { war: war.number, what: what.to_string() }
    }
}
