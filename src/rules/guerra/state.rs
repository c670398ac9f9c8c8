use super::event::{Event, FactionId, Taken};
use super::settings::Rules;
use crate::map::{Map, TerritoryId};

/// The last rebellion, which may still be in its cooldown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rebellion {
    pub rebel: FactionId,
    pub turn: u32,
}

/// A war between two turns: who owns what, and the last rebellion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    turns_played: u32,
    owner: Vec<FactionId>,
    rebellion: Option<Rebellion>,
    /// Kept beside `owner` for speed, changed only by [`State::apply`].
    lands: Vec<Lands>,
    alive: u32,
}

/// What a faction holds, and the sums that rule 4.4 needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lands {
    /// Ascending.
    pub held: Vec<TerritoryId>,
    /// Sums of area, area·x and area·y: m², m²·cm.
    pub area: i128,
    pub x: i128,
    pub y: i128,
}

impl Lands {
    fn weigh(&mut self, map: &Map, t: TerritoryId, sign: i128) {
        let territory = map.territory(t);
        let area = sign * i128::from(territory.area);
        self.area += area;
        self.x += area * i128::from(territory.centroid[0]);
        self.y += area * i128::from(territory.centroid[1]);
    }

    fn gain(&mut self, map: &Map, t: TerritoryId) {
        if let Err(place) = self.held.binary_search(&t) {
            self.held.insert(place, t);
            self.weigh(map, t, 1);
        }
    }

    fn lose(&mut self, map: &Map, t: TerritoryId) {
        if let Ok(place) = self.held.binary_search(&t) {
            self.held.remove(place);
            self.weigh(map, t, -1);
        }
    }
}

/// Why a state or an event does not belong to a map and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("`owner` has {found} entries, the map {expected} territories")]
    Owners { found: usize, expected: usize },
    #[error("`owner` names a faction that the map does not have")]
    Faction,
    #[error("`rebel` and `rebelled_in_turn` go together, and the turn lies between 1 and `turns_played`")]
    Rebellion,
    #[error("{what} in turn {turn}")]
    Event { turn: u32, what: &'static str },
}

impl State {
    /// Before turn 1: every faction owns exactly its home (rule 1.1).
    pub fn start(map: &Map) -> Self {
        let owner = (0..map.len() as u32).map(FactionId).collect();
        State::from_parts(map, 0, owner, None).expect("one known owner a territory, no rebellion")
    }

    /// Any state, checked.
    pub fn from_parts(
        map: &Map,
        turns_played: u32,
        owner: Vec<FactionId>,
        rebellion: Option<Rebellion>,
    ) -> Result<Self, StateError> {
        let expected = map.len();
        if owner.len() != expected {
            return Err(StateError::Owners { found: owner.len(), expected });
        }
        if owner.iter().any(|f| f.index() >= expected) {
            return Err(StateError::Faction);
        }
        if rebellion.is_some_and(|r| r.turn == 0 || r.turn > turns_played || r.rebel.index() >= expected) {
            return Err(StateError::Rebellion);
        }
        let mut lands = vec![Lands::default(); expected];
        for (owner, t) in owner.iter().zip(map.ids()) {
            lands[owner.index()].gain(map, t);
        }
        let alive = lands.iter().filter(|l| !l.held.is_empty()).count() as u32;
        Ok(State { turns_played, owner, rebellion, lands, alive })
    }

    /// The number of turns already taken.
    pub fn turns_played(&self) -> u32 {
        self.turns_played
    }

    /// The owner of each territory, in map order.
    pub fn owners(&self) -> &[FactionId] {
        &self.owner
    }

    /// Who holds a territory.
    pub fn owner(&self, t: TerritoryId) -> FactionId {
        self.owner[t.index()]
    }

    /// The last rebellion, in its cooldown or not.
    pub fn rebellion(&self) -> Option<Rebellion> {
        self.rebellion
    }

    /// How many territories a faction holds.
    pub fn holdings(&self, f: FactionId) -> usize {
        self.lands[f.index()].held.len()
    }

    pub(super) fn lands(&self, f: FactionId) -> &Lands {
        &self.lands[f.index()]
    }

    /// One faction owns every territory (rule 1.4).
    pub fn is_over(&self) -> bool {
        self.alive == 1
    }

    /// How many factions hold something.
    pub fn alive(&self) -> u32 {
        self.alive
    }

    /// The dead factions in map order.
    pub(super) fn dead(&self) -> impl Iterator<Item = FactionId> {
        (0..self.owner.len() as u32).map(FactionId).filter(|f| self.holdings(*f) == 0)
    }

    pub(super) fn dead_count(&self) -> u32 {
        self.owner.len() as u32 - self.alive
    }

    /// The rebel that is favoured in the next turn, if that lies in a cooldown (rules 2.4, 2.5).
    pub fn favoured(&self, rules: &Rules) -> Option<Rebellion> {
        let next = u64::from(self.turns_played) + 1;
        self.rebellion
            .filter(|r| next < u64::from(r.turn) + u64::from(rules.cooldown_turns))
            .filter(|r| self.holdings(r.rebel) > 0)
    }

    /// A rebellion can happen in the next turn (rule 1.2).
    pub fn rebellion_possible(&self, rules: &Rules) -> bool {
        self.alive < self.owner.len() as u32
            && self.turns_played >= rules.grace_turns
            && self.favoured(rules).is_none()
            && !self.is_over()
    }

    /// Takes the event as the next turn; it must be one that the state allows.
    pub(super) fn apply(&mut self, map: &Map, event: Event) -> Taken {
        let (actor, target, loser) = (event.actor(), event.target(), event.loser());
        self.turns_played += 1;
        self.owner[target.index()] = actor;
        self.lands[loser.index()].lose(map, target);
        if self.lands[actor.index()].held.is_empty() {
            self.alive += 1;
        }
        self.lands[actor.index()].gain(map, target);
        let eliminated = self.lands[loser.index()].held.is_empty();
        self.alive -= u32::from(eliminated);
        if matches!(event, Event::Rebellion { .. }) {
            self.rebellion = Some(Rebellion { rebel: actor, turn: self.turns_played });
        }
        Taken { event, eliminated, over: self.alive == 1 }
    }

    /// Takes a stored event, if ownership allows it: the loser holds the target, an attacker lives, a rebel does not.
    pub fn replay(&mut self, map: &Map, event: Event) -> Result<Taken, StateError> {
        let turn = self.turns_played + 1;
        let fail = |what| Err(StateError::Event { turn, what });
        let n = self.owner.len();
        if event.actor().index() >= n || event.loser().index() >= n || event.target().index() >= n {
            return fail("an event names a place that is not on the map");
        }
        if self.is_over() {
            return fail("an event after the end of the war");
        }
        if event.actor() == event.loser() || self.owner(event.target()) != event.loser() {
            return fail("the loser does not hold the target");
        }
        let alive = self.holdings(event.actor()) > 0;
        match event {
            Event::Attack { .. } if !alive => fail("an attacker that holds nothing"),
            Event::Rebellion { .. } if alive => fail("a rebel that is not dead"),
            Event::Attack { .. } | Event::Rebellion { .. } => Ok(self.apply(map, event)),
        }
    }
}
