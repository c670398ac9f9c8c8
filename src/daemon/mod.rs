//! The loops: one takes turns, one a network publishes. They meet only in the database.

mod lock;
mod publisher;
mod ticks;
mod turns;

pub use lock::{Lock, LockError};
pub use publisher::drain;
pub use turns::{Turn, Turns};

use crate::publish::{Network, Outbox, Pace, Studio};
use crate::schedule::{Missed, Schedule};
use crate::store::{Inbox, Pulse, Store, StoreError, Writer};
use chrono::{DateTime, Utc};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The longest sleep: pauses and other commands written beside the daemon are noticed after it.
const POLL: Duration = Duration::from_secs(1);

/// How long a publishing call under way may take to finish after a stop.
const LAST_CALL: Duration = Duration::from_secs(8);

/// The wall clock, handed in.
pub type Clock = fn() -> DateTime<Utc>;

/// What the loops are to do; each looks at it between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Run,
    /// No more turns: publish what is there, then end.
    Drain,
    Stop,
}

/// Everything that the daemon needs; it decides nothing about it.
pub struct Daemon {
    pub writer: Writer,
    pub studio: Studio,
    pub networks: Vec<Network>,
    pub pace: Pace,
    pub schedule: Schedule,
    pub missed: Missed,
    /// A forecast is posted every so many turns; 0: never.
    pub pronostici_every: u32,
    /// End after so many turns.
    pub turns: Option<u32>,
    pub clock: Clock,
    /// Where teams hand in orders, and see the open tick.
    pub inbox: Arc<Inbox>,
    /// Beats each time that the loop of turns looks.
    pub pulse: watch::Sender<Pulse>,
    /// Held while the daemon runs; it beats too.
    pub lock: Lock,
}

/// Why the daemon ended without being asked to.
#[derive(Debug, thiserror::Error)]
pub enum DaemonError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("war {war} is halted: {reason}")]
    Halted { war: u32, reason: String },
    #[error("a loop of the daemon died: {0}")]
    Died(#[from] tokio::task::JoinError),
    #[error("the loop of turns could not be started, or died: {0}")]
    Turns(std::io::Error),
}

impl Daemon {
    /// Runs until `stop` resolves, or until the turns asked for are taken and published.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), DaemonError> {
        let (phase, _) = watch::channel(Phase::Run);
        let mut publishers = JoinSet::new();
        for network in self.networks.clone() {
            let (writer, studio) = (self.writer.clone(), self.studio.clone());
            let outbox = Outbox::new(writer, studio, network, self.pace, self.clock);
            publishers.spawn(publisher::run(outbox, phase.subscribe(), self.pulse.subscribe()));
        }
        let clerk = ticks::clerk(self.writer.clone(), Arc::clone(&self.inbox), self.clock);
        let (clerk, inbox, writer) = (tokio::spawn(clerk), Arc::clone(&self.inbox), self.writer.clone());
        let mut turns = turns::start(self, phase.subscribe()).map_err(DaemonError::Turns)?;
        tokio::pin!(stop);
        let mut ended = Ok(());
        while *phase.borrow() == Phase::Run || !publishers.is_empty() {
            tokio::select! {
                () = &mut stop => break,
                done = &mut turns, if *phase.borrow() == Phase::Run => {
                    ended = done.map_err(|e| DaemonError::Turns(std::io::Error::other(e)))?;
                    let _ = phase.send_replace(Phase::Drain);
                }
                Some(done) = publishers.join_next() => done??,
            }
        }
        let _ = phase.send_replace(Phase::Stop);
        clerk.abort();
        // What came until now is still stored and acknowledged, if it can be.
        let last = move |store: &mut Store| {
            inbox.close();
            inbox.collect(store)
        };
        let _ = writer.run(last).await?;
        let finish = async {
            while let Some(done) = publishers.join_next().await {
                done??;
            }
            Ok::<(), DaemonError>(())
        };
        match tokio::time::timeout(LAST_CALL, finish).await {
            Ok(result) => result?,
            Err(_) => tracing::warn!(
                "a publishing call did not end in time; it will be read back at the next start"
            ),
        }
        ended
    }
}
