//! The shortest links that join the parts of a map.

use super::{Spot, crowd};
use geo::{Coord, CoordsIter, MultiPolygon};
use rstar::RTree;
use rstar::primitives::GeomWithData;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

/// A link that a map lacks.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    pub a: Spot,
    pub b: Spot,
    pub km: f64,
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Link { a, b, km } = self;
        write!(f, "{},{}: {} – {}, {km:.1} km", a.id, b.id, a.name, b.name)
    }
}

/// So many parts at most are weighed pair by pair.
const PARTS: usize = 1000;

/// A straight distance between two vertices, and whose they are.
pub(super) type Joint = (f64, (u32, u32));

/// The fewest and shortest links that join all parts, shortest first; `pairs` are the neighbours, shapes in degrees.
///
/// Shores are measured from vertex to vertex on the sphere, so neither projection nor antimeridian bends them.
pub(in super::super) fn shortest(
    spots: &[Spot],
    shapes: &[MultiPolygon<f64>],
    pairs: &[(u32, u32)],
) -> Vec<Link> {
    let mut sets = Sets::new(shapes.len());
    pairs.iter().for_each(|(a, b)| sets.join(*a as usize, *b as usize));
    if sets.count() < 2 {
        return Vec::new();
    }
    let of = |(owner, shape): (u32, &MultiPolygon<f64>)| -> Vec<Vertex> {
        shape.coords_iter().map(|c| Vertex::new(on_sphere(c), owner)).collect()
    };
    let vertices: Vec<Vertex> = (0..).zip(shapes).flat_map(of).collect();
    let mut joints = crowd::thin_out(&vertices, &mut sets, PARTS);
    joints.extend(between(&shores(&vertices, &mut sets)));
    joints.sort_by(|a, b| a.0.total_cmp(&b.0));
    let link = |(chord, (a, b)): Joint| Link {
        a: spots[a as usize].clone(),
        b: spots[b as usize].clone(),
        km: 2.0 * 6371.0 * (chord / 2.0).min(1.0).asin(),
    };
    joints.into_iter().map(link).collect()
}

/// The shortest that join all shores.
fn between(shores: &[Shore]) -> Vec<Joint> {
    let mut heap = BinaryHeap::new();
    for (i, a) in shores.iter().enumerate() {
        let far = |b: &Shore| Reverse(a.at_least(b).to_bits());
        heap.extend(shores[..i].iter().enumerate().map(|(j, b)| (far(b), None, i, j)));
    }
    let mut joined = Sets::new(shores.len());
    let mut joints = Vec::new();
    // What is only known to be no nearer goes back with its true distance.
    while let Some((distance, ends, i, j)) = heap.pop() {
        if joined.find(i) == joined.find(j) {
            continue;
        }
        match ends {
            None => {
                let (distance, ends) = shores[i].nearest(&shores[j]);
                heap.push((Reverse(distance.to_bits()), Some(ends), i, j));
            }
            Some(ends) => {
                joined.join(i, j);
                joints.push((f64::from_bits(distance.0), ends));
            }
        }
    }
    joints
}

/// A vertex on the unit sphere, and whose it is.
pub(super) type Vertex = GeomWithData<[f64; 3], u32>;

/// All vertices of a part, on the unit sphere, each with its territory.
struct Shore {
    tree: RTree<Vertex>,
    low: [f64; 3],
    high: [f64; 3],
}

impl Shore {
    fn new(vertices: Vec<Vertex>) -> Self {
        let fold = |pick: fn(f64, f64) -> f64, start: f64| {
            vertices.iter().fold([start; 3], |m, v| std::array::from_fn(|i| pick(m[i], v.geom()[i])))
        };
        let (low, high) = (fold(f64::min, f64::INFINITY), fold(f64::max, f64::NEG_INFINITY));
        Shore { tree: RTree::bulk_load(vertices), low, high }
    }

    /// The distance of the boxes.
    fn at_least(&self, other: &Shore) -> f64 {
        let gap = |i: usize| (self.low[i] - other.high[i]).max(other.low[i] - self.high[i]).max(0.0);
        (0..3).map(|i| gap(i).powi(2)).sum::<f64>().sqrt()
    }

    /// The straight distance of the nearest vertices, and whose they are.
    fn nearest(&self, other: &Shore) -> Joint {
        if self.tree.size() > other.tree.size() {
            return other.nearest(self);
        }
        let of = |v: &Vertex| {
            let near = other.tree.nearest_neighbor(v.geom())?;
            let square: f64 = (0..3).map(|i| (near.geom()[i] - v.geom()[i]).powi(2)).sum();
            Some((square.sqrt(), (v.data, near.data)))
        };
        self.tree.iter().filter_map(of).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((2.0, (0, 0)))
    }
}

fn shores(vertices: &[Vertex], sets: &mut Sets) -> Vec<Shore> {
    let mut parts: Vec<Vec<Vertex>> = vec![Vec::new(); sets.len()];
    vertices.iter().for_each(|vertex| parts[sets.find(vertex.data as usize)].push(*vertex));
    parts.into_iter().filter(|part| !part.is_empty()).map(Shore::new).collect()
}

fn on_sphere(c: Coord<f64>) -> [f64; 3] {
    let (lon, lat) = (c.x.to_radians(), c.y.to_radians());
    [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
}

/// Union–find.
pub(super) struct Sets {
    parents: Vec<usize>,
    count: usize,
}

impl Sets {
    fn new(len: usize) -> Self {
        Sets { parents: (0..len).collect(), count: len }
    }

    /// How many members all sets have together.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// How many sets there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The lowest member of the set.
    pub fn find(&mut self, mut i: usize) -> usize {
        while self.parents[i] != i {
            self.parents[i] = self.parents[self.parents[i]];
            i = self.parents[i];
        }
        i
    }

    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
        self.count -= usize::from(a != b);
    }
}
