use super::WebError;
use super::router::Front;
use crate::store::{HANGS_MS, OVERDUE_MS, Pulse, WarState};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::time::Duration;

/// So long the database may take to say which networks are paused.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is wrong with the daemon, as far as its pulse tells; `now` in UTC milliseconds.
pub(super) fn trouble(pulse: &Pulse, now: i64) -> Option<String> {
    let silent = now - pulse.beat;
    if silent > HANGS_MS {
        return Some(format!("the loop that takes turns has not looked for {} s", silent / 1000));
    }
    let news = pulse.news?;
    let late = news.next_due.filter(|_| news.state == WarState::Running).map_or(0, |due| now - due);
    if news.state == WarState::Halted {
        return Some(format!("war {} is halted; `guerrabot status` says why", news.war));
    }
    (late > OVERDUE_MS).then(|| format!("the next turn is {} s overdue", late / 1000))
}

/// 503 only when the loop is dead, overdue or halted; a paused network is "degraded".
pub(super) async fn healthz(State(front): State<Front>) -> Response {
    let (pulse, now) = (*front.pulse.borrow(), (front.clock)().timestamp_millis());
    let trouble = trouble(&pulse, now);
    let paused = front.desk.read(|library| Ok(library.store.paused()?));
    let paused = tokio::time::timeout(PATIENCE, paused).await.unwrap_or(Err(WebError::Ended));
    let degraded = match &paused {
        Ok(paused) if paused.is_empty() => None,
        Ok(paused) => {
            let names: Vec<String> =
                paused.iter().map(|(name, why)| format!("{name} is paused: {why}")).collect();
            Some(names.join("; "))
        }
        Err(_) => Some("the database does not answer".to_string()),
    };
    let status = match (&trouble, &degraded) {
        (Some(_), _) => "down",
        (None, Some(_)) => "degraded",
        (None, None) => "ok",
    };
    let news = pulse.news.map_or(Value::Null, |news| {
        json!({
            "war": news.war, "state": news.state.text(), "turn": news.turn, "next_due_ms": news.next_due,
        })
    });
    let body = json!({
        "status": status, "reason": trouble.as_ref().or(degraded.as_ref()), "newest": news, "beat_ms_ago": now - pulse.beat,
    });
    let code = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (code, headers, body.to_string()).into_response()
}
