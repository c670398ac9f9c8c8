//! TopoJSON: borders are written once, as arcs, and shapes name them.

use super::geometry::{At, gather, is_areal, no_area, shape};
use super::{Fault, Feature, JsonObject, NO_GEOMETRY, Source, fault};
use geo::{Coord, LineString, MultiPolygon};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The features of one object of a topology: the named one, or the only one that has polygons.
pub(super) fn read(text: &str, object: Option<&str>) -> Result<Source, Fault> {
    let mut topology: Topology = serde_json::from_str(text).map_err(|e| fault(&e))?;
    let mut chosen = choose(&mut topology.objects, object)?;
    let mut arcs = Arcs::new(topology.arcs, topology.transform);
    let mut features = Vec::new();
    if chosen.is_group() {
        // The whole object is no territory, even if it is called something.
        (chosen.id, chosen.properties) = (None, None);
    }
    chosen.into_features(&mut arcs, &mut features);
    Ok(Source { features, members: topology.members })
}

#[derive(Deserialize)]
struct Topology {
    arcs: Vec<Vec<At>>,
    transform: Option<Transform>,
    objects: BTreeMap<String, Object>,
    /// Only what the arcs and objects leave over, so it is small.
    #[serde(flatten)]
    members: JsonObject<String, Value>,
}

#[derive(Clone, Copy, Deserialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

#[derive(Deserialize)]
struct Object {
    #[serde(rename = "type")]
    kind: Option<String>,
    id: Option<Value>,
    properties: Option<JsonObject<String, Value>>,
    #[serde(default)]
    arcs: Value,
    #[serde(default)]
    geometries: Vec<Object>,
}

impl Object {
    fn is_group(&self) -> bool {
        self.kind.as_deref() == Some("GeometryCollection")
    }

    fn has_polygons(&self) -> bool {
        let areal = !self.is_group() && self.kind.as_deref().is_some_and(is_areal);
        areal || self.geometries.iter().any(Object::has_polygons)
    }

    /// A collection without id and properties of its own is only a group of features.
    fn into_features(self, arcs: &mut Arcs, features: &mut Vec<Feature>) {
        let nameless = self.id.is_none() && self.properties.as_ref().is_none_or(JsonObject::is_empty);
        if self.is_group() && nameless {
            self.geometries.into_iter().for_each(|member| member.into_features(arcs, features));
        } else {
            let shape = self.shape(arcs);
            features.push(Feature { id: self.id, properties: self.properties.unwrap_or_default(), shape });
        }
    }

    fn shape(&self, arcs: &mut Arcs) -> Result<MultiPolygon<f64>, String> {
        match self.kind.as_deref() {
            None => Err(NO_GEOMETRY.to_string()),
            Some("GeometryCollection") => gather(
                self.geometries.iter().map(|g| (g.kind.as_deref().is_some_and(is_areal), g.shape(arcs))),
            ),
            Some("Polygon") => arcs.shape(vec![self.named()?]),
            Some("MultiPolygon") => arcs.shape(self.named()?),
            Some(kind) => Err(no_area(kind)),
        }
    }

    /// The arcs' numbers, nested as the kind of geometry wants it.
    fn named<T: for<'de> Deserialize<'de>>(&self) -> Result<T, String> {
        T::deserialize(&self.arcs).map_err(|e| format!("its `arcs` cannot be read: {e}"))
    }
}

fn choose(objects: &mut BTreeMap<String, Object>, wanted: Option<&str>) -> Result<Object, Fault> {
    let names: Vec<String> = objects.keys().cloned().collect();
    if let Some(name) = wanted {
        return objects.remove(name).ok_or(Fault::NoObject { name: name.to_string(), names });
    }
    objects.retain(|_, object| object.has_polygons());
    match objects.len() {
        0 => Err(Fault::Empty),
        1 => Ok(objects.pop_first().map(|(_, object)| object).expect("there is one")),
        _ => {
            let count = |(name, object): (&String, &Object)| (name.clone(), object.geometries.len());
            let mut found: Vec<(String, usize)> = objects.iter().map(count).collect();
            found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            Err(Fault::Objects(found))
        }
    }
}

/// The topology's arcs in degrees, and how many more points may be made of them.
struct Arcs {
    lines: Vec<Vec<At>>,
    left: usize,
}

impl Arcs {
    /// A quantised topology writes whole steps from point to point.
    fn new(mut lines: Vec<Vec<At>>, transform: Option<Transform>) -> Self {
        if let Some(Transform { scale, translate }) = transform {
            for line in &mut lines {
                let mut sum = Coord { x: 0.0, y: 0.0 };
                for At(point) in line {
                    sum = sum + *point;
                    *point = Coord { x: sum.x * scale[0] + translate[0], y: sum.y * scale[1] + translate[1] };
                }
            }
        }
        // Each border has two sides; who names an arc over and over wants to fill the memory.
        let left = 1000 + 8 * lines.iter().map(Vec::len).sum::<usize>();
        Arcs { lines, left }
    }

    fn shape(&mut self, polygons: Vec<Vec<Vec<i64>>>) -> Result<MultiPolygon<f64>, String> {
        let ring = |arcs: &Vec<i64>| self.ring(arcs);
        let rings: Result<Vec<_>, _> = polygons.iter().flatten().map(ring).collect();
        let mut rings = rings?.into_iter();
        shape(polygons.iter().map(|polygon| rings.by_ref().take(polygon.len()).collect()))
    }

    /// Arcs end to end; the number −1 − i is arc i backwards.
    fn ring(&mut self, numbers: &[i64]) -> Result<LineString<f64>, String> {
        let mut points: Vec<Coord<f64>> = Vec::new();
        for number in numbers {
            let place = if *number < 0 { !*number } else { *number };
            let line = usize::try_from(place).ok().and_then(|i| self.lines.get(i));
            let line =
                line.ok_or_else(|| format!("arc {place} is named, and there are {}", self.lines.len()))?;
            self.left = self.left.checked_sub(line.len()).ok_or("it names the same arcs over and over")?;
            // Each arc begins where the one before ended.
            points.pop();
            if *number < 0 {
                points.extend(line.iter().rev().map(|At(c)| c));
            } else {
                points.extend(line.iter().map(|At(c)| c));
            }
        }
        Ok(LineString(points))
    }
}
