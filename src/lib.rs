//! guerrabot: a war between real places, one turn per interval, kept in SQLite, drawn and posted.
//!
//! Data flows one way through the rooms, top to bottom; docs/architecture.md has the table.
#![forbid(unsafe_code)]
#![deny(clippy::wildcard_enum_match_arm)]
// What clippy.toml bans, an edge allows for itself by module, with its reason.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

// The pure rooms cannot: no clock, no files, no environment, no order that differs from run to run.
#[forbid(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod map;
#[forbid(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod render;
#[forbid(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod rules;
#[forbid(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod schedule;
#[forbid(clippy::disallowed_methods, clippy::disallowed_types)]
#[allow(clippy::wildcard_enum_match_arm, reason = "of sixty kinds most have no facts of their own")]
pub mod words;

pub mod cli;
pub mod config;
mod crash;
pub mod daemon;
pub mod publish;
pub mod store;
pub mod turn;
pub mod web;
