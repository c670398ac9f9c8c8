use serde::{Deserialize, Serialize};

/// Where an order sends a soldier (rule 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
    Stay,
}

impl Direction {
    pub const ALL: [Direction; 5] =
        [Direction::Left, Direction::Right, Direction::Up, Direction::Down, Direction::Stay];
    /// Those that lead to another field.
    pub const MOVES: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    pub fn word(self) -> &'static str {
        match self {
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Stay => "stay",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Direction::ALL.into_iter().find(|direction| direction.word() == word)
    }

    /// The change of x and y; y grows downwards.
    pub fn offset(self) -> (i32, i32) {
        match self {
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
            Direction::Stay => (0, 0),
        }
    }
}
