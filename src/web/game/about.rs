use super::Problem;
use super::body::MOST;
use super::door::{BURST, PER_SECOND};
use super::orders::answer;
use super::state::LONGEST_WAIT;
use crate::render::team_colour;
use crate::rules::dobyvatele::{Direction, State as GameState, TeamId};
use crate::store::{Seat, War, WarState};
use crate::web::api::local_time;
use crate::web::router::Front;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use chrono_tz::Tz;
use serde_json::{Value, json};

/// What players may know of the game before it begins; never the budget (rule 4.5).
pub(super) async fn game(State(front): State<Front>, request: HeaderMap) -> Result<Response, Problem> {
    let stage = front.arena.watched(&request, (front.clock)().timestamp_millis())?;
    let (board, rules) = (stage.state.board(), stage.state.rules().written());
    let place = |field| {
        let (x, y) = board.xy(field);
        [x, y]
    };
    let name = |team| stage.seats.iter().find(|seat| seat.team == team).map(|seat| &seat.name);
    let team = |(id, home): (&TeamId, &_)| json!({"id": id, "name": name(*id), "color": team_colour(id.index()), "home": place(*home)});
    Ok(answer(&json!({
        "game": "dobyvatele", "version": env!("CARGO_PKG_VERSION"), "war": stage.war, "name": stage.name,
        "phase": stage.phase.text(), "ticks": stage.state.ticks(), "tick_ms": stage.tick_ms, "schedule": stage.schedule,
        "rules": {
            "directions": Direction::ALL, "upkeep": rules.upkeep, "recruit_cost": rules.recruit_cost,
            "limits": {
                "body_bytes": MOST, "requests_per_second": PER_SECOND, "burst": BURST, "wait_seconds": LONGEST_WAIT,
            },
        },
        "board": {
            "width": board.width(), "height": board.height(), "wrap": board.wraps(),
            "hills": board.hills().iter().map(|hill| place(*hill)).collect::<Vec<_>>(),
        },
        "teams": board.homes().iter().map(team).collect::<Vec<_>>(),
    })))
}

/// Who one is, and how one has done so far.
pub(super) async fn me(State(front): State<Front>, request: HeaderMap) -> Result<Response, Problem> {
    let (stage, seat) = front.arena.seat(&request, (front.clock)().timestamp_millis()).await?;
    let (war, team, board) = (stage.war, seat.team, stage.state.board());
    let record = front.arena.door.read(move |store| store.record(war, team)).await?;
    let home = board.homes().get(&team).map(|home| board.xy(*home));
    Ok(answer(&json!({
        "team": team, "name": seat.name, "color": team_colour(team.index()), "home": home,
        "accepted": record.accepted, "rejected": record.rejected, "missed": record.missed,
        "last_tick": record.last_tick,
    })))
}

/// Where a game stands: `status --json` without what only its operator needs.
pub fn game_json(war: &War, state: &GameState, seats: &[Seat], zone: Tz) -> Value {
    let waits = matches!(war.state, WarState::Running | WarState::Lobby);
    let next = war.next_due.filter(|_| waits).map(|ms| local_time(ms, zone));
    let alive = state.armies().iter().filter(|army| **army > 0).count();
    let name = |team: TeamId| seats.iter().find(|seat| seat.team == team).map(|seat| seat.name.as_str());
    let leader = state.ranking().first().map(|first| {
        json!({"faction": first.team, "name": name(first.team), "territories": state.lands()[first.team.index()], "score": first.score})
    });
    json!({
        "war": war.number, "name": war.name, "state": war.state.text(), "reason": war.reason,
        "ruleset": war.ruleset.text(), "map": Value::Null, "turn": state.tick(), "next_turn_at": next,
        "schedule": war.schedule, "factions_alive": alive, "leader": leader,
        "rules": Value::Null, "map_digest": Value::Null, "commitment": Value::Null, "secret": Value::Null,
        "salt": Value::Null, "ticks": state.ticks(), "teams": state.board().homes().len(), "seats": seats.len(),
    })
}
