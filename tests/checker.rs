//! docs/check_war.py, which shares no code with the program, on a whole war that the program played.

mod common;

use common::{Bot, SECRET, SMALL};
use serde_json::Value;
use std::fs;
use std::process::Command;

fn bot() -> Bot {
    Bot::with(&format!("network = []\n{SMALL}"))
}

/// Takes turns, then writes the files that a war's followers get.
fn play_and_publish(bot: &Bot, turns: &str) {
    bot.ok(&["turn", turns]);
    bot.write("map.json", bot.ok(&["map", "show", "--war", "1", "--json"]));
    bot.write("status.json", bot.ok(&["status", "--json"]));
    bot.write("history.jsonl", bot.ok(&["history", "--json"]));
}

/// Whether the script finds the war right, and what it says.
fn check(bot: &Bot, more: &[&str]) -> (bool, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/check_war.py");
    let mut python = Command::new("python3");
    python.arg(script).current_dir(bot.path(""));
    python.args(["--map", "map.json", "--status", "status.json", "--history", "history.jsonl"]).args(more);
    let output = python.output().expect("python3 is there");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

/// Changes a file, has the script refuse the war with this word, and changes the file back.
fn assert_noticed(bot: &Bot, file: &str, word: &str, change: impl FnOnce(&str) -> String) {
    let right = fs::read_to_string(bot.path(file)).unwrap();
    let wrong = change(&right);
    assert_ne!(wrong, right, "nothing was changed in {file}");
    bot.write(file, wrong);
    let (ok, said) = check(bot, &[]);
    assert!(!ok && said.starts_with(&format!("WRONG: {word}")), "{file}: {said}");
    bot.write(file, right);
}

#[test]
fn the_script_finds_a_war_right_and_every_change_wrong() {
    let bot = bot();
    bot.ok(&["war", "new", "--secret", SECRET]);
    play_and_publish(&bot, "600");
    let (ok, said) = check(&bot, &[]);
    assert!(ok && said.starts_with("right: all "), "{said}");

    assert_noticed(&bot, "history.jsonl", "line 100: ", |text| {
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        lines[99]["target"] = lines[98]["target"].clone();
        lines.iter().map(|line| format!("{line}\n")).collect()
    });
    assert_noticed(&bot, "history.jsonl", "line 7: ", |text| {
        text.lines().enumerate().filter(|(i, _)| *i != 6).map(|(_, line)| format!("{line}\n")).collect()
    });
    let map: Value = serde_json::from_str(&fs::read_to_string(bot.path("map.json")).unwrap()).unwrap();
    let area = map["territories"][3]["area"].to_string();
    assert_noticed(&bot, "map.json", "map: ", |text| text.replacen(&area, "1", 1));
    assert_noticed(&bot, "status.json", "commitment: ", |text| {
        text.replace(r#"\"grace_turns\":24"#, r#"\"grace_turns\":25"#)
    });
    assert_noticed(&bot, "status.json", "commitment: ", |text| text.replace(SECRET, &"0".repeat(64)));
}

#[test]
fn the_script_checks_a_war_in_progress_with_its_salt() {
    let bot = bot();
    bot.ok(&["war", "new", "--secret", SECRET, "--await-salt"]);
    bot.ok(&["war", "salt", "lotto: 7 21 33"]);
    play_and_publish(&bot, "30");
    let (ok, said) = check(&bot, &["--secret", SECRET, "--salt", "lotto: 7 21 33"]);
    assert!(ok && said.starts_with("right so far: 30 turns"), "{said}");
    let (ok, said) = check(&bot, &["--secret", SECRET, "--salt", "lotto: 7 21 34"]);
    assert!(!ok && said.starts_with("WRONG: line "), "{said}");
}
