//! Posts: each is sent once, or held with a reason.
//!
//! For each post and network: freeze the bytes and commit, mark `sending` and commit, send, mark what came of it.

mod book;
mod folder;
mod outbox;
mod press;

pub use folder::Folder;
pub use outbox::{Outbox, Step};
pub use press::{Press, PressError, Settings, Style};

use crate::store::{Frozen, PostKind};
use std::time::Duration;

/// A post on its way to a network, its bytes fixed.
#[derive(Clone, Debug)]
pub struct Parcel {
    pub war: u32,
    pub turn: u32,
    pub kind: PostKind,
    pub frozen: Frozen,
}

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

/// What reading back showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Published, under this name.
    Yes(String),
    /// Certainly not published.
    Absent,
    CannotTell(String),
}

/// A place where posts go; a closed set, for it is configured and saved.
#[derive(Clone, Debug)]
pub enum Network {
    Folder(Folder),
}

impl Network {
    /// The name in config.toml.
    pub fn name(&self) -> &str {
        match self {
            Network::Folder(folder) => &folder.name,
        }
    }

    /// As config.toml writes it.
    pub fn kind(&self) -> &'static str {
        match self {
            Network::Folder(_) => "folder",
        }
    }

    /// What its posts must look like.
    pub fn style(&self) -> Style {
        match self {
            Network::Folder(folder) => Style { limit: None, canvas: folder.canvas },
        }
    }

    /// Whether posts can be published at all, found out without posting.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Network::Folder(folder) => folder.check(),
        }
    }

    /// Publishes.
    pub async fn send(&self, parcel: &Parcel) -> Outcome {
        match self {
            Network::Folder(folder) => folder.send(parcel),
        }
    }

    /// Looks whether a post has been published.
    pub async fn find(&self, parcel: &Parcel) -> Found {
        match self {
            Network::Folder(folder) => folder.find(parcel),
        }
    }
}
