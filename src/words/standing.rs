use super::facts::Facts;
use super::kind::{Kind, Voice};
use super::language::Language;
use super::{Words, name};
use crate::rules::guerra::{FactionId, Standing};

/// The places that a caption names, and the further ones when there is much room.
const TOP: usize = 3;
const LONG: usize = 5;

/// The first places in words.
#[derive(Default)]
pub(super) struct Rows {
    /// `1. Rocca de' Giorgi 12`, `2. Castana 8`, `3. Portalbera 7 e Redavalle 7`.
    pub top: Vec<String>,
    /// The rest of the first five.
    pub more: Vec<String>,
    /// Whoever is named in them.
    pub named: Vec<FactionId>,
}

/// Equal holdings share a place; a crowd on one is counted, not named, and ends the list.
pub(super) fn rows(words: &Words, facts: &Facts) -> Rows {
    let mut rows = Rows::default();
    for group in facts.ranking.chunk_by(|a, b| a.holdings == b.holdings) {
        let shown = rows.named.len();
        if shown >= LONG {
            break;
        }
        let (row, limit) = if shown < TOP { (&mut rows.top, TOP) } else { (&mut rows.more, LONG) };
        // Two of a kind are named even where one would do.
        if group.len() > (limit - shown).max(2) {
            row.push(counted_row(words, facts, group, shown));
            break;
        }
        row.push(named_row(facts, group));
        rows.named.extend(group.iter().map(|s| s.faction));
    }
    rows
}

fn named_row(facts: &Facts, group: &[Standing]) -> String {
    let entries: Vec<String> =
        group.iter().map(|s| format!("{} {}", facts.name(s.faction).bare, s.holdings)).collect();
    format!("{}. {}", group[0].rank, list(facts.language, &entries))
}

fn counted_row(words: &Words, facts: &Facts, group: &[Standing], shown: usize) -> String {
    let kind = if shown == 0 { Kind::StandingAll } else { Kind::StandingOthers };
    let (rank, n) = (group[0].rank, group[0].holdings);
    words.say(
        Voice::Caption,
        facts,
        kind,
        [("rank", rank.into()), ("k", group.len().into()), ("n", n.into())],
    )
}

/// `X, Y e Z`.
pub(super) fn list(language: Language, entries: &[String]) -> String {
    match entries {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            let and = match language {
                Language::Italian => name::and(last),
                Language::English => "and",
                Language::Czech => "a",
            };
            format!("{} {and} {last}", first.join(", "))
        }
    }
}
