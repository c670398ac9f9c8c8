use super::{Folder, Found, Limits, Outcome, Parcel, Refusal, Style};
use crate::render::Canvas;
use crate::store::Writer;
use std::time::Duration;

/// A configured place where posts go.
#[derive(Clone, Debug)]
pub struct Network {
    /// The name in config.toml.
    pub name: String,
    /// In place of the size in the settings.
    pub canvas: Option<Canvas>,
    pub on_unknown: OnUnknown,
    pub service: Service,
}

/// What becomes of a post that may be out or not, where nobody can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnUnknown {
    /// The operator looks and decides.
    Hold,
    /// It is sent again, a few times at most, at the risk of a second one.
    Resend,
}

/// What speaks to a kind of network; a closed set, for it is configured and saved.
#[derive(Clone, Debug)]
pub enum Service {
    Folder(Folder),
}

impl Network {
    /// As config.toml writes it.
    pub fn kind(&self) -> &'static str {
        match &self.service {
            Service::Folder(_) => "folder",
        }
    }

    /// What its posts must look like.
    pub(super) async fn style(&self) -> Style {
        let limits = match &self.service {
            Service::Folder(_) => Limits::default(),
        };
        Style { limits, canvas: self.canvas }
    }

    /// Whether posts have a place at all, found out without leaving this machine.
    pub fn ready(&self) -> Result<(), String> {
        match &self.service {
            Service::Folder(folder) => folder.check(&self.name),
        }
    }

    /// Posts need no gap between them.
    pub(super) fn is_local(&self) -> bool {
        matches!(self.service, Service::Folder(_))
    }

    /// How long after a lost answer a post surely shows in what is read back.
    pub(super) fn settles(&self) -> Duration {
        match &self.service {
            Service::Folder(_) => Duration::ZERO,
        }
    }

    /// Where a lost answer cannot be looked up: whether a harmless call is answered, so that an outage puts one post
    /// in doubt and not the whole queue.
    pub(super) async fn probe(&self, _writer: &Writer) -> Result<(), Refusal> {
        match &self.service {
            Service::Folder(_) => Ok(()),
        }
    }

    /// Publishes; `writer` keeps what must outlive the call, such as a login.
    pub(super) async fn send(&self, parcel: &Parcel, _writer: &Writer) -> Outcome {
        match &self.service {
            Service::Folder(folder) => folder.send(parcel),
        }
    }

    /// Looks whether a post has been published.
    pub(super) async fn find(&self, parcel: &Parcel, _writer: &Writer) -> Found {
        match &self.service {
            Service::Folder(folder) => folder.find(parcel),
        }
    }
}
