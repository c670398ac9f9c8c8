use super::press::{PressError, Settings};
use crate::render::{GameRow, GameScene, GameTexts};
use crate::rules::dobyvatele::{Chronicle, Rank, State, StateJson, TeamId, Told};
use crate::schedule::local;
use crate::store::{Game, Store, StoreError, Tick, War};
use crate::words::{GameLines, GameStory, GameSubject};
use chrono::DateTime;
use chrono_tz::Tz;
use std::collections::BTreeMap;

/// A stored game as a story: what each tick brought.
pub(super) struct GameBook {
    pub war: War,
    game: Game,
    /// Of the teams that have taken their seats.
    names: BTreeMap<TeamId, String>,
    chronicle: Chronicle,
    /// When each tick was resolved, UTC milliseconds.
    at: Vec<i64>,
}

/// So many ticks are read at a time: a tick of a large board takes megabytes.
const PORTION: u32 = 20;

fn told(tick: &Tick) -> Result<Told, serde_json::Error> {
    let state: StateJson = serde_json::from_str(&tick.state)?;
    Told::of(&state, &tick.report)
}

impl GameBook {
    pub fn open(store: &Store, war: War) -> Result<Self, StoreError> {
        let game = store.game(&war)?;
        let chronicle = Chronicle::new(&game.opening);
        Ok(GameBook { game, names: BTreeMap::new(), chronicle, at: Vec::new(), war })
    }

    /// Reads what happened since the book was last open.
    pub fn read_on(&mut self, store: &Store) -> Result<(), PressError> {
        loop {
            let more = store.ticks(self.war.number, self.turns(), PORTION)?;
            for tick in &more {
                let broken = |e: serde_json::Error| PressError::Broken(self.war.number, e.to_string());
                self.chronicle.push(told(tick).map_err(broken)?);
                self.at.push(tick.at);
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
        Ok(())
    }

    /// Ticks so far.
    pub fn turns(&self) -> u32 {
        self.chronicle.ticks()
    }

    /// After so many ticks.
    ///
    /// # Errors
    /// The database's, or that there were not so many.
    pub fn state(&self, store: &Store, tick: u32) -> Result<State, PressError> {
        let turns = self.turns();
        if tick > turns {
            return Err(PressError::NoTurn { turn: tick, turns });
        }
        Ok(store.state_after(&self.war, tick)?)
    }

    /// All that the words of a post depend on.
    pub fn subject<'a>(&'a self, state: &State, settings: &'a Settings) -> GameSubject<'a> {
        let story = GameStory {
            name: &self.war.name,
            opening: &self.game.opening,
            chronicle: &self.chronicle,
            names: &self.names,
            seed: &self.game.seed,
            post_every: self.game.post_every,
            hashtags: &settings.hashtags,
        };
        let tick = state.tick();
        story.subject(tick, self.game.last_post(tick), self.at(tick, settings.zone))
    }

    /// What the picture after a tick shows.
    pub fn scene(&self, state: State, lines: GameLines) -> GameScene {
        let (tick, ranking) = (state.tick(), self.chronicle.ranking(state.tick()));
        let told = self.chronicle.after(tick);
        let row = |(rank, name): (&Rank, String)| GameRow {
            team: rank.team,
            rank: rank.rank,
            name,
            score: rank.score,
            fields: told.lands[rank.team.index()],
            soldiers: told.armies[rank.team.index()],
        };
        let places = told.battles.iter().map(|met| (met.x.into(), met.y.into()));
        GameScene {
            battles: places.filter_map(|place| state.board().at(place)).collect(),
            rows: ranking.iter().zip(lines.names.clone()).map(row).collect(),
            curves: ranking.iter().map(|rank| self.chronicle.scores(rank.team, tick)).collect(),
            texts: texts(lines),
            state,
        }
    }

    /// When a tick was resolved; for the opening, when the first is.
    fn at(&self, tick: u32, zone: Tz) -> DateTime<Tz> {
        let last = self.at.get(tick.saturating_sub(1) as usize).copied();
        local(last.or(self.war.next_due).unwrap_or(self.war.begun_at), zone)
    }
}

fn texts(lines: GameLines) -> GameTexts {
    GameTexts {
        kicker: lines.kicker,
        date: lines.date,
        tick: lines.tick,
        sentence: lines.sentence,
        detail: lines.detail,
        ranking_head: lines.ranking_head,
        columns: lines.columns,
        rest: lines.rest,
        curve_head: lines.curve_head,
        legend: lines.legend,
    }
}
