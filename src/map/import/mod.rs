//! A clean map from a file that comes from elsewhere.

mod arcs;
mod filter;
mod simplify;
mod weld;
mod write;

pub use filter::Where;

use super::features::{self, Named};
use super::inspect::{Link, Spot, links};
use super::load::load;
use super::members::Members;
use super::net::Net;
use super::project::Projection;
use super::source::{self, Feature};
use super::{Choice, Fault, Map, MapError, TerritoryId, borders};
use geo::{Area, MultiPolygon};
use serde_json::{Map as JsonObject, Value};
use std::collections::BTreeSet;

/// What to do with a file.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub choice: Choice,
    /// Which features stay; all, if nothing is said.
    pub keep: Vec<Where>,
    /// Territories of which the file has nothing left are left out; else they are faults.
    pub drop_vanished: bool,
    pub links: Vec<[String; 2]>,
    /// Parts are joined by the shortest links.
    pub join: bool,
    /// Vertices of different territories that are at most so many metres apart become one.
    pub snap: Option<f64>,
    /// Borders may move by so many metres, so that fewer vertices are needed.
    pub simplify: Option<f64>,
    pub name: Option<String>,
    pub title: Option<String>,
    pub attribution: Option<String>,
}

/// A map file that is sound, and what was done to get it.
pub struct Imported {
    pub bytes: Vec<u8>,
    pub map: Map,
    /// One line each.
    pub notes: Vec<String>,
}

/// A file that is not sound yet, with what is wrong; its bytes may be inspected.
pub struct Unsound {
    pub error: MapError,
    /// None if it did not come to writing.
    pub bytes: Option<Vec<u8>>,
    pub notes: Vec<String>,
}

/// Makes a clean map of a file: features with text ids, names and words, links, shared vertices, fewer vertices if wished.
///
/// # Errors
/// All that is wrong with the file, or with what would be written.
pub fn import(bytes: &[u8], source_name: &str, plan: &Plan) -> Result<Imported, Box<Unsound>> {
    let mut notes = Vec::new();
    let draft = draft(bytes, plan, &mut notes).map_err(|faults| {
        let error = MapError { source_name: source_name.to_string(), faults };
        Box::new(Unsound { error, bytes: None, notes: notes.clone() })
    })?;
    let bytes = write::collection(&draft);
    match load(&bytes, source_name) {
        Ok((map, _)) => Ok(Imported { bytes, map, notes }),
        Err(error) => Err(Box::new(Unsound { error, bytes: Some(bytes), notes })),
    }
}

/// What will be written.
struct Draft {
    members: JsonObject<String, Value>,
    named: Vec<Named>,
    /// The words that came with the features.
    words: Vec<JsonObject<String, Value>>,
    shapes: Vec<MultiPolygon<f64>>,
}

fn draft(bytes: &[u8], plan: &Plan, notes: &mut Vec<String>) -> Result<Draft, Vec<Fault>> {
    let mut choice = plan.choice.clone();
    choice.numbers = true;
    let one = |fault| vec![fault];
    let mut file = source::read(bytes, &choice).map_err(one)?;
    drop_shapeless(&mut file.features, &choice, notes);
    filter::keep(&mut file.features, &plan.keep, &choice).map_err(one)?;
    let keys = features::Keys::find(&file.features, &choice);
    notes.extend(keys.guessed().map(|key| format!("ids are taken from `{key}`")));
    let mut words = write::words(&mut file.features, &keys, notes);
    let mut faults = Vec::new();
    let (mut named, mut degrees) = features::read(file.features, &choice, &mut faults);
    let members = Members::read(&file.members, &mut faults);
    members.check_reference_system(&mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let there: Vec<bool> = with_ground(&degrees);
    for (named, _) in named.iter().zip(&there).filter(|(_, there)| !**there) {
        match plan.drop_vanished {
            true => {
                notes.push(format!("left out {} {}: nothing is left of it in the file", named.id, named.name))
            }
            false => faults.push(Fault::vanished(&named.id)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    retain(&mut named, &there);
    retain(&mut degrees, &there);
    retain(&mut words, &there);
    let shapes = reshape(&named, degrees, plan, notes).map_err(one)?;
    let mut all = write::members(&file.members, plan, &named);
    if plan.join {
        let found = shortest(&named, &shapes, &write::links(&all), members.corners);
        notes.extend(found.iter().map(|link| format!("linked {link}")));
        let pair = |link: &Link| Value::from(vec![link.a.id.clone(), link.b.id.clone()]);
        let mut links: Vec<Value> = all.get("links").and_then(Value::as_array).cloned().unwrap_or_default();
        links.extend(found.iter().map(pair));
        all.insert("links".to_string(), Value::Array(links));
    }
    if all.get("attribution").and_then(Value::as_str).is_none_or(str::is_empty) {
        notes.push("no attribution: name the source and its licence with --attribution".to_string());
    }
    Ok(Draft { members: all, named, words, shapes })
}

/// Features without a geometry are no territories; they are named and left out.
fn drop_shapeless(features: &mut Vec<Feature>, choice: &Choice, notes: &mut Vec<String>) {
    let keys = features::Keys::find(features, choice);
    let mut number = 0;
    features.retain(|feature| {
        number += 1;
        let shapeless = feature.shape.as_ref().is_err_and(|why| source::is_nothing(why));
        if shapeless {
            let called = keys.name(feature).or_else(|| keys.id(feature).ok()).unwrap_or_default();
            notes.push(format!("left out feature {number} {called}: it has no geometry"));
        }
        !shapeless
    });
}

/// Which shapes have an area.
fn with_ground(degrees: &[MultiPolygon<f64>]) -> Vec<bool> {
    let projection = Projection::centred(degrees);
    let plane = |shape| projection.as_ref().and_then(|projection| projection.project(shape));
    degrees.iter().map(|shape| plane(shape).is_none_or(|plane| plane.unsigned_area() >= 0.5)).collect()
}

fn retain<T>(all: &mut Vec<T>, there: &[bool]) {
    let mut there = there.iter();
    all.retain(|_| *there.next().unwrap_or(&true));
}

/// The links that are still missing.
fn shortest(
    named: &[Named],
    shapes: &[MultiPolygon<f64>],
    links: &[[String; 2]],
    corners: bool,
) -> Vec<Link> {
    let spot = |n: &Named| Spot { id: n.id.clone(), name: n.name.clone(), place: None };
    let spots: Vec<Spot> = named.iter().map(spot).collect();
    let mut pairs: Vec<(u32, u32)> =
        borders::shared(shapes, corners).into_iter().map(|(a, b)| (a.0, b.0)).collect();
    let place = |id: &String| (0..).zip(named).find(|(_, n)| n.id == *id).map(|(i, _): (u32, _)| i);
    pairs.extend(links.iter().filter_map(|[a, b]| Some((place(a)?, place(b)?))));
    links::shortest(&spots, shapes, &pairs)
}

/// Shared vertices, welded and thinned as the plan says.
fn reshape(
    named: &[Named],
    degrees: Vec<MultiPolygon<f64>>,
    plan: &Plan,
    notes: &mut Vec<String>,
) -> Result<Vec<MultiPolygon<f64>>, Fault> {
    let net = Projection::centred(&degrees).and_then(|projection| Net::of(&degrees, &projection));
    let mut net = net.ok_or(Fault::Empty)?;
    let before = borders::shared(&degrees, false);
    let shared = weld::share_vertices(&mut net);
    if shared > 0 {
        notes.push(format!("{shared} vertices of neighbours were put on borders that lacked them"));
    }
    if let Some(metres) = plan.snap {
        let snapped = weld::snap(&mut net, metres);
        let found = borders::shared(&net.shapes(named.len()), false);
        let new: Vec<String> = found
            .iter()
            .filter(|pair| before.binary_search(pair).is_err())
            .map(|(a, b)| format!("{}–{}", named[a.index()].name, named[b.index()].name))
            .collect();
        notes.push(format!("{snapped} vertices were snapped, {} new borders{}", new.len(), few(&new)));
    }
    if let Some(metres) = plan.simplify {
        let count = |net: &Net| net.rings.iter().map(|ring| ring.vertices.len()).sum::<usize>();
        let vertices = count(&net);
        let finer: BTreeSet<u32> = simplify::simplify(&mut net, metres);
        notes.push(format!("{vertices} vertices became {}", count(&net)));
        if !finer.is_empty() {
            let names: Vec<String> = finer.iter().map(|owner| named[*owner as usize].name.clone()).collect();
            let why = "kept more detail, or they or a border of theirs would have been lost";
            notes.push(format!("{} territories {why}{}", names.len(), few(&names)));
        }
    }
    let shapes = net.shapes(named.len());
    let after = borders::shared(&shapes, false);
    for (a, b) in before.iter().filter(|pair| after.binary_search(pair).is_err()) {
        notes.push(format!("LOST the border {}–{}", named[a.index()].name, named[b.index()].name));
    }
    Ok(shapes)
}

/// The territories and the borders that would be lost if outlines were thinned by so many metres with no eye to them.
pub(super) fn losses(
    degrees: &[MultiPolygon<f64>],
    metres: f64,
) -> (Vec<TerritoryId>, Vec<(TerritoryId, TerritoryId)>) {
    let net = Projection::centred(degrees).and_then(|projection| Net::of(degrees, &projection));
    let Some(mut net) = net else { return Default::default() };
    weld::share_vertices(&mut net);
    let before = net.shapes(degrees.len());
    simplify::thin_blindly(&mut net, metres);
    let after = net.shapes(degrees.len());
    let there = with_ground(&before).into_iter().zip(with_ground(&after));
    let vanished: Vec<bool> = there.map(|(before, after)| before && !after).collect();
    let kept = borders::shared(&after, false);
    let lost = |pair: &(TerritoryId, TerritoryId)| {
        kept.binary_search(pair).is_err() && ![pair.0, pair.1].iter().any(|t| vanished[t.index()])
    };
    let borders = borders::shared(&before, false).into_iter().filter(lost).collect();
    (
        (0..).map(TerritoryId).zip(&vanished).filter(|(_, vanished)| **vanished).map(|(t, _)| t).collect(),
        borders,
    )
}

fn few(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names if names.len() <= 8 => format!(": {}", names.join(", ")),
        names => format!(": {}, … {} in all", names[..8].join(", "), names.len()),
    }
}
