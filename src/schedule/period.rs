//! Lengths of time as people write them, and slots a fixed length apart.

use chrono::{DateTime, TimeDelta, Utc};

/// Units from the largest down, with their milliseconds; a text names each at most once, in this order.
const UNITS: [(&str, i64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];
const LONGEST_MS: i64 = 3650 * 86_400_000;

pub(super) fn parse(text: &str) -> Result<TimeDelta, &'static str> {
    let (mut rest, mut units, mut total) = (text.trim(), &UNITS[..], 0_i64);
    if rest.is_empty() {
        return Err("is empty");
    }
    while !rest.is_empty() {
        let (number, after) = split_where(rest, |c| !c.is_ascii_digit());
        let (unit, after) = split_where(after, |c| c.is_ascii_digit());
        let number: i64 = number.parse().map_err(|_| "is not a length of time")?;
        let at = units.iter().position(|(name, _)| *name == unit).ok_or("is not a length of time")?;
        total = number.checked_mul(units[at].1).and_then(|ms| ms.checked_add(total)).ok_or("is too long")?;
        (rest, units) = (after, &units[at + 1..]);
    }
    if total > LONGEST_MS { Err("is more than ten years") } else { Ok(TimeDelta::milliseconds(total)) }
}

fn split_where(text: &str, stop: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(stop).unwrap_or(text.len()))
}

/// The shortest text that `parse` reads as the same period, so that `90m` and `1h30m` are one schedule.
pub(super) fn text(period: TimeDelta) -> String {
    let (mut left, mut text) = (period.num_milliseconds(), String::new());
    for (unit, ms) in UNITS {
        if left >= ms {
            text += &format!("{}{unit}", left / ms);
            left %= ms;
        }
    }
    text
}

pub(super) fn latest_due(period: TimeDelta, due: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
    let past = (now - due).num_milliseconds().max(0);
    due + TimeDelta::milliseconds(past - past % period.num_milliseconds())
}
