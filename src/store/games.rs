use super::{Ruleset, Store, StoreError, Tick, Transaction, War, WarState};
use crate::rules::dobyvatele::{State, StateJson, Strategy};
use rusqlite::OptionalExtension;

/// What a game of Dobyvatelé began with.
#[derive(Clone, Debug)]
pub struct Game {
    /// Open for tick 0.
    pub opening: State,
    /// A post every so many ticks; 0: only the opening and the end.
    pub post_every: u32,
    /// Who plays for a silent team.
    pub fallback: Strategy,
    /// Of the strategies that throw dice.
    pub seed: [u8; 32],
}

impl Game {
    /// After how many ticks the post before that of a tick was made.
    pub fn last_post(&self, tick: u32) -> u32 {
        let every = self.post_every;
        tick.saturating_sub(1).checked_div(every).map_or(0, |posts| posts * every)
    }
}

/// A new game; it waits in the lobby.
pub struct NewGame<'a> {
    pub name: &'a str,
    pub game: &'a Game,
    /// UTC milliseconds.
    pub begun_at: i64,
    /// When it starts by itself, UTC milliseconds.
    pub start: Option<i64>,
}

/// A value whose keys are all texts cannot fail to be written.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("all keys are texts")
}

impl Store {
    /// What a game began with.
    ///
    /// # Errors
    /// The database's, or `Broken` if the war is no game or its opening cannot be played.
    pub fn game(&self, war: &War) -> Result<Game, StoreError> {
        let broken =
            |what: &dyn std::fmt::Display| StoreError::Broken(format!("game {}: {what}", war.number));
        let sql = "SELECT opening, post_every, fallback, seed FROM games WHERE war = ?1";
        let row = |r: &rusqlite::Row<'_>| {
            Ok((r.get::<_, String>(0)?, r.get(1)?, r.get::<_, String>(2)?, r.get::<_, [u8; 32]>(3)?))
        };
        let found = self.connection.query_row(sql, [war.number], row).optional()?;
        let (opening, post_every, fallback, seed) = found.ok_or_else(|| broken(&"it is missing"))?;
        let opening: StateJson = serde_json::from_str(&opening).map_err(|e| broken(&e))?;
        let opening = State::try_from(opening).map_err(|e| broken(&e))?;
        let fallback = Strategy::from_word(&fallback).ok_or_else(|| broken(&"unknown fallback"))?;
        Ok(Game { opening, post_every, fallback, seed })
    }
}

impl Store {
    /// A game's state at the beginning of its open tick.
    pub fn last_state(&self, war: &War) -> Result<State, StoreError> {
        let opening = self.game(war)?.opening;
        match self.last_tick(war.number)? {
            Some(last) => read(war, &opening, &last),
            None => Ok(opening),
        }
    }

    /// A game's state after so many ticks, all of which are resolved.
    pub fn state_after(&self, war: &War, ticks: u32) -> Result<State, StoreError> {
        let opening = self.game(war)?.opening;
        let Some(last) = ticks.checked_sub(1) else { return Ok(opening) };
        let found = self.ticks(war.number, last, 1)?.pop().filter(|tick| tick.tick == last);
        let missing = || StoreError::Broken(format!("game {}: tick {last} is missing", war.number));
        read(war, &opening, &found.ok_or_else(missing)?)
    }
}

/// A stored state, with the rules that are kept apart.
fn read(war: &War, opening: &State, tick: &Tick) -> Result<State, StoreError> {
    let broken = |what: &dyn std::fmt::Display| StoreError::Broken(format!("game {}: {what}", war.number));
    let mut written: StateJson = serde_json::from_str(&tick.state).map_err(|e| broken(&e))?;
    written.rules = Some(opening.rules().written());
    State::try_from(written).map_err(|faults| broken(&faults))
}

impl Transaction<'_> {
    /// Writes a game and gives it the next number among the wars.
    pub fn begin_game(&self, new: &NewGame<'_>) -> Result<u32, StoreError> {
        self.0.execute(
            "INSERT INTO wars (name, ruleset, rules, state, begun_at, next_due) VALUES (?1, ?2, '', ?3, ?4, ?5)",
            (new.name, Ruleset::Dobyvatele.text(), WarState::Lobby.text(), new.begun_at, new.start),
        )?;
        let (war, game) = (self.0.last_insert_rowid() as u32, new.game);
        self.0.execute(
            "INSERT INTO games (war, opening, post_every, fallback, seed) VALUES (?1, ?2, ?3, ?4, ?5)",
            (war, json(&game.opening), game.post_every, game.fallback.word(), game.seed),
        )?;
        Ok(war)
    }

    /// Leaves the due time open: the daemon gives the tick a full deadline when it sees that.
    pub fn forget_due(&self, war: u32) -> Result<(), StoreError> {
        self.0.execute("UPDATE wars SET next_due = NULL WHERE number = ?1", [war])?;
        Ok(())
    }
}
