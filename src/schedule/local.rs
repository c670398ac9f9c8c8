//! A cron line on the wall clock of a zone, right on both nights when clocks change.
//!
//! The cron crate goes wrong on real zones (it loses the repeated hour, skips a daily 02:30 in spring), so it
//! only ever sees the naive local clock as if that were UTC; each local time it names is then mapped to its
//! 0, 1 or 2 instants here.

use std::fmt;
use std::iter::successors;

use chrono::{DateTime, MappedLocalTime, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::{GapInfo, Tz};

use super::{ScheduleError, crontab};

/// A crontab line and its zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Cron {
    text: String,
    zone: Tz,
    /// One, or two of which either decides.
    alternatives: Vec<cron::Schedule>,
    /// Named times fire once a day whatever the clock does; a rhythm (`*`) goes on with real time.
    fixed: bool,
    pub(super) per_day: Option<u32>,
}

impl Cron {
    pub(super) fn parse(line: &str, zone: Tz) -> Result<Cron, ScheduleError> {
        let crontab::Translated { text, expressions, fixed, per_day } = crontab::translate(line)?;
        let read = |e: &String| e.parse().expect("translate writes only lists within the crate's limits");
        let alternatives = expressions.iter().map(read).collect();
        let cron = Cron { text, zone, alternatives, fixed, per_day };
        match cron.next_local(DateTime::UNIX_EPOCH.naive_utc()) {
            Some(_) => Ok(cron),
            None => Err(ScheduleError::NeverDue { text: cron.text }),
        }
    }

    /// The first slot after `t`, or `None` at the end of the crate's calendar (the year 2100).
    pub(super) fn next_after(&self, t: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut in_second_pass = None;
        for local in successors(Some(self.search_start(t)), |local| self.next_local(*local)).skip(1) {
            let instants = self.instants(local);
            if let Some(first) = instants.earliest().filter(|i| *i > t) {
                return Some(in_second_pass.map_or(first, |second| first.min(second)));
            }
            in_second_pass = in_second_pass.or(instants.latest().filter(|i| *i > t));
        }
        in_second_pass
    }

    /// Looks back from `now` in windows that double, so the work does not grow with the downtime.
    pub(super) fn latest_due(&self, due: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        let mut window = TimeDelta::minutes(1);
        loop {
            let from = due.max(now - window);
            let slots = successors(self.next_after(from), |slot| self.next_after(*slot));
            match slots.take_while(|slot| *slot <= now).last() {
                Some(last) => return last,
                None if from == due => return due,
                None => window += window,
            }
        }
    }

    /// Within a repeated hour, local times already passed come again: the search starts one fold earlier.
    fn search_start(&self, t: DateTime<Utc>) -> NaiveDateTime {
        let local = t.with_timezone(&self.zone).naive_local();
        match self.zone.from_local_datetime(&local) {
            MappedLocalTime::Ambiguous(first, second) => local - (second - first),
            MappedLocalTime::Single(_) | MappedLocalTime::None => local,
        }
    }

    fn next_local(&self, local: NaiveDateTime) -> Option<NaiveDateTime> {
        let next = |schedule: &cron::Schedule| schedule.after(&local.and_utc()).next();
        self.alternatives.iter().filter_map(next).min().map(|next| next.naive_utc())
    }

    fn instants(&self, local: NaiveDateTime) -> MappedLocalTime<DateTime<Utc>> {
        let instants = self.zone.from_local_datetime(&local).map(|i| i.to_utc());
        match instants {
            MappedLocalTime::None if self.fixed => {
                let end = GapInfo::new(&local, &self.zone).and_then(|gap| gap.end);
                end.map_or(MappedLocalTime::None, |end| MappedLocalTime::Single(end.to_utc()))
            }
            MappedLocalTime::Ambiguous(first, _) if self.fixed => MappedLocalTime::Single(first),
            MappedLocalTime::None | MappedLocalTime::Single(_) | MappedLocalTime::Ambiguous(..) => instants,
        }
    }
}

impl fmt::Display for Cron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.text, self.zone)
    }
}
