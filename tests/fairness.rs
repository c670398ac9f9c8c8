//! The rehearsal of docs/fairness.md, command by command, as it stands there.

mod common;

use common::Bot;
use guerrabot::map::load_bundled;
use guerrabot::rules::guerra::{Rules, Runs, State, seed_of};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Each command of the page with the lines that it is to print.
fn commands(page: &str) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_string(), Vec::new())),
                (None, Some((_, lines))) => lines.push(line.to_string()),
                (None, None) => panic!("a line of no command: {line}"),
            }
        }
    }
    commands
}

/// The line is the wanted one, whose dots stand for anything.
fn fits(line: &str, wanted: &str) -> bool {
    let pattern: Vec<String> = wanted.split('…').map(regex::escape).collect();
    regex::Regex::new(&format!("^{}$", pattern.join(".+"))).unwrap().is_match(line)
}

#[test]
fn the_rehearsal_goes_as_the_page_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bot = Bot::with("network = []\n");
    fs::copy(root.join("docs/check_war.py"), bot.path("check_war.py")).unwrap();
    let page = fs::read_to_string(root.join("docs/fairness.md")).unwrap();
    let commands = commands(&page);
    assert_eq!(commands.len(), 10, "the page's commands");
    let programs = Path::new(env!("CARGO_BIN_EXE_guerrabot")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    for (command, wanted) in commands {
        let mut shell = Command::new("sh");
        let output =
            shell.args(["-c", &command]).current_dir(bot.path("")).env("PATH", &path).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr.clone()].concat()).unwrap();
        assert!(output.status.success(), "{command}: {said}");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines.len() >= wanted.len(), "{command}: {said}");
        for (line, wanted) in lines.iter().zip(&wanted) {
            assert!(fits(line, wanted), "{command}:\n  the page says {wanted}\n  it says       {line}");
        }
    }
}

/// The page's own formula, written again.
#[test]
fn a_forecast_is_played_as_the_page_says() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/fairness.md")).unwrap();
    let (commitment, turn) = ([7; 32], 12);
    let lines = format!("guerrabot-pronostici-v1\n{}\n{turn}", hex::encode(commitment));
    let seed: [u8; 32] = Sha256::digest(lines).into();
    for (name, territories) in [("oltrepo", 75_u64), ("province", 107), ("regioni", 20)] {
        let (map, _) = load_bundled(name).unwrap().unwrap();
        assert_eq!(map.len() as u64, territories);
        let rules = Rules::default();
        let from = State::from_parts(&map, turn, State::start(&map).owners().to_vec(), None).unwrap();
        let runs = Runs::public(&map, &rules, &from, &commitment, 8_000_000);
        let length = territories * format!("{territories:b}").len() as u64 * 5 / 4;
        let wars = (8_000_000 / length).clamp(10, 10_000);
        assert_eq!((runs.seed, u64::from(runs.wars)), (seed, wars), "{name}");
        assert_eq!(u64::from(runs.most_turns), u64::from(turn) + 8 * length, "{name}");
        let said = page.matches(&format!("({territories}")).count();
        assert!(said == 2 && page.matches(&wars.to_string()).count() >= 2, "{name}: {wars} wars");
    }
    let first: [u8; 32] = Sha256::digest([&seed[..], &5_u64.to_le_bytes()].concat()).into();
    assert_eq!(seed_of(&seed, 100, 5), first);
}
