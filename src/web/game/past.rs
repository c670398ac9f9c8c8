use super::{InPath, Problem};
use crate::rules::dobyvatele::{State as GameState, replay};
use crate::store::{Game, Ruleset, Store, Tick, WarState};
use crate::web::WebError;
use crate::web::document::{Document, JSON, Keep};
use crate::web::router::Front;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// So many ticks are read at a time, so that others get their turn.
const PART: u32 = 8;

/// A resolved tick: what was ordered, what came of it, and the state after it.
pub(super) async fn tick(
    State(front): State<Front>,
    number: InPath,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let stage = front.arena.watched(&request, (front.clock)().timestamp_millis())?;
    let number = super::tick(number)?;
    let (war, open) = (stage.war, stage.state.tick());
    if number >= open {
        return Err(Problem::NotFound(format!("tick {number} is not resolved yet; tick {open} is open")));
    }
    let make = move |library: &mut crate::web::library::Library| {
        let found = library.store.ticks(war, number, 1)?.pop().filter(|found| found.tick == number);
        let found = found.ok_or_else(|| WebError::NotFound(format!("tick {number} is missing")))?;
        Ok(Document::new(JSON, Keep::Ask, line(&found, None)))
    };
    Ok(front.desk.document(format!("tick {war} {number}"), make).await?.answer(&request))
}

/// A line of the replay; the rules are told once the game is over.
fn line(tick: &Tick, rules: Option<&str>) -> String {
    let state = match rules {
        None => tick.state.clone(),
        Some(rules) => format!("{},\"rules\":{rules}}}", tick.state.trim_end_matches('}')),
    };
    let Tick { tick, orders, report, .. } = tick;
    format!("{{\"tick\":{tick},\"orders\":{orders},\"state\":{state},\"report\":{report}}}")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    war: Option<u32>,
}

/// A game as its replay needs it.
struct Played {
    war: u32,
    game: Game,
    state: GameState,
    is_over: bool,
}

/// Everything so far of the newest game, or of the one asked for, in the form of a replay.
pub(super) async fn whole(
    State(front): State<Front>,
    asked: Result<Query<Which>, QueryRejection>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let Query(Which { war }) = asked.map_err(|e| Problem::Malformed(e.body_text(), None))?;
    let newest = match front.arena.watched(&request, (front.clock)().timestamp_millis()) {
        Ok(stage) => Some(stage.war),
        Err(Problem::NoGame) => None,
        Err(problem) => return Err(problem),
    };
    let war = war.or(newest).ok_or(Problem::NoGame)?;
    let place = front.open.replays.clone().try_acquire_owned().map_err(|_| WebError::Busy)?;
    let played = front.desk.read(move |library| opened(&library.store, war)).await?;
    let (sender, parts) = mpsc::channel::<Result<Bytes, WebError>>(2);
    tokio::spawn(async move {
        let _place = place;
        if let Err(error) = send(&front, &played, &sender).await {
            // Cut off, so that nobody takes it for whole.
            let _ = sender.send(Err(error)).await;
        }
    });
    let headers = [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, Body::from_stream(ReceiverStream::new(parts))).into_response())
}

fn opened(store: &Store, number: u32) -> Result<Played, WebError> {
    let war = store.war(Some(number))?.filter(|war| war.ruleset == Ruleset::Dobyvatele);
    let war = war.ok_or_else(|| WebError::NotFound(format!("there is no game {number}")))?;
    let (game, state) = (store.game(&war)?, store.last_state(&war)?);
    let is_over = war.state == WarState::Over || state.is_over();
    Ok(Played { war: number, game, state, is_over })
}

async fn send(
    front: &Front,
    played: &Played,
    to: &mpsc::Sender<Result<Bytes, WebError>>,
) -> Result<(), WebError> {
    let Played { war, game, state, is_over } = played;
    let (war, is_over) = (*war, *is_over);
    let rules = is_over.then(|| json!(game.opening.rules().written()).to_string());
    let opening = if is_over { game.opening.written() } else { game.opening.public() };
    let header = json!({
        "format": "dobyvatele-replay", "version": 1, "engine": concat!("guerrabot ", env!("CARGO_PKG_VERSION")),
        // Dice of the fallback could be foreseen with it.
        "seed": is_over.then(|| hex::encode(game.seed)), "state": opening,
    });
    let mut lines = format!("{header}\n");
    let open = state.tick();
    for from in (0..open).step_by(PART as usize) {
        if to.send(Ok(std::mem::take(&mut lines).into())).await.is_err() {
            return Ok(());
        }
        let ticks = front
            .desk
            .read(move |library| Ok(library.store.ticks(war, from, PART.min(open - from))?))
            .await?;
        lines = ticks.iter().map(|tick| format!("{}\n", line(tick, rules.as_deref()))).collect();
    }
    // A game that its organiser ended early has no end that the rules know.
    if state.is_over() {
        lines += &format!("{}\n", replay::end_line(state));
    }
    let _ = to.send(Ok(lines.into())).await;
    Ok(())
}
