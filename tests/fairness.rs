//! The rehearsal of docs/fairness.md, command by command, as it stands there.

mod common;

use common::Bot;
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
