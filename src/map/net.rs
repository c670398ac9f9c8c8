//! Outlines as one net: every vertex once, so that what neighbours share stays shared whatever is done to it.

use super::piece::Piece;
use super::project::Projection;
use geo::{Coord, Line, LineString, MultiPolygon, Polygon};
use std::collections::BTreeMap;

/// A vertex by its place in the net.
pub(super) type Vertex = u32;

/// A segment, the lower vertex first, and whose outline it belongs to.
pub(super) type Owned = ((Vertex, Vertex), u32);

/// A closed outline; its last vertex is joined to its first.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    /// The territory's place in map order.
    pub owner: u32,
    /// It begins a new polygon; else it is a hole in the one before.
    pub outer: bool,
    pub vertices: Vec<Vertex>,
}

/// The outlines of all territories.
pub(super) struct Net {
    /// Degrees, by vertex.
    pub degrees: Vec<Coord<f64>>,
    /// Metres, by vertex.
    pub plane: Vec<Coord<f64>>,
    /// In map order.
    pub rings: Vec<Ring>,
}

impl Net {
    /// None where the projection has no answer.
    pub fn of(shapes: &[MultiPolygon<f64>], projection: &Projection) -> Option<Self> {
        let (mut index, mut degrees, mut rings) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut vertex = |c: &Coord<f64>| {
            *index.entry(((c.x + 0.0).to_bits(), (c.y + 0.0).to_bits())).or_insert_with(|| {
                degrees.push(*c);
                degrees.len() as Vertex - 1
            })
        };
        for (owner, shape) in (0..).zip(shapes) {
            for polygon in shape {
                let holes = polygon.interiors().iter().map(|hole| (false, hole));
                for (outer, line) in [(true, polygon.exterior())].into_iter().chain(holes) {
                    let mut ring = Ring { owner, outer, vertices: line.coords().map(&mut vertex).collect() };
                    ring.tidy();
                    rings.push(ring);
                }
            }
        }
        let plane = projection.project_all(&degrees)?;
        Some(Net { degrees, plane, rings })
    }

    /// Every segment with the owners of the rings that have it, sorted, an owner once for each time.
    pub fn segments(&self) -> Vec<Owned> {
        let mut all: Vec<_> = self
            .rings
            .iter()
            .flat_map(|ring| ring.segments().map(|(a, b)| ((a.min(b), a.max(b)), ring.owner)))
            .collect();
        all.sort_unstable();
        all
    }

    /// The segments that only one outline has.
    pub fn lone(&self) -> Vec<Owned> {
        let segments = self.segments();
        segments.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() == 1).map(|group| group[0]).collect()
    }

    /// A segment in the plane.
    pub fn piece(&self, ((a, b), owner): Owned) -> Piece {
        Piece { line: Line::new(self.plane[a as usize], self.plane[b as usize]), owner }
    }

    /// Twice a ring's area in square metres, positive if it runs with its inside on the left.
    pub fn signed_double_area(&self, vertices: &[Vertex]) -> f64 {
        let origin = vertices.first().map(|v| self.plane[*v as usize]).unwrap_or_default();
        let at = |v: Vertex| self.plane[v as usize] - origin;
        pairs(vertices).map(|(a, b)| at(a).x * at(b).y - at(b).x * at(a).y).sum()
    }

    /// The shapes again, in degrees of seven decimals: a centimetre.
    pub fn shapes(&self, territories: usize) -> Vec<MultiPolygon<f64>> {
        let mut shapes = vec![MultiPolygon(Vec::new()); territories];
        for ring in &self.rings {
            let round = |value: f64| (value * 1e7).round() / 1e7 + 0.0;
            let at = |v: &Vertex| self.degrees[*v as usize];
            let mut line: LineString<f64> =
                ring.vertices.iter().map(at).map(|c| Coord { x: round(c.x), y: round(c.y) }).collect();
            line.close();
            let shape = &mut shapes[ring.owner as usize];
            match shape.0.last_mut() {
                Some(polygon) if !ring.outer => polygon.interiors_push(line),
                Some(_) | None => shape.0.push(Polygon::new(line, Vec::new())),
            }
        }
        shapes
    }
}

impl Ring {
    pub fn segments(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        pairs(&self.vertices).filter(|(a, b)| a != b)
    }

    /// Takes out vertices that repeat the one before.
    pub fn tidy(&mut self) {
        self.vertices.dedup();
        while self.vertices.len() > 1 && self.vertices.first() == self.vertices.last() {
            self.vertices.pop();
        }
    }

    /// Takes out spikes too, which go somewhere and straight back.
    pub fn trim(&mut self) {
        let mut kept: Vec<Vertex> = Vec::with_capacity(self.vertices.len());
        for v in &self.vertices {
            match kept.as_slice() {
                [.., last] if last == v => {}
                [.., before, _] if before == v => drop(kept.pop()),
                _ => kept.push(*v),
            }
        }
        self.vertices = kept;
        self.tidy();
    }
}

/// Neighbouring vertices round a ring.
fn pairs(vertices: &[Vertex]) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(a, b)| (*a, *b))
}
