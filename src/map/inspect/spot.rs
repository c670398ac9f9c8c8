use super::super::features::Keys;
use super::super::source::Feature;
use geo::{BoundingRect, MultiPolygon};
use serde::Serialize;
use std::fmt;

/// A feature, so that it can be found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spot {
    pub id: String,
    pub name: String,
    /// Degrees, if it has a shape.
    #[serde(flatten)]
    pub place: Option<Degrees>,
}

/// Longitude and latitude.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Degrees {
    pub lon: f64,
    pub lat: f64,
}

impl Degrees {
    pub fn of(c: geo::Coord<f64>) -> Self {
        let round = |value: f64| (value * 1e4).round() / 1e4 + 0.0;
        Degrees { lon: round(c.x), lat: round(c.y) }
    }
}

impl Spot {
    pub(in super::super) fn of(feature: &Feature, keys: &Keys) -> Self {
        let id = keys.id(feature).unwrap_or_else(Option::unwrap_or_default);
        let name = keys.name(feature).unwrap_or_else(|| id.clone());
        Spot { id, name, place: feature.shape.as_ref().ok().and_then(middle).map(Degrees::of) }
    }
}

/// The middle of the box round the widest part.
fn middle(shape: &MultiPolygon<f64>) -> Option<geo::Coord<f64>> {
    let boxes = shape.iter().filter_map(|polygon| polygon.bounding_rect());
    boxes.max_by(|a, b| (a.width() * a.height()).total_cmp(&(b.width() * b.height()))).map(|b| b.center())
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        if self.name != self.id {
            write!(f, " {}", self.name)?;
        }
        self.place.map_or(Ok(()), |place| write!(f, " at {place}"))
    }
}

impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.lon, self.lat)
    }
}
