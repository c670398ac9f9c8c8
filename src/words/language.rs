use std::str::FromStr;

/// A language that captions are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    #[default]
    Italian,
    English,
    Czech,
}

/// A language that there are no words for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no words in the language `{0}`; there are it, en and cs")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Language::ALL.into_iter().find(|l| l.code() == code).ok_or_else(|| UnknownLanguage(code.to_string()))
    }
}

impl Language {
    pub const ALL: [Language; 3] = [Language::Italian, Language::English, Language::Czech];

    /// The two letters of ISO 639-1.
    pub fn code(self) -> &'static str {
        match self {
            Language::Italian => "it",
            Language::English => "en",
            Language::Czech => "cs",
        }
    }

    /// The line's beginning that tells a turn's post from all others, `Turno 149`: no separators, no other digits.
    pub fn marker(self, turn: u32) -> String {
        let word = match self {
            Language::Italian => "Turno",
            Language::English => "Turn",
            Language::Czech => "Kolo",
        };
        format!("{word} {turn}")
    }

    /// The text is the caption of the turn, or of the game's tick: a line begins with its marker, and no digit follows.
    pub fn is_marked(self, text: &str, turn: u32) -> bool {
        begins_line(text, &self.marker(turn)) || begins_line(text, &self.game_word(turn))
    }

    /// The same for a tick of a game, `Turno 40`.
    pub(super) fn game_word(self, tick: u32) -> String {
        let word = match self {
            Language::Italian => "Turno",
            Language::English => "Tick",
            Language::Czech => "Takt",
        };
        format!("{word} {tick}")
    }

    /// The line's beginning that tells a game's post from all others, `Turno 40 di 200`.
    pub fn game_marker(self, tick: u32, ticks: u32) -> String {
        let of = match self {
            Language::Italian => "di",
            Language::English => "of",
            Language::Czech => "z",
        };
        format!("{} {of} {ticks}", self.game_word(tick))
    }

    /// The same for a turn's forecast, `Pronostici, turno 150`.
    pub(super) fn forecast_marker(self, turn: u32) -> String {
        let words = match self {
            Language::Italian => "Pronostici, turno",
            Language::English => "Forecast, turn",
            Language::Czech => "Odhad, kolo",
        };
        format!("{words} {turn}")
    }

    /// The text is the caption of the turn's forecast.
    pub fn is_marked_forecast(self, text: &str, turn: u32) -> bool {
        begins_line(text, &self.forecast_marker(turn))
    }

    /// Which of a word's number forms goes with `n`: one, many; in Czech one, two to four, the rest.
    pub(super) fn plural(self, n: u64) -> usize {
        match (self, n) {
            (_, 1) => 0,
            (Language::Czech, 2..=4) | (Language::Italian | Language::English, _) => 1,
            (Language::Czech, _) => 2,
        }
    }

    /// How many number forms a word has.
    pub(super) fn plurals(self) -> usize {
        match self {
            Language::Italian | Language::English => 2,
            Language::Czech => 3,
        }
    }

    /// Digits, in groups of three from 10,000 on.
    pub(super) fn digits(self, n: u64) -> String {
        let separator = match self {
            Language::Italian => '.',
            Language::English => ',',
            Language::Czech => '\u{a0}',
        };
        let plain = n.to_string();
        if plain.len() < 5 {
            return plain;
        }
        let mut grouped = String::with_capacity(plain.len() + plain.len() / 3);
        for (i, digit) in plain.chars().enumerate() {
            if i > 0 && (plain.len() - i).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }
}

/// A line begins with the marker, and no digit follows.
fn begins_line(text: &str, marker: &str) -> bool {
    let mut rests = text.lines().filter_map(|line| line.strip_prefix(marker));
    rests.any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marker_of_turn_12_is_not_in_turn_123() {
        let it = Language::Italian;
        assert!(it.is_marked("Varzi conquista Cecima.\n\nTurno 123 · #Oltrepò", 123));
        assert!(it.is_marked("Turno 12", 12));
        assert!(!it.is_marked("Varzi conquista Cecima.\n\nTurno 123 · #Oltrepò", 12));
        assert!(!it.is_marked("Il massimo: 4 al Turno 12", 12));
    }

    #[test]
    fn a_forecast_is_not_its_turns_post() {
        let it = Language::Italian;
        let (turn, forecast) = ("Rea sale.\n\nTurno 50 · #Po", "Rea 9%.\n\nPronostici, turno 50 · #Po");
        assert!(it.is_marked(turn, 50) && !it.is_marked_forecast(turn, 50));
        assert!(it.is_marked_forecast(forecast, 50) && !it.is_marked(forecast, 50));
        assert!(!it.is_marked_forecast(forecast, 5));
    }

    #[test]
    fn numbers_are_grouped_from_five_digits_on() {
        assert_eq!(Language::Italian.digits(9999), "9999");
        assert_eq!(Language::Italian.digits(10_000), "10.000");
        assert_eq!(Language::English.digits(1_234_567), "1,234,567");
        assert_eq!(Language::Czech.digits(100_000), "100\u{a0}000");
    }

    #[test]
    fn czech_counts_one_two_to_four_and_the_rest() {
        let forms: Vec<usize> = [0, 1, 2, 4, 5, 21, 22].map(|n| Language::Czech.plural(n)).to_vec();
        assert_eq!(forms, [2, 0, 1, 1, 2, 2, 2]);
        assert_eq!([0, 1, 2].map(|n| Language::Italian.plural(n)), [1, 0, 1]);
    }
}
