use super::{Store, StoreError, Transaction};
use crate::rules::dobyvatele::TeamId;
use rusqlite::Row;

/// Who plays for a team, known by the SHA-256 of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Never given to another.
    pub id: i64,
    pub team: TeamId,
    pub name: String,
    pub token: [u8; 32],
    /// UTC milliseconds.
    pub since: i64,
}

/// How a team has done so far; ticks are counted once they are resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Orders.
    pub accepted: i64,
    pub rejected: i64,
    /// Ticks without orders.
    pub missed: u32,
    /// The last tick, resolved or open, for which orders came in time.
    pub last_tick: Option<u32>,
}

pub(super) fn team(row: &Row<'_>, column: usize) -> rusqlite::Result<TeamId> {
    let wrong =
        |e: String| rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, e.into());
    row.get_ref(column)?.as_str()?.parse().map_err(wrong)
}

impl Store {
    /// The seats that are taken, from A to Z.
    pub fn seats(&self, war: u32) -> Result<Vec<Seat>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT id, team, name, token, since FROM teams WHERE war = ?1 AND revoked_at IS NULL ORDER BY team",
        )?;
        let seat = |row: &Row<'_>| {
            let team = team(row, 1)?;
            Ok(Seat { id: row.get(0)?, team, name: row.get(2)?, token: row.get(3)?, since: row.get(4)? })
        };
        Ok(query.query_map([war], seat)?.collect::<Result<_, _>>()?)
    }

    /// How a team has done so far, whoever sat for it.
    pub fn record(&self, war: u32, team: TeamId) -> Result<Record, StoreError> {
        let sql = "SELECT coalesce(sum(accepted), 0), coalesce(sum(rejected), 0), max(tick),
                     (SELECT count(*) FROM ticks WHERE war = ?1 AND NOT EXISTS
                        (SELECT 1 FROM orders o WHERE o.war = ticks.war AND o.tick = ticks.tick AND o.team = ?2))
                   FROM orders WHERE war = ?1 AND team = ?2";
        let record = |r: &Row<'_>| {
            Ok(Record { accepted: r.get(0)?, rejected: r.get(1)?, last_tick: r.get(2)?, missed: r.get(3)? })
        };
        Ok(self.connection.prepare_cached(sql)?.query_row((war, team.to_string()), record)?)
    }
}

impl Transaction<'_> {
    /// Takes a seat that is free; the token is given as its SHA-256.
    pub fn take_seat(
        &self,
        war: u32,
        team: TeamId,
        name: &str,
        token: &[u8; 32],
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO teams (war, team, name, token, since) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.0.execute(sql, (war, team.to_string(), name, token, now))?;
        Ok(())
    }

    /// Makes a seat's token worthless and the seat free.
    pub fn revoke_seat(&self, id: i64, now: i64) -> Result<(), StoreError> {
        self.0.execute("UPDATE teams SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL", (id, now))?;
        Ok(())
    }
}
