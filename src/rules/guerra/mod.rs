//! Guerra, the map war (rules/guerra.md): state, events, the turn, its exact law, and the chronicle.

mod advance;
mod chronicle;
mod commitment;
mod engine;
mod event;
mod explain;
mod forecast;
mod law;
mod settings;
mod state;
mod target;

pub use advance::{advance, advance_drawn};
pub use chronicle::{Board, Chronicle, Standing};
pub use commitment::{commitment, forecast_seed, seed, words_key};
pub use engine::Engine;
pub use event::{Event, FactionId, Taken};
pub use explain::{Reason, explain};
pub use forecast::{Forecast, Runs, Share, quantile, seed_of};
pub use law::{Chance, law};
pub use settings::{EDITION, Rules, RulesError};
pub use state::{Rebellion, State, StateError};
pub use target::{Stage, Targets, targets};
