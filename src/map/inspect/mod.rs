//! Everything that can be said about a map file: faults, doubts, and how to mend them.

mod crossings;
mod crowd;
mod doubts;
pub(super) mod links;
mod spot;

pub use doubts::Warning;
pub use links::Link;
pub use spot::{Degrees, Spot};

use super::features::Keys;
use super::load::Survey;
use super::net::Net;
use super::project::Projection;
use super::{Choice, Fault, Map, MapError, TerritoryId, import, source};
use std::collections::BTreeSet;

/// What an inspection found.
pub struct Inspection {
    /// The sound map, or all its faults.
    pub map: Result<Map, MapError>,
    /// Every feature of the file, in its order.
    pub spots: Vec<Spot>,
    pub warnings: Vec<Warning>,
    /// The links that would join the parts of a map that is not connected.
    pub links: Vec<Link>,
}

/// Reads a map file and looks at it from all sides.
pub fn inspect(bytes: &[u8], source_name: &str, choice: &Choice) -> Inspection {
    let fail = |faults| MapError { source_name: source_name.to_string(), faults };
    let spots = spots(bytes, choice);
    let mut survey = match Survey::of(bytes, choice) {
        Ok(survey) => survey,
        Err(faults) => {
            return Inspection { map: Err(fail(faults)), spots, warnings: Vec::new(), links: Vec::new() };
        }
    };
    // A feature that could not be read is no territory; the lists of the survey leave it out.
    let places: Vec<Spot> = survey.named.iter().map(|n| spots[n.number - 1].clone()).collect();
    let mut pairs = BTreeSet::new();
    for (a, t) in (0..).zip(&survey.territories) {
        pairs.extend(t.neighbours.iter().map(|b| (a.min(b.0), a.max(b.0))));
    }
    let mut warnings = doubts::same_names(&places);
    let net = Projection::centred(&survey.degrees).and_then(|p| Net::of(&survey.degrees, &p));
    if let Some(net) = net {
        let within = nearness(&survey);
        warnings.extend(doubts::near_borders(&net, &places, &pairs, within));
        warnings.extend(doubts::overlaps(&net, &places, within / 10.0));
        warnings.extend(doubts::slivers(&net, &places, within / 50.0));
        warnings.extend(crossings::crossings(&net, &places, within / 10.0));
    }
    let pairs: Vec<(u32, u32)> = pairs.into_iter().collect();
    let degrees = std::mem::take(&mut survey.degrees);
    let map = survey.into_map(source_name).map(|(map, _)| map).map_err(fail);
    // Where a territory could not be read, its neighbours are not apart because a ferry is missing.
    let apart = map.as_ref().is_err_and(MapError::is_disconnected);
    let links = if apart { links::shortest(&places, &degrees, &pairs) } else { Vec::new() };
    Inspection { map, spots, warnings, links }
}

impl Inspection {
    /// The features that a fault speaks of.
    pub fn spots_of(&self, fault: &Fault) -> Vec<&Spot> {
        let of = |id: &str| self.spots.iter().filter(|spot| spot.id == id).collect();
        match fault {
            Fault::MissingId { feature, .. } => self.spots.get(feature - 1).into_iter().collect(),
            Fault::DuplicateId { id, .. }
            | Fault::BadId(id)
            | Fault::BadShape { id, .. }
            | Fault::BadWord { id, .. }
            | Fault::BadNeighbour { id, .. } => of(id),
            Fault::NotUtf8(_)
            | Fault::NotJson(_)
            | Fault::NotGeoJson(_)
            | Fault::Empty
            | Fault::Objects(_)
            | Fault::NoObject { .. }
            | Fault::NoProperty { .. }
            | Fault::NothingLeft { .. }
            | Fault::Projected { .. }
            | Fault::BadMember(_)
            | Fault::Digest { .. }
            | Fault::TooLarge
            | Fault::Disconnected { .. } => Vec::new(),
        }
    }
}

/// The territories and borders of a map file of which nothing would be left if borders were thinned by so many metres with
/// no eye to them; none of a file that cannot be read.
pub fn losses(bytes: &[u8], choice: &Choice, metres: f64) -> Vec<Warning> {
    let (spots, survey) = (spots(bytes, choice), Survey::of(bytes, choice));
    let Ok(survey) = survey else { return Vec::new() };
    let spot = |t: TerritoryId| spots[survey.named[t.index()].number - 1].clone();
    let (territories, borders) = import::losses(&survey.degrees, metres);
    let vanish = territories.into_iter().map(|t| Warning::WouldVanish { spot: spot(t), metres });
    let part = borders.into_iter().map(|(a, b)| Warning::WouldPart { a: spot(a), b: spot(b), metres });
    vanish.chain(part).collect()
}

fn spots(bytes: &[u8], choice: &Choice) -> Vec<Spot> {
    let Ok(file) = source::read(bytes, choice) else { return Vec::new() };
    let keys = Keys::find(&file.features, choice);
    file.features.iter().map(|feature| Spot::of(feature, &keys)).collect()
}

/// How near outlines must be to be meant as one, in metres: a twentieth of a middling territory, 100 at most.
fn nearness(survey: &Survey) -> f64 {
    let mut areas: Vec<i64> = survey.territories.iter().map(|t| t.area).collect();
    areas.sort_unstable();
    let middle = areas.get(areas.len() / 2).copied().unwrap_or_default();
    ((middle.max(1) as f64).sqrt() / 20.0).min(100.0)
}
