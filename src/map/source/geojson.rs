use super::geometry::Geometry;
use super::{Fault, Feature, JsonObject, NO_GEOMETRY, Source, fault};
use serde::Deserialize;
use serde_json::Value;

/// The features of a FeatureCollection.
pub(super) fn read(text: &str) -> Result<Source, Fault> {
    let file: Collection = serde_json::from_str(text).map_err(|e| fault(&e))?;
    Ok(Source { features: file.features, members: file.members })
}

#[derive(Deserialize)]
struct Collection {
    features: Vec<Feature>,
    #[serde(flatten)]
    members: JsonObject<String, Value>,
}

#[derive(Deserialize)]
struct GeoFeature {
    id: Option<Value>,
    properties: Option<JsonObject<String, Value>>,
    geometry: Option<Geometry>,
}

impl<'de> Deserialize<'de> for Feature {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GeoFeature { id, properties, geometry } = GeoFeature::deserialize(deserializer)?;
        let shape = geometry.map_or_else(|| Err(NO_GEOMETRY.to_string()), Geometry::into_shape);
        Ok(Feature { id, properties: properties.unwrap_or_default(), shape })
    }
}
