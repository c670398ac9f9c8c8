//! When the next turn is due. Pure: (a time, cron or period, zone) → the next time.

mod crontab;
mod local;
mod missed;
mod period;

use std::fmt;
use std::iter::successors;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

pub use local::Cron;
pub use missed::{Missed, Plan, plan};

/// When turns are due; its text (`Display`) is stored beside `next_due`, so that a changed schedule is seen.
#[derive(Clone, Debug, PartialEq)]
pub enum Schedule {
    Cron(Cron),
    /// A whole number of milliseconds above 0; the slots are anchored to the one they are counted from.
    Every(TimeDelta),
}

/// Why a schedule's text was refused; the message says what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    #[error(
        "cron \"{text}\" has {found} fields; write 5 (minute hour day month weekday) or 6 (seconds first)"
    )]
    FieldCount { text: String, found: usize },
    #[error("cron \"{text}\": {field} \"{part}\" {reason}")]
    Field { text: String, field: &'static str, part: String, reason: String },
    #[error("cron \"{text}\": such a date never comes; correct day and month")]
    NeverDue { text: String },
    #[error("unknown timezone \"{0}\"; write an IANA name such as Europe/Rome")]
    Zone(String),
    #[error("\"{text}\" {reason}; write a length such as 500ms, 30s, 10m, 2h, 1d or 1h30m")]
    Period { text: String, reason: &'static str },
}

impl Schedule {
    /// Reads 5 or 6 fields with the meaning of crontab(5), on the wall clock of `zone`.
    pub fn parse_cron(text: &str, zone: Tz) -> Result<Schedule, ScheduleError> {
        Cron::parse(text, zone).map(Schedule::Cron)
    }

    /// Reads a fixed period such as `30s` or `1h30m`; zero is refused.
    pub fn every(text: &str) -> Result<Schedule, ScheduleError> {
        let period = parse_period(text)?;
        if period.is_zero() {
            return Err(ScheduleError::Period { text: text.into(), reason: "is no time at all" });
        }
        Ok(Schedule::Every(period))
    }

    /// The first slot after `t`; for a period, `t` is the slot before it (or the start of the war).
    ///
    /// A cron schedule knows the years up to 2100; later nothing is due, which is said as `MAX_UTC`.
    pub fn next_after(&self, t: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Schedule::Cron(cron) => cron.next_after(t),
            Schedule::Every(period) => t.checked_add_signed(*period),
        }
        .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// The `n`-th slot after the slot `t`, which is the 0th; of a cron line the far ones at the pace of the nearer.
    pub fn nth_after(&self, t: DateTime<Utc>, n: u32) -> DateTime<Utc> {
        /// So many slots of a cron line take some hundredths of a second.
        const NEAR: u32 = 2000;
        let far = |from: DateTime<Utc>, pace: TimeDelta, n: u32| {
            let wait = pace.num_milliseconds().checked_mul(n.into()).and_then(TimeDelta::try_milliseconds);
            wait.and_then(|wait| from.checked_add_signed(wait)).unwrap_or(DateTime::<Utc>::MAX_UTC)
        };
        match self {
            Schedule::Every(period) => far(t, *period, n),
            Schedule::Cron(_) => {
                let walk = successors(Some(t), |slot| Some(self.next_after(*slot)));
                let mut near = walk.take_while(|slot| *slot < DateTime::<Utc>::MAX_UTC);
                match near.nth(n.min(NEAR) as usize) {
                    Some(slot) => far(slot, (slot - t) / NEAR as i32, n.saturating_sub(NEAR)),
                    None => DateTime::<Utc>::MAX_UTC,
                }
            }
        }
    }

    /// From each slot to the next, if that is always the same by the clock on the wall.
    pub fn period(&self) -> Option<TimeDelta> {
        match self {
            Schedule::Cron(cron) => cron.per_day.map(|times| TimeDelta::days(1) / times as i32),
            Schedule::Every(period) => Some(*period),
        }
    }

    /// The last slot ≤ `now`, counted from the slot `due` ≤ `now`; quick after any downtime.
    pub fn latest_due(&self, due: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Schedule::Cron(cron) => cron.latest_due(due, now),
            Schedule::Every(period) => period::latest_due(*period, due, now),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::Cron(cron) => write!(f, "cron {cron}"),
            Schedule::Every(period) => write!(f, "every {}", period::text(*period)),
        }
    }
}

/// Reads an IANA timezone name.
pub fn parse_zone(name: &str) -> Result<Tz, ScheduleError> {
    name.parse().map_err(|_| ScheduleError::Zone(name.into()))
}

/// A stored time, UTC milliseconds, by the clock of a zone.
pub fn local(ms: i64, zone: Tz) -> DateTime<Tz> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&zone)
}

/// Reads a length of time in whole milliseconds, at most ten years: `500ms`, `30s`, `1h30m`; `0s` is lawful here.
pub fn parse_period(text: &str) -> Result<TimeDelta, ScheduleError> {
    period::parse(text).map_err(|reason| ScheduleError::Period { text: text.into(), reason })
}
