//! When turns are due: plain cases on the local clock, periods, missed slots, and a second opinion (croner).

mod oracle;

use chrono::{DateTime, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::{Europe::Rome, Tz};
use guerrabot::schedule::{Missed, Plan, Schedule, parse_period, parse_zone, plan};

fn cron(line: &str) -> Schedule {
    Schedule::parse_cron(line, Rome).unwrap()
}

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// The first instant that a clock in Rome shows as `text`.
fn rome(text: &str) -> DateTime<Utc> {
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
    Rome.from_local_datetime(&local).earliest().unwrap().to_utc()
}

/// Day, time and offset of the next `n` slots after a time in Rome.
fn slots(line: &str, after: &str, n: usize) -> Vec<String> {
    let schedule = cron(line);
    let mut t = rome(after);
    let next = |_| {
        t = schedule.next_after(t);
        t.with_timezone(&Rome).format("%d %H:%M%z").to_string().trim_end_matches("00").to_string()
    };
    (0..n).map(next).collect()
}

fn refusal(line: &str) -> String {
    Schedule::parse_cron(line, Rome).unwrap_err().to_string()
}

#[test]
fn daily_keeps_its_local_hour_through_the_year() {
    assert_eq!(slots("0 18 * * *", "2026-10-24 12:00", 3), ["24 18:00+02", "25 18:00+01", "26 18:00+01"]);
    assert_eq!(slots("0 18 * * *", "2027-03-27 18:00", 2), ["28 18:00+02", "29 18:00+02"]);
}

#[test]
fn a_named_time_fires_once_in_the_repeated_hour_and_after_the_missing_one() {
    assert_eq!(slots("30 2 * * *", "2026-10-24 12:00", 2), ["25 02:30+02", "26 02:30+01"]);
    assert_eq!(slots("30 2 * * *", "2027-03-27 12:00", 2), ["28 03:00+02", "29 02:30+02"]);
    assert_eq!(slots("0,30 2,3 * * *", "2027-03-28 00:00", 3), ["28 03:00+02", "28 03:30+02", "29 02:00+02"]);
    assert_eq!(slots("0,30 2 * * *", "2026-10-25 00:00", 3), ["25 02:00+02", "25 02:30+02", "26 02:00+01"]);
}

#[test]
fn a_rhythm_goes_on_with_real_time_on_both_nights() {
    let autumn = ["25 01:00+02", "25 02:00+02", "25 02:00+01", "25 03:00+01"];
    assert_eq!(slots("0 * * * *", "2026-10-25 00:00", 4), autumn);
    assert_eq!(slots("0 * * * *", "2027-03-28 00:00", 3), ["28 01:00+01", "28 03:00+02", "28 04:00+02"]);
    let quarters = ["25 02:45+02", "25 02:00+01", "25 02:15+01", "25 02:30+01", "25 02:45+01", "25 03:00+01"];
    assert_eq!(slots("*/15 * * * *", "2026-10-25 02:30", 6), quarters);
    assert_eq!(slots("*/15 2 * * *", "2027-03-27 23:00", 1), ["29 02:00+02"]);
}

#[test]
fn seconds_come_first_when_there_are_six_fields() {
    let second_pass = utc("2026-10-25T00:59:50Z");
    assert_eq!(cron("*/20 * * * * *").next_after(second_pass), utc("2026-10-25T01:00:00Z"));
    assert_eq!(cron("5 0 18 * * *").next_after(utc("2026-12-01T17:00:04.5Z")), utc("2026-12-01T17:00:05Z"));
}

#[test]
fn weekdays_count_from_monday_and_sunday_has_two_numbers() {
    for sunday in ["0", "7", "sun", "SUN"] {
        assert_eq!(
            slots(&format!("0 9 * * {sunday}"), "2026-12-01 00:00", 2),
            ["06 09:00+01", "13 09:00+01"]
        );
    }
    assert_eq!(slots("0 9 * * 1", "2026-12-01 00:00", 1), ["07 09:00+01"]);
    assert_eq!(
        slots("0 9 * * FRI-SUN", "2026-12-01 00:00", 4)[..3],
        ["04 09:00+01", "05 09:00+01", "06 09:00+01"]
    );
}

#[test]
fn day_or_weekday_decides_unless_one_starts_with_a_star() {
    assert_eq!(
        slots("0 0 13 * fri", "2026-12-01 00:00", 4),
        ["04 00:00+01", "11 00:00+01", "13 00:00+01", "18 00:00+01"]
    );
    assert_eq!(slots("0 0 */2 * fri", "2026-12-01 00:00", 3), ["11 00:00+01", "25 00:00+01", "01 00:00+01"]);
    assert_eq!(slots("0 0 31 2 mon", "2027-01-31 00:00", 1), ["01 00:00+01"]);
}

#[test]
fn refusals_say_what_to_write() {
    assert_eq!(
        refusal("0 18 * *"),
        "cron \"0 18 * *\" has 4 fields; write 5 (minute hour day month weekday) or 6 (seconds first)"
    );
    assert_eq!(refusal("61 * * * *"), "cron \"61 * * * *\": minute \"61\" is not in 0-59");
    assert_eq!(
        refusal("0 0 * * lun"),
        "cron \"0 0 * * lun\": weekday \"lun\" is not in 0-7 or a name such as sun"
    );
    assert_eq!(
        refusal("0 22-2 * * *"),
        "cron \"0 22-2 * * *\": hour \"22-2\" runs backwards; write 22-23,0-2"
    );
    assert!(refusal("5/15 * * * *").ends_with("has a step without a range; write 5-59/15"));
    assert!(refusal("+5 * * * *").contains("minute \"+5\" is not in 0-59"));
    assert!(refusal("*/+5 * * * *").contains("a step is a whole number above 0"));
    assert!(refusal("*/0 * * * *").contains("a step is a whole number above 0"));
    assert!(refusal("0 0 31 2 *").contains("such a date never comes"));
    assert!(refusal("0 0 , * *").contains("day \",\" is not in 1-31"));
    assert!(parse_zone("Roma").unwrap_err().to_string().contains("IANA name such as Europe/Rome"));
}

#[test]
fn a_leap_day_is_a_date() {
    assert_eq!(cron("0 12 29 2 *").next_after(rome("2026-12-01 00:00")), rome("2028-02-29 12:00"));
}

#[test]
fn periods_are_read_and_shown() {
    for (text, ms, shown) in
        [("500ms", 500, "500ms"), ("90m", 5_400_000, "1h30m"), ("1d", 86_400_000, "1d"), ("2s", 2000, "2s")]
    {
        assert_eq!(Schedule::every(text).unwrap(), Schedule::Every(TimeDelta::milliseconds(ms)));
        assert_eq!(Schedule::every(text).unwrap().to_string(), format!("every {shown}"));
    }
    for wrong in ["0s", "", "5", "s", "1.5h", "-1s", "3x", "1m1h", "1s1s", "99999999999999999999s", "4000d"] {
        assert!(Schedule::every(wrong).is_err(), "{wrong}");
    }
    assert_eq!(parse_period("0s").unwrap(), TimeDelta::zero());
}

#[test]
fn the_text_tells_schedules_apart() {
    assert_eq!(cron(" 0  18 * * * ").to_string(), "cron 0 18 * * * Europe/Rome");
    assert_ne!(
        Schedule::parse_cron("0 18 * * *", Tz::UTC).unwrap().to_string(),
        cron("0 18 * * *").to_string()
    );
}

#[test]
fn the_latest_slot_is_found_quickly_after_a_year() {
    let (due, now) = (utc("2026-01-01T00:00:00Z"), utc("2027-01-01T00:00:30.5Z"));
    assert_eq!(cron("* * * * *").latest_due(due, now), utc("2027-01-01T00:00:00Z"));
    assert_eq!(cron("* * * * * *").latest_due(due, now), utc("2027-01-01T00:00:30Z"));
    assert_eq!(cron("0 1 1 1 *").latest_due(due, now), utc("2027-01-01T00:00:00Z"));
    assert_eq!(cron("0 1 1 1 *").latest_due(due, now - TimeDelta::minutes(1)), due);
    assert_eq!(cron("0 0 1 7 *").latest_due(due, now), rome("2026-07-01 00:00"));
    let every = Schedule::every("7s").unwrap();
    assert_eq!(
        every.latest_due(utc("2026-12-01T00:00:01Z"), utc("2026-12-01T00:00:22Z")),
        utc("2026-12-01T00:00:22Z")
    );
    assert_eq!(
        every.latest_due(utc("2026-12-01T00:00:01Z"), utc("2026-12-01T00:00:21Z")),
        utc("2026-12-01T00:00:15Z")
    );
}

#[test]
fn missed_slots_are_planned_as_chosen() {
    let daily = cron("0 18 * * *");
    let (due, next) = (rome("2026-12-01 18:00"), rome("2026-12-05 18:00"));
    let last = rome("2026-12-04 18:00");
    let late = rome("2026-12-05 10:00");
    assert_eq!(plan(due, rome("2026-12-01 17:59"), &daily, Missed::One), Plan::Wait { due });
    assert_eq!(plan(due, late, &daily, Missed::One), Plan::Take { slot: last, next_due: next });
    assert_eq!(
        plan(due, late, &daily, Missed::All),
        Plan::Take { slot: due, next_due: rome("2026-12-02 18:00") }
    );
    assert_eq!(plan(due, late, &daily, Missed::Skip), Plan::Skip { last, next_due: next });
    let on_time = last + TimeDelta::seconds(60);
    assert_eq!(plan(due, on_time, &daily, Missed::Skip), Plan::Take { slot: last, next_due: next });
    assert_eq!(
        plan(due, due, &daily, Missed::All),
        Plan::Take { slot: due, next_due: rome("2026-12-02 18:00") }
    );
}

#[test]
fn a_slot_far_ahead_is_the_one_that_walking_finds() {
    for line in ["0 18 * * *", "0 18 * * 1-5", "0 9-18 * * *", "*/15 * * * *", "30 2 * * *"] {
        let schedule = cron(line);
        let mut slot = rome("2027-03-01 18:00");
        for n in 0..60 {
            assert_eq!(schedule.nth_after(rome("2027-03-01 18:00"), n), slot, "{line}, {n}");
            slot = schedule.next_after(slot);
        }
    }
    // Further on at the pace of the first 2,000: an hour after summer has come and gone, the day is right.
    let daily = cron("0 18 * * *").nth_after(rome("2026-12-01 18:00"), 2200);
    assert!((daily - rome("2032-12-09 18:00")).abs() <= TimeDelta::hours(2), "{daily}");
    let every = Schedule::every("500ms").unwrap();
    assert_eq!(every.nth_after(utc("2026-12-01T00:00:10Z"), 5), utc("2026-12-01T00:00:12.5Z"));
    let longest = Schedule::every("3650d").unwrap();
    assert_eq!(longest.nth_after(utc("2026-12-01T00:00:10Z"), u32::MAX), DateTime::<Utc>::MAX_UTC);
}

#[test]
fn only_an_even_pace_has_a_period() {
    let minutes = |line: &str| cron(line).period().map(|period| period.num_minutes());
    let even = ["0 18 * * *", "0 6,18 * * *", "*/15 * * * *", "7 * * * *", "0 0 1-31 * 0-6"];
    assert_eq!(even.map(minutes), [1440, 720, 15, 60, 1440].map(Some));
    let uneven = ["0 18 * * 1-5", "0 9-18 * * *", "0 18 1 * *", "0,20 * * * *", "0 18 * 6 *", "0 */5 * * *"];
    assert_eq!(uneven.map(minutes), [None; 6]);
    assert_eq!(Schedule::every("90m").unwrap().period(), Some(TimeDelta::minutes(90)));
}

#[test]
fn a_period_stays_anchored_to_the_stored_slot() {
    let every = Schedule::every("30s").unwrap();
    let (due, now) = (utc("2026-12-01T00:00:10Z"), utc("2026-12-01T00:02:05Z"));
    let expected = Plan::Take { slot: utc("2026-12-01T00:01:40Z"), next_due: utc("2026-12-01T00:02:10Z") };
    assert_eq!(plan(due, now, &every, Missed::One), expected);
}
