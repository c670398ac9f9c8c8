#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it moves whole files")]

use super::context::Context;
use crate::daemon::Lock;
use crate::store::{Post, PostState, Store, War};
use anyhow::{Context as _, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot backup guerra-2026-12-01.db")]
pub(super) struct BackupArgs {
    /// A file that does not exist yet
    file: PathBuf,
}

#[derive(clap::Args)]
#[command(after_help = "Example: guerrabot restore guerra-2026-12-01.db")]
pub(super) struct RestoreArgs {
    /// A file made by `backup`
    file: PathBuf,
}

pub(super) fn backup(context: &Context, args: &BackupArgs) -> anyhow::Result<()> {
    let file = &args.file;
    ensure!(!file.exists(), "{}: exists already; name another file", file.display());
    let store = context.reader()?.with_context(|| format!("{}: no database yet", context.db.display()))?;
    let part = beside(file, ".part");
    store.backup(&part).with_context(|| part.display().to_string())?;
    std::fs::File::open(&part)?.sync_all()?;
    std::fs::rename(&part, file).with_context(|| file.display().to_string())?;
    say!("{}", file.display());
    Ok(())
}

pub(super) fn restore(context: &Context, args: &RestoreArgs) -> anyhow::Result<()> {
    let db = &context.db;
    let _lock = Lock::take(db)?;
    let fresh = beside(db, ".restored");
    let replaced = Store::open_read_only(db).ok();
    let copy = || -> anyhow::Result<()> {
        let _ = std::fs::remove_file(&fresh);
        Store::open_any_age(&args.file)?.backup(&fresh)?;
        doubt_posts(context, &fresh, replaced.as_ref())
    };
    copy().with_context(|| args.file.display().to_string())?;
    if db.exists() {
        // Empties the write-ahead log, so that the one file is all of it.
        drop(Store::open(db).ok());
        let old = beside(db, ".before-restore");
        std::fs::rename(db, &old).with_context(|| db.display().to_string())?;
        say!("the old database is now {}", old.display());
    }
    for tail in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(beside(db, tail));
    }
    std::fs::rename(&fresh, db).with_context(|| db.display().to_string())?;
    say!("{} is back from {}", db.display(), args.file.display());
    Ok(())
}

/// The last turn of this war in the database that goes; none if it is damaged, or holds another war.
fn last_turn(replaced: &Store, war: &War) -> Option<u32> {
    let lost = replaced.war(Some(war.number)).ok()??;
    let newest = replaced.war(None).ok()??;
    if (lost.commitment, lost.begun_at) != (war.commitment, war.begun_at) || newest.number != war.number {
        return None;
    }
    replaced.last_turn(war.number).ok()
}

/// What waited when the copy was made, and every turn that is taken anew, may have gone out since: it is read back
/// before it is sent, from the last time that the copy knows of.
fn doubt_posts(context: &Context, path: &Path, replaced: Option<&Store>) -> anyhow::Result<()> {
    let mut store = Store::open(path)?;
    let Some(war) = store.war(None)? else { return Ok(()) };
    let posts = store.posts(None, None)?;
    let times = posts.iter().flat_map(|post| [post.tried_at, post.sent_at]).flatten();
    let since = times.chain([war.begun_at]).max().unwrap_or(war.begun_at);
    let mut networks: BTreeMap<String, String> = store.networks()?.into_iter().collect();
    networks.extend(context.config.networks.iter().map(|n| (n.name.clone(), n.kind.word().to_string())));
    let lost = replaced.and_then(|replaced| last_turn(replaced, &war));
    // A database that was itself restored may know less than the networks do.
    let doubted = |name: &str| replaced.and_then(|replaced| replaced.doubted(name).ok()?);
    let last = |name: &str| doubted(name).map_or(lost, |before| Some(lost?.max(before?)));
    store.transaction(|tx| {
        let open = |post: &&Post| matches!(post.state, PostState::Pending | PostState::Sending);
        posts.iter().filter(open).try_for_each(|post| tx.doubt(post.id, since))?;
        networks.iter().try_for_each(|(name, kind)| tx.doubt_network((name, kind), since, last(name)))
    })?;
    Ok(())
}

fn beside(path: &Path, tail: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(tail);
    name.into()
}
