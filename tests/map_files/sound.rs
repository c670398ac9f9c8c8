//! Loading maps: what counts as a border, and every fault of a file at once.

use guerrabot::map::{Fault, Map, MapError, Table, load, load_bundled, shapes};
use serde_json::{Value, json};

/// A square of a tenth of a degree whose lower left corner is (x, y) tenths.
fn square(id: Value, x: i32, y: i32) -> Value {
    let at = |dx: i32, dy: i32| json!([f64::from(x + dx) / 10.0, f64::from(y + dy) / 10.0]);
    let ring = json!([at(0, 0), at(1, 0), at(1, 1), at(0, 1), at(0, 0)]);
    json!({"type": "Feature", "properties": {"id": id, "name": id},
           "geometry": {"type": "Polygon", "coordinates": [ring]}})
}

fn file(features: &[Value], members: Value) -> Vec<u8> {
    let mut file = json!({"type": "FeatureCollection", "features": features});
    for (key, value) in members.as_object().unwrap() {
        file[key] = value.clone();
    }
    file.to_string().into_bytes()
}

fn read(features: &[Value], members: Value) -> Result<Map, MapError> {
    load(&file(features, members), "test").map(|(map, _)| map)
}

fn neighbours(map: &Map, id: &str) -> Vec<String> {
    let t = map.territory(map.find(id).unwrap());
    t.neighbours.iter().map(|n| map.territory(*n).id.clone()).collect()
}

#[test]
fn a_corner_is_no_border_unless_the_map_says_so() {
    let squares = [square(json!("a"), 0, 0), square(json!("b"), 1, 0), square(json!("c"), 1, 1)];
    let map = read(&squares, json!({})).unwrap();
    assert_eq!(neighbours(&map, "a"), ["b"]);
    let map = read(&squares, json!({"corners": true})).unwrap();
    assert_eq!(neighbours(&map, "a"), ["b", "c"]);
}

#[test]
fn links_join_what_the_sea_parts() {
    let squares = [square(json!("a"), 0, 0), square(json!("b"), 5, 0)];
    let parts = read(&squares, json!({})).unwrap_err();
    assert_eq!(parts.faults, [Fault::Disconnected { parts: vec![vec!["a".into()], vec!["b".into()]] }]);
    assert!(parts.to_string().contains("[a] [b]"));
    let map = read(&squares, json!({"links": [["a", "b"]]})).unwrap();
    assert_eq!(neighbours(&map, "a"), ["b"]);
    assert_eq!(neighbours(&map, "b"), ["a"]);
    assert!(
        read(&squares, json!({"links": [["a", "z"]]})).unwrap_err().to_string().contains("[\"a\",\"z\"]")
    );
}

#[test]
fn either_winding_and_holes_give_the_same_numbers() {
    let mut turned = square(json!("a"), 0, 0);
    turned["geometry"]["coordinates"][0].as_array_mut().unwrap().reverse();
    let one = |s: Value| Table::of(&read(&[s], json!({})).unwrap()).territories[0].clone();
    assert_eq!(one(turned), one(square(json!("a"), 0, 0)));
    let mut holed = square(json!("a"), 0, 0);
    let hole = json!([[0.02, 0.02], [0.02, 0.04], [0.04, 0.04], [0.04, 0.02], [0.02, 0.02]]);
    holed["geometry"]["coordinates"].as_array_mut().unwrap().push(hole);
    let (whole, holed) = (one(square(json!("a"), 0, 0)), one(holed));
    let share = holed.area as f64 / whole.area as f64;
    assert!((share - 0.96).abs() < 1e-4, "{share}");
    assert!(holed.centroid[0] > whole.centroid[0], "the hole lies in the south-west");
}

#[test]
fn the_antimeridian_does_not_tear_a_map() {
    let east = |id: &str, x: f64| {
        let ring = json!([[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0], [x, 0.0]]);
        json!({"type": "Feature", "properties": {"id": id, "name": id},
               "geometry": {"type": "Polygon", "coordinates": [ring]}})
    };
    let map = read(&[east("w", 178.0), east("e", -179.0)], json!({"links": [["w", "e"]]})).unwrap();
    assert_eq!(map.projection(), "+proj=laea +lat_0=0.5 +lon_0=-180 +ellps=WGS84".replace("-180", "180"));
    let [w, e] = ["w", "e"].map(|id| map.territory(map.find(id).unwrap()).centroid[0]);
    assert!(w < 0 && e > 0 && (w + e).abs() <= 1, "{w} {e}");
}

#[test]
fn all_faults_come_at_once_and_say_where() {
    let mut no_shape = square(json!("d"), 3, 0);
    no_shape["geometry"] = Value::Null;
    let mut metres = square(json!("m"), 0, 0);
    metres["geometry"]["coordinates"][0][0] = json!([512345.6, 4987654.3]);
    let features = [
        square(json!("a"), 0, 0),
        square(json!("a"), 1, 0),
        square(Value::Null, 2, 0),
        square(json!(18002), 2, 0),
        no_shape,
        metres,
        square(json!("x,y"), 2, 1),
    ];
    let error = read(&features, json!({"projection": "+proj=utm +zone=32"})).unwrap_err();
    let text = error.to_string();
    for part in [
        "feature 3 has no",
        "feature 4 has no",
        "`a` appears 2 times",
        "`x,y`",
        "`d`: it has no geometry",
        "512345.6",
        "+proj=utm",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(text.starts_with("map test: 7 faults"), "{text}");
}

#[test]
fn empty_cut_and_foreign_files_are_refused() {
    let fault = |bytes: &[u8]| load(bytes, "test").unwrap_err().faults.remove(0);
    assert_eq!(fault(&file(&[], json!({}))), Fault::Empty);
    // What is wrong with the only feature is said once, whatever the projection.
    let mut point = square(json!("a"), 0, 0);
    point["geometry"] = json!({"type": "Point", "coordinates": [9, 45]});
    for members in [json!({}), json!({"projection": "+proj=laea +lat_0=45 +lon_0=9 +ellps=WGS84"})] {
        let faults = read(&[point.clone()], members).unwrap_err().faults;
        assert!(matches!(&faults[..], [Fault::BadShape { .. }]), "{faults:?}");
    }
    assert!(matches!(fault(b"{\"type\":\"FeatureCollection\",\"features\":[{"), Fault::NotJson(_)));
    assert!(matches!(fault(b"\xff\xfe{}"), Fault::NotUtf8(0)));
    assert!(matches!(fault(b"{\"type\":\"Point\",\"coordinates\":[1,2]}"), Fault::NotGeoJson(_)));
    assert!(matches!(fault(b"{\"type\":\"Topology\"}"), Fault::NotGeoJson(_)));
}

#[test]
fn a_table_must_be_sound_too() {
    let (map, geography) = load_bundled("oltrepo").unwrap().unwrap();
    let table = Table::of(&map);
    let json = serde_json::to_vec(&table).unwrap();
    assert_eq!(Table::of(&Table::parse(&json, "oltrepo").unwrap()), table);
    let fails = |change: &dyn Fn(&mut Table), part: &str| {
        let mut table = table.clone();
        change(&mut table);
        let text = table.into_map(Default::default(), "test").unwrap_err().to_string();
        assert!(text.contains(part), "{part} is missing in {text}");
    };
    fails(&|t| t.territories[3].area += 1, "digest does not fit");
    fails(&|t| t.territories[3].area = 0, "square metre");
    fails(&|t| drop(t.territories[3].neighbours.pop()), "which does not name it back");
    fails(&|t| t.territories[3].neighbours.push("zz".into()), "not on the map");
    fails(&|t| t.territories[3].id = t.territories[4].id.clone(), "appears 2 times");
    fails(&|t| t.territories[3].centroid[0] = i64::MAX, "beyond the Earth");
    fails(&|t| t.territories[3].centroid[1] = i64::MIN, "beyond the Earth");
    fails(&|t| t.territories[3].area = i64::MAX, "more than the Earth has");
    // Each is possible, all together are not: 300 of them would be too much for 128 bits.
    fails(
        &|t| t.territories.iter_mut().for_each(|t| t.area = 500_000_000_000_000),
        "more than the Earth has",
    );
    let mut flat = table.clone();
    flat.territories[3].area = 0;
    let text = flat.into_map(Default::default(), "test").unwrap_err().to_string();
    assert!(text.contains("make the table from a file") && !text.contains("map import"), "{text}");
    let source = guerrabot::map::bundled("oltrepo").unwrap();
    assert_eq!(shapes(source, &map).unwrap(), geography);
}
