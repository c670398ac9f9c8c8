use super::caption::{ALWAYS, Caption, Clause, Section};
use super::facts::Facts;
use super::kind::{Kind, Voice};
use super::language::Language;
use super::name::Form;
use super::standing::list;
use super::subject::Subject;
use super::{Words, choice, date};
use crate::rules::guerra::{FactionId, Forecast, quantile};
use chrono::TimeDelta;
use minijinja::Value;

/// Every text of a forecast's picture, finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospects {
    pub kicker: String,
    pub date: String,
    pub turn: String,
    /// `Chi vince la guerra?`
    pub title: String,
    /// `10.000 guerre simulate dal turno 150`.
    pub note: String,
    /// The likeliest winners, the first ahead.
    pub rows: Vec<Prospect>,
    /// All others together, with their share; empty if there are none.
    pub rest: String,
    /// What the thin line on a bar means.
    pub legend: String,
    /// When it ends: a head and what is under it.
    pub ends: Vec<String>,
}

/// A faction that may win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    pub faction: FactionId,
    pub wins: u32,
    pub name: String,
    /// `31%`.
    pub share: String,
}

/// Bars in the picture, names in a caption.
const ROWS: usize = 8;
const NAMED: usize = 3;
/// Keep-priorities: who wins, when it ends, an aside.
const KEEP: [u8; 3] = [ALWAYS, 70, 20];
const TAGS: u8 = 50;

/// The caption of a forecast: sentences, then a marker that no turn's own post has.
pub(super) fn caption(words: &Words, subject: &Subject, forecast: &Forecast) -> Caption {
    let clauses = |form| clauses(words, &Facts::of_turn(subject, words.language, form), forecast);
    let has_short = subject.map.wording().places.iter().any(|place| place.short.is_some());
    Caption { clauses: clauses(Form::Full), short: has_short.then(|| clauses(Form::Short)) }
}

fn clauses(words: &Words, facts: &Facts, forecast: &Forecast) -> Vec<Clause> {
    let subject = facts.subject;
    let k = words.count(Voice::Caption, Kind::Pronostici);
    let variant = choice::variant(&subject.words_key(), k, subject.turn as usize, |turn| turn as u32);
    let mut context = facts.context(Kind::Pronostici);
    context.extend(self::facts(facts, forecast));
    let texts = words.render(Voice::Caption, Kind::Pronostici, variant, context);
    let clause = |section, keep, text| Clause { section, keep, text };
    let mut clauses: Vec<Clause> = texts
        .into_iter()
        .zip(KEEP)
        .filter(|(text, _)| !text.is_empty())
        .map(|(text, keep)| clause(Section::Sentences, keep, text))
        .collect();
    clauses.push(clause(Section::Footer, ALWAYS, words.language.forecast_marker(subject.turn)));
    let tags = subject.tags().join(" ");
    clauses.extend((!tags.is_empty()).then(|| clause(Section::Footer, TAGS, tags)));
    clauses
}

/// What the picture says.
pub(super) fn of(words: &Words, facts: &Facts, forecast: &Forecast) -> Prospects {
    let mut context = facts.context(Kind::Pronostici);
    context.extend(self::facts(facts, forecast));
    let mut texts = words.render(Voice::Picture, Kind::Pronostici, 0, context).into_iter();
    let mut next = || texts.next().unwrap_or_default();
    let (title, note, rest, legend) = (next(), next(), next(), next());
    Prospects {
        kicker: words.say(Voice::Picture, facts, Kind::Kicker, []),
        date: date::spoken(facts.language, &facts.subject.slot),
        turn: words.language.marker(facts.subject.turn),
        title,
        note,
        rows: rows(facts, forecast, ROWS),
        rest,
        legend,
        ends: texts.filter(|text| !text.is_empty()).collect(),
    }
}

fn rows(facts: &Facts, forecast: &Forecast, most: usize) -> Vec<Prospect> {
    let row = |(faction, wins): &(FactionId, u32)| Prospect {
        faction: *faction,
        wins: *wins,
        name: facts.name(*faction).bare,
        share: percent(facts.language, *wins, forecast.wars()),
    };
    forecast.wins.iter().take(most).map(row).collect()
}

/// The facts that the templates of a forecast may use beside the common ones.
pub(super) fn facts(facts: &Facts, forecast: &Forecast) -> Vec<(&'static str, Value)> {
    let subject = facts.subject;
    let named = |most| {
        let rows = rows(facts, forecast, most);
        list(facts.language, &rows.iter().map(|r| format!("{} {}", r.name, r.share)).collect::<Vec<_>>())
    };
    let [early, median, late] = [5, 50, 95].map(|percent| quantile(&forecast.turns, percent));
    let day = |turn: u32| {
        let period = i64::try_from(subject.opening?.period?).ok()?;
        let wait = TimeDelta::try_seconds(period.checked_mul(i64::from(turn - subject.turn.min(turn)))?)?;
        Some(date::day(facts.language, &subject.slot.checked_add_signed(wait)?))
    };
    let others = forecast.wins.get(ROWS..).unwrap_or_default();
    let rest = others.iter().map(|(_, wins)| wins).sum();
    vec![
        ("wars", forecast.wars().into()),
        ("list", named(NAMED).into()),
        ("long_list", named(ROWS).into()),
        ("early", early.into()),
        ("median", median.into()),
        ("late", late.into()),
        ("early_day", day(early).into()),
        ("late_day", day(late).into()),
        ("k", others.len().into()),
        ("rest", percent(facts.language, rest, forecast.wars()).into()),
    ]
}

/// A share in whole percent, `31%`; of what is possible nothing is 0.
fn percent(language: Language, wins: u32, wars: u32) -> String {
    let (wins, wars) = (u64::from(wins), u64::from(wars.max(1)));
    if wins * 100 < wars {
        return match language {
            Language::Italian => "meno dell'1%",
            Language::English => "under 1%",
            Language::Czech => "pod 1\u{a0}%",
        }
        .to_string();
    }
    let space = if language == Language::Czech { "\u{a0}" } else { "" };
    format!("{}{space}%", (200 * wins + wars) / (2 * wars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_and_never_nothing() {
        let italian = |wins| percent(Language::Italian, wins, 1000);
        assert_eq!([5, 10, 14, 15, 1000].map(italian), ["meno dell'1%", "1%", "1%", "2%", "100%"]);
        assert_eq!(percent(Language::Czech, 120, 1000), "12\u{a0}%");
    }
}
