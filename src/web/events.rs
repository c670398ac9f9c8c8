use super::WebError;
use super::router::Front;
use crate::store::{Pulse, Ruleset};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use std::convert::Infallible;
use std::time::Duration;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// A line now and then keeps proxies from closing the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// Each new turn's number, or that of each tick that opens, as it is taken; what it was, readers fetch. One who knows the last hears nothing until the
/// next.
pub(super) async fn events(
    State(front): State<Front>,
    request: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, WebError> {
    let place = front.open.listeners.clone().try_acquire_owned().map_err(|_| WebError::Busy)?;
    let told = |id: &axum::http::HeaderValue| id.to_str().ok()?.parse::<u32>().ok();
    let last = front.pulse.borrow().news.zip(request.get("last-event-id").and_then(told));
    let mut known = last.map(|(news, turn)| (news.war, turn));
    let turn = move |pulse: Pulse| {
        // Kept until the reader is gone.
        let _held = &place;
        let news = pulse.news?;
        let (turn, kind) = match news.ruleset {
            Ruleset::Guerra => (news.turn, "turn"),
            Ruleset::Dobyvatele => (news.turn, "tick"),
        };
        (known.replace((news.war, turn)) != Some((news.war, turn)))
            .then(|| Ok(Event::default().event(kind).id(turn.to_string()).data(turn.to_string())))
    };
    let stream = WatchStream::new(front.pulse.clone()).filter_map(turn);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}
