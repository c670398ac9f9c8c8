use super::simplify;
use geo::Coord;
use std::collections::BTreeMap;

type Key = (u64, u64);
type Line = Vec<Coord<f64>>;

/// Outlines cut into arcs where the territory across changes; neighbours share their vertices.
pub(super) struct Cut {
    pub arcs: Vec<Arc>,
    /// Arcs by number from 1, negative if walked backwards.
    pub rings: Vec<Vec<Vec<i32>>>,
}

pub(super) struct Arc {
    pub sides: (u32, Option<u32>),
    /// First and last are the same if the arc is a whole ring.
    line: Line,
}

impl Cut {
    pub fn of(outlines: &[Vec<Line>]) -> Self {
        let owners = Owners::of(outlines);
        let mut cut = Cut { arcs: Vec::new(), rings: Vec::new() };
        let mut known = BTreeMap::new();
        for (owner, outlines) in (0..).zip(outlines) {
            let ring = |ring: &Line| {
                let runs = runs(ring, |edge| owners.across(edge, owner));
                runs.into_iter().map(|(line, other)| cut.number(line, (owner, other), &mut known)).collect()
            };
            let rings = outlines.iter().map(ring).collect();
            cut.rings.push(rings);
        }
        cut
    }

    /// The number of a new or a known arc.
    fn number(&mut self, line: Line, sides: (u32, Option<u32>), known: &mut BTreeMap<Vec<Key>, i32>) -> i32 {
        let keys = canonical(&line);
        let backwards: Vec<Key> = canonical(&line.iter().rev().copied().collect::<Line>());
        if let Some(number) = known.get(&keys) {
            return *number;
        }
        if let Some(number) = known.get(&backwards) {
            return -number;
        }
        self.arcs.push(Arc { sides, line });
        let number = self.arcs.len() as i32;
        known.insert(keys, number);
        number
    }

    /// The arcs' lines with as few points as the tolerance allows; ends stay.
    pub fn simplified(&self, tolerance: f64) -> Vec<Line> {
        self.arcs.iter().map(|arc| simplify::line(&arc.line, tolerance)).collect()
    }
}

/// A ring from its lowest vertex on, so that both sides of an arc know it by the same keys.
fn canonical(line: &[Coord<f64>]) -> Vec<Key> {
    let mut keys: Vec<Key> = line.iter().map(|c| key(*c)).collect();
    if keys.first() == keys.last() {
        keys.pop();
        let lowest = (0..keys.len()).min_by_key(|i| keys[*i]).unwrap_or(0);
        keys.rotate_left(lowest);
    }
    keys
}

/// A ring in runs with the same territory across.
fn runs(
    ring: &[Coord<f64>],
    across: impl Fn((Coord<f64>, Coord<f64>)) -> Option<u32>,
) -> Vec<(Line, Option<u32>)> {
    let count = ring.len();
    let sides: Vec<Option<u32>> = (0..count).map(|i| across((ring[i], ring[(i + 1) % count]))).collect();
    let start = (0..count).find(|i| sides[*i] != sides[(*i + count - 1) % count]).unwrap_or(0);
    let mut runs: Vec<(Line, Option<u32>)> = Vec::new();
    for i in (start..start + count).map(|i| i % count) {
        let next = ring[(i + 1) % count];
        match runs.last_mut() {
            Some((line, other)) if *other == sides[i] => line.push(next),
            _ => runs.push((vec![ring[i], next], sides[i])),
        }
    }
    runs
}

/// Who has which edge, sorted by edge.
struct Owners(Vec<((Key, Key), u32)>);

impl Owners {
    fn of(outlines: &[Vec<Line>]) -> Self {
        let mut owners = Vec::new();
        for (owner, rings) in (0..).zip(outlines) {
            for ring in rings {
                let edges = (0..ring.len()).map(|i| edge((ring[i], ring[(i + 1) % ring.len()])));
                owners.extend(edges.map(|edge| (edge, owner)));
            }
        }
        owners.sort_unstable();
        Owners(owners)
    }

    /// Who else has this edge.
    fn across(&self, ends: (Coord<f64>, Coord<f64>), owner: u32) -> Option<u32> {
        let edge = edge(ends);
        let first = self.0.partition_point(|(e, _)| *e < edge);
        let holders = self.0[first..].iter().take_while(|(e, _)| *e == edge);
        holders.map(|(_, holder)| *holder).find(|holder| *holder != owner)
    }
}

fn key(c: Coord<f64>) -> Key {
    // Zero has two signs.
    ((c.x + 0.0).to_bits(), (c.y + 0.0).to_bits())
}

fn edge((a, b): (Coord<f64>, Coord<f64>)) -> (Key, Key) {
    let (a, b) = (key(a), key(b));
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64) -> Vec<Line> {
        let corners = [(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)];
        vec![corners.map(|(x, y)| Coord { x, y }).to_vec()]
    }

    #[test]
    fn a_common_border_is_one_arc_walked_both_ways() {
        let cut = Cut::of(&[square(0.0), square(1.0)]);
        assert_eq!(cut.arcs.len(), 3);
        let common = cut.arcs.iter().position(|arc| arc.sides == (0, Some(1))).unwrap() as i32 + 1;
        assert!(cut.rings[0][0].contains(&common) && cut.rings[1][0].contains(&-common));
    }

    #[test]
    fn a_hole_and_what_fills_it_share_their_arc_wherever_they_begin() {
        let hole = |turn: usize| {
            let mut ring = square(5.0).remove(0);
            ring.rotate_left(turn);
            ring
        };
        let outside = [(0.0, -5.0), (9.0, -5.0), (9.0, 5.0)].map(|(x, y)| Coord { x, y }).to_vec();
        let cut = Cut::of(&[vec![outside, hole(1)], vec![hole(3)]]);
        assert_eq!(cut.arcs.len(), 2);
        assert_eq!((cut.rings[0][1].clone(), cut.rings[1][0].clone()), (vec![2], vec![2]));
    }
}
