//! Ground on both sides of ±180°, written across it or cut along it.

use crate::{collection, feature, pairs, read, rectangle};
use geo::{Area, CoordsIter};
use guerrabot::map::{Map, TerritoryId, load};
use serde_json::{Value, json};

/// A territory of several rectangles.
fn parts(id: &str, rectangles: &[[f64; 4]]) -> Value {
    let ring = |[w, s, e, n]: &[f64; 4]| json!([[[w, s], [e, s], [e, n], [w, n], [w, s]]]);
    json!({"type": "Feature", "properties": {"id": id, "name": id},
           "geometry": {"type": "MultiPolygon", "coordinates": rectangles.iter().map(ring).collect::<Vec<_>>()}})
}

fn numbers(map: &Map) -> (i64, [i64; 2]) {
    let t = map.territory(TerritoryId(0));
    (t.area, t.centroid)
}

/// The same ground of 2° by 2°, across 180° and far from it.
fn reference() -> (i64, [i64; 2]) {
    numbers(&read(&collection([rectangle("r", 19.0, -18.0, 21.0, -16.0)])).unwrap())
}

#[test]
fn a_ring_across_and_a_shape_cut_along_the_antimeridian_are_the_same_ground() {
    let across = feature("r", &[[179.0, -18.0], [-179.0, -18.0], [-179.0, -16.0], [179.0, -16.0]]);
    assert_eq!(numbers(&read(&collection([across])).unwrap()), reference());
    let east = feature("r", &[[179.0, -18.0], [181.0, -18.0], [181.0, -16.0], [179.0, -16.0]]);
    assert_eq!(numbers(&read(&collection([east])).unwrap()), reference());
    let cut = parts("r", &[[179.0, -18.0, 180.0, -16.0], [-180.0, -18.0, -179.0, -16.0]]);
    // The cut has corners of its own, so its reference has them too.
    let corners = [[19.0, -18.0], [20.0, -18.0], [21.0, -18.0], [21.0, -16.0], [20.0, -16.0], [19.0, -16.0]];
    let right = numbers(&read(&collection([feature("r", &corners)])).unwrap());
    assert_eq!(numbers(&read(&collection([cut])).unwrap()), right);
}

#[test]
fn pieces_that_meet_there_become_one_polygon_without_a_seam() {
    let shape = |feature: Value| {
        let (_, geography) = load(collection([feature]).to_string().as_bytes(), "t").unwrap();
        geography.shapes.into_iter().next().unwrap()
    };
    let whole = shape(parts("r", &[[179.0, 60.0, 180.0, 62.0], [-180.0, 60.0, -179.0, 62.0]]));
    assert_eq!(whole.0.len(), 1);
    assert!(whole.0[0].interiors().is_empty());
    // Pieces whose corners on the meridian differ, and an island that is none of their business.
    let uneven =
        parts("r", &[[179.0, 60.0, 180.0, 62.0], [-180.0, 61.0, -179.0, 63.0], [170.0, 50.0, 171.0, 51.0]]);
    let uneven = shape(uneven);
    assert_eq!(uneven.0.len(), 2);
    assert_eq!(uneven.0[0].exterior().coords_count(), 9, "eight corners, the first one twice");
    // A lake on the meridian stays a hole.
    let lake = parts(
        "r",
        &[
            [179.0, 60.0, 180.0, 61.0],
            [179.0, 62.0, 180.0, 63.0],
            [-180.0, 60.0, -179.0, 61.0],
            [-180.0, 62.0, -179.0, 63.0],
        ],
    );
    assert_eq!(shape(lake).0.len(), 2);
    let c = |x: f64, side: f64| {
        let ring = [
            [side, 60.0],
            [x, 60.0],
            [x, 63.0],
            [side, 63.0],
            [side, 62.0],
            [(x + side) / 2.0, 61.5],
            [side, 61.0],
        ];
        let mut ring = ring.to_vec();
        ring.push(ring[0]);
        json!([ring])
    };
    let mut with_lake = parts("r", &[]);
    with_lake["geometry"]["coordinates"] = json!([c(178.0, 180.0), c(-178.0, -180.0)]);
    let ground = shape(with_lake);
    assert_eq!((ground.0.len(), ground.0[0].interiors().len()), (1, 1));
    let hole = geo::Polygon::new(ground.0[0].interiors()[0].clone(), Vec::new()).unsigned_area();
    assert!(hole > 0.0 && hole < ground.unsigned_area() / 2.0);
}

#[test]
fn neighbours_that_meet_at_the_antimeridian_are_neighbours() {
    let west = rectangle("w", 179.0, 0.0, 180.0, 1.0);
    let east = rectangle("e", -180.0, 0.0, -179.0, 1.0);
    assert_eq!(pairs(&read(&collection([west.clone(), east])).unwrap()).len(), 1);
    // As some files round the meridian, and as others are decoded.
    for near in [179.9999999, 180.00000000000003, 180.0000001] {
        let west = rectangle("w", 179.0, 0.0, near, 1.0);
        let east = rectangle("e", -180.0, 0.0, -179.0, 1.0);
        assert_eq!(pairs(&read(&collection([west.clone(), east])).unwrap()).len(), 1, "{near}");
        let east = rectangle("e", -near, 0.0, -179.0, 1.0);
        assert_eq!(pairs(&read(&collection([west, east])).unwrap()).len(), 1, "{near}");
    }
    // With a vertex that only one of them has.
    let split = feature("e", &[[-180.0, 0.0], [-179.0, 0.0], [-179.0, 1.0], [-180.0, 1.0], [-180.0, 0.4]]);
    assert_eq!(pairs(&read(&collection([west, split])).unwrap()).len(), 1);
    // Across it: one above the other, the upper one with a vertex on the other side.
    let low = feature("l", &[[179.5, 0.0], [-179.5, 0.0], [-179.5, 1.0], [179.5, 1.0]]);
    let high = feature("h", &[[179.5, 1.0], [-179.75, 1.0], [-179.5, 1.0], [-179.5, 2.0], [179.5, 2.0]]);
    assert_eq!(pairs(&read(&collection([low, high])).unwrap()).len(), 1);
}
