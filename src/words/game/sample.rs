use super::super::Words;
use super::super::facts::Context;
use super::super::kind::{Group, Kind};
use super::super::name::Name;
use super::facts::Teller;
use super::subject::{Clash, GameSubject, Player};
use chrono::DateTime;
use minijinja::Value;

/// Made-up facts of a kind of a game's texts, few or many of what is counted; none if it is not about games.
pub(in super::super) fn sample(words: &Words, kind: Kind, many: bool) -> Option<Context> {
    let subject = subject(many);
    let teller = Teller { words, s: &subject };
    let army = || {
        let team = Value::from_object(Name::of_team("Rea", words.language));
        Value::from(Context::from([("team", team), ("n", 3.into())]))
    };
    let own: Vec<(&'static str, Value)> = match (kind, kind.group()) {
        (_, Group::Game) | (Kind::GameBoard, _) => return Some(teller.facts(kind)),
        (Kind::GameTeam, _) => vec![("letter", "A".into())],
        (Kind::GameTeams | Kind::GameRest, _) => vec![("k", 3.into())],
        (Kind::GameArmies, _) => vec![("armies", Value::from(vec![army(), army()]))],
        (Kind::GameStanding, _) => vec![("list", "1. Rea 3".into())],
        (Kind::GameRow, _) => vec![
            ("rank", 1.into()),
            ("A", "Rea".into()),
            ("points", 7.into()),
            ("fields", 3.into()),
            ("head", many.into()),
        ],
        (_, Group::GamePicture) => Vec::new(),
        _ => return None,
    };
    Some(own.into_iter().collect())
}

fn subject(many: bool) -> GameSubject<'static> {
    let n = if many { 12 } else { 1 };
    let player = |letter, rank, score| Player {
        letter,
        name: many.then(|| format!("Rea {letter}")),
        rank,
        score,
        fields: n,
        soldiers: n,
        gained: score,
    };
    GameSubject {
        name: "Prova",
        tick: 20,
        ticks: 40,
        width: 12,
        height: 12,
        at: DateTime::UNIX_EPOCH.with_timezone(&chrono_tz::UTC),
        players: vec![player('A', 1, n + 1), player('B', 2, 1)],
        old_leader: Some(1),
        span: 10,
        clash: Some(Clash { x: 3, y: 4, armies: vec![(0, n), (1, 1)], winner: Some((0, n)) }),
        taken: n,
        battles: n,
        words_key: [0; 32],
        earlier: Vec::new(),
        hashtags: &[],
    }
}
