//! What is allowed but looks wrong: a second opinion on borders, slivers, overlaps, names.

use super::super::net::{Net, Ring};
use super::super::piece::{self, Piece};
use super::{Degrees, Spot};
use geo::{Coord, Line};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Something that may be wrong with a map; it loads all the same.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Warning {
    SameName {
        name: String,
        spots: Vec<Spot>,
    },
    /// They run along each other without a common segment.
    NearBorder {
        a: Spot,
        b: Spot,
        metres: f64,
        within: f64,
        place: Degrees,
    },
    /// A part, or a hole, that is nearly a line.
    Sliver {
        spot: Spot,
        hole: bool,
        square_metres: f64,
        place: Degrees,
    },
    Overlap {
        a: Spot,
        b: Spot,
        place: Degrees,
    },
    /// An outline, like a bow-tie's; the first place of so many.
    Crossing {
        spot: Spot,
        times: usize,
        place: Degrees,
    },
    /// Nothing would be left of it if borders were thinned by so much.
    WouldVanish {
        spot: Spot,
        metres: f64,
    },
    /// They would have no common border any more.
    WouldPart {
        a: Spot,
        b: Spot,
        metres: f64,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::SameName { name, spots } => {
                let spots: Vec<String> = spots.iter().map(|s| s.id.clone()).collect();
                write!(f, "{} territories are called {name}: {}", spots.len(), spots.join(", "))
            }
            Warning::NearBorder { a, b, metres, within, place } => write!(
                f,
                "{} {} and {} {} run along each other for {metres:.0} m near {place}, within {snap} m, but share no \
                 segment; `guerrabot map import FILE --snap {snap}` would join them",
                a.id,
                a.name,
                b.id,
                b.name,
                // A shorter way than was measured would not join them.
                snap = within.ceil().max(1.0)
            ),
            Warning::Sliver { spot, hole, square_metres, place } => {
                let what = if *hole { "hole" } else { "part" };
                write!(
                    f,
                    "sliver: a {what} of {} {} near {place} has {square_metres:.0} m²",
                    spot.id, spot.name
                )
            }
            Warning::Overlap { a, b, place } => {
                write!(f, "{} {} and {} {} overlap near {place}", a.id, a.name, b.id, b.name)
            }
            Warning::Crossing { spot, times, place } => write!(
                f,
                "the outline of {} {} crosses itself {times} times, first near {place}: what it encloses, and so its area \
                 and centroid, is in doubt; `ogr2ogr -makevalid OUT FILE` mends it",
                spot.id, spot.name
            ),
            Warning::WouldVanish { spot, metres } => write!(
                f,
                "thinned by {metres} m, nothing would be left of {} {}; `guerrabot map import FILE --simplify {metres}` keeps \
                 more of it",
                spot.id, spot.name
            ),
            Warning::WouldPart { a, b, metres } => write!(
                f,
                "thinned by {metres} m, {} {} and {} {} would have no common border; `guerrabot map import FILE --simplify \
                 {metres}` keeps it",
                a.id, a.name, b.id, b.name
            ),
        }
    }
}

pub(super) fn same_names(spots: &[Spot]) -> Vec<Warning> {
    let mut by_name: BTreeMap<&str, Vec<Spot>> = BTreeMap::new();
    spots.iter().for_each(|spot| by_name.entry(&spot.name).or_default().push(spot.clone()));
    let twice = by_name.into_iter().filter(|(_, spots)| spots.len() > 1);
    twice.map(|(name, spots)| Warning::SameName { name: name.to_string(), spots }).collect()
}

/// Pairs that touch within `within` metres for some length, but are no neighbours.
pub(super) fn near_borders(
    net: &Net,
    spots: &[Spot],
    neighbours: &BTreeSet<(u32, u32)>,
    within: f64,
) -> Vec<Warning> {
    let lone = net.lone();
    let pieces: Vec<Piece> = lone.iter().map(|segment| net.piece(*segment)).collect();
    let tree = RTree::bulk_load(pieces.clone());
    let mut found: BTreeMap<(u32, u32), (f64, u32)> = BTreeMap::new();
    for (piece, ((vertex, _), _)) in pieces.iter().zip(&lone) {
        let near = tree.locate_in_envelope_intersecting(&piece::around(piece.line, within));
        for other in near.filter(|other| other.owner > piece.owner) {
            let pair = (piece.owner, other.owner);
            if let (false, Some(length)) =
                (neighbours.contains(&pair), piece::common(piece.line, other.line, within))
            {
                found.entry(pair).or_insert((0.0, *vertex)).0 += length;
            }
        }
    }
    // Round a common corner outlines are near each other too.
    let long = found.into_iter().filter(|(_, (metres, _))| *metres > 5.0 * within);
    long.map(|((a, b), (metres, vertex))| Warning::NearBorder {
        a: spots[a as usize].clone(),
        b: spots[b as usize].clone(),
        metres,
        within,
        place: Degrees::of(net.degrees[vertex as usize]),
    })
    .collect()
}

/// Rings whose mean width is under `width` metres.
pub(super) fn slivers(net: &Net, spots: &[Spot], width: f64) -> Vec<Warning> {
    let long = |ring: &Ring| -> f64 { ring.segments().map(|(a, b)| length(net, a, b)).sum() };
    let thin =
        net.rings.iter().filter(|ring| net.signed_double_area(&ring.vertices).abs() < width * long(ring));
    thin.filter_map(|ring| {
        Some(Warning::Sliver {
            spot: spots[ring.owner as usize].clone(),
            hole: !ring.outer,
            square_metres: net.signed_double_area(&ring.vertices).abs() / 2.0,
            place: Degrees::of(net.degrees[*ring.vertices.first()? as usize]),
        })
    })
    .collect()
}

fn length(net: &Net, a: u32, b: u32) -> f64 {
    let d = net.plane[a as usize] - net.plane[b as usize];
    d.x.hypot(d.y)
}

/// Pairs with ground on the same side of a common segment, or one with a part inside the other.
pub(super) fn overlaps(net: &Net, spots: &[Spot], within: f64) -> Vec<Warning> {
    let mut found: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut directed: Vec<((u32, u32), u32)> = Vec::new();
    for ring in &net.rings {
        let turned = (net.signed_double_area(&ring.vertices) > 0.0) != ring.outer;
        directed.extend(ring.segments().map(|(a, b)| (if turned { (b, a) } else { (a, b) }, ring.owner)));
    }
    directed.sort_unstable();
    for group in directed.chunk_by(|a, b| a.0 == b.0) {
        for (i, (segment, a)) in group.iter().enumerate() {
            found.extend(group[i + 1..].iter().filter(|(_, b)| a != b).map(|(_, b)| ((*a, *b), segment.0)));
        }
    }
    inside(net, within, &mut found);
    let warning = |((a, b), vertex): ((u32, u32), u32)| Warning::Overlap {
        a: spots[a as usize].clone(),
        b: spots[b as usize].clone(),
        place: Degrees::of(net.degrees[vertex as usize]),
    };
    found.into_iter().map(warning).collect()
}

/// Parts with a shore vertex well inside another territory.
fn inside(net: &Net, within: f64, found: &mut BTreeMap<(u32, u32), u32>) {
    let line =
        |ring: &Ring| ring.vertices.iter().map(|v| net.plane[*v as usize]).collect::<Vec<Coord<f64>>>();
    let polygons: Vec<&[Ring]> = net.rings.chunk_by(|_, next| !next.outer).collect();
    let boxed = |(i, rings): (usize, &&[Ring])| {
        let points: Vec<[f64; 2]> = line(&rings[0]).iter().map(|c| [c.x, c.y]).collect();
        let bounds = AABB::from_points(&points);
        (!points.is_empty())
            .then(|| GeomWithData::new(Rectangle::from_corners(bounds.lower(), bounds.upper()), i))
    };
    let tree = RTree::bulk_load(polygons.iter().enumerate().filter_map(boxed).collect());
    for ring in net.rings.iter().filter(|ring| ring.outer) {
        let Some(vertex) = ring.vertices.first() else { continue };
        let point = net.plane[*vertex as usize];
        for near in tree.locate_all_at_point(&[point.x, point.y]) {
            let rings = polygons[near.data];
            let holds = |ring: &Ring| {
                let line = line(ring);
                let away =
                    |(a, b): (&Coord<f64>, &Coord<f64>)| piece::distance(point, Line::new(*a, *b)) > within;
                (piece::is_inside(point, &line), line.iter().zip(line.iter().cycle().skip(1)).all(away))
            };
            if rings[0].owner != ring.owner && holds(&rings[0]).0 {
                let all: Vec<(bool, bool)> = rings.iter().map(holds).collect();
                if all[1..].iter().all(|(inside, _)| !inside) && all.iter().all(|(_, away)| *away) {
                    let pair = (ring.owner.min(rings[0].owner), ring.owner.max(rings[0].owner));
                    found.insert(pair, *vertex);
                }
            }
        }
    }
}
