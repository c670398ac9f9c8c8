//! The replay: a header, a line of JSON a tick, the ranking (docs/json.md); written, and played again to verify it.

use super::fault::Faults;
use super::json::StateJson;
use super::orders::Orders;
use super::report::Report;
use super::state::State;
use super::step::step;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

const FORMAT: &str = "dobyvatele-replay";
const VERSION: u32 = 1;

/// What a running game keeps back.
#[derive(Deserialize)]
struct Begun {
    seed: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    engine: String,
    seed: String,
    state: StateJson,
}

#[derive(Serialize)]
struct Tick<'a> {
    tick: u32,
    orders: &'a Orders,
    state: &'a StateJson,
    report: &'a Report,
}

/// What the rest of a tick's line follows from.
#[derive(Deserialize)]
struct Ordered {
    tick: u32,
    orders: Orders,
}

/// A tick as it was read: what it says came of the orders is compared as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TickRead {
    #[serde(rename = "tick")]
    _tick: u32,
    #[serde(rename = "orders")]
    _orders: Orders,
    state: Value,
    report: Value,
}

/// Writes a value that has no maps with keys other than texts, so that it cannot fail.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("all keys are texts")
}

/// The first line, without its newline; `state` is the one in which tick 0 is open, `seed` 64 hex digits.
///
/// While a game runs players get states without rules, and no seed: that of a fallback's dice.
pub fn header_line(state: &StateJson, engine: &str, seed: &str) -> String {
    let (format, engine, seed) = (FORMAT.into(), engine.into(), seed.into());
    line(&Header { format, version: VERSION, engine, seed, state: state.clone() })
}

/// The line of a tick that is resolved; `state` is the one after it.
pub fn tick_line(orders: &Orders, state: &StateJson, report: &Report) -> String {
    line(&Tick { tick: state.tick.saturating_sub(1), orders, state, report })
}

/// The last line, of a game that is over.
pub fn end_line(state: &State) -> String {
    line(&end(state))
}

fn end(state: &State) -> Value {
    let ranking: Vec<_> = state.ranking().iter().map(|r| json!([r.rank, r.team, r.score])).collect();
    json!({"end": true, "ranking": ranking})
}

/// Where a replay is not what the rules make of its orders.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("header: {0}")]
    Header(String),
    #[error("header: state: {0}")]
    State(#[from] Faults),
    #[error("tick {tick}: line {line}: {what}")]
    Tick { tick: u32, line: usize, what: String },
    #[error("end: line {line}: {what}")]
    End { line: usize, what: String },
}

/// Plays a replay again, line by line, each looked at once; gives the state at its end.
///
/// # Errors
/// The first tick, or the header or the end, that is not as the rules make it.
pub fn verify<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> Result<State, ReplayError> {
    let mut lines = lines.into_iter();
    let mut state = start(lines.next().as_ref().map_or("", S::as_ref))?;
    let mut number = 1;
    while !state.is_over() {
        let tick = state.tick();
        number += 1;
        let fail = |what| ReplayError::Tick { tick, line: number, what };
        let missing = || fail("the line is missing; a game that was ended early has no proof".into());
        let text = lines.next().ok_or_else(missing)?;
        state = play(&state, text.as_ref()).map_err(fail)?;
    }
    let fail = |what: &str| ReplayError::End { line: number + 1, what: what.into() };
    let text = lines.next().ok_or_else(|| fail("the line with the ranking is missing"))?;
    if serde_json::from_str::<Value>(text.as_ref()).ok() != Some(end(&state)) {
        return Err(fail("the ranking is not that of the last state"));
    }
    match lines.next() {
        Some(_) => Err(fail("something follows the ranking")),
        None => Ok(state),
    }
}

/// The state of the header, which must be a game's beginning.
fn start(text: &str) -> Result<State, ReplayError> {
    let fail = |what: &str| Err(ReplayError::Header(what.into()));
    if serde_json::from_str::<Begun>(text).is_ok_and(|begun| begun.seed.is_none()) {
        return fail(
            "the game was not over when this was fetched: seed and rules are kept back until then; fetch it again",
        );
    }
    let header: Header = match serde_json::from_str(text) {
        Ok(header) => header,
        Err(error) => return fail(&error.to_string()),
    };
    if header.format != FORMAT || header.version != VERSION {
        return fail(&format!("not a {FORMAT} of version {VERSION}"));
    }
    if header.engine.is_empty() {
        return fail("no engine is named");
    }
    if hex::decode(&header.seed).map_or(0, |seed| seed.len()) != 32 {
        return fail("the seed is not 64 hex digits");
    }
    if header.state.rules.is_none() {
        return fail("the state has no rules; a game in progress keeps them back, wait for its end");
    }
    let state = State::try_from(header.state)?;
    let first = State::start(Arc::clone(state.board()), *state.rules(), state.ticks())?;
    if state != first {
        return fail(
            "the state is not the beginning of a game: tick 0, no land, no scores, the first recruits at home",
        );
    }
    Ok(state)
}

fn play(state: &State, text: &str) -> Result<State, String> {
    let Ordered { tick, orders } = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if tick != state.tick() {
        return Err(format!("it is that of tick {tick}"));
    }
    let (state, report) = step(state, &orders).map_err(|over| over.to_string())?;
    // Letter by letter is how we write it; others may write the same otherwise, which takes five times as long to see.
    if text != tick_line(&orders, &state.written(), &report) {
        let read: TickRead = serde_json::from_str(text).map_err(|error| error.to_string())?;
        compare("state", &read.state, &state)?;
        compare("report", &read.report, &report)?;
    }
    Ok(state)
}

fn compare(what: &str, read: &Value, made: &impl Serialize) -> Result<(), String> {
    let made = serde_json::to_value(made).expect("all keys are texts");
    if *read == made {
        return Ok(());
    }
    let differs = |key: &&String| read.get(key.as_str()) != made.get(key.as_str());
    let mut keys = [&made, read].into_iter().filter_map(Value::as_object).flat_map(serde_json::Map::keys);
    let key = keys.find(differs).map_or("", String::as_str);
    Err(format!("its {what} is not what the rules make of the orders: `{key}` differs"))
}
