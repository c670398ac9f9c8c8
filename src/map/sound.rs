//! The door between what a file says and a sound [`Map`]: it reports every fault at once.

use super::{Fault, Map, Territory, TerritoryId, Wording};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What a file says of its territories, not yet checked.
pub(super) struct Draft {
    pub name: String,
    pub projection: String,
    pub attribution: String,
    pub territories: Vec<Territory>,
    pub wording: Wording,
    /// It has no shapes that `map import` could mend.
    pub is_table: bool,
    /// No territory had to be left out, so that what is apart is so in truth.
    pub is_complete: bool,
}

/// More square metres than the Earth has: with them every sum of rule 4.4 stays inside 128 bits.
const AREA_MAX: i128 = 1_000_000_000_000_000;

/// Checks ids, borders and connection; gives the map or adds what is wrong to `faults`.
pub(super) fn check(mut draft: Draft, faults: &mut Vec<Fault>) -> Option<Map> {
    for territory in &mut draft.territories {
        territory.neighbours.sort_unstable();
        territory.neighbours.dedup();
    }
    let before = faults.len();
    // Where none could be read, their own faults say so.
    if draft.territories.is_empty() && faults.is_empty() {
        faults.push(Fault::Empty);
    }
    if draft.territories.iter().map(|t| i128::from(t.area)).sum::<i128>() > AREA_MAX {
        faults.push(Fault::TooLarge);
    }
    check_ids(&draft.territories, draft.is_table, faults);
    check_borders(&draft.territories, faults);
    let parts = parts(&draft.territories);
    if parts.len() > 1 && draft.is_complete && faults.len() == before {
        faults.push(Fault::Disconnected { parts });
        return None;
    }
    if faults.len() > before || parts.len() != 1 {
        return None;
    }
    let by_id = (0..).map(TerritoryId).zip(&draft.territories).map(|(i, t)| (t.id.clone(), i)).collect();
    let digest = digest(&draft.territories);
    let Draft { name, projection, attribution, territories, wording, .. } = draft;
    Some(Map { name, projection, attribution, territories, by_id, digest, wording })
}

fn check_ids(territories: &[Territory], is_table: bool, faults: &mut Vec<Fault>) {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for t in territories {
        *times.entry(&t.id).or_default() += 1;
        if t.id.is_empty() || t.id.contains(['\t', ',', '\n', '\r']) {
            faults.push(Fault::BadId(t.id.clone()));
        }
        if t.area < 1 {
            faults.push(if is_table { Fault::no_area(&t.id) } else { Fault::vanished(&t.id) });
        }
    }
    let twice = times.into_iter().filter(|(_, times)| *times > 1);
    faults.extend(twice.map(|(id, times)| Fault::DuplicateId { id: id.to_string(), times }));
}

fn check_borders(territories: &[Territory], faults: &mut Vec<Fault>) {
    for (id, t) in (0..).map(TerritoryId).zip(territories) {
        for n in &t.neighbours {
            let other = &territories[n.index()];
            let what = if *n == id {
                "itself"
            } else if other.neighbours.binary_search(&id).is_err() {
                "which does not name it back"
            } else {
                continue;
            };
            faults.push(Fault::BadNeighbour { id: t.id.clone(), neighbour: other.id.clone(), what });
        }
    }
}

/// The connected parts, by ids, largest first.
fn parts(territories: &[Territory]) -> Vec<Vec<String>> {
    let mut seen = vec![false; territories.len()];
    let mut parts = Vec::new();
    for start in 0..territories.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut part, mut next) = (vec![], vec![start]);
        while let Some(here) = next.pop() {
            part.push(territories[here].id.clone());
            for n in &territories[here].neighbours {
                if !std::mem::replace(&mut seen[n.index()], true) {
                    next.push(n.index());
                }
            }
        }
        parts.push(part);
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

/// Rule 6.5.
fn digest(territories: &[Territory]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for t in territories {
        let [x, y] = t.centroid;
        let ids = neighbour_ids(territories, t).join(",");
        hash.update(format!("{}\t{}\t{x}\t{y}\t{ids}\n", t.id, t.area));
    }
    hash.finalize().into()
}

/// The neighbours' ids, sorted by bytes.
pub(super) fn neighbour_ids<'a>(territories: &'a [Territory], t: &Territory) -> Vec<&'a str> {
    let mut ids: Vec<&str> = t.neighbours.iter().map(|n| territories[n.index()].id.as_str()).collect();
    ids.sort_unstable();
    ids
}
