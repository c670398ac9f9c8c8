//! Dobyvatelé, the grid war that teams play (rules/dobyvatele.md): board, state, orders, the tick, strategies, replays.

mod battle;
mod board;
mod check;
mod chronicle;
mod direction;
mod fault;
mod json;
mod orders;
pub mod replay;
mod report;
mod settings;
mod state;
mod step;
mod strategy;
mod team;

pub use battle::survivors;
pub use board::{Board, Field, GenerateError, Ground, LONGEST_SIDE, Plan, fitting_side};
pub use chronicle::{Chronicle, Met, Told};
pub use direction::Direction;
pub use fault::{Fault, Faults};
pub use json::{SoldierJson, StateJson, TeamJson};
pub use orders::{Order, Orders, TeamOrders};
pub use report::{Battle, Reason, Rejected, Report, Taken};
pub use settings::{MOST_SOLDIERS, Rules, RulesJson};
pub use state::{Rank, Soldier, State};
pub use step::{Over, step};
pub use strategy::Strategy;
pub use team::{MOST_TEAMS, TeamId};
