//! TopoJSON: the same ground as GeoJSON, written by its borders.

use crate::{collection, pairs, read, rectangle};
use guerrabot::map::{Choice, Plan, Table, bundled, import, inspect, load};
use serde_json::{Value, json};

/// Two squares of 0.1° side by side: the arc between them is shared, the second one goes through it backwards.
fn topology() -> Value {
    json!({
        "type": "Topology",
        "transform": {"scale": [0.1, 0.1], "translate": [9.0, 45.0]},
        "arcs": [[[1, 0], [0, 1]], [[1, 1], [-1, 0], [0, -1], [1, 0]], [[1, 0], [1, 0], [0, 1], [-1, 0]]],
        "objects": {"squares": {"type": "GeometryCollection", "geometries": [
            {"type": "Polygon", "id": "w", "properties": {"name": "West"}, "arcs": [[0, 1]]},
            {"type": "MultiPolygon", "id": "e", "properties": {"name": "East"}, "arcs": [[[2, -1]]]},
        ]}},
    })
}

#[test]
fn quantised_arcs_forwards_and_backwards_give_the_shapes_of_the_geojson() {
    let same = collection([rectangle("w", 9.0, 45.0, 9.1, 45.1), rectangle("e", 9.1, 45.0, 9.2, 45.1)]);
    let [topo, geo] = [topology(), same].map(|file| Table::of(&read(&file).unwrap()));
    assert_eq!(topo.territories[0].name, "West");
    for (a, b) in topo.territories.iter().zip(&geo.territories) {
        assert_eq!((&a.id, a.area, a.centroid, &a.neighbours), (&b.id, b.area, b.centroid, &b.neighbours));
    }
}

#[test]
fn arcs_without_a_transform_are_degrees_as_they_stand() {
    let mut file = topology();
    file.as_object_mut().unwrap().remove("transform");
    file["arcs"] = json!([
        [[9.1, 45.0], [9.1, 45.1]],
        [[9.1, 45.1], [9.0, 45.1], [9.0, 45.0], [9.1, 45.0]],
        [[9.1, 45.0], [9.2, 45.0], [9.2, 45.1], [9.1, 45.1]]
    ]);
    assert_eq!(
        Table::of(&read(&file).unwrap()).territories[0].area,
        Table::of(&read(&topology()).unwrap()).territories[0].area
    );
}

#[test]
fn collections_in_collections_are_groups_unless_they_have_a_name() {
    let mut file = topology();
    let squares = file["objects"]["squares"]["geometries"].clone();
    file["objects"]["squares"]["geometries"] = json!([{"type": "GeometryCollection", "geometries": squares}]);
    assert_eq!(read(&file).unwrap().len(), 2);
    file["objects"]["squares"]["geometries"][0]["id"] = json!("both");
    let map = read(&file).unwrap();
    assert_eq!((map.len(), map.territories()[0].id.as_str()), (1, "both"));
}

#[test]
fn of_several_objects_one_must_be_named() {
    let mut file = topology();
    file["objects"]["border"] = json!({"type": "LineString", "arcs": [0]});
    assert_eq!(read(&file).unwrap().len(), 2, "a line is no choice");
    file["objects"]["whole"] = json!({"type": "Polygon", "id": "x", "arcs": [[2, 1]]});
    let text = read(&file).unwrap_err().to_string();
    assert!(text.contains("squares (2), whole (0)") && text.contains("--object squares"), "{text}");
    let of = |name: &str| {
        let choice = Choice { object: Some(name.to_string()), ..Choice::default() };
        inspect(file.to_string().as_bytes(), "t", &choice).map
    };
    assert_eq!(of("squares").unwrap().len(), 2);
    assert_eq!(of("whole").unwrap().len(), 1);
    assert!(
        of("hole").unwrap_err().to_string().contains("no object `hole`; there are border, squares, whole")
    );
}

#[test]
fn what_is_wrong_with_an_arc_is_said_of_its_territory() {
    let mut file = topology();
    file["objects"]["squares"]["geometries"][0]["arcs"] = json!([[0, 7]]);
    file["objects"]["squares"]["geometries"][1]["arcs"] = json!("all");
    let text = read(&file).unwrap_err().to_string();
    assert!(text.contains("territory `w`: arc 7 is named, and there are 3"), "{text}");
    assert!(text.contains("territory `e`: its `arcs` cannot be read"), "{text}");
}

#[test]
fn an_arc_named_a_million_times_does_not_fill_the_memory() {
    let mut file = topology();
    file["objects"]["squares"]["geometries"][0]["arcs"] = json!([vec![1; 1_000_000]]);
    assert!(read(&file).unwrap_err().to_string().contains("over and over"));
}

#[test]
fn the_provinces_come_from_their_topology() {
    let bytes = include_bytes!("../../assets/maps/source/italy_province_2022.topojson");
    let text = load(bytes, "province").unwrap_err().to_string();
    assert!(text.contains("feature 1 has no `id`") && text.contains("--id prov"), "{text}");
    let choice = Choice { id: Some("prov".to_string()), ..Choice::default() };
    let imported = import(bytes, "province", &Plan { choice, join: true, ..Plan::default() }).ok().unwrap();
    assert_eq!((imported.map.len(), imported.map.borders()), (107, 238 + 2));
    // The same borders as in the bundled map, which has four links more.
    let (own, _) = load(bundled("province").unwrap(), "province").unwrap();
    let own = pairs(&own);
    assert!(pairs(&imported.map).iter().all(|pair| own.contains(pair)));
}
