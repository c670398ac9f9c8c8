#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the lock is a file")]

use crate::store::HANGS_MS;
use chrono::{DateTime, TimeDelta, Utc};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The right to play the wars of one database; the system frees it when the process ends, however it ends.
pub struct Lock {
    file: File,
    /// When it last beat.
    beat: DateTime<Utc>,
}

/// How often it shows that it lives.
const BEAT: TimeDelta = TimeDelta::seconds(5);

/// Why the lock was not given.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    #[error("{} is in use by {holder}; stop it first, or name another database with --db", db.display())]
    Held { db: PathBuf, holder: String },
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
}

impl Lock {
    /// Takes the lock beside the database, or says which host and process hold it.
    pub fn take(db: &Path) -> Result<Self, LockError> {
        let path = beside(db);
        let fail = |e| LockError::File(path.clone(), e);
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = open.map_err(fail)?;
        // `status --check` holds it for an instant when no daemon does, and a new holder needs one to sign.
        for _ in 0..10 {
            match file.try_lock() {
                Ok(()) => {
                    return sign(&mut file).map(|()| Lock { file, beat: DateTime::UNIX_EPOCH }).map_err(fail);
                }
                Err(TryLockError::Error(e)) => return Err(fail(e)),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        Err(LockError::Held {
            db: db.to_path_buf(),
            holder: holder(&path).unwrap_or("another process".into()),
        })
    }

    /// Shows whoever looks from outside that the loop of turns lives: the file's time of change is its last look.
    pub fn beat(&mut self, now: DateTime<Utc>) {
        if (now - self.beat).abs() >= BEAT {
            self.beat = now;
            // A disk that takes no time stamp shows it elsewhere soon enough.
            let _ = self.file.set_modified(now.into());
        }
    }

    /// Seconds since the daemon that holds the lock last showed that it lives, if that is too long ago.
    pub fn hangs(db: &Path, now: DateTime<Utc>) -> Option<i64> {
        let changed = std::fs::metadata(beside(db)).and_then(|file| file.modified()).ok()?;
        let silent = now - DateTime::<Utc>::from(changed);
        (silent.num_milliseconds() > HANGS_MS).then(|| silent.num_seconds())
    }

    /// Who plays this database now, if anybody does.
    pub fn holder(db: &Path) -> Option<String> {
        let path = beside(db);
        let file = File::open(&path).ok()?;
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => Some(holder(&path).unwrap_or("another process".into())),
            Ok(()) | Err(TryLockError::Error(_)) => None,
        }
    }
}

fn beside(db: &Path) -> PathBuf {
    let mut name = db.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

fn sign(file: &mut File) -> io::Result<()> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "process {} on host {}", std::process::id(), host.trim())
}

fn holder(path: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(path).ok()?.read_to_string(&mut text).ok()?;
    (!text.is_empty()).then_some(text)
}
