//! The net as arcs: runs of border from junction to junction, each once, and rings that name them.

use super::super::net::{Net, Owned, Ring, Vertex};
use std::collections::BTreeMap;

/// A run of border; closed if it ends where it begins.
#[derive(Clone, Debug)]
pub(super) struct Arc {
    pub vertices: Vec<Vertex>,
    /// The territories beside it.
    pub owners: Vec<u32>,
}

/// Arcs, and each ring of the net as the arcs that it follows, with whether backwards.
pub(super) struct Arcs {
    pub arcs: Vec<Arc>,
    rings: Vec<Vec<(usize, bool)>>,
}

impl Arcs {
    pub fn of(net: &Net) -> Self {
        let junctions = junctions(net);
        let (mut arcs, mut index): (Vec<Arc>, BTreeMap<(Vertex, Vertex), usize>) = Default::default();
        let mut rings = Vec::with_capacity(net.rings.len());
        for ring in &net.rings {
            let mut named = Vec::new();
            for mut run in runs(ring, &junctions) {
                let backwards = is_backwards(&run);
                if backwards {
                    run.reverse();
                }
                let place = *index.entry((run[0], run[1])).or_insert_with(|| {
                    arcs.push(Arc { vertices: run, owners: Vec::new() });
                    arcs.len() - 1
                });
                arcs[place].owners.push(ring.owner);
                named.push((place, backwards));
            }
            rings.push(named);
        }
        Arcs { arcs, rings }
    }

    /// The rings again, of other runs between the same junctions.
    pub fn rings(&self, net: &Net, runs: &[Vec<Vertex>]) -> Vec<Ring> {
        let ring = |(ring, named): (&Ring, &Vec<(usize, bool)>)| {
            let mut vertices = Vec::new();
            for (place, backwards) in named {
                let run = &runs[*place];
                // A run begins where the one before ended.
                vertices.pop();
                if *backwards { vertices.extend(run.iter().rev()) } else { vertices.extend(run) }
            }
            let mut ring = Ring { vertices, ..*ring };
            ring.tidy();
            ring
        };
        net.rings.iter().zip(&self.rings).map(ring).collect()
    }
}

/// Vertices where more or fewer than two segments meet, or two of different outlines, by vertex.
fn junctions(net: &Net) -> Vec<bool> {
    let segments = net.segments();
    let mut meet: Vec<(u32, Option<&[Owned]>)> = vec![(0, None); net.degrees.len()];
    let mut junctions = vec![false; net.degrees.len()];
    let same = |one: &[Owned], other: &[Owned]| {
        one.iter().map(|(_, owner)| owner).eq(other.iter().map(|(_, owner)| owner))
    };
    for group in segments.chunk_by(|a, b| a.0 == b.0) {
        let (a, b) = group[0].0;
        for end in [a as usize, b as usize] {
            let (count, first) = &mut meet[end];
            *count += 1;
            junctions[end] |= first.is_some_and(|first| !same(first, group));
            *first = Some(group);
        }
    }
    meet.iter().zip(junctions).map(|((count, _), differ)| *count != 2 || differ).collect()
}

/// A ring cut at its junctions; without one, from its lowest vertex round to it.
fn runs(ring: &Ring, junctions: &[bool]) -> Vec<Vec<Vertex>> {
    let count = ring.vertices.len();
    if count < 2 {
        return Vec::new();
    }
    let is_junction = |i: &usize| junctions[ring.vertices[*i] as usize];
    let lowest = (0..count).min_by_key(|i| ring.vertices[*i]).unwrap_or_default();
    let start = (0..count).find(is_junction).unwrap_or(lowest);
    let mut runs = Vec::new();
    let mut run = vec![ring.vertices[start]];
    for i in (start + 1..=start + count).map(|i| i % count) {
        run.push(ring.vertices[i]);
        if is_junction(&i) || i == start {
            runs.push(std::mem::replace(&mut run, vec![ring.vertices[i]]));
        }
    }
    runs
}

/// Whether the other direction is the one in which all who share a run write it.
fn is_backwards(run: &[Vertex]) -> bool {
    let n = run.len();
    (run[n - 1], run[n - 2]) < (run[0], run[1])
}
