//! The door between what somebody wrote and a state that can be played: every reason against it at once (rule 5.4).

use super::board::{Board, Field, Ground};
use super::fault::{Fault, Faults};
use super::json::StateJson;
use super::settings::Rules;
use super::state::{Soldier, State};
use super::team::{MOST_TEAMS, TeamId};
use std::sync::Arc;

/// The largest whole number that every JSON reader keeps exactly.
const LARGEST: u64 = 1 << 53;

pub(super) fn check(written: StateJson) -> Result<State, Faults> {
    let mut faults = Vec::new();
    let board = Board::written(&written, &mut faults);
    let rules = match written.rules.map(Rules::new) {
        Some(Ok(rules)) => Some(rules),
        Some(Err(Faults(reasons))) => {
            faults.extend(reasons);
            None
        }
        None => {
            faults.push(Fault::NoRules);
            None
        }
    };
    if written.tick > written.ticks {
        faults.push(Fault::Tick { tick: written.tick, ticks: written.ticks });
    }
    let Some(board) = board else { return Err(Faults(faults)) };
    let owner = owners(&board, &written, &mut faults);
    let soldiers = soldiers(&board, &written, &mut faults);
    two_teams(&board, &soldiers, &mut faults);
    let mut score = [0; MOST_TEAMS];
    written.teams.iter().for_each(|team| score[team.id.index()] = team.score);
    let numbers =
        written.teams.iter().map(|team| ("score", team.score)).chain([("next_id", written.next_id)]);
    faults.extend(numbers.filter(|(_, n)| *n > LARGEST).map(|(key, value)| Fault::Large { key, value }));
    let rules_or_usual = rules.unwrap_or_default();
    let (tick, ticks, next_id) = (written.tick, written.ticks, written.next_id);
    let state =
        State { tick, ticks, rules: rules_or_usual, board: Arc::new(board), owner, score, soldiers, next_id };
    if rules.is_some() {
        affordable(&state, &mut faults);
    }
    Faults::refuse_any(faults).map(|()| state)
}

/// Who owns each field; signs that mean nobody count as nobody's once they are told.
fn owners(board: &Board, written: &StateJson, faults: &mut Vec<Fault>) -> Vec<Option<TeamId>> {
    if written.owner.len() != board.height() as usize {
        faults.push(Fault::OwnerRows { found: written.owner.len(), expected: board.height() });
    }
    let mut owner = vec![None; board.len()];
    for (row, signs) in written.owner.iter().enumerate() {
        let (found, expected) = (signs.chars().count(), board.width());
        if found != expected as usize {
            faults.push(Fault::OwnerRow { row, found, expected });
        }
        for (x, sign) in signs.chars().enumerate() {
            let place = (x as i64, row as i64);
            let Some(field) = board.at(place).filter(|_| sign != '.') else { continue };
            let team = TeamId::from_letter(sign).filter(|team| board.homes().contains_key(team));
            owner[field.index()] = team;
            match (team, board.ground(field)) {
                (None, _) => faults.push(Fault::OwnerSign(place, sign)),
                (Some(team), Ground::Hill) => faults.push(Fault::OwnedHill(place, team)),
                (Some(team), Ground::Square(of)) if of != team => {
                    faults.push(Fault::OwnedSquare(place, of, team));
                }
                (Some(_), Ground::Square(_) | Ground::Free) => {}
            }
        }
    }
    owner
}

/// The soldiers that stand on the board.
fn soldiers(board: &Board, written: &StateJson, faults: &mut Vec<Fault>) -> Vec<Soldier> {
    let mut last = 0;
    let mut soldiers = Vec::with_capacity(written.soldiers.len());
    for soldier in &written.soldiers {
        let (id, team, place) = (soldier.id, soldier.team, (soldier.x, soldier.y));
        if id <= last {
            faults.push(Fault::SoldierOrder(id));
        }
        last = last.max(id);
        if id >= written.next_id {
            faults.push(Fault::NextId(id, written.next_id));
        }
        if !board.homes().contains_key(&team) {
            faults.push(Fault::Stranger(id, team));
        }
        let Some(field) = board.at(place) else {
            faults.push(Fault::SoldierOff(id, place));
            continue;
        };
        match board.ground(field) {
            Ground::Hill => faults.push(Fault::SoldierOnHill(id, place)),
            Ground::Square(of) if of != team => faults.push(Fault::SoldierInSquare(id, team, of, place)),
            Ground::Square(_) | Ground::Free => {}
        }
        soldiers.push(Soldier { id, team, field });
    }
    soldiers
}

fn two_teams(board: &Board, soldiers: &[Soldier], faults: &mut Vec<Fault>) {
    let mut standing: Vec<(Field, TeamId)> = soldiers.iter().map(|s| (s.field, s.team)).collect();
    standing.sort_unstable();
    standing.dedup();
    let meet = standing.array_windows().filter(|[a, b]| a.0 == b.0);
    faults.extend(meet.map(|[a, b]| Fault::TwoTeams(a.1, b.1, board.place(a.0))));
}

/// Feeding works now (rule 4.3), and armies stay within what a machine can hold.
fn affordable(state: &State, faults: &mut Vec<Fault>) {
    faults.extend(state.rules.crowd(state.board.homes().len(), state.ticks));
    if state.is_over() {
        return;
    }
    let alive = state.armies();
    for team in state.board.teams() {
        let alive = alive[team.index()];
        if state.rules.left_after_feeding(state.tick, alive).is_none() {
            let (budget, tick) = (state.rules.budget(state.tick), state.tick);
            faults.push(Fault::NotAffordable { team, alive, budget, tick });
        }
    }
}
