//! Words for games of Dobyvatelé: caption, alt text and the picture's lines of a post.

mod caption;
mod facts;
mod picture;
mod sample;
mod story;
mod subject;

pub use picture::GameLines;
pub(super) use sample::sample;
pub use story::GameStory;
pub use subject::{Clash, Front, GameSubject, Player, Told};

use super::Words;
use super::caption::Caption;

impl Words {
    /// The caption of a game's post.
    pub fn game_caption(&self, subject: &GameSubject) -> Caption {
        caption::of(self, subject)
    }

    /// The picture of a game's post in words, at most 1000 characters.
    pub fn game_alt(&self, subject: &GameSubject) -> String {
        picture::alt(self, subject)
    }

    /// Every text of the picture of a game's post.
    pub fn game_lines(&self, subject: &GameSubject) -> GameLines {
        picture::lines(self, subject)
    }
}
