use super::{Found, Network, Outcome, Parcel, Press, Refusal};
use crate::store::{Post, PostState, StoreError, Transaction, Writer};
use chrono::{DateTime, Utc};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// One network's way through its posts, in order.
pub struct Outbox {
    pub writer: Writer,
    /// Shared by the networks, so that a picture that several want is drawn once.
    pub press: Arc<Mutex<Press>>,
    pub network: Network,
    pub clock: fn() -> DateTime<Utc>,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A post moved; there may be more to do.
    Moved(Post, PostState),
    /// The next post waits until this time, UTC milliseconds.
    WaitUntil(i64),
    /// The network is paused.
    Paused(String),
    /// Nothing to publish.
    Idle,
}

impl Outbox {
    /// Moves the network's next post one state on.
    pub async fn step(&self) -> Result<Step, StoreError> {
        let name = self.network.name().to_string();
        let looked =
            self.writer.run(move |store| Ok::<_, StoreError>((store.next_post(&name)?, store.paused()?)));
        let (post, mut paused) = looked.await??;
        if let Some(reason) = paused.remove(self.network.name()) {
            return Ok(Step::Paused(reason));
        }
        let Some(post) = post else { return Ok(Step::Idle) };
        if post.not_before > self.now() {
            return Ok(Step::WaitUntil(post.not_before));
        }
        let state = match post.state {
            PostState::Pending | PostState::Unknown if !post.frozen => self.freeze(&post).await?,
            PostState::Pending => self.send(&post).await?,
            // The process died in the middle of a call: nobody knows what came of it.
            PostState::Sending | PostState::Unknown => self.read_back(&post).await?,
            PostState::Sent | PostState::Held | PostState::Skipped => return Ok(Step::Idle),
        };
        Ok(Step::Moved(post, state))
    }

    fn now(&self) -> i64 {
        (self.clock)().timestamp_millis()
    }

    /// Makes the words and the picture and fixes them, so that every attempt sends the same bytes.
    async fn freeze(&self, post: &Post) -> Result<PostState, StoreError> {
        crate::crash_point!("publish-before-freeze");
        let (press, wanted, style) = (self.press.clone(), post.clone(), self.network.style());
        let composed = tokio::task::spawn_blocking(move || {
            press.lock().unwrap_or_else(std::sync::PoisonError::into_inner).compose(&wanted, &style)
        });
        let composed = composed.await.map_err(|e| StoreError::Broken(format!("drawing: {e}")))?;
        let (id, now) = (post.id, self.now());
        match composed {
            Ok(frozen) => {
                self.write(move |tx| tx.freeze(id, &frozen, now)).await?;
                crate::crash_point!("publish-after-freeze");
                Ok(post.state)
            }
            Err(super::PressError::Store(e)) => Err(e),
            Err(e) => self.mark(post, PostState::Held, &e.to_string(), now).await,
        }
    }

    async fn send(&self, post: &Post) -> Result<PostState, StoreError> {
        let (id, now) = (post.id, self.now());
        let parcel = self.parcel(post).await?;
        self.write(move |tx| tx.mark_sending(id, now)).await?;
        crate::crash_point!("publish-before-send");
        let outcome = self.network.send(&parcel).await;
        crate::crash_point!("publish-after-send");
        let state = match outcome {
            Outcome::Accepted(remote) => self.accept(post, remote).await?,
            Outcome::Unknown(reason) => self.mark(post, PostState::Unknown, &reason, self.now()).await?,
            Outcome::Refused(refusal) => self.refuse(post, refusal).await?,
        };
        crate::crash_point!("publish-after-mark");
        Ok(state)
    }

    async fn read_back(&self, post: &Post) -> Result<PostState, StoreError> {
        crate::crash_point!("publish-before-read-back");
        let parcel = self.parcel(post).await?;
        match self.network.find(&parcel).await {
            Found::Yes(remote) => self.accept(post, remote).await,
            Found::Absent => {
                self.mark(post, PostState::Pending, "read back: not published", self.now()).await
            }
            Found::CannotTell(reason) => {
                let until = self.now() + backoff(post.attempts).as_millis() as i64;
                self.mark(post, PostState::Unknown, &reason, until).await
            }
        }
    }

    async fn parcel(&self, post: &Post) -> Result<Parcel, StoreError> {
        let id = post.id;
        let frozen = self.writer.run(move |store| store.frozen(id)).await??;
        Ok(Parcel { war: post.war, turn: post.turn, kind: post.kind, frozen })
    }

    async fn accept(&self, post: &Post, remote: String) -> Result<PostState, StoreError> {
        let (id, now) = (post.id, self.now());
        self.write(move |tx| tx.mark_sent(id, &remote, now)).await?;
        self.writer.run(|store| store.shrink()).await??;
        Ok(PostState::Sent)
    }

    async fn refuse(&self, post: &Post, refusal: Refusal) -> Result<PostState, StoreError> {
        let now = self.now();
        match refusal {
            Refusal::Later { reason, after } => {
                let wait = after.unwrap_or_else(|| backoff(post.attempts));
                let (network, turn, seconds) = (self.network.name(), post.turn, wait.as_secs());
                tracing::warn!(network, turn, "{reason}; trying again in {seconds} s");
                self.mark(post, PostState::Pending, &reason, now + wait.as_millis() as i64).await
            }
            Refusal::Never(reason) => self.mark(post, PostState::Held, &reason, now).await,
            Refusal::Pause(reason) => {
                tracing::error!(network = self.network.name(), "paused: {reason}");
                let (name, kind, why) =
                    (self.network.name().to_string(), self.network.kind(), reason.clone());
                self.write(move |tx| tx.set_paused(&name, kind, Some(&why))).await?;
                self.mark(post, PostState::Pending, &reason, now).await
            }
        }
    }

    async fn mark(
        &self,
        post: &Post,
        state: PostState,
        reason: &str,
        not_before: i64,
    ) -> Result<PostState, StoreError> {
        let (id, reason) = (post.id, reason.to_string());
        self.write(move |tx| tx.mark(id, state, Some(&reason), not_before)).await?;
        Ok(state)
    }

    async fn write(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        self.writer.run(move |store| store.transaction(work)).await?
    }
}

/// Doubles from a second to ten minutes.
fn backoff(attempts: u32) -> Duration {
    Duration::from_secs((1u64 << attempts.min(10)).min(600))
}
