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
}
