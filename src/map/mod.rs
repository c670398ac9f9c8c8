//! Maps: territories, their integers and borders, and their shapes.
//!
//! A [`Map`] that exists is sound: ids unique, borders mutual, connected, areas positive. It holds only what the
//! rules see (rules 5 and 6.5); the shapes that pictures need are a [`Geography`].

mod borders;
mod bundled;
mod error;
mod features;
mod import;
mod inspect;
mod load;
mod members;
mod net;
mod piece;
mod project;
mod seam;
mod sound;
mod source;
mod table;
mod wording;

pub use bundled::{BUNDLED, bundled, load_bundled};
pub use error::{Fault, MapError};
pub use import::{Imported, Plan, Unsound, Where, import};
pub use inspect::{Degrees, Inspection, Link, Spot, Warning, inspect, losses};
pub use load::{load, shapes, wording};
pub use source::{Choice, is_table};
pub use table::{Table, TableTerritory};
pub use wording::{Article, Number, Place, Unit, Wording};

use geo::MultiPolygon;
use std::collections::BTreeMap;

/// A territory by its place in map order, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerritoryId(pub u32);

impl TerritoryId {
    /// The place in map order, for indexing.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A territory as the rules see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// The map's own key, text such as `018024`.
    pub id: String,
    pub name: String,
    /// Whole square metres, at least 1 (rule 5.1).
    pub area: i64,
    /// Whole centimetres east and north of the projection's centre (rule 5.1).
    pub centroid: [i64; 2],
    /// Territories with a common border of positive length or a link, ascending.
    pub neighbours: Vec<TerritoryId>,
}

/// A sound map: everything that a war's rules and its digest depend on, and the words for its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    name: String,
    projection: String,
    attribution: String,
    territories: Vec<Territory>,
    by_id: BTreeMap<String, TerritoryId>,
    digest: [u8; 32],
    wording: Wording,
}

impl Map {
    /// The map's short name, `oltrepo`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The proj string of rule 5.1, empty for a map made from a table without one.
    pub fn projection(&self) -> &str {
        &self.projection
    }

    /// What must be printed wherever the shapes are shown.
    pub fn attribution(&self) -> &str {
        &self.attribution
    }

    /// Every territory, in map order.
    pub fn territories(&self) -> &[Territory] {
        &self.territories
    }

    /// N, the number of territories; at least 1.
    #[allow(clippy::len_without_is_empty, reason = "a sound map is never empty")]
    pub fn len(&self) -> usize {
        self.territories.len()
    }

    /// All ids, in map order.
    pub fn ids(&self) -> impl Iterator<Item = TerritoryId> + use<> {
        (0..self.territories.len() as u32).map(TerritoryId)
    }

    /// One territory.
    pub fn territory(&self, id: TerritoryId) -> &Territory {
        &self.territories[id.index()]
    }

    /// The territory with this key, if the map has it.
    pub fn find(&self, id: &str) -> Option<TerritoryId> {
        self.by_id.get(id).copied()
    }

    /// SHA-256 of the integers and borders (rule 6.5).
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// Articles, units and other words for the map's places.
    pub fn wording(&self) -> &Wording {
        &self.wording
    }

    /// How many pairs of territories are neighbours.
    pub fn borders(&self) -> usize {
        self.territories.iter().map(|t| t.neighbours.len()).sum::<usize>() / 2
    }
}

/// The shapes of a map's territories, for pictures only: no rule reads them.
#[derive(Clone, Debug, PartialEq)]
pub struct Geography {
    /// One a territory, in map order, in metres: x east, y north. Holes are kept.
    pub shapes: Vec<MultiPolygon<f64>>,
}
