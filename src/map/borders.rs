use super::TerritoryId;
use super::piece::{self, Piece};
use super::seam;
use geo::{Coord, CoordsIter, Line, LineString, MultiPolygon};
use rstar::RTree;

type Point = (u64, u64);
type Pair = (TerritoryId, TerritoryId);

/// How far a vertex may lie from a segment and still lie on it, and how long two segments must run along each other, in degrees.
/// A vertex that was put on a neighbour's segment is off it by the rounding of its coordinates, 3·10⁻¹⁴ at most.
const ON: f64 = 1e-11;
const LENGTH: f64 = 1e-9;

/// Pairs of territories that share a piece of border, each once, lower first, ascending.
///
/// A border has positive length (rule 4.1): the same segment belongs to both, or segments of both lie on each other. With
/// `corners` a common point is enough. Shapes are in degrees; 180 and −180 are the same meridian.
pub(super) fn shared(shapes: &[MultiPolygon<f64>], corners: bool) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut segments = segments(shapes);
    segments.sort_unstable();
    for group in segments.chunk_by(|a, b| a.0 == b.0) {
        pair_up(group, &mut pairs);
    }
    lying_on_each_other(&lone(&segments), corners, &mut pairs);
    drop(segments);
    if corners {
        let mut vertices: Vec<(Point, TerritoryId)> = Vec::new();
        for_each_ring(shapes, |owner, ring| vertices.extend(ring.coords_iter().map(|c| (key(c), owner))));
        vertices.sort_unstable();
        vertices.chunk_by(|a, b| a.0 == b.0).for_each(|group| pair_up(group, &mut pairs));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

type Segment = ((Point, Point), TerritoryId);

fn segments(shapes: &[MultiPolygon<f64>]) -> Vec<Segment> {
    let mut segments = Vec::with_capacity(shapes.iter().map(CoordsIter::coords_count).sum());
    for_each_ring(shapes, |owner, ring| {
        for line in ring.lines() {
            let (a, b) = (key(line.start), key(line.end));
            if a != b {
                segments.push(((a.min(b), a.max(b)), owner));
            }
        }
    });
    segments
}

pub(super) fn for_each_ring<'a>(
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

/// Adds every pair of different owners of one and the same thing.
fn pair_up<K>(group: &[(K, TerritoryId)], pairs: &mut Vec<Pair>) {
    for (i, (_, a)) in group.iter().enumerate() {
        pairs.extend(group[i + 1..].iter().filter(|(_, b)| a != b).map(|(_, b)| (*a, *b)));
    }
}

/// The segments that only one outline has, those across the antimeridian on both sides of it.
fn lone(sorted: &[Segment]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for group in sorted.chunk_by(|a, b| a.0 == b.0) {
        let [((a, b), TerritoryId(owner))] = group else { continue };
        let (a, mut b) = (point(*a), point(*b));
        if (b.x - a.x).abs() > 180.0 {
            b.x += 360.0_f64.copysign(a.x - b.x);
            let by = Coord { x: 360.0_f64.copysign(-a.x - b.x), y: 0.0 };
            pieces.push(Piece { line: Line::new(a + by, b + by), owner: *owner });
        }
        pieces.push(Piece { line: Line::new(a, b), owner: *owner });
    }
    pieces
}

/// Neighbours of which one has a vertex where the other has none.
fn lying_on_each_other(lone: &[Piece], corners: bool, pairs: &mut Vec<Pair>) {
    let tree = RTree::bulk_load(lone.to_vec());
    for a in lone {
        for b in tree.locate_in_envelope_intersecting(&piece::around(a.line, ON)) {
            let touch = || piece::common(a.line, b.line, ON);
            if a.owner < b.owner && touch().is_some_and(|length| corners || length > LENGTH) {
                pairs.push((TerritoryId(a.owner), TerritoryId(b.owner)));
            }
        }
    }
}

/// Bits of a coordinate; −0 and 0 are the same, and the antimeridian has one longitude.
pub(super) fn key(c: Coord<f64>) -> Point {
    let x = if seam::is_cut(c) {
        180.0
    } else if c.x <= -180.0 {
        c.x + 360.0
    } else if c.x > 180.0 {
        c.x - 360.0
    } else {
        c.x
    };
    ((x + 0.0).to_bits(), (c.y + 0.0).to_bits())
}

fn point(key: Point) -> Coord<f64> {
    Coord { x: f64::from_bits(key.0), y: f64::from_bits(key.1) }
}
