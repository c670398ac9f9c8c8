//! SQLite: maps, wars, turns, games with their teams, orders and ticks, posts, sessions. A turn is written once or not at all.

mod error;
mod games;
mod inbox;
mod maps;
mod migrate;
mod networks;
mod orders;
mod posts;
mod pulse;
mod sessions;
mod stage;
mod teams;
mod ticks;
mod turns;
mod wars;
mod writer;

pub use error::StoreError;
pub use games::{Game, NewGame};
pub use inbox::{Arrival, Inbox, Open, Refusal};
pub use orders::{Kept, OrderSet};
pub use posts::{Frozen, Post, PostKind, PostState, Tally};
pub use pulse::{HANGS_MS, News, OVERDUE_MS, Pulse, SET_BACK_MS};
pub use stage::Stage;
pub use teams::{Record, Seat};
pub use ticks::Tick;
pub use turns::Turn;
pub use wars::{NewWar, Ruleset, War, WarState};
pub use writer::Writer;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks the file as ours: "Guer".
const APPLICATION_ID: i32 = 0x4775_6572;

/// SQLite's page cache of one connection.
const CACHE_KIB: i32 = 512;

/// One connection to the database.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens for writing; makes the file (mode 0600: it holds the secret) and brings it up to date if needed.
    ///
    /// # Errors
    /// A file that is not ours, newer than the program, read-only or damaged.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        create_private(path)?;
        let mut store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.identify()?;
        store.connection.pragma_update(None, "journal_mode", "WAL")?;
        store.connection.pragma_update(None, "synchronous", "FULL")?;
        store.connection.pragma_update(None, "foreign_keys", true)?;
        migrate::run(&mut store.connection, path)?;
        Ok(store)
    }

    /// Opens an existing, current database for reading only.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        store.identify()?;
        migrate::refuse_older(&store.connection, path)?;
        Ok(store)
    }

    /// Opens an existing database for copying, though it be older than the program.
    pub fn open_any_age(path: &Path) -> Result<Self, StoreError> {
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        store.identify()?;
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        Ok(Store { connection, path: path.to_path_buf() })
    }

    /// Refuses a file that is some other program's, a newer one's, or damaged; nothing is written before that.
    fn identify(&self) -> Result<(), StoreError> {
        let opening = |e| StoreError::opening(e, &self.path);
        // One snapshot, for another process may be making the database.
        let _snapshot = self.connection.unchecked_transaction().map_err(opening)?;
        let number = |sql: &str| self.connection.query_row(sql, [], |r| r.get::<_, i32>(0)).map_err(opening);
        let application = number("PRAGMA application_id")?;
        if application != APPLICATION_ID
            && (application != 0 || number("SELECT count(*) FROM sqlite_schema")? > 0)
        {
            return Err(StoreError::NotOurs(self.path.clone()));
        }
        migrate::refuse_newer(&self.connection, &self.path)?;
        let check = self.connection.query_row("PRAGMA quick_check(1)", [], |r| r.get::<_, String>(0));
        let verdict = check.map_err(opening)?;
        match verdict.lines().last() {
            // Frozen pictures would fill SQLite's 2 MB with bytes that are read once.
            Some("ok") => Ok(self.connection.pragma_update(None, "cache_size", -CACHE_KIB)?),
            fault => Err(StoreError::Damaged(self.path.clone(), fault.unwrap_or_default().to_string())),
        }
    }

    /// Runs `work` in one IMMEDIATE transaction: all of it is kept, or nothing.
    pub fn transaction<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let begun = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = Transaction(begun.map_err(StoreError::from)?);
        let result = work(&transaction)?;
        transaction.0.commit().map_err(StoreError::from)?;
        Ok(result)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a consistent copy to a new file while others write on.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        create_private(to)?;
        let mut copy = Connection::open(to)?;
        let backup = rusqlite::backup::Backup::new(&self.connection, &mut copy)?;
        backup.run_to_completion(256, Duration::ZERO, None)?;
        drop(backup);
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        copy.close().map_err(|(_, e)| e)?;
        Ok(())
    }

    /// The size of the file.
    pub fn bytes(&self) -> Result<i64, StoreError> {
        let number = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        Ok(number("page_count")? * number("page_size")?)
    }

    /// Merges the log into the database, as far as readers let it; SQLite would do so in the midst of some later write.
    pub fn settle(&self) -> Result<(), StoreError> {
        Ok(self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?)
    }

    /// Gives some pages of deleted pictures back to the file system; true if there are more.
    pub fn shrink(&self) -> Result<bool, StoreError> {
        // Each row is a page: stepped once, as a batch would be, it frees one.
        let mut vacuum = self.connection.prepare_cached("PRAGMA incremental_vacuum(1000)")?;
        let mut pages = vacuum.query([])?;
        while pages.next()?.is_some() {}
        drop(pages);
        let left: u32 = self.connection.pragma_query_value(None, "freelist_count", |row| row.get(0))?;
        if left == 0 {
            // The file itself shrinks when the log is merged into it.
            self.settle()?;
        }
        Ok(left > 0)
    }
}

/// Writes that belong together.
pub struct Transaction<'a>(rusqlite::Transaction<'a>);

/// The database file must be ours alone, and be so from its first byte.
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "SQLite would make it readable for all"
)]
fn create_private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::OpenOptionsExt;
    let fail = |e: std::io::Error| StoreError::File(path.to_path_buf(), e);
    if let Ok(known) = std::fs::metadata(path)
        && known.permissions().readonly()
    {
        return Err(StoreError::ReadOnly(path.to_path_buf()));
    }
    std::fs::OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
        .map(drop)
        .map_err(fail)
}
