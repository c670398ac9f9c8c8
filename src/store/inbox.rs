use super::{Kept, OrderSet, Stage, Store, StoreError};
use crate::rules::dobyvatele::TeamId;
use std::cmp::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot, watch};

/// Where orders are handed in and wait for their commit, and where everybody sees which tick is open.
///
/// An order counts if it was stamped before the deadline; the stamp, its check and the close are under one lock, and the
/// close waits for whoever is stamped and still reads his orders. Nothing is acknowledged before it is stored.
pub struct Inbox {
    desk: Mutex<Desk>,
    /// Nobody is arriving.
    quiet: Condvar,
    handed: Notify,
    stage: watch::Sender<Option<Arc<Stage>>>,
}

#[derive(Default)]
struct Desk {
    stage: Option<Arc<Stage>>,
    /// Nothing more is taken for the stage's tick.
    closed: bool,
    /// How many are stamped and have not handed in yet.
    arriving: u32,
    waiting: Vec<Slip>,
    /// The latest stamp of the stage's tick: a clock that is set back does not put later orders before earlier ones.
    latest: i64,
}

/// The tick for which orders are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    pub tick: u32,
    /// UTC milliseconds; none while no clock runs.
    pub deadline: Option<i64>,
}

/// Orders that wait for their commit.
pub struct Slip {
    war: u32,
    tick: u32,
    seat: i64,
    team: TeamId,
    set: OrderSet,
    answer: oneshot::Sender<Kept>,
}

/// Why orders are not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    NoGame,
    /// Too late: the tick's deadline has passed.
    Closed(Open),
    /// Too early.
    NotOpen(Open),
    Over,
}

/// The right to hand in orders for the open tick, stamped in time; the tick stays open until this is dropped.
pub struct Arrival<'a> {
    inbox: &'a Inbox,
    /// With the state that the orders are for.
    pub stage: Arc<Stage>,
    /// UTC milliseconds.
    pub at: i64,
}

impl Default for Inbox {
    fn default() -> Self {
        let (stage, _) = watch::channel(None);
        Inbox { desk: Mutex::default(), quiet: Condvar::new(), handed: Notify::new(), stage }
    }
}

impl Inbox {
    /// What everybody may see now, and whenever it changes.
    pub fn stage(&self) -> watch::Receiver<Option<Arc<Stage>>> {
        self.stage.subscribe()
    }

    /// Takes orders for the open tick of this stage, and shows it; none if no game is played.
    pub fn show(&self, stage: Option<Stage>) {
        let stage = stage.map(Arc::new);
        let mut desk = self.desk();
        let open = |stage: &Option<Arc<Stage>>| stage.as_ref().map(|stage| (stage.war, stage.state.tick()));
        if open(&desk.stage) != open(&stage) {
            desk.latest = i64::MIN;
        }
        (desk.stage, desk.closed) = (stage.clone(), false);
        self.stage.send_replace(stage);
    }

    /// Stamps orders for a tick that have just arrived as a whole.
    ///
    /// # Errors
    /// The tick is not open, or no more.
    pub fn arrive(&self, tick: u32, clock: impl FnOnce() -> i64) -> Result<Arrival<'_>, Refusal> {
        let mut desk = self.desk();
        let at = clock();
        let stage = desk.stage.clone().ok_or(Refusal::NoGame)?;
        let open = Open { tick: stage.state.tick(), deadline: stage.deadline };
        let late = desk.closed || open.deadline.is_some_and(|deadline| at >= deadline);
        match tick.cmp(&open.tick) {
            _ if stage.is_over() => Err(Refusal::Over),
            Ordering::Less => Err(Refusal::Closed(open)),
            Ordering::Greater => Err(Refusal::NotOpen(open)),
            Ordering::Equal if late => Err(Refusal::Closed(open)),
            Ordering::Equal => {
                desk.arriving += 1;
                desk.latest = desk.latest.max(at);
                Ok(Arrival { inbox: self, stage, at: desk.latest })
            }
        }
    }

    /// From now on nothing more is taken for the open tick; all that came before has been handed in.
    pub fn close(&self) {
        let mut desk = self.desk();
        desk.closed = true;
        drop(self.quiet.wait_while(desk, |desk| desk.arriving > 0).unwrap_or_else(PoisonError::into_inner));
    }

    /// Resolves once something was handed in since this resolved last.
    pub async fn handed(&self) {
        self.handed.notified().await;
    }

    /// Stores all that waits in one transaction and acknowledges it; what cannot be stored is never acknowledged.
    ///
    /// # Errors
    /// The database's; whoever waits then hears that nothing was stored.
    pub fn collect(&self, store: &mut Store) -> Result<(), StoreError> {
        let slips = std::mem::take(&mut self.desk().waiting);
        if slips.is_empty() {
            return Ok(());
        }
        let kept = store.transaction(|tx| {
            let keep = |slip: &Slip| tx.keep_orders((slip.war, slip.tick, slip.seat), slip.team, &slip.set);
            let kept: Vec<Kept> = slips.iter().map(keep).collect::<Result<_, StoreError>>()?;
            crate::crash_point!("orders-before-commit");
            Ok::<_, StoreError>(kept)
        })?;
        crate::crash_point!("orders-after-commit");
        // Whoever went away meanwhile does not hear it.
        for (slip, kept) in slips.into_iter().zip(kept) {
            let _ = slip.answer.send(kept);
        }
        Ok(())
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        // Nothing that could panic is done while it is held.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Arrival<'_> {
    /// Hands in a team's set; what comes of it is told once it is stored, nothing if it could not be.
    pub fn hand_in(self, seat: i64, team: TeamId, set: OrderSet) -> oneshot::Receiver<Kept> {
        let (answer, told) = oneshot::channel();
        let (war, tick) = (self.stage.war, self.stage.state.tick());
        let slip = Slip { war, tick, seat, team, set, answer };
        self.inbox.desk().waiting.push(slip);
        self.inbox.handed.notify_one();
        told
    }
}

impl Drop for Arrival<'_> {
    fn drop(&mut self) {
        self.inbox.desk().arriving -= 1;
        self.inbox.quiet.notify_all();
    }
}
