//! Reading map files: GeoJSON and TopoJSON become the same list of features, in degrees.

mod geojson;
mod geometry;
mod topojson;

use super::Fault;
use geo::MultiPolygon;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use serde_json::{Map as JsonObject, Value};
use std::borrow::Cow;

/// A file as it was read, not yet judged.
pub(super) struct Source {
    pub features: Vec<Feature>,
    /// The members beside the features.
    pub members: JsonObject<String, Value>,
}

/// One feature of a file.
pub(super) struct Feature {
    /// The member `id`, beside the properties.
    pub id: Option<Value>,
    pub properties: JsonObject<String, Value>,
    /// Degrees; every ring has a point. Else why there is no shape.
    pub shape: Result<MultiPolygon<f64>, String>,
}

/// What a reader is told of a file that does not speak for itself.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The object of a TopoJSON file.
    pub object: Option<String>,
    /// The property that holds the id.
    pub id: Option<String>,
    /// The property that holds the name.
    pub name: Option<String>,
    /// Numbers are taken for ids.
    pub numbers: bool,
}

/// What is looked at before a file is read in earnest.
#[derive(Deserialize)]
struct Peek<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Cow<'a, str>>,
    territories: Option<IgnoredAny>,
}

/// Reads a file's features.
///
/// # Errors
/// The one fault that keeps it from being read: not UTF-8, not JSON, neither GeoJSON nor TopoJSON, no such object.
pub(super) fn read(bytes: &[u8], choice: &Choice) -> Result<Source, Fault> {
    let text = text(bytes)?;
    let peek: Peek<'_> = serde_json::from_str(text).map_err(|e| fault(&e))?;
    match peek.kind.as_deref() {
        Some("FeatureCollection") => geojson::read(text),
        Some("Topology") => topojson::read(text, choice.object.as_deref()),
        Some("Feature") => Err(Fault::NotGeoJson("it is a single Feature".to_string())),
        Some(other) => Err(Fault::NotGeoJson(format!("it is a {other}"))),
        None => Err(Fault::NotGeoJson("it has no `type`".to_string())),
    }
}

/// Whether a feature has no shape because there is nothing, not because something is wrong.
pub(super) fn is_nothing(why: &str) -> bool {
    [NO_GEOMETRY, geometry::EMPTY].contains(&why)
}

const NO_GEOMETRY: &str = "it has no geometry";

/// Whether a file is a table of `map show --json`, not a map with shapes.
pub fn is_table(bytes: &[u8]) -> bool {
    let peek = text(bytes).ok().and_then(|text| serde_json::from_str::<Peek<'_>>(text).ok());
    peek.is_some_and(|peek| peek.kind.is_none() && peek.territories.is_some())
}

/// The text without a byte order mark.
pub(super) fn text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|e| Fault::NotUtf8(e.valid_up_to()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn fault(error: &serde_json::Error) -> Fault {
    match error.classify() {
        Category::Data => Fault::NotGeoJson(error.to_string()),
        Category::Io | Category::Syntax | Category::Eof => Fault::NotJson(error.to_string()),
    }
}
