use super::project::Projection;
use super::{Fault, Wording};
use serde::Deserialize;
use serde_json::{Map as JsonObject, Value};

/// The members beside `features`.
#[derive(Default)]
pub(super) struct Members {
    pub name: Option<String>,
    pub attribution: String,
    pub links: Vec<[String; 2]>,
    pub corners: bool,
    /// Of the form that rule 5.1 wants.
    pub projection: Option<String>,
    pub wording: Wording,
    /// The name of the coordinates' reference system, as old GeoJSON writes it.
    reference_system: Option<String>,
}

impl Members {
    pub fn read(members: &JsonObject<String, Value>, faults: &mut Vec<Fault>) -> Self {
        let projection: Option<String> = member(members, "projection", faults);
        if let Some(text) = projection.as_deref().filter(|text| Projection::parse(text).is_none()) {
            let form = "+proj=laea +lat_0=LAT +lon_0=LON +ellps=WGS84";
            faults.push(Fault::BadMember(format!("`projection` \"{text}\" is not of the form {form}")));
        }
        let system = members.get("crs").and_then(|crs| crs.pointer("/properties/name"));
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
            reference_system: system.and_then(Value::as_str).map(String::from),
        }
    }

    /// A file that says itself that it is projected.
    pub fn check_reference_system(&self, faults: &mut Vec<Fault>) {
        // Geographic systems within metres of WGS84: the world's, Europe's, North America's, Italy's, Australia's.
        const GEOGRAPHIC: [&str; 9] =
            ["CRS84", "4326", "4979", "4258", "4269", "6706", "7844", "84", "WGS84"];
        let Some(name) = &self.reference_system else { return };
        let code = name.rsplit([':', '/', '#']).next().unwrap_or(name);
        if !GEOGRAPHIC.contains(&code) {
            let mend = "save the map as WGS84, `ogr2ogr -t_srs EPSG:4326 OUT FILE`";
            faults.push(Fault::BadMember(format!("`crs` says that the coordinates are \"{name}\"; {mend}")));
        }
    }
}

fn member<T: for<'de> Deserialize<'de>>(
    members: &JsonObject<String, Value>,
    key: &str,
    faults: &mut Vec<Fault>,
) -> Option<T> {
    let value = members.get(key).filter(|v| !v.is_null())?;
    T::deserialize(value)
        .map_err(|e| faults.push(Fault::BadMember(format!("top-level member `{key}`: {e}"))))
        .ok()
}
