use crate::map::Map;
use crate::rules::guerra::{Chronicle, Rules, words_key};
use crate::schedule::Schedule;
use chrono::{DateTime, Datelike};
use chrono_tz::Tz;

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
    pub opening: Option<Opening<'a>>,
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening<'a> {
    /// When turn 1 is due.
    pub first: DateTime<Tz>,
    /// When all others are.
    pub schedule: &'a Schedule,
}

impl Subject<'_> {
    /// When a later turn is due by the schedule, counted from this turn's own slot, so that it is the same whenever it
    /// is asked; none if it is not known, or so far off that no calendar has it.
    pub(super) fn slot_of(&self, turn: u32) -> Option<DateTime<Tz>> {
        let opening = self.opening?;
        let (slot, from) = if self.turn == 0 { (opening.first, 1) } else { (self.slot, self.turn) };
        let due = opening.schedule.nth_after(slot.to_utc(), turn.saturating_sub(from));
        (due.year() < 10_000).then(|| due.with_timezone(&slot.timezone()))
    }

    pub(super) fn words_key(&self) -> [u8; 32] {
        words_key(&self.commitment)
    }
}
