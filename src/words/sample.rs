//! Made-up turns of every kind, to try templates on before a war does.

use super::error::Mistake;
use super::facts::Facts;
use super::history::History;
use super::kind::{Group, Kind};
use super::language::Language;
use super::moment::{Lead, Moment};
use super::name::Form;
use super::subject::{Opening, Subject};
use super::templates::Templates;
use super::why::Why;
use super::{Words, game};
use crate::map::{Map, TerritoryId, load};
use crate::rules::guerra::{Chronicle, Event, FactionId, Forecast, Rules};
use crate::schedule::Schedule;
use chrono::{DateTime, TimeDelta};
use minijinja::Value;

/// Tries every template of a file on turns of its kind, with plain and with plural names.
pub(super) fn check(language: Language, templates: &Templates, mistakes: &mut Vec<Mistake>) {
    let map = map();
    let rules = Rules::default();
    let schedule = Schedule::Every(TimeDelta::hours(1));
    let mut samples = Vec::new();
    let built_in = Words::built_in(language);
    for kind in Kind::ALL {
        for swapped in [false, true] {
            if let Some(facts) = game::sample(&built_in, *kind, swapped) {
                samples.push((*kind, Value::from(facts)));
                continue;
            }
            let chronicle = chronicle(*kind, swapped);
            let subject = subject(&map, &rules, &chronicle, &schedule);
            let facts = facts(&subject, language, *kind);
            let mut context = facts.context(*kind);
            context.extend(parameters(&facts, *kind, swapped));
            samples.push((*kind, Value::from(context)));
        }
    }
    templates.check(&samples, mistakes);
}

/// Five squares in a row, the first with a plural name.
pub(super) fn map() -> Map {
    let square = |i: usize, words: &str| {
        let (x, y) = (i, i + 1);
        format!(
            r#"{{"type":"Feature","properties":{{"id":"{i}",{words}}},"geometry":{{"type":"Polygon","coordinates":
            [[[{x},0],[{y},0],[{y},1],[{x},1],[{x},0]]]}}}}"#
        )
    };
    let names = [
        r#""name":"Marche","article":"le""#,
        r#""name":"Arena""#,
        r#""name":"Umbria","article":"l'""#,
        r#""name":"Rea""#,
        r#""name":"Zeta""#,
    ];
    let squares: Vec<String> = names.iter().enumerate().map(|(i, words)| square(i, words)).collect();
    let file =
        format!(r#"{{"type":"FeatureCollection","title":"Prova","features":[{}]}}"#, squares.join(","));
    load(file.as_bytes(), "sample").expect("five squares in a row are a sound map").0
}

/// A war that ends in a turn of the kind: where it can go out, the loser has, so that nobody counts its land.
fn chronicle(kind: Kind, swapped: bool) -> Chronicle {
    let mut chronicle = Chronicle::new(5);
    let (a, b) = if swapped { (1, 0) } else { (0, 1) };
    let attack = |attacker, target, loser| Event::Attack {
        attacker: FactionId(attacker),
        target: TerritoryId(target),
        loser: FactionId(loser),
    };
    match kind {
        Kind::Opening | Kind::OpeningRebels | Kind::Commitment | Kind::Field => {}
        Kind::Attack
        | Kind::AttackHome
        | Kind::Reconquest
        | Kind::Rebellion
        | Kind::GreatLast
        | Kind::GreatHome => {
            chronicle.push(attack(b, 2, 2));
            chronicle.push(attack(a, 2, b));
        }
        _ => chronicle.push(attack(a, b, b)),
    }
    chronicle
}

fn subject<'a>(
    map: &'a Map,
    rules: &'a Rules,
    chronicle: &'a Chronicle,
    schedule: &'a Schedule,
) -> Subject<'a> {
    let slot = DateTime::UNIX_EPOCH.with_timezone(&chrono_tz::UTC);
    Subject {
        map,
        rules,
        chronicle,
        turn: chronicle.turns(),
        name: "Prova",
        slot,
        commitment: [1; 32],
        opening: Some(Opening { first: slot, schedule }),
        secret: Some([2; 32]),
        salt: Some("sale"),
        median: Some(550),
        hashtags: &[],
    }
}

fn facts<'a>(subject: &'a Subject<'a>, language: Language, kind: Kind) -> Facts<'a> {
    let (history, moment) = History::at(subject.chronicle, subject.rules, subject.turn, subject.median);
    let lead = |faction| Some(Lead { faction: FactionId(faction), turns: 3 });
    let moment = match moment.event {
        Some(event) => {
            Moment { what: kind, lead: lead(event.actor().0), old_lead: lead(4), peak: (9, 1), ..moment }
        }
        None => moment,
    };
    let ranking = subject.chronicle.board(subject.turn).standings(subject.map);
    let why = (kind.group() == Group::Why).then_some(Why { kind, count: 2 });
    Facts { subject, language, form: Form::Full, moment, history, why, ranking }
}

/// As many wars as there may be, of which so many were given up.
fn forecast(unfinished: u32) -> Forecast {
    let wins = (0..5).map(|f| (FactionId(f), (10_000 - unfinished) / 5));
    Forecast {
        turns: vec![500; 10_000],
        rebellions: vec![30; 10_000],
        wins: wins.filter(|(_, wins)| *wins > 0).collect(),
        unfinished,
        played: 5_000_000,
    }
}

/// What the code adds to the facts of a row.
fn parameters(facts: &Facts, kind: Kind, swapped: bool) -> Vec<(&'static str, Value)> {
    match kind {
        Kind::StandingOthers | Kind::StandingAll => {
            vec![("rank", 3.into()), ("k", 4.into()), ("n", 7.into())]
        }
        Kind::RankingRest => vec![("k", 3.into())],
        Kind::AltStanding => vec![("list", "1. Rea 3".into())],
        Kind::Pronostici | Kind::PronosticiEnd => {
            super::prospects::facts(facts, &forecast(if swapped { 9000 } else { 0 }))
        }
        Kind::PronosticiNone => super::prospects::facts(facts, &forecast(10_000)),
        Kind::AltPlace => {
            let actor = facts.moment.event.map_or(FactionId(0), |event| event.actor());
            vec![("F", facts.faction(actor)), ("rank", 8.into())]
        }
        _ => Vec::new(),
    }
}
