//! Maps from files: what counts as a border, what is wrong with a file, and what `map import` makes of it.

mod antimeridian;
mod borders;
mod imports;
mod inspections;
mod mutants;
mod planar;
mod sound;
mod topojson;
mod traps;

use guerrabot::map::{Map, MapError, load};
use serde_json::{Value, json};

/// A feature with one ring, which may be left open.
fn feature(id: &str, ring: &[[f64; 2]]) -> Value {
    let mut ring = ring.to_vec();
    ring.push(ring[0]);
    json!({"type": "Feature", "properties": {"id": id, "name": id},
           "geometry": {"type": "Polygon", "coordinates": [ring]}})
}

/// A rectangle of degrees.
fn rectangle(id: &str, west: f64, south: f64, east: f64, north: f64) -> Value {
    feature(id, &[[west, south], [east, south], [east, north], [west, north]])
}

fn collection(features: impl IntoIterator<Item = Value>) -> Value {
    json!({"type": "FeatureCollection", "features": features.into_iter().collect::<Vec<_>>()})
}

fn read(file: &Value) -> Result<Map, MapError> {
    load(file.to_string().as_bytes(), "test").map(|(map, _)| map)
}

/// Every pair of neighbours by id, the lower first.
fn pairs(map: &Map) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for t in map.territories() {
        let others = t.neighbours.iter().map(|n| map.territory(*n).id.clone());
        pairs.extend(others.filter(|other| t.id < *other).map(|other| (t.id.clone(), other)));
    }
    pairs.sort();
    pairs
}
