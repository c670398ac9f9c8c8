use super::Words;
use super::caption::capitalised;
use super::facts::Facts;
use super::kind::{Kind, Voice};
use super::standing;
use super::{date, language::Language};
use crate::map::{Map, TerritoryId};
use crate::rules::guerra::{FactionId, Forecast, Standing};

/// X's limit, the narrowest.
const MAX_CHARACTERS: usize = 1000;

/// The picture in full sentences: what, where, how it is drawn, the standing, who is left, when. What does not fit is
/// left out from the end, by sentence.
pub(super) fn text(words: &Words, facts: &Facts, close_up: bool) -> String {
    let say = |kind| words.list(Voice::Alt, facts, kind, []);
    let mut sentences = say(Kind::AltMap);
    sentences.extend(say(facts.moment.what));
    if close_up && !matches!(facts.moment.what, Kind::Opening | Kind::Victory) {
        sentences.extend(say(Kind::AltCloseUp));
    }
    if facts.moment.event.is_some() && facts.ranking.len() > 1 {
        let rows = standing::rows(words, facts);
        let list = rows.top.iter().chain(&rows.more).map(String::as_str).collect::<Vec<_>>().join(", ");
        sentences.push(words.say(Voice::Alt, facts, Kind::AltStanding, [("list", list.into())]));
        sentences.extend(places(words, facts, &rows.named));
        sentences.extend(say(Kind::AltAlive));
    }
    sentences.push(format!("{}.", date::spoken(facts.language, &facts.subject.slot)));
    within(sentences.iter().map(|s| capitalised(s)).collect())
}

/// A bar chart in full sentences.
pub(super) fn forecast(words: &Words, facts: &Facts, forecast: &Forecast) -> String {
    let mut sentences = super::prospects::alt(words, facts, forecast);
    sentences.push(format!("{}.", date::spoken(facts.language, &facts.subject.slot)));
    within(sentences.iter().map(|s| capitalised(s)).collect())
}

/// As many as there is room for, dropping from the end.
pub(super) fn within(mut sentences: Vec<String>) -> String {
    loop {
        let text = sentences.join(" ");
        if text.chars().count() <= MAX_CHARACTERS || sentences.len() < 2 {
            return text;
        }
        sentences.pop();
    }
}

/// The actors that the standing does not name.
fn places(words: &Words, facts: &Facts, named: &[FactionId]) -> Vec<String> {
    let actors = facts.moment.event.map(|event| [event.loser(), event.actor()]);
    let below = actors.into_iter().flatten().filter(|f| !named.contains(f));
    let rows = below.filter_map(|f| facts.ranking.iter().find(|s| s.faction == f));
    let place = |s: &Standing| {
        words.say(
            Voice::Alt,
            facts,
            Kind::AltPlace,
            [("F", facts.faction(s.faction)), ("rank", s.rank.into())],
        )
    };
    rows.map(place).collect()
}

/// Where a place lies: `a nord-est della mappa`. The map's box of centres is cut into nine.
pub(super) fn position(map: &Map, language: Language, place: TerritoryId) -> String {
    let third = |axis: usize| {
        let all = map.territories().iter().map(|t| t.centroid[axis]);
        let (low, high) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
        let at = map.territory(place).centroid[axis];
        (3 * (at - low) / (high - low).max(1)).min(2) as usize
    };
    let (column, row) = (third(0), third(1));
    match language {
        Language::Italian => match IT[row][column] {
            "" => "al centro della mappa".to_string(),
            side => format!("a {side} della mappa"),
        },
        Language::English => match EN[row][column] {
            "" => "in the middle of the map".to_string(),
            side => format!("in the {side} of the map"),
        },
        Language::Czech => match CS[row][column] {
            "" => "uprostřed mapy".to_string(),
            side => format!("na {side} mapy"),
        },
    }
}

const IT: [[&str; 3]; 3] =
    [["sud-ovest", "sud", "sud-est"], ["ovest", "", "est"], ["nord-ovest", "nord", "nord-est"]];
const EN: [[&str; 3]; 3] =
    [["south-west", "south", "south-east"], ["west", "", "east"], ["north-west", "north", "north-east"]];
const CS: [[&str; 3]; 3] = [
    ["jihozápadě", "jihu", "jihovýchodě"],
    ["západě", "", "východě"],
    ["severozápadě", "severu", "severovýchodě"],
];
