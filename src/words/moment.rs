use super::kind::Kind;
use crate::rules::guerra::{Event, FactionId, Rules};

/// One turn and what is worth telling of it, in numbers; all counts are those after the turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub turn: u32,
    /// None for the opening.
    pub event: Option<Event>,
    pub what: Kind,
    /// The weightiest first.
    pub extras: [Option<Kind>; 2],
    pub actor_n: u32,
    pub loser_n: u32,
    /// For so many turns the loser had held the target.
    pub held: u32,
    /// For so many turns the actor had lost its home.
    pub away: u32,
    /// For so many turns the rebel had been out.
    pub out: u32,
    pub alive: u32,
    /// So far, this one included.
    pub rebellions: u32,
    /// The most the loser ever held, and since which turn.
    pub peak: (u32, u32),
    /// Conquests of the last rebel since its rebellion.
    pub streak: u32,
    /// Turns since the last rebellion.
    pub lasted: u32,
    /// Who led alone before, if somebody else does now.
    pub old_lead: Option<Lead>,
    /// Who leads alone.
    pub lead: Option<Lead>,
    /// The target has changed hands ten times, fifteen, twenty, and nobody goes out.
    pub restless: bool,
    /// Turns since somebody went out.
    pub since_exit: u32,
    /// The first turn in which a rebellion can happen.
    pub first_rebellion: u32,
}

/// A faction alone in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    pub faction: FactionId,
    /// After so many turns it was alone in front.
    pub turns: u32,
}

impl Moment {
    /// Before turn 1.
    pub fn opening(rules: &Rules) -> Self {
        Moment {
            turn: 0,
            event: None,
            what: Kind::Opening,
            extras: [(rules.rebellion_probability.numerator() > 0).then_some(Kind::OpeningRebels), None],
            actor_n: 0,
            loser_n: 0,
            held: 0,
            away: 0,
            out: 0,
            alive: 0,
            rebellions: 0,
            peak: (1, 0),
            streak: 0,
            lasted: 0,
            old_lead: None,
            lead: None,
            restless: false,
            since_exit: 0,
            first_rebellion: rules.grace_turns.saturating_add(1),
        }
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        std::iter::once(self.what).chain(self.extras.into_iter().flatten())
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.kinds().any(|k| k == kind)
    }
}
