//! Where names stand: inside their realms, or on open ground with a leader.

mod close_up;
mod field;
mod grid;
mod lines;
mod place;
mod realms;

pub(super) use close_up::name_close_up;
pub(super) use field::Field;
pub(super) use grid::Grid;
pub(super) use place::{Label, Sums, closed};
pub(super) use realms::{Sizes, name_inside, name_realms, realms};
