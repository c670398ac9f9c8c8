use super::games::json;
use super::{Store, StoreError, Transaction};
use crate::rules::dobyvatele::{Orders, Report, State};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rusqlite::{OptionalExtension, Row};
use std::io::{Read, Write};

/// A resolved tick, in the words of the formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    pub tick: u32,
    /// When it was resolved, UTC milliseconds.
    pub at: i64,
    /// As they were played.
    pub orders: String,
    /// After it, without the rules.
    pub state: String,
    pub report: String,
}

fn pack(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(text.len() / 4), Compression::fast());
    encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("memory takes all")
}

fn unpack(bytes: &[u8]) -> Result<String, StoreError> {
    let mut text = String::new();
    let read = GzDecoder::new(bytes).read_to_string(&mut text);
    read.map(|_| text).map_err(|e| StoreError::Broken(format!("a stored tick: {e}")))
}

type Packed = (u32, i64, Vec<u8>, Vec<u8>, Vec<u8>);

fn packed(row: &Row<'_>) -> rusqlite::Result<Packed> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
}

fn unpacked((tick, at, orders, state, report): Packed) -> Result<Tick, StoreError> {
    Ok(Tick { tick, at, orders: unpack(&orders)?, state: unpack(&state)?, report: unpack(&report)? })
}

impl Store {
    /// Resolved ticks from a number on, oldest first, at most so many.
    pub fn ticks(&self, war: u32, from: u32, most: u32) -> Result<Vec<Tick>, StoreError> {
        let sql = "SELECT tick, at, orders, state, report FROM ticks WHERE war = ?1 AND tick >= ?2 ORDER BY tick LIMIT ?3";
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map((war, from, most), packed)?;
        rows.map(|row| row.map_err(StoreError::from).and_then(unpacked)).collect()
    }

    /// The last tick that is resolved.
    pub fn last_tick(&self, war: u32) -> Result<Option<Tick>, StoreError> {
        let sql =
            "SELECT tick, at, orders, state, report FROM ticks WHERE war = ?1 ORDER BY tick DESC LIMIT 1";
        self.connection.prepare_cached(sql)?.query_row([war], packed).optional()?.map(unpacked).transpose()
    }
}

impl Transaction<'_> {
    /// Appends a resolved tick; `state` is the one after it.
    pub fn append_tick(
        &self,
        war: u32,
        at: i64,
        orders: &Orders,
        state: &State,
        report: &Report,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO ticks (war, tick, at, orders, state, report) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let tick = state.tick().saturating_sub(1);
        let (orders, state, report) = (json(orders), json(&state.public()), json(report));
        self.0.prepare_cached(sql)?.execute((war, tick, at, pack(&orders), pack(&state), pack(&report)))?;
        Ok(())
    }
}
