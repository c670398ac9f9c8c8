use super::{Moment, TurnError};
use crate::rules::dobyvatele::{Orders, Report, State, step};
use crate::store::{Game, NewGame, PostKind, Store, StoreError, War, WarState};
use std::sync::Arc;

/// Writes a new game, which waits in the lobby; an earlier war that still runs ends. Gives its number.
pub fn begin_game(store: &mut Store, new: &NewGame<'_>) -> Result<u32, StoreError> {
    let earlier = store.wars()?;
    store.transaction(|tx| {
        for war in earlier.iter().filter(|w| w.state != WarState::Over) {
            tx.set_state(war.number, WarState::Over, None)?;
        }
        let war = tx.begin_game(new)?;
        crate::crash_point!("begin-game-before-commit");
        Ok(war)
    })
}

/// The clock of a game runs: stores when its open tick closes and, if that is the first, its opening posts.
pub fn open_tick(
    store: &mut Store,
    war: u32,
    networks: &[String],
    moment: &Moment<'_>,
) -> Result<(), StoreError> {
    let is_first = store.last_turn(war)? == 0 && store.posts(Some(war), None)?.is_empty();
    store.transaction(|tx| {
        for network in networks.iter().filter(|_| is_first) {
            tx.add_post(war, 0, PostKind::Opening, network, moment.now)?;
        }
        tx.set_due(war, moment.schedule, moment.next_due)
    })
}

/// A stored game of Dobyvatelé, ready to go on: everything that the next tick needs.
pub struct Match {
    pub war: War,
    game: Game,
    state: Arc<State>,
}

impl Match {
    /// Reads a game and its last state.
    ///
    /// # Errors
    /// The database's, or `Broken` if what is stored cannot be played on.
    pub fn load(store: &Store, war: War) -> Result<Self, TurnError> {
        let (game, state) = (store.game(&war)?, store.last_state(&war)?);
        Ok(Match { war, game, state: Arc::new(state) })
    }

    /// At the beginning of the open tick.
    pub fn state(&self) -> &Arc<State> {
        &self.state
    }

    /// Resolves the open tick: orders as played, state, report, posts, the next due time and the end in one transaction.
    ///
    /// Gives none if the game is over. After an error nothing is changed, here or in the database.
    pub fn play(
        &mut self,
        store: &mut Store,
        networks: &[String],
        moment: &Moment<'_>,
    ) -> Result<Option<Report>, TurnError> {
        let (war, tick) = (self.war.number, self.state.tick());
        let orders = self.orders(store)?;
        let Ok((next, report)) = step(&self.state, &orders) else { return Ok(None) };
        store.transaction(|tx| {
            if tx.last_turn(war)? != tick || tx.state(war)? != WarState::Running {
                return Err(TurnError::MovedOn(war));
            }
            crate::crash_point!("tick-before-append");
            tx.append_tick(war, moment.now, &orders, &next, &report)?;
            for network in networks.iter().filter(|_| self.is_posted(&next)) {
                tx.add_post(war, next.tick(), PostKind::Turn, network, moment.now)?;
            }
            tx.set_due(war, moment.schedule, moment.next_due)?;
            if next.is_over() {
                tx.set_state(war, WarState::Over, None)?;
            }
            crate::crash_point!("tick-before-commit");
            Ok(())
        })?;
        crate::crash_point!("tick-after-commit");
        self.state = Arc::new(next);
        if self.state.is_over() {
            self.war.state = WarState::Over;
        }
        Ok(Some(report))
    }

    /// What the teams handed in, and for those that are silent what the fallback says.
    fn orders(&self, store: &Store) -> Result<Orders, StoreError> {
        let mut handed = store.orders(self.war.number, self.state.tick())?;
        let of = |team| {
            let silent = || self.game.fallback.orders(&self.state, team, &self.game.seed);
            (team, handed.remove(&team).unwrap_or_else(silent))
        };
        Ok(self.state.board().teams().map(of).collect())
    }

    fn is_posted(&self, state: &State) -> bool {
        let every = self.game.post_every;
        state.is_over() || (every > 0 && state.tick().is_multiple_of(every))
    }
}
