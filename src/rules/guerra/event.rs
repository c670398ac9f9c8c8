use crate::map::TerritoryId;

/// A faction by its home's place in map order: every territory is the home of exactly one (rule 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactionId(pub u32);

impl FactionId {
    /// The place in map order, for indexing.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The territory that the faction starts with and is named after.
    pub fn home(self) -> TerritoryId {
        TerritoryId(self.0)
    }
}

/// What happened in a turn: exactly one of two things (rule 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Attack {
        attacker: FactionId,
        target: TerritoryId,
        loser: FactionId,
    },
    /// The target is the rebel's home (rule 2.3).
    Rebellion {
        rebel: FactionId,
        loser: FactionId,
    },
}

impl Event {
    /// The attacker, or the rebel: who holds the target now.
    pub fn actor(&self) -> FactionId {
        match *self {
            Event::Attack { attacker, .. } => attacker,
            Event::Rebellion { rebel, .. } => rebel,
        }
    }

    /// The territory that changed hands.
    pub fn target(&self) -> TerritoryId {
        match *self {
            Event::Attack { target, .. } => target,
            Event::Rebellion { rebel, .. } => rebel.home(),
        }
    }

    /// Who held the target before.
    pub fn loser(&self) -> FactionId {
        match *self {
            Event::Attack { loser, .. } | Event::Rebellion { loser, .. } => loser,
        }
    }
}

/// An event and what it led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub event: Event,
    /// The loser holds nothing any more.
    pub eliminated: bool,
    /// One faction holds everything (rule 1.4).
    pub over: bool,
}
