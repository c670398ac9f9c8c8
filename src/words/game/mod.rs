//! Words for games of Dobyvatelé: caption, alt text and the picture's lines of a post.

mod caption;
mod facts;
mod phrases;
mod picture;
mod story;

pub use facts::{Clash, GameSubject, Player};
pub use picture::GameLines;
pub use story::GameStory;

use super::Words;
use super::caption::Caption;

impl Words {
    /// The caption of a game's post.
    pub fn game_caption(&self, subject: &GameSubject) -> Caption {
        caption::of(self.language, subject)
    }

    /// The picture of a game's post in words, at most 1000 characters.
    pub fn game_alt(&self, subject: &GameSubject) -> String {
        picture::alt(self.language, subject)
    }

    /// Every text of the picture of a game's post.
    pub fn game_lines(&self, subject: &GameSubject) -> GameLines {
        picture::lines(self.language, subject)
    }
}
