use super::{Board, Ground};
use crate::rules::dobyvatele::fault::{Fault, Faults, Place};
use crate::rules::dobyvatele::team::TeamId;
use std::collections::BTreeMap;
use std::fmt;

impl Board {
    /// Reads a board of `.`, `#` and homes, a line a row; blank lines at the end do not count (rules 5.1, 5.2).
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(text: &str, wrap: bool) -> Result<Board, Faults> {
        let rows: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        let mut faults = Vec::new();
        let width = rows.first().map_or(0, |row| row.chars().count());
        let mut hills: Vec<Place> = Vec::new();
        let mut homes: BTreeMap<TeamId, Vec<Place>> = BTreeMap::new();
        for (y, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != width {
                faults.push(Fault::Ragged { line: y + 1, found, expected: width });
            }
            for (x, sign) in row.chars().enumerate() {
                let place = (x as i64, y as i64);
                match (sign, TeamId::from_letter(sign)) {
                    ('.', _) => {}
                    ('#', _) => hills.push(place),
                    (_, Some(team)) => homes.entry(team).or_default().push(place),
                    (_, None) => faults.push(Fault::Sign { line: y + 1, column: x + 1, sign }),
                }
            }
        }
        if homes.len() < 2 {
            faults.push(Fault::TeamCount(homes.len(), 2));
        }
        faults.extend(
            homes.iter().filter(|(_, all)| all.len() > 1).map(|(team, all)| Fault::Homes(*team, all.len())),
        );
        // A torn text has no shape that could be surveyed.
        let torn = |fault: &Fault| matches!(fault, Fault::Ragged { .. });
        if faults.iter().any(torn) {
            return Err(Faults(faults));
        }
        let homes: Vec<_> = homes.into_iter().map(|(team, all)| (team, all[0])).collect();
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Board::lawful((side(width), side(rows.len()), wrap), &hills, &homes, faults)
    }

    /// A board that is lawful in all respects (rule 5.2); `faults` are those found before.
    pub(super) fn lawful(
        shape: (u32, u32, bool),
        hills: &[Place],
        homes: &[(TeamId, Place)],
        mut faults: Vec<Fault>,
    ) -> Result<Board, Faults> {
        let Some(board) = Board::survey(shape, hills, homes, &mut faults) else {
            return Err(Faults(faults));
        };
        // On a board with squares that are not where they should be, nobody's ways mean anything.
        if faults.is_empty() {
            faults = board.cut_off();
        }
        Faults::refuse_any(faults).map(|()| board)
    }
}

/// The text that [`Board::parse`] reads, a line a row, each ended by a newline.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut signs: Vec<char> = self
            .fields()
            .map(|field| match self.ground(field) {
                Ground::Hill => '#',
                Ground::Free | Ground::Square(_) => '.',
            })
            .collect();
        self.homes.iter().for_each(|(team, home)| signs[home.index()] = team.letter());
        signs.chunks(self.width as usize).try_for_each(|row| writeln!(f, "{}", String::from_iter(row)))
    }
}
