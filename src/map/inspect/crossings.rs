//! Outlines that cross themselves.

use super::super::net::{Net, Ring};
use super::super::piece::{self, Piece};
use super::{Degrees, Spot, Warning};
use geo::Line;
use geo::line_intersection::{LineIntersection, line_intersection};
use rstar::RTree;
use rstar::primitives::GeomWithData;

/// Territories whose outlines cross themselves, and not by less than `within` metres as coarse coordinates make them.
pub(super) fn crossings(net: &Net, spots: &[Spot], within: f64) -> Vec<Warning> {
    let outlines = net.rings.chunk_by(|a, b| a.owner == b.owner);
    let warning = |outline: &[Ring]| {
        let (times, first) = crossings_of(net, outline, within)?;
        let spot = spots[outline[0].owner as usize].clone();
        Some(Warning::Crossing { spot, times, place: Degrees::of(net.degrees[first as usize]) })
    };
    outlines.filter_map(warning).collect()
}

/// How often an outline crosses itself, and a vertex near the first time; none if it never does.
fn crossings_of(net: &Net, outline: &[Ring], within: f64) -> Option<(usize, u32)> {
    let segments = outline.iter().flat_map(|ring| ring.segments().map(|ends| (ends, ring.owner)));
    let segments: Vec<((u32, u32), u32)> = segments.collect();
    let piece = |(i, segment): (usize, &((u32, u32), u32))| GeomWithData::new(net.piece(*segment), i);
    let pieces: Vec<GeomWithData<Piece, usize>> = segments.iter().enumerate().map(piece).collect();
    let tree = RTree::bulk_load(pieces.clone());
    let mut found = pieces.iter().flat_map(|a| {
        let near = tree.locate_in_envelope_intersecting(&piece::around(a.geom().line, 0.0));
        near.filter(|b| a.data < b.data && cross(a.geom().line, b.geom().line, within))
            .map(|_| segments[a.data].0.0)
    });
    let first = found.next()?;
    Some((1 + found.count(), first))
}

/// Whether two segments cross, each well between the other's ends.
fn cross(a: Line<f64>, b: Line<f64>, within: f64) -> bool {
    let proper =
        matches!(line_intersection(a, b), Some(LineIntersection::SinglePoint { is_proper: true, .. }));
    let ends = [(a.start, b), (a.end, b), (b.start, a), (b.end, a)];
    proper && ends.into_iter().all(|(end, line)| piece::distance(end, line) > within)
}
