use super::press::{PressError, Settings};
use crate::render::{GameRow, GameScene, GameTexts};
use crate::rules::dobyvatele::replay::header_line;
use crate::rules::dobyvatele::{MOST_TEAMS, Rank, State, TeamId};
use crate::rules::guerra;
use crate::schedule::local;
use crate::store::{Game, Seat, Store, StoreError, Tick, War};
use crate::words::{self, Clash, Front, GameLines, GameSubject, Player};
use chrono::DateTime;
use chrono_tz::Tz;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A stored game as a story: what each tick brought.
pub(super) struct GameBook {
    pub war: War,
    game: Game,
    seats: Vec<Seat>,
    /// Of the words' dice.
    words_key: [u8; 32],
    /// Tick n at n.
    ticks: Vec<Told>,
}

/// What is worth telling of a tick.
struct Told {
    at: i64,
    /// After it, by the team's index.
    scores: [u64; MOST_TEAMS],
    /// Fields taken in it, by the team's index.
    gained: [u64; MOST_TEAMS],
    battles: Vec<Met>,
}

/// A battle as a stored report has it.
#[derive(Clone, Deserialize)]
struct Met {
    x: u32,
    y: u32,
    armies: BTreeMap<TeamId, u64>,
    winner: Option<TeamId>,
    survivors: u64,
}

#[derive(Deserialize)]
struct Written {
    battles: Vec<Met>,
    taken: Vec<Taken>,
}

#[derive(Deserialize)]
struct Taken {
    to: TeamId,
}

#[derive(Deserialize)]
struct Scores {
    teams: Vec<Score>,
}

#[derive(Deserialize)]
struct Score {
    id: TeamId,
    score: u64,
}

impl Told {
    fn of(tick: &Tick) -> Result<Self, serde_json::Error> {
        let (written, state): (Written, Scores) =
            (serde_json::from_str(&tick.report)?, serde_json::from_str(&tick.state)?);
        let (mut scores, mut gained) = ([0; MOST_TEAMS], [0; MOST_TEAMS]);
        state.teams.iter().for_each(|team| scores[team.id.index()] = team.score);
        written.taken.iter().for_each(|taken| gained[taken.to.index()] += 1);
        Ok(Told { at: tick.at, scores, gained, battles: written.battles })
    }
}

impl Met {
    fn soldiers(&self) -> u64 {
        self.armies.values().sum()
    }
}

/// So many ticks are read at a time: a tick of a large board takes megabytes.
const PORTION: u32 = 20;

impl GameBook {
    pub fn open(store: &Store, war: War) -> Result<Self, StoreError> {
        let game = store.game(&war)?;
        let words_key = words_key(&game);
        Ok(GameBook { game, words_key, seats: Vec::new(), ticks: Vec::new(), war })
    }

    /// Reads what happened since the book was last open.
    pub fn read_on(&mut self, store: &Store) -> Result<(), PressError> {
        loop {
            let more = store.ticks(self.war.number, self.turns(), PORTION)?;
            for tick in &more {
                let broken = |e: serde_json::Error| PressError::Broken(self.war.number, e.to_string());
                self.ticks.push(Told::of(tick).map_err(broken)?);
            }
            if more.is_empty() {
                break;
            }
        }
        self.seats = store.seats(self.war.number)?;
        if let Some(war) = store.war(Some(self.war.number))? {
            self.war = war;
        }
        Ok(())
    }

    /// Ticks so far.
    pub fn turns(&self) -> u32 {
        self.ticks.len() as u32
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
        let tick = state.tick();
        let before = self.last_post(tick);
        let since = self.ticks.get(before as usize..tick as usize).unwrap_or_default();
        let (lands, armies) = (state.lands(), state.armies());
        let ranking = state.ranking();
        let player = |rank: &Rank| {
            let i = rank.team.index();
            Player {
                letter: rank.team.letter(),
                name: self.seats.iter().find(|seat| seat.team == rank.team).map(|seat| seat.name.clone()),
                rank: rank.rank,
                score: rank.score,
                fields: lands[i],
                soldiers: armies[i],
                gained: since.iter().map(|told| told.gained[i]).sum(),
            }
        };
        let board = state.board();
        GameSubject {
            name: &self.war.name,
            tick,
            ticks: state.ticks(),
            width: board.width(),
            height: board.height(),
            at: self.at(tick, settings.zone),
            players: ranking.iter().map(player).collect(),
            old_leader: self.leader(before, &ranking),
            span: tick - before,
            clash: clash(since, &ranking),
            taken: since.iter().flat_map(|told| told.gained).sum(),
            battles: self.ticks.iter().take(tick as usize).map(|told| told.battles.len() as u64).sum(),
            words_key: self.words_key,
            earlier: self.earlier(tick, &ranking),
            hashtags: &settings.hashtags,
        }
    }

    /// What the picture after a tick shows.
    pub fn scene(&self, state: State, lines: GameLines) -> GameScene {
        let (tick, ranking) = (state.tick() as usize, state.ranking());
        let (lands, armies) = (state.lands(), state.armies());
        let row = |(rank, name): (&Rank, String)| GameRow {
            team: rank.team,
            rank: rank.rank,
            name,
            score: rank.score,
            fields: lands[rank.team.index()],
            soldiers: armies[rank.team.index()],
        };
        let curve = |rank: &Rank| {
            let scores = self.ticks.iter().take(tick).map(|told| told.scores[rank.team.index()]);
            std::iter::once(0).chain(scores).collect()
        };
        let fought = tick.checked_sub(1).and_then(|last| self.ticks.get(last));
        let place = |met: &Met| state.board().at((met.x.into(), met.y.into()));
        GameScene {
            battles: fought.map(|told| told.battles.iter().filter_map(place).collect()).unwrap_or_default(),
            rows: ranking.iter().zip(lines.names.clone()).map(row).collect(),
            curves: ranking.iter().map(curve).collect(),
            texts: texts(lines),
            state,
        }
    }

    /// What the posts before told, the opening left out.
    fn earlier(&self, tick: u32, ranking: &[Rank]) -> Vec<words::Told> {
        let every = self.game.post_every;
        let posts = (1..).map(|i| i * every).take_while(|post| every > 0 && *post < tick);
        let told = |post: u32| {
            let since = self.ticks.get((post - every) as usize..post as usize).unwrap_or_default();
            let front = match (self.leader(post - every, ranking), self.leader(post, ranking)) {
                (_, None) => Front::Level,
                (Some(old), Some(new)) if old != new => Front::New,
                (_, Some(_)) => Front::Lead,
            };
            words::Told {
                tick: post,
                front,
                clash: clash(since, ranking).map(|clash| clash.winner.is_some()),
                land: since.iter().any(|told| told.gained.iter().any(|n| *n > 0)),
            }
        };
        posts.map(told).collect()
    }

    /// The tick of the post before.
    fn last_post(&self, tick: u32) -> u32 {
        let every = self.game.post_every;
        tick.saturating_sub(1).checked_div(every).map_or(0, |posts| posts * every)
    }

    /// When a tick was resolved; for the opening, when the first is.
    fn at(&self, tick: u32, zone: Tz) -> DateTime<Tz> {
        let told = self.ticks.get(tick.saturating_sub(1) as usize);
        local(told.map(|told| told.at).or(self.war.next_due).unwrap_or(self.war.begun_at), zone)
    }

    /// Who led alone after a tick, by its place in the ranking.
    fn leader(&self, tick: u32, ranking: &[Rank]) -> Option<usize> {
        let scores = self.ticks.get((tick as usize).checked_sub(1)?)?.scores;
        let most = ranking.iter().map(|rank| scores[rank.team.index()]).max()?;
        let mut best = ranking.iter().enumerate().filter(|(_, rank)| scores[rank.team.index()] == most);
        best.next().filter(|_| best.next().is_none()).map(|(i, _)| i)
    }
}

/// The first line of the game's replay stands for the commitment that a game has not (rule 6.8); without the program's
/// version, so that a newer one says the same.
fn words_key(game: &Game) -> [u8; 32] {
    let line = header_line(&game.opening.written(), "guerrabot", &hex::encode(game.seed));
    guerra::words_key(&Sha256::digest(line).into())
}

/// The battle with most soldiers; of equals the first.
fn clash(since: &[Told], ranking: &[Rank]) -> Option<Clash> {
    let battles = since.iter().flat_map(|told| &told.battles);
    let met = battles.rev().max_by_key(|met| met.soldiers())?;
    let place = |team: TeamId| ranking.iter().position(|rank| rank.team == team);
    let mut armies: Vec<(usize, u64)> =
        met.armies.iter().filter_map(|(team, n)| Some((place(*team)?, *n))).collect();
    armies.sort_by_key(|(i, n)| (std::cmp::Reverse(*n), *i));
    let winner = met.winner.and_then(place).map(|i| (i, met.survivors)).filter(|(_, left)| *left > 0);
    Some(Clash { x: met.x, y: met.y, armies, winner })
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
