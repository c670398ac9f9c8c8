use super::symmetry::Symmetry;
use super::{Board, Field, LONGEST_SIDE};
use crate::rules::dice::Dice;
use crate::rules::dobyvatele::fault::{Faults, Place};
use crate::rules::dobyvatele::team::{MOST_TEAMS, TeamId};

/// So many boards are drawn before the generator gives up.
const TRIES: u32 = 100;

/// Percent of the fields by which hills may exceed what was asked for, since what they close off becomes hills too.
const SURPLUS: usize = 5;

/// The side of a board that nobody chose.
const USUAL_SIDE: u32 = 24;

/// What a generated board is to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// 2 to 26.
    pub teams: u32,
    pub width: u32,
    pub height: u32,
    /// Percent of all fields; about as many become hills.
    pub hills: u32,
    /// A torus; any number of teams but 2 and 4 needs one and gets it without asking.
    pub wrap: bool,
    pub seed: [u8; 32],
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    #[error("{0} teams; a board has from 2 to {MOST_TEAMS}")]
    Teams(u32),
    #[error("{0}x{1} is no board; each side has from 6 to {LONGEST_SIDE} fields")]
    Sides(u32, u32),
    #[error("{0} % hills; write 0 to 50")]
    Hills(u32),
    #[error(
        "{teams} teams cannot share {width}x{height} fairly, for no shifts of that torus carry each to all others; \
             {fitting}x{fitting} would do"
    )]
    NoShifts { teams: u32, width: u32, height: u32, fitting: u32 },
    #[error(
        "no lawful board found in {TRIES} tries; a larger size, fewer hills, fewer teams or another seed may do. \
             The last one: {0}"
    )]
    NotFound(String),
}

/// The smallest usual side of a board that so many teams can share fairly.
pub fn fitting_side(teams: u32) -> u32 {
    fitting_from(teams, USUAL_SIDE)
}

fn fitting_from(teams: u32, least: u32) -> u32 {
    let fits = |side: &u32| Symmetry::of(teams, *side, *side).is_some();
    (least..=LONGEST_SIDE).find(fits).unwrap_or(least)
}

impl Board {
    /// A board that is fair by construction: 2 teams by a half turn, 4 by mirroring, others by shifting (rule 5.3).
    /// The same plan gives the same board.
    ///
    /// # Errors
    /// Such a board cannot be, or none was found.
    pub fn generate(plan: &Plan) -> Result<Board, GenerateError> {
        let Plan { teams, width, height, hills, .. } = *plan;
        if !(2..=MOST_TEAMS as u32).contains(&teams) {
            return Err(GenerateError::Teams(teams));
        }
        let sides = 6..=LONGEST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(GenerateError::Sides(width, height));
        }
        if hills > 50 {
            return Err(GenerateError::Hills(hills));
        }
        let fitting = || fitting_from(teams, width.max(height));
        let symmetry = Symmetry::of(teams, width, height).ok_or_else(|| GenerateError::NoShifts {
            teams,
            width,
            height,
            fitting: fitting(),
        })?;
        let draft = Draft { symmetry, plan, wrap: plan.wrap || !matches!(teams, 2 | 4) };
        let mut last = String::new();
        for attempt in 0..TRIES {
            // The strategies of the same seed draw from the lowest streams.
            match draft.board(&mut Dice::for_turn(&plan.seed, u32::MAX - attempt)) {
                Ok(board) => return Ok(board),
                Err(why) => last = why,
            }
        }
        Err(GenerateError::NotFound(last))
    }
}

struct Draft<'a> {
    symmetry: Symmetry,
    plan: &'a Plan,
    wrap: bool,
}

impl Draft<'_> {
    /// A lawful board of this draft, or why there was none this time.
    fn board(&self, dice: &mut Dice) -> Result<Board, String> {
        let first = |faults: Faults| faults.0.first().map(ToString::to_string).unwrap_or_default();
        let mut homes = self.homes(dice).ok_or("no place for homes that keep their distance")?;
        homes.sort_by_key(|(x, y)| (*y, *x));
        let homes: Vec<_> = TeamId::all().zip(homes).collect();
        let shape = (self.plan.width, self.plan.height, self.wrap);
        let bare = Board::lawful(shape, &[], &homes, Vec::new()).map_err(first)?;
        let hills = self.hills(&bare, dice);
        let most = bare.len() * (self.plan.hills as usize + SURPLUS) / 100 + homes.len();
        if hills.iter().filter(|hill| **hill).count() > most {
            return Err("its hills close off too much".into());
        }
        let hills: Vec<Place> =
            bare.fields().filter(|field| hills[field.index()]).map(|field| bare.place(field)).collect();
        Board::lawful(shape, &hills, &homes, Vec::new()).map_err(first)
    }

    fn draw(&self, dice: &mut Dice) -> Vec<Place> {
        let Plan { width, height, .. } = *self.plan;
        let (x, y) = (dice.below(width.into()) as i64, dice.below(height.into()) as i64);
        self.symmetry.images((width, height), (x, y))
    }

    /// Homes whose squares lie on the board, and which keep their distance.
    fn homes(&self, dice: &mut Dice) -> Option<Vec<Place>> {
        (0..1000).map(|_| self.draw(dice)).find(|homes| self.fits(homes))
    }

    fn fits(&self, homes: &[Place]) -> bool {
        let (width, height) = (i64::from(self.plan.width), i64::from(self.plan.height));
        let inside = |(x, y): Place| (1..width - 1).contains(&x) && (1..height - 1).contains(&y);
        let gap = |a: i64, b: i64, side: i64| match (a - b).abs() {
            far if self.wrap => far.min(side - far),
            far => far,
        };
        let first = homes[0];
        let least = match self.symmetry {
            Symmetry::HalfTurn => (width + height) / if self.wrap { 4 } else { 2 },
            Symmetry::Mirrors => width.min(height) / 3,
            // The shifts are as far apart as they can be.
            Symmetry::Shifts(_) => 0,
        };
        // By symmetry what holds for the first home holds for all.
        (self.wrap || inside(first))
            && homes[1..].iter().all(|other| {
                let (across, along) = (gap(first.0, other.0, width), gap(first.1, other.1, height));
                across.max(along) >= 3 && across + along >= least
            })
    }

    /// Which fields become hills: whole groups of images until there are enough, then every field that no home reaches.
    fn hills(&self, bare: &Board, dice: &mut Dice) -> Vec<bool> {
        let wanted = bare.len() * self.plan.hills as usize / 100;
        let mut hills = vec![false; bare.len()];
        let mut count = 0;
        for _ in 0..bare.len() * 50 {
            if count >= wanted {
                break;
            }
            let images = self.draw(dice).into_iter().filter_map(|place| bare.at(place));
            // Squares go over into squares, so all images are free or none is.
            for field in images.filter(|field| bare.ground(*field) == super::Ground::Free) {
                count += usize::from(!hills[field.index()]);
                hills[field.index()] = true;
            }
        }
        let homes: Vec<Field> = bare.homes().values().copied().collect();
        let reached = bare.reached_from(&homes, |field| !hills[field.index()]);
        reached.into_iter().map(|reached| !reached).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_teams_has_a_size_and_no_other_is_asked_for_one() {
        assert!((2..=26).all(|teams| (24..=46).contains(&fitting_side(teams))));
        assert_eq!([1, 2, 3, 4, 5, 6, 25].map(fitting_side), [24, 24, 24, 24, 25, 24, 25]);
        let plan = Plan { teams: 1, width: 24, height: 24, hills: 12, wrap: false, seed: [0; 32] };
        assert_eq!(Board::generate(&plan), Err(GenerateError::Teams(1)));
    }
}
