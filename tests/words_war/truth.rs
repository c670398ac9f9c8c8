//! Checks of what a text says against the chronicle.

use guerrabot::map::Map;
use guerrabot::rules::guerra::{Board, Event, FactionId};
use regex::Regex;
use std::sync::LazyLock;

static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    let verbs = "sale a|salgono a|scende a|scendono a|resta con|restano con|arriva a|arrivano a|arretra a|arretrano a|conta|contano|ha ancora|hanno ancora|guida con|insegue con";
    Regex::new(&format!(r"(?:{verbs}) (\d+)")).unwrap()
});
static LEFT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:[Rr]esta|[Rr]estano|In gara:|in gara ne restano|In gara ne restano) (\d+)(?: fazion[ei]|\.)",
    )
    .unwrap()
});
/// Names as texts have them: without what follows a slash, nor an article that contracts.
pub fn spoken(map: &Map, i: usize) -> &str {
    let name = map.territories()[i].name.split('/').next().unwrap();
    let core = name.strip_prefix("L'").or(name.strip_prefix("La "));
    core.filter(|_| map.wording().places[i].article_in_name).unwrap_or(name)
}

/// Numbers said of a faction, of those left, and of the standing that are not the board's.
pub fn lies(text: &str, map: &Map, board: &Board) -> Vec<String> {
    let mut lies = Vec::new();
    for found in COUNTED.captures_iter(text) {
        let whole = found.get(0).unwrap();
        let before = &text[..whole.start()];
        let clause = before.trim_end();
        let Some(i) = subject(clause.strip_suffix(", che").unwrap_or(clause), map) else { continue };
        let held = board.holdings(FactionId(i as u32));
        if found[1] != held.to_string() {
            lies.push(format!("{} … {}, but holds {held}", spoken(map, i), whole.as_str()));
        }
    }
    for found in LEFT.captures_iter(text) {
        let whole = found.get(0).unwrap().as_str();
        if found[1] != board.alive().to_string() && !text.contains(&format!("{} comun", &found[1])) {
            lies.push(format!("{whole}, but {} are alive", board.alive()));
        }
    }
    lies.extend(standing_lies(text, map, board));
    lies
}

/// The faction whose name the text ends with.
fn subject(text: &str, map: &Map) -> Option<usize> {
    let ends = (0..map.len()).filter(|i| text.ends_with(spoken(map, *i)));
    ends.max_by_key(|i| spoken(map, *i).len())
}

fn standing_lies(text: &str, map: &Map, board: &Board) -> Vec<String> {
    let Some(line) = text.lines().find(|l| l.starts_with("1. ")) else { return Vec::new() };
    let mut sum = 0;
    let mut lies = Vec::new();
    for i in 0..map.len() {
        let name = spoken(map, i);
        let held = board.holdings(FactionId(i as u32));
        for (at, _) in line.match_indices(name) {
            let entry = [". ", ", ", " e ", " ed ", ". La ", ". L'", ", La ", ", L'"]
                .iter()
                .any(|s| line[..at].ends_with(s));
            let after = line[at + name.len()..].strip_prefix(' ').unwrap_or("");
            let number: String = after.chars().take_while(char::is_ascii_digit).collect();
            if entry && !number.is_empty() {
                sum += held;
                if number != held.to_string() {
                    lies.push(format!("{name} {number} in the standing, but holds {held}"));
                }
            }
        }
    }
    if sum as usize > map.len() || sum == 0 && !line.contains("fazioni a") {
        lies.push(format!("a standing of {sum}: {line}"));
    }
    lies
}

/// What the Italian templates say when a faction goes out, and never else.
const EXITS: [&str; 14] = [
    "esce dalla guerra",
    "finisce qui",
    "finisce presto",
    "finisce dopo",
    "finisce anche",
    "finiscono qui",
    "saluta la compagnia",
    "salvo ripensamenti",
    "lascia la guerra",
    "mette via le bandiere",
    "esce di",
    "guarda.",
    "esce: la porta",
    "ne esce dalla stessa porta",
];
const EXITS_OF_MANY: [&str; 8] = [
    "escono dalla guerra",
    "salutano la compagnia",
    "lasciano la guerra",
    "mettono via le bandiere",
    "escono di",
    "guardano.",
    "escono: la porta",
    "ne escono dalla stessa porta",
];

/// Names that are missing, an exit told or not told, half a map that is none.
pub fn omissions(text: &str, map: &Map, board: &Board, event: Event) -> Vec<String> {
    let sentences = text.split("\n\n").next().unwrap();
    let named = |i: u32| sentences.contains(spoken(map, i as usize));
    let mut missing = Vec::new();
    if !named(event.actor().0) {
        missing.push("the actor is not named".to_string());
    }
    if board.alive() > 1 {
        if event.target() != event.actor().home() && !named(event.target().0) {
            missing.push("the target is not named".to_string());
        }
        if !named(event.loser().0) {
            missing.push("the loser is not named".to_string());
        }
        let told = EXITS.iter().chain(&EXITS_OF_MANY).any(|words| sentences.contains(words));
        if told != (board.holdings(event.loser()) == 0) {
            missing.push(format!("an exit is told: {told}"));
        }
    }
    let half = sentences.to_lowercase().contains("metà della mappa");
    if half && 2 * board.holdings(event.actor()) <= map.len() as u32 {
        missing.push("half the map is not more than half".to_string());
    }
    if ["a 0 ", "con 0 ", "restano 0 "].iter().any(|none| sentences.contains(none)) {
        missing.push("nothing is counted".to_string());
    }
    missing
}
