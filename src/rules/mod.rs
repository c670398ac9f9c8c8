//! The rules of both games: pure and sync, no clock, no I/O; integers decide.
//!
//! Same map, rules, seed and turn give the same result, anywhere and for ever.
#![deny(clippy::float_arithmetic)]

pub mod dice;
pub mod dobyvatele;
pub mod fraction;
pub mod guerra;
