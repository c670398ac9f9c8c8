//! What features are called: ids and names, under whatever key a file keeps them.

use super::source::{Choice, Feature};
use super::{Fault, Place};
use geo::{Coord, CoordsIter, MultiPolygon};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// Keys of ids in files from elsewhere; one is taken if every feature has it, each another value.
const IDS: &str = "ID Id code CODE codice CODICE PRO_COM_T pro_com_t PRO_COM pro_com COD_PROV cod_prov COD_REG cod_reg \
    GEOID geoid GEOID20 GEOID10 FIPS fips ISO_A3 iso_a3 ADM0_A3 adm0_a3 ISO_A2 iso_a2 iso_3166_2 ISO_3166_2 \
    NUTS_ID LAU_ID GISCO_ID INSEE_COM insee AGS ags shapeID GID gid";

/// Keys of names, the likeliest first.
const NAMES: &str = "name NAME Name nome NOME Nome denominazione DENOMINAZIONE DEN_COM COMUNE comune DEN_UTS DEN_PROV \
    DEN_REG NAME_LATN NUTS_NAME LAU_NAME NAMELSAD ADMIN admin nombre NOMBRE nom NOM GEN shapeName";

/// A feature that can be called and has a shape.
pub(super) struct Named {
    pub id: String,
    pub name: String,
    pub place: Place,
    /// Its place in the file, from 1.
    pub number: usize,
}

/// How a file's ids and names are found.
pub(super) struct Keys {
    id: IdKey,
    name: Option<String>,
    numbers: bool,
}

enum IdKey {
    /// `id`, `istat`, or the feature's own member `id`.
    Documented,
    Property(String),
}

impl Keys {
    pub fn find(features: &[Feature], choice: &Choice) -> Self {
        let documented = |f: &Feature| {
            f.id.is_some()
                || ["id", "istat"].iter().any(|key| f.properties.get(*key).is_some_and(|v| !v.is_null()))
        };
        let id = match &choice.id {
            Some(key) if key != "id" => IdKey::Property(key.clone()),
            None if !features.iter().any(documented) => {
                let guess = IDS.split_whitespace().find(|key| tells_apart(features, key));
                guess.map_or(IdKey::Documented, |key| IdKey::Property(key.to_string()))
            }
            Some(_) | None => IdKey::Documented,
        };
        let used = |key: &&str| features.iter().any(|f| f.properties.get(*key).is_some_and(Value::is_string));
        let name =
            choice.name.clone().or_else(|| NAMES.split_whitespace().find(used).map(|key| key.to_string()));
        Keys { id, name, numbers: choice.numbers }
    }

    fn id_value<'a>(&self, feature: &'a Feature) -> Option<&'a Value> {
        let value = |key: &str| feature.properties.get(key).filter(|v| !v.is_null());
        match &self.id {
            IdKey::Documented => {
                let found = [value("id"), value("istat"), feature.id.as_ref()];
                // A number beside a text is a row's number.
                found
                    .into_iter()
                    .flatten()
                    .find(|v| v.is_string())
                    .or_else(|| found.into_iter().flatten().next())
            }
            IdKey::Property(key) => value(key),
        }
    }

    /// The id, or what stands in its place.
    pub fn id(&self, feature: &Feature) -> Result<String, Option<String>> {
        match self.id_value(feature) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Number(number)) if self.numbers => Ok(number.to_string()),
            Some(other) => Err(Some(other.to_string())),
            None => Err(None),
        }
    }

    /// The name, if there is one that is more than space.
    pub fn name(&self, feature: &Feature) -> Option<String> {
        let value = feature.properties.get(self.name.as_deref()?)?;
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if self.numbers => number.to_string(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                return None;
            }
        };
        (!text.trim().is_empty()).then_some(text)
    }

    /// Whether ids or names are kept under this key.
    pub fn uses(&self, key: &str) -> bool {
        self.name.as_deref() == Some(key) || matches!(&self.id, IdKey::Property(id) if id == key)
    }

    /// The property that ids come from, if it had to be guessed.
    pub fn guessed(&self) -> Option<&str> {
        match &self.id {
            IdKey::Documented => None,
            IdKey::Property(key) => Some(key),
        }
    }
}

/// A name on one line, without blanks at its ends.
pub(super) fn clean(name: &str) -> String {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    name.chars().map(visible).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether every feature has this property as text or number, and each another one.
pub(super) fn tells_apart(features: &[Feature], key: &str) -> bool {
    let mut seen = BTreeSet::new();
    features.iter().all(|f| match f.properties.get(key) {
        Some(Value::String(text)) => !text.is_empty() && seen.insert(text.clone()),
        Some(Value::Number(number)) => seen.insert(number.to_string()),
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => false,
    })
}

/// Every feature that has an id and a shape, and the shapes, in degrees; the others become faults.
pub(super) fn read(
    features: Vec<Feature>,
    choice: &Choice,
    faults: &mut Vec<Fault>,
) -> (Vec<Named>, Vec<MultiPolygon<f64>>) {
    let keys = Keys::find(&features, choice);
    let mut hint = None;
    if features.iter().any(|f| keys.id(f) == Err(None)) {
        hint = Some(self::hint(&features));
    }
    let mut projected: Vec<Coord<f64>> = Vec::new();
    let (mut named, mut shapes) = (Vec::with_capacity(features.len()), Vec::with_capacity(features.len()));
    for (number, feature) in (1..).zip(features) {
        let id = match keys.id(&feature) {
            Ok(id) => id,
            Err(found) => {
                let name = keys.name(&feature);
                faults.push(Fault::MissingId {
                    feature: number,
                    name,
                    found,
                    hint: hint.clone().unwrap_or_default(),
                });
                continue;
            }
        };
        let name = keys.name(&feature).unwrap_or_else(|| id.clone());
        let place = Place::deserialize(&feature.properties).unwrap_or_else(|e| {
            faults.push(Fault::BadWord { id: id.clone(), what: e.to_string() });
            Place::default()
        });
        match feature.shape {
            Err(what) => faults.push(Fault::BadShape { id, what }),
            Ok(shape) => match beyond(&shape) {
                Some(point) => projected.push(point),
                None => {
                    named.push(Named { id, name, place, number });
                    shapes.push(shape);
                }
            },
        }
    }
    if let Some(first) = projected.first() {
        faults.push(Fault::Projected {
            x: first.x.to_string(),
            y: first.y.to_string(),
            times: projected.len(),
        });
    }
    (named, shapes)
}

/// The properties that could be ids, for those who have none.
fn hint(features: &[Feature]) -> String {
    let Some(first) = features.first() else { return String::new() };
    let fit: Vec<&str> =
        first.properties.keys().map(String::as_str).filter(|key| tells_apart(features, key)).collect();
    match fit.as_slice() {
        [] => String::new(),
        fit => format!("; `{}` would do: `guerrabot map import FILE --id {}`", fit.join("`, `"), fit[0]),
    }
}

/// The first point that is no longitude and latitude.
fn beyond(shape: &MultiPolygon<f64>) -> Option<Coord<f64>> {
    shape.coords_iter().find(|c| !(c.x.abs() <= 360.0 && c.y.abs() <= 90.0))
}
