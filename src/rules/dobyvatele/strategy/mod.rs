//! Strategies that play without a player: a state in, orders out (docs/rules-dobyvatele.md, 6).

mod expand;
mod guard;
mod reach;
mod swarm;

use super::board::Field;
use super::direction::Direction;
use super::orders::TeamOrders;
use super::state::{Soldier, State};
use super::team::{MOST_TEAMS, TeamId};
use crate::rules::dice::Dice;

/// Who plays for a team that has no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    Stay,
    Random,
    Expand,
    Guard,
    Swarm,
}

impl Strategy {
    pub const ALL: [Strategy; 5] =
        [Strategy::Stay, Strategy::Random, Strategy::Expand, Strategy::Guard, Strategy::Swarm];

    pub fn word(self) -> &'static str {
        match self {
            Strategy::Stay => "stay",
            Strategy::Random => "random",
            Strategy::Expand => "expand",
            Strategy::Guard => "guard",
            Strategy::Swarm => "swarm",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Strategy::ALL.into_iter().find(|strategy| strategy.word() == word)
    }

    /// A team's orders for the open tick; the same state and seed give the same orders.
    pub fn orders(self, state: &State, team: TeamId, seed: &[u8; 32]) -> TeamOrders {
        let stream = state.tick().wrapping_mul(MOST_TEAMS as u32).wrapping_add(team.index() as u32);
        let mut dice = Dice::for_turn(seed, stream);
        match self {
            Strategy::Stay => TeamOrders::default(),
            Strategy::Random => random(state, team, &mut dice),
            Strategy::Expand => expand::orders(state, team, &mut dice),
            Strategy::Guard => guard::orders(state, team, &mut dice),
            Strategy::Swarm => swarm::orders(state, team, seed, &mut dice),
        }
    }
}

fn random(state: &State, team: TeamId, dice: &mut Dice) -> TeamOrders {
    let direction = |dice: &mut Dice| Direction::ALL[dice.below(Direction::ALL.len() as u64) as usize];
    army(state, team).map(|soldier| (soldier.id, direction(dice))).collect()
}

/// A team's soldiers, ascending by id.
fn army(state: &State, team: TeamId) -> impl Iterator<Item = &Soldier> {
    state.soldiers().iter().filter(move |soldier| soldier.team == team)
}

/// One of those directions from a field that pass, each as likely; none if none does.
fn draw(
    state: &State,
    from: Field,
    dice: &mut Dice,
    passes: impl Fn(Field) -> bool,
) -> Option<(Direction, Field)> {
    let mut open = [(Direction::Stay, from); 4];
    let mut count = 0;
    for (direction, to) in Direction::MOVES.into_iter().zip(state.board().beside(from)) {
        if to != from && passes(to) {
            open[count] = (direction, to);
            count += 1;
        }
    }
    (count > 0).then(|| open[dice.below(count as u64) as usize])
}
