use super::data::PART;
use super::look::Look;
use crate::rules::dobyvatele::{Chronicle, StateJson, TeamId, Told};
use crate::store::{Game, Store, Tick, War, WarState};
use crate::web::phrases::Phrases;
use crate::web::season::local;
use crate::web::{Settings, WebError};
use crate::words::{GameStory, GameSubject, Words};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A stored game as the page tells it: what each tick brought and when, who plays, its words.
pub struct GameSeason {
    pub war: War,
    pub game: Game,
    /// Of the teams that have taken their seats.
    pub names: BTreeMap<TeamId, String>,
    pub chronicle: Chronicle,
    /// When each tick was resolved, UTC milliseconds.
    pub at: Vec<i64>,
    /// After the last tick.
    pub look: Look,
    /// The past, as many ticks in each as a part has.
    pub parts: Vec<Part>,
    pub phrases: Phrases,
}

/// Some ticks one after the other, ready to be sent.
pub struct Part {
    /// The board before the first of them: owners, soldiers.
    pub before: [String; 2],
    /// What each changed, and its battles.
    pub ticks: Vec<[String; 2]>,
}

/// So many ticks are read at a time: a tick of a large board takes megabytes.
const PORTION: u32 = 20;

impl GameSeason {
    pub fn open(store: &Store, war: War, words: &Words) -> Result<Self, WebError> {
        let game = store.game(&war)?;
        let mut season = GameSeason {
            chronicle: Chronicle::new(&game.opening),
            look: Look::of(&game.opening.public()),
            names: BTreeMap::new(),
            at: Vec::new(),
            parts: Vec::new(),
            phrases: Phrases::of_game(words.language()),
            war,
            game,
        };
        season.read_on(store)?;
        Ok(season)
    }

    /// What no other game has and everybody may know: its board and when it was made.
    pub fn key(&self) -> String {
        let board = format!("{} {}", self.war.begun_at, self.game.opening.board());
        hex::encode(Sha256::digest(board))
    }

    /// Reads what happened since; true if anything did.
    pub fn read_on(&mut self, store: &Store) -> Result<bool, WebError> {
        let before = (self.turns(), self.war.clone(), self.names.clone());
        loop {
            let more = store.ticks(self.war.number, self.turns(), PORTION)?;
            for tick in &more {
                self.push(tick).map_err(|e| WebError::broken(&self.war, e))?;
            }
            if more.is_empty() {
                break;
            }
        }
        let seats = store.seats(self.war.number)?;
        self.names = seats.into_iter().map(|seat| (seat.team, seat.name)).collect();
        if let Some(war) = store.war(Some(self.war.number))? {
            self.war = war;
        }
        Ok(before != (self.turns(), self.war.clone(), self.names.clone()))
    }

    fn push(&mut self, tick: &Tick) -> Result<(), serde_json::Error> {
        let state: StateJson = serde_json::from_str(&tick.state)?;
        let (told, look) = (Told::of(&state, &tick.report)?, Look::of(&state));
        if self.turns().is_multiple_of(PART) {
            let before = [self.look.owners(), self.look.soldiers()];
            self.parts.push(Part { before, ticks: Vec::new() });
        }
        if let Some(part) = self.parts.last_mut() {
            part.ticks.push([look.changes(&self.look), look.battles(&told.battles)]);
        }
        self.chronicle.push(told);
        self.at.push(tick.at);
        self.look = look;
        Ok(())
    }

    /// How many ticks are resolved.
    pub fn turns(&self) -> u32 {
        self.chronicle.ticks()
    }

    /// When a tick was resolved; for the opening, when the first is, as its post says. UTC milliseconds.
    pub fn at(&self, tick: u32) -> i64 {
        let resolved = self.at.get(tick.saturating_sub(1) as usize).copied();
        resolved.or(self.war.next_due).unwrap_or(self.war.begun_at)
    }

    /// When the open tick closes, or the lobby; none while no clock runs.
    pub fn next_due(&self) -> Option<i64> {
        self.war.next_due.filter(|_| matches!(self.war.state, WarState::Running | WarState::Lobby))
    }

    /// The ticks with a page and a picture of their own: the opening, those that are posted, the end.
    pub fn told(&self) -> Vec<u32> {
        let (turns, every) = (self.turns(), self.game.post_every);
        let is_last = |n| n == turns && self.war.state == WarState::Over;
        let is_told = |n: &u32| *n == 0 || every > 0 && n.is_multiple_of(every) || is_last(*n);
        (0..=turns).filter(is_told).collect()
    }

    /// All that the words of a tick depend on, told to somebody who heard of the tick before.
    pub fn subject(&self, tick: u32, settings: &Settings) -> GameSubject<'_> {
        self.since(tick, tick.saturating_sub(1), settings)
    }

    /// The same told to somebody who heard of the last post, as the tick's own post and picture are.
    pub fn posted(&self, tick: u32, settings: &Settings) -> GameSubject<'_> {
        self.since(tick, self.game.last_post(tick), settings)
    }

    fn since(&self, tick: u32, before: u32, settings: &Settings) -> GameSubject<'_> {
        let story = GameStory {
            name: &self.war.name,
            opening: &self.game.opening,
            seed: &self.game.seed,
            post_every: self.game.post_every,
            chronicle: &self.chronicle,
            names: &self.names,
            hashtags: &[],
        };
        story.subject(tick, before, local(self.at(tick), settings.zone))
    }
}
