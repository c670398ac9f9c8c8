use super::TerritoryId;
use geo::{Coord, CoordsIter, LineString, MultiPolygon};

type Point = (u64, u64);

/// Pairs of territories that share a piece of border, each once, lower first, ascending.
///
/// A border has positive length (rule 4.1): the same segment belongs to both. With `corners` a common vertex is
/// enough. Coordinates are compared as they stand in the file, so neighbours must share their vertices.
pub(super) fn shared(shapes: &[MultiPolygon<f64>], corners: bool) -> Vec<(TerritoryId, TerritoryId)> {
    let mut pairs = Vec::new();
    let mut segments: Vec<((Point, Point), TerritoryId)> = Vec::new();
    for_each_ring(shapes, |owner, ring| {
        for line in ring.lines() {
            let (a, b) = (key(line.start), key(line.end));
            if a != b {
                segments.push(((a.min(b), a.max(b)), owner));
            }
        }
    });
    common(segments, &mut pairs);
    if corners {
        let mut vertices: Vec<(Point, TerritoryId)> = Vec::new();
        for_each_ring(shapes, |owner, ring| vertices.extend(ring.coords_iter().map(|c| (key(c), owner))));
        common(vertices, &mut pairs);
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn for_each_ring<'a>(
    shapes: &'a [MultiPolygon<f64>],
    mut visit: impl FnMut(TerritoryId, &'a LineString<f64>),
) {
    for (owner, shape) in (0..).map(TerritoryId).zip(shapes) {
        for polygon in shape {
            visit(owner, polygon.exterior());
            polygon.interiors().iter().for_each(|hole| visit(owner, hole));
        }
    }
}

/// Adds every pair of different owners of one and the same key.
fn common<K: Ord>(mut owned: Vec<(K, TerritoryId)>, pairs: &mut Vec<(TerritoryId, TerritoryId)>) {
    owned.sort_unstable();
    for group in owned.chunk_by(|a, b| a.0 == b.0) {
        for (i, (_, a)) in group.iter().enumerate() {
            pairs.extend(group[i + 1..].iter().filter(|(_, b)| a != b).map(|(_, b)| (*a, *b)));
        }
    }
}

/// Bits of a coordinate; adding zero makes −0 and 0 the same point.
fn key(c: Coord<f64>) -> Point {
    ((c.x + 0.0).to_bits(), (c.y + 0.0).to_bits())
}
