use super::desk::Desk;
use super::document::{Document, JSON, Keep};
use super::gallery::Gallery;
use super::library::{Book, Library};
use super::serve::{Open, Web};
use super::{POLICY, WebError, api, events, feed, game, health, metrics};
use crate::store::Pulse;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::watch;

/// What every handler may use.
#[derive(Clone)]
pub(super) struct Front {
    pub desk: Desk,
    pub arena: game::Arena,
    pub pulse: watch::Receiver<Pulse>,
    pub clock: fn() -> DateTime<Utc>,
    pub zone: Tz,
    pub open: Open,
    gallery: Gallery,
    /// Without a slash at its end; empty if nobody said.
    url: Arc<str>,
}

/// The most turns that one answer holds.
const TURNS: u32 = 1000;

/// All addresses (docs/http.md).
pub(super) fn router(web: Web, open: Open) -> std::io::Result<Router> {
    let (pulse, clock, zone) = (web.pulse.clone(), web.clock, web.zone);
    let (url, gallery) = (web.url.clone().into(), Gallery::open(web.draw.clone()));
    let desk = Desk::open(Library::new(web.store, web.site, web.language), pulse.clone())?;
    let arena = game::Arena::open(web.inbox, web.door)?;
    let front = Front { desk, arena, pulse, clock, zone, open, gallery, url };
    Ok(Router::new()
        .route("/api/v1/war", get(war))
        .route("/api/v1/turns", get(turns))
        .route("/api/v1/standings", get(standings))
        .route("/api/v1/events", get(events::events))
        .merge(game::routes())
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(metrics::metrics))
        .route("/feed.xml", get(feed))
        .fallback(get(page))
        .layer(axum::middleware::map_response(guard))
        .with_state(front))
}

/// Which war and which turns; the newest and all, if nothing is said.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Which {
    war: Option<u32>,
    turn: Option<u32>,
    after: u32,
    limit: Option<u32>,
}

/// The part of the address after `?`.
type Asked = Result<Query<Which>, axum::extract::rejection::QueryRejection>;

fn which(asked: Asked) -> Result<Which, WebError> {
    let text = |e: axum::extract::rejection::QueryRejection| e.body_text();
    asked.map(|Query(which)| which).map_err(|e| WebError::BadRequest(text(e)))
}

async fn war(State(front): State<Front>, asked: Asked, request: HeaderMap) -> Result<Response, WebError> {
    let (which, zone) = (which(asked)?, front.zone);
    let make = move |library: &mut Library| {
        if let Some((war, state, seats)) = library.game(which.war)? {
            return Ok(json(game::game_json(&war, &state, &seats, zone).to_string()));
        }
        let Book { war, map, chronicle, .. } = library.book(which.war)?;
        Ok(json(api::war_json(war, map, chronicle, zone).to_string()))
    };
    Ok(front.desk.document(format!("war {:?}", which.war), make).await?.answer(&request))
}

async fn standings(
    State(front): State<Front>,
    asked: Asked,
    request: HeaderMap,
) -> Result<Response, WebError> {
    let which = which(asked)?;
    let make = move |library: &mut Library| {
        let Book { war, map, chronicle, .. } = library.book(which.war)?;
        let (turn, turns) = (which.turn.unwrap_or(chronicle.turns()), chronicle.turns());
        if turn > turns {
            return Err(WebError::NotFound(format!("turn {turn}: the war has {turns} turns so far")));
        }
        Ok(json(api::standings_json(map, war.number, turn, &chronicle.board(turn)).to_string()))
    };
    let name = format!("standings {:?} {:?}", which.war, which.turn);
    Ok(front.desk.document(name, make).await?.answer(&request))
}

async fn turns(State(front): State<Front>, asked: Asked, request: HeaderMap) -> Result<Response, WebError> {
    let (which, zone) = (which(asked)?, front.zone);
    let limit = which.limit.unwrap_or(TURNS).min(TURNS);
    let make = move |library: &mut Library| {
        let book = library.book(which.war)?;
        let mut lines = Vec::new();
        book.chronicle.walk(|number, taken, _| {
            if number > which.after && number - which.after <= limit {
                let turn = &book.turns[number as usize - 1];
                lines.push(api::turn_json(&book.map, turn, &taken, zone));
            }
        });
        let answer = serde_json::json!({
            "war": book.war.number, "last": book.chronicle.turns(), "turns": lines,
        });
        Ok(json(answer.to_string()))
    };
    let name = format!("turns {:?} {} {limit}", which.war, which.after);
    Ok(front.desk.document(name, make).await?.answer(&request))
}

fn json(text: String) -> Document {
    Document::new(JSON, Keep::Ask, text)
}

async fn feed(State(front): State<Front>, request: HeaderMap) -> Result<Response, WebError> {
    let url = front.url.clone();
    let make = move |library: &mut Library| feed::feed(library, &url);
    Ok(front.desk.document("feed".to_string(), make).await?.answer(&request))
}

/// The page and its files, the pictures among them.
async fn page(State(front): State<Front>, uri: Uri, request: HeaderMap) -> Result<Response, WebError> {
    let path = uri.path().trim_start_matches('/').to_string();
    if path.ends_with(".png") {
        let shot = front.desk.read(move |library| library.shot(&path)).await?;
        return Ok(front.gallery.picture(shot).await?.answer(&request));
    }
    let name = format!("/{path}");
    let make = move |library: &mut Library| library.page(&path);
    Ok(front.desk.document(name, make).await?.answer(&request))
}

/// What a browser may do with our documents: show them, and load what is ours.
const GUARDS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "cross-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("x-frame-options", "DENY"),
];

const METHOD: &str = "{\"error\":\"method_not_allowed\",\"message\":\"see the header allow\"}";

async fn guard(mut response: Response) -> Response {
    // The router's own answers have no words.
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        let allow = response.headers().get("allow").cloned();
        response = (StatusCode::METHOD_NOT_ALLOWED, METHOD).into_response();
        response.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
        if let Some(allow) = allow {
            response.headers_mut().insert("allow", allow);
        }
    }
    for (name, value) in GUARDS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
