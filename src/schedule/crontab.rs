//! crontab(5) text, turned into what the cron crate understands.
//!
//! The crate wants seconds, counts weekdays from Sunday = 1 and lets day and weekday both decide; crontab
//! counts from Monday = 1 and lets either decide, unless one of the two fields starts with `*`.

use super::ScheduleError;

struct Field {
    name: &'static str,
    min: u32,
    max: u32,
    /// Three-letter names of the values from `min` on.
    names: &'static [&'static str],
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const SUNDAY_AGAIN: u32 = 7;

const FIELDS: [Field; 6] = [
    Field { name: "second", min: 0, max: 59, names: &[] },
    Field { name: "minute", min: 0, max: 59, names: &[] },
    Field { name: "hour", min: 0, max: 23, names: &[] },
    Field { name: "day", min: 1, max: 31, names: &[] },
    Field { name: "month", min: 1, max: 12, names: &MONTHS },
    Field { name: "weekday", min: 0, max: SUNDAY_AGAIN, names: &WEEKDAYS },
];

/// What a field says: its values, ascending, and whether it starts with `*`.
struct Values {
    list: Vec<u32>,
    star: bool,
}

/// A crontab line in the crate's terms.
pub(super) struct Translated {
    /// The line with single spaces, as it was written.
    pub text: String,
    /// One expression, or two when day and weekday are alternatives.
    pub expressions: Vec<String>,
    /// No field of the time of day starts with `*`: such a line names times, not a rhythm (as in Vixie cron).
    pub fixed: bool,
    /// How often a day, if every day has the same times and all are equally far apart.
    pub per_day: Option<u32>,
}

pub(super) fn translate(line: &str) -> Result<Translated, ScheduleError> {
    let parts: Vec<&str> = line.split_whitespace().collect();
    let text = parts.join(" ");
    let parts = match parts.len() {
        5 => [&["0"], parts.as_slice()].concat(),
        6 => parts,
        found => return Err(ScheduleError::FieldCount { text, found }),
    };
    let mut values = Vec::with_capacity(FIELDS.len());
    for (field, part) in FIELDS.iter().zip(&parts) {
        values.push(field.parse(part).map_err(|reason| ScheduleError::Field {
            text: text.clone(),
            field: field.name,
            part: (*part).into(),
            reason,
        })?);
    }
    let either = !values[3].star && !values[5].star;
    let fixed = values[..3].iter().all(|v| !v.star);
    let every_day = (3..6).all(|i| FIELDS[i].has_all(&values[i].list));
    let per_day = if every_day { per_day(&values) } else { None };
    let [second, minute, hour, day, month, weekday] =
        std::array::from_fn(|i| FIELDS[i].in_crate_terms(&values[i].list));
    let time = format!("{second} {minute} {hour}");
    let expressions = if either {
        vec![format!("{time} {day} {month} *"), format!("{time} * {month} {weekday}")]
    } else {
        vec![format!("{time} {day} {month} {weekday}")]
    };
    Ok(Translated { text, expressions, fixed, per_day })
}

/// A number in digits alone, without a sign.
fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The times of a day, from midnight to midnight, if they are equally far apart.
fn per_day(values: &[Values]) -> Option<u32> {
    const DAY: u32 = 86_400;
    let [second, minute, hour] = [&values[0].list, &values[1].list, &values[2].list];
    let count = u32::try_from(second.len() * minute.len() * hour.len()).ok()?;
    let minutes = hour.iter().flat_map(|h| minute.iter().map(move |m| 60 * h + m));
    let mut times = minutes.flat_map(|m| second.iter().map(move |s| 60 * m + s)).peekable();
    let first = *times.peek()?;
    let even = DAY.is_multiple_of(count)
        && (first..).step_by((DAY / count) as usize).zip(times).all(|(a, b)| a == b);
    even.then_some(count)
}

impl Field {
    fn parse(&self, part: &str) -> Result<Values, String> {
        let mut list = Vec::new();
        for item in part.split(',') {
            list.extend(self.item(item)?);
        }
        list.sort_unstable();
        list.dedup();
        Ok(Values { list, star: part.starts_with('*') })
    }

    /// `*`, `5`, `1-5`, and with a step `*/2`, `1-5/2`.
    fn item(&self, item: &str) -> Result<impl Iterator<Item = u32> + use<>, String> {
        let (range, step) = match item.split_once('/') {
            None => (item, 1),
            Some((range, step)) => (range, self.step(range, step)?),
        };
        let (first, last) = match range.split_once('-') {
            _ if range == "*" => (self.min, self.max),
            None => (self.value(range)?, self.value(range)?),
            Some((first, last)) => (self.value(first)?, self.range_end(first, last)?),
        };
        if first > last {
            return Err(format!("runs backwards; write {first}-{},{}-{last}", self.max, self.min));
        }
        let sunday = self.sunday();
        Ok((first..=last).step_by(step).map(move |v| if Some(v) == sunday { 0 } else { v }))
    }

    fn step(&self, range: &str, step: &str) -> Result<usize, String> {
        match whole(step) {
            Some(step) if step > 0 && range != "*" && !range.contains('-') => {
                Err(format!("has a step without a range; write {range}-{}/{step}", self.max))
            }
            Some(step) if step > 0 => Ok(step as usize),
            _ => Err(format!("has the step \"{step}\"; a step is a whole number above 0")),
        }
    }

    fn value(&self, text: &str) -> Result<u32, String> {
        let named = self.names.iter().position(|name| name.eq_ignore_ascii_case(text));
        let value = named.map(|at| at as u32 + self.min).or_else(|| whole(text));
        value.filter(|v| (self.min..=self.max).contains(v)).ok_or_else(|| {
            let names = self.names.first().map_or(String::new(), |name| format!(" or a name such as {name}"));
            format!("is not in {}-{}{names}", self.min, self.max)
        })
    }

    /// `FRI-SUN` ends with Sunday as the seventh day.
    fn range_end(&self, first: &str, last: &str) -> Result<u32, String> {
        let (first, last) = (self.value(first)?, self.value(last)?);
        Ok(if last == 0 && first > 0 { self.sunday().unwrap_or(last) } else { last })
    }

    /// The second number of Sunday, in the field that has one.
    fn sunday(&self) -> Option<u32> {
        (self.max == SUNDAY_AGAIN).then_some(SUNDAY_AGAIN)
    }

    fn has_all(&self, list: &[u32]) -> bool {
        list.len() as u32 == self.max - self.min + 1 - u32::from(self.sunday().is_some())
    }

    fn in_crate_terms(&self, list: &[u32]) -> String {
        if self.has_all(list) {
            return "*".into();
        }
        let shift = u32::from(self.sunday().is_some());
        list.iter().map(|v| (v + shift).to_string()).collect::<Vec<_>>().join(",")
    }
}
