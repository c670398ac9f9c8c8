//! The map for a browser: every border once, simplified, in whole numbers.

mod cut;
mod simplify;

use crate::map::{Geography, Map, TerritoryId};
use geo::{Area, Coord, CoordsIter, LineString, MultiPolygon};

/// Borders, rings and inner points in quarter units of a box of about a million square units, y down.
#[derive(Clone, Debug, PartialEq)]
pub struct Shapes {
    /// Units.
    pub width: u32,
    pub height: u32,
    pub arcs: Vec<Arc>,
    /// One set a territory, in map order: arcs by number from 1, negative if walked backwards.
    pub rings: Vec<Vec<Vec<i32>>>,
    /// Where each territory is widest, and how far that is from its border: x, y, radius.
    pub poles: Vec<[i32; 3]>,
}

/// A run of border with the same territories on its two sides; outside the map there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    pub sides: (TerritoryId, Option<TerritoryId>),
    pub points: Vec<[i32; 2]>,
}

/// The side of a square box, in units; a narrower box is as large.
const SIDE: f64 = 1070.0;
/// Quarter units.
const FINE: f64 = 4.0;
/// How far a simplified border may leave the true one, in units.
const TOLERANCE: f64 = 0.6;
/// With more points than this the borders get coarser.
const POINTS: usize = 2600;
/// An island in a sea that is smaller than this is left out, unless it is all that a territory has; square units.
const ISLET: f64 = 16.0;

impl Shapes {
    pub fn of(map: &Map, geography: &Geography) -> Self {
        let frame = Frame::around(&geography.shapes);
        let cut = cut::Cut::of(&rings(map, geography, &frame));
        let mut tolerance = TOLERANCE / frame.scale;
        let mut lines = cut.simplified(tolerance);
        for _ in 0..12 {
            if lines.iter().map(Vec::len).sum::<usize>() <= POINTS {
                break;
            }
            tolerance *= 1.25;
            lines = cut.simplified(tolerance);
        }
        let arcs = cut.arcs.iter().zip(&lines).map(|(arc, line)| Arc {
            sides: (TerritoryId(arc.sides.0), arc.sides.1.map(TerritoryId)),
            points: whole(line.iter().map(|c| frame.place(*c))),
        });
        Shapes {
            width: (frame.size.x * frame.scale).ceil() as u32,
            height: (frame.size.y * frame.scale).ceil() as u32,
            arcs: arcs.collect(),
            rings: cut.rings,
            poles: geography.shapes.iter().map(|shape| frame.pole(shape)).collect(),
        }
    }
}

/// The outlines of each territory, holes among them, without what would be too small to see.
fn rings(map: &Map, geography: &Geography, frame: &Frame) -> Vec<Vec<Vec<Coord<f64>>>> {
    let least = ISLET / (frame.scale * frame.scale);
    map.ids()
        .map(|id| {
            let shape = &geography.shapes[id.index()];
            let largest = shape.iter().map(Area::unsigned_area).fold(0.0, f64::max);
            let alone = |ring: &LineString<f64>| {
                !map.territory(id).neighbours.iter().any(|n| touches(&geography.shapes[n.index()], ring))
            };
            let seen = shape.iter().filter(|polygon| {
                let area = polygon.unsigned_area();
                area >= least || area >= largest || !alone(polygon.exterior())
            });
            seen.flat_map(|polygon| std::iter::once(polygon.exterior()).chain(polygon.interiors()))
                .map(|ring| ring.coords().skip(1).copied().collect())
                .collect()
        })
        .collect()
}

/// The shape has one of the ring's corners.
fn touches(shape: &MultiPolygon<f64>, ring: &LineString<f64>) -> bool {
    ring.coords().any(|corner| shape.coords_iter().any(|c| c == *corner))
}

/// Quarter units; what falls on the same point is said once.
fn whole(points: impl Iterator<Item = Coord<f64>>) -> Vec<[i32; 2]> {
    let mut rounded: Vec<[i32; 2]> =
        points.map(|c| [(c.x * FINE).round() as i32, (c.y * FINE).round() as i32]).collect();
    let last = rounded.last().copied();
    rounded.dedup();
    if rounded.len() < 2 {
        rounded.extend(last);
    }
    rounded
}

/// The box round all shapes, and how it is scaled.
struct Frame {
    corner: Coord<f64>,
    size: Coord<f64>,
    /// Units a metre.
    scale: f64,
}

impl Frame {
    fn around(shapes: &[MultiPolygon<f64>]) -> Self {
        let mut low = Coord { x: f64::MAX, y: f64::MAX };
        let mut high = Coord { x: f64::MIN, y: f64::MIN };
        for c in shapes.iter().flat_map(CoordsIter::coords_iter) {
            low = Coord { x: low.x.min(c.x), y: low.y.min(c.y) };
            high = Coord { x: high.x.max(c.x), y: high.y.max(c.y) };
        }
        let size = Coord { x: (high.x - low.x).max(1.0), y: (high.y - low.y).max(1.0) };
        let scale = SIDE / (size.x * size.y).sqrt();
        Frame { corner: Coord { x: low.x, y: high.y }, size, scale }
    }

    /// From metres to units, y down.
    fn place(&self, c: Coord<f64>) -> Coord<f64> {
        Coord { x: (c.x - self.corner.x) * self.scale, y: (self.corner.y - c.y) * self.scale }
    }

    /// The point deepest inside the largest polygon (Mapbox's polylabel), and how deep that is.
    fn pole(&self, shape: &MultiPolygon<f64>) -> [i32; 3] {
        let largest = shape.iter().max_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area()));
        let Some(polygon) = largest else { return [0; 3] };
        let precision = (polygon.unsigned_area().sqrt() / 100.0).max(1e-6);
        let found = polylabel::polylabel(polygon, &precision).map(|point| point.0);
        let pole = found.unwrap_or_else(|_| polygon.exterior().coords().next().copied().unwrap_or_default());
        let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors());
        let edges = rings.flat_map(LineString::lines);
        let radius =
            edges.map(|edge| simplify::distance(pole, edge.start, edge.end)).fold(f64::MAX, f64::min);
        let at = self.place(pole);
        [at.x, at.y, radius.min(1e9) * self.scale].map(|v| (v * FINE).round() as i32)
    }
}
