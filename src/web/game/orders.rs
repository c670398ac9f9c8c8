use super::body::{Sheet, receive};
use super::state::time;
use super::{Arena, InPath, Problem, tick};
use crate::rules::dobyvatele::{Order, TeamId};
use crate::store::{Kept, Open, OrderSet, Refusal, Stage};
use crate::web::WebError;
use crate::web::document::JSON;
use crate::web::router::Front;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

pub(super) fn answer(value: &Value) -> Response {
    ([(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, "no-store")], value.to_string()).into_response()
}

/// Replaces a team's whole set for the open tick; answered once it is stored.
pub(super) async fn put(
    State(front): State<Front>,
    number: InPath,
    request: Request,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let caller = front.arena.orderer(&head.headers, (front.clock)().timestamp_millis()).await;
    // Even a body in vain is received, or its sender would hear nothing.
    let body = receive(body, caller.is_err()).await;
    let (seat, body, tick) = (caller?, body?, tick(number)?);
    let (told, answered) = {
        let arrival = match front.arena.inbox.arrive(tick, || (front.clock)().timestamp_millis()) {
            Ok(arrival) => arrival,
            Err(refusal) => return Err(front.arena.refused(tick, refusal).await),
        };
        let judged = Sheet::parse(&body)?.judge(&arrival.stage.state, seat.team);
        let answered = json!({"tick": tick, "accepted": judged.accepted, "rejected": judged.rejected});
        let set = OrderSet {
            at: arrival.at,
            orders: judged.orders,
            accepted: judged.accepted,
            rejected: judged.rejected.len() as u32,
        };
        (arrival.hand_in(seat.id, seat.team, set), answered)
    };
    let kept = told.await.map_err(|_| WebError::Ended)?;
    match kept {
        Kept::Stored => Ok(answer(&answered)),
        Kept::Revoked => Err(Problem::Unauthorized("the token was revoked")),
        Kept::Resolved => Err(front.arena.late(tick).await),
    }
}

/// How long the next tick may take to open after a deadline.
const NEXT: Duration = Duration::from_secs(2);

impl Arena {
    async fn refused(&self, tick: u32, refusal: Refusal) -> Problem {
        match refusal {
            Refusal::NoGame => Problem::NoGame,
            Refusal::NotOpen(open) => Problem::Early(open),
            Refusal::Over => Problem::Over,
            Refusal::Closed(_) => self.late(tick).await,
        }
    }

    /// Tells which tick is open instead, once that is known: from a deadline until its tick is resolved none is.
    async fn late(&self, tick: u32) -> Problem {
        let mut stages = self.stage.clone();
        let is_later = |stage: &Option<Arc<Stage>>| {
            stage.as_ref().is_none_or(|stage| stage.state.tick() > tick || stage.is_over())
        };
        let _ = tokio::time::timeout(NEXT, stages.wait_for(is_later)).await;
        match self.stage() {
            Ok(stage) => Problem::Late(Open { tick: stage.state.tick(), deadline: stage.deadline }),
            Err(problem) => problem,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Whose {
    team: Option<String>,
}

/// A team's set as it is stored: one's own, or another's once the tick is resolved.
pub(super) async fn stored(
    State(front): State<Front>,
    number: InPath,
    whose: Result<Query<Whose>, QueryRejection>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let Query(whose) = whose.map_err(|e| Problem::Malformed(e.body_text(), None))?;
    let (stage, seat) = front.arena.seat(&request, (front.clock)().timestamp_millis()).await?;
    let (tick, open) = (tick(number)?, stage.state.tick());
    let team = match whose.team.as_deref().map(str::parse::<TeamId>) {
        None => seat.team,
        Some(Ok(team)) if stage.state.board().homes().contains_key(&team) => team,
        Some(Ok(team)) => return Err(Problem::NotFound(format!("team {team} is not in this game"))),
        Some(Err(what)) => return Err(Problem::Malformed(what, None)),
    };
    if tick >= stage.state.ticks() || tick > open {
        return Err(Problem::NotFound(format!("tick {tick} is not open yet; tick {open} is")));
    }
    if team != seat.team && tick >= open {
        return Err(Problem::NotFound(format!(
            "the orders of team {team} are shown once tick {tick} is resolved"
        )));
    }
    let war = stage.war;
    let set = front.arena.door.read(move |store| store.order_set(war, tick, team)).await?;
    let line = |(id, order): (&u64, &Order)| {
        let dir = match order {
            Order::Go(direction) => direction.word(),
            Order::Unknown(word) => word,
        };
        json!({"id": id, "dir": dir})
    };
    let lines = set.as_ref().map(|set| set.orders.0.iter().map(line).collect::<Vec<_>>());
    Ok(answer(&json!({
        "tick": tick, "team": team, "at": set.as_ref().map(|set| time(set.at)),
        "orders": lines.unwrap_or_default(),
        "accepted": set.as_ref().map_or(0, |set| set.accepted),
        "rejected": set.as_ref().map_or(0, |set| set.rejected),
    })))
}
