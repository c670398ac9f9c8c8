use super::Problem;
use crate::store::Stage;
use crate::web::document::JSON;
use crate::web::router::Front;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The longest that a long poll waits, in seconds.
pub(super) const LONGEST_WAIT: u64 = 30;

/// A stored time as the API writes it; UTC milliseconds.
pub(super) fn time(ms: i64) -> String {
    DateTime::from_timestamp_millis(ms).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[derive(Deserialize)]
pub(super) struct Wait {
    after: Option<u32>,
    wait: Option<u64>,
}

/// The open tick; with `after`, once a later one is open, or 204 if that takes too long.
pub(super) async fn state(
    State(front): State<Front>,
    asked: Result<Query<Wait>, axum::extract::rejection::QueryRejection>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let Query(asked) = asked.map_err(|e| Problem::Malformed(e.body_text(), None))?;
    let arena = &front.arena;
    arena.watched(&request, (front.clock)().timestamp_millis())?;
    if let Some(after) = asked.after {
        let mut stages = arena.stage.clone();
        let is_later = |stage: &Option<Arc<Stage>>| {
            stage.as_ref().is_none_or(|stage| stage.state.tick() > after || stage.is_over())
        };
        let wait = Duration::from_secs(asked.wait.unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT));
        if tokio::time::timeout(wait, stages.wait_for(is_later)).await.is_err() {
            return Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response());
        }
    }
    let stage = arena.stage()?;
    let page = arena.poster.page(&stage);
    let known = request.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let tag = page.etag.to_str().unwrap_or_default().trim_start_matches("W/");
    let has_it = known.is_some_and(|tags| {
        tags.split(',')
            .map(|known| known.trim().trim_start_matches("W/"))
            .any(|known| known == tag || known == "*")
    });
    let mut response = if has_it {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = page.answer(&stage, (front.clock)().timestamp_millis());
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
        response
    };
    response.headers_mut().insert(header::ETAG, page.etag);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// A page with the stage that it shows.
type Posted = (Arc<Stage>, Page);

/// The state of the stage that was last asked for, ready but for the time that is left.
#[derive(Clone, Default)]
pub(super) struct Poster(Arc<Mutex<Option<Posted>>>);

#[derive(Clone)]
struct Page {
    /// All but the milliseconds that are left and the closing brace.
    head: Bytes,
    etag: HeaderValue,
}

impl Poster {
    fn page(&self, stage: &Arc<Stage>) -> Page {
        let mut poster = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match poster.as_ref().filter(|(of, _)| Arc::ptr_eq(of, stage)) {
            Some((_, page)) => page.clone(),
            None => poster.insert((Arc::clone(stage), Page::of(stage))).1.clone(),
        }
    }
}

impl Page {
    fn of(stage: &Stage) -> Page {
        let state = serde_json::to_string(&stage.state.public()).expect("all keys are texts");
        let deadline = stage.deadline.map_or("null".to_string(), |ms| format!("\"{}\"", time(ms)));
        let open = state.trim_end_matches('}');
        let head = format!("{open},\"finished\":{},\"deadline\":{deadline},\"ms_left\":", stage.is_over());
        // Weak, for the time that is left differs from answer to answer.
        let (tick, deadline) = (stage.state.tick(), stage.deadline.unwrap_or_default());
        let etag = format!("W/\"{}-{tick}-{deadline}-{}\"", stage.war, stage.phase.text());
        let etag = HeaderValue::from_str(&etag).unwrap_or(HeaderValue::from_static("\"\""));
        Page { head: head.into(), etag }
    }

    /// In two pieces, the first of which all readers share.
    fn answer(&self, stage: &Stage, now: i64) -> Response {
        let left = stage.deadline.map_or("null".to_string(), |deadline| (deadline - now).max(0).to_string());
        let pieces = [self.head.clone(), Bytes::from(left + "}")];
        let length: usize = pieces.iter().map(Bytes::len).sum();
        let mut response =
            Response::new(Body::from_stream(tokio_stream::iter(pieces.map(Ok::<_, Infallible>))));
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        response
    }
}
