//! Whatever is wrong: one clear line, exit status 1, and nothing is lost or half written.

mod common;

use common::{Bot, SMALL, grid, skip};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Every file below a folder with its bytes, without what every reader of the database may make or sign.
fn files(folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.display().to_string();
        if path.is_dir() {
            files(&path, found);
        } else if ![".lock", "-shm"].iter().any(|ending| name.ends_with(ending)) {
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found.retain(|name, bytes| !(name.ends_with("-wal") && bytes.is_empty()));
}

/// The command is refused with these words, and not a byte is changed.
fn refuses(bot: &Bot, args: &[&str], words: &[&str]) {
    let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
    files(&bot.path(""), &mut before);
    let error = bot.refused(args);
    words.iter().for_each(|word| assert!(error.contains(word), "{args:?}: no {word:?} in {error}"));
    files(&bot.path(""), &mut after);
    let names = |files: &BTreeMap<String, _>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&before), names(&after), "{args:?}");
    let changed: Vec<_> = before.keys().filter(|name| before[*name] != after[*name]).collect();
    assert!(changed.is_empty(), "{args:?} changed {changed:?}");
}

#[test]
fn faults_of_the_config_file_are_told_with_their_place() {
    let bot = Bot::new();
    bot.ok(&["turn", "2"]);
    for (config, place, word) in [
        ("[war]\nmpa = \"x\"\n", "2:1", "unknown key \"mpa\" in [war]; allowed: "),
        ("[guerra]\ngrace_turns = \"24\"\n", "2:15", "expected a whole number, found a text"),
        ("[guerra]\nrebellion_probability = \"11/10\"\n", "2:25", "is more than 1"),
        ("[guerra]\nrebellion_probability = \"1/0\"\n", "2:25", "has the denominator 0"),
        ("[schedule]\ncron = \"0 0 31 2 *\"\n", "2:8", "such a date never comes"),
        ("[schedule\n", "1:10", ""),
    ] {
        bot.write("config.toml", config);
        let place = format!("error: config.toml:{place}: ");
        for command in [&["run"][..], &["turn"], &["war", "new", "--yes"], &["status"]] {
            refuses(&bot, command, &[&place, word]);
        }
    }
    refuses(&bot, &["--config", "no.toml", "run"], &["error: no.toml: ", "create it, or name another"]);
}

#[test]
fn a_war_that_may_never_end_begins_with_a_warning() {
    let bot = Bot::with(&format!("{SMALL}[guerra]\nrebellion_probability = \"3/10\"\n"));
    let said = bot.run(&["war", "new"]);
    assert_eq!(said.code, Some(0));
    assert!(said.err.starts_with("warning: config.toml:6:25: rebellion_probability"), "{}", said.err);
    assert!(said.out.contains("more than 5000 turns, if it ends at all"), "{}", said.out);
}

/// Maps that are no maps, each with words of its refusal.
fn bad_maps() -> Vec<(Vec<u8>, &'static str)> {
    let good = grid(3);
    let member = |id: &str| format!("\"id\":\"{id}\",");
    // Without the middle row, the first and the last do not touch.
    let rows = |text: String| ["q3", "q4", "q5"].iter().fold(text, |text, id| without(&text, id));
    vec![
        (
            rows(good.clone()).into(),
            "not connected, 2 parts: [q0, q1, q2] [q6, q7, q8]; join them with `links`",
        ),
        (br#"{"type":"FeatureCollection","features":[]}"#.to_vec(), "no territories"),
        (good.as_bytes()[..good.len() / 2].to_vec(), "the file may be cut short"),
        (good.replace("Quadro", "Citt\u{e0}").chars().map(|c| c as u8).collect(), "not UTF-8 (byte "),
        (good.replace(&member("q4"), &member("q5")).into(), "id `q5` appears 2 times"),
        (good.replace(&member("q4"), "").into(), "feature 5 has no `id`"),
        (Vec::new(), "not JSON"),
    ]
}

/// A map without one of its features.
fn without(map: &str, id: &str) -> String {
    let mut map: serde_json::Value = serde_json::from_str(map).unwrap();
    map["features"].as_array_mut().unwrap().retain(|feature| feature["properties"]["id"] != id);
    map.to_string()
}

#[test]
fn a_map_that_is_no_map_begins_no_war() {
    for (map, word) in bad_maps() {
        let bot = Bot::on_grid(3, "");
        bot.write("grid.geojson", &map);
        for command in [&["run"][..], &["turn"], &["war", "new"], &["map", "check", "grid.geojson"]] {
            refuses(&bot, command, &["error: map grid.geojson: ", word]);
        }
        bot.write("grid.geojson", grid(3));
        bot.ok(&["turn"]);
        bot.write("grid.geojson", &map);
        refuses(&bot, &["war", "new", "--yes"], &["error: map grid.geojson: ", word]);
        assert_eq!(bot.status()["state"], "running");
    }
    let bot = Bot::with("[war]\nmap = \"oltrepò\"\n");
    refuses(&bot, &["run"], &["no bundled map \"oltrepò\"; there are oltrepo"]);
}

const READ: &[&[&str]] = &[&["status"], &["history"], &["verify"], &["backup", "copy.db"]];
const WRITE: &[&[&str]] = &[&["run"], &["turn"], &["war", "new", "--yes"], &["war", "pause"]];

/// A bot whose database is made bad by `spoil` after two turns.
fn spoilt(spoil: impl FnOnce(&Bot)) -> Bot {
    let bot = Bot::new();
    bot.ok(&["turn", "2"]);
    spoil(&bot);
    bot
}

#[test]
fn a_database_that_is_not_ours_is_left_alone() {
    let text = |bot: &Bot| bot.write("guerrabot.db", "cara mamma, ".repeat(1000));
    let short = |bot: &Bot| bot.write("guerrabot.db", "cara mamma");
    let others = |bot: &Bot| {
        fs::remove_file(bot.path("guerrabot.db")).unwrap();
        bot.sql("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('agnolotti')");
    };
    for bot in [spoilt(text), spoilt(short), spoilt(others)] {
        for command in [READ, WRITE].concat() {
            refuses(&bot, command, &["guerrabot.db: not a guerrabot database; name another file with --db"]);
        }
    }
}

#[test]
fn a_database_of_a_newer_program_is_left_alone() {
    // As a copy comes, without the write-ahead log.
    let bot = spoilt(|bot| bot.sql("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE"));
    for command in [READ, WRITE].concat() {
        refuses(&bot, command, &["made by a newer guerrabot (schema 99, this program knows 3)"]);
    }
}

#[test]
fn a_read_only_database_can_be_read() {
    let bot = spoilt(|bot| {
        fs::set_permissions(bot.path("guerrabot.db"), fs::Permissions::from_mode(0o444)).unwrap();
    });
    for command in WRITE {
        refuses(&bot, command, &["the database is read-only; give this user write permission"]);
    }
    assert_eq!(bot.turns(), 2);
    bot.ok(&["verify"]);
}

#[test]
fn a_damaged_database_is_not_played_on() {
    const PAGE: usize = 4096;
    let flip = |bot: &Bot| {
        let mut bytes = fs::read(bot.path("guerrabot.db")).unwrap();
        bytes.chunks_mut(PAGE).skip(1).for_each(|page| page[..8].iter_mut().for_each(|byte| *byte ^= 0xff));
        bot.write("guerrabot.db", bytes);
    };
    let cut = |bot: &Bot, pages: usize| {
        let bytes = fs::read(bot.path("guerrabot.db")).unwrap();
        bot.write("guerrabot.db", &bytes[..pages * PAGE + 100]);
    };
    let copy = |bot: &Bot| bot.ok(&["backup", "good.db"]);
    for bot in [
        spoilt(|bot| (copy(bot), flip(bot)).1),
        spoilt(|bot| (copy(bot), cut(bot, 3)).1),
        spoilt(|bot| (copy(bot), cut(bot, 0)).1),
    ] {
        for command in [READ, WRITE].concat() {
            refuses(&bot, command, &["guerrabot.db: the database is damaged", "guerrabot restore FILE"]);
        }
        bot.ok(&["restore", "good.db"]);
        bot.ok(&["turn"]);
        assert_eq!(bot.assert_whole(), 3);
    }
}

#[test]
fn posts_that_have_no_place_stop_the_start() {
    let bot = Bot::new();
    bot.write("out", "a file");
    refuses(&bot, &["run"], &["error: out: ", "posts of network cartella need it"]);
    fs::remove_file(bot.path("out")).unwrap();
    bot.ok(&["turn", "2"]);
    let bind =
        |args: &[&str]| Command::new("mount").args(args).arg(bot.path("out")).status().unwrap().success();
    let out = bot.path("out").display().to_string();
    if !bind(&["--bind", &out]) {
        return skip("a read-only out/; a bind mount is not permitted here");
    }
    assert!(bind(&["-o", "remount,bind,ro"]));
    refuses(&bot, &["run"], &["error: out: Read-only file system"]);
    refuses(&bot, &["turn"], &["error: out: Read-only file system"]);
    assert!(Command::new("umount").arg(&out).status().unwrap().success());
    bot.ok(&["turn"]);
    assert_eq!(bot.assert_whole(), 3);
}

#[test]
fn wrong_usage_is_exit_status_2() {
    let bot = Bot::new();
    for args in [
        &["frobnicate"][..],
        &["run", "--turns", "many"],
        &["turn", "0"],
        &["simulate", "--wars", "2", "--history"],
        &["war", "new", "--secret", "xyz"],
        &["map", "show", "oltrepo", "--war", "1"],
    ] {
        let said = bot.run(args);
        assert_eq!((said.code, said.err.starts_with("error: ")), (Some(2), true), "{args:?}: {}", said.err);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let bot = Bot::with("network = []\n");
    bot.ok(&["turn", "600"]);
    let mut child =
        bot.command(&["history", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("{\"turn\":1,"));
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(0), ""));
}
