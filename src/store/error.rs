use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// What can be wrong with the database.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: not a guerrabot database; name another file with --db", .0.display())]
    NotOurs(PathBuf),
    #[error("{}: made by a newer guerrabot (schema {found}, this program knows {known}); install that version", path.display())]
    Newer { path: PathBuf, found: u32, known: u32 },
    #[error("{}: made by an older guerrabot (schema {found} of {known}); start the daemon once to bring it up to date", path.display())]
    Older { path: PathBuf, found: u32, known: u32 },
    #[error("{}: the database is read-only; give this user write permission", .0.display())]
    ReadOnly(PathBuf),
    #[error("{}: the database is damaged ({}); put the last backup in its place with `guerrabot restore FILE`", .0.display(), .1)]
    Damaged(PathBuf, String),
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    #[error("{0}")]
    Broken(String),
    #[error("database: {0}")]
    Sqlite(#[source] rusqlite::Error),
}

impl StoreError {
    /// The disk is full, the file is busy, an I/O error: it may pass, so try again and lose nothing.
    pub fn may_pass(&self) -> bool {
        let StoreError::Sqlite(error) = self else { return false };
        matches!(
            error.sqlite_error_code(),
            Some(
                ErrorCode::DiskFull
                    | ErrorCode::DatabaseBusy
                    | ErrorCode::DatabaseLocked
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::CannotOpen
                    | ErrorCode::ReadOnly
            )
        )
    }

    pub(super) fn opening(error: rusqlite::Error, path: &Path) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotOurs(path.to_path_buf()),
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(path.to_path_buf(), error.to_string()),
            _ => error.into(),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::Sqlite(error)
    }
}
