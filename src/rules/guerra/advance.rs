use super::event::{Event, FactionId, Taken};
use super::settings::Rules;
use super::state::{Rebellion, State};
use super::target::targets;
use crate::map::{Map, TerritoryId};
use crate::rules::dice::Dice;

/// Plays the next turn with the dice of the war's seed (rule 6.4); none once the war is over.
pub fn advance(map: &Map, rules: &Rules, seed: &[u8; 32], state: &mut State) -> Option<Taken> {
    let mut dice = Dice::for_turn(seed, state.turns_played() + 1);
    advance_drawn(map, rules, &mut dice, state)
}

/// Plays the next turn with the given dice; none once the war is over.
pub fn advance_drawn(map: &Map, rules: &Rules, dice: &mut Dice, state: &mut State) -> Option<Taken> {
    if state.is_over() {
        return None;
    }
    let event = rebellion(rules, dice, state).unwrap_or_else(|| attack(map, rules, dice, state));
    Some(state.apply(map, event))
}

fn rebellion(rules: &Rules, dice: &mut Dice, state: &State) -> Option<Event> {
    if !state.rebellion_possible(rules) || !dice.chance(rules.rebellion_probability) {
        return None;
    }
    let number = dice.below(u64::from(state.dead_count()));
    let rebel = state.dead().nth(number as usize)?;
    Some(Event::Rebellion { rebel, loser: state.owner(rebel.home()) })
}

fn attack(map: &Map, rules: &Rules, dice: &mut Dice, state: &State) -> Event {
    let attacker = match state.favoured(rules) {
        Some(Rebellion { rebel, .. }) if dice.chance(rules.rebel_attack_probability) => rebel,
        Some(Rebellion { rebel, .. }) => draw_owner(dice, state, |owner| owner != rebel),
        None => draw_owner(dice, state, |_| true),
    };
    let left = targets(map, rules, state, attacker).left;
    let target = left[dice.below(left.len() as u64) as usize];
    Event::Attack { attacker, target, loser: state.owner(target) }
}

/// Draws territories until its owner is wanted: owners by their holdings.
fn draw_owner(dice: &mut Dice, state: &State, wanted: impl Fn(FactionId) -> bool) -> FactionId {
    loop {
        let t = TerritoryId(dice.below(state.owners().len() as u64) as u32);
        let owner = state.owner(t);
        if wanted(owner) {
            return owner;
        }
    }
}
