//! `map import`: what is written loads, and nothing is lost on the way.

use crate::{collection, feature, pairs, read, rectangle};
use guerrabot::map::{Imported, Plan, Where, bundled, import, inspect, load};
use serde_json::{Value, json};

fn done(file: &Value, plan: &Plan) -> Imported {
    import(file.to_string().as_bytes(), "t", plan).unwrap_or_else(|unsound| panic!("{}", unsound.error))
}

fn json_of(imported: &Imported) -> Value {
    serde_json::from_slice(&imported.bytes).unwrap()
}

fn row(ids: &[&str]) -> Vec<Value> {
    let cell = |(i, id): (usize, &&str)| rectangle(id, i as f64 / 10.0, 45.0, (i + 1) as f64 / 10.0, 45.1);
    ids.iter().enumerate().map(cell).collect()
}

#[test]
fn an_import_of_a_clean_map_changes_no_number() {
    for name in ["oltrepo", "province", "regioni"] {
        let (before, _) = load(bundled(name).unwrap(), name).unwrap();
        let imported = import(bundled(name).unwrap(), name, &Plan::default()).ok().unwrap();
        assert_eq!(imported.map, before, "words, attribution, links, digest");
    }
}

#[test]
fn where_keeps_what_fits() {
    let mut cells = row(&["a1", "a2", "b1", "a3"]);
    cells
        .iter_mut()
        .zip(["x", "x", "y", "x"])
        .for_each(|(cell, zone)| cell["properties"]["zone"] = json!(zone));
    let file = collection(cells);
    let ids = |keep: &[&str]| -> Vec<String> {
        let keep = keep.iter().map(|text| text.parse::<Where>().unwrap()).collect();
        let imported = done(&file, &Plan { keep, join: true, ..Plan::default() });
        imported.map.territories().iter().map(|t| t.id.clone()).collect()
    };
    assert_eq!(ids(&["zone=x"]), ["a1", "a2", "a3"]);
    assert_eq!(ids(&["zone=x", "id!=a2"]), ["a1", "a3"]);
    assert_eq!(ids(&["id=b*", "id=a3"]), ["b1", "a3"]);
    let fails = |keep: &str| {
        let plan = Plan { keep: vec![keep.parse().unwrap()], ..Plan::default() };
        import(file.to_string().as_bytes(), "t", &plan).err().unwrap().error.to_string()
    };
    assert!(fails("zona=x").contains("no feature has the property `zona`; there are id, name, zone"));
    assert!(fails("zone=z").contains("no feature is left; the values of `zone` are x, y"));
}

#[test]
fn links_are_given_or_found() {
    let file = collection([
        rectangle("a", 0.0, 45.0, 0.1, 45.1),
        rectangle("b", 0.2, 45.0, 0.3, 45.1),
        rectangle("c", 0.9, 45.0, 1.0, 45.1),
    ]);
    let text = file.to_string();
    let unsound = import(text.as_bytes(), "t", &Plan::default()).err().unwrap();
    assert!(unsound.error.to_string().contains("not connected, 3 parts"));
    let links: Vec<String> = inspect(&unsound.bytes.unwrap(), "t", &Default::default())
        .links
        .iter()
        .map(|l| format!("{},{}", l.a.id, l.b.id))
        .collect();
    assert_eq!(links, ["b,a", "c,b"]);
    let links = vec![["a".to_string(), "b".to_string()]];
    let imported = done(&file, &Plan { links, join: true, ..Plan::default() });
    assert_eq!(pairs(&imported.map), [("a", "b"), ("b", "c")].map(|(a, b)| (a.to_string(), b.to_string())));
    assert_eq!(json_of(&imported)["links"], json!([["a", "b"], ["c", "b"]]));
}

#[test]
fn a_link_to_nowhere_is_refused() {
    let links = vec![["a".to_string(), "z".to_string()]];
    let unsound =
        import(collection(row(&["a", "b"])).to_string().as_bytes(), "t", &Plan { links, ..Plan::default() });
    assert!(unsound.err().unwrap().error.to_string().contains("[\"a\",\"z\"]"));
}

#[test]
fn borders_that_nearly_match_are_snapped_when_asked() {
    // Some five metres between them, and vertices at other heights.
    let west = feature("w", &[[9.0, 45.0], [9.1, 45.0], [9.1, 45.05], [9.1, 45.1], [9.0, 45.1]]);
    let east = feature(
        "e",
        &[[9.10005, 45.0], [9.2, 45.0], [9.2, 45.1], [9.10005, 45.1], [9.10006, 45.07], [9.10004, 45.02]],
    );
    let file = collection([west, east]);
    let found = inspect(file.to_string().as_bytes(), "t", &Default::default());
    assert!(found.map.is_err());
    let told =
        found.warnings.iter().map(|w| w.to_string()).find(|w| w.contains("run along each other")).unwrap();
    assert!(
        told.starts_with("w w and e e run along each other for") && told.contains("--snap 100`"),
        "{told}"
    );
    let imported = done(&file, &Plan { snap: Some(10.0), ..Plan::default() });
    assert_eq!(imported.map.borders(), 1);
    assert!(imported.notes.iter().any(|note| note.contains("1 new borders: w–e")), "{:?}", imported.notes);
    // Nothing is left between them: every vertex of the border is in both outlines.
    let again = inspect(&imported.bytes, "t", &Default::default());
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    let lone = "9.10005";
    assert!(!String::from_utf8(imported.bytes).unwrap().contains(lone));
}

#[test]
fn simplification_loses_no_territory_and_no_border_however_hard() {
    for (name, least) in [("oltrepo", 185), ("province", 244), ("regioni", 37)] {
        let (before, _) = load(bundled(name).unwrap(), name).unwrap();
        let mut sizes = vec![bundled(name).unwrap().len()];
        for metres in [50.0, 1000.0, 20_000.0] {
            let plan = Plan { simplify: Some(metres), ..Plan::default() };
            let imported = import(bundled(name).unwrap(), name, &plan).ok().unwrap();
            assert_eq!(imported.map.borders(), least);
            assert_eq!(pairs(&imported.map), pairs(&before), "{name} at {metres} m");
            assert!(!imported.notes.iter().any(|note| note.contains("LOST")));
            let found = inspect(&imported.bytes, name, &Default::default());
            let overlaps = found.warnings.iter().filter(|w| w.to_string().contains("overlap")).count();
            assert_eq!(overlaps, 0, "{name} at {metres} m");
            sizes.push(imported.bytes.len());
        }
        assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes[2] < sizes[0] * 7 / 10, "{name}: {sizes:?}");
    }
}

#[test]
fn an_enclave_an_island_and_a_lens_survive_what_would_swallow_them() {
    let ring = |points: &[[f64; 2]]| {
        let mut ring = points.to_vec();
        ring.push(ring[0]);
        json!(ring)
    };
    let enclave = [[9.04, 45.04], [9.05, 45.04], [9.05, 45.05], [9.045, 45.052], [9.04, 45.05]];
    let mut host = rectangle("host", 9.0, 45.0, 9.1, 45.1);
    host["geometry"]["coordinates"].as_array_mut().unwrap().push(ring(&enclave));
    // Between two corners of the host's neighbour lies a lens.
    let lens = [[9.1, 45.02], [9.104, 45.03], [9.105, 45.05], [9.104, 45.07], [9.1, 45.08]];
    host["geometry"]["coordinates"][0] =
        ring(&[[9.0, 45.0], [9.1, 45.0], [9.1, 45.02], [9.1, 45.08], [9.1, 45.1], [9.0, 45.1]]);
    let mut around = vec![[9.1, 45.0], [9.2, 45.0], [9.2, 45.1], [9.1, 45.1]];
    around.extend(lens.iter().rev());
    let file =
        collection([host, feature("enclave", &enclave), feature("lens", &lens), feature("east", &around)]);
    let before = pairs(&read(&file).unwrap());
    assert_eq!(before.len(), 4);
    let imported = done(&file, &Plan { simplify: Some(50_000.0), ..Plan::default() });
    assert_eq!(pairs(&imported.map), before);
    assert!(imported.notes.iter().any(|note| note.contains("kept more detail")), "{:?}", imported.notes);
}

#[test]
fn spikes_and_rings_without_ground_take_no_border_with_them() {
    // a and b share a border of many steps; a third one has a spike along its end, a fourth a part of two points on it.
    let wall: Vec<[f64; 2]> =
        (0..=10).map(|i| [9.1 + 0.0001 * f64::from(i % 2), 45.0 + 0.01 * f64::from(i)]).collect();
    let west: Vec<[f64; 2]> = [[9.0, 45.1], [9.0, 45.0]].into_iter().chain(wall.iter().copied()).collect();
    let east: Vec<[f64; 2]> =
        [[9.2, 45.0], [9.2, 45.1]].into_iter().chain(wall.iter().rev().copied()).collect();
    let north = [[9.0, 45.1], wall[10], wall[9], wall[10], [9.2, 45.1], [9.1, 45.2]];
    let mut south = feature("s", &[[9.0, 45.0], wall[0], [9.2, 45.0], [9.1, 44.9]]);
    let body = south["geometry"]["coordinates"].clone();
    south["geometry"] = json!({"type": "MultiPolygon", "coordinates": [body, [[wall[4], wall[5], wall[4]]]]});
    let file = collection([feature("w", &west), feature("e", &east), feature("n", &north), south]);
    let before = pairs(&read(&file).unwrap());
    assert_eq!(before.len(), 5);
    let imported = done(&file, &Plan { simplify: Some(500.0), ..Plan::default() });
    assert_eq!(pairs(&imported.map), before);
    assert!(!imported.notes.iter().any(|note| note.contains("LOST")), "{:?}", imported.notes);
}

#[test]
fn strange_words_are_dropped_and_good_ones_kept() {
    let mut cells = row(&["a", "b"]);
    cells[0]["properties"]["article"] = json!("la");
    cells[0]["properties"]["number"] = json!(12);
    cells[1]["properties"]["forms"] = json!({"di": "del Bosco"});
    cells[1]["properties"]["population"] = json!(1200);
    let imported = done(
        &collection(cells),
        &Plan { title: Some("Due".into()), attribution: Some("io".into()), ..Plan::default() },
    );
    let file = json_of(&imported);
    assert_eq!(file["features"][0]["properties"], json!({"id": "a", "name": "a", "article": "la"}));
    assert_eq!(
        file["features"][1]["properties"],
        json!({"id": "b", "name": "b", "forms": {"di": "del Bosco"}})
    );
    assert_eq!((&file["title"], &file["attribution"]), (&json!("Due"), &json!("io")));
    assert!(imported.notes.iter().any(|note| note.contains("`number` is no word of a map in 1 features")));
}
