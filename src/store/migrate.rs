use super::{APPLICATION_ID, StoreError};
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// In order, each once; a released one never changes.
const MIGRATIONS: &[&str] =
    &[include_str!("../../migrations/0001_first.sql"), include_str!("../../migrations/0002_networks.sql")];

fn version(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// A newer program may have changed what this one would misread.
pub(super) fn refuse_newer(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let (found, known) = (version(connection)?, MIGRATIONS.len() as u32);
    if found > known {
        return Err(StoreError::Newer { path: path.to_path_buf(), found, known });
    }
    Ok(())
}

/// Brings the database up to date in one transaction, a copy of an older one beside it first.
pub(super) fn run(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let (found, known) = (version(connection)?, MIGRATIONS.len() as u32);
    if found == known {
        return Ok(());
    }
    if found == 0 {
        // Takes effect only before the first table.
        connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL; VACUUM;")?;
    } else {
        let copy = path.with_extension(format!("v{found}.db"));
        connection.execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for number in version(&transaction)?..known {
        transaction.execute_batch(MIGRATIONS[number as usize])?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

/// A reader cannot migrate: it takes only the current version.
pub(super) fn refuse_older(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let (found, known) = (version(connection)?, MIGRATIONS.len() as u32);
    if found < known {
        return Err(StoreError::Older { path: path.to_path_buf(), found, known });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn released_migrations_never_change() {
        let hashes: Vec<String> = MIGRATIONS.iter().map(|sql| hex::encode(Sha256::digest(sql))).collect();
        assert_eq!(
            hashes,
            [
                "7e883b0cdc7aa41007a28996158f951932becf8e634f4b1253a8af6f7af97e99",
                "d5d80a62ef8ee9e8b239b5014e41e211e60d671a0caf50953e8e1fe0a79f1f66"
            ]
        );
    }
}
