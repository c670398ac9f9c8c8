//! guerra.json, the one file that the page draws everything from (docs/page.md has it field by field).

use super::Settings;
use super::code;
use super::colours::hex;
use super::season::Season;
use super::shapes::Arc;
use crate::map::TerritoryId;
use crate::store::WarState;
use crate::words::{Forms, Language, Lines, Words};
use chrono::{DateTime, SecondsFormat};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The format's number; a page that knows another one loads itself anew.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Data<'a> {
    v: u32,
    guerra: u32,
    nome: String,
    lingua: &'static str,
    fuso: &'static str,
    stato: &'static str,
    turno: u32,
    prossimo: Option<String>,
    tempi: Vec<i64>,
    w: u32,
    h: u32,
    id: Vec<&'a str>,
    nomi: Vec<&'a str>,
    forme: Map<String, Value>,
    ha: String,
    polo: String,
    archi: Vec<String>,
    anelli: Vec<String>,
    legami: Vec<[u32; 2]>,
    cifre: u32,
    mosse: String,
    tinte: String,
    colore: String,
    cambi: String,
    apertura: [String; 2],
    ultimo: [String; 2],
    modelli: Map<String, Value>,
    parole: &'a std::collections::BTreeMap<String, String>,
    impegno: String,
    mappa: &'a str,
    regole: &'a str,
    sale: Option<&'a str>,
    segreto: Option<String>,
}

/// The data file of a season as it stands.
pub fn json(season: &Season, words: &Words, settings: &Settings) -> String {
    let (map, war, shapes) = (&season.map, &season.war, &season.shapes);
    let territories = map.territories();
    let told = |turn| said(&words.lines(&season.subject(turn, settings)));
    let opening = words.lines(&season.subject(0, settings));
    let data = Data {
        v: VERSION,
        guerra: war.number,
        apertura: said(&opening),
        nome: opening.kicker,
        lingua: settings.language.code(),
        fuso: settings.zone.name(),
        stato: state(war.state),
        turno: season.turns(),
        prossimo: season.next_due().and_then(utc),
        tempi: seconds_apart((0..=season.turns()).map(|turn| season.slot(turn))),
        w: shapes.width,
        h: shapes.height,
        id: territories.iter().map(|t| t.id.as_str()).collect(),
        nomi: territories.iter().map(|t| t.name.as_str()).collect(),
        forme: forms(season, settings.language),
        ha: code::numbers(
            territories.iter().map(|t| i32::try_from((t.area + 5_000) / 10_000).unwrap_or(i32::MAX)),
        ),
        polo: code::numbers(shapes.poles.iter().flatten().copied()),
        archi: shapes.arcs.iter().map(arc_text).collect(),
        anelli: shapes.rings.iter().map(|rings| rings_text(rings)).collect(),
        legami: links(season),
        cifre: code::width(map.len()),
        mosse: moves(season),
        tinte: season.colours.tints.iter().map(|[light, dark]| hex(*light) + &hex(*dark)).collect(),
        colore: code::numbers(season.colours.first.iter().map(|tint| *tint as i32)),
        cambi: changes(season),
        ultimo: told(season.turns()),
        modelli: models(season),
        parole: &season.phrases.script,
        impegno: hex::encode(war.commitment),
        mappa: &war.map,
        regole: &war.rules,
        sale: war.salt.as_deref(),
        segreto: season.secret().map(hex::encode),
    };
    serde_json::to_string(&data).expect("text and numbers always serialize")
}

/// The picture's sentence and what stands under it.
pub fn said(lines: &Lines) -> [String; 2] {
    let sentence: Vec<&str> = lines.sentence.iter().map(|part| part.text.as_str()).collect();
    [sentence.join(" "), lines.detail.clone()]
}

fn state(state: WarState) -> &'static str {
    match state {
        WarState::Running => "in corso",
        WarState::Paused | WarState::Lobby => "in pausa",
        WarState::AwaitingSalt => "in attesa",
        WarState::Over => "finita",
        WarState::Halted => "ferma",
    }
}

/// A time in UTC milliseconds as the data files have it.
pub fn utc(ms: i64) -> Option<String> {
    DateTime::from_timestamp_millis(ms).map(|t| t.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

/// Times in milliseconds, made short: the first in seconds, then how many follow each other at which distance.
pub fn seconds_apart(times: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut seconds = times.map(|ms| ms.div_euclid(1000));
    let mut last = seconds.next().unwrap_or_default();
    let mut apart = vec![last];
    for second in seconds {
        let gap = second - std::mem::replace(&mut last, second);
        match apart[1..].as_chunks_mut::<2>().0.last_mut() {
            Some([count, same]) if *same == gap => *count += 1,
            _ => apart.extend([1, gap]),
        }
    }
    apart
}

/// The forms of those names that are not spoken of as they are written.
fn forms(season: &Season, language: Language) -> Map<String, Value> {
    let names = season.map.territories().iter().map(|t| t.name.as_str());
    let odd = names.zip(&season.forms).enumerate().filter(|(_, (name, forms))| {
        let behind = |word: &str| match language {
            Language::Italian => format!("{word} {name}"),
            Language::English | Language::Czech => name.to_string(),
        };
        let [di, a, da, e] = ["di", "a", "da", "e"].map(behind);
        let (text, bare, plural) = (name.to_string(), name.to_string(), false);
        **forms != Forms { text, bare, di, a, da, e, plural }
    });
    let row = |f: &Forms| json!([f.text, f.bare, f.di, f.a, f.da, f.e, u8::from(f.plural)]);
    odd.map(|(i, (_, forms))| (i.to_string(), row(forms))).collect()
}

/// Left, right or −1, the first point, then the steps from point to point.
fn arc_text(arc: &Arc) -> String {
    let sides = [arc.sides.0.0 as i32, arc.sides.1.map_or(-1, |t| t.0 as i32)];
    let mut before = [0, 0];
    let steps = arc.points.iter().flat_map(|point| {
        let step = [point[0] - before[0], point[1] - before[1]];
        before = *point;
        step
    });
    code::numbers(sides.into_iter().chain(steps))
}

/// Arcs by number, negative if walked backwards; a blank between rings.
fn rings_text(rings: &[Vec<i32>]) -> String {
    let rings: Vec<String> = rings.iter().map(|ring| code::numbers(ring.iter().copied())).collect();
    rings.join(" ")
}

/// Turn, faction and tint of each change of colour.
fn changes(season: &Season) -> String {
    let changes = season.colours.changes.iter();
    code::numbers(changes.flat_map(|(turn, faction, tint)| [*turn as i32, faction.0 as i32, *tint as i32]))
}

/// Neighbours that have no common border on the drawing: ferries, corners.
fn links(season: &Season) -> Vec<[u32; 2]> {
    let sides = season.shapes.arcs.iter().filter_map(|arc| Some((arc.sides.0, arc.sides.1?)));
    let drawn: BTreeSet<(TerritoryId, TerritoryId)> = sides.map(|(a, b)| (a.min(b), a.max(b))).collect();
    let pairs = season.map.ids().flat_map(|a| {
        season.map.territory(a).neighbours.iter().filter(move |b| a < **b).map(move |b| (a, *b))
    });
    pairs.filter(|pair| !drawn.contains(pair)).map(|(a, b)| [a.0, b.0]).collect()
}

/// Actor and target of each turn; the same twice is a rebellion.
fn moves(season: &Season) -> String {
    let width = code::width(season.map.len());
    let mut text = String::new();
    for event in season.chronicle.events() {
        code::push(&mut text, event.actor().0, width);
        code::push(&mut text, event.target().0, width);
    }
    text
}

fn models(season: &Season) -> Map<String, Value> {
    let told = |m: &crate::words::Model| (m.kind.to_string(), json!([m.sentence, m.detail]));
    season.models.iter().map(told).collect()
}
