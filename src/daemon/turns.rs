use super::ticks::Ticks;
use super::{Daemon, DaemonError, POLL, Phase};
use crate::rules::guerra::{Event, Taken};
use crate::schedule::{Plan, plan};
use crate::store::{News, Ruleset, SET_BACK_MS, Seat, Store, StoreError, War, WarState};
use crate::turn::{Campaign, Moment, TurnError};
use chrono::{DateTime, Utc};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// What the loop of turns ended with; an error if it died.
type Ended = oneshot::Receiver<Result<(), DaemonError>>;

/// Runs the loop on a thread and a clock of its own: deadlines are kept however busy those are who serve readers.
pub(super) fn start(daemon: Daemon, phase: watch::Receiver<Phase>) -> std::io::Result<Ended> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let (end, ended) = oneshot::channel();
    let work = move || drop(end.send(runtime.block_on(run(daemon, phase))));
    std::thread::Builder::new().name("turns".to_string()).spawn(work)?;
    Ok(ended)
}

/// Takes turns as they come due, until told to stop or the turns asked for are taken.
async fn run(daemon: Daemon, mut phase: watch::Receiver<Phase>) -> Result<(), DaemonError> {
    let mut table = Turns::new(daemon);
    while *phase.borrow_and_update() == Phase::Run {
        if table.daemon.turns.is_some_and(|limit| table.taken >= limit) {
            break;
        }
        let wait = match table.step().await {
            Ok(Turn::Took) => {
                table.trouble = None;
                continue;
            }
            Ok(Turn::Again) => continue,
            Ok(Turn::Wait(wait)) => wait.min(POLL),
            Ok(Turn::Finished) if table.daemon.turns.is_some() => break,
            Ok(Turn::Finished) => POLL,
            Err(TurnError::MovedOn(_)) => {
                table.campaign = None;
                table.ticks.forget();
                continue;
            }
            Err(TurnError::Store(e)) if e.may_pass() => {
                table.warn_once(format!("{e}; nothing is lost, trying again"));
                POLL
            }
            Err(TurnError::Store(StoreError::Broken(what))) => table.halt(what).await?,
            Err(TurnError::Broken { what, .. }) => table.halt(what).await?,
            Err(TurnError::Store(e)) => return Err(e.into()),
        };
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            _ = phase.changed() => {}
        }
    }
    Ok(())
}

/// What came of a look at the war.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Took,
    /// Something was put right: look again at once.
    Again,
    Wait(Duration),
    /// Over, paused or halted: no turn is due.
    Finished,
}

/// The loop of turns, a look at a time; it sleeps nowhere, so that a clock of one's own can drive it.
pub struct Turns {
    pub(super) daemon: Daemon,
    campaign: Option<Campaign>,
    pub(super) ticks: Ticks,
    pub(super) taken: u32,
    /// The warning that was last given, so that it is given once.
    trouble: Option<String>,
}

impl Turns {
    /// Before the first look.
    pub fn new(daemon: Daemon) -> Self {
        Turns { daemon, campaign: None, ticks: Ticks::default(), taken: 0, trouble: None }
    }

    /// Takes the next turn if it is due.
    ///
    /// # Errors
    /// The database's, some of which pass; a broken invariant; a war that somebody else moved on.
    pub async fn step(&mut self) -> Result<Turn, TurnError> {
        let look = self.daemon.writer.run(look).await??;
        self.beat(look.as_ref());
        let Some((war, _, seats)) = look else { return Ok(Turn::Wait(POLL)) };
        match war.ruleset {
            Ruleset::Dobyvatele => return self.step_game(war, seats).await,
            Ruleset::Guerra => self.ticks.leave(&self.daemon.inbox),
        }
        match war.state {
            WarState::Running => {}
            WarState::Over | WarState::Halted => return Ok(Turn::Finished),
            WarState::Paused | WarState::AwaitingSalt | WarState::Lobby => return Ok(Turn::Wait(POLL)),
        }
        if self.campaign.as_ref().is_none_or(|c| c.war.number != war.number || c.war.salt != war.salt) {
            let load = move |store: &mut _| Campaign::load(store, war);
            let mut campaign = self.daemon.writer.run(load).await??;
            if let Some(why) = campaign.foretell_every(self.daemon.pronostici_every) {
                tracing::warn!(war = campaign.war.number, "{why}");
            }
            self.campaign = Some(campaign);
            return Ok(Turn::Again);
        }
        let now = (self.daemon.clock)();
        match self.due(&war, now).await? {
            None => Ok(Turn::Again),
            Some(due) => self.act(due, now).await,
        }
    }

    /// Tells the rest of the process, and who looks at the lock from outside, that the loop lives.
    fn beat(&mut self, look: Option<&Look>) {
        let now = (self.daemon.clock)();
        let news = look.map(|(war, turn, seats)| News {
            war: war.number,
            ruleset: war.ruleset,
            state: war.state,
            turn: *turn,
            next_due: war.next_due,
            seats: (seats.len(), seats.iter().map(|seat| seat.id).max().unwrap_or_default()),
        });
        let _ = self.daemon.pulse.send_if_modified(|pulse| pulse.look(now.timestamp_millis(), news));
        self.daemon.lock.beat(now);
    }

    /// When the next turn is due; none if that had to be computed anew, because the schedule changed.
    async fn due(&mut self, war: &War, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, TurnError> {
        let schedule = self.daemon.schedule.to_string();
        let stored = war.next_due.and_then(DateTime::from_timestamp_millis);
        if let Some(due) = stored
            && war.schedule.as_deref() == Some(schedule.as_str())
        {
            return Ok(Some(due));
        }
        let number = war.number;
        let last = self.daemon.writer.run(move |store| store.last_at(number)).await??;
        let from = last.and_then(DateTime::from_timestamp_millis).map_or(now, |last| last.max(now));
        let next = self.daemon.schedule.next_after(from);
        tracing::info!(war = number, %schedule, next = %next, "schedule");
        self.set_due(number, schedule, next).await?;
        Ok(None)
    }

    async fn act(&mut self, due: DateTime<Utc>, now: DateTime<Utc>) -> Result<Turn, TurnError> {
        match plan(due, now, &self.daemon.schedule, self.daemon.missed) {
            Plan::Wait { due } => {
                self.watch_clock(now).await?;
                Ok(Turn::Wait((due - now).to_std().unwrap_or_default()))
            }
            Plan::Skip { last, next_due } => {
                tracing::warn!(%last, next = %next_due, "turns that were missed are skipped, as configured");
                let number = self.campaign.as_ref().map_or(0, |c| c.war.number);
                self.set_due(number, self.daemon.schedule.to_string(), next_due).await?;
                Ok(Turn::Again)
            }
            Plan::Take { slot, next_due } => self.take(slot, next_due, now).await,
        }
    }

    async fn take(
        &mut self,
        slot: DateTime<Utc>,
        next_due: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<Turn, TurnError> {
        let Some(mut campaign) = self.campaign.take() else { return Ok(Turn::Again) };
        let networks: Vec<String> = self.daemon.networks.iter().map(|n| n.name.clone()).collect();
        let schedule = self.daemon.schedule.to_string();
        let work = move |store: &mut _| {
            let (slot, now) = (slot.timestamp_millis(), now.timestamp_millis());
            let moment = Moment { slot, now, schedule: &schedule, next_due: next_due.timestamp_millis() };
            let result = campaign.take(store, &networks, &moment);
            (campaign, result)
        };
        let (campaign, result) = self.daemon.writer.run(work).await?;
        let taken = result?;
        if let Some(taken) = &taken {
            log(&campaign, taken);
        }
        self.campaign = Some(campaign);
        self.taken += u32::from(taken.is_some());
        Ok(if taken.is_some() { Turn::Took } else { Turn::Finished })
    }

    pub(super) async fn set_due(
        &self,
        war: u32,
        schedule: String,
        next: DateTime<Utc>,
    ) -> Result<(), TurnError> {
        let next = next.timestamp_millis();
        let work =
            move |store: &mut crate::store::Store| store.transaction(|tx| tx.set_due(war, &schedule, next));
        Ok(self.daemon.writer.run(work).await??)
    }

    /// A clock set back loses and doubles nothing, for the due time is stored: it only has to be said.
    async fn watch_clock(&mut self, now: DateTime<Utc>) -> Result<(), TurnError> {
        let Some(number) = self.campaign.as_ref().map(|c| c.war.number) else { return Ok(()) };
        let last = self.daemon.writer.run(move |store| store.last_at(number)).await??;
        if let Some(last) = last
            && last - now.timestamp_millis() > SET_BACK_MS
        {
            let behind = (last - now.timestamp_millis()) / 1000;
            self.warn_once(format!(
                "the clock is behind the last turn by {behind} s; waiting until it is right"
            ));
        }
        Ok(())
    }

    fn warn_once(&mut self, what: String) {
        let kind = |text: &str| text.split(char::is_numeric).next().map(String::from);
        if self.trouble.as_deref().and_then(kind) != kind(&what) {
            tracing::warn!("{what}");
        }
        self.trouble = Some(what);
    }

    /// A broken invariant: no turn may be taken on top of it.
    async fn halt(&mut self, reason: String) -> Result<Duration, DaemonError> {
        let war = self.daemon.writer.run(|store| store.war(None)).await??.map_or(0, |w| w.number);
        tracing::error!(war, reason, "the war is halted");
        let why = reason.clone();
        let work = move |store: &mut crate::store::Store| {
            store.transaction(|tx| tx.set_state(war, WarState::Halted, Some(&why)))
        };
        self.daemon.writer.run(work).await??;
        match self.daemon.turns {
            Some(_) => Err(DaemonError::Halted { war, reason }),
            None => Ok(POLL),
        }
    }
}

/// The newest war with its last turn and, in Dobyvatelé, who sits for the teams.
type Look = (War, u32, Vec<Seat>);

fn look(store: &mut Store) -> Result<Option<Look>, StoreError> {
    let Some(war) = store.war(None)? else { return Ok(None) };
    let (turn, seats) = (store.last_turn(war.number)?, store.seats(war.number)?);
    Ok(Some((war, turn, seats)))
}

fn log(campaign: &Campaign, taken: &Taken) {
    let name = |t| campaign.map.territory(t).name.as_str();
    let event = taken.event;
    let kind = match event {
        Event::Attack { .. } => "attack",
        Event::Rebellion { .. } => "rebellion",
    };
    tracing::info!(
        war = campaign.war.number,
        turn = campaign.state().turns_played(),
        event = kind,
        actor = name(event.actor().home()),
        target = name(event.target()),
        loser = name(event.loser().home()),
        eliminated = taken.eliminated,
        alive = campaign.state().alive(),
        over = taken.over,
        "turn"
    );
}
