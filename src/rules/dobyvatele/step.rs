use super::battle;
use super::direction::Direction;
use super::orders::{Order, Orders};
use super::report::{Reason, Rejected, Report, Taken};
use super::state::State;
use super::team::{MOST_TEAMS, TeamId};
use std::sync::Arc;

/// The last tick is resolved: there is no further one (rule 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is over")]
pub struct Over;

/// Resolves the open tick (rule 1.1). Orders of teams that do not play are ignored (rule 1.4).
///
/// # Errors
/// The game is over.
pub fn step(before: &State, orders: &Orders) -> Result<(State, Report), Over> {
    if before.is_over() {
        return Err(Over);
    }
    let mut state = before.clone();
    let (directions, rejected) = obey(&state, orders);
    let bumped = march(&mut state, &directions);
    let battles = battle::fight(&mut state);
    let taken = settle(&mut state);
    score(&mut state);
    state.tick += 1;
    let recruits = state.recruit();
    let recruits = state.board.teams().map(|team| (team, recruits[team.index()])).collect();
    let board = Arc::clone(&state.board);
    Ok((state, Report { bumped, rejected, battles, taken, recruits, board }))
}

/// The direction of each soldier, in their order, and the orders that fit none (rules 1.3, 1.4).
fn obey(state: &State, orders: &Orders) -> (Vec<Direction>, Vec<Rejected>) {
    let mut rejected = Vec::new();
    let mut reject = |team, id, reason| rejected.push(Rejected { team, id, reason });
    // Soldiers and each team's orders both ascend by id, so one walk brings them together.
    let mut waiting: [_; MOST_TEAMS] = std::array::from_fn(|_| None);
    for (team, orders) in orders.teams().filter(|(team, _)| state.board.homes().contains_key(team)) {
        waiting[team.index()] = Some(orders.0.iter().peekable());
    }
    let mut direction = |id: u64, team: TeamId| {
        let orders = waiting[team.index()].as_mut()?;
        while let Some((skipped, _)) = orders.next_if(|(ordered, _)| **ordered < id) {
            reject(team, *skipped, Reason::NotYours);
        }
        match orders.next_if(|(ordered, _)| **ordered == id)?.1 {
            Order::Go(direction) => Some(*direction),
            Order::Unknown(_) => {
                reject(team, id, Reason::BadDirection);
                None
            }
        }
    };
    let directions =
        state.soldiers.iter().map(|soldier| direction(soldier.id, soldier.team).unwrap_or(Direction::Stay));
    let directions = directions.collect();
    for (team, rest) in TeamId::all().zip(waiting) {
        rest.into_iter().flatten().for_each(|(id, _)| reject(team, *id, Reason::NotYours));
    }
    rejected.sort_unstable_by_key(|rejected| (rejected.team, rejected.id));
    (directions, rejected)
}

/// All soldiers move at once; gives those that were stopped (rules 1.5, 1.6).
fn march(state: &mut State, directions: &[Direction]) -> Vec<u64> {
    let mut bumped = Vec::new();
    for (soldier, direction) in state.soldiers.iter_mut().zip(directions) {
        if *direction == Direction::Stay {
            continue;
        }
        let to = state.board.toward(soldier.field, *direction);
        if to != soldier.field && state.board.admits(soldier.team, to) {
            soldier.field = to;
        } else {
            bumped.push(soldier.id);
        }
    }
    bumped
}

/// Fields with survivors become their team's; gives those that change hands (rule 3.1).
fn settle(state: &mut State) -> Vec<Taken> {
    let mut taken = Vec::new();
    for soldier in &state.soldiers {
        let owner = &mut state.owner[soldier.field.index()];
        if *owner != Some(soldier.team) {
            taken.push(Taken { field: soldier.field, from: *owner, to: soldier.team });
            *owner = Some(soldier.team);
        }
    }
    taken.sort_unstable_by_key(|taken| taken.field);
    taken
}

/// Each team's score grows by the fields that it owns (rule 3.3).
fn score(state: &mut State) {
    let lands = state.lands();
    state.score.iter_mut().zip(lands).for_each(|(score, land)| *score += land);
}
