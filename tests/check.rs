//! `check`: what could go wrong tonight is said now.

mod common;

use common::{Bot, SMALL, wait_for_word};

/// The lines of a report that has no fault.
fn sound(bot: &Bot) -> String {
    let said = bot.run(&["check"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    assert!(!said.out.contains("FAULT"));
    said.out
}

/// The faults of a report that has some.
fn faults(bot: &Bot) -> Vec<String> {
    let said = bot.run(&["check"]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    said.out.lines().filter_map(|line| line.strip_prefix("FAULT  ")).map(String::from).collect()
}

#[test]
fn a_fresh_folder_is_sound_and_no_war_begins_in_it() {
    let bot = Bot::new();
    let report = sound(&bot);
    assert!(report.contains("none yet; `guerrabot run` makes it"), "{report}");
    assert!(report.contains("oltrepo, 75 territories, 185 borders"), "{report}");
    assert!(!bot.path("guerrabot.db").exists());
}

#[test]
fn no_place_outside_the_folder_is_needed() {
    let bot = Bot::new();
    for _ in 0..2 {
        let checked = bot.command(&["check"]).env("TMPDIR", "/nowhere").output().unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
        bot.ok(&["turn", "1"]);
    }
    let left = common::listing(&bot.path("")).into_iter().filter(|name| name.starts_with(".guerrabot"));
    assert_eq!(left.count(), 0);
}

#[test]
fn the_schedule_is_shown_by_its_next_five_times() {
    let bot = Bot::with(&format!("{SMALL}[schedule]\ncron = \"30 2 29 2 *\"\n"));
    let report = sound(&bot);
    let years = ["2028", "2032", "2036", "2040", "2044"];
    for year in years {
        assert!(report.contains(&format!("{year}-02-29T02:30:00+01:00")), "{report}");
    }
}

#[test]
fn all_faults_are_found_at_once() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap();
    let bot = Bot::with(&format!(
        "[web]\nlisten = \"{port}\"\n[war]\nmap = \"none.geojson\"\n[[network]]\nkind = \"telegram\"\nchat = \"@x\"\n\
         [[network]]\nkind = \"folder\"\nname = \"f\"\npath = \"/proc/none\"\n"
    ));
    let faults = faults(&bot);
    let found = |what: &str| faults.iter().any(|fault| fault.contains(what));
    assert!(found("none.geojson"), "{faults:?}");
    assert!(found(&format!("{port}: ")), "{faults:?}");
    assert!(found("GUERRABOT_TELEGRAM_TOKEN"), "{faults:?}");
    assert!(found("/proc: nothing can be written there"), "{faults:?}");
}

#[test]
fn a_clock_that_was_set_back_is_a_fault() {
    let bot = Bot::new();
    bot.ok(&["turn", "1"]);
    sound(&bot);
    bot.sql("UPDATE turns SET at = at + 7200000");
    let faults = faults(&bot);
    assert!(faults[0].starts_with("clock") && faults[0].contains(" s before the last turn"), "{faults:?}");
}

#[test]
fn the_daemons_own_port_is_no_fault_and_its_log_can_be_json() {
    let bot = Bot::with("[picture]\nsize = \"320x320\"\n[web]\nlisten = \"127.0.0.1:0\"\n");
    let life = bot.start(&["--log-format", "json", "run", "--every", "1h"]);
    wait_for_word(&life, "followers' page");
    assert!(sound(&bot).contains(", by process "));
    for line in life.log().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert!(
            line["message"].is_string() && line["timestamp"].is_string() && line["level"] == "INFO",
            "{line}"
        );
    }
}
