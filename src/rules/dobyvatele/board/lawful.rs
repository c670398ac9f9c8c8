use super::{Board, Field};
use crate::rules::dobyvatele::fault::Fault;
use crate::rules::dobyvatele::team::TeamId;

impl Board {
    /// The teams that cannot reach each of their fields: those that are neither hills nor in another's square (rule 5.2).
    pub(super) fn cut_off(&self) -> Vec<Fault> {
        self.homes.iter().filter_map(|(team, home)| self.unreachable(*team, *home)).collect()
    }

    fn unreachable(&self, team: TeamId, home: Field) -> Option<Fault> {
        let reached = self.reached_from(&[home], |field| self.admits(team, field));
        let mut missing = self.fields().filter(|field| self.admits(team, *field) && !reached[field.index()]);
        let first = missing.next()?;
        let (home, first, count) = (self.place(home), self.place(first), missing.count() + 1);
        Some(Fault::Unreachable { team, home, count, first })
    }

    /// Which fields can be walked to from some others over open ones, by field.
    pub(super) fn reached_from(&self, starts: &[Field], open: impl Fn(Field) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut wave = starts.to_vec();
        starts.iter().for_each(|start| reached[start.index()] = true);
        while let Some(field) = wave.pop() {
            for next in self.beside(field) {
                if !reached[next.index()] && open(next) {
                    reached[next.index()] = true;
                    wave.push(next);
                }
            }
        }
        reached
    }
}
