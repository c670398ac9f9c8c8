//! The API that teams play Dobyvatelé with (docs/api.md). It shows the game and hands in orders; it cannot resolve a tick.

mod about;
mod body;
mod door;
mod orders;
mod past;
mod problem;
mod state;

pub use about::game_json;

use super::WebError;
use super::router::Front;
use crate::store::{Inbox, Stage, Store};
use axum::Router;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::routing::get;
use door::Door;
use problem::Problem;
use state::Poster;
use std::sync::Arc;
use tokio::sync::watch;

/// What the game's handlers share.
#[derive(Clone)]
pub(super) struct Arena {
    inbox: Arc<Inbox>,
    stage: watch::Receiver<Option<Arc<Stage>>>,
    door: Door,
    poster: Poster,
}

impl Arena {
    /// `store` is a connection of its own: whoever asks for a whole replay must not hold up a team.
    pub fn open(inbox: Arc<Inbox>, store: Store) -> std::io::Result<Self> {
        let stage = inbox.stage();
        Ok(Arena { inbox, stage, door: Door::open(store)?, poster: Poster::default() })
    }

    /// The game that is played now.
    fn stage(&self) -> Result<Arc<Stage>, Problem> {
        self.stage.borrow().clone().ok_or(Problem::NoGame)
    }
}

/// The addresses of the game.
pub(super) fn routes() -> Router<Front> {
    Router::new()
        .route("/api/v1/game", get(about::game))
        .route("/api/v1/me", get(about::me))
        .route("/api/v1/state", get(state::state))
        .route("/api/v1/ticks/{tick}", get(past::tick))
        .route("/api/v1/ticks/{tick}/orders", get(orders::stored).put(orders::put))
        .route("/api/v1/replay", get(past::whole))
}

/// The tick in an address.
fn tick(number: InPath) -> Result<u32, Problem> {
    let Path(text) = number.map_err(|e| Problem::Malformed(e.body_text(), None))?;
    let wrong = || format!("\"{text}\" is no tick; a tick is a whole number from 0");
    text.parse().map_err(|_| Problem::Malformed(wrong(), None))
}

/// A tick's number as it was written.
type InPath = Result<Path<String>, PathRejection>;
