//! `map check`: where it is wrong, and how to mend it.

use crate::{collection, feature, rectangle};
use guerrabot::map::{Choice, Fault, Inspection, Warning, inspect, losses};
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
            _ => None,
        })
        .collect();
    assert_eq!(near, [("a", "b", true)]);
}

#[test]
fn a_bow_tie_is_named_and_a_touch_is_not() {
    let tie = feature("tie", &[[9.0, 45.0], [9.1, 45.1], [9.1, 45.0], [9.0, 45.08]]);
    let eight =
        feature("eight", &[[9.2, 45.0], [9.25, 45.05], [9.3, 45.0], [9.3, 45.1], [9.25, 45.05], [9.2, 45.1]]);
    let found = look(&collection([tie, eight]));
    let told: Vec<String> = found.warnings.iter().map(|w| w.to_string()).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("the outline of tie tie crosses itself 1 times, first near 9, 45: "),
        "{told:?}"
    );
}

#[test]
fn what_thinning_would_lose_is_foretold() {
    // b is a bulge of 80 m between a and c, which touch each other on both of its sides; d is an islet.
    let a = feature("a", &[[9.0, 45.0], [9.1, 45.0], [9.1, 45.05], [9.1, 45.06], [9.1, 45.1], [9.0, 45.1]]);
    let b = feature("b", &[[9.1, 45.05], [9.101, 45.055], [9.1, 45.06]]);
    let c = feature(
        "c",
        &[[9.1, 45.0], [9.2, 45.0], [9.2, 45.1], [9.1, 45.1], [9.1, 45.06], [9.101, 45.055], [9.1, 45.05]],
    );
    let d = rectangle("d", 9.3, 45.0, 9.3003, 45.0003);
    let file = collection([a, b, c, d]).to_string();
    let told = |metres| -> Vec<String> {
        let found = losses(file.as_bytes(), &Choice::default(), metres);
        found.iter().map(|w| w.to_string().split(';').next().unwrap_or_default().to_string()).collect()
    };
    assert_eq!(told(1.0), Vec::<String>::new());
    let nothing = |metres, id| format!("thinned by {metres} m, nothing would be left of {id} {id}");
    assert_eq!(told(60.0), [nothing(60, "d")]);
    assert_eq!(told(200.0), [nothing(200, "b"), nothing(200, "d")]);
}

#[test]
fn thousands_of_parts_get_the_shortest_links_too() {
    // Columns come nearer and nearer to each other, the rows of one are 0.01° apart.
    let (columns, rows) = (60, 40);
    let cell = |i: i32| {
        let (x, y) = (f64::from(i / rows), f64::from(i % rows));
        let west = 9.0 + 0.05 * x - 0.0001 * x * x;
        rectangle(&format!("{i:04}"), west, 45.0 + 0.02 * y, west + 0.005, 45.01 + 0.02 * y)
    };
    let found = look(&collection((0..columns * rows).map(cell)));
    assert_eq!(found.links.len() as i32, columns * rows - 1);
    assert!(found.links.is_sorted_by(|a, b| a.km <= b.km));
    // A column's own rows are joined by 1.1 km each, every column to the next once.
    let short = found.links.iter().filter(|link| link.km < 1.2).count() as i32;
    assert_eq!(short, columns * (rows - 1));
    let total: f64 = found.links.iter().map(|link| link.km).sum();
    let gaps = (0..columns - 1).map(|i| 0.05 - 0.0001 * f64::from(2 * i + 1) - 0.005).sum::<f64>();
    let expected = f64::from(short) * 1.112 + gaps * 111.19 * 45.8_f64.to_radians().cos();
    assert!((total / expected - 1.0).abs() < 0.02, "{total} km, {expected} km");
}
