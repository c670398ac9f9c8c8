//! `map check`: where it is wrong, and how to mend it.

use crate::{collection, feature, rectangle};
use guerrabot::map::{Choice, Fault, Inspection, Warning, inspect};
use serde_json::{Value, json};

fn look(file: &Value) -> Inspection {
    inspect(file.to_string().as_bytes(), "t", &Choice::default())
}

#[test]
fn faults_know_where_their_territories_are() {
    let mut twin = rectangle("a", 9.2, 45.0, 9.3, 45.1);
    twin["properties"]["name"] = json!("Arena Po");
    let found = look(&collection([rectangle("a", 9.0, 45.0, 9.1, 45.1), twin]));
    let error = found.map.as_ref().unwrap_err();
    assert!(matches!(&error.faults[..], [Fault::DuplicateId { times: 2, .. }]));
    let spots: Vec<String> = found.spots_of(&error.faults[0]).iter().map(|spot| spot.to_string()).collect();
    assert_eq!(spots, ["a at 9.05, 45.05", "a Arena Po at 9.25, 45.05"]);
}

#[test]
fn the_shortest_links_join_all_parts_even_across_the_antimeridian() {
    let found = look(&collection([
        rectangle("w", 178.0, 0.0, 179.9, 1.0),
        rectangle("e", -179.9, 0.0, -178.0, 1.0),
        rectangle("far", 170.0, 0.0, 171.0, 1.0),
    ]));
    let links: Vec<String> = found.links.iter().map(|link| link.to_string()).collect();
    assert_eq!(links, ["e,w: e – w, 22.2 km", "far,w: far – w, 778.2 km"]);
}

#[test]
fn no_link_is_advised_round_a_territory_that_could_not_be_read() {
    let mut middle = rectangle("b", 9.1, 45.0, 9.2, 45.1);
    middle["geometry"] = json!({"type": "Point", "coordinates": [9.15, 45.05]});
    let file =
        collection([rectangle("a", 9.0, 45.0, 9.1, 45.1), middle, rectangle("c", 9.2, 45.0, 9.3, 45.1)]);
    let found = look(&file);
    let faults = &found.map.as_ref().unwrap_err().faults;
    assert!(matches!(&faults[..], [Fault::BadShape { .. }]), "{faults:?}");
    assert_eq!(found.links.len(), 0);
}

#[test]
fn an_advised_snap_is_never_less_than_what_was_measured() {
    // Squares of five metres, five centimetres apart.
    let (side, gap) = (4.5e-5, 4.5e-7);
    let (mid, east) = (9.0 + side, 9.0 + 2.0 * side + gap);
    let found =
        look(&collection([rectangle("a", 9.0, 0.0, mid, side), rectangle("b", mid + gap, 0.0, east, side)]));
    let told: Vec<String> = found.warnings.iter().map(|w| w.to_string()).collect();
    assert!(told.iter().any(|w| w.contains("within 1 m") && w.contains("--snap 1`")), "{told:?}");
}

#[test]
fn a_sound_map_has_nothing_to_mend() {
    for (name, bytes) in guerrabot::map::BUNDLED {
        let found = inspect(bytes, name, &Choice::default());
        assert!(
            found.map.is_ok() && found.warnings.is_empty() && found.links.is_empty(),
            "{name}: {:?}",
            found.warnings
        );
    }
}

#[test]
fn overlaps_and_slivers_are_doubts() {
    // b has its ground on the same side of their common border; d lies inside c.
    let a = rectangle("a", 9.0, 45.0, 9.1, 45.1);
    let b = feature("b", &[[9.1, 45.0], [9.1, 45.1], [9.05, 45.05]]);
    let c = rectangle("c", 9.1, 45.0, 9.2, 45.1);
    let d = rectangle("d", 9.15, 45.04, 9.16, 45.05);
    let needle = [[9.3, 45.0], [9.4, 45.0], [9.4, 45.000001], [9.3, 45.0]];
    let mut e = rectangle("e", 9.2, 45.0, 9.3, 45.1);
    let body = e["geometry"]["coordinates"].clone();
    e["geometry"] = json!({"type": "MultiPolygon", "coordinates": [body, [needle]]});
    let found = look(&collection([a, b, c, d, e]));
    let told: Vec<String> = found.warnings.iter().map(|w| w.to_string()).collect();
    assert!(told.contains(&"a a and b b overlap near 9.1, 45".to_string()), "{told:?}");
    assert!(told.iter().any(|w| w.starts_with("c c and d d overlap near 9.15")), "{told:?}");
    assert!(!told.iter().any(|w| w.contains("a a and c c overlap")), "{told:?}");
    assert!(told.iter().any(|w| w.starts_with("sliver: a part of e e near 9.3, 45 has")), "{told:?}");
}

#[test]
fn a_narrow_gap_is_named_and_a_corner_is_not() {
    let a = rectangle("a", 9.0, 45.0, 9.1, 45.1);
    let b = rectangle("b", 9.1002, 45.0, 9.2, 45.1);
    let corner = rectangle("c", 9.2, 45.1, 9.3, 45.2);
    let found = look(&collection([a, b, corner]));
    let near: Vec<(&str, &str, bool)> = found
        .warnings
        .iter()
        .filter_map(|warning| match warning {
            Warning::NearBorder { a, b, metres, .. } => {
                Some((a.id.as_str(), b.id.as_str(), (11_000.0..11_300.0).contains(metres)))
            }
            Warning::SameName { .. } | Warning::Sliver { .. } | Warning::Overlap { .. } => None,
        })
        .collect();
    assert_eq!(near, [("a", "b", true)]);
}
