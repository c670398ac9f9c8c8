use super::board::Field;
use super::report::Battle;
use super::state::State;
use super::team::TeamId;

/// Fights out every field on which teams meet; the fallen leave the state (rules 2.1 to 2.3).
pub(super) fn fight(state: &mut State) -> Vec<Battle> {
    let mut meeting = meeting(state);
    if meeting.is_empty() {
        return Vec::new();
    }
    // Soldiers ascend by id, so a team's smallest ids come first.
    meeting.sort_unstable();
    let mut fallen = vec![false; state.soldiers.len()];
    let battles = meeting.chunk_by(|a, b| a.0 == b.0).map(|field| resolve(field, &mut fallen)).collect();
    let mut fallen = fallen.into_iter();
    state.soldiers.retain(|_| fallen.next() == Some(false));
    battles
}

/// Field, team and place in the list of each soldier that is not alone with its team.
fn meeting(state: &State) -> Vec<(Field, TeamId, u32)> {
    #[derive(Clone, Copy, PartialEq)]
    enum On {
        Nobody,
        Team(TeamId),
        Several,
    }
    let mut on = vec![On::Nobody; state.board.len()];
    let mut peace = true;
    for soldier in &state.soldiers {
        let on = &mut on[soldier.field.index()];
        *on = match *on {
            On::Nobody => On::Team(soldier.team),
            On::Team(team) if team == soldier.team => continue,
            On::Team(_) | On::Several => {
                peace = false;
                On::Several
            }
        };
    }
    if peace {
        return Vec::new();
    }
    let soldiers = state.soldiers.iter().zip(0..);
    let meets = soldiers.filter(|(soldier, _)| on[soldier.field.index()] == On::Several);
    meets.map(|(soldier, place)| (soldier.field, soldier.team, place)).collect()
}

/// One field's battle; all its soldiers, sorted by team and id.
fn resolve(soldiers: &[(Field, TeamId, u32)], fallen: &mut [bool]) -> Battle {
    let armies = || soldiers.chunk_by(|a, b| a.1 == b.1);
    let (mut strongest, mut second) = (&soldiers[..0], 0);
    for army in armies() {
        if army.len() > strongest.len() {
            (strongest, second) = (army, strongest.len());
        } else {
            second = second.max(army.len());
        }
    }
    let survivors = survivors(strongest.len() as u64, second as u64);
    soldiers.iter().for_each(|(.., place)| fallen[*place as usize] = true);
    strongest.iter().take(survivors as usize).for_each(|(.., place)| fallen[*place as usize] = false);
    Battle {
        field: soldiers[0].0,
        armies: armies().map(|army| (army[0].1, army.len() as u64)).collect(),
        winner: (survivors > 0).then(|| strongest[0].1),
        survivors,
    }
}

/// ⌊(a² − b²)/a⌋ of a > b live; at least one does. For a = b nobody (rules 2.1, 2.2).
pub fn survivors(a: u64, b: u64) -> u64 {
    (a * a - b * b).checked_div(a).unwrap_or(0)
}
