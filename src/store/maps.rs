use super::{Store, StoreError, Transaction};
use crate::map::{self, Geography, Map, Table};
use rusqlite::OptionalExtension;

impl Transaction<'_> {
    /// Keeps a map with the file that it came from; the same map is kept once.
    pub fn keep_map(&self, map: &Map, source: &[u8]) -> Result<(), StoreError> {
        let table = serde_json::to_string(&Table::of(map)).map_err(|e| StoreError::Broken(e.to_string()))?;
        self.0.execute(
            r#"INSERT INTO maps (digest, name, source, "table") VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING"#,
            (hex::encode(map.digest()), map.name(), source, table),
        )?;
        Ok(())
    }
}

impl Store {
    /// A war's map: rules' integers from the stored table, never computed again (rule 5.2); words from its file.
    pub fn map(&self, digest: &str) -> Result<Map, StoreError> {
        let broken = |e: &dyn std::fmt::Display| StoreError::Broken(format!("stored map {digest}: {e}"));
        let table = r#"SELECT "table", source FROM maps WHERE digest = ?1"#;
        let row = |r: &rusqlite::Row<'_>| Ok((r.get::<_, String>(0)?, r.get::<_, Vec<u8>>(1)?));
        let found = self.connection.query_row(table, [digest], row).optional()?;
        let (table, source) = found.ok_or_else(|| broken(&"it is missing"))?;
        let table: Table = serde_json::from_str(&table).map_err(|e| broken(&e))?;
        let wording = map::wording(&source).map_err(|e| broken(&e))?;
        let map = table.into_map(wording, "stored").map_err(|e| broken(&e))?;
        if hex::encode(map.digest()) == digest { Ok(map) } else { Err(broken(&"its digest does not fit")) }
    }

    /// Whether a war's map came from just this file.
    pub fn is_source(&self, digest: &str, source: &[u8]) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM maps WHERE digest = ?1 AND source = ?2)";
        Ok(self.connection.query_row(sql, (digest, source), |r| r.get(0))?)
    }

    /// The shapes of a war's map, from the file it began with.
    pub fn geography(&self, map: &Map) -> Result<Geography, StoreError> {
        let digest = hex::encode(map.digest());
        let source: Vec<u8> =
            self.connection
                .query_row("SELECT source FROM maps WHERE digest = ?1", [&digest], |r| r.get(0))?;
        map::shapes(&source, map).map_err(|e| StoreError::Broken(format!("stored map {digest}: {e}")))
    }
}
