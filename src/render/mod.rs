//! Pictures of a war. First a [`Scene`], what to draw; then a [`Painter`] paints it in one size and theme.
//!
//! Words come in finished. The same scene gives the same bytes: no clock, no fonts but the embedded ones, no hash order.

mod atlas;
mod backend;
mod bars;
mod board;
mod close_up;
mod color;
mod easel;
mod film;
mod font;
mod labels;
mod land;
mod layout;
mod opening;
mod painter;
mod palette;
mod panels;
mod picture;
mod quantize;
mod ranking;
mod scene;
mod surface;
mod teams;
mod theme;

pub use bars::{Bar, Bars};
pub use board::{GameRow, GameScene, GameTexts};
pub use color::{Rgb, Seen};
pub use film::Film;
pub use painter::{Canvas, Painter};
pub use palette::Palette;
pub use picture::{Effort, Picture};
pub use ranking::{Mark, Ranking, Row, ranking};
pub use scene::{Curve, News, Scene, Texts};
pub use teams::{team_colour, team_tints};
pub use theme::{Inks, Theme};
