use super::event::{Event, FactionId};
use super::settings::Rules;
use super::state::State;
use super::target::targets;
use crate::map::Map;
use crate::rules::fraction::Fraction;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// One thing that may happen in the next turn, and its exact probability, above 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    pub event: Event,
    pub p: BigRational,
}

/// The exact law of the next turn: every possible event once; the probabilities add up to 1. Empty once it is over.
pub fn law(map: &Map, rules: &Rules, state: &State) -> Vec<Chance> {
    if state.is_over() {
        return Vec::new();
    }
    let mut chances = Vec::new();
    let mut attack = BigRational::one();
    if state.rebellion_possible(rules) {
        let rebellion = exact(rules.rebellion_probability);
        attack -= &rebellion;
        let each = rebellion / whole(u64::from(state.dead_count()));
        let rebels = state.dead().map(|rebel| Event::Rebellion { rebel, loser: state.owner(rebel.home()) });
        chances.extend(rebels.map(|event| Chance { event, p: each.clone() }));
    }
    for (attacker, share) in attackers(rules, state) {
        let left = targets(map, rules, state, attacker).left;
        let p = &attack * share / whole(left.len() as u64);
        let events = left.iter().map(|t| Event::Attack { attacker, target: *t, loser: state.owner(*t) });
        chances.extend(events.map(|event| Chance { event, p: p.clone() }));
    }
    chances.retain(|chance| !chance.p.is_zero());
    chances
}

/// Who attacks, given that somebody does (rule 3).
fn attackers(rules: &Rules, state: &State) -> Vec<(FactionId, BigRational)> {
    let all = state.owners().len() as u64;
    let rebel = state.favoured(rules).map(|r| r.rebel);
    let rebels_part = exact(rules.rebel_attack_probability);
    let others = all - rebel.map_or(0, |r| state.holdings(r) as u64);
    (0..all as u32)
        .map(FactionId)
        .filter(|f| state.holdings(*f) > 0)
        .map(|f| {
            let held = whole(state.holdings(f) as u64);
            let share = match rebel {
                None => held / whole(all),
                Some(rebel) if rebel == f => rebels_part.clone(),
                Some(_) => (BigRational::one() - &rebels_part) * held / whole(others),
            };
            (f, share)
        })
        .collect()
}

fn whole(n: u64) -> BigRational {
    BigRational::from_integer(BigInt::from(n))
}

fn exact(p: Fraction) -> BigRational {
    BigRational::new(BigInt::from(p.numerator()), BigInt::from(p.denominator()))
}
