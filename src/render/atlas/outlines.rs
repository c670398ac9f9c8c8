use super::{Arc, Frame, Point, View};
use crate::render::color::Rgb;
use crate::render::surface::{Pen, Surface, Trace};
use geo::{Coord, LineString, Simplify};
use std::sync::OnceLock;
use tiny_skia::{Path, PathBuilder};

/// The arcs of a map as a view shows them, in the picture's pixels, without points that change nothing there.
#[derive(Debug)]
pub(crate) struct Outlines {
    lines: Vec<Vec<Point>>,
    /// What strokes of these widths cover along each arc, in the order of [`Stroke`]; none in a view that is drawn once.
    traces: Option<[Vec<OnceLock<Trace>>; 4]>,
}

/// The strokes that many arcs get turn after turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    Inner,
    Realm,
    AttackerCasing,
    Attacker,
}

/// How far a left out point may lie off the line, in pixels.
const TOLERANCE: f32 = 0.25;

impl Outlines {
    /// Arcs that touch no part of `shown` are empty.
    pub fn new(arcs: &[Arc], view: &View, shown: Frame) -> Self {
        let line = |arc: &Arc| match view.frame(&arc.bounds).overlaps(&shown) {
            true => simplified(arc.points.iter().map(|p| view.at(*p))),
            false => Vec::new(),
        };
        Outlines { lines: arcs.iter().map(line).collect(), traces: None }
    }

    /// Keeps what has been stroked, for a view that is drawn turn after turn; each stroke always has the same width.
    pub fn kept(self) -> Self {
        let none = || (0..self.lines.len()).map(|_| OnceLock::new()).collect();
        Outlines { traces: Some([none(), none(), none(), none()]), ..self }
    }

    /// Strokes some arcs.
    pub fn stroke(
        &self,
        surface: &mut Surface,
        arcs: impl Iterator<Item = usize>,
        stroke: Stroke,
        pen: &Pen,
        ink: Rgb,
    ) {
        match (surface, &self.traces) {
            (Surface::Raster(raster), Some(traces)) => {
                let traces = &traces[stroke as usize];
                let lines = arcs.map(|arc| (self.lines[arc].as_slice(), &traces[arc]));
                raster.lay_lines(lines.filter(|(line, _)| !line.is_empty()), pen, ink);
            }
            (surface, _) => {
                if let Some(path) = self.path(arcs) {
                    surface.stroke(&path, pen, ink);
                }
            }
        }
    }

    /// Some arcs as one path, to be stroked.
    pub fn path(&self, arcs: impl Iterator<Item = usize>) -> Option<Path> {
        let mut path = PathBuilder::new();
        for line in arcs.map(|arc| &self.lines[arc]) {
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
