#![allow(clippy::float_arithmetic, reason = "a share for people to read decides nothing")]

use super::commitment::forecast_seed;
use super::engine::Engine;
use super::event::{Event, FactionId};
use super::settings::Rules;
use super::state::State;
use crate::map::Map;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Wars to be played from one position to their end, each with a seed of its own.
#[derive(Clone, Copy)]
pub struct Runs<'a> {
    pub map: &'a Map,
    pub rules: &'a Rules,
    pub from: &'a State,
    /// Of all; see [`seed_of`].
    pub seed: [u8; 32],
    pub wars: u32,
    /// A war that is not over by this turn is given up: some rules never end one.
    pub most_turns: u32,
}

/// How one war went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ended {
    /// The turns of the whole war.
    turns: u32,
    /// From the position on.
    rebellions: u32,
    /// None if it was given up.
    winner: Option<FactionId>,
}

/// What many wars came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// The turn each war ended in, or was given up, ascending.
    pub turns: Vec<u32>,
    /// Of each war, ascending.
    pub rebellions: Vec<u32>,
    /// How many wars each winner won: by wins, falling, then in map order.
    pub wins: Vec<(FactionId, u32)>,
    /// Wars that were given up.
    pub unfinished: u32,
    /// Turns played in all.
    pub played: u64,
}

/// The seed of war i: the given one if it is the only war, else SHA-256(seed ‖ i as 8 bytes, little-endian).
pub fn seed_of(seed: &[u8; 32], wars: u32, i: u32) -> [u8; 32] {
    match wars {
        1 => *seed,
        _ => Sha256::new().chain_update(seed).chain_update(u64::from(i).to_le_bytes()).finalize().into(),
    }
}

/// About how many turns a war on so many territories lasts: 1.8 · n · ln n.
fn usual_length(n: usize) -> u64 {
    (n as u64 * u64::from(n.ilog2() + 1) * 5 / 4).max(1)
}

impl<'a> Runs<'a> {
    /// With more territories than this no forecast is posted: a few wars say little, and take long all the same.
    pub const FORETOLD: usize = 20_000;

    /// What followers are shown: about so many turns in all, from a seed that anyone can compute.
    pub fn public(
        map: &'a Map,
        rules: &'a Rules,
        from: &'a State,
        commitment: &[u8; 32],
        turns: u64,
    ) -> Runs<'a> {
        let (turn, length) = (from.turns_played(), usual_length(map.len()));
        Runs {
            map,
            rules,
            from,
            seed: forecast_seed(commitment, turn),
            wars: (turns / length).clamp(10, 10_000) as u32,
            most_turns: u32::try_from(u64::from(turn) + 8 * length).unwrap_or(u32::MAX),
        }
    }

    /// Plays on the current pool's threads, whose number does not change the result; `done` is told of every war.
    ///
    /// Once `stop` is set no war begins and those under way are left; the result is then that of the wars done.
    pub fn play(&self, stop: &AtomicBool, done: impl Fn() + Sync) -> Forecast {
        let engine = || Engine::new(self.map, self.rules, &self.seed);
        let one = |engine: &mut Engine, i| {
            let ended = self.play_one(engine, i, stop)?;
            done();
            Some(ended)
        };
        let ended = (0..self.wars).into_par_iter().map_init(engine, one).collect::<Vec<_>>();
        self.tally(ended.into_iter().flatten().collect())
    }

    /// None if it was told to stop.
    fn play_one(&self, engine: &mut Engine, i: u32, stop: &AtomicBool) -> Option<Ended> {
        const LOOK_EVERY: u32 = 1 << 16;
        if stop.load(Relaxed) {
            return None;
        }
        engine.begin(self.from, &seed_of(&self.seed, self.wars, i));
        let mut rebellions = 0;
        while engine.turns_played() < self.most_turns
            && let Some(taken) = engine.step()
        {
            rebellions += u32::from(matches!(taken.event, Event::Rebellion { .. }));
            if engine.turns_played().is_multiple_of(LOOK_EVERY) && stop.load(Relaxed) {
                return None;
            }
        }
        Some(Ended { turns: engine.turns_played(), rebellions, winner: engine.winner() })
    }

    fn tally(&self, ended: Vec<Ended>) -> Forecast {
        let sorted = |number: fn(&Ended) -> u32| {
            let mut numbers: Vec<u32> = ended.iter().map(number).collect();
            numbers.sort_unstable();
            numbers
        };
        let mut count = vec![0; self.map.len()];
        ended.iter().filter_map(|e| e.winner).for_each(|f| count[f.index()] += 1);
        let mut wins: Vec<_> = (0..).map(FactionId).zip(count).filter(|(_, wins)| *wins > 0).collect();
        wins.sort_by_key(|(f, wins)| (Reverse(*wins), *f));
        let before = u64::from(self.from.turns_played());
        Forecast {
            turns: sorted(|e| e.turns),
            rebellions: sorted(|e| e.rebellions),
            wins,
            unfinished: ended.iter().filter(|e| e.winner.is_none()).count() as u32,
            played: ended.iter().map(|e| u64::from(e.turns) - before).sum(),
        }
    }
}

impl Forecast {
    /// Wars that were played to their end or given up.
    pub fn wars(&self) -> u32 {
        self.turns.len() as u32
    }

    /// The turn by which so many of 100 wars are over; none if it lies beyond that in which wars were given up.
    pub fn ends_by(&self, percent: usize) -> Option<u32> {
        let rank = rank(self.turns.len(), percent);
        let ended = self.turns.len() - self.unfinished as usize;
        // Whatever was given up comes last: no war goes on beyond that turn.
        self.turns[..ended].get(rank - 1).copied()
    }

    /// The turn in which wars were given up; none if all came to an end.
    pub fn given_up_in(&self) -> Option<u32> {
        self.turns.last().copied().filter(|_| self.unfinished > 0)
    }

    /// The share of wars that so many wins are.
    pub fn share(&self, wins: u32) -> Share {
        Share::of(wins, self.wars())
    }
}

/// Nearest-rank quantile of ascending numbers; 0 of none.
pub fn quantile(ascending: &[u32], percent: usize) -> u32 {
    ascending.get(rank(ascending.len(), percent) - 1).copied().unwrap_or(0)
}

/// The place of a quantile among so many numbers, from 1.
fn rank(count: usize, percent: usize) -> usize {
    (count * percent).div_ceil(100).max(1)
}

/// A chance as a sample shows it, 0 to 1, and the interval that holds the true one 19 times in 20.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// Wilson's interval, which is right for rare events too.
    pub fn of(hits: u32, tries: u32) -> Self {
        const Z: f64 = 1.959_963_984_540_054;
        let n = f64::from(tries.max(1));
        let value = f64::from(hits) / n;
        let (z2, shrink) = (Z * Z / n, 1.0 + Z * Z / n);
        let middle = (value + z2 / 2.0) / shrink;
        let half = Z * (value * (1.0 - value) / n + z2 / (4.0 * n)).sqrt() / shrink;
        Share { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::load_bundled;

    fn play(threads: usize, wars: u32) -> Forecast {
        let (map, _) = load_bundled("oltrepo").unwrap().unwrap();
        let (rules, from) = (Rules::default(), State::start(&map));
        let runs = Runs { map: &map, rules: &rules, from: &from, seed: [3; 32], wars, most_turns: 5000 };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| runs.play(&AtomicBool::new(false), || {}))
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let one = play(1, 60);
        assert_eq!((one.wars(), one.unfinished), (60, 0));
        assert_eq!(one.wins.iter().map(|(_, wins)| wins).sum::<u32>(), 60);
        assert_eq!(play(3, 60), one);
    }

    #[test]
    fn what_is_stopped_begins_no_war() {
        let (map, _) = load_bundled("oltrepo").unwrap().unwrap();
        let (rules, from) = (Rules::default(), State::start(&map));
        let runs = Runs { map: &map, rules: &rules, from: &from, seed: [3; 32], wars: 9, most_turns: 5000 };
        assert_eq!(runs.play(&AtomicBool::new(true), || panic!("none is done")).wars(), 0);
    }

    #[test]
    fn quantiles_are_those_of_the_nearest_rank() {
        assert_eq!([1, 50, 95, 100].map(|p| quantile(&[10, 20, 30, 40], p)), [10, 20, 40, 40]);
        assert_eq!(quantile(&[], 50), 0);
    }

    #[test]
    fn a_war_that_was_given_up_has_no_end() {
        let forecast = |turns: &[u32], unfinished| Forecast {
            turns: turns.to_vec(),
            rebellions: Vec::new(),
            wins: Vec::new(),
            unfinished,
            played: 0,
        };
        let ends =
            |turns, unfinished| [5, 50, 95].map(|percent| forecast(turns, unfinished).ends_by(percent));
        assert_eq!(ends(&[10, 20, 30, 40], 0), [Some(10), Some(20), Some(40)]);
        assert_eq!(ends(&[10, 20, 50, 50], 2), [Some(10), Some(20), None]);
        assert_eq!(ends(&[10, 50, 50, 50], 3), [Some(10), None, None]);
        assert_eq!(ends(&[50; 4], 4), [None; 3]);
        assert_eq!(ends(&[], 0), [None; 3]);
        let given_up = |unfinished| forecast(&[10, 50], unfinished).given_up_in();
        assert_eq!([given_up(0), given_up(1)], [None, Some(50)]);
    }

    #[test]
    fn wilsons_interval_is_right_in_the_middle_and_at_the_ends() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-3;
        let half = Share::of(50, 100);
        assert!(near(half.low, 0.404) && near(half.high, 0.596), "{half:?}");
        let none = Share::of(0, 100);
        assert!(near(none.low, 0.0) && near(none.high, 0.037), "{none:?}");
        assert!(near(Share::of(100, 100).low, 0.963));
    }
}
