use super::super::orders::TeamOrders;
use super::super::state::State;
use super::super::team::TeamId;
use super::reach::Reach;
use super::{army, draw};
use crate::rules::dice::Dice;
use std::collections::BTreeMap;

/// As expand, but never into a field that a stronger enemy stack can reach.
pub(super) fn orders(state: &State, team: TeamId, dice: &mut Dice) -> TeamOrders {
    let reach = Reach::to(state, team, |field| state.owner(field) != Some(team));
    let (own, danger) = (stacks(state, team), danger(state, team));
    let mut together = BTreeMap::new();
    let mut steps = Vec::new();
    for soldier in army(state, team) {
        let from = soldier.field;
        let passes = |to| reach.is_nearer(from, to) && danger[super::Field::index(to)] <= own[from.index()];
        if let Some((direction, to)) = draw(state, from, dice, passes) {
            *together.entry((from, to)).or_insert(0) += 1;
            steps.push((soldier.id, direction, (from, to)));
        }
    }
    let strong = |(_, _, way): &(_, _, (_, super::Field))| danger[way.1.index()] <= together[way];
    steps.into_iter().filter(strong).map(|(id, direction, _)| (id, direction)).collect()
}

/// How many of a team's soldiers stand on each field.
fn stacks(state: &State, team: TeamId) -> Vec<u32> {
    let mut stacks = vec![0; state.board().len()];
    army(state, team).for_each(|soldier| stacks[soldier.field.index()] += 1);
    stacks
}

/// The largest enemy stack that can stand on each field after this tick.
fn danger(state: &State, team: TeamId) -> Vec<u32> {
    let board = state.board();
    let mut stacks = vec![0; board.len()];
    let enemies = || state.soldiers().iter().filter(|soldier| soldier.team != team);
    enemies().for_each(|soldier| stacks[soldier.field.index()] += 1);
    let mut danger = vec![0; board.len()];
    for soldier in enemies() {
        let size: u32 = stacks[soldier.field.index()];
        let beside = board.beside(soldier.field).into_iter().filter(|to| board.admits(soldier.team, *to));
        for field in beside.chain([soldier.field]) {
            danger[field.index()] = size.max(danger[field.index()]);
        }
    }
    danger
}
