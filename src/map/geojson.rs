use super::project::Projection;
use super::sound::{self, Draft};
use super::{Fault, Geography, Map, MapError, Place, Territory, TerritoryId, Wording, borders};
use ::geojson::{Feature, FeatureCollection, GeoJson, JsonObject};
use geo::{Area, Centroid, MultiPolygon};
use serde_json::error::Category;
use std::collections::BTreeMap;

/// Reads a GeoJSON map file (docs/maps.md): its territories, borders and shapes, or all that is wrong with it.
///
/// `source_name` stands in errors and is the map's name if the file has none.
pub fn load(bytes: &[u8], source_name: &str) -> Result<(Map, Geography), MapError> {
    let fail = |faults| MapError { source_name: source_name.to_string(), faults };
    let file = parse(bytes).map_err(|fault| fail(vec![fault]))?;
    let mut faults = Vec::new();
    let features = read_features(&file.features, &mut faults);
    let members = Members::read(file.foreign_members.as_ref(), &mut faults);
    let degrees: Vec<MultiPolygon<f64>> = features.iter().map(|f| f.shape.clone()).collect();
    let Some(projection) = members.projection.or_else(|| Projection::centred(&degrees)) else {
        faults.push(Fault::Empty);
        return Err(fail(faults));
    };
    let geography = project(&features, &projection, &mut faults);
    let mut territories = measure(&features, &geography, &mut faults);
    join(&mut territories, borders::shared(&degrees, members.corners));
    link(&mut territories, &members.links, &mut faults);
    let draft = Draft {
        name: members.name.unwrap_or_else(|| source_name.to_string()),
        projection: projection.text().to_string(),
        attribution: members.attribution,
        territories,
        wording: Wording { places: features.into_iter().map(|f| f.place).collect(), ..members.wording },
    };
    match sound::check(draft, &mut faults) {
        Some(map) if faults.is_empty() => Ok((map, geography)),
        _ => Err(fail(faults)),
    }
}

/// The words for places in a map file; none in a file without shapes.
pub fn wording(bytes: &[u8]) -> Result<Wording, MapError> {
    let fail = |faults| MapError { source_name: "source".to_string(), faults };
    let file = parse(bytes).map_err(|fault| fail(vec![fault]))?;
    let mut faults = Vec::new();
    let features = read_features(&file.features, &mut faults);
    let wording = Members::read(file.foreign_members.as_ref(), &mut faults).wording;
    let places = features.into_iter().map(|f| f.place).collect();
    if faults.is_empty() { Ok(Wording { places, ..wording }) } else { Err(fail(faults)) }
}

/// The shapes of a sound map from the file that it came from, under the map's own projection.
pub fn shapes(bytes: &[u8], map: &Map) -> Result<Geography, MapError> {
    let fail = |faults| MapError { source_name: map.name().to_string(), faults };
    let file = parse(bytes).map_err(|fault| fail(vec![fault]))?;
    let mut faults = Vec::new();
    let features = read_features(&file.features, &mut faults);
    let Some(projection) = Projection::parse(map.projection()) else {
        let what = format!("`projection` \"{}\" cannot be read", map.projection());
        return Err(fail(vec![Fault::BadMember(what)]));
    };
    let geography = project(&features, &projection, &mut faults);
    if faults.is_empty() { Ok(geography) } else { Err(fail(faults)) }
}

fn parse(bytes: &[u8]) -> Result<FeatureCollection, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|e| Fault::NotUtf8(e.valid_up_to()))?;
    let file = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|e| match e.classify() {
        Category::Data => Fault::NotGeoJson(e.to_string()),
        Category::Io | Category::Syntax | Category::Eof => Fault::NotJson(e.to_string()),
    })?;
    match file {
        GeoJson::FeatureCollection(file) => Ok(file),
        GeoJson::Feature(_) => Err(Fault::NotGeoJson("it is a single Feature".to_string())),
        GeoJson::Geometry(_) => Err(Fault::NotGeoJson("it is a bare geometry".to_string())),
    }
}

struct Read {
    id: String,
    name: String,
    shape: MultiPolygon<f64>,
    place: Place,
}

fn read_features(features: &[Feature], faults: &mut Vec<Fault>) -> Vec<Read> {
    (1..).zip(features).filter_map(|(number, f)| read_feature(number, f, faults)).collect()
}

fn read_feature(number: usize, feature: &Feature, faults: &mut Vec<Fault>) -> Option<Read> {
    let empty = JsonObject::new();
    let properties = feature.properties.as_ref().unwrap_or(&empty);
    let text = |key: &str| properties.get(key).and_then(|v| v.as_str()).map(String::from);
    let Some(id) = text("id").or_else(|| text("istat")) else {
        faults.push(Fault::MissingId { feature: number });
        return None;
    };
    let name = text("name").unwrap_or_else(|| id.clone());
    let place = serde_json::from_value(serde_json::Value::Object(properties.clone())).unwrap_or_else(|e| {
        faults.push(Fault::BadWord { id: id.clone(), what: e.to_string() });
        Place::default()
    });
    match shape(feature) {
        Ok(shape) => Some(Read { id, name, shape, place }),
        Err(what) => {
            faults.push(Fault::BadShape { id, what });
            None
        }
    }
}

fn shape(feature: &Feature) -> Result<MultiPolygon<f64>, String> {
    let geometry = feature.geometry.as_ref().ok_or("it has no geometry")?;
    let geometry = geo::Geometry::<f64>::try_from(geometry).map_err(|e| e.to_string())?;
    let shape = if let geo::Geometry::Polygon(polygon) = geometry {
        MultiPolygon(vec![polygon])
    } else {
        MultiPolygon::try_from(geometry).map_err(|_| "its geometry is no Polygon or MultiPolygon")?
    };
    let mut coords = geo::CoordsIter::coords_iter(&shape).peekable();
    if coords.peek().is_none() {
        return Err("its geometry is empty".to_string());
    }
    match coords.find(|c| !(c.x.abs() <= 360.0 && c.y.abs() <= 90.0)) {
        Some(c) => Err(format!("({}, {}) is no longitude and latitude; save the map as WGS84", c.x, c.y)),
        None => Ok(shape),
    }
}

/// The members beside `features`.
#[derive(Default)]
struct Members {
    name: Option<String>,
    attribution: String,
    links: Vec<[String; 2]>,
    corners: bool,
    projection: Option<Projection>,
    wording: Wording,
}

impl Members {
    fn read(members: Option<&JsonObject>, faults: &mut Vec<Fault>) -> Self {
        let Some(members) = members else { return Members::default() };
        let projection: Option<String> = member(members, "projection", faults);
        let projection = projection.and_then(|text| {
            let parsed = Projection::parse(&text);
            if parsed.is_none() {
                let form = "+proj=laea +lat_0=LAT +lon_0=LON +ellps=WGS84";
                faults.push(Fault::BadMember(format!("`projection` \"{text}\" is not of the form {form}")));
            }
            parsed
        });
        Members {
            name: member(members, "name", faults),
            attribution: member(members, "attribution", faults).unwrap_or_default(),
            links: member(members, "links", faults).unwrap_or_default(),
            corners: member(members, "corners", faults).unwrap_or_default(),
            projection,
            wording: Wording {
                title: member(members, "title", faults).unwrap_or_default(),
                article: member(members, "article", faults).unwrap_or_default(),
                unit: member(members, "unit", faults).unwrap_or_default(),
                places: Vec::new(),
            },
        }
    }
}

fn member<T: serde::de::DeserializeOwned>(
    members: &JsonObject,
    key: &str,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let value = members.get(key).filter(|v| !v.is_null())?;
    serde_json::from_value(value.clone())
        .map_err(|e| faults.push(Fault::BadMember(format!("top-level member `{key}`: {e}"))))
        .ok()
}

fn project(features: &[Read], projection: &Projection, faults: &mut Vec<Fault>) -> Geography {
    let shapes = features.iter().map(|f| {
        projection.project(&f.shape).unwrap_or_else(|| {
            let what = "its coordinates cannot be projected".to_string();
            faults.push(Fault::BadShape { id: f.id.clone(), what });
            MultiPolygon(Vec::new())
        })
    });
    Geography { shapes: shapes.collect() }
}

/// Whole square metres and centimetres, halves away from zero (rule 5.1).
fn measure(features: &[Read], geography: &Geography, faults: &mut Vec<Fault>) -> Vec<Territory> {
    let mut territories = Vec::with_capacity(features.len());
    for (feature, shape) in features.iter().zip(&geography.shapes) {
        let area = shape.unsigned_area().round() as i64;
        let centroid = shape.centroid().map_or([0, 0], |c| [cm(c.x()), cm(c.y())]);
        if area >= 1 && !shape.centroid().is_some_and(|c| c.x().is_finite() && c.y().is_finite()) {
            let what = "it has no centroid".to_string();
            faults.push(Fault::BadShape { id: feature.id.clone(), what });
        }
        let (id, name) = (feature.id.clone(), feature.name.clone());
        territories.push(Territory { id, name, area, centroid, neighbours: Vec::new() });
    }
    territories
}

fn cm(metres: f64) -> i64 {
    (metres * 100.0).round() as i64
}

fn join(territories: &mut [Territory], pairs: impl IntoIterator<Item = (TerritoryId, TerritoryId)>) {
    for (a, b) in pairs {
        territories[a.index()].neighbours.push(b);
        territories[b.index()].neighbours.push(a);
    }
}

fn link(territories: &mut [Territory], links: &[[String; 2]], faults: &mut Vec<Fault>) {
    let index: BTreeMap<String, TerritoryId> =
        territories.iter().map(|t| t.id.clone()).zip((0..).map(TerritoryId)).collect();
    for [a, b] in links {
        match (index.get(a), index.get(b)) {
            (Some(a), Some(b)) if a != b => join(territories, [(*a, *b)]),
            _ => faults.push(Fault::BadMember(format!("link [\"{a}\",\"{b}\"] needs two ids of the map"))),
        }
    }
}
