//! Random planar maps: borders are those of a slow check of every pair of segments, whatever vertices are shared.

use crate::{collection, feature, pairs};
use guerrabot::map::load;
use proptest::prelude::*;
use serde_json::{Value, json};

type P = [f64; 2];

/// A grid whose corners are pushed about; each of its cells is a territory.
#[derive(Clone, Debug)]
struct Grid {
    side: usize,
    corners: Vec<P>,
    /// For each side of each cell, where it gets a vertex of its own, if at all.
    splits: Vec<Option<f64>>,
    turned: Vec<bool>,
}

fn grid() -> impl Strategy<Value = Grid> {
    (2usize..6).prop_flat_map(|side| {
        let points = (side + 1) * (side + 1);
        let push = prop::collection::vec((-0.3..0.3f64, -0.3..0.3f64), points);
        let splits = prop::collection::vec(prop::option::of(0.05..0.95f64), side * side * 4);
        let turned = prop::collection::vec(any::<bool>(), side * side);
        let origin = (-170.0..160.0f64, -60.0..60.0f64, prop::sample::select(vec![1e-3, 0.1, 1.0]));
        (push, splits, turned, origin).prop_map(move |(push, splits, turned, (lon, lat, step))| {
            let corner = |(i, (dx, dy)): (usize, (f64, f64))| {
                [lon + step * ((i % (side + 1)) as f64 + dx), lat + step * ((i / (side + 1)) as f64 + dy)]
            };
            Grid { side, corners: push.into_iter().enumerate().map(corner).collect(), splits, turned }
        })
    })
}

impl Grid {
    /// The outline of a cell, with vertices of its own where the grid says so.
    fn ring(&self, cell: usize) -> Vec<P> {
        let (x, y, w) = (cell % self.side, cell / self.side, self.side + 1);
        let corners =
            [y * w + x, y * w + x + 1, (y + 1) * w + x + 1, (y + 1) * w + x].map(|i| self.corners[i]);
        let mut ring = Vec::new();
        for i in 0..4 {
            let (a, b) = (corners[i], corners[(i + 1) % 4]);
            ring.push(a);
            if let Some(share) = self.splits[cell * 4 + i] {
                ring.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
            }
        }
        if self.turned[cell] {
            ring.reverse();
        }
        ring
    }

    fn file(&self) -> Value {
        let cells = 0..self.side * self.side;
        collection(cells.map(|cell| feature(&format!("{cell:02}"), &self.ring(cell))))
    }
}

/// How far `p` is from the line through `a` and `b`, and where along it.
fn off(p: P, a: P, b: P) -> (f64, f64) {
    let (d, q) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length = d[0].hypot(d[1]);
    ((d[0] * q[1] - d[1] * q[0]).abs() / length, (d[0] * q[0] + d[1] * q[1]) / length)
}

/// How much two outlines have in common: every segment of one against every segment of the other.
fn common(one: &[P], other: &[P]) -> f64 {
    let segments =
        |ring: &[P]| (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect::<Vec<_>>();
    let mut length = 0.0;
    for (a, b) in segments(one) {
        for (c, d) in segments(other) {
            let ((far_c, at_c), (far_d, at_d)) = (off(c, a, b), off(d, a, b));
            if far_c < 1e-11 && far_d < 1e-11 {
                let whole = (b[0] - a[0]).hypot(b[1] - a[1]);
                length += (at_c.max(at_d).min(whole) - at_c.min(at_d).max(0.0)).max(0.0);
            }
        }
    }
    length
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn borders_are_those_of_the_slow_check(grid in grid()) {
        let (map, _) = load(grid.file().to_string().as_bytes(), "grid").unwrap();
        let rings: Vec<Vec<P>> = (0..grid.side * grid.side).map(|cell| grid.ring(cell)).collect();
        let mut slow = Vec::new();
        for a in 0..rings.len() {
            for b in a + 1..rings.len() {
                if common(&rings[a], &rings[b]) > 1e-9 {
                    slow.push((format!("{a:02}"), format!("{b:02}")));
                }
            }
        }
        prop_assert_eq!(pairs(&map), slow);
        // Cells that lie side by side, and no others: corners do not count.
        prop_assert_eq!(map.borders(), 2 * grid.side * (grid.side - 1));
    }
}

#[test]
fn a_vertex_in_the_middle_of_a_neighbours_side_is_no_border_by_itself() {
    // b's corner touches a's side; c lies along part of it.
    let a = feature("a", &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    let b = feature("b", &[[1.0, 0.3], [1.5, 0.1], [1.5, 0.5]]);
    let c = feature("c", &[[1.0, 0.5], [1.5, 0.5], [1.5, 0.9], [1.0, 0.9]]);
    let mut file = collection([a, b, c]);
    file["links"] = json!([["a", "b"]]);
    let (map, _) = load(file.to_string().as_bytes(), "t").unwrap();
    let expected = [("a", "b"), ("a", "c")].map(|(a, b)| (a.to_string(), b.to_string()));
    assert_eq!(pairs(&map), expected);
    file["links"] = json!([]);
    assert!(load(file.to_string().as_bytes(), "t").unwrap_err().to_string().contains("[a, c] [b]"));
}
