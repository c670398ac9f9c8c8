//! gioco.json, which the page draws the present from, and the parts of the past (docs/page.md has them field by field).

use super::GameSeason;
use super::look::Steps;
use crate::render::team_tints;
use crate::store::WarState;
use crate::web::Settings;
use crate::web::code;
use crate::web::colours::hex;
use crate::web::data::{seconds_apart, utc};
use crate::words::{GameLines, Words};
use serde::Serialize;
use serde_json::{Value, json};

/// The format's number; a page that knows another one loads itself anew.
const VERSION: u32 = 1;
/// So many ticks are in a part of the past.
pub const PART: u32 = 20;

#[derive(Serialize)]
struct Data<'a> {
    v: u32,
    guerra: u32,
    nome: String,
    lingua: &'static str,
    fuso: &'static str,
    stato: &'static str,
    turno: u32,
    turni: u32,
    prossimo: Option<String>,
    tempi: Vec<i64>,
    passo: u32,
    w: u32,
    h: u32,
    toro: bool,
    colline: String,
    lettere: String,
    nomi: Vec<String>,
    liberi: String,
    case: String,
    tinte: String,
    terre: String,
    presi: String,
    scontri: String,
    campi: String,
    soldati: String,
    battaglie: String,
    apertura: [String; 2],
    ultimo: [String; 2],
    parole: &'a std::collections::BTreeMap<String, String>,
}

/// A game as it stands.
pub fn present(season: &GameSeason, words: &Words, settings: &Settings) -> String {
    let board = season.game.opening.board();
    let (turns, teams) = (season.turns(), board.homes().keys());
    let lines = words.game_lines(&season.subject(turns, settings));
    let mut steps = Steps::default();
    let data = Data {
        v: VERSION,
        guerra: season.war.number,
        nome: lines.kicker.clone(),
        lingua: settings.language.code(),
        fuso: settings.zone.name(),
        stato: state(season.war.state),
        turno: turns,
        turni: season.game.opening.ticks(),
        prossimo: season.next_due().and_then(utc),
        tempi: seconds_apart((0..=turns).map(|tick| season.at(tick))),
        passo: PART,
        w: board.width(),
        h: board.height(),
        toro: board.wraps(),
        colline: code::numbers(board.hills().iter().map(|hill| steps.to(hill.index()))),
        lettere: teams.clone().map(|team| team.letter()).collect(),
        nomi: names(season, words, settings),
        liberi: teams.clone().filter(|t| !season.names.contains_key(t)).map(|t| t.letter()).collect(),
        case: code::numbers(board.homes().values().map(|home| home.index() as i32)),
        tinte: teams.flat_map(|team| team_tints(team.index())).map(hex).collect(),
        terre: lands(season),
        presi: counts(season, |told| told.gained.iter().sum()),
        scontri: counts(season, |told| told.battles.len() as u64),
        campi: season.look.owners(),
        soldati: season.look.soldiers(),
        battaglie: season.look.battles(&season.chronicle.after(turns).battles),
        apertura: said(&words.game_lines(&season.subject(0, settings))),
        ultimo: said(&lines),
        parole: &season.phrases.script,
    };
    serde_json::to_string(&data).expect("text and numbers always serialize")
}

/// A part of the past: the board before it, then what each tick changed, its battles and its words.
pub fn past(season: &GameSeason, number: u32, words: &Words, settings: &Settings) -> Option<String> {
    let part = season.parts.get(number as usize)?;
    let first = number * PART;
    let tick = |(tick, [changes, battles]): (u32, &[String; 2])| -> Value {
        let [sentence, detail] = said(&words.game_lines(&season.subject(tick, settings)));
        json!([changes, battles, sentence, detail])
    };
    let ticks: Vec<Value> = (first + 1..).zip(&part.ticks).map(tick).collect();
    let [owners, soldiers] = &part.before;
    let data = json!({"v": VERSION, "da": first, "campi": owners, "soldati": soldiers, "turni": ticks});
    Some(data.to_string())
}

fn said(lines: &GameLines) -> [String; 2] {
    [lines.sentence.clone(), lines.detail.clone()]
}

/// The teams' names in the order of the alphabet, also of those that nobody plays for yet.
pub fn names(season: &GameSeason, words: &Words, settings: &Settings) -> Vec<String> {
    let subject = season.subject(0, settings);
    let mut names: Vec<(char, String)> = subject
        .players
        .iter()
        .zip(words.game_lines(&subject).names)
        .map(|(player, name)| (player.letter, name))
        .collect();
    names.sort();
    names.into_iter().map(|(_, name)| name).collect()
}

fn state(state: WarState) -> &'static str {
    match state {
        WarState::Lobby => "da cominciare",
        WarState::Running => "in corso",
        WarState::Paused | WarState::AwaitingSalt => "in pausa",
        WarState::Over => "finita",
        WarState::Halted => "ferma",
    }
}

/// Fields owned after each tick, team by team; scores are their sums (rule 3.3).
fn lands(season: &GameSeason) -> String {
    let teams: Vec<usize> = season.game.opening.board().teams().map(|team| team.index()).collect();
    let ticks = season.chronicle.between(0, season.turns()).iter();
    code::numbers(ticks.flat_map(|told| teams.iter().map(|team| told.lands[*team] as i32)))
}

fn counts(season: &GameSeason, count: impl Fn(&crate::rules::dobyvatele::Told) -> u64) -> String {
    code::numbers(season.chronicle.between(0, season.turns()).iter().map(|told| count(told) as i32))
}

impl GameSeason {
    /// The sentence of a tick's post and what stands under it.
    pub fn said(&self, tick: u32, words: &Words, settings: &Settings) -> [String; 2] {
        said(&words.game_lines(&self.posted(tick, settings)))
    }
}
