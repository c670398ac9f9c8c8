//! The program's own commands against right answers that come from elsewhere.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn guerrabot(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_guerrabot")).args(args).current_dir(dir).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).unwrap()
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

#[test]
fn odds_of_a_state_file_are_the_exact_law() {
    let dir = tempfile::tempdir().unwrap();
    let vectors: Value =
        serde_json::from_str(&std::fs::read_to_string(data("guerra.json")).unwrap()).unwrap();
    for case in vectors["cases"].as_array().unwrap() {
        let mut state = case.clone();
        state["map"] = vectors["maps"][case["map"].as_str().unwrap()].clone();
        let file = dir.path().join("state.json");
        std::fs::write(&file, state.to_string()).unwrap();
        let output = guerrabot(dir.path(), &["odds", "--state", "state.json", "--json"]);
        let mut odds: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(odds["turn"], json!(case["turns_played"].as_u64().unwrap() + 1));
        for row in odds["law"].as_array_mut().unwrap() {
            let probability = row.as_object_mut().unwrap().remove("probability").unwrap().as_f64().unwrap();
            let (a, b) = row["p"].as_str().unwrap().split_once('/').unwrap();
            let exact = a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap();
            assert!((probability - exact).abs() < 1e-12);
        }
        assert_eq!(odds["law"], sorted(&case["law"]), "{}", case["name"]);
    }
}

fn sorted(law: &Value) -> Value {
    let mut rows = law.as_array().unwrap().clone();
    rows.sort_by_key(|row| {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
        (text("event"), text("attacker") + &text("rebel"), text("target"))
    });
    for row in &mut rows {
        // A certain event is written as a fraction too.
        let p = row["p"].as_str().unwrap().to_string();
        row["p"] = if p.contains('/') { p.into() } else { format!("{p}/1").into() };
    }
    rows.into()
}

#[test]
fn a_state_that_cannot_be_is_refused_with_its_reason() {
    let dir = tempfile::tempdir().unwrap();
    let vectors: Value =
        serde_json::from_str(&std::fs::read_to_string(data("guerra.json")).unwrap()).unwrap();
    let refused = |change: &dyn Fn(&mut Value), part: &str| {
        let mut state = vectors["cases"][0].clone();
        state["map"] = vectors["maps"]["path5"].clone();
        change(&mut state);
        std::fs::write(dir.path().join("state.json"), state.to_string()).unwrap();
        let output = guerrabot(dir.path(), &["odds", "--state", "state.json"]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(error.starts_with("error: ") && error.contains(part), "{error}");
    };
    refused(&|s| s["owner"][0] = json!("nowhere"), "\"nowhere\" is not on the map");
    refused(&|s| drop(s["owner"].as_array_mut().unwrap().pop()), "4 entries");
    refused(&|s| s["turns_played"] = json!(u32::MAX), "at most 4294967294");
    refused(&|s| s["rebel"] = json!("0-0"), "go together");
    refused(&|s| s["map"]["digest"] = json!("00"), "digest");
    refused(&|s| s["map"]["territories"][0]["neighbours"] = json!([]), "does not name it back");
}

#[test]
fn a_simulated_war_is_the_war_of_its_seed() {
    let dir = tempfile::tempdir().unwrap();
    let right = std::fs::read_to_string(data("war_oltrepo.jsonl")).unwrap();
    let seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let table = data("oltrepo_map.json");
    for map in ["oltrepo", table.to_str().unwrap()] {
        let args = ["simulate", "--map", map, "--wars", "1", "--seed", seed, "--history"];
        assert_eq!(stdout(&guerrabot(dir.path(), &args)), right, "{map}");
    }
    let two = guerrabot(dir.path(), &["simulate", "--wars", "2", "--history"]);
    assert_eq!(two.status.code(), Some(2));
}

#[test]
fn a_simulation_is_the_same_with_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let play = |threads: &str, wars: &str| {
        let args = ["simulate", "--wars", wars, "--seed", "2a", "--json", "--threads", threads];
        let mut summary: Value = serde_json::from_str(stdout(&guerrabot(dir.path(), &args))).unwrap();
        let summary = summary.as_object_mut().unwrap();
        assert!(summary.remove("seconds").is_some() && summary.remove("turns_per_second").is_some());
        summary.clone()
    };
    let one = play("1", "40");
    assert_eq!(one, play("2", "40"));
    assert_eq!(one["seed"], json!(format!("{:064x}", 0x2a)));
    let wins: u64 = one["wins"].as_array().unwrap().iter().map(|w| w["wins"].as_u64().unwrap()).sum();
    assert_eq!((wins, &one["unfinished"]), (40, &json!(0)));
}

#[test]
fn the_shown_map_is_the_one_that_others_computed() {
    let dir = tempfile::tempdir().unwrap();
    let shown: Value =
        serde_json::from_str(stdout(&guerrabot(dir.path(), &["map", "show", "oltrepo", "--json"]))).unwrap();
    let right: Value =
        serde_json::from_str(&std::fs::read_to_string(data("oltrepo_map.json")).unwrap()).unwrap();
    assert_eq!(shown, right);
}
