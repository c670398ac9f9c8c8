use super::super::orders::TeamOrders;
use super::super::state::State;
use super::super::team::TeamId;
use super::reach::Reach;
use super::{army, draw};
use crate::rules::dice::Dice;

/// Each soldier to the nearest field that is not its team's.
pub(super) fn orders(state: &State, team: TeamId, dice: &mut Dice) -> TeamOrders {
    let reach = Reach::to(state, team, |field| state.owner(field) != Some(team));
    let step = |soldier: &super::Soldier| {
        let from = soldier.field;
        draw(state, from, dice, |to| reach.is_nearer(from, to)).map(|(direction, _)| (soldier.id, direction))
    };
    army(state, team).filter_map(step).collect()
}
