use super::alt::position;
use super::facts::Facts;
use super::kind::Kind;
use super::language::Language;
use crate::map::TerritoryId;
use crate::rules::guerra::Event;
use minijinja::Value;
use std::cmp::Reverse;

type Facet = (&'static str, Value);

/// Facts of the picture's panels.
pub(super) fn facts(facts: &Facts, kind: Kind) -> Vec<Facet> {
    match kind {
        Kind::Field => field(facts),
        Kind::Numbers => numbers(facts),
        _ => Vec::new(),
    }
}

/// Where the event's target lies, for alt texts.
pub(super) fn place(facts: &Facts, event: Event) -> Facet {
    ("where", position(facts.subject.map, facts.language, event.target()).into())
}

/// The map's curiosities: largest, smallest, most neighbours, a single neighbour, borders.
fn field(facts: &Facts) -> Vec<Facet> {
    let map = facts.subject.map;
    let area = |t: &TerritoryId| map.territory(*t).area;
    let neighbours = |t: &TerritoryId| map.territory(*t).neighbours.len();
    // Of equals the first in map order.
    let largest = map.ids().max_by_key(|t| (area(t), Reverse(*t)));
    let smallest = map.ids().min_by_key(area);
    let social = map.ids().max_by_key(|t| (neighbours(t), Reverse(*t)));
    let mut lonely = map.ids().filter(|t| neighbours(t) == 1);
    let lonely = lonely.next().filter(|_| lonely.next().is_none());
    let named = |t: Option<TerritoryId>| t.map_or(Value::from(()), |t| facts.place(t));
    let km2 =
        |t: Option<TerritoryId>| t.map_or(String::new(), |t| square_kilometres(facts.language, area(&t)));
    vec![
        ("largest", named(largest)),
        ("largest_area", km2(largest).into()),
        ("smallest", named(smallest)),
        ("smallest_area", km2(smallest).into()),
        ("social", named(social)),
        ("social_k", social.map_or(0, |t| neighbours(&t)).into()),
        ("lonely", named(lonely)),
        ("borders", map.borders().into()),
    ]
}

/// `63 km²`, `1,6 km²`; one decimal below ten.
fn square_kilometres(language: Language, square_metres: i64) -> String {
    let tenths = (square_metres.max(0) as u64 + 50_000) / 100_000;
    let point = if language == Language::English { '.' } else { ',' };
    match tenths {
        0..100 => format!("{}{point}{} km²", tenths / 10, tenths % 10),
        _ => format!("{} km²", language.digits((square_metres as u64 + 500_000) / 1_000_000)),
    }
}

/// The whole war in figures, for its last picture.
fn numbers(facts: &Facts) -> Vec<Facet> {
    let (moment, moves) = (&facts.moment, facts.history.moves());
    let times = moves.iter().max().copied().unwrap_or(0);
    let restless = (0..).map(TerritoryId).zip(moves).find(|(_, n)| **n == times).map(|(t, _)| t);
    let days = facts.subject.opening.map(|opening| {
        let minutes = (facts.subject.slot - opening.first).num_minutes().max(0);
        ((minutes + 720) / 1440).max(1)
    });
    vec![
        ("attacks", (moment.turn - moment.rebellions).into()),
        ("days", days.into()),
        ("restless", restless.map_or(Value::from(()), |t| facts.place(t))),
        ("times", times.into()),
        ("last_rebellion", facts.history.rebellion().map(|r| r.turn).into()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_round_to_a_decimal_below_ten() {
        assert_eq!(square_kilometres(Language::Italian, 63_262_000), "63 km²");
        assert_eq!(square_kilometres(Language::Italian, 1_640_000), "1,6 km²");
        assert_eq!(square_kilometres(Language::English, 9_949_000), "9.9 km²");
        assert_eq!(square_kilometres(Language::Italian, 9_950_000), "10 km²");
        assert_eq!(square_kilometres(Language::Italian, 12_345_000_000), "12.345 km²");
    }
}
