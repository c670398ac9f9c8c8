use super::{Store, StoreError, Transaction};
use rusqlite::OptionalExtension;

impl Store {
    /// A network's stored login, if it is for this account.
    pub fn session(&self, network: &str, account: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT tokens FROM sessions WHERE network = ?1 AND account = ?2";
        Ok(self.connection.prepare_cached(sql)?.query_row((network, account), |r| r.get(0)).optional()?)
    }
}

impl Transaction<'_> {
    /// Stores a network's login in place of an earlier one.
    pub fn keep_session(&self, network: &str, account: &str, tokens: &str) -> Result<(), StoreError> {
        self.0.execute(
            "INSERT INTO sessions (network, account, tokens) VALUES (?1, ?2, ?3)
             ON CONFLICT (network) DO UPDATE SET account = ?2, tokens = ?3",
            (network, account, tokens),
        )?;
        Ok(())
    }
}
