use crate::rules::dobyvatele::fault::Place;

/// What carries one team's part of a board to another's: whoever has a fair part, all have (rule 5.3).
pub(super) enum Symmetry {
    /// Two teams, on opposite sides of the middle.
    HalfTurn,
    /// Four teams, one a quarter.
    Mirrors,
    /// Any number of teams on a torus; how far to the right and down each lies from the first.
    Shifts(Vec<Place>),
}

impl Symmetry {
    /// That of so many teams on a board; none if no shifts of a torus of these sides carry so many teams.
    pub fn of(teams: u32, width: u32, height: u32) -> Option<Self> {
        match teams {
            2 => Some(Symmetry::HalfTurn),
            4 => Some(Symmetry::Mirrors),
            _ => shifts(teams.into(), width.into(), height.into()).map(Symmetry::Shifts),
        }
    }

    /// Where a field lies for each of the teams, the first being itself.
    pub fn images(&self, (width, height): (u32, u32), (x, y): Place) -> Vec<Place> {
        let (width, height) = (i64::from(width), i64::from(height));
        let (across, below) = (width - 1 - x, height - 1 - y);
        match self {
            Symmetry::HalfTurn => vec![(x, y), (across, below)],
            Symmetry::Mirrors => vec![(x, y), (across, y), (x, below), (across, below)],
            Symmetry::Shifts(shifts) => {
                shifts.iter().map(|(dx, dy)| ((x + dx) % width, (y + dy) % height)).collect()
            }
        }
    }
}

/// The group of so many shifts whose nearest two lie farthest apart: `rows` rows of `columns` shifts each, every row
/// leaning `lean` to the right of the one above.
fn shifts(teams: i64, width: i64, height: i64) -> Option<Vec<Place>> {
    let mut best: Option<(i64, Vec<Place>)> = None;
    for rows in (1..=teams).filter(|rows| teams % rows == 0) {
        let columns = teams / rows;
        if width % columns != 0 || height % rows != 0 {
            continue;
        }
        let (apart, below) = (width / columns, height / rows);
        for lean in (0..apart).filter(|lean| rows * lean % apart == 0) {
            let shift = |i: i64| ((i % columns * apart + i / columns * lean) % width, i / columns * below);
            let group: Vec<Place> = (0..teams).map(shift).collect();
            let distance =
                group[1..].iter().map(|(x, y)| (*x).min(width - x) + (*y).min(height - y)).min()?;
            if best.as_ref().is_none_or(|(least, _)| distance > *least) {
                best = Some((distance, group));
            }
        }
    }
    best.map(|(_, group)| group)
}
