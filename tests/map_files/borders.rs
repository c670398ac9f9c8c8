//! Borders of real maps, and of copies that write the same ground differently.

use crate::pairs;
use guerrabot::map::{Table, bundled, load};
use serde_json::{Value, json};

/// A generator of numbers for copies; the same ones each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn oltrepo() -> Value {
    serde_json::from_slice(bundled("oltrepo").unwrap()).unwrap()
}

/// The provinces as they are before links, which would join islands.
fn provinces() -> Value {
    let mut file: Value = serde_json::from_slice(bundled("province").unwrap()).unwrap();
    file["corners"] = json!(false);
    file
}

fn rings(file: &mut Value) -> impl Iterator<Item = &mut Value> {
    file["features"].as_array_mut().unwrap().iter_mut().flat_map(|feature| {
        let kind = feature["geometry"]["type"].as_str().unwrap().to_string();
        let polygons = feature["geometry"]["coordinates"].as_array_mut().unwrap();
        let polygons: Vec<&mut Value> = polygons.iter_mut().collect();
        let rings: Vec<&mut Value> = match kind.as_str() {
            "Polygon" => polygons,
            _ => polygons.into_iter().flat_map(|polygon| polygon.as_array_mut().unwrap()).collect(),
        };
        rings.into_iter()
    })
}

fn shuffled(mut file: Value) -> Value {
    let mut numbers = Numbers(7);
    let features = file["features"].as_array_mut().unwrap();
    for i in (1..features.len()).rev() {
        features.swap(i, numbers.below(i + 1));
    }
    // Another beginning for each ring.
    for ring in rings(&mut file) {
        let points = ring.as_array_mut().unwrap();
        points.pop();
        let by = numbers.below(points.len());
        points.rotate_left(by);
        points.push(points[0].clone());
    }
    file
}

fn reversed(mut file: Value) -> Value {
    rings(&mut file).for_each(|ring| ring.as_array_mut().unwrap().reverse());
    file
}

/// Every second territory or so gets vertices of its own on some of its segments.
fn split(mut file: Value) -> Value {
    let mut numbers = Numbers(11);
    for ring in rings(&mut file) {
        let points = ring.as_array_mut().unwrap();
        let at = |p: &Value| [p[0].as_f64().unwrap(), p[1].as_f64().unwrap()];
        let mut more = Vec::new();
        for pair in points.windows(2) {
            let ([a, b], [c, d]) = (at(&pair[0]), at(&pair[1]));
            more.push(pair[0].clone());
            if numbers.below(3) > 0 {
                let share = (1 + numbers.below(998)) as f64 / 1000.0;
                more.push(json!([a + (c - a) * share, b + (d - b) * share]));
            }
        }
        more.push(more[0].clone());
        *points = more;
    }
    file
}

fn borders(file: &Value) -> Vec<(String, String)> {
    let (map, _) = load(file.to_string().as_bytes(), "copy").unwrap();
    pairs(&map)
}

#[test]
fn the_oltrepo_has_its_185_borders_however_it_is_written() {
    let mut right: Vec<(String, String)> = include_str!("../data/oltrepo_adjacency.tsv")
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .map(|cells| (cells[0].to_string(), cells[2].to_string()))
        .collect();
    right.sort();
    assert_eq!(right.len(), 185);
    for copy in
        [oltrepo(), shuffled(oltrepo()), reversed(oltrepo()), split(oltrepo()), split(shuffled(oltrepo()))]
    {
        assert_eq!(borders(&copy), right);
    }
}

#[test]
fn the_provinces_have_theirs_however_they_are_written() {
    let right = borders(&provinces());
    // 238 of common ground, six by sea.
    assert_eq!(right.len(), 238 + 6);
    for copy in [shuffled(provinces()), reversed(provinces()), split(provinces())] {
        assert_eq!(borders(&copy), right);
    }
}

#[test]
fn reversed_and_shuffled_copies_keep_every_number() {
    let table = |file: Value| Table::of(&load(file.to_string().as_bytes(), "copy").unwrap().0).territories;
    assert_eq!(table(reversed(oltrepo())), table(oltrepo()));
    let mut shuffled = table(shuffled(oltrepo()));
    shuffled.sort_by(|a, b| a.id.cmp(&b.id));
    let mut right = table(oltrepo());
    right.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(shuffled, right);
}
