use crate::rules::dobyvatele::{Met, StateJson, TeamId};
use crate::web::code;
use std::iter::once;

/// What a board shows: who owns each field, and how many soldiers stand on it. Whose they are follows: soldiers own the
/// ground they stand on (rule 3.1), but for recruits at a home that nobody has left yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    width: usize,
    /// 0 for nobody, 1 for A.
    owners: Vec<u8>,
    soldiers: Vec<u32>,
}

impl Look {
    pub fn of(state: &StateJson) -> Self {
        let (width, height) = (state.width as usize, state.height as usize);
        let owner = |letter| TeamId::from_letter(letter).map_or(0, |team| team.index() as u8 + 1);
        let owners = state.owner.iter().flat_map(|row| row.chars()).map(owner).collect();
        let mut look = Look { width, owners, soldiers: vec![0; width * height] };
        for soldier in &state.soldiers {
            let field = soldier.y.saturating_mul(width as i64).saturating_add(soldier.x);
            if let Some(count) = usize::try_from(field).ok().and_then(|field| look.soldiers.get_mut(field)) {
                *count += 1;
            }
        }
        look
    }

    /// Runs of fields with one owner, row by row: owner, how many.
    pub fn owners(&self) -> String {
        let runs = self.owners.chunk_by(|a, b| a == b);
        code::numbers(runs.flat_map(|run| [i32::from(run[0]), run.len() as i32]))
    }

    /// Fields with soldiers: how far from the one before, how many.
    pub fn soldiers(&self) -> String {
        let mut steps = Steps::default();
        let manned = self.soldiers.iter().enumerate().filter(|(_, count)| **count > 0);
        code::numbers(manned.flat_map(|(field, count)| [steps.to(field), *count as i32]))
    }

    /// Fields that differ from an earlier look: how far from the one before, then so many soldiers; or, with another
    /// owner, less than zero by one more than the soldiers, and the owner.
    pub fn changes(&self, before: &Look) -> String {
        let mut steps = Steps::default();
        let mut numbers = Vec::new();
        for field in 0..self.owners.len() {
            let (owner, count) = (self.owners[field], self.soldiers[field] as i32);
            let is_taken = owner != before.owners[field];
            if is_taken {
                numbers.extend([steps.to(field), -1 - count, i32::from(owner)]);
            } else if self.soldiers[field] != before.soldiers[field] {
                numbers.extend([steps.to(field), count]);
            }
        }
        code::numbers(numbers)
    }

    /// Battles, by field: how far from the one before, how many armies, then each one's team and soldiers.
    pub fn battles(&self, battles: &[Met]) -> String {
        let mut steps = Steps::default();
        code::numbers(battles.iter().flat_map(|met| {
            let field = met.y as usize * self.width + met.x as usize;
            let armies = met.armies.iter().flat_map(|(team, count)| [team.index() as i32, *count as i32]);
            once(steps.to(field)).chain(once(met.armies.len() as i32)).chain(armies).collect::<Vec<_>>()
        }))
    }
}

/// Fields as distances: the first from the board's beginning.
#[derive(Default)]
pub struct Steps(usize);

impl Steps {
    pub fn to(&mut self, field: usize) -> i32 {
        let step = field - self.0;
        self.0 = field;
        step as i32
    }
}
