//! The followers' page, its data and feeds, health and metrics over HTTP. It reads turns; it cannot advance a war.

mod answer;
mod api;
mod asset;
mod desk;
mod events;
mod game;
mod health;
mod library;
mod metrics;
mod router;
mod serve;

pub use api::{event_json, local_time, standings_json, turn_json, war_json};
pub use game::game_json;
pub use serve::{Limits, serve};

use crate::store::{Inbox, Pulse, Store, StoreError};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use std::sync::Arc;
use tokio::sync::watch;

/// What the server needs to know; it decides nothing about a war.
pub struct Web {
    /// A connection of its own, for reading only.
    pub store: Store,
    /// Another one, for what players of Dobyvatelé ask for with their tokens.
    pub door: Store,
    /// Where they hand in orders, and see the open tick.
    pub inbox: Arc<Inbox>,
    /// Where followers find the page, without a slash at its end.
    pub url: Option<String>,
    /// Whose clock the times mean.
    pub zone: Tz,
    pub language: crate::words::Language,
    pub pulse: watch::Receiver<Pulse>,
    pub clock: fn() -> DateTime<Utc>,
    pub limits: Limits,
}

/// Why a document cannot be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebError {
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    BadRequest(String),
    /// The database's; it may pass.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the thread that reads has ended")]
    Ended,
}
