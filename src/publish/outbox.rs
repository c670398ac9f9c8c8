use super::pace::backoff;
use super::{Backlog, Found, Network, OnUnknown, Outcome, Pace, Parcel, PressError, Refusal, Studio};
use crate::store::{Post, PostKind, PostState, Store, StoreError, Transaction, Writer};
use chrono::{DateTime, Utc};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// One network's way through its posts, in order.
pub struct Outbox {
    writer: Writer,
    studio: Studio,
    network: Network,
    pace: Pace,
    clock: fn() -> DateTime<Utc>,
    /// The last call's fate is unknown.
    troubled: AtomicBool,
    /// Calls in a row that came to nothing, reading back and probing among them.
    failures: AtomicU32,
    /// Pictures have gone since the database last shrank.
    sated: AtomicBool,
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

/// A post whose fate nobody can tell is sent again so often at most: one server failed seven times and had all seven.
const RESENDS: u32 = 2;
/// No wait is shorter, whatever a server says: zero would be a storm.
const LEAST_WAIT: Duration = Duration::from_secs(1);
/// No lawful wait is longer: a later time was written by a clock set ahead.
const MOST_WAIT_MS: i64 = (24 * 60 + 10) * 60 * 1000;

impl Outbox {
    /// `studio`: shared by the networks, so that a picture that several want is drawn once.
    pub fn new(
        writer: Writer,
        studio: Studio,
        network: Network,
        pace: Pace,
        clock: fn() -> DateTime<Utc>,
    ) -> Self {
        Outbox {
            writer,
            studio,
            network,
            pace,
            clock,
            troubled: AtomicBool::new(false),
            failures: AtomicU32::new(0),
            sated: AtomicBool::new(false),
        }
    }

    /// The network's name.
    pub fn name(&self) -> &str {
        &self.network.name
    }

    /// Now, UTC milliseconds.
    pub fn now(&self) -> i64 {
        (self.clock)().timestamp_millis()
    }

    /// Moves the network's next post one state on.
    pub async fn step(&self) -> Result<Step, StoreError> {
        let (name, pace, local) = (self.network.name.clone(), self.pace, self.network.is_local());
        let now = self.now();
        let look = move |store: &mut Store| look(store, &name, now, pace.backlog, local);
        let Some(Next { post, paused, followed, last_sent }) = self.writer.run(look).await?? else {
            self.shrink().await?;
            return Ok(Step::Idle);
        };
        if let Some(reason) = paused {
            return Ok(Step::Paused(reason));
        }
        if post.not_before > now && post.not_before < now + MOST_WAIT_MS {
            return Ok(Step::WaitUntil(post.not_before));
        }
        let rested = last_sent.map_or(now, |last| last + self.pace.min_gap.as_millis() as i64);
        let state = match post.state {
            PostState::Pending if followed => {
                self.mark(&post, PostState::Skipped, "only the latest turn is posted", now).await?
            }
            PostState::Pending if rested > now => return Ok(Step::WaitUntil(rested)),
            PostState::Pending | PostState::Sending | PostState::Unknown if !post.frozen => {
                self.freeze(&post).await?
            }
            PostState::Pending => self.send(&post).await?,
            PostState::Sending => self.interrupted(&post).await?,
            PostState::Unknown => self.read_back(&post).await?,
            PostState::Sent | PostState::Held | PostState::Skipped => return Ok(Step::Idle),
        };
        Ok(Step::Moved(post, state))
    }

    /// Once all is out, in portions between which turns are taken.
    async fn shrink(&self) -> Result<(), StoreError> {
        while self.sated.load(Relaxed) {
            let more = self.writer.run(|store| store.shrink()).await??;
            self.sated.store(more, Relaxed);
        }
        Ok(())
    }

    /// Makes the words and the picture and fixes them, so that every attempt sends the same bytes.
    async fn freeze(&self, post: &Post) -> Result<PostState, StoreError> {
        crate::crash_point!("publish-before-freeze");
        let (wanted, style) = (post.clone(), self.network.style().await);
        let composed = self.studio.run(move |press| press.compose(&wanted, &style)).await;
        let (id, now) = (post.id, self.now());
        match composed {
            Ok(frozen) => {
                self.write(move |tx| tx.freeze(id, &frozen, now)).await?;
                crate::crash_point!("publish-after-freeze");
                Ok(post.state)
            }
            Err(PressError::Store(e)) => Err(e),
            Err(PressError::Died) => Err(StoreError::Broken(PressError::Died.to_string())),
            Err(e) => self.mark(post, PostState::Held, &e.to_string(), now).await,
        }
    }

    async fn send(&self, post: &Post) -> Result<PostState, StoreError> {
        let (id, now) = (post.id, self.now());
        let parcel = self.parcel(post).await?;
        if self.troubled.load(Relaxed)
            && let Err(refusal) = self.network.probe().await
        {
            return self.refuse(post, PostState::Pending, refusal).await;
        }
        if !self.write(move |tx| tx.mark_sending(id, now)).await? {
            return self.moved(id).await;
        }
        let post = &Post { state: PostState::Sending, ..post.clone() };
        crate::crash_point!("publish-before-send");
        let outcome = self.network.send(&parcel, &self.writer).await;
        crate::crash_point!("publish-after-send");
        self.troubled.store(matches!(outcome, Outcome::Unknown(_)), Relaxed);
        let state = match outcome {
            Outcome::Accepted(remote) => self.accept(post, remote).await?,
            Outcome::Unknown(reason) => {
                tracing::warn!(network = self.network.name, turn = post.turn, "perhaps posted: {reason}");
                let look_at = self.now() + self.network.settles().as_millis() as i64;
                self.mark(post, PostState::Unknown, &reason, look_at).await?
            }
            Outcome::Refused(refusal) => self.refuse(post, PostState::Pending, refusal).await?,
        };
        crate::crash_point!("publish-after-mark");
        Ok(state)
    }

    /// The process died in the middle of a call: nobody knows what came of it, and it may not show at once.
    async fn interrupted(&self, post: &Post) -> Result<PostState, StoreError> {
        let look_at = self.now() + self.network.settles().as_millis() as i64;
        self.mark(post, PostState::Unknown, "the program ended during the call", look_at).await
    }

    async fn read_back(&self, post: &Post) -> Result<PostState, StoreError> {
        crate::crash_point!("publish-before-read-back");
        let parcel = self.parcel(post).await?;
        match self.network.find(&parcel, &self.writer).await {
            Found::Yes(remote) => self.accept(post, remote).await,
            Found::Absent => self.absent(post).await,
            // A reading that is refused for good says as little.
            Found::CannotTell(reason) | Found::Failed(Refusal::Never(reason)) => {
                self.cannot_tell(post, &reason).await
            }
            Found::Failed(refusal) => self.refuse(post, PostState::Unknown, refusal).await,
        }
    }

    async fn absent(&self, post: &Post) -> Result<PostState, StoreError> {
        let (name, turn) = (self.network.name.clone(), post.turn);
        self.write(move |tx| tx.clear_doubt(&name, turn, false)).await?;
        // A server that fails at each call is not to be stormed; after a crash of our own there is nothing to spare.
        let failed = post.state == PostState::Unknown && post.attempts > 0;
        let wait = if failed { self.backoff(post) } else { Duration::ZERO };
        let then = self.now() + wait.as_millis() as i64;
        self.mark(post, PostState::Pending, "read back: not published", then).await
    }

    /// The operator's choice in the settings decides.
    async fn cannot_tell(&self, post: &Post, reason: &str) -> Result<PostState, StoreError> {
        if self.network.on_unknown == OnUnknown::Resend && post.resent < RESENDS {
            let (id, then) = (post.id, self.now() + self.backoff(post).as_millis() as i64);
            let reason = format!("sent again, as configured: {reason}");
            let from = post.state;
            let done = self.write(move |tx| tx.resend_blindly(id, from, &reason, then)).await?;
            return if done { Ok(PostState::Pending) } else { self.moved(id).await };
        }
        let reason = format!(
            "perhaps published: {reason}; then `guerrabot posts resolve {} sent`, `resend` or `skip`",
            post.id
        );
        self.mark(post, PostState::Held, &reason, self.now()).await
    }

    async fn parcel(&self, post: &Post) -> Result<Parcel, StoreError> {
        let (post, now) = (post.clone(), self.now());
        let gather = move |store: &mut Store| {
            let missing = || StoreError::Broken(format!("post {}: no war {}", post.id, post.war));
            let war = store.war(Some(post.war))?.ok_or_else(missing)?;
            let (slot, frozen) = (store.slot(post.war, post.turn)?, store.frozen(post.id)?);
            Ok(Parcel::new(&post, &war, slot, frozen, now))
        };
        self.writer.run(gather).await?
    }

    async fn accept(&self, post: &Post, remote: String) -> Result<PostState, StoreError> {
        let (id, from, now) = (post.id, post.state, self.now());
        let done = self.write(move |tx| tx.mark_sent(id, from, &remote, now)).await?;
        self.sated.store(true, Relaxed);
        self.failures.store(0, Relaxed);
        if done { Ok(PostState::Sent) } else { self.moved(id).await }
    }

    /// The post goes back to `state` unless the network will never take it.
    async fn refuse(&self, post: &Post, state: PostState, refusal: Refusal) -> Result<PostState, StoreError> {
        let (now, network, turn) = (self.now(), &self.network.name, post.turn);
        match refusal {
            Refusal::Later { reason, after } => {
                self.failures.fetch_add(1, Relaxed);
                let wait = after.unwrap_or_else(|| self.backoff(post)).max(LEAST_WAIT);
                tracing::warn!(network, turn, "{reason}; trying again in {:.1} s", wait.as_secs_f32());
                self.mark(post, state, &reason, now + wait.as_millis() as i64).await
            }
            Refusal::Never(reason) if state == PostState::Unknown => {
                self.mark(post, PostState::Held, &format!("perhaps published: {reason}"), now).await
            }
            Refusal::Never(reason) => self.mark(post, PostState::Held, &reason, now).await,
            Refusal::Pause(reason) => {
                tracing::error!(network, "paused: {reason}; its posts wait");
                let (name, kind, why) = (network.clone(), self.network.kind(), reason.clone());
                self.write(move |tx| tx.set_paused(&name, kind, Some(&why))).await?;
                self.mark(post, state, &reason, now).await
            }
        }
    }

    fn backoff(&self, post: &Post) -> Duration {
        // The attempt under way is not yet counted in `post`, and reading back counts no attempts at all.
        backoff((post.attempts + 1).max(self.failures.load(Relaxed)), self.now())
    }

    async fn mark(
        &self,
        post: &Post,
        state: PostState,
        reason: &str,
        not_before: i64,
    ) -> Result<PostState, StoreError> {
        let (id, from, reason) = (post.id, post.state, reason.to_string());
        let done = self.write(move |tx| tx.mark(id, (from, state), Some(&reason), not_before)).await?;
        if done { Ok(state) } else { self.moved(id).await }
    }

    /// An operator decided about a post meanwhile: his word stands.
    async fn moved(&self, id: i64) -> Result<PostState, StoreError> {
        let missing = || StoreError::Broken(format!("post {id} is gone"));
        self.writer.run(move |store| store.post(id)).await??.map(|post| post.state).ok_or_else(missing)
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.writer.run(move |store| store.transaction(work)).await?
    }
}

/// A network's next post and what decides about it.
struct Next {
    post: Post,
    paused: Option<String>,
    /// A later one is to go out in its place.
    followed: bool,
    last_sent: Option<i64>,
}

fn look(
    store: &Store,
    name: &str,
    now: i64,
    backlog: Backlog,
    local: bool,
) -> Result<Option<Next>, StoreError> {
    let Some(post) = store.next_post(name)? else { return Ok(None) };
    let of_a_turn = matches!(post.kind, PostKind::Turn | PostKind::Pronostici);
    let latest_only = backlog == Backlog::Latest && !local && of_a_turn;
    Ok(Some(Next {
        paused: store.paused()?.remove(name),
        followed: latest_only && store.is_followed(&post)?,
        last_sent: if local { None } else { store.last_sent(name, now)? },
        post,
    }))
}
