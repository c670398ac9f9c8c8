//! Straight pieces of outlines, and what two of them have in common.

use geo::{Coord, Distance, Euclidean, Line, Point};
use rstar::{AABB, PointDistance, RTreeObject};

/// A segment of a territory's outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub line: Line<f64>,
    /// The territory's place in map order.
    pub owner: u32,
}

impl RTreeObject for Piece {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        around(self.line, 0.0)
    }
}

impl PointDistance for Piece {
    fn distance_2(&self, point: &[f64; 2]) -> f64 {
        distance(Coord { x: point[0], y: point[1] }, self.line).powi(2)
    }
}

/// The box round a segment, wider by a margin.
pub(super) fn around(line: Line<f64>, margin: f64) -> AABB<[f64; 2]> {
    let (a, b) = (line.start, line.end);
    AABB::from_corners(
        [a.x.min(b.x) - margin, a.y.min(b.y) - margin],
        [a.x.max(b.x) + margin, a.y.max(b.y) + margin],
    )
}

pub(super) fn distance(point: Coord<f64>, line: Line<f64>) -> f64 {
    Euclidean.distance(&Point(point), &line)
}

/// Whether two segments come within `tolerance` of each other at an end of one of them, and for how long they run along
/// each other: the longest way between two of those ends.
pub(super) fn common(a: Line<f64>, b: Line<f64>, tolerance: f64) -> Option<f64> {
    let mut ends = [(a.start, b), (a.end, b), (b.start, a), (b.end, a)]
        .into_iter()
        .filter(|(end, other)| distance(*end, *other) <= tolerance)
        .map(|(end, _)| end);
    let first = ends.next()?;
    let rest: Vec<Coord<f64>> = ends.collect();
    let far = |from: &Coord<f64>| {
        rest.iter().map(|to| Euclidean.distance(&Point(*from), &Point(*to))).fold(0.0, f64::max)
    };
    Some(rest.iter().chain([&first]).map(far).fold(0.0, f64::max))
}

/// Whether a point is inside a ring, which closes itself.
pub(super) fn is_inside(point: Coord<f64>, ring: &[Coord<f64>]) -> bool {
    let crosses = |(a, b): (&Coord<f64>, &Coord<f64>)| {
        (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
    };
    ring.iter().zip(ring.iter().cycle().skip(1)).filter(|pair| crosses(*pair)).count() % 2 == 1
}
