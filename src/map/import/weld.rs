//! Borders that nearly match become one: vertices are welded, and each outline gets those of its neighbours that lie on it.

use super::super::net::{Net, Vertex};
use super::super::piece;
use geo::{Coord, Line};
use rstar::{AABB, PointDistance, RTree, RTreeObject};
use std::collections::{BTreeMap, BTreeSet};

/// How far a vertex may lie from a neighbour's segment and still belong on it, in degrees: rounding, no more.
const ON: f64 = 1e-9;

/// Gives each outline the vertices of its neighbours that lie on it exactly; says how many.
pub(super) fn share_vertices(net: &mut Net) -> usize {
    let degrees = net.degrees.clone();
    // What crosses the antimeridian looks as if it went round the Earth.
    insert(net, &degrees, ON, |line| line.dx().abs() <= 180.0)
}

/// Welds vertices of different outlines that are at most `metres` apart, then puts those on the outlines that they nearly
/// touch; says how many vertices moved or came in.
pub(super) fn snap(net: &mut Net, metres: f64) -> usize {
    let moved = weld(net, metres);
    let plane = net.plane.clone();
    moved + insert(net, &plane, metres, |_| true)
}

/// A vertex in a tree.
#[derive(Clone, Copy)]
struct At {
    place: [f64; 2],
    vertex: Vertex,
}

impl RTreeObject for At {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_point(self.place)
    }
}

impl PointDistance for At {
    fn distance_2(&self, point: &[f64; 2]) -> f64 {
        (self.place[0] - point[0]).powi(2) + (self.place[1] - point[1]).powi(2)
    }
}

fn weld(net: &mut Net, metres: f64) -> usize {
    let mut owners: BTreeMap<Vertex, BTreeSet<u32>> = BTreeMap::new();
    for ((a, b), owner) in net.lone() {
        owners.entry(a).or_default().insert(owner);
        owners.entry(b).or_default().insert(owner);
    }
    // Those that are shared already stay where they are, the others come to them.
    let mut order: Vec<Vertex> = owners.keys().copied().collect();
    order.sort_by_key(|v| (std::cmp::Reverse(owners[v].len()), *v));
    let mut posts: RTree<At> = RTree::new();
    let mut to: BTreeMap<Vertex, Vertex> = BTreeMap::new();
    for vertex in order {
        let c = net.plane[vertex as usize];
        let near = posts
            .nearest_neighbor(&[c.x, c.y])
            .filter(|post| post.distance_2(&[c.x, c.y]) <= metres * metres);
        // One outline's own vertices are its detail, not a gap.
        match near.filter(|post| owners[&post.vertex].is_disjoint(&owners[&vertex])) {
            Some(post) => {
                let post = post.vertex;
                to.insert(vertex, post);
                let more = owners[&vertex].clone();
                owners.entry(post).or_default().extend(more);
            }
            None => posts.insert(At { place: [c.x, c.y], vertex }),
        }
    }
    for ring in &mut net.rings {
        let mut welded = ring.clone();
        welded.vertices.iter_mut().for_each(|v| *v = to.get(v).copied().unwrap_or(*v));
        welded.trim();
        if welded.vertices.len() >= 3 {
            *ring = welded;
        }
    }
    to.len()
}

/// Puts vertices of other outlines on the segments that they lie on, in the coordinates `at`, where the segment is to be trusted.
fn insert(net: &mut Net, at: &[Coord<f64>], tolerance: f64, trust: impl Fn(Line<f64>) -> bool) -> usize {
    let place = |v: Vertex| at[v as usize];
    let lone = net.lone();
    let mut ends: Vec<(Vertex, u32)> =
        lone.iter().flat_map(|((a, b), owner)| [(*a, *owner), (*b, *owner)]).collect();
    ends.sort_unstable();
    ends.dedup();
    let of = |vertex: Vertex| {
        let first = ends.partition_point(|(v, _)| *v < vertex);
        ends[first..].iter().take_while(move |(v, _)| *v == vertex).map(|(_, owner)| *owner)
    };
    let mut vertices: Vec<Vertex> = ends.iter().map(|(v, _)| *v).collect();
    vertices.dedup();
    let tree = RTree::bulk_load(
        vertices.iter().map(|v| At { place: [place(*v).x, place(*v).y], vertex: *v }).collect::<Vec<_>>(),
    );
    let mut stops: BTreeMap<(Vertex, Vertex), Vec<Vertex>> = BTreeMap::new();
    for ((a, b), owner) in lone {
        let line = Line::new(place(a), place(b));
        if !trust(line) {
            continue;
        }
        let near = tree.locate_in_envelope(&piece::around(line, tolerance));
        let on = near.map(|post| post.vertex).filter(|v| {
            *v != a && *v != b && of(*v).all(|other| other != owner) && is_on(place(*v), line, tolerance)
        });
        let mut on: Vec<Vertex> = on.collect();
        on.sort_by(|p, q| along(place(*p), line).total_cmp(&along(place(*q), line)));
        if !on.is_empty() {
            stops.insert((a, b), on);
        }
    }
    let count = stops.values().map(Vec::len).sum();
    if count > 0 {
        net.rings.iter_mut().for_each(|ring| ring.vertices = with_stops(&ring.vertices, &stops));
    }
    count
}

/// How far along a segment a point is, as a share.
fn along(point: Coord<f64>, line: Line<f64>) -> f64 {
    let (d, p) = (line.delta(), point - line.start);
    (p.x * d.x + p.y * d.y) / (d.x * d.x + d.y * d.y)
}

fn is_on(point: Coord<f64>, line: Line<f64>, tolerance: f64) -> bool {
    let share = along(point, line);
    share > 0.0 && share < 1.0 && piece::distance(point, line) <= tolerance
}

fn with_stops(vertices: &[Vertex], stops: &BTreeMap<(Vertex, Vertex), Vec<Vertex>>) -> Vec<Vertex> {
    let mut all = Vec::with_capacity(vertices.len());
    for (i, a) in vertices.iter().enumerate() {
        all.push(*a);
        let b = vertices[(i + 1) % vertices.len()];
        if let Some(on) = stops.get(&(*a.min(&b), *a.max(&b))) {
            if *a < b { all.extend(on) } else { all.extend(on.iter().rev()) }
        }
    }
    all
}
