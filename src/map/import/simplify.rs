//! Simplification that keeps the topology: arcs are thinned, junctions stay, and nothing crosses or jumps over anything.

use super::super::net::{Net, Vertex};
use super::super::piece::{self, around};
use super::arcs::{Arc, Arcs};
use geo::{Coord, Intersects, Line, LineString, SimplifyIdx};
use rstar::primitives::GeomWithData;
use rstar::{AABB, RTree, RTreeObject};
use std::collections::BTreeSet;

/// From this round on what is still in conflict is left as it was.
const WHOLE: u32 = 5;

/// Leaves out vertices so that no border moves by more than about `metres`, and gives the territories that kept more detail
/// than that: there a border or a territory would have been lost.
pub(super) fn simplify(net: &mut Net, metres: f64) -> BTreeSet<u32> {
    let arcs = Arcs::of(net);
    let mut tolerances = vec![metres; arcs.arcs.len()];
    let mut runs: Vec<Vec<Vertex>> = arcs.arcs.iter().map(|arc| thin(net, arc, metres)).collect();
    let mut finer = BTreeSet::new();
    let posts = posts(net);
    // Each round makes the arcs in question finer, from the fifth on whole. A whole arc may meet a thinned one that it did
    // not meet before, so the rounds end only when nothing meets; every late one makes at least one more arc whole.
    for round in 1.. {
        let bad = conflicts(net, &arcs.arcs, &runs, &posts);
        if bad.is_empty() {
            break;
        }
        for place in bad {
            let arc = &arcs.arcs[place];
            tolerances[place] = if round < WHOLE { tolerances[place] / 4.0 } else { 0.0 };
            runs[place] = thin(net, arc, tolerances[place]);
            finer.extend(&arc.owners);
        }
    }
    net.rings = arcs.rings(net, &runs);
    finer
}

/// Leaves out vertices as a tool does that thins each border with no eye to what becomes of it.
pub(super) fn thin_blindly(net: &mut Net, metres: f64) {
    let arcs = Arcs::of(net);
    let runs: Vec<Vec<Vertex>> = arcs.arcs.iter().map(|arc| halves(net, &arc.vertices, metres).0).collect();
    net.rings = arcs.rings(net, &runs);
}

/// An arc with the vertices that matter; its ends stay, and a closed one keeps an area.
fn thin(net: &Net, arc: &Arc, metres: f64) -> Vec<Vertex> {
    let vertices = &arc.vertices;
    if metres <= 0.0 || vertices.len() < 3 {
        return vertices.clone();
    }
    let (run, far) = halves(net, vertices, metres);
    let Some(far) = far.filter(|_| run.len() <= 3) else { return run };
    let at = |v: &Vertex| net.plane[*v as usize];
    let chord = Line::new(at(&vertices[0]), at(&vertices[far]));
    let off = |i: &usize| piece::distance(at(&vertices[*i]), chord);
    let third = (1..vertices.len() - 1).filter(|i| *i != far).max_by(|i, j| off(i).total_cmp(&off(j)));
    let mut corners: Vec<usize> = [0, far].into_iter().chain(third).collect();
    corners.sort_unstable();
    corners.into_iter().chain([0]).map(|i| vertices[i]).collect()
}

/// An arc's vertices that matter; a closed one is thinned in two halves, from its start to what is farthest, whose index is
/// given, and back.
fn halves(net: &Net, vertices: &[Vertex], metres: f64) -> (Vec<Vertex>, Option<usize>) {
    if vertices.len() < 3 || vertices.first() != vertices.last() {
        return (kept(net, vertices, metres), None);
    }
    let away = |i: &usize| length(net.plane[vertices[*i] as usize] - net.plane[vertices[0] as usize]);
    let far = (1..vertices.len() - 1).max_by(|i, j| away(i).total_cmp(&away(j))).unwrap_or(1);
    let mut run = kept(net, &vertices[..=far], metres);
    run.extend(&kept(net, &vertices[far..], metres)[1..]);
    (run, Some(far))
}

fn kept(net: &Net, vertices: &[Vertex], metres: f64) -> Vec<Vertex> {
    let line: LineString<f64> = vertices.iter().map(|v| net.plane[*v as usize]).collect();
    line.simplify_idx(metres).into_iter().map(|i| vertices[i]).collect()
}

fn length(c: Coord<f64>) -> f64 {
    c.x.hypot(c.y)
}

type Post = GeomWithData<[f64; 2], Vertex>;

/// Every vertex of the net before it was thinned.
fn posts(net: &Net) -> RTree<Post> {
    let used: BTreeSet<Vertex> = net.rings.iter().flat_map(|ring| ring.vertices.iter().copied()).collect();
    let post = |v: Vertex| Post::new([net.plane[v as usize].x, net.plane[v as usize].y], v);
    RTree::bulk_load(used.into_iter().map(post).collect())
}

/// A segment of a thinned arc.
#[derive(Clone, Copy)]
struct Chord {
    line: Line<f64>,
    ends: (Vertex, Vertex),
    arc: usize,
}

impl RTreeObject for Chord {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        around(self.line, 0.0)
    }
}

/// The thinned arcs that meet something where they did not, or that went to the other side of a vertex.
fn conflicts(net: &Net, arcs: &[Arc], runs: &[Vec<Vertex>], posts: &RTree<Post>) -> BTreeSet<usize> {
    let at = |v: Vertex| net.plane[v as usize];
    let mut chords = Vec::new();
    for (arc, run) in runs.iter().enumerate() {
        let chord = |ends: &[Vertex]| Chord {
            line: Line::new(at(ends[0]), at(ends[1])),
            ends: (ends[0], ends[1]),
            arc,
        };
        chords.extend(run.windows(2).map(chord));
    }
    let tree = RTree::bulk_load(chords.clone());
    let is_thinned = |arc: usize| runs[arc].len() < arcs[arc].vertices.len();
    let mut bad: BTreeSet<usize> = (0..runs.len())
        .filter(|arc| is_thinned(*arc) && jumps_over(net, &arcs[*arc].vertices, &runs[*arc], posts))
        .collect();
    for a in chords.iter().filter(|chord| is_thinned(chord.arc)) {
        let near = tree.locate_in_envelope_intersecting(&around(a.line, 0.0));
        for b in near.filter(|b| (a.arc, a.ends) != (b.arc, b.ends) && clash(a, b)) {
            bad.extend([a.arc, b.arc].into_iter().filter(|arc| is_thinned(*arc)));
        }
    }
    bad
}

/// Whether two segments meet anywhere but at a common end.
fn clash(a: &Chord, b: &Chord) -> bool {
    let ends = |c: &Chord| [c.ends.0, c.ends.1];
    match ends(a).into_iter().filter(|end| ends(b).contains(end)).count() {
        0 => a.line.intersects(&b.line),
        1 => {
            let lies_on = |c: &Chord, other: &Chord| {
                let free = if ends(other).contains(&c.ends.0) { c.line.end } else { c.line.start };
                piece::distance(free, other.line) < 1e-6
            };
            lies_on(a, b) || lies_on(b, a)
        }
        _ => true,
    }
}

/// Whether a vertex of another border lies between an arc and what it became.
fn jumps_over(net: &Net, arc: &[Vertex], run: &[Vertex], posts: &RTree<Post>) -> bool {
    let at = |v: &Vertex| net.plane[*v as usize];
    let mut from = 0;
    run.windows(2).any(|step| {
        let to = from + 1 + arc[from + 1..].iter().position(|v| *v == step[1]).unwrap_or_default();
        let cut = &arc[from..=to];
        from = to;
        if cut.len() < 3 {
            return false;
        }
        let points: Vec<Coord<f64>> = cut.iter().map(at).collect();
        let bounds = AABB::from_points(&points.iter().map(|c| [c.x, c.y]).collect::<Vec<_>>());
        let others = posts.locate_in_envelope(&bounds).filter(|post| !cut.contains(&post.data));
        others.map(|post| at(&post.data)).any(|point| piece::is_inside(point, &points))
    })
}
