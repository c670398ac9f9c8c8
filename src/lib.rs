//! guerrabot: a war between real places, one turn per interval, kept in SQLite, drawn and posted.
//!
//! Data flows one way through the rooms, top to bottom; docs/architecture.md has the table.
#![forbid(unsafe_code)]

pub mod cli;
pub mod config;
mod crash;
pub mod daemon;
pub mod map;
pub mod publish;
pub mod render;
pub mod rules;
pub mod schedule;
pub mod store;
pub mod turn;
pub mod words;
