//! What goes wrong with such data in public bug reports.

use crate::{collection, feature, pairs, read, rectangle};
use guerrabot::map::{Choice, Fault, Plan, Table, import, inspect, load};
use serde_json::{Value, json};

fn two() -> [Value; 2] {
    [rectangle("018002", 9.0, 45.0, 9.1, 45.1), rectangle("018003", 9.1, 45.0, 9.2, 45.1)]
}

#[test]
fn codes_stay_text_and_numbers_are_refused_but_imported() {
    let map = read(&collection(two())).unwrap();
    assert_eq!(map.territories()[0].id, "018002");
    let mut file = collection(two());
    file["features"][0]["properties"]["id"] = json!(18002);
    let text = read(&file).unwrap_err().to_string();
    assert!(text.contains("feature 1 has no text for an id but 18002; it is called 018002"), "{text}");
    let imported = import(file.to_string().as_bytes(), "t", &Plan::default()).ok().unwrap();
    assert_eq!(imported.map.territories()[0].id, "18002");
    // A row's number does not stand in the way of a code.
    file["features"][0]["properties"]["istat"] = json!("018002");
    assert_eq!(read(&file).unwrap().territories()[0].id, "018002");
}

#[test]
fn names_may_repeat_and_that_is_said() {
    let mut file = collection(two());
    file["features"][0]["properties"]["name"] = json!("Castro");
    file["features"][1]["properties"]["name"] = json!("Castro");
    let found = inspect(file.to_string().as_bytes(), "t", &Choice::default());
    assert!(found.map.is_ok());
    assert_eq!(found.warnings[0].to_string(), "2 territories are called Castro: 018002, 018003");
}

#[test]
fn names_of_every_kind_survive_an_import() {
    let names = ["Ca' d'Andrea", "Forlì del Sannio", "Bolzano/Bozen", "Presicce-Acquarica", &"à".repeat(59)];
    let row = |(i, name): (usize, &&str)| {
        let west = 9.0 + 0.1 * i as f64;
        let mut cell = rectangle(&format!("{i}"), west, 45.0, 9.0 + 0.1 * (i + 1) as f64, 45.1);
        cell["properties"]["name"] = json!(name);
        cell
    };
    let file = collection(names.iter().enumerate().map(row));
    let imported = import(file.to_string().as_bytes(), "t", &Plan::default()).ok().unwrap();
    let kept: Vec<&str> = imported.map.territories().iter().map(|t| t.name.as_str()).collect();
    assert_eq!(kept, names);
}

#[test]
fn ids_and_names_are_found_under_the_keys_of_other_sources() {
    for (id, name) in [("istat", "nome"), ("GEOID", "NAME"), ("NUTS_ID", "NAME_LATN"), ("ISO_A3", "ADMIN")] {
        let mut file = collection(two());
        for (feature, code) in file["features"].as_array_mut().unwrap().iter_mut().zip(["x1", "x2"]) {
            feature["properties"] = json!({ id: code, name: format!("Nome {code}") });
        }
        let map = read(&file).unwrap();
        assert_eq!(
            (map.territories()[1].id.as_str(), map.territories()[1].name.as_str()),
            ("x2", "Nome x2"),
            "{id}"
        );
    }
    // Natural Earth gives -99 to several countries: such a key tells nothing apart.
    let mut file = collection(two());
    for feature in file["features"].as_array_mut().unwrap() {
        feature["properties"] = json!({"ISO_A3": "-99", "ADM0_A3": feature["properties"]["id"]});
    }
    assert_eq!(read(&file).unwrap().territories()[0].id, "018002");
    // The feature's own member.
    for feature in file["features"].as_array_mut().unwrap() {
        feature["id"] = feature["properties"]["ADM0_A3"].clone();
        feature["properties"] = Value::Null;
    }
    assert_eq!(read(&file).unwrap().territories()[1].name, "018003", "without a name the id stands for it");
}

#[test]
fn a_missing_id_is_named_with_what_would_do() {
    let mut file = collection(two());
    for (feature, zip) in file["features"].as_array_mut().unwrap().iter_mut().zip(["27040", "27041"]) {
        feature["properties"] = json!({"name": "Arena Po", "zip": zip});
    }
    let text = read(&file).unwrap_err().to_string();
    assert!(text.contains("feature 2 has no `id` (nor `istat`); it is called Arena Po"), "{text}");
    assert!(text.contains("`zip` would do: `guerrabot map import FILE --id zip`"), "{text}");
    let choice = Choice { id: Some("zip".into()), ..Choice::default() };
    let imported =
        import(file.to_string().as_bytes(), "t", &Plan { choice, ..Plan::default() }).ok().unwrap();
    assert_eq!(imported.map.territories()[1].id, "27041");
}

#[test]
fn a_corner_is_no_border() {
    let file = collection([two()[0].clone(), rectangle("c", 9.1, 45.1, 9.2, 45.2)]);
    assert!(matches!(read(&file).unwrap_err().faults[..], [Fault::Disconnected { .. }]));
}

#[test]
fn borders_that_do_not_share_vertices_make_no_islands() {
    let split =
        feature("018003", &[[9.1, 45.0], [9.2, 45.0], [9.2, 45.1], [9.1, 45.1], [9.1, 45.03], [9.1, 45.011]]);
    let map = read(&collection([two()[0].clone(), split])).unwrap();
    assert_eq!(pairs(&map).len(), 1);
}

#[test]
fn holes_and_rings_that_touch_themselves_have_the_area_of_their_ground() {
    let area = |feature: Value| Table::of(&read(&collection([feature])).unwrap()).territories[0].area as f64;
    let whole = area(rectangle("a", 9.0, 45.0, 9.1, 45.1));
    // A hole that touches the outline in a point, written as one ring.
    let touching = [
        [9.0, 45.0],
        [9.05, 45.0],
        [9.03, 45.02],
        [9.05, 45.04],
        [9.07, 45.02],
        [9.05, 45.0],
        [9.1, 45.0],
        [9.1, 45.1],
        [9.0, 45.1],
    ];
    let share = area(feature("a", &touching)) / whole;
    assert!((share - 0.92).abs() < 1e-3, "{share}");
    // The same as a hole of its own, in either winding.
    let mut holed = feature("a", &[[9.0, 45.0], [9.05, 45.0], [9.1, 45.0], [9.1, 45.1], [9.0, 45.1]]);
    let hole = json!([[9.05, 45.0], [9.03, 45.02], [9.05, 45.04], [9.07, 45.02], [9.05, 45.0]]);
    holed["geometry"]["coordinates"].as_array_mut().unwrap().push(hole);
    assert!((area(holed.clone()) / whole - share).abs() < 1e-9);
    holed["geometry"]["coordinates"][1].as_array_mut().unwrap().reverse();
    assert!((area(holed) / whole - share).abs() < 1e-9);
}

#[test]
fn null_geometry_is_a_fault_and_import_leaves_it_out_aloud() {
    let mut lost = rectangle("lost", 9.0, 45.0, 9.1, 45.1);
    lost["geometry"] = Value::Null;
    let file = collection([two()[0].clone(), lost, two()[1].clone()]);
    assert!(read(&file).unwrap_err().to_string().contains("territory `lost`: it has no geometry"));
    let imported = import(file.to_string().as_bytes(), "t", &Plan::default()).ok().unwrap();
    assert_eq!(imported.map.len(), 2);
    assert!(imported.notes.iter().any(|note| note == "left out feature 2 lost: it has no geometry"));
}

#[test]
fn a_third_coordinate_and_a_byte_order_mark_do_no_harm() {
    let flat = collection(two());
    let mut high = flat.clone();
    for point in high["features"][0]["geometry"]["coordinates"][0].as_array_mut().unwrap() {
        point.as_array_mut().unwrap().extend([json!(712.5), json!(0)]);
    }
    assert_eq!(read(&high).unwrap().digest(), read(&flat).unwrap().digest());
    let marked = [b"\xef\xbb\xbf", flat.to_string().as_bytes()].concat();
    assert_eq!(load(&marked, "t").unwrap().0.digest(), read(&flat).unwrap().digest());
}

#[test]
fn a_projected_file_is_refused_with_the_reason() {
    let file = collection([rectangle("a", 512_345.6, 4_987_654.3, 513_000.0, 4_988_000.0)]);
    let text = read(&file).unwrap_err().to_string();
    assert!(
        text.contains("(512345.6, 4987654.3)")
            && text.contains("the file is projected")
            && text.contains("EPSG:4326")
    );
    // A small one that says so itself.
    let mut file = collection(two());
    file["crs"] = json!({"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32632"}});
    assert!(read(&file).unwrap_err().to_string().contains("\"urn:ogc:def:crs:EPSG::32632\""));
    file["crs"]["properties"]["name"] = json!("urn:ogc:def:crs:OGC:1.3:CRS84");
    assert!(read(&file).is_ok());
}

#[test]
fn a_territory_that_was_simplified_away_is_named() {
    let flat = feature("flat", &[[9.0, 45.0], [9.1, 45.1]]);
    let file = collection([two()[0].clone(), flat]);
    let text = read(&file).unwrap_err().to_string();
    assert!(text.contains("territory `flat`: its area is less than a square metre"), "{text}");
    let plan = |drop_vanished| Plan { drop_vanished, ..Plan::default() };
    let bytes = file.to_string().into_bytes();
    assert_eq!(import(&bytes, "t", &plan(false)).err().unwrap().error.faults.len(), 1);
    let imported = import(&bytes, "t", &plan(true)).ok().unwrap();
    assert_eq!(imported.map.len(), 1);
    assert!(imported.notes.contains(&"left out flat flat: nothing is left of it in the file".to_string()));
}
