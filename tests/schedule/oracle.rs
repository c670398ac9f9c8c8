//! Random crontab lines in Rome over two years, against croner 4.
//!
//! croner and crontab(5) differ in two points, and the oracle is turned to crontab's side in both:
//! - A day or weekday field such as `*/2` starts with a star, so crontab wants both fields to match; croner
//!   takes only a bare `*` for a star and lets either match. Its prefix `+` says "both".
//! - croner calls a line fixed when second, minute and hour are one value each; Vixie cron (and we) when none
//!   starts with a star. So `0,30 2 * * *` repeats and skips in croner. Taken as the union of `0 2` and `30 2`,
//!   each of which croner calls fixed too, it says what Vixie does.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::{Europe::Rome, Tz};
use croner::{Cron, JobType};
use guerrabot::schedule::{Schedule, ScheduleError};
use proptest::prelude::*;

/// Midnight in Rome before each change of the clocks.
const NIGHTS: [&str; 4] =
    ["2026-10-24T22:00:00Z", "2027-03-27T23:00:00Z", "2027-10-30T22:00:00Z", "2028-03-25T23:00:00Z"];
const NIGHT: TimeDelta = TimeDelta::hours(5);
const START: &str = "2026-10-01T00:00:00Z";
const TWO_YEARS_S: i64 = 2 * 365 * 86_400;

/// A crontab field of values in `min..=max`; the middle of `near` is drawn more often.
fn field(min: u32, max: u32, near: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = String> {
    let value = prop_oneof![3 => near, 1 => min..=max];
    let range = (value.clone(), value.clone()).prop_map(|(a, b)| format!("{}-{}", a.min(b), a.max(b)));
    let plain = prop_oneof![2 => value.clone().prop_map(|v| v.to_string()), 1 => range.clone()];
    let step = 1..=(max - min);
    prop_oneof![
        3 => Just("*".to_string()),
        2 => step.clone().prop_map(|s| format!("*/{s}")),
        2 => (range, step).prop_map(|(r, s)| format!("{r}/{s}")),
        3 => value.prop_map(|v| v.to_string()),
        2 => prop::collection::vec(plain, 1..4).prop_map(|items| items.join(",")),
    ]
}

fn line() -> impl Strategy<Value = [String; 5]> {
    let day = prop_oneof![2 => Just("*".to_string()), 1 => field(1, 31, 24..=31)];
    let month = prop_oneof![3 => Just("*".to_string()), 1 => field(1, 12, 3..=10)];
    let weekday = prop_oneof![2 => Just("*".to_string()), 1 => field(0, 7, 0..=7)];
    [field(0, 59, 0..=59).boxed(), field(0, 23, 1..=3).boxed(), day.boxed(), month.boxed(), weekday.boxed()]
}

fn croner(line: [&str; 5]) -> Cron {
    let [minute, hour, day, month, weekday] = line;
    let starred = |field: &str| field.starts_with('*') && field != "*";
    let both = if starred(day) || starred(weekday) { "+" } else { "" };
    format!("{minute} {hour} {day} {month} {both}{weekday}").parse().unwrap()
}

fn next(cron: &Cron, t: DateTime<Utc>) -> Option<DateTime<Utc>> {
    cron.find_next_occurrence(&t.with_timezone::<Tz>(&Rome), false).ok().map(|n| n.to_utc())
}

fn all(next: impl Fn(DateTime<Utc>) -> Option<DateTime<Utc>>, from: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    std::iter::successors(next(from), |t| next(*t)).take_while(|t| *t < from + NIGHT).collect()
}

/// A line whose named times croner does not call fixed.
fn differs(line: &[String; 5], cron: &Cron) -> bool {
    let named = !line[0].starts_with('*') && !line[1].starts_with('*');
    named && cron.determine_job_type() == JobType::IntervalWildcard
}

fn expected_at_night(line: &[String; 5], cron: &Cron, midnight: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    if !differs(line, cron) {
        return all(|t| next(cron, t), midnight);
    }
    let mut slots = Vec::new();
    for hour in cron.pattern.hours.values().into_iter().filter(|h| *h < 6) {
        for minute in cron.pattern.minutes.values() {
            let single = croner([&minute.to_string(), &hour.to_string(), &line[2], &line[3], &line[4]]);
            slots.extend(all(|t| next(&single, t), midnight));
        }
    }
    slots.sort();
    slots.dedup();
    slots
}

fn in_a_night(t: DateTime<Utc>) -> bool {
    NIGHTS.iter().map(|n| n.parse::<DateTime<Utc>>().unwrap()).any(|n| n <= t && t < n + NIGHT)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn croner_agrees(line in line(), samples in prop::collection::vec(0..TWO_YEARS_S, 12)) {
        let cron = croner(line.each_ref().map(String::as_str));
        let start: DateTime<Utc> = START.parse().unwrap();
        let ours = match Schedule::parse_cron(&line.join(" "), Rome) {
            Ok(schedule) => schedule,
            Err(ScheduleError::NeverDue { .. }) => {
                prop_assert_eq!(next(&cron, start), None);
                return Ok(());
            }
            Err(other) => return Err(TestCaseError::fail(other.to_string())),
        };
        for midnight in NIGHTS.map(|n| n.parse::<DateTime<Utc>>().unwrap()) {
            let just_before = midnight - TimeDelta::seconds(1);
            let expected = expected_at_night(&line, &cron, just_before);
            prop_assert_eq!(all(|t| Some(ours.next_after(t)), just_before), expected.clone());
            let end = just_before + NIGHT - TimeDelta::seconds(1);
            if let Some(last) = expected.last() {
                prop_assert_eq!(ours.latest_due(expected[0], end), *last);
            }
        }
        for t in samples.into_iter().map(|s| start + TimeDelta::seconds(s)) {
            let (got, expected) = (ours.next_after(t), next(&cron, t).unwrap());
            let may_differ = differs(&line, &cron) && (in_a_night(got) || in_a_night(expected));
            prop_assert!(got == expected || may_differ, "{} after {}: {} is not {}", ours, t, got, expected);
        }
    }
}
