use super::features::{self, Named};
use super::members::Members;
use super::project::Projection;
use super::sound::{self, Draft};
use super::source::{self, Choice};
use super::{Fault, Geography, Map, MapError, Territory, TerritoryId, Wording, borders, seam};
use geo::{Area, Centroid, MultiPolygon};
use std::collections::BTreeMap;

/// Reads a map file (docs/maps.md), GeoJSON or TopoJSON: its territories, borders and shapes, or all that is wrong with it.
///
/// `source_name` stands in errors and is the map's name if the file has none.
pub fn load(bytes: &[u8], source_name: &str) -> Result<(Map, Geography), MapError> {
    let fail = |faults| MapError { source_name: source_name.to_string(), faults };
    let survey = Survey::of(bytes, &Choice::default()).map_err(fail)?;
    survey.into_map(source_name).map_err(fail)
}

/// The words for places in a map file; none in a file without shapes.
pub fn wording(bytes: &[u8]) -> Result<Wording, MapError> {
    let fail = |faults| MapError { source_name: "source".to_string(), faults };
    let file = source::read(bytes, &Choice::default()).map_err(|fault| fail(vec![fault]))?;
    let mut faults = Vec::new();
    let (named, _) = features::read(file.features, &Choice::default(), &mut faults);
    let wording = Members::read(&file.members, &mut faults).wording;
    let places = named.into_iter().map(|n| n.place).collect();
    if faults.is_empty() { Ok(Wording { places, ..wording }) } else { Err(fail(faults)) }
}

/// The shapes of a sound map from the file that it came from, under the map's own projection.
pub fn shapes(bytes: &[u8], map: &Map) -> Result<Geography, MapError> {
    let fail = |faults| MapError { source_name: map.name().to_string(), faults };
    let file = source::read(bytes, &Choice::default()).map_err(|fault| fail(vec![fault]))?;
    let mut faults = Vec::new();
    let (named, degrees) = features::read(file.features, &Choice::default(), &mut faults);
    let Some(projection) = Projection::parse(map.projection()) else {
        let what = format!("`projection` \"{}\" cannot be read", map.projection());
        return Err(fail(vec![Fault::BadMember(what)]));
    };
    let geography = project(&named, &degrees, &projection, &mut faults);
    if faults.is_empty() { Ok(geography) } else { Err(fail(faults)) }
}

/// A file as far as it can be understood, sound or not.
pub(super) struct Survey {
    /// Features with an id and a shape, in file order; all lists below go with it.
    pub named: Vec<Named>,
    /// Shapes as the file has them.
    pub degrees: Vec<MultiPolygon<f64>>,
    /// Shapes in metres.
    pub geography: Geography,
    /// With neighbours, links included.
    pub territories: Vec<Territory>,
    pub members: Members,
    projection: String,
    /// Every feature could be read.
    is_complete: bool,
    pub faults: Vec<Fault>,
}

impl Survey {
    /// # Errors
    /// The faults of a file that holds no territory at all.
    pub fn of(bytes: &[u8], choice: &Choice) -> Result<Self, Vec<Fault>> {
        let file = source::read(bytes, choice).map_err(|fault| vec![fault])?;
        let (all, mut faults) = (file.features.len(), Vec::new());
        let (named, degrees) = features::read(file.features, choice, &mut faults);
        let is_complete = named.len() == all;
        let members = Members::read(&file.members, &mut faults);
        members.check_reference_system(&mut faults);
        let projection = members.projection.as_deref().and_then(Projection::parse);
        let Some(projection) = projection.or_else(|| Projection::centred(&degrees)) else {
            if faults.is_empty() {
                faults.push(Fault::Empty);
            }
            return Err(faults);
        };
        let geography = project(&named, &degrees, &projection, &mut faults);
        let mut territories = measure(&named, &geography, &mut faults);
        join(&mut territories, borders::shared(&degrees, members.corners));
        link(&mut territories, &members.links, &mut faults);
        let projection = projection.text().to_string();
        Ok(Survey { named, degrees, geography, territories, members, projection, is_complete, faults })
    }

    /// The sound map, or every fault.
    pub fn into_map(self, source_name: &str) -> Result<(Map, Geography), Vec<Fault>> {
        let Survey { named, geography, territories, members, projection, is_complete, mut faults, .. } = self;
        let draft = Draft {
            name: members.name.unwrap_or_else(|| source_name.to_string()),
            projection,
            attribution: members.attribution,
            territories,
            wording: Wording { places: named.into_iter().map(|n| n.place).collect(), ..members.wording },
            is_table: false,
            is_complete,
        };
        match sound::check(draft, &mut faults) {
            Some(map) if faults.is_empty() => Ok((map, geography)),
            _ => Err(faults),
        }
    }
}

fn project(
    named: &[Named],
    degrees: &[MultiPolygon<f64>],
    projection: &Projection,
    faults: &mut Vec<Fault>,
) -> Geography {
    let shapes = named.iter().zip(degrees).map(|(named, degrees)| {
        let plane = projection.project(degrees).unwrap_or_else(|| {
            let what = "its coordinates cannot be projected".to_string();
            faults.push(Fault::BadShape { id: named.id.clone(), what });
            MultiPolygon(Vec::new())
        });
        seam::close(degrees, plane)
    });
    Geography { shapes: shapes.collect() }
}

/// Whole square metres and centimetres, halves away from zero (rule 5.1).
fn measure(named: &[Named], geography: &Geography, faults: &mut Vec<Fault>) -> Vec<Territory> {
    let mut territories = Vec::with_capacity(named.len());
    for (named, shape) in named.iter().zip(&geography.shapes) {
        let area = shape.unsigned_area().round() as i64;
        let centroid = shape.centroid();
        if area >= 1 && !centroid.is_some_and(|c| c.x().is_finite() && c.y().is_finite()) {
            let what = "it has no centroid".to_string();
            faults.push(Fault::BadShape { id: named.id.clone(), what });
        }
        let centroid = centroid.map_or([0, 0], |c| [cm(c.x()), cm(c.y())]);
        let (id, name) = (named.id.clone(), named.name.clone());
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
    if links.is_empty() {
        return;
    }
    let index: BTreeMap<String, TerritoryId> =
        territories.iter().map(|t| t.id.clone()).zip((0..).map(TerritoryId)).collect();
    for [a, b] in links {
        match (index.get(a), index.get(b)) {
            (Some(a), Some(b)) if a != b => join(territories, [(*a, *b)]),
            _ => faults.push(Fault::BadMember(format!("link [\"{a}\",\"{b}\"] needs two ids of the map"))),
        }
    }
}
