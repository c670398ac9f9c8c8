use super::super::features::Keys;
use super::super::source::Feature;
use super::super::{Choice, Fault};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Which features stay: `PROPERTY=VALUE`, or `!=`; a `*` at the end of the value stands for anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Where {
    property: String,
    value: String,
    /// The value must not be there.
    not: bool,
}

impl std::str::FromStr for Where {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (property, value) = text
            .split_once('=')
            .filter(|(property, _)| !property.trim_end_matches('!').is_empty())
            .ok_or_else(|| format!("\"{text}\" is not PROPERTY=VALUE or PROPERTY!=VALUE"))?;
        let (property, not) =
            property.strip_suffix('!').map_or((property, false), |property| (property, true));
        Ok(Where { property: property.to_string(), value: value.to_string(), not })
    }
}

impl Where {
    fn fits(&self, value: Option<&str>) -> bool {
        let fits = value.is_some_and(|value| match self.value.strip_suffix('*') {
            Some(start) => value.starts_with(start),
            None => value == self.value,
        });
        fits != self.not
    }
}

/// Leaves the features that fit: of the conditions on one property any `=`, and every `!=`.
///
/// # Errors
/// No feature has the property, or none is left.
pub(super) fn keep(features: &mut Vec<Feature>, wanted: &[Where], choice: &Choice) -> Result<(), Fault> {
    let keys = Keys::find(features, choice);
    let value = |f: &Feature, property: &str| match f.properties.get(property) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Null) | None => (property == "id").then(|| keys.id(f).ok()).flatten(),
        Some(other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_))) => {
            Some(other.to_string())
        }
    };
    let mut by_property: BTreeMap<&str, Vec<&Where>> = BTreeMap::new();
    wanted.iter().for_each(|w| by_property.entry(&w.property).or_default().push(w));
    for (property, wanted) in by_property {
        let values: BTreeSet<String> = features.iter().filter_map(|f| value(f, property)).collect();
        if values.is_empty() {
            let known: BTreeSet<&String> = features.iter().flat_map(|f| f.properties.keys()).collect();
            return Err(Fault::NoProperty { name: property.to_string(), known: listed(known) });
        }
        features.retain(|f| {
            let value = value(f, property);
            let fits = |w: &&Where| w.fits(value.as_deref());
            let (nots, any): (Vec<&Where>, Vec<&Where>) = wanted.iter().partition(|w| w.not);
            nots.iter().all(fits) && (any.is_empty() || any.iter().any(fits))
        });
        if features.is_empty() {
            return Err(Fault::NothingLeft { property: property.to_string(), values: listed(&values) });
        }
    }
    Ok(())
}

/// The first few of a list.
fn listed<'a>(all: impl IntoIterator<Item = &'a String>) -> String {
    let mut all = all.into_iter();
    let mut few: Vec<&str> = all.by_ref().take(12).map(String::as_str).collect();
    let more = all.count();
    let more = if more > 0 { format!("… {more} more") } else { String::new() };
    few.extend((!more.is_empty()).then_some(more.as_str()));
    few.join(", ")
}
