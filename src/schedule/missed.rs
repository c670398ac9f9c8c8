//! What to do about slots that passed while nobody was there.

use chrono::{DateTime, TimeDelta, Utc};

use super::Schedule;

/// The choice `missed` of config.toml.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missed {
    /// One turn for all missed slots, under the latest of them.
    One,
    /// No turn for a slot more than a minute old.
    Skip,
    /// Every missed slot gets its turn, one after the other.
    All,
}

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Nothing before `due`.
    Wait { due: DateTime<Utc> },
    /// Take the turn of `slot`; afterwards `next_due`, which with `All` may be past as well.
    Take { slot: DateTime<Utc>, next_due: DateTime<Utc> },
    /// Take no turn: the slots from the stored one to `last` have passed.
    Skip { last: DateTime<Utc>, next_due: DateTime<Utc> },
}

/// How old a slot may be under `Missed::Skip`: a slow start is no missed turn.
const STILL_ON_TIME: TimeDelta = TimeDelta::minutes(1);

/// Decides from the stored slot `due` and the time `now` what to do.
pub fn plan(due: DateTime<Utc>, now: DateTime<Utc>, schedule: &Schedule, missed: Missed) -> Plan {
    if due > now {
        return Plan::Wait { due };
    }
    let slot = match missed {
        Missed::All => due,
        Missed::One | Missed::Skip => schedule.latest_due(due, now),
    };
    let next_due = schedule.next_after(slot);
    if missed == Missed::Skip && now - slot > STILL_ON_TIME {
        return Plan::Skip { last: slot, next_due };
    }
    Plan::Take { slot, next_due }
}
