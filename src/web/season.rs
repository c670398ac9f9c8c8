use super::colours::Colours;
use super::forecast::Forecast;
use super::phrases::Phrases;
use super::shapes::Shapes;
use super::{Settings, WebError};
use crate::map::{Map, Table};
use crate::rules::guerra::{Chance, Chronicle, FactionId, Rules, Runs, State, law};
pub use crate::schedule::local;
use crate::store::{Store, War, WarState};
use crate::words::{Forms, Model, Opening, Subject, Words};
use std::sync::atomic::AtomicBool;

/// A forecast plays about so many turns, some tenths of a second.
const FORECAST_TURNS: u64 = 1_000_000;
/// Fewer wars say nothing.
const LEAST_WARS: u32 = 100;

/// A stored war as the page tells it: what happened and when, its shapes, its colours, its words.
pub struct Season {
    pub war: War,
    pub map: Map,
    pub rules: Rules,
    pub chronicle: Chronicle,
    /// After the last turn.
    pub state: State,
    /// When each turn was due, UTC milliseconds; turn n at n − 1.
    pub slots: Vec<i64>,
    pub shapes: Shapes,
    pub colours: Colours,
    pub forms: Vec<Forms>,
    pub models: Vec<Model>,
    pub phrases: Phrases,
}

impl Season {
    pub fn open(store: &Store, war: War, words: &Words) -> Result<Self, WebError> {
        let map = store.map(&war.map)?;
        let rules = Rules::parse(&war.rules).map_err(|e| WebError::broken(&war, e))?;
        let mut season = Season {
            rules,
            chronicle: Chronicle::new(map.len()),
            state: State::start(&map),
            slots: Vec::new(),
            shapes: Shapes::of(&map, &store.geography(&map)?),
            colours: Colours::start(&map),
            forms: map.ids().map(|id| words.forms(&map, id)).collect(),
            models: words.models(&map),
            phrases: Phrases::of(words, &map),
            war,
            map,
        };
        season.read_on(store)?;
        Ok(season)
    }

    /// Reads what happened since; true if anything did.
    pub fn read_on(&mut self, store: &Store) -> Result<bool, WebError> {
        let before = (self.chronicle.turns(), self.war.clone());
        for turn in store.turns(self.war.number, self.chronicle.turns())? {
            self.state.replay(&self.map, turn.event).map_err(|e| WebError::broken(&self.war, e))?;
            self.chronicle.push(turn.event);
            self.slots.push(turn.slot);
        }
        if let Some(war) = store.war(Some(self.war.number))? {
            self.war = war;
        }
        self.colours.read_on(&self.map, &self.chronicle);
        Ok(before != (self.chronicle.turns(), self.war.clone()))
    }

    /// What no other war has and everybody may know.
    pub fn key(&self) -> String {
        hex::encode(self.war.commitment)
    }

    /// The number of turns played.
    pub fn turns(&self) -> u32 {
        self.chronicle.turns()
    }

    /// When a turn was due; turn 0 is the war's beginning. UTC milliseconds.
    pub fn slot(&self, turn: u32) -> i64 {
        let slot = (turn as usize).checked_sub(1).and_then(|i| self.slots.get(i));
        slot.copied().unwrap_or(self.war.begun_at)
    }

    /// When the next turn is due, if the war runs.
    pub fn next_due(&self) -> Option<i64> {
        self.war.next_due.filter(|_| self.war.state == WarState::Running)
    }

    /// The secret, once the war is over and not before.
    pub fn secret(&self) -> Option<[u8; 32]> {
        (self.war.state == WarState::Over).then_some(self.war.secret)
    }

    /// The one that holds everything.
    pub fn winner(&self) -> Option<FactionId> {
        self.state.is_over().then(|| self.state.owners().first().copied()).flatten()
    }

    /// The exact law of the next turn; empty unless there can be one.
    pub fn law(&self) -> Vec<Chance> {
        match self.war.state {
            WarState::Running | WarState::Paused => law(&self.map, &self.rules, &self.state),
            WarState::Lobby | WarState::AwaitingSalt | WarState::Over | WarState::Halted => Vec::new(),
        }
    }

    /// The war played on many times; none if it does not run, is too large to be played on while a reader waits, or is
    /// given up every time.
    pub fn foresee(&self) -> Option<Forecast> {
        if !matches!(self.war.state, WarState::Running | WarState::Paused) || self.state.is_over() {
            return None;
        }
        let runs = Runs::public(&self.map, &self.rules, &self.state, &self.war.commitment, FORECAST_TURNS);
        if runs.wars < LEAST_WARS {
            return None;
        }
        let played = runs.play(&AtomicBool::new(false), || {});
        if played.wins.is_empty() {
            return None;
        }
        let shares = played.wins.iter().map(|(faction, wins)| (*faction, played.share(*wins)));
        let chances: Vec<_> = shares.clone().map(|(faction, share)| (faction, share.value)).collect();
        let error = shares.map(|(_, share)| (share.high - share.low) / 2.0).fold(0.0, f64::max);
        let ends = [5, 50, 95].map(|percent| played.ends_by(percent));
        let end = ends.iter().all(Option::is_some).then(|| ends.map(Option::unwrap_or_default));
        Some(Forecast { turn: self.turns(), wars: runs.wars, chances, error, end })
    }

    /// The map's integers, for whoever checks the war.
    pub fn table(&self) -> String {
        serde_json::to_string(&Table::of(&self.map)).expect("text and numbers always serialize")
    }

    /// All that the words of a turn depend on.
    pub fn subject<'a>(&'a self, turn: u32, settings: &'a Settings) -> Subject<'a> {
        let first = self.slots.first().copied().or(self.war.next_due);
        let last = turn == self.turns() && self.winner().is_some();
        Subject {
            map: &self.map,
            rules: &self.rules,
            chronicle: &self.chronicle,
            turn,
            name: &self.war.name,
            slot: local(self.slot(turn), settings.zone),
            commitment: self.war.commitment,
            opening: first
                .map(|first| Opening { first: local(first, settings.zone), schedule: &settings.schedule }),
            secret: self.secret().filter(|_| last),
            salt: self.war.salt.as_deref(),
            median: None,
            hashtags: &[],
        }
    }
}
