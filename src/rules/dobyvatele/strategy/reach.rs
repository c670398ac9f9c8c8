use super::super::board::Field;
use super::super::state::State;
use super::super::team::TeamId;

/// Steps of a team's soldiers to the nearest goal.
pub(super) struct Reach(Vec<u32>);

const NEVER: u32 = u32::MAX;

impl Reach {
    /// Counts from all goals at once; those that the team may not enter are none.
    pub fn to(state: &State, team: TeamId, is_goal: impl Fn(Field) -> bool) -> Self {
        let board = state.board();
        let mut steps = vec![NEVER; board.len()];
        let mut wave: Vec<Field> = Vec::with_capacity(board.len());
        wave.extend(board.fields().filter(|field| is_goal(*field) && board.admits(team, *field)));
        wave.iter().for_each(|goal| steps[goal.index()] = 0);
        let mut next = 0;
        while let Some(field) = wave.get(next).copied() {
            next += 1;
            let count = steps[field.index()] + 1;
            for beside in board.beside(field) {
                if steps[beside.index()] == NEVER && board.admits(team, beside) {
                    steps[beside.index()] = count;
                    wave.push(beside);
                }
            }
        }
        Reach(steps)
    }

    /// Whether a step between neighbours leads nearer.
    pub fn is_nearer(&self, from: Field, to: Field) -> bool {
        self.0[to.index()] < self.0[from.index()]
    }

    /// Whether a goal can be walked to.
    pub fn is_possible(&self, from: Field) -> bool {
        self.0[from.index()] != NEVER
    }
}
