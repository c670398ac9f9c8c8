use super::{Frame, Point};
use crate::map::TerritoryId;

/// A run of border with the same territories on its two sides; outside the map there is none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arc {
    pub points: Vec<Point>,
    pub sides: (TerritoryId, Option<TerritoryId>),
    /// The smallest box round it.
    pub bounds: Frame,
}

impl Arc {
    fn new(points: Vec<Point>, sides: (TerritoryId, Option<TerritoryId>)) -> Self {
        Arc { bounds: Frame::around(points.iter().copied()), points, sides }
    }
}

type Key = (u32, u32);
type Segment = (Key, Key);

/// Every border once, from the rings of all territories; neighbours share their vertices.
pub(super) fn trace(rings: &[Vec<Vec<Point>>]) -> Vec<Arc> {
    let mut owned: Vec<(Segment, u32)> = Vec::new();
    for (owner, rings) in (0..).zip(rings) {
        for ring in rings {
            owned.extend(edges(ring).map(|(a, b)| (segment(a, b), owner)));
        }
    }
    owned.sort_unstable();
    let mut arcs = Vec::new();
    for (owner, rings) in (0..).zip(rings) {
        for ring in rings {
            let across = |(a, b): (Point, Point)| other(&owned, segment(a, b), owner);
            trace_ring(TerritoryId(owner), ring, across, &mut arcs);
        }
    }
    arcs
}

fn trace_ring(
    owner: TerritoryId,
    ring: &[Point],
    across: impl Fn((Point, Point)) -> Option<TerritoryId>,
    arcs: &mut Vec<Arc>,
) {
    let sides: Vec<Option<TerritoryId>> = edges(ring).map(across).collect();
    let count = ring.len();
    let change = (0..count).find(|i| sides[*i] != sides[(*i + count - 1) % count]);
    let start = change.unwrap_or(0);
    let mut open: Option<(Vec<Point>, Option<TerritoryId>)> = None;
    let mut close = |open: Option<(Vec<Point>, Option<TerritoryId>)>| {
        let once = open.filter(|(_, other)| other.is_none_or(|other| owner < other));
        arcs.extend(once.map(|(points, other)| Arc::new(points, (owner, other))));
    };
    for i in (start..start + count).map(|i| i % count) {
        let next = ring[(i + 1) % count];
        match &mut open {
            Some((points, other)) if *other == sides[i] => points.push(next),
            _ => close(open.replace((vec![ring[i], next], sides[i]))),
        }
    }
    close(open);
}

/// Each edge of a ring that has a length, the closing one too.
fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]))
}

fn segment(a: Point, b: Point) -> Segment {
    let key = |p: Point| ((p.0 + 0.0).to_bits(), (p.1 + 0.0).to_bits());
    let (a, b) = (key(a), key(b));
    (a.min(b), a.max(b))
}

/// Who else has this segment.
fn other(owned: &[(Segment, u32)], segment: Segment, owner: u32) -> Option<TerritoryId> {
    let first = owned.partition_point(|(s, _)| *s < segment);
    let holders = owned[first..].iter().take_while(|(s, _)| *s == segment);
    holders.map(|(_, holder)| *holder).find(|holder| *holder != owner).map(TerritoryId)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two unit squares side by side.
    fn squares() -> Vec<Vec<Vec<Point>>> {
        let square = |x: f32| vec![vec![(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)]];
        vec![square(0.0), square(1.0)]
    }

    #[test]
    fn a_common_border_is_traced_once() {
        let arcs = trace(&squares());
        let inner: Vec<&Arc> = arcs.iter().filter(|a| a.sides.1.is_some()).collect();
        assert_eq!(inner.len(), 1);
        assert_eq!(inner[0].points, [(1.0, 0.0), (1.0, 1.0)]);
        let outer: usize = arcs.iter().filter(|a| a.sides.1.is_none()).map(|a| a.points.len() - 1).sum();
        assert_eq!(outer, 6);
    }

    #[test]
    fn an_island_is_one_closed_arc() {
        let arcs = trace(&squares()[..1]);
        assert_eq!(arcs.len(), 1);
        assert_eq!(arcs[0].points.first(), arcs[0].points.last());
    }
}
