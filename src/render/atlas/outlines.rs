use super::{Arc, Frame, Point, View};
use geo::{Coord, LineString, Simplify};
use tiny_skia::{Path, PathBuilder};

/// The arcs of a map as a view shows them, in the picture's pixels, without points that change nothing there.
#[derive(Debug)]
pub(crate) struct Outlines(Vec<Vec<Point>>);

/// How far a left out point may lie off the line, in pixels.
const TOLERANCE: f32 = 0.25;

impl Outlines {
    /// Arcs that touch no part of `shown` are empty.
    pub fn new(arcs: &[Arc], view: &View, shown: Frame) -> Self {
        let line = |arc: &Arc| match view.frame(&arc.bounds).overlaps(&shown) {
            true => simplified(arc.points.iter().map(|p| view.at(*p))),
            false => Vec::new(),
        };
        Outlines(arcs.iter().map(line).collect())
    }

    /// Some arcs as one path, to be stroked.
    pub fn path(&self, arcs: impl Iterator<Item = usize>) -> Option<Path> {
        let mut path = PathBuilder::new();
        for line in arcs.map(|arc| &self.0[arc]) {
            for (i, (x, y)) in line.iter().enumerate() {
                if i == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
            }
            if line.len() > 2 && line.first() == line.last() {
                path.close();
            }
        }
        path.finish()
    }
}

/// Ramer, Douglas and Peucker's.
fn simplified(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let line: LineString<f32> = points.map(|(x, y)| Coord { x, y }).collect();
    line.simplify(TOLERANCE).into_iter().map(|c| (c.x, c.y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_line_go_corners_and_rings_stay() {
        let line = [(0.0, 0.0), (5.0, 0.1), (10.0, 0.0), (10.0, 5.0)];
        assert_eq!(simplified(line.into_iter()), [(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)]);
        let ring = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 0.0)];
        assert_eq!(simplified(ring.into_iter()), ring);
    }
}
