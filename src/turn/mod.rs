//! The use case: begin a war, take one turn. One turn is one transaction.

mod begin;
mod game;
mod replay;

pub use begin::{Begin, begin};
pub use game::{Match, begin_game, open_tick};
pub use replay::{Verdict, verify};

use crate::map::Map;
use crate::rules::guerra::{self, Chronicle, Rules, Runs, State, StateError, Taken};
use crate::store::{PostKind, Store, StoreError, Turn, War, WarState};

/// Why a turn was not taken, or a war could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A broken invariant: the war must halt.
    #[error("war {war}: {what}")]
    Broken { war: u32, what: String },
    /// Another process took turns or changed the war's state meanwhile; load it again.
    #[error("war {0} has moved on")]
    MovedOn(u32),
}

impl TurnError {
    fn broken(war: &War, what: impl std::fmt::Display) -> Self {
        TurnError::Broken { war: war.number, what: what.to_string() }
    }
}

/// When a turn is taken; times are UTC milliseconds.
pub struct Moment<'a> {
    /// When it was due.
    pub slot: i64,
    pub now: i64,
    /// The schedule in force and when it wants the next turn.
    pub schedule: &'a str,
    pub next_due: i64,
}

/// A stored war, ready to go on: everything that the next turn needs.
pub struct Campaign {
    pub war: War,
    pub map: Map,
    pub rules: Rules,
    /// A forecast is posted every so many turns; 0: never.
    pronostici_every: u32,
    state: State,
    seed: [u8; 32],
}

impl Campaign {
    /// Reads a war and folds its turns.
    ///
    /// # Errors
    /// The database's, or `Broken` if the stored turns contradict the map.
    pub fn load(store: &Store, war: War) -> Result<Self, TurnError> {
        let map = store.map(&war.map)?;
        let rules = Rules::parse(&war.rules).map_err(|e| TurnError::broken(&war, e))?;
        let mut state = State::start(&map);
        for turn in store.turns(war.number, 0)? {
            let expected = state.turns_played() + 1;
            if turn.number != expected {
                return Err(TurnError::broken(&war, format!("turn {expected} is missing")));
            }
            state.replay(&map, turn.event).map_err(|e: StateError| TurnError::broken(&war, e))?;
        }
        let seed = guerra::seed(&war.secret, war.salt.as_deref());
        Ok(Campaign { war, map, rules, pronostici_every: 0, state, seed })
    }

    /// From now on a forecast is posted every so many turns; 0: never. On a map that is too large for that none is posted,
    /// and the reason given.
    pub fn foretell_every(&mut self, turns: u32) -> Option<String> {
        let (places, most) = (self.map.len(), Runs::FORETOLD);
        let too_large = turns > 0 && places > most;
        self.pronostici_every = if too_large { 0 } else { turns };
        too_large.then(|| {
            format!("no forecasts are posted: the map has {places} places, and pronostici_every serves at most {most}")
        })
    }

    /// The war between its last turn and its next.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Takes the next turn: event, posts, the war's end and the next due time in one transaction.
    ///
    /// Gives none if the war is over. After an error nothing is changed, here or in the database.
    pub fn take(
        &mut self,
        store: &mut Store,
        networks: &[String],
        moment: &Moment<'_>,
    ) -> Result<Option<Taken>, TurnError> {
        let mut next = self.state.clone();
        let Some(taken) = guerra::advance(&self.map, &self.rules, &self.seed, &mut next) else {
            return Ok(None);
        };
        let war = self.war.number;
        let number = next.turns_played();
        let forecast =
            self.pronostici_every > 0 && number.is_multiple_of(self.pronostici_every) && !taken.over;
        store.transaction(|tx| {
            if tx.last_turn(war)? + 1 != number || tx.state(war)? != WarState::Running {
                return Err(TurnError::MovedOn(war));
            }
            crate::crash_point!("turn-before-append");
            tx.append(war, &Turn { number, slot: moment.slot, at: moment.now, event: taken.event })?;
            crate::crash_point!("turn-after-append");
            for network in networks {
                tx.add_post(war, number, PostKind::Turn, network, moment.now)?;
                if forecast {
                    tx.add_post(war, number, PostKind::Pronostici, network, moment.now)?;
                }
            }
            tx.set_due(war, moment.schedule, moment.next_due)?;
            if taken.over {
                tx.set_state(war, WarState::Over, None)?;
            }
            crate::crash_point!("turn-before-commit");
            Ok(())
        })?;
        crate::crash_point!("turn-after-commit");
        self.state = next;
        if taken.over {
            self.war.state = WarState::Over;
        }
        Ok(Some(taken))
    }
}

/// The events of a stored war.
pub fn chronicle(store: &Store, war: u32, territories: usize) -> Result<Chronicle, StoreError> {
    let mut chronicle = Chronicle::new(territories);
    store.turns(war, 0)?.iter().for_each(|turn| chronicle.push(turn.event));
    Ok(chronicle)
}
