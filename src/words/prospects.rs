use super::caption::{ALWAYS, Caption, Clause, Section, tags};
use super::facts::Facts;
use super::kind::{Kind, Voice};
use super::language::Language;
use super::name::Form;
use super::standing::list;
use super::subject::Subject;
use super::{Words, choice, date};
use crate::rules::guerra::{FactionId, Forecast};
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
/// With fewer wars the first and the last of 20 are the very first and last.
const FEW: u32 = 20;
/// Keep-priorities: who wins, an aside; when it ends.
const KEEP: [u8; 2] = [ALWAYS, 20];
const END: u8 = 70;

/// The caption of a forecast: sentences, then a marker that no turn's own post has.
pub(super) fn caption(words: &Words, subject: &Subject, forecast: &Forecast, earlier: &[u32]) -> Caption {
    let clauses = |form| clauses(words, &Facts::of_turn(subject, words.language, form), forecast, earlier);
    let has_short = subject.map.wording().places.iter().any(|place| place.short.is_some());
    Caption { clauses: clauses(Form::Full), short: has_short.then(|| clauses(Form::Short)) }
}

fn clauses(words: &Words, facts: &Facts, forecast: &Forecast, earlier: &[u32]) -> Vec<Clause> {
    let subject = facts.subject;
    let kind = kind(forecast);
    let k = words.count(Voice::Caption, kind);
    let began = |i: usize| earlier.get(i).copied().unwrap_or(subject.turn);
    let variant = choice::variant(&subject.words_key(), k, earlier.len(), began);
    let clause = |section, keep, text| Clause { section, keep, text };
    let mut said: Vec<(u8, String)> =
        KEEP.into_iter().zip(texts(words, Voice::Caption, facts, forecast, kind, variant)).collect();
    let end = end(words, Voice::Caption, facts, forecast).into_iter().map(|text| (END, text));
    said.splice(1.min(said.len())..1.min(said.len()), end);
    let said = said.into_iter().filter(|(_, text)| !text.is_empty());
    let mut clauses: Vec<Clause> = said.map(|(keep, text)| clause(Section::Sentences, keep, text)).collect();
    clauses.push(clause(Section::Footer, ALWAYS, words.language.forecast_marker(subject.turn)));
    clauses.extend(tags(subject.hashtags));
    clauses
}

/// What the picture says.
pub(super) fn of(words: &Words, facts: &Facts, forecast: &Forecast) -> Prospects {
    let mut texts = texts(words, Voice::Picture, facts, forecast, kind(forecast), 0).into_iter();
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
        ends: end(words, Voice::Picture, facts, forecast),
    }
}

/// Who wins, or that nobody did.
fn kind(forecast: &Forecast) -> Kind {
    if forecast.wins.is_empty() { Kind::PronosticiNone } else { Kind::Pronostici }
}

fn texts(
    words: &Words,
    voice: Voice,
    facts: &Facts,
    forecast: &Forecast,
    kind: Kind,
    variant: usize,
) -> Vec<String> {
    let mut context = facts.context(kind);
    context.extend(self::facts(facts, forecast));
    words.render(voice, kind, variant, context)
}

/// When it ends; where no war did there is nothing to add.
fn end(words: &Words, voice: Voice, facts: &Facts, forecast: &Forecast) -> Vec<String> {
    let mut said = match kind(forecast) {
        Kind::Pronostici => texts(words, voice, facts, forecast, Kind::PronosticiEnd, 0),
        _ => Vec::new(),
    };
    said.retain(|text| !text.is_empty());
    said
}

/// The picture in full sentences.
pub(super) fn alt(words: &Words, facts: &Facts, forecast: &Forecast) -> Vec<String> {
    let mut said = texts(words, Voice::Alt, facts, forecast, kind(forecast), 0);
    said.extend(end(words, Voice::Alt, facts, forecast));
    said.retain(|text| !text.is_empty());
    said
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
    let [early, median, late] = [5, 50, 95].map(|percent| forecast.ends_by(percent));
    let day = |turn: Option<u32>| Some(date::day(facts.language, &subject.slot_of(turn?)?));
    let others = forecast.wins.get(ROWS..).unwrap_or_default();
    let rest = others.iter().map(|(_, wins)| wins).sum();
    vec![
        ("wars", forecast.wars().into()),
        ("few", (forecast.wars() < FEW).into()),
        ("unfinished", forecast.unfinished.into()),
        ("cap", forecast.given_up_in().into()),
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

/// A share in whole percent, `31%`; what is possible is never 0, and only what happened always is 100.
fn percent(language: Language, wins: u32, wars: u32) -> String {
    let (wins, wars) = (u64::from(wins), u64::from(wars.max(1)));
    let [under, over] = match language {
        Language::Italian => ["meno dell'1%", "più del 99%"],
        Language::English => ["under 1%", "over 99%"],
        Language::Czech => ["pod 1\u{a0}%", "přes 99\u{a0}%"],
    };
    if wins * 100 < wars {
        return under.to_string();
    }
    if wins * 100 > wars * 99 && wins < wars {
        return over.to_string();
    }
    let space = if language == Language::Czech { "\u{a0}" } else { "" };
    format!("{}{space}%", (200 * wins + wars) / (2 * wars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_and_neither_nothing_nor_all() {
        let italian = |wins| percent(Language::Italian, wins, 1000);
        assert_eq!([5, 10, 14, 15, 1000].map(italian), ["meno dell'1%", "1%", "1%", "2%", "100%"]);
        assert_eq!([990, 991, 999].map(italian), ["99%", "più del 99%", "più del 99%"]);
        assert_eq!([985, 996].map(|wins| percent(Language::English, wins, 1000)), ["99%", "over 99%"]);
        assert_eq!(
            [120, 999].map(|wins| percent(Language::Czech, wins, 1000)),
            ["12\u{a0}%", "přes 99\u{a0}%"]
        );
    }
}
