use super::http::Call;
use super::verdict::unread;
use super::{
    Bluesky, Discord, Facebook, Folder, Found, Limits, Mastodon, Outcome, Parcel, Refusal, Style, Telegram, X,
};
use crate::render::Canvas;
use crate::store::Writer;
use chrono::{DateTime, Utc};
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
    Mastodon(Mastodon),
    Bluesky(Bluesky),
    X(X),
    Telegram(Telegram),
    Facebook(Facebook),
    Discord(Discord),
}

impl Network {
    /// As config.toml writes it.
    pub fn kind(&self) -> &'static str {
        match &self.service {
            Service::Folder(_) => "folder",
            Service::Mastodon(_) => "mastodon",
            Service::Bluesky(_) => "bluesky",
            Service::X(_) => "x",
            Service::Telegram(_) => "telegram",
            Service::Facebook(_) => "facebook",
            Service::Discord(_) => "discord",
        }
    }

    /// What it takes.
    pub async fn limits(&self) -> Limits {
        match &self.service {
            Service::Folder(_) => Limits::default(),
            Service::Mastodon(mastodon) => mastodon.limits().await,
            Service::Bluesky(bluesky) => bluesky.limits(),
            Service::X(x) => x.limits(),
            Service::Telegram(telegram) => telegram.limits(),
            Service::Facebook(facebook) => facebook.limits(),
            Service::Discord(discord) => discord.limits(),
        }
    }

    /// What its posts must look like.
    pub async fn style(&self) -> Style {
        Style { limits: self.limits().await, canvas: self.canvas }
    }

    /// Whether posts have a place at all, found out without leaving this machine.
    pub fn ready(&self) -> Result<(), String> {
        match &self.service {
            Service::Folder(folder) => folder.check(&self.name),
            Service::Mastodon(_) | Service::Bluesky(_) | Service::X(_) => Ok(()),
            Service::Telegram(_) | Service::Facebook(_) | Service::Discord(_) => Ok(()),
        }
    }

    /// Whether the credentials are good, without posting; what they are good for, in words.
    pub async fn check(&self, writer: &Writer) -> Result<String, Refusal> {
        let checked = match &self.service {
            Service::Folder(folder) => {
                return folder
                    .check(&self.name)
                    .map(|()| folder.path.display().to_string())
                    .map_err(Refusal::Pause);
            }
            Service::Bluesky(bluesky) => return bluesky.check(writer).await,
            Service::Mastodon(mastodon) => mastodon.check().await,
            Service::X(x) => x.check().await,
            Service::Telegram(telegram) => telegram.check().await,
            Service::Facebook(facebook) => facebook.check().await,
            Service::Discord(discord) => discord.check().await,
        };
        checked.map_err(|call| match (&self.service, &call) {
            (Service::X(x), Call::Answered(answer)) if answer.status >= 300 => x.refused("check", answer),
            _ => unread("check", call),
        })
    }

    /// So many seconds this machine's clock is ahead of the server's; none if there is no server, or it does not say.
    pub async fn skew(&self, now: DateTime<Utc>) -> Option<i64> {
        let (http, url) = match &self.service {
            Service::Folder(_) => return None,
            Service::Mastodon(mastodon) => mastodon.server(),
            Service::Bluesky(bluesky) => bluesky.server(),
            Service::X(x) => x.server(),
            Service::Telegram(telegram) => telegram.server(),
            Service::Facebook(facebook) => facebook.server(),
            Service::Discord(discord) => discord.server(),
        };
        let Call::Answered(answer) = http.call(http.get(url)).await else { return None };
        answer.date().map(|theirs| (now - DateTime::from(theirs)).num_seconds())
    }

    /// Posts need no gap between them.
    pub(super) fn is_local(&self) -> bool {
        matches!(self.service, Service::Folder(_))
    }

    /// How long after a lost answer a post surely shows in what is read back.
    pub(super) fn settles(&self) -> Duration {
        match &self.service {
            Service::Folder(_) | Service::Bluesky(_) => Duration::ZERO,
            Service::Telegram(_) | Service::Discord(_) => Duration::ZERO,
            Service::Mastodon(_) => Duration::from_secs(2),
            Service::X(_) | Service::Facebook(_) => Duration::from_secs(15),
        }
    }

    /// Where a lost answer cannot be looked up: whether a harmless call is answered, so that an outage puts one post
    /// in doubt and not the whole queue.
    pub(super) async fn probe(&self) -> Result<(), Refusal> {
        match &self.service {
            Service::Folder(_) | Service::Mastodon(_) | Service::Bluesky(_) | Service::X(_) => Ok(()),
            Service::Telegram(telegram) => telegram.probe().await,
            Service::Facebook(facebook) => facebook.probe().await,
            Service::Discord(discord) => discord.probe().await,
        }
    }

    /// Publishes; `writer` keeps what must outlive the call, such as a login.
    pub async fn send(&self, parcel: &Parcel, writer: &Writer) -> Outcome {
        match &self.service {
            Service::Folder(folder) => folder.send(parcel),
            Service::Mastodon(mastodon) => mastodon.send(parcel).await,
            Service::Bluesky(bluesky) => bluesky.send(parcel, writer).await,
            Service::X(x) => x.send(parcel).await,
            Service::Telegram(telegram) => telegram.send(parcel).await,
            Service::Facebook(facebook) => facebook.send(parcel).await,
            Service::Discord(discord) => discord.send(parcel).await,
        }
    }

    /// Looks whether a post has been published.
    pub(super) async fn find(&self, parcel: &Parcel, writer: &Writer) -> Found {
        match &self.service {
            Service::Folder(folder) => folder.find(parcel),
            Service::Mastodon(mastodon) => mastodon.find(parcel).await,
            Service::Bluesky(bluesky) => bluesky.find(parcel, writer).await,
            Service::X(x) => x.find(parcel).await,
            Service::Telegram(telegram) => telegram.find(),
            Service::Facebook(facebook) => facebook.find(parcel).await,
            Service::Discord(discord) => discord.find(),
        }
    }
}
