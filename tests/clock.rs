//! Time that was missed, and a clock that is set back: no turn is lost, none doubled.

mod common;

use chrono::{DateTime, Utc};
use common::{Bot, SMALL, skip, wait_for_word, wait_until};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn time(json: &Value) -> DateTime<Utc> {
    json.as_str().unwrap().parse().unwrap()
}

/// Slots 65, 55, … 5 minutes ago were missed; gives the turns that are taken for them.
fn catch_up(missed: &str) -> Vec<i64> {
    let bot = Bot::with(&format!("{SMALL}[schedule]\nevery = \"10m\"\nmissed = \"{missed}\"\n"));
    bot.ok(&["war", "new"]);
    let begun = Utc::now();
    let minutes = |n: i64| begun.timestamp_millis() - n * 60_000;
    bot.sql(&format!("UPDATE wars SET next_due = {}", minutes(65)));
    let mut life = bot.start(&["run"]);
    let next = || time(&bot.status()["next_turn_at"]);
    wait_until(|| format!("a slot to come: {}", life.log()), || (next() > begun).then_some(()));
    bot.wait_for_state("running");
    life.stop();
    assert_eq!(next().timestamp_millis(), minutes(-5));
    bot.assert_whole();
    bot.json(&["history", "--json"]).iter().map(|turn| (begun - time(&turn["slot"])).num_minutes()).collect()
}

#[test]
fn missed_turns_are_one_or_all_or_none() {
    assert_eq!(catch_up("one"), [5]);
    assert_eq!(catch_up("all"), [65, 55, 45, 35, 25, 15, 5]);
    assert_eq!(catch_up("skip"), [0; 0]);
}

#[test]
fn a_clock_set_back_a_day_is_waited_for() {
    let library = format!("/usr/lib/{}-linux-gnu/faketime/libfaketimeMT.so.1", std::env::consts::ARCH);
    if !Path::new(&library).exists() {
        return skip("a clock that is set back; needs Debian's package libfaketime");
    }
    let bot = Bot::new();
    let begun = Utc::now();
    let offset = bot.path("offset");
    let set_clock = |to: &str| {
        fs::write(bot.path("offset.new"), to).unwrap();
        fs::rename(bot.path("offset.new"), &offset).unwrap();
    };
    let start = || {
        let mut command = bot.command(&["run", "--every", "200ms"]);
        command.env("LD_PRELOAD", &library).env("FAKETIME_TIMESTAMP_FILE", &offset);
        command.env("FAKETIME_NO_CACHE", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        bot.start_command(command)
    };
    set_clock("+0");
    let mut life = start();
    bot.wait_for_turns(3);
    set_clock("-1d");
    let behind = "the clock is behind the last turn";
    wait_for_word(&life, behind);
    let turns = bot.turns();
    life.stop();
    assert_eq!(life.log().matches(behind).count(), 1);
    let mut life = start();
    wait_for_word(&life, behind);
    assert_eq!(bot.turns(), turns);
    set_clock("+0");
    bot.wait_for_turns(turns + 3);
    life.stop();
    bot.drain();
    assert!(bot.json(&["history", "--json"]).iter().all(|turn| time(&turn["at"]) > begun));
}
