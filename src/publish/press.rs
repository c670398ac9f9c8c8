use crate::store::{Frozen, Post, Store, StoreError};
use std::path::Path;

/// How posts look.
#[derive(Clone, Debug)]
pub struct Settings {}

/// Makes a post's words and picture from what is stored.
pub struct Press {
    store: Store,
}

/// Why a post could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Words(String),
}

impl Press {
    /// Reads through a connection of its own.
    pub fn open(db: &Path, _settings: Settings) -> Result<Self, StoreError> {
        Ok(Press { store: Store::open_read_only(db)? })
    }

    /// The bytes of a post.
    pub fn compose(&mut self, post: &Post) -> Result<Frozen, PressError> {
        let turns = self.store.turns(post.war, 0)?;
        let caption = format!("Turno {} {:?}", post.turn, turns.get(post.turn as usize));
        Ok(Frozen { caption, alt: "alt".into(), png: vec![1] })
    }
}
