use super::language::Language;
use chrono::{DateTime, Datelike, Timelike};
use chrono_tz::Tz;

impl Language {
    /// A day and an hour in words, as the pictures have them.
    pub fn date(self, at: &DateTime<Tz>) -> String {
        spoken(self, at)
    }
}

/// The day and the hour of a turn, as its zone's clock shows them: `lunedì 7 dicembre 2026, ore 14`.
pub(super) fn spoken(language: Language, at: &DateTime<Tz>) -> String {
    let (weekday, month) = (at.weekday().num_days_from_monday() as usize, at.month0() as usize);
    let (day, year, hour, minute) = (at.day(), at.year(), at.hour(), at.minute());
    match language {
        Language::Italian => {
            let ordinal = if day == 1 { "º" } else { "" };
            let minute = if minute == 0 { String::new() } else { format!(":{minute:02}") };
            format!("{} {day}{ordinal} {} {year}, ore {hour}{minute}", IT_DAYS[weekday], IT_MONTHS[month])
        }
        Language::English => {
            format!("{} {day} {} {year}, {hour}:{minute:02}", EN_DAYS[weekday], EN_MONTHS[month])
        }
        Language::Czech => {
            format!("{} {day}. {} {year} v {hour}:{minute:02}", CS_DAYS[weekday], CS_MONTHS[month])
        }
    }
}

/// The day alone: `lunedì 7 dicembre 2026`.
pub(super) fn day(language: Language, at: &DateTime<Tz>) -> String {
    let spoken = spoken(language, at);
    let end = match language {
        Language::Italian => ", ore",
        Language::English => ",",
        Language::Czech => " v ",
    };
    spoken.split_once(end).map_or(spoken.clone(), |(day, _)| day.to_string())
}

const IT_DAYS: [&str; 7] = ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"];
const IT_MONTHS: [&str; 12] = [
    "gennaio",
    "febbraio",
    "marzo",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "agosto",
    "settembre",
    "ottobre",
    "novembre",
    "dicembre",
];
const EN_DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const EN_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const CS_DAYS: [&str; 7] = ["pondělí", "úterý", "středa", "čtvrtek", "pátek", "sobota", "neděle"];
const CS_MONTHS: [&str; 12] = [
    "ledna",
    "února",
    "března",
    "dubna",
    "května",
    "června",
    "července",
    "srpna",
    "září",
    "října",
    "listopadu",
    "prosince",
];

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    fn at(month: u32, day: u32, hour: u32, minute: u32) -> DateTime<Tz> {
        chrono_tz::Europe::Rome.with_ymd_and_hms(2026, month, day, hour, minute, 0).unwrap()
    }

    #[test]
    fn three_languages() {
        let t = at(12, 7, 15, 0);
        assert_eq!(spoken(Language::Italian, &t), "lunedì 7 dicembre 2026, ore 15");
        assert_eq!(spoken(Language::English, &t), "Monday 7 December 2026, 15:00");
        assert_eq!(spoken(Language::Czech, &t), "pondělí 7. prosince 2026 v 15:00");
        let days = Language::ALL.map(|language| day(language, &t));
        assert_eq!(days, ["lunedì 7 dicembre 2026", "Monday 7 December 2026", "pondělí 7. prosince 2026"]);
    }

    #[test]
    fn the_first_of_the_month_minutes_and_midnight() {
        assert_eq!(spoken(Language::Italian, &at(12, 1, 9, 5)), "martedì 1º dicembre 2026, ore 9:05");
        assert_eq!(spoken(Language::Italian, &at(2, 11, 0, 0)), "mercoledì 11 febbraio 2026, ore 0");
    }
}
