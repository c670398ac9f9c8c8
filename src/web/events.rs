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
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut known = request.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let turn = move |pulse: Pulse| {
        let news = pulse.news?;
        let (turn, kind) = match news.ruleset {
            Ruleset::Guerra => (news.turn, "turn"),
            Ruleset::Dobyvatele => (news.turn, "tick"),
        };
        (known.replace(turn) != Some(turn))
            .then(|| Ok(Event::default().event(kind).id(turn.to_string()).data(turn.to_string())))
    };
    let stream = WatchStream::new(front.pulse.clone()).filter_map(turn);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
}
