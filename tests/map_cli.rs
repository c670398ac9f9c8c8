//! `map` as somebody meets it who brings a map of his own.

mod common;

use common::{Bot, SMALL};
use serde_json::{Value, json};
use std::fs;

/// A strip of squares as TopoJSON, with an island far off to the east; `code` and `nome` are its keys.
fn topology() -> String {
    let mut arcs = Vec::new();
    let mut squares = Vec::new();
    for i in 0..5 {
        // The wall to the west of square i, and its floor and ceiling from there.
        arcs.push(json!([[i, 0], [0, 1]]));
        arcs.push(json!([[i, 0], [1, 0]]));
        arcs.push(json!([[i, 1], [1, 0]]));
        let (wall, floor, ceiling, next) = (3 * i, 3 * i + 1, 3 * i + 2, 3 * i + 3);
        squares.push(json!({"type": "Polygon", "properties": {"code": format!("q{i}"), "nome": format!("Quadro {i}"), "zona": if i < 4 { "a" } else { "b" }},
                            "arcs": [[floor, next, -(ceiling + 1), -(wall + 1)]]}));
    }
    arcs.push(json!([[5, 0], [0, 1]]));
    arcs.push(json!([[9, 0], [1, 0], [0, 1], [-1, -1]]));
    squares.push(json!({"type": "Polygon", "properties": {"code": "isola", "nome": "Isola", "zona": "b"}, "arcs": [[16]]}));
    json!({"type": "Topology", "transform": {"scale": [0.1, 0.1], "translate": [9.0, 45.0]}, "arcs": arcs,
           "objects": {"quadri": {"type": "GeometryCollection", "geometries": squares},
                       "confine": {"type": "LineString", "arcs": [0]}}})
    .to_string()
}

fn with_map() -> Bot {
    let bot = Bot::with(&format!("{SMALL}[war]\nmap = \"mia.geojson\"\n"));
    bot.write("quadri.topojson", topology());
    bot
}

#[test]
fn check_tells_faults_and_the_mend_and_import_does_it() {
    let bot = with_map();
    let said = bot.run(&["map", "check", "quadri.topojson"]);
    assert_eq!(said.code, Some(1));
    let part = "error: map quadri.topojson: not connected, 2 parts: [q0, q1, q2, … 5 in all] [isola]";
    assert!(said.err.starts_with(part), "{}", said.err);
    assert!(
        said.err.contains("\n  isola,q4: Isola – Quadro 4, 31.5 km\n  --link isola,q4\n"),
        "{}",
        said.err
    );
    assert!(said.err.contains("\"links\": [[\"isola\",\"q4\"]]"), "{}", said.err);
    let import = ["map", "import", "quadri.topojson", "-o", "mia.geojson"];
    let apart = bot.run(&import);
    assert!(apart.code == Some(1) && apart.err.contains("--link isola,q4"), "{}", apart.err);
    let unrelated = bot.run(&[&import[..], &["--id", "zona"]].concat());
    assert_eq!(unrelated.code, Some(1));
    let (told, advised) = (unrelated.err.contains("appears"), unrelated.err.contains("shortest links"));
    assert!(told && !advised, "{}", unrelated.err);
    assert!(!bot.path("mia.geojson").exists(), "whole or not at all");
    let arguments = [
        "map",
        "import",
        "quadri.topojson",
        "-o",
        "mia.geojson",
        "--link",
        "q4,isola",
        "--attribution",
        "io",
    ];
    assert!(bot.ok(&arguments).starts_with("mia.geojson: 6 territories, 5 borders, "));
    assert!(
        bot.ok(&["map", "check", "mia.geojson"]).starts_with("ok: mia, 6 territories, 5 borders, digest ")
    );
}

#[test]
fn import_never_writes_over_a_file_unasked() {
    let bot = with_map();
    bot.write("mia.geojson", "cara mamma");
    let mut arguments = vec!["map", "import", "quadri.topojson", "--where", "zona=a", "-o", "mia.geojson"];
    let error = bot.refused(&arguments);
    assert!(error.contains("mia.geojson: it is there already") && error.contains("--force"), "{error}");
    assert_eq!(fs::read(bot.path("mia.geojson")).unwrap(), b"cara mamma");
    arguments.push("--force");
    bot.ok(&arguments);
    let file: Value = serde_json::from_slice(&fs::read(bot.path("mia.geojson")).unwrap()).unwrap();
    assert_eq!(file["features"].as_array().unwrap().len(), 4);
    assert_eq!(file["features"][0]["properties"], json!({"id": "q0", "name": "Quadro 0"}));
    assert_eq!(fs::read_dir(bot.path(".")).unwrap().count(), 3, "config, source, map: nothing else is left");
}

#[test]
fn check_json_is_the_same_in_figures() {
    let bot = with_map();
    let said = bot.run(&["map", "check", "quadri.topojson", "--json"]);
    assert_eq!(said.code, Some(1));
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&report["ok"], &report["map"]), (&json!(false), &Value::Null));
    assert_eq!(report["links"][0]["a"]["id"], "isola");
    assert!(report["faults"][0]["what"].as_str().unwrap().starts_with("not connected"));
    let said = bot.run(&["map", "check", "quadri.topojson", "--json", "--id", "zona"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["faults"].as_array().unwrap().len(), 2);
    assert_eq!(report["faults"][0]["territories"][1]["name"], "Quadro 1");
    bot.write("grid.geojson", common::grid(3));
    let report = &bot.json(&["map", "check", "grid.geojson", "--json"])[0];
    assert_eq!((&report["ok"], &report["map"]["territories"]), (&json!(true), &json!(9)));
}

#[test]
fn wrong_usage_is_status_2() {
    let bot = with_map();
    for wrong in [["--simplify", "-3"], ["--link", "a"], ["--where", "zona"], ["--snap", "much"]] {
        let said = bot.run(&["map", "import", "quadri.topojson", "-o", "x.geojson", wrong[0], wrong[1]]);
        assert_eq!(said.code, Some(2), "{wrong:?}: {}", said.err);
    }
}

#[test]
fn a_war_on_a_topology_keeps_its_bytes_and_never_reads_the_file_again() {
    let bot = Bot::with(&format!("{SMALL}[war]\nmap = \"quadri.topojson\"\n"));
    let mut file: Value = serde_json::from_str(&topology()).unwrap();
    file["links"] = json!([["q4", "isola"]]);
    file["attribution"] = json!("disegnata a mano");
    bot.write("quadri.topojson", file.to_string());
    let digest = |args: &[&str]| bot.json(args)[0]["digest"].clone();
    let own = digest(&["map", "show", "quadri.topojson", "--json"]);
    bot.ok(&["simulate", "--map", "quadri.topojson", "--wars", "3"]);
    bot.ok(&["turn", "2"]);
    fs::remove_file(bot.path("quadri.topojson")).unwrap();
    bot.ok(&["turn", "2"]);
    assert_eq!(digest(&["map", "show", "--json"]), own);
    bot.ok(&["render", "-o", "t.svg", "--format", "svg"]);
    assert!(fs::read_to_string(bot.path("t.svg")).unwrap().contains("</svg>"));
    bot.ok(&["verify"]);
}

#[test]
fn the_bundled_maps_are_listed() {
    let list = Bot::new().ok(&["map", "list"]);
    for line in
        ["oltrepo  75 territories, 185 borders", "province  107 territories", "regioni  20 territories"]
    {
        assert!(list.contains(line), "{list}");
    }
}
