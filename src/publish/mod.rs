//! Posts: each is sent once, or held with a reason.
//!
//! For each post and network: freeze the bytes and commit, mark `sending` and commit, send, mark what came of it.

mod bluesky;
mod book;
mod discord;
mod facebook;
mod fit;
mod folder;
mod game;
mod http;
mod mastodon;
mod network;
mod oauth;
mod outbox;
mod pace;
mod parcel;
mod press;
mod record;
mod session;
mod studio;
mod telegram;
mod verdict;
mod x;

pub use bluesky::Bluesky;
pub use discord::Discord;
pub use facebook::Facebook;
pub use fit::Limits;
pub use folder::Folder;
pub use http::{Http, Patience};
pub use mastodon::Mastodon;
pub use network::{Network, OnUnknown, Service};
pub use oauth::Keys;
pub use outbox::{Outbox, Step};
pub use pace::{Backlog, Pace};
pub use parcel::Parcel;
pub use press::{Press, PressError, Settings, Style};
pub use studio::Studio;
pub use telegram::{Telegram, TelegramForm};
pub use x::X;

use std::time::Duration;

/// What a publishing call came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Published, under this name.
    Accepted(String),
    /// Certainly not published.
    Refused(Refusal),
    /// Perhaps published: read back before anything else.
    Unknown(String),
}

/// Why a network did not take a post, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Try again, after a time of the network's own choice if it named one.
    Later { reason: String, after: Option<Duration> },
    /// The network will never take this post: it is held.
    Never(String),
    /// The network takes nothing at all: it is paused and its queue stays.
    Pause(String),
}

impl Refusal {
    pub fn reason(&self) -> &str {
        match self {
            Refusal::Later { reason, .. } | Refusal::Never(reason) | Refusal::Pause(reason) => reason,
        }
    }
}

/// What reading back showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Published, under this name.
    Yes(String),
    /// Certainly not published.
    Absent,
    /// This network's answer can never settle it.
    CannotTell(String),
    /// The reading itself was refused: now, or until somebody mends it.
    Failed(Refusal),
}
