//! `site DIR`: whole the first time, little after each turn, a past season in its own folder.

mod common;

use common::{Bot, SECRET};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Every file under a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(here) = open.pop() {
        for path in fs::read_dir(here).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_string();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// The folder of the only war's pictures.
fn figures(files: &BTreeMap<String, Vec<u8>>) -> String {
    let picture = files.keys().find(|name| name.starts_with("figure/")).unwrap();
    picture[..=picture.rfind('/').unwrap()].to_string()
}

/// What is new or has other bytes.
fn touched<'a>(first: &BTreeMap<String, Vec<u8>>, second: &'a BTreeMap<String, Vec<u8>>) -> Vec<&'a str> {
    let changed = second.iter().filter(|(name, bytes)| first.get(*name) != Some(bytes));
    changed.map(|(name, _)| name.as_str()).collect()
}

#[test]
fn a_new_turn_touches_few_files_and_a_past_season_keeps_its_pictures() {
    let bot = Bot::on_grid(2, "");
    bot.ok(&["war", "new", "--secret", SECRET]);
    bot.ok(&["turn", "1"]);
    let told = bot.ok(&["site", "public"]);
    let first = files(&bot.path("public"));
    let second_turn = &*format!("{}2.png", figures(&first));
    assert!(told.contains(&format!("{0} of {0} files written", first.len())), "{told}");
    assert!(bot.ok(&["site", "public"]).contains(": 0 of "), "nothing happened, nothing is written");
    assert!(!first.keys().any(|name| name.contains(".tmp")));

    bot.ok(&["turn", "1"]);
    bot.ok(&["site", "public"]);
    let second = files(&bot.path("public"));
    assert_eq!(
        touched(&first, &second),
        [
            second_turn,
            "guerra.json",
            "index.html",
            "turno/1/index.html",
            "turno/2/index.html",
            "turno/index.html",
            "ultimo-alta.png",
            "ultimo.png"
        ]
    );

    bot.ok(&["war", "new", "--yes"]);
    bot.ok(&["site", "public"]);
    let third = files(&bot.path("public"));
    assert_eq!(third[second_turn], second[second_turn]);
    assert_eq!(third["stagioni/1/mappa.json"], second["mappa.json"]);
    let past = String::from_utf8(third["stagioni/1/turno/2/index.html"].clone()).unwrap();
    assert!(past.contains(&format!("../../../../{second_turn}")));
}

#[test]
fn a_new_tick_of_a_game_touches_few_files() {
    let bot = Bot::with(
        "network = []\n[war]\nruleset = \"dobyvatele\"\n[dobyvatele]\nticks = 60\npost_every = 10\nfallback = \"expand\"\n\
         [schedule]\nevery = \"20ms\"\n[web]\nenabled = false\n",
    );
    bot.ok(&["war", "new"]);
    bot.ok(&["war", "resume"]);
    bot.ok(&["run", "--turns", "22"]);
    bot.ok(&["site", "public"]);
    let first = files(&bot.path("public"));
    let figures = figures(&first);
    for told in [0, 10, 20] {
        assert!(first.contains_key(&format!("turno/{told}/index.html")), "{told}");
        assert!(first.contains_key(&format!("{figures}{told}.png")), "{told}");
    }
    bot.ok(&["run", "--turns", "1"]);
    bot.ok(&["site", "public"]);
    let second = files(&bot.path("public"));
    let expected =
        ["gioco.json", "index.html", "passato/1.json", "turno/index.html", "ultimo-alta.png", "ultimo.png"];
    assert_eq!(touched(&first, &second), expected);
}

#[test]
fn without_a_war_there_is_no_site() {
    let bot = Bot::new();
    assert!(bot.refused(&["site", "public"]).contains("no war yet"));
    assert!(!bot.path("public").exists());
}
