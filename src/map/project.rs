use geo::{Coord, MapCoords, MultiPolygon};
use proj4rs::Proj;

/// The local equal-area projection of rule 5.1.
pub(super) struct Projection {
    text: String,
    from: Proj,
    to: Proj,
}

impl Projection {
    /// Centred on the shapes' bounding box; none if there is no coordinate at all.
    pub fn centred(shapes: &[MultiPolygon<f64>]) -> Option<Self> {
        let (lat, lon) = centre(shapes)?;
        Self::at(lat, lon)
    }

    /// From a map file's own text, which must have the form of rule 5.1.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("+proj=laea +lat_0=")?;
        let (lat, rest) = rest.split_once(" +lon_0=")?;
        let lon = rest.strip_suffix(" +ellps=WGS84")?;
        let (lat, lon): (f64, f64) = (lat.parse().ok()?, lon.parse().ok()?);
        let sane = lat.abs() <= 90.0 && lon.abs() <= 360.0;
        sane.then(|| Self::at(lat, lon)).flatten().map(|p| Projection { text: text.to_string(), ..p })
    }

    fn at(lat: f64, lon: f64) -> Option<Self> {
        let text = format!("+proj=laea +lat_0={lat} +lon_0={lon} +ellps=WGS84");
        let from = Proj::from_proj_string("+proj=longlat +ellps=WGS84").ok()?;
        let to = Proj::from_proj_string(&text).ok()?;
        Some(Projection { text, from, to })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Points in degrees to metres, x east, y north; none where the projection has no answer.
    pub fn project_all(&self, degrees: &[Coord<f64>]) -> Option<Vec<Coord<f64>>> {
        let line = geo::LineString(degrees.to_vec());
        let shape = self.project(&MultiPolygon(vec![geo::Polygon::new(line, Vec::new())]))?;
        let mut points = shape.0.into_iter().next()?.into_inner().0.0;
        // The polygon closed itself.
        points.truncate(degrees.len());
        Some(points)
    }

    /// Degrees to metres, x east, y north; none where the projection has no answer.
    pub fn project(&self, shape: &MultiPolygon<f64>) -> Option<MultiPolygon<f64>> {
        shape
            .try_map_coords(|c| {
                let mut point = (c.x.to_radians(), c.y.to_radians(), 0.0);
                proj4rs::transform::transform(&self.from, &self.to, &mut point)?;
                Ok::<_, proj4rs::errors::Error>(Coord { x: point.0, y: point.1 })
            })
            .ok()
            .filter(|shape| geo::CoordsIter::coords_iter(shape).all(|c| c.x.is_finite() && c.y.is_finite()))
    }
}

/// The midpoint of the narrowest bounding box, across the antimeridian if that is narrower, in micro-degrees.
fn centre(shapes: &[MultiPolygon<f64>]) -> Option<(f64, f64)> {
    let coords = || shapes.iter().flat_map(geo::CoordsIter::coords_iter);
    let (south, north) = range(coords().map(|c| c.y))?;
    let straight = range(coords().map(|c| c.x))?;
    let across = range(coords().map(|c| if c.x < 0.0 { c.x + 360.0 } else { c.x }))?;
    let (west, east) = if across.1 - across.0 < straight.1 - straight.0 { across } else { straight };
    let middle = |low: f64, high: f64| ((low + high) / 2.0 * 1e6).round() / 1e6;
    let lon = middle(west, east);
    Some((middle(south, north), if lon > 180.0 { ((lon - 360.0) * 1e6).round() / 1e6 } else { lon }))
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, v| match range {
        None => Some((v, v)),
        Some((low, high)) => Some((low.min(v), high.max(v))),
    })
}
