use super::sound::{self, Draft};
use super::{Fault, Map, MapError, Territory, TerritoryId, Wording, source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A map as `map show --json` prints it and as a war keeps it: integers and ids, no shapes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    #[serde(default)]
    pub name: String,
    /// SHA-256 in lower-case hex (rule 6.5); optional on reading, but then it must fit.
    #[serde(default)]
    pub digest: String,
    #[serde(default)]
    pub projection: String,
    #[serde(default)]
    pub attribution: String,
    pub territories: Vec<TableTerritory>,
}

/// One territory of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableTerritory {
    pub id: String,
    pub name: String,
    /// Square metres.
    pub area: i64,
    /// Centimetres, x east, y north.
    pub centroid: [i64; 2],
    /// Ids, sorted by bytes.
    pub neighbours: Vec<String>,
}

impl Table {
    /// The table of a sound map.
    pub fn of(map: &Map) -> Self {
        let territory = |t: &Territory| TableTerritory {
            id: t.id.clone(),
            name: t.name.clone(),
            area: t.area,
            centroid: t.centroid,
            neighbours: sound::neighbour_ids(map.territories(), t).into_iter().map(String::from).collect(),
        };
        Table {
            name: map.name.clone(),
            digest: hex::encode(map.digest),
            projection: map.projection.clone(),
            attribution: map.attribution.clone(),
            territories: map.territories.iter().map(territory).collect(),
        }
    }

    /// Reads a table from JSON; `source_name` stands in errors, and for a missing name.
    pub fn parse(bytes: &[u8], source_name: &str) -> Result<Map, MapError> {
        let fault = |fault| MapError { source_name: source_name.to_string(), faults: vec![fault] };
        let text = source::text(bytes).map_err(fault)?;
        let mut table: Table =
            serde_json::from_str(text).map_err(|e| fault(Fault::NotJson(e.to_string())))?;
        if table.name.is_empty() {
            table.name = source_name.to_string();
        }
        table.into_map(Wording::default(), source_name)
    }

    /// The sound map that the table describes, or all that is wrong with it.
    pub fn into_map(self, wording: Wording, source_name: &str) -> Result<Map, MapError> {
        let mut faults = Vec::new();
        let index: BTreeMap<&str, TerritoryId> =
            self.territories.iter().map(|t| t.id.as_str()).zip((0..).map(TerritoryId)).collect();
        let territories = self.territories.iter().map(|t| territory(t, &index, &mut faults)).collect();
        let draft = Draft {
            territories,
            wording: wording.for_territories(self.territories.len()),
            name: self.name,
            projection: self.projection,
            attribution: self.attribution,
            is_table: true,
            is_complete: true,
        };
        let map = sound::check(draft, &mut faults);
        if let Some(map) = &map {
            let found = hex::encode(map.digest);
            if !self.digest.is_empty() && !self.digest.eq_ignore_ascii_case(&found) {
                faults.push(Fault::Digest { said: self.digest, found });
            }
        }
        match map {
            Some(map) if faults.is_empty() => Ok(map),
            _ => Err(MapError { source_name: source_name.to_string(), faults }),
        }
    }
}

/// The largest coordinate that keeps every sum of rule 4.4 inside 128 bits: more than the Earth has.
const CENTIMETRES_MAX: u64 = 10_000_000_000;

fn territory(t: &TableTerritory, index: &BTreeMap<&str, TerritoryId>, faults: &mut Vec<Fault>) -> Territory {
    if t.centroid.iter().any(|c| c.unsigned_abs() > CENTIMETRES_MAX) {
        let what = "its centroid lies beyond the Earth".to_string();
        faults.push(Fault::BadShape { id: t.id.clone(), what });
    }
    let mut neighbours = Vec::with_capacity(t.neighbours.len());
    for name in &t.neighbours {
        match index.get(name.as_str()) {
            Some(id) => neighbours.push(*id),
            None => faults.push(Fault::BadNeighbour {
                id: t.id.clone(),
                neighbour: name.clone(),
                what: "which is not on the map",
            }),
        }
    }
    Territory { id: t.id.clone(), name: t.name.clone(), area: t.area, centroid: t.centroid, neighbours }
}
