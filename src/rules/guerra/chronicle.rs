use super::event::{Event, FactionId, Taken};
use crate::map::{Map, TerritoryId};

/// A war as it went: its events in order. Who held what at any turn is a fold over them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chronicle {
    territories: usize,
    events: Vec<Event>,
}

impl Chronicle {
    /// A war on a map of so many territories in which nothing has happened yet.
    pub fn new(territories: usize) -> Self {
        Chronicle { territories, events: Vec::new() }
    }

    /// Appends the next turn's event.
    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The number of turns played.
    pub fn turns(&self) -> u32 {
        self.events.len() as u32
    }

    /// All events; the event of turn n is at n − 1.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The event of a turn, counted from 1; none for turn 0 and turns not played yet.
    pub fn event(&self, turn: u32) -> Option<Event> {
        self.events.get((turn as usize).checked_sub(1)?).copied()
    }

    /// Who held what after the given turn (after the last one if it is not played yet).
    pub fn board(&self, turn: u32) -> Board {
        let mut board = Board::start(self.territories);
        for event in self.events.iter().take(turn as usize) {
            board.apply(*event);
        }
        board
    }

    /// Every turn in order with the board after it.
    pub fn walk(&self, mut visit: impl FnMut(u32, Taken, &Board)) {
        let mut board = Board::start(self.territories);
        for (turn, event) in (1..).zip(&self.events) {
            let taken = board.apply(*event);
            visit(turn, taken, &board);
        }
    }

    /// A faction's holdings after turns 0, 1, … up to the given one.
    pub fn curve(&self, faction: FactionId, until: u32) -> Vec<u32> {
        let mut held = 1;
        let mut curve = vec![held];
        for event in self.events.iter().take(until as usize) {
            held += u32::from(event.actor() == faction);
            held -= u32::from(event.loser() == faction);
            curve.push(held);
        }
        curve
    }
}

/// Who holds what at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    owner: Vec<FactionId>,
    holdings: Vec<u32>,
    alive: usize,
}

/// A faction's place in the ranking; equal holdings share a rank (1, 2, 2, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub rank: u32,
    pub faction: FactionId,
    /// Territories held, at least 1.
    pub holdings: u32,
    /// Square metres held.
    pub area: i64,
}

impl Board {
    /// Before turn 1: everyone holds its home (rule 1.1).
    pub fn start(territories: usize) -> Self {
        Board {
            owner: (0..territories as u32).map(FactionId).collect(),
            holdings: vec![1; territories],
            alive: territories,
        }
    }

    /// Hands the event's target to its actor.
    pub fn apply(&mut self, event: Event) -> Taken {
        let (actor, loser) = (event.actor(), event.loser());
        self.owner[event.target().index()] = actor;
        self.alive += usize::from(self.holdings[actor.index()] == 0);
        self.holdings[actor.index()] += 1;
        self.holdings[loser.index()] -= 1;
        let eliminated = self.holdings[loser.index()] == 0;
        self.alive -= usize::from(eliminated);
        Taken { event, eliminated, over: self.alive == 1 }
    }

    /// The owner of each territory, in map order.
    pub fn owners(&self) -> &[FactionId] {
        &self.owner
    }

    /// Who holds a territory.
    pub fn owner(&self, territory: TerritoryId) -> FactionId {
        self.owner[territory.index()]
    }

    /// How many territories a faction holds; 0 when it is dead.
    pub fn holdings(&self, faction: FactionId) -> u32 {
        self.holdings[faction.index()]
    }

    /// How many factions hold something.
    pub fn alive(&self) -> usize {
        self.alive
    }

    /// Living factions by holdings, then area, both falling, then map order.
    pub fn standings(&self, map: &Map) -> Vec<Standing> {
        let mut area = vec![0; self.owner.len()];
        for (owner, territory) in self.owner.iter().zip(map.territories()) {
            area[owner.index()] += territory.area;
        }
        let mut rows: Vec<Standing> = (0..self.owner.len() as u32)
            .map(FactionId)
            .filter(|f| self.holdings(*f) > 0)
            .map(|f| Standing { rank: 0, faction: f, holdings: self.holdings(f), area: area[f.index()] })
            .collect();
        rows.sort_by_key(|s| (std::cmp::Reverse((s.holdings, s.area)), s.faction));
        for i in 0..rows.len() {
            let tied = i > 0 && rows[i - 1].holdings == rows[i].holdings;
            rows[i].rank = if tied { rows[i - 1].rank } else { i as u32 + 1 };
        }
        rows
    }
}
