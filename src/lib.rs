//! guerrabot: a war between real places, one turn per interval, kept in SQLite, drawn and posted.
//!
//! Data flows one way through the rooms, top to bottom; docs/architecture.md has the table.
#![forbid(unsafe_code)]

pub mod map;
pub mod rules;
pub mod schedule;
pub mod store;
pub mod turn;
pub mod words;
pub mod render;
pub mod publish;
pub mod daemon;
pub mod config;
pub mod cli;
