use crate::map::Map;
use crate::rules::guerra::{Chronicle, Rules, words_key};
use chrono::DateTime;
use chrono_tz::Tz;
use unicode_normalization::UnicodeNormalization;

/// One turn of one war: all that its words depend on.
pub struct Subject<'a> {
    pub map: &'a Map,
    pub rules: &'a Rules,
    /// It may go on beyond the turn; nothing later is told.
    pub chronicle: &'a Chronicle,
    /// 0 is the opening.
    pub turn: u32,
    /// The war's name, for a map without a title.
    pub name: &'a str,
    /// When the turn was due, by the clock of the war's zone; for the opening, when it was made.
    pub slot: DateTime<Tz>,
    /// Published with the opening; also the key of the words' dice.
    pub commitment: [u8; 32],
    /// When the war began or begins, if known.
    pub opening: Option<Opening>,
    /// Only once the war is over.
    pub secret: Option<[u8; 32]>,
    /// The public salt that was mixed into the seed, if any.
    pub salt: Option<&'a str>,
    /// How many turns half of all wars on this map last at most, if somebody counted.
    pub median: Option<u32>,
    /// With or without `#`; at most the first two are used.
    pub hashtags: &'a [String],
}

/// The first turn and the pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// When turn 1 is due.
    pub first: DateTime<Tz>,
    /// Seconds from turn to turn, if it is always the same.
    pub period: Option<u64>,
}

impl Subject<'_> {
    pub(super) fn words_key(&self) -> [u8; 32] {
        words_key(&self.commitment)
    }

    /// `#Oltrepò`: letters and digits only, so that no network cuts or escapes it.
    pub(super) fn tags(&self) -> Vec<String> {
        let letters = |tag: &String| tag.nfc().filter(|c| c.is_alphanumeric()).collect::<String>();
        let clean = self.hashtags.iter().map(letters);
        clean.filter(|tag| !tag.is_empty()).take(2).map(|tag| format!("#{tag}")).collect()
    }
}
