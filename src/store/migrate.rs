use super::{APPLICATION_ID, StoreError};
use rusqlite::{Connection, TransactionBehavior};
use std::path::Path;

/// In order, each once; a released one never changes.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_first.sql"),
    include_str!("../../migrations/0002_networks.sql"),
    include_str!("../../migrations/0003_games.sql"),
];

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
        super::create_private(&copy)?;
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
    use rusqlite::OpenFlags;
    use sha2::{Digest, Sha256};

    #[test]
    fn released_migrations_never_change() {
        let hashes: Vec<String> = MIGRATIONS.iter().map(|sql| hex::encode(Sha256::digest(sql))).collect();
        assert_eq!(
            hashes,
            [
                "7e883b0cdc7aa41007a28996158f951932becf8e634f4b1253a8af6f7af97e99",
                "d5d80a62ef8ee9e8b239b5014e41e211e60d671a0caf50953e8e1fe0a79f1f66",
                "ad08a97e0da93ccfa33aa92972b946a15a0412feab0dff398f363a342f994278"
            ]
        );
    }

    #[test]
    fn a_filled_database_of_version_1_is_brought_up_to_date() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("old.db");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(MIGRATIONS[0]).unwrap();
        old.execute_batch(
            "INSERT INTO wars (number, name, ruleset, rules, state, begun_at) VALUES (1, 'g', 'guerra', '{}', 'running', 5);
             INSERT INTO pictures VALUES (zeroblob(32), x'01');
             INSERT INTO posts (war, turn, kind, network, state, not_before, frozen_at, caption, alt, picture, tried_at)
             VALUES (1, 7, 'turn', 'cartella', 'sending', 9, 9, 'Turno 7', 'alt', zeroblob(32), 9);
             INSERT INTO networks VALUES ('cartella', 'folder', 'why');
             PRAGMA user_version = 1;",
        )
        .unwrap();
        old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        drop(old);
        let store = super::super::Store::open(&path).unwrap();
        let post = store.next_post("cartella").unwrap().unwrap();
        assert_eq!((post.turn, post.state.text(), post.resent), (7, "sending", 0));
        let frozen = store.frozen(post.id).unwrap();
        assert_eq!(
            (frozen.caption.as_str(), frozen.language.as_str(), frozen.png),
            ("Turno 7", "it", vec![1])
        );
        assert_eq!(store.paused().unwrap()["cartella"], "why");
        let copy =
            Connection::open_with_flags(path.with_extension("v1.db"), OpenFlags::SQLITE_OPEN_READ_ONLY);
        assert_eq!(version(&copy.unwrap()).unwrap(), 1);
    }

    #[test]
    fn a_filled_database_of_version_2_is_brought_up_to_date() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("old.db");
        let old = Connection::open(&path).unwrap();
        MIGRATIONS[..2].iter().for_each(|sql| old.execute_batch(sql).unwrap());
        old.execute_batch(
            "INSERT INTO maps VALUES ('d1', 'm', x'01', '[]');
             INSERT INTO wars VALUES (1, 'g', 'guerra', 'd1', '{}', zeroblob(32), NULL, zeroblob(32), 'over', NULL, 5, 's', 9);
             INSERT INTO turns VALUES (1, 1, 7, 8, 'attack', 0, 1, 1);
             PRAGMA user_version = 2;",
        )
        .unwrap();
        old.pragma_update(None, "application_id", APPLICATION_ID).unwrap();
        drop(old);
        let store = super::super::Store::open(&path).unwrap();
        let war = store.war(None).unwrap().unwrap();
        assert_eq!((war.ruleset.text(), war.map.as_str(), war.next_due), ("guerra", "d1", Some(9)));
        assert_eq!((store.last_turn(1).unwrap(), store.last_at(1).unwrap()), (1, Some(8)));
        assert!(store.seats(1).unwrap().is_empty() && store.last_tick(1).unwrap().is_none());
    }
}
