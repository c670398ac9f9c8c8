use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::num::NonZeroU8;

/// How many teams there can be; tables by team have so many places.
pub const MOST_TEAMS: usize = 26;

/// A team, named by its capital letter; its order is that of recruiting and of equal ranks (rule 4.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TeamId(NonZeroU8);

impl TeamId {
    /// The team of a letter from A to Z.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = u8::try_from(letter).ok().filter(u8::is_ascii_uppercase)?;
        NonZeroU8::new(letter).map(TeamId)
    }

    /// A to Z.
    pub fn all() -> impl DoubleEndedIterator<Item = TeamId> {
        ('A'..='Z').filter_map(TeamId::from_letter)
    }

    pub fn letter(self) -> char {
        char::from(self.0.get())
    }

    /// Its place in a table by team: 0 for A.
    pub fn index(self) -> usize {
        usize::from(self.0.get() - b'A')
    }
}

impl fmt::Display for TeamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl fmt::Debug for TeamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for TeamId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut letters = text.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        only.and_then(TeamId::from_letter)
            .ok_or_else(|| format!("\"{text}\" is no team; a team is a letter from A to Z"))
    }
}

impl Serialize for TeamId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for TeamId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
