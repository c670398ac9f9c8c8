use super::turns::{Turn, Turns};
use super::{Clock, POLL};
use crate::rules::dobyvatele::Report;
use crate::schedule::Schedule;
use crate::store::{Inbox, Seat, Stage, Store, StoreError, War, WarState, Writer};
use crate::turn::{Match, Moment, TurnError, open_tick};
use chrono::{DateTime, TimeDelta, Utc};
use std::sync::Arc;

/// A deadline that passed this long ago, and longer than a tick ago, passed while the process slept or could not write.
const SLEPT: TimeDelta = TimeDelta::seconds(1);

/// The game that is played, and what its players were shown last.
#[derive(Default)]
pub(super) struct Ticks {
    game: Option<Match>,
    /// When the open tick closes; none unless this process opened it, so that a restart gives it a full deadline.
    due: Option<DateTime<Utc>>,
    shown: Option<Stage>,
    /// A tick was stored, and the database's log was not merged since.
    unsettled: bool,
}

impl Ticks {
    /// Reads everything anew at the next look.
    pub fn forget(&mut self) {
        (self.game, self.due) = (None, None);
    }

    /// No game is played.
    pub fn leave(&mut self, inbox: &Inbox) {
        if self.shown.take().is_some() {
            self.forget();
            inbox.show(None);
        }
    }

    /// Shows the open tick and takes orders for it, if anything of that is new.
    fn show(&mut self, inbox: &Inbox, schedule: &Schedule, war: &War, seats: Vec<Seat>) {
        let Some(game) = &self.game else { return };
        let tick_ms = match schedule {
            Schedule::Every(period) => Some(period.num_milliseconds()),
            Schedule::Cron(_) => None,
        };
        let stage = Stage {
            war: war.number,
            name: war.name.clone(),
            phase: war.state,
            state: Arc::clone(game.state()),
            deadline: self.due.map(|due| due.timestamp_millis()),
            seats,
            schedule: schedule.to_string(),
            tick_ms,
        };
        if self.shown.as_ref() != Some(&stage) {
            self.shown = Some(stage.clone());
            inbox.show(Some(stage));
        }
    }
}

impl Turns {
    /// Looks at a game: opens its tick, or resolves it once its deadline has passed.
    pub(super) async fn step_game(&mut self, war: War, seats: Vec<Seat>) -> Result<Turn, TurnError> {
        if self.ticks.game.as_ref().is_none_or(|game| game.war.number != war.number) {
            let is_other = self.ticks.shown.as_ref().is_none_or(|shown| shown.war != war.number);
            self.ticks.due.take_if(|_| is_other);
            let loaded = war.clone();
            let load = move |store: &mut Store| Match::load(store, loaded);
            self.ticks.game = Some(self.daemon.writer.run(load).await??);
        }
        let now = (self.daemon.clock)();
        if war.state != WarState::Running {
            self.ticks.due = None;
            self.ticks.show(&self.daemon.inbox, &self.daemon.schedule, &war, seats);
            return self.stand_still(&war, now).await;
        }
        let Some(due) = self.deadline(&war, now) else {
            let due = self.daemon.schedule.next_after(now);
            self.open(war.number, now, due).await?;
            self.ticks.due = Some(due);
            return Ok(Turn::Again);
        };
        self.ticks.show(&self.daemon.inbox, &self.daemon.schedule, &war, seats);
        match (due - now).to_std() {
            Ok(wait) if !wait.is_zero() => {
                // That may take a while on a slow disk: now, while the next deadline is farthest.
                if std::mem::take(&mut self.ticks.unsettled) {
                    self.daemon.writer.run(|store| store.settle()).await??;
                    return Ok(Turn::Again);
                }
                Ok(Turn::Wait(wait))
            }
            _ => self.resolve(due, now).await,
        }
    }

    /// The open tick gets its deadline, and a game that starts its opening posts.
    async fn open(&self, war: u32, now: DateTime<Utc>, due: DateTime<Utc>) -> Result<(), TurnError> {
        let (schedule, networks) = (self.daemon.schedule.to_string(), self.networks());
        let (slot, now) = (due.timestamp_millis(), now.timestamp_millis());
        let work = move |store: &mut Store| {
            let moment = Moment { slot, now, schedule: &schedule, next_due: slot };
            open_tick(store, war, &networks, &moment)
        };
        Ok(self.daemon.writer.run(work).await??)
    }

    fn networks(&self) -> Vec<String> {
        self.daemon.networks.iter().map(|n| n.name.clone()).collect()
    }

    /// No clock runs; a lobby whose time has come opens.
    async fn stand_still(&mut self, war: &War, now: DateTime<Utc>) -> Result<Turn, TurnError> {
        match war.state {
            WarState::Over | WarState::Halted => Ok(Turn::Finished),
            WarState::Lobby => {
                let start = war.next_due.and_then(DateTime::from_timestamp_millis);
                let Some(start) = start.filter(|start| *start <= now) else {
                    let wait = start.and_then(|start| (start - now).to_std().ok());
                    return Ok(Turn::Wait(wait.unwrap_or(POLL)));
                };
                let (war, number) = (war.number, war.number);
                tracing::info!(war, %start, "the game starts");
                let work = move |store: &mut Store| {
                    store.transaction(|tx| {
                        tx.set_state(number, WarState::Running, None)?;
                        tx.forget_due(number)
                    })
                };
                self.daemon.writer.run(work).await??;
                Ok(Turn::Again)
            }
            WarState::Running | WarState::Paused | WarState::AwaitingSalt => Ok(Turn::Wait(POLL)),
        }
    }

    /// The open tick's deadline; none if it has to be given a full one: after a restart, a pause, a sleep, a clock set back.
    fn deadline(&self, war: &War, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let due = self.ticks.due?;
        let schedule = &self.daemon.schedule;
        let is_stored = war.next_due == Some(due.timestamp_millis());
        let is_near = due <= schedule.next_after(now);
        let slept = now - due > SLEPT && schedule.next_after(due) < now;
        (is_stored && is_near && !slept).then_some(due)
    }

    /// The deadline has passed: stores what came before it and plays.
    async fn resolve(&mut self, due: DateTime<Utc>, now: DateTime<Utc>) -> Result<Turn, TurnError> {
        let Some(mut game) = self.ticks.game.take() else { return Ok(Turn::Again) };
        let (inbox, schedule) = (Arc::clone(&self.daemon.inbox), &self.daemon.schedule);
        let next_due = Some(schedule.next_after(due)).filter(|next| *next > now);
        let next_due = next_due.unwrap_or_else(|| schedule.next_after(now));
        let schedule = schedule.to_string();
        let networks = self.networks();
        let work = move |store: &mut Store| {
            // Here and not before, for this waits for whoever still reads his orders.
            inbox.close();
            let (slot, now) = (due.timestamp_millis(), now.timestamp_millis());
            let moment = Moment { slot, now, schedule: &schedule, next_due: next_due.timestamp_millis() };
            let collected = inbox.collect(store).map_err(TurnError::from);
            let result = collected.and_then(|()| game.play(store, &networks, &moment));
            (game, result)
        };
        let (game, result) = self.daemon.writer.run(work).await?;
        let report = result?;
        if let Some(report) = &report {
            log(&game, report);
        }
        self.ticks.game = Some(game);
        self.ticks.due = Some(next_due);
        self.ticks.unsettled = report.is_some();
        self.taken += u32::from(report.is_some());
        Ok(if report.is_some() { Turn::Took } else { Turn::Finished })
    }
}

fn log(game: &Match, report: &Report) {
    let state = game.state();
    let leader = state.ranking().first().map(|rank| rank.team.letter());
    tracing::info!(
        war = game.war.number,
        tick = state.tick() - 1,
        battles = report.battles.len(),
        taken = report.taken.len(),
        soldiers = state.soldiers().len(),
        leader = leader.map(tracing::field::display),
        over = state.is_over(),
        "tick"
    );
}

/// Stores orders as they are handed in, all that wait at a time.
pub(super) async fn clerk(writer: Writer, inbox: Arc<Inbox>, clock: Clock) -> Result<(), StoreError> {
    let mut warned: Option<DateTime<Utc>> = None;
    loop {
        inbox.handed().await;
        let waiting = Arc::clone(&inbox);
        match writer.run(move |store| waiting.collect(store)).await? {
            Ok(()) => warned = None,
            Err(e) => {
                let now = clock();
                if warned.is_none_or(|last| now - last > TimeDelta::seconds(10)) {
                    tracing::warn!("orders cannot be stored and are not acknowledged: {e}");
                    warned = Some(now);
                }
            }
        }
    }
}
