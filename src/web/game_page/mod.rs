//! The followers' page of a game of Dobyvatelé (docs/page.md): its seasons, gioco.json with the past in parts, its HTML.
//!
//! What is around it (addresses, feed, other seasons) is shared with the other game's page.

mod data;
mod events;
mod look;
mod pages;
mod season;
#[cfg(test)]
mod tests;

pub use data::{PART, past, present};
pub use season::GameSeason;
