use super::{Store, StoreError, Transaction};
use std::collections::BTreeMap;

impl Store {
    /// The networks that are paused, and why.
    pub fn paused(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut query =
            self.connection.prepare("SELECT name, paused FROM networks WHERE paused IS NOT NULL")?;
        let rows = query.query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
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

    /// Every network may hold posts made since `from` (UTC milliseconds), of turns up to `turn` if that is known.
    pub fn doubt_networks(&self, from: i64, turn: Option<u32>) -> Result<(), StoreError> {
        self.0.execute("UPDATE networks SET doubt_from = ?1, doubt_turn = ?2", (from, turn))?;
        Ok(())
    }

    /// A network holds no post of this turn: it can hold none of a later one either, unless one is known of.
    pub fn clear_doubt(&self, network: &str, turn: u32) -> Result<(), StoreError> {
        let sql = "UPDATE networks SET doubt_from = NULL, doubt_turn = NULL
                   WHERE name = ?1 AND doubt_from IS NOT NULL AND (doubt_turn IS NULL OR doubt_turn < ?2)";
        self.0.prepare_cached(sql)?.execute((network, turn))?;
        Ok(())
    }
}
