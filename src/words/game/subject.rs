use chrono::DateTime;
use chrono_tz::Tz;
use unicode_normalization::UnicodeNormalization;

/// What a post of a game tells, after so many ticks.
#[derive(Clone, Debug)]
pub struct GameSubject<'a> {
    /// The game's name.
    pub name: &'a str,
    /// Resolved ticks; 0 is the opening, [`GameSubject::ticks`] the end.
    pub tick: u32,
    pub ticks: u32,
    /// Of the board, in fields.
    pub width: u32,
    pub height: u32,
    /// When the tick was resolved, by the clock of the game's zone; for the opening, when the first tick closes.
    pub at: DateTime<Tz>,
    /// The best first; equal scores share a rank.
    pub players: Vec<Player>,
    /// Who led alone when the last post was made, by its place in `players`.
    pub old_leader: Option<usize>,
    /// Ticks since the last post.
    pub span: u32,
    /// The battle with most soldiers since the last post.
    pub clash: Option<Clash>,
    /// Fields that changed hands since the last post.
    pub taken: u64,
    /// In the whole game.
    pub battles: u64,
    /// The key of the words' dice (rule 6.8).
    pub words_key: [u8; 32],
    /// What the posts before this one told, the opening left out.
    pub earlier: Vec<Told>,
    /// With or without `#`; at most the first two are used.
    pub hashtags: &'a [String],
}

/// What an earlier post told, so that this one says it in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    pub tick: u32,
    pub front: Front,
    /// Of its battle, whether somebody stayed on the field.
    pub clash: Option<bool>,
    /// Fields had changed hands.
    pub land: bool,
}

/// Who is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// One team, and at the last post no other.
    Lead,
    /// One team, and at the last post another.
    New,
    /// Several teams.
    Level,
}

/// A team in a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// A to Z.
    pub letter: char,
    /// None while nobody has the seat.
    pub name: Option<String>,
    pub rank: u32,
    pub score: u64,
    pub fields: u64,
    pub soldiers: u64,
    /// Fields taken since the last post.
    pub gained: u64,
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    pub x: u32,
    pub y: u32,
    /// The armies, the largest first: place in `players`, soldiers.
    pub armies: Vec<(usize, u64)>,
    /// Whose soldiers stay on the field, and how many.
    pub winner: Option<(usize, u64)>,
}

impl GameSubject<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.tick >= self.ticks
    }

    /// All who share the first rank.
    pub(super) fn leaders(&self) -> Vec<&Player> {
        self.players.iter().take_while(|p| p.rank == 1).collect()
    }

    /// The one alone in front, and how far the next is behind.
    pub(super) fn lead(&self) -> Option<(&Player, Option<(&Player, u64)>)> {
        let first = self.players.first()?;
        let second = self.players.get(1);
        if second.is_some_and(|second| second.rank == 1) {
            return None;
        }
        Some((first, second.map(|second| (second, first.score - second.score))))
    }

    /// Who is in front, and whether that is news.
    pub(super) fn front(&self) -> Front {
        match (self.lead(), self.old_leader) {
            (None, _) => Front::Level,
            (Some(_), Some(old)) if old != 0 => Front::New,
            (Some(_), _) => Front::Lead,
        }
    }

    /// Who took most fields since the last post, if one did.
    pub(super) fn most_gained(&self) -> Option<&Player> {
        let most = self.players.iter().map(|p| p.gained).max().filter(|most| *most > 0)?;
        let mut best = self.players.iter().filter(|p| p.gained == most);
        best.next().filter(|_| best.next().is_none())
    }

    /// Who owns most fields, if one does.
    pub(super) fn most_land(&self) -> Option<&Player> {
        let most = self.players.iter().map(|p| p.fields).max().filter(|most| *most > 0)?;
        let mut best = self.players.iter().filter(|p| p.fields == most);
        best.next().filter(|_| best.next().is_none())
    }
}

/// What may follow a dot in an address that a network would make a link of.
fn joins(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// A free name as no network makes a mention, a tag, a link or markup of it.
pub(super) fn tame(name: &str) -> String {
    let letters: Vec<char> = name.nfc().collect();
    let mut tamed = String::new();
    for (i, c) in letters.iter().enumerate() {
        match c {
            '@' | '#' | '\u{ff20}' | '\u{ff03}' => {}
            '*' | '_' | '`' | '~' | '|' | '<' | '>' | '[' | ']' | '\\' | '/' => tamed.push(' '),
            ':' if letters.get(i + 1) == Some(&'/') => tamed.push(' '),
            '.' | ':' if joins(letters.get(i + 1).copied()) => tamed.push(' '),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {}
            c => tamed.push(*c),
        }
    }
    let tamed = tamed.split_whitespace().collect::<Vec<_>>().join(" ");
    // The sentence has a stop of its own.
    tamed.trim_end_matches(['.', ',', ';', ':', ' ']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tame_name_is_no_mention_no_tag_and_no_link() {
        let names = ["@alice", "#1 team", "www.example.com", "http://a.b/c", "a_b *c*", "S. Maria", "@"];
        let tamed = ["alice", "1 team", "www example com", "http a b c", "a b c", "S. Maria", ""];
        assert_eq!(names.map(tame), tamed.map(str::to_string));
    }

    #[test]
    fn a_tame_name_brings_no_stop_into_a_sentence() {
        let tamed = ["S.P.Q.R.", "Lupi...", "Rea, :", ". .", "Chi è?"].map(tame);
        assert_eq!(tamed, ["S P Q R", "Lupi", "Rea", "", "Chi è?"].map(str::to_string));
    }
}
