use geo::{Coord, LineString, MultiPolygon, Polygon};
use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A geometry as GeoJSON writes it.
#[derive(Deserialize)]
pub(super) struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    coordinates: Nested,
    #[serde(default)]
    geometries: Vec<Geometry>,
}

impl Geometry {
    /// Its polygons; in a collection lines and points are left out.
    pub fn into_shape(self) -> Result<MultiPolygon<f64>, String> {
        match (self.kind.as_str(), self.coordinates) {
            ("GeometryCollection", _) => {
                gather(self.geometries.into_iter().map(|part| (is_areal(&part.kind), part.into_shape())))
            }
            ("Polygon", Nested::Lines(rings)) => whole([rings]),
            ("MultiPolygon", Nested::Polygons(polygons)) => whole(polygons),
            (kind, Nested::Empty) if is_areal(kind) => Err(EMPTY.to_string()),
            (kind, _) if is_areal(kind) => Err(format!("its coordinates are not nested as a {kind}'s")),
            (kind, _) => Err(no_area(kind)),
        }
    }
}

pub(super) const EMPTY: &str = "its geometry is empty";

/// Whether a geometry of this kind covers ground.
pub(super) fn is_areal(kind: &str) -> bool {
    ["Polygon", "MultiPolygon", "GeometryCollection"].contains(&kind)
}

pub(super) fn no_area(kind: &str) -> String {
    format!("its geometry is a {kind}, no Polygon or MultiPolygon")
}

/// One shape of a collection's parts, each with whether it covers ground.
pub(super) fn gather(
    parts: impl Iterator<Item = (bool, Result<MultiPolygon<f64>, String>)>,
) -> Result<MultiPolygon<f64>, String> {
    let mut all = Vec::new();
    for (_, part) in parts.filter(|(areal, _)| *areal) {
        all.extend(part?);
    }
    if all.is_empty() {
        Err("no part of its geometry is a polygon".to_string())
    } else {
        Ok(MultiPolygon(all))
    }
}

/// Polygons of rings; empty rings are dropped.
fn whole(polygons: impl IntoIterator<Item = Vec<Vec<At>>>) -> Result<MultiPolygon<f64>, String> {
    let line = |ring: Vec<At>| ring.into_iter().map(|At(c)| c).collect();
    shape(polygons.into_iter().map(|rings| rings.into_iter().map(line).collect()))
}

/// The shape of polygons, each a list of rings, the outer one first.
pub(super) fn shape(
    polygons: impl Iterator<Item = Vec<LineString<f64>>>,
) -> Result<MultiPolygon<f64>, String> {
    let polygon = |mut rings: Vec<LineString<f64>>| {
        let outer = rings.first().is_some_and(|ring| !ring.0.is_empty()).then(|| rings.remove(0))?;
        rings.retain(|ring| !ring.0.is_empty());
        Some(Polygon::new(outer, rings))
    };
    let polygons: Vec<Polygon<f64>> = polygons.filter_map(polygon).collect();
    if polygons.is_empty() { Err(EMPTY.to_string()) } else { Ok(MultiPolygon(polygons)) }
}

/// A position; what follows its second number is passed over.
#[derive(Clone, Copy)]
pub(super) struct At(pub Coord<f64>);

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AtVisitor;
        impl<'de> Visitor<'de> for AtVisitor {
            type Value = At;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position, [longitude, latitude]")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<At, A::Error> {
                let x = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                at(x, seq)
            }
        }
        deserializer.deserialize_seq(AtVisitor)
    }
}

/// The rest of a position that begins with `x`.
fn at<'de, A: SeqAccess<'de>>(x: f64, mut seq: A) -> Result<At, A::Error> {
    let y = seq.next_element()?.ok_or_else(|| A::Error::custom("a position needs two numbers"))?;
    while seq.next_element::<IgnoredAny>()?.is_some() {}
    Ok(At(Coord { x, y }))
}

/// `coordinates` of a depth that only they tell. The first element of each list is asked what it is; the others are read as
/// that, straight into place.
#[derive(Default)]
enum Nested {
    #[default]
    Empty,
    Number(f64),
    Position(At),
    Line(Vec<At>),
    Lines(Vec<Vec<At>>),
    Polygons(Vec<Vec<Vec<At>>>),
}

impl<'de> Deserialize<'de> for Nested {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NestedVisitor)
    }
}

struct NestedVisitor;

impl<'de> Visitor<'de> for NestedVisitor {
    type Value = Nested;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("coordinates")
    }

    fn visit_unit<E: Error>(self) -> Result<Nested, E> {
        Ok(Nested::Empty)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Nested, E> {
        Ok(Nested::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Nested, E> {
        Ok(Nested::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Nested, E> {
        Ok(Nested::Number(number as f64))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Nested, A::Error> {
        loop {
            return Ok(match seq.next_element()? {
                None => Nested::Empty,
                Some(Nested::Empty) => continue,
                Some(Nested::Number(x)) => Nested::Position(at(x, seq)?),
                Some(Nested::Position(first)) => Nested::Line(rest(first, seq)?),
                Some(Nested::Line(first)) => Nested::Lines(rest(first, seq)?),
                Some(Nested::Lines(first)) => Nested::Polygons(rest(first, seq)?),
                Some(Nested::Polygons(_)) => {
                    return Err(A::Error::custom("coordinates are nested too deeply"));
                }
            });
        }
    }
}

fn rest<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(first: T, mut seq: A) -> Result<Vec<T>, A::Error> {
    let mut all = vec![first];
    while let Some(next) = seq.next_element()? {
        all.push(next);
    }
    Ok(all)
}
