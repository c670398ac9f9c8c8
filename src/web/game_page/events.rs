use super::GameSeason;
use super::data::names;
use crate::rules::dobyvatele::TeamId;
use crate::web::Settings;
use crate::words::{Fact, Words};

/// A tick in a line of the list: who takes the lead, battles, fields taken. The script says it with the same phrases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub tick: u32,
    pub text: String,
}

/// Every tick so far, oldest first.
pub fn lines(season: &GameSeason, words: &Words, settings: &Settings) -> Vec<Line> {
    let names = names(season, words, settings);
    let teams: Vec<TeamId> = season.game.opening.board().teams().collect();
    let name = |team| teams.iter().position(|known| *known == team).map_or("", |place| names[place].as_str());
    let mut in_front = None;
    let mut lines = Vec::with_capacity(season.turns() as usize);
    for tick in 1..=season.turns() {
        let leader = season.chronicle.leader(tick);
        let is_new = leader.is_some() && leader != in_front;
        in_front = leader.or(in_front);
        let text = line(season, settings, tick, leader.filter(|_| is_new).map(name));
        lines.push(Line { tick, text });
    }
    lines
}

fn line(season: &GameSeason, settings: &Settings, tick: u32, leads: Option<&str>) -> String {
    let told = season.chronicle.after(tick);
    let phrase = |key: &str| season.phrases.script.get(key).map_or("", String::as_str);
    let count =
        |key: &str, n: u64| (n > 0).then(|| settings.language.fill(phrase(key), &[("n", Fact::Number(n))]));
    let parts: Vec<String> = [
        leads.map(|name| phrase("takes_lead").replace("{x}", name)),
        count("battles", told.battles.len() as u64),
        count("taken", told.gained.iter().sum()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() { phrase("quiet").to_string() } else { parts.join(", ") }
}
