//! What programs read of a war, over HTTP and from the command line alike (docs/json.md).

use crate::map::Map;
use crate::rules::guerra::{Board, Chronicle, Event, Taken};
use crate::store::{Turn, War, WarState};
use chrono::{DateTime, SecondsFormat};
use chrono_tz::Tz;
use serde_json::{Value, json};

/// A stored time in a zone, as the formats write it; UTC milliseconds.
pub fn local_time(ms: i64, zone: Tz) -> String {
    let time = DateTime::from_timestamp_millis(ms).unwrap_or_default();
    time.with_timezone(&zone).to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

/// Where a war stands: `status --json` without what only its operator needs. The secret only once it is over.
pub fn war_json(war: &War, map: &Map, chronicle: &Chronicle, zone: Tz) -> Value {
    let board = chronicle.board(chronicle.turns());
    let next = war.next_due.filter(|_| war.state == WarState::Running).map(|ms| local_time(ms, zone));
    json!({
        "war": war.number, "name": war.name, "state": war.state.text(), "reason": war.reason,
        "ruleset": "guerra", "map": map.name(), "turn": chronicle.turns(), "next_turn_at": next,
        "schedule": war.schedule, "factions_alive": board.alive(), "leader": leader(map, &board),
        "rules": war.rules, "map_digest": war.map, "commitment": hex::encode(war.commitment),
        "secret": (war.state == WarState::Over).then(|| hex::encode(war.secret)), "salt": war.salt,
    })
}

fn leader(map: &Map, board: &Board) -> Value {
    let Some(first) = board.standings(map).first().copied() else { return Value::Null };
    let place = map.territory(first.faction.home());
    json!({"faction": place.id, "name": place.name, "territories": first.holdings})
}

/// A turn as `history --json` has it, with its times.
pub fn turn_json(map: &Map, turn: &Turn, taken: &Taken, zone: Tz) -> Value {
    let mut line = event_json(map, turn.number, taken);
    line["slot"] = local_time(turn.slot, zone).into();
    line["at"] = local_time(turn.at, zone).into();
    line
}

/// A turn as `history --json` has it, without its times.
pub fn event_json(map: &Map, turn: u32, taken: &Taken) -> Value {
    let id = |t| &map.territory(t).id;
    let (target, loser) = (id(taken.event.target()), id(taken.event.loser().home()));
    let (eliminated, over) = (taken.eliminated, taken.over);
    match taken.event {
        Event::Attack { attacker, .. } => json!({
            "turn": turn, "event": "attack", "attacker": id(attacker.home()), "target": target,
            "loser": loser, "eliminated": eliminated, "over": over,
        }),
        Event::Rebellion { rebel, .. } => json!({
            "turn": turn, "event": "rebellion", "rebel": id(rebel.home()), "target": target,
            "loser": loser, "eliminated": eliminated, "over": over,
        }),
    }
}

/// Factions by territories and area after a turn, as `standings --json` has them.
pub fn standings_json(map: &Map, war: u32, turn: u32, board: &Board) -> Value {
    let row = |s: &crate::rules::guerra::Standing| {
        let place = map.territory(s.faction.home());
        json!({
            "rank": s.rank, "faction": place.id, "name": place.name, "territories": s.holdings, "area": s.area,
        })
    };
    let rows: Vec<Value> = board.standings(map).iter().map(row).collect();
    json!({"war": war, "turn": turn, "standings": rows})
}
