use super::{Seat, WarState};
use crate::rules::dobyvatele::State;
use std::sync::Arc;

/// What everybody may see of the game that is played, as of now; times are UTC milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    pub war: u32,
    pub name: String,
    pub phase: WarState,
    /// At the beginning of the open tick.
    pub state: Arc<State>,
    /// When the open tick closes; none while no clock runs.
    pub deadline: Option<i64>,
    pub seats: Vec<Seat>,
    /// The schedule's text.
    pub schedule: String,
    /// How long a tick is, if all are equally long.
    pub tick_ms: Option<i64>,
}

impl Stage {
    /// No tick will be open any more.
    pub fn is_over(&self) -> bool {
        self.phase == WarState::Over || self.state.is_over()
    }
}
