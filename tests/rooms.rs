//! The table of rooms (docs/architecture.md): who may use whom, and what no room may have.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with those it may use; `crash` and the macros at the crate's root are for all.
const ROOMS: [(&str, &[&str]); 12] = [
    ("map", &[]),
    ("rules", &["map"]),
    ("schedule", &[]),
    ("store", &["map", "rules"]),
    ("turn", &["map", "rules", "schedule", "store"]),
    ("words", &["map", "rules", "schedule"]),
    ("render", &["map", "rules"]),
    ("publish", &["map", "rules", "schedule", "store", "words", "render"]),
    ("daemon", &["turn", "publish", "schedule", "store", "rules"]),
    ("web", &["map", "rules", "schedule", "store", "words", "render"]),
    ("config", &["schedule"]),
    (
        "cli",
        &[
            "map", "rules", "schedule", "store", "turn", "words", "render", "publish", "daemon", "web",
            "config",
        ],
    ),
];
const LONGEST_FILE: usize = 500;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Every source file with its text.
fn sources() -> Vec<(PathBuf, String)> {
    let read = |path: PathBuf| (path.clone(), fs::read_to_string(path).unwrap());
    files(Path::new("src")).into_iter().map(read).collect()
}

/// The folder of `src` that a file is in, or its own name.
fn room(path: &Path) -> String {
    path.components().nth(1).unwrap().as_os_str().to_str().unwrap().to_string()
}

#[test]
fn each_room_uses_only_the_rooms_above_it() {
    for (path, text) in sources() {
        let home = room(&path);
        if ["lib.rs", "main.rs", "crash.rs", "queue.rs"].contains(&home.as_str()) {
            continue;
        }
        let row = ROOMS.iter().find(|(room, _)| *room == home);
        let (_, may_use) = row.unwrap_or_else(|| panic!("{home} is in no row of the table"));
        for used in text.split("crate::").skip(1) {
            assert!(!used.starts_with('{'), "{}: one `use` for each room", path.display());
            let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            let is_room = ROOMS.iter().any(|(room, _)| *room == used);
            assert!(!is_room || used == home || may_use.contains(&used), "{} uses {used}", path.display());
        }
    }
}

#[test]
fn a_file_can_be_read_in_one_sitting() {
    for (path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", path.display());
    }
}

#[test]
fn only_tests_unwrap() {
    for (path, text) in sources().into_iter().filter(|(path, _)| !path.ends_with("tests.rs")) {
        let program = text.split("#[cfg(test)]").next().unwrap();
        let line = program.lines().position(|line| line.contains(".unwrap()"));
        assert!(line.is_none(), "{}:{}", path.display(), line.unwrap() + 1);
    }
}
