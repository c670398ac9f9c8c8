use super::super::board::Field;
use super::super::orders::TeamOrders;
use super::super::state::State;
use super::super::team::TeamId;
use super::reach::Reach;
use super::{army, draw};
use crate::rules::dice::Dice;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// One stack at the leader; it waits for half of the team.
pub(super) fn orders(state: &State, team: TeamId, seed: &[u8; 32], dice: &mut Dice) -> TeamOrders {
    let Some((stack, size)) = largest_stack(state, team) else { return TeamOrders::default() };
    let rally = Reach::to(state, team, |field| field == stack);
    let alive = army(state, team).count();
    let march = if size * 2 >= alive { march(state, team, stack, seed, dice) } else { None };
    let step = |soldier: &super::Soldier| {
        let from = soldier.field;
        let step = match from == stack {
            true => march,
            false => draw(state, from, dice, |to| rally.is_nearer(from, to)).map(|(direction, _)| direction),
        };
        step.map(|direction| (soldier.id, direction))
    };
    army(state, team).filter_map(step).collect()
}

/// The field with most of the team's soldiers, the smallest id deciding among equals, and how many they are.
fn largest_stack(state: &State, team: TeamId) -> Option<(Field, usize)> {
    let mut stacks: BTreeMap<Field, (usize, Reverse<u64>)> = BTreeMap::new();
    for soldier in army(state, team) {
        stacks.entry(soldier.field).or_insert((0, Reverse(soldier.id))).0 += 1;
    }
    stacks.into_iter().max_by_key(|(_, rank)| *rank).map(|(field, (size, _))| (field, size))
}

/// The stack's step towards the leader's land, else towards any that is not the team's.
fn march(
    state: &State,
    team: TeamId,
    stack: Field,
    seed: &[u8; 32],
    dice: &mut Dice,
) -> Option<super::Direction> {
    let leader = leader(state, team, seed);
    let mut reach =
        Reach::to(state, team, |field| state.owner(field).is_some() && state.owner(field) == leader);
    if !reach.is_possible(stack) {
        reach = Reach::to(state, team, |field| state.owner(field) != Some(team));
    }
    draw(state, stack, dice, |to| reach.is_nearer(stack, to)).map(|(direction, _)| direction)
}

/// The other team with the highest score, then the most fields, then by a draw that holds for the whole game.
fn leader(state: &State, team: TeamId, seed: &[u8; 32]) -> Option<TeamId> {
    let lands = state.lands();
    // A stream that no tick of a game uses for a team.
    let mut dice = Dice::for_turn(seed, u32::MAX / 2 + team.index() as u32);
    let others = state.board().teams().filter(|other| *other != team);
    let drawn = others.map(|other| (state.score(other), lands[other.index()], dice.below(1 << 32), other));
    drawn.max_by_key(|(score, land, drawn, _)| (*score, *land, *drawn)).map(|(.., other)| other)
}
