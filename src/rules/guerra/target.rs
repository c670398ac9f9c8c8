use super::event::FactionId;
use super::settings::Rules;
use super::state::State;
use crate::map::{Map, TerritoryId};

/// The filters of rule 4, in their order; the fifth is the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Foreign territories on the attacker's border (rule 4.1).
    Borders,
    /// Those on a shortest way home; only when the home is lost (rule 4.2).
    Patriotism,
    /// Those of the largest faction for the small, of the smallest for the others (rule 4.3).
    Empires,
    /// Those nearest to the centroid of the holdings (rule 4.4).
    Expansion,
}

impl Stage {
    pub const ALL: [Stage; 4] = [Stage::Borders, Stage::Patriotism, Stage::Empires, Stage::Expansion];
}

/// The targets among which an attacker draws, and how they were sifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets {
    /// In map order; never empty for a living attacker in a war that is not over (rule 1.5).
    pub left: Vec<TerritoryId>,
    /// How many each stage of [`Stage::ALL`] left.
    pub after: [usize; 4],
    /// Conquests needed to hold home again, the home included; only when it is lost.
    pub hops_home: Option<u32>,
}

/// Sifts the attacker's targets through the first four filters of rule 4.
pub fn targets(map: &Map, rules: &Rules, state: &State, attacker: FactionId) -> Targets {
    let mut sieve = Targets { left: Vec::new(), after: [0; 4], hops_home: None };
    for (i, stage) in Stage::ALL.into_iter().enumerate() {
        match stage {
            Stage::Borders => sieve.left = borders(map, state, attacker),
            Stage::Patriotism => sieve.hops_home = patriotism(map, state, attacker, &mut sieve.left),
            Stage::Empires => empires(rules, state, attacker, &mut sieve.left),
            Stage::Expansion => expansion(map, state, attacker, &mut sieve.left),
        }
        sieve.after[i] = sieve.left.len();
    }
    sieve
}

fn borders(map: &Map, state: &State, attacker: FactionId) -> Vec<TerritoryId> {
    // One bit a territory: each target once, and in map order, without sorting.
    let mut marked = vec![0u64; map.len().div_ceil(64)];
    for n in state.lands(attacker).held.iter().flat_map(|t| &map.territory(*t).neighbours) {
        if state.owner(*n) != attacker {
            marked[n.index() / 64] |= 1 << (n.0 % 64);
        }
    }
    let mut left = Vec::with_capacity(marked.iter().map(|word| word.count_ones() as usize).sum());
    for (first, mut word) in (0..).step_by(64).zip(marked) {
        while word != 0 {
            left.push(TerritoryId(first + word.trailing_zeros()));
            word &= word - 1;
        }
    }
    left
}

fn patriotism(map: &Map, state: &State, attacker: FactionId, left: &mut Vec<TerritoryId>) -> Option<u32> {
    if state.owner(attacker.home()) == attacker {
        return None;
    }
    // Waves of foreign land outwards from home; the first that meets a target is the shortest way.
    let mut seen = vec![false; map.len()];
    seen[attacker.home().index()] = true;
    let mut wave = vec![attacker.home()];
    for hops in 1.. {
        let meets = |t: &TerritoryId| left.binary_search(t).is_ok();
        if wave.iter().any(meets) {
            wave.sort_unstable();
            left.retain(|t| wave.binary_search(t).is_ok());
            return Some(hops);
        }
        let mut next = Vec::new();
        for n in wave.iter().flat_map(|t| &map.territory(*t).neighbours) {
            if state.owner(*n) != attacker && !std::mem::replace(&mut seen[n.index()], true) {
                next.push(*n);
            }
        }
        if next.is_empty() {
            return None;
        }
        wave = next;
    }
    None
}

fn empires(rules: &Rules, state: &State, attacker: FactionId, left: &mut Vec<TerritoryId>) {
    let size = |t: &TerritoryId| state.holdings(state.owner(*t));
    let small = (state.holdings(attacker) as u64) < u64::from(rules.small_faction);
    let wanted = if small { left.iter().map(size).max() } else { left.iter().map(size).min() };
    left.retain(|t| Some(size(t)) == wanted);
}

fn expansion(map: &Map, state: &State, attacker: FactionId, left: &mut Vec<TerritoryId>) {
    if left.len() < 2 {
        return;
    }
    let lands = state.lands(attacker);
    let distance = |t: &TerritoryId| {
        let [x, y] = map.territory(*t).centroid.map(i128::from);
        lands.area * (x * x + y * y) - 2 * (x * lands.x + y * lands.y)
    };
    let mut least = i128::MAX;
    let mut nearest = 0;
    for i in 0..left.len() {
        let d = distance(&left[i]);
        if d <= least {
            nearest = if d < least { 0 } else { nearest };
            least = d;
            left[nearest] = left[i];
            nearest += 1;
        }
    }
    left.truncate(nearest);
}
