//! A map as the painter sees it: rings, borders drawn once, where each territory is widest.

mod arcs;
mod outlines;
mod scan;
mod view;

pub(super) use arcs::Arc;
pub(super) use outlines::{Outlines, Stroke};
pub(super) use scan::{Ids, NOBODY};
pub(super) use view::{Frame, Point, View};

use crate::map::{Geography, Map, TerritoryId};
use geo::{Area, Coord, CoordsIter, MultiPolygon};

/// Rings, borders and poles in metres from the map's upper left corner, y down.
#[derive(Debug)]
pub(super) struct Atlas {
    pub names: Vec<String>,
    /// One set a territory, in map order; holes are rings like the others.
    pub rings: Vec<Vec<Vec<Point>>>,
    pub arcs: Vec<Arc>,
    /// Where the largest piece of each territory is widest.
    pub poles: Vec<Point>,
    /// Square metres.
    pub areas: Vec<f32>,
    /// Width and height of the whole.
    pub size: (f32, f32),
}

impl Atlas {
    pub fn new(map: &Map, geography: &Geography) -> Self {
        let corner = Corner::of(&geography.shapes);
        let rings: Vec<_> = geography.shapes.iter().map(|shape| corner.rings(shape)).collect();
        Atlas {
            names: map.territories().iter().map(|t| t.name.clone()).collect(),
            arcs: arcs::trace(&rings),
            poles: geography.shapes.iter().map(|shape| corner.place(pole(shape))).collect(),
            areas: map.territories().iter().map(|t| t.area as f32).collect(),
            size: corner.size,
            rings,
        }
    }

    /// The arcs whose sides pass a test, by their places.
    pub fn arcs_where(
        &self,
        test: impl Fn(TerritoryId, Option<TerritoryId>) -> bool + Clone,
    ) -> impl Iterator<Item = usize> + Clone {
        let arcs = &self.arcs;
        (0..arcs.len()).filter(move |i| test(arcs[*i].sides.0, arcs[*i].sides.1))
    }

    /// The smallest box round one territory.
    pub fn bounds(&self, id: TerritoryId) -> Frame {
        Frame::around(self.rings[id.index()].iter().flatten().copied())
    }
}

/// The upper left corner of all shapes, in projected metres, and their extent.
struct Corner {
    left: f64,
    top: f64,
    size: (f32, f32),
}

impl Corner {
    fn of(shapes: &[MultiPolygon<f64>]) -> Self {
        let mut low = Coord { x: f64::MAX, y: f64::MAX };
        let mut high = Coord { x: f64::MIN, y: f64::MIN };
        for c in shapes.iter().flat_map(CoordsIter::coords_iter) {
            low = Coord { x: low.x.min(c.x), y: low.y.min(c.y) };
            high = Coord { x: high.x.max(c.x), y: high.y.max(c.y) };
        }
        let size = ((high.x - low.x) as f32, (high.y - low.y) as f32);
        Corner { left: low.x, top: high.y, size }
    }

    fn place(&self, c: Coord<f64>) -> Point {
        ((c.x - self.left) as f32, (self.top - c.y) as f32)
    }

    fn rings(&self, shape: &MultiPolygon<f64>) -> Vec<Vec<Point>> {
        shape
            .iter()
            .flat_map(|polygon| std::iter::once(polygon.exterior()).chain(polygon.interiors()))
            .map(|ring| ring.coords().skip(1).map(|c| self.place(*c)).collect())
            .collect()
    }
}

/// The point deepest inside the largest polygon (Mapbox's polylabel), to a hundredth of its side.
fn pole(shape: &MultiPolygon<f64>) -> Coord<f64> {
    let largest = shape.iter().max_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area()));
    let Some(polygon) = largest else { return Coord::zero() };
    let tolerance = polygon.unsigned_area().sqrt() / 100.0;
    let first = polygon.exterior().coords().next().copied().unwrap_or(Coord::zero());
    polylabel::polylabel(polygon, &tolerance.max(1e-6)).map_or(first, |point| point.0)
}
