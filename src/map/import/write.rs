use super::super::features::{self, Keys, Named};
use super::super::source::Feature;
use super::super::{Article, Number};
use super::{Draft, Plan};
use geo::{LineString, MultiPolygon};
use serde::Deserialize;
use serde_json::{Map as JsonObject, Value, json};
use std::collections::BTreeMap;

type Object = JsonObject<String, Value>;

/// The words of docs/maps.md that features bring; whatever else is called so is dropped and named.
pub(super) fn words(features: &mut [Feature], keys: &Keys, notes: &mut Vec<String>) -> Vec<Object> {
    let mut strange: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for feature in features.iter_mut() {
        let mut words = Object::new();
        for key in ["article", "article_in_name", "number", "gender", "short", "forms"] {
            match feature.properties.get(key) {
                None | Some(Value::Null) => {}
                Some(value) if is_word(key, value) => drop(words.insert(key.to_string(), value.clone())),
                Some(_) => *strange.entry(key).or_default() += 1,
            }
            // An id or a name may be kept under such a key.
            if !words.contains_key(key) && !keys.uses(key) {
                feature.properties.shift_remove(key);
            }
        }
        all.push(words);
    }
    let note = |(key, times)| format!("property `{key}` is no word of a map in {times} features: left out");
    notes.extend(strange.into_iter().map(note));
    all
}

fn is_word(key: &str, value: &Value) -> bool {
    match key {
        "article" => Article::deserialize(value).is_ok(),
        "article_in_name" => value.is_boolean(),
        "number" => Number::deserialize(value).is_ok(),
        "gender" => matches!(value.as_str(), Some("m" | "f")),
        "forms" => BTreeMap::<String, String>::deserialize(value).is_ok(),
        _ => value.is_string(),
    }
}

/// The members beside the features: the plan's, else the file's own; links to what was left out go.
pub(super) fn members(file: &Object, plan: &Plan, named: &[Named]) -> Object {
    let mut all = Object::new();
    let text = |planned: &Option<String>, key: &str| {
        planned.clone().map(Value::from).or_else(|| file.get(key).cloned())
    };
    let said = [("name", &plan.name), ("title", &plan.title), ("attribution", &plan.attribution)];
    all.extend(said.into_iter().filter_map(|(key, planned)| Some((key.to_string(), text(planned, key)?))));
    let kept = ["article", "unit", "corners", "projection"].into_iter();
    all.extend(kept.filter_map(|key| Some((key.to_string(), file.get(key)?.clone()))));
    let has = |id: &String| named.iter().any(|n| n.id == *id);
    let old = links(file).into_iter().filter(|link| link.iter().all(has));
    let links: Vec<Value> = old.chain(plan.links.iter().cloned()).map(|link| json!(link)).collect();
    if !links.is_empty() {
        all.insert("links".to_string(), Value::Array(links));
    }
    all
}

pub(super) fn links(members: &Object) -> Vec<[String; 2]> {
    members.get("links").and_then(|links| Vec::deserialize(links).ok()).unwrap_or_default()
}

/// The file, a line a feature.
pub(super) fn collection(draft: &Draft) -> Vec<u8> {
    let mut text = String::from("{\"type\":\"FeatureCollection\"");
    for (key, value) in &draft.members {
        text.push_str(&format!(",\n{}:{value}", Value::from(key.as_str())));
    }
    text.push_str(",\n\"features\":[");
    for (i, ((named, words), shape)) in draft.named.iter().zip(&draft.words).zip(&draft.shapes).enumerate() {
        let mut properties = Object::new();
        properties.insert("id".to_string(), named.id.clone().into());
        properties.insert("name".to_string(), features::clean(&named.name).into());
        properties.extend(words.clone());
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&format!(
            "{{\"type\":\"Feature\",\"properties\":{},\"geometry\":",
            Value::Object(properties)
        ));
        geometry(shape, &mut text);
        text.push('}');
    }
    text.push_str("\n]}\n");
    text.into_bytes()
}

fn geometry(shape: &MultiPolygon<f64>, text: &mut String) {
    let single = shape.0.len() == 1;
    let (kind, open, close) = if single { ("Polygon", "", "") } else { ("MultiPolygon", "[", "]") };
    text.push_str(&format!("{{\"type\":\"{kind}\",\"coordinates\":{open}"));
    for (i, polygon) in shape.iter().enumerate() {
        text.push_str(if i == 0 { "[" } else { ",[" });
        ring(polygon.exterior(), text);
        for hole in polygon.interiors() {
            text.push(',');
            ring(hole, text);
        }
        text.push(']');
    }
    text.push_str(close);
    text.push('}');
}

fn ring(line: &LineString<f64>, text: &mut String) {
    let points: Vec<String> = line.coords().map(|c| format!("[{},{}]", c.x, c.y)).collect();
    text.push_str(&format!("[{}]", points.join(",")));
}
