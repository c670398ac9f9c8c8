//! The board: what a field is, who may enter it, and which field lies beside it (rules 1.5, 5).

mod ascii;
mod generate;
mod lawful;
mod symmetry;

pub use generate::{GenerateError, Plan, fitting_side};

use super::direction::Direction;
use super::fault::{Fault, Place};
use super::team::TeamId;
use std::collections::BTreeMap;

/// The longest side of a board.
pub const LONGEST_SIDE: u32 = 2048;

/// A field by its number: y · width + x, so that fields ascend by (y, x).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Field(pub(super) u32);

impl Field {
    /// Its place in a table by field.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Free,
    Hill,
    /// In the protected square of a team.
    Square(TeamId),
}

/// A board on which a game is played; it never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u32,
    height: u32,
    wrap: bool,
    hills: Vec<Field>,
    homes: BTreeMap<TeamId, Field>,
    ground: Vec<Ground>,
    /// The fields to the left, right, up and down; a field itself where the edge is.
    beside: Vec<[Field; 4]>,
}

impl Board {
    /// A board whose protected squares lie on it, apart from each other and free of hills; what is wrong joins `faults`.
    /// None if there is no use in looking further.
    pub(super) fn survey(
        (width, height, wrap): (u32, u32, bool),
        hills: &[Place],
        homes: &[(TeamId, Place)],
        faults: &mut Vec<Fault>,
    ) -> Option<Board> {
        if !(3..=LONGEST_SIDE).contains(&width) || !(3..=LONGEST_SIDE).contains(&height) {
            faults.push(Fault::Sides { width, height, most: LONGEST_SIDE });
            return None;
        }
        let ground = vec![Ground::Free; (width * height) as usize];
        let (hill_fields, home_fields) = (Vec::new(), BTreeMap::new());
        let mut board =
            Board { width, height, wrap, hills: hill_fields, homes: home_fields, ground, beside: Vec::new() };
        let beside = |field| Direction::MOVES.map(|direction| board.toward(field, direction));
        board.beside = board.fields().map(beside).collect();
        homes.iter().for_each(|(team, place)| board.settle(*team, *place, faults));
        hills.iter().for_each(|place| board.raise(*place, faults));
        Some(board)
    }

    fn settle(&mut self, team: TeamId, home: Place, faults: &mut Vec<Fault>) {
        if self.homes.last_key_value().is_some_and(|(last, _)| *last >= team) {
            faults.push(Fault::TeamOrder(team));
            return;
        }
        let Some(square) = self.square(home) else {
            faults.push(Fault::SquareOff(team));
            // It stays a team, so that its soldiers and fields are looked at too.
            self.homes.extend(self.at(home).map(|field| (team, field)));
            return;
        };
        let mut others: Vec<TeamId> = Vec::new();
        for field in square {
            match self.ground[field.index()] {
                Ground::Square(other) if !others.contains(&other) => others.push(other),
                Ground::Square(_) => {}
                Ground::Free | Ground::Hill => self.ground[field.index()] = Ground::Square(team),
            }
        }
        faults.extend(others.into_iter().map(|other| Fault::Overlap(other, team)));
        self.homes.extend(self.at(home).map(|field| (team, field)));
    }

    fn raise(&mut self, place: Place, faults: &mut Vec<Fault>) {
        let Some(field) = self.at(place) else {
            faults.push(Fault::HillOff(place));
            return;
        };
        if self.hills.last().is_some_and(|last| *last >= field) {
            faults.push(Fault::HillOrder(place));
            return;
        }
        self.hills.push(field);
        match self.ground[field.index()] {
            Ground::Square(team) => faults.push(Fault::HillInSquare(team, place)),
            Ground::Free | Ground::Hill => self.ground[field.index()] = Ground::Hill,
        }
    }

    /// The nine fields around and with a home; none if they would leave the board.
    fn square(&self, home: Place) -> Option<[Field; 9]> {
        let mut square = [self.at(home)?; 9];
        for (i, field) in square.iter_mut().enumerate() {
            let (x, y) = (home.0 + i as i64 % 3 - 1, home.1 + i as i64 / 3 - 1);
            *field = if self.wrap { self.wrapped(x, y) } else { self.at((x, y))? };
        }
        Some(square)
    }

    fn wrapped(&self, x: i64, y: i64) -> Field {
        let (x, y) = (x.rem_euclid(self.width.into()), y.rem_euclid(self.height.into()));
        Field(y as u32 * self.width + x as u32)
    }

    /// The field of a column and a row; none off the board.
    pub fn at(&self, (x, y): Place) -> Option<Field> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| Field(y * self.width + x))
    }

    /// A field's column and row.
    pub fn xy(&self, field: Field) -> (u32, u32) {
        (field.0 % self.width, field.0 / self.width)
    }

    pub(super) fn place(&self, field: Field) -> Place {
        let (x, y) = self.xy(field);
        (x.into(), y.into())
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    pub fn height(&self) -> u32 {
        self.height
    }

    /// The board is a torus: its edges meet.
    pub fn wraps(&self) -> bool {
        self.wrap
    }

    /// How many fields it has, hills included.
    pub fn len(&self) -> usize {
        self.ground.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ground.is_empty()
    }

    /// All fields, by y and then x.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = Field> + use<> {
        (0..self.ground.len() as u32).map(Field)
    }

    /// By y and then x.
    pub fn hills(&self) -> &[Field] {
        &self.hills
    }

    /// From A to Z.
    pub fn homes(&self) -> &BTreeMap<TeamId, Field> {
        &self.homes
    }

    /// From A to Z.
    pub fn teams(&self) -> impl Iterator<Item = TeamId> {
        self.homes.keys().copied()
    }

    pub fn ground(&self, field: Field) -> Ground {
        self.ground[field.index()]
    }

    /// Whether a team's soldiers may enter a field (rule 1.5).
    pub fn admits(&self, team: TeamId, field: Field) -> bool {
        match self.ground[field.index()] {
            Ground::Free => true,
            Ground::Hill => false,
            Ground::Square(owner) => owner == team,
        }
    }

    /// The next field in a direction; the field itself for `stay` and at the edge.
    ///
    /// Counted, not looked up: on a large board `beside` is too far from the processor for a single look.
    pub fn toward(&self, Field(here): Field, direction: Direction) -> Field {
        let (width, last_row) = (self.width, self.width * (self.height - 1));
        let (is_edge, inside, across) = match direction {
            Direction::Left => (here % width == 0, here.wrapping_sub(1), here + width - 1),
            Direction::Right => ((here + 1) % width == 0, here + 1, here.wrapping_sub(width - 1)),
            Direction::Up => (here < width, here.wrapping_sub(width), here + last_row),
            Direction::Down => (here >= last_row, here + width, here.wrapping_sub(last_row)),
            Direction::Stay => return Field(here),
        };
        match (is_edge, self.wrap) {
            (false, _) => Field(inside),
            (true, true) => Field(across),
            (true, false) => Field(here),
        }
    }

    /// The fields to the left, right, up and down; the field itself where the edge is.
    pub fn beside(&self, field: Field) -> [Field; 4] {
        self.beside[field.index()]
    }
}
