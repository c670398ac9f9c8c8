use super::library::Library;
use super::router::Front;
use super::{WebError, health};
use crate::store::{PostState, Pulse};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Everything an operator's graphs and alarms need, read anew at each scrape.
pub(super) async fn metrics(State(front): State<Front>) -> Result<Response, WebError> {
    let (pulse, now) = (*front.pulse.borrow(), (front.clock)().timestamp_millis());
    let open = front.open.open();
    let registry = front.desk.read(move |library| {
        let mut registry = Registry::with_prefix("guerrabot");
        pulse_gauges(&mut registry, &pulse, now);
        gauge(&mut registry, "open_connections", "HTTP connections that are open", open as i64);
        stored(&mut registry, library)?;
        Ok(registry)
    });
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = encode(&mut text, &registry.await?);
    Ok(([(header::CONTENT_TYPE, TEXT), (header::CACHE_CONTROL, "no-store")], text).into_response())
}

fn gauge(registry: &mut Registry, name: &str, help: &str, value: i64) {
    let gauge: Gauge = Gauge::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

fn pulse_gauges(registry: &mut Registry, pulse: &Pulse, now: i64) {
    let up = health::trouble(pulse, now).is_none();
    gauge(registry, "healthy", "1 unless the loop of turns hangs, is overdue or halted", i64::from(up));
    let beat = "Milliseconds since the loop of turns last looked";
    gauge(registry, "beat_age_milliseconds", beat, now - pulse.beat);
    let Some(news) = pulse.news else { return };
    gauge(registry, "war", "The number of the newest war", news.war.into());
    gauge(registry, "turn", "The last turn of the newest war", news.turn.into());
    if let Some(due) = news.next_due {
        gauge(registry, "next_turn_timestamp_seconds", "When the next turn is due", due / 1000);
    }
    let states: Family<Vec<(String, String)>, Gauge> = Family::default();
    states.get_or_create(&vec![("state".to_string(), news.state.text().to_string())]).set(1);
    registry.register("war_state", "1 for the state that the newest war is in", states);
}

fn stored(registry: &mut Registry, library: &mut Library) -> Result<(), WebError> {
    let (networks, paused) = (library.store.networks()?, library.store.paused()?);
    let stops: Family<Vec<(String, String)>, Gauge> = Family::default();
    for (name, kind) in networks {
        let stopped = paused.contains_key(&name);
        stops.get_or_create(&vec![("network".into(), name), ("kind".into(), kind)]).set(stopped.into());
    }
    registry.register("network_paused", "1 for a network that waits for its operator", stops);
    let Some(war) = library.store.war(None)? else { return Ok(()) };
    let tally = library.store.tally(war.number)?;
    let posts: Family<Vec<(String, String)>, Gauge> = Family::default();
    for state in PostState::all() {
        posts.get_or_create(&vec![("state".to_string(), state.to_string())]).set(tally.of(state).into());
    }
    registry.register("posts", "Posts of the newest war by their state", posts);
    if let Some(last) = library.store.last_at(war.number)? {
        gauge(registry, "last_turn_timestamp_seconds", "When the last turn was taken", last / 1000);
    }
    gauge(registry, "database_bytes", "The size of the database", library.store.bytes()?);
    let alive = match library.game(None)? {
        Some((_, state, _)) => state.armies().iter().filter(|army| **army > 0).count(),
        None => {
            let book = library.book(None)?;
            book.chronicle.board(book.chronicle.turns()).alive()
        }
    };
    gauge(registry, "factions_alive", "Factions that hold land", alive as i64);
    Ok(())
}
