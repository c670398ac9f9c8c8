//! Very many parts: each that is small is joined to what is nearest, round after round, until few are left.

use super::links::{Joint, Sets, Vertex};
use rstar::RTree;

/// A part with a larger share of all vertices waits until the others have come to it: to look for what is nearest to each
/// of its vertices would take too long.
const SHARE: usize = 100;

/// All vertices, and which is the nearest that is not of the same part, as far as that is known.
struct Crowd<'a> {
    vertices: &'a [Vertex],
    tree: RTree<Vertex>,
    /// Of each vertex a squared distance, and whose the vertex there is. While that is in the same part, what is nearest
    /// outside is only known to be no nearer.
    near: Vec<(f64, u32)>,
}

/// Joins parts by the shortest links that lead out of them, until at most so many are left; gives the links.
pub(super) fn thin_out(vertices: &[Vertex], sets: &mut Sets, most: usize) -> Vec<Joint> {
    if sets.count() <= most {
        return Vec::new();
    }
    let near = vertices.iter().map(|vertex| (0.0, vertex.data)).collect();
    let mut crowd = Crowd { vertices, tree: RTree::bulk_load(vertices.to_vec()), near };
    let mut joints = Vec::new();
    while sets.count() > most {
        let before = joints.len();
        for (square, ends) in crowd.ways_out(sets).into_iter().flatten() {
            if sets.find(ends.0 as usize) != sets.find(ends.1 as usize) {
                sets.join(ends.0 as usize, ends.1 as usize);
                joints.push((square.sqrt(), ends));
            }
        }
        if joints.len() == before {
            break;
        }
    }
    joints
}

impl Crowd<'_> {
    /// The shortest way out of each small part, by the part's number.
    fn ways_out(&mut self, sets: &mut Sets) -> Vec<Option<Joint>> {
        let parts: Vec<usize> = (0..sets.len()).map(|i| sets.find(i)).collect();
        let mut sizes = vec![0; parts.len()];
        self.vertices.iter().for_each(|vertex| sizes[parts[vertex.data as usize]] += 1);
        let mut ways: Vec<Option<Joint>> = vec![None; parts.len()];
        for i in 0..self.vertices.len() {
            let owner = self.vertices[i].data;
            let part = parts[owner as usize];
            let shortest = ways[part].map_or(f64::INFINITY, |(square, _)| square);
            if sizes[part] * SHARE > self.vertices.len() || self.near[i].0 >= shortest {
                continue;
            }
            let (square, other) = self.look_outside(i, &parts, shortest);
            if square < shortest && parts[other as usize] != part {
                ways[part] = Some((square, (owner, other)));
            }
        }
        ways
    }

    /// What is nearest to a vertex outside its part, unless that is as far as `shortest`.
    fn look_outside(&mut self, i: usize, parts: &[usize], shortest: f64) -> (f64, u32) {
        let (owner, (_, other)) = (self.vertices[i].data, self.near[i]);
        let part = parts[owner as usize];
        if parts[other as usize] == part {
            let mut all = self.tree.nearest_neighbor_iter_with_distance_2(self.vertices[i].geom());
            let end = all.find(|(v, square)| parts[v.data as usize] != part || *square >= shortest);
            let outside = |(v, square): (&Vertex, f64)| match parts[v.data as usize] == part {
                true => (square, owner),
                false => (square, v.data),
            };
            self.near[i] = end.map_or((f64::INFINITY, owner), outside);
        }
        self.near[i]
    }
}
