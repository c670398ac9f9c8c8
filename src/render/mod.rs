//! Pictures of a war.

mod color;
mod palette;
mod theme;

pub use color::{Rgb, Seen};
pub use palette::Palette;
pub use theme::{Inks, Theme};
