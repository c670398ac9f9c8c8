use super::{Store, StoreError, Transaction};
use rusqlite::OptionalExtension;
use std::collections::BTreeMap;

impl Store {
    /// The networks that are paused, and why.
    pub fn paused(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT name, paused FROM networks WHERE paused IS NOT NULL")?;
        let rows = query.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Every network known of: name and kind.
    pub fn networks(&self) -> Result<Vec<(String, String)>, StoreError> {
        let mut query = self.connection.prepare("SELECT name, kind FROM networks ORDER BY name")?;
        let rows = query.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Up to which turn a network may still hold posts of a database that was replaced; none if it cannot, inner none
    /// if nobody knows.
    pub fn doubted(&self, network: &str) -> Result<Option<Option<u32>>, StoreError> {
        let sql = "SELECT doubt_turn FROM networks WHERE name = ?1 AND doubt_from IS NOT NULL";
        Ok(self.connection.query_row(sql, [network], |r| r.get(0)).optional()?)
    }
}

impl Transaction<'_> {
    /// Pauses a network with a reason, or lets it go on with none.
    pub fn set_paused(&self, name: &str, kind: &str, reason: Option<&str>) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO networks (name, kind, paused) VALUES (?1, ?2, ?3)
             ON CONFLICT (name) DO UPDATE SET kind = ?2, paused = ?3",
            (name, kind, reason),
        )?;
        Ok(())
    }

    /// A paused network goes on.
    pub fn resume(&self, name: &str) -> Result<(), StoreError> {
        self.0.execute("UPDATE networks SET paused = NULL WHERE name = ?1", [name])?;
        Ok(())
    }

    /// A network may hold posts made since `from` (UTC milliseconds), of turns up to `turn` if that is known.
    pub fn doubt_network(
        &self,
        (name, kind): (&str, &str),
        from: i64,
        turn: Option<u32>,
    ) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO networks (name, kind, doubt_from, doubt_turn) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (name) DO UPDATE SET doubt_from = ?3, doubt_turn = ?4",
            (name, kind, from, turn),
        )?;
        Ok(())
    }

    /// A network holds no post of this turn. Unless later ones are known to have been lost it can hold none of those
    /// either; where nothing is known, only an operator's word ends the doubt: `certain`.
    pub fn clear_doubt(&self, network: &str, turn: u32, certain: bool) -> Result<(), StoreError> {
        let sql = "UPDATE networks SET doubt_from = NULL, doubt_turn = NULL
                   WHERE name = ?1 AND doubt_from IS NOT NULL AND coalesce(doubt_turn < ?2, ?3)";
        self.0.prepare_cached(sql)?.execute((network, turn, certain))?;
        Ok(())
    }
}
