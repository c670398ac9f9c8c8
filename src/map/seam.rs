//! Territories that a file cuts at the antimeridian, as RFC 7946 wants it, are put together again.

use geo::{Area, Contains, Coord, LineString, MultiPolygon, Point, Polygon};
use std::collections::BTreeMap;

/// Latitude in its bits, with the longitude's beside it; the antimeridian has one longitude.
type Key = (u64, u64);

/// A directed piece of outline, its ground on the left.
#[derive(Clone, Copy)]
struct Edge {
    from: Key,
    to: Key,
    /// Where it begins and ends in the plane.
    start: Coord<f64>,
    end: Coord<f64>,
}

/// A shape in the plane without the cuts that it has along the antimeridian in degrees; any other shape as it is.
pub(super) fn close(degrees: &MultiPolygon<f64>, plane: MultiPolygon<f64>) -> MultiPolygon<f64> {
    let on =
        |side: f64| geo::CoordsIter::coords_iter(degrees).filter(move |c| is_cut(*c) && c.x * side > 0.0);
    if on(1.0).nth(1).is_none() || on(-1.0).nth(1).is_none() {
        return plane;
    }
    let cut_through = |p: &Polygon<f64>| geo::CoordsIter::coords_iter(p).any(is_cut);
    let (pieces, mut whole): (Vec<_>, Vec<_>) = degrees.iter().zip(plane).partition(|(p, _)| cut_through(p));
    let (mut kept, cut) = edges(&pieces);
    kept.extend(uncancelled(&cut));
    let joined = assemble(stitch(kept));
    let whole = whole.drain(..).map(|(_, plane)| plane);
    MultiPolygon(joined.into_iter().chain(whole).collect())
}

/// Files round the meridian to 179.999999 or so, or decode it to 180.00000000000003.
pub(super) fn is_cut(c: Coord<f64>) -> bool {
    (c.x.abs() - 180.0).abs() < 1e-6
}

fn key(c: Coord<f64>) -> Key {
    let x = if is_cut(c) { 180.0 } else { c.x };
    ((c.y + 0.0).to_bits(), (x + 0.0).to_bits())
}

/// All edges, turned so that ground is on the left: those on the land, and those along the cut.
fn edges(pieces: &[(&Polygon<f64>, Polygon<f64>)]) -> (Vec<Edge>, Vec<Edge>) {
    let (mut kept, mut cut) = (Vec::new(), Vec::new());
    for (degrees, plane) in pieces {
        let rings = degrees.interiors().iter().zip(plane.interiors());
        for (i, (degrees, plane)) in
            [(degrees.exterior(), plane.exterior())].into_iter().chain(rings).enumerate()
        {
            let mut points: Vec<_> = degrees.coords().copied().zip(plane.coords().copied()).collect();
            if (signed_area(plane) > 0.0) != (i == 0) {
                points.reverse();
            }
            for pair in points.windows(2) {
                let [(a, start), (b, end)] = [pair[0], pair[1]];
                let edge = Edge { from: key(a), to: key(b), start, end };
                match edge.from == edge.to {
                    true => {}
                    false if is_cut(a) && is_cut(b) => cut.push(edge),
                    false => kept.push(edge),
                }
            }
        }
    }
    (kept, cut)
}

/// What is left of the edges along the cut where ground lies on one side of it only.
fn uncancelled(cut: &[Edge]) -> Vec<Edge> {
    let latitude = |key: Key| f64::from_bits(key.0);
    let ends = cut.iter().flat_map(|e| [(e.from, e.start), (e.to, e.end)]);
    let mut stops: Vec<(f64, Key, Coord<f64>)> =
        ends.map(|(key, place)| (latitude(key), key, place)).collect();
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    stops.dedup_by_key(|stop| stop.1);
    let mut left = Vec::new();
    for step in stops.windows(2) {
        let [(low, from, start), (high, to, end)] = [step[0], step[1]];
        let over = |e: &&Edge, up: bool| {
            let (a, b) = (latitude(e.from), latitude(e.to));
            (a < b) == up && a.min(b) <= low && high <= a.max(b)
        };
        let ups = cut.iter().filter(|e| over(e, true)).count();
        let downs = cut.iter().filter(|e| over(e, false)).count();
        left.extend((downs..ups).map(|_| Edge { from, to, start, end }));
        left.extend((ups..downs).map(|_| Edge { from: to, to: from, start: end, end: start }));
    }
    left
}

/// Edges end to end, as closed rings.
fn stitch(edges: Vec<Edge>) -> Vec<LineString<f64>> {
    let mut out: BTreeMap<Key, Vec<Edge>> = BTreeMap::new();
    edges.into_iter().rev().for_each(|edge| out.entry(edge.from).or_default().push(edge));
    let mut rings = Vec::new();
    while let Some((begin, _)) = out.first_key_value() {
        let (begin, mut here, mut ring) = (*begin, *begin, Vec::new());
        while let Some(edge) = out.get_mut(&here).and_then(Vec::pop) {
            ring.push(edge.start);
            here = edge.to;
            if here == begin {
                break;
            }
        }
        out.retain(|_, edges| !edges.is_empty());
        let mut ring = LineString(ring);
        ring.close();
        rings.push(ring);
    }
    rings
}

/// Rings that run with the ground on the left, as polygons with their holes.
fn assemble(rings: Vec<LineString<f64>>) -> MultiPolygon<f64> {
    let (outer, holes): (Vec<_>, Vec<_>) = rings.into_iter().partition(|ring| signed_area(ring) >= 0.0);
    let mut polygons: Vec<Polygon<f64>> =
        outer.into_iter().map(|ring| Polygon::new(ring, Vec::new())).collect();
    for hole in holes {
        let inside = |p: &&mut Polygon<f64>| {
            let outer = Polygon::new(p.exterior().clone(), Vec::new());
            hole.points().any(|point: Point<f64>| outer.contains(&point))
        };
        if let Some(around) = polygons.iter_mut().find(inside) {
            around.interiors_push(hole);
        }
    }
    MultiPolygon(polygons)
}

fn signed_area(ring: &LineString<f64>) -> f64 {
    Polygon::new(ring.clone(), Vec::new()).signed_area()
}
