//! The daemon as an operator meets it: one at a time, stopped, started again, commanded from beside.

mod common;

use chrono::{DateTime, Utc};
use common::{Bot, SMALL, grid, wait_until};
use serde_json::Value;
use std::time::{Duration, Instant};

const FAST: [&str; 3] = ["run", "--every", "50ms"];

#[test]
fn of_ten_daemons_on_one_database_one_runs() {
    let bot = Bot::new();
    let mut lives: Vec<_> = (0..10).map(|_| bot.start(&FAST)).collect();
    let given_up = |lives: &mut Vec<common::Life>| lives.iter_mut().filter_map(|l| l.ended()).count() == 9;
    wait_until(|| "nine daemons to give up".to_string(), || given_up(&mut lives).then_some(()));
    let at = lives.iter_mut().position(|life| life.ended().is_none()).unwrap();
    let mut holder = lives.remove(at);
    let held = format!("error: guerrabot.db is in use by process {} on host ", holder.id());
    for life in &mut lives {
        assert_eq!(life.wait().code(), Some(1));
        assert!(life.log().starts_with(&held), "{}", life.log());
    }
    assert!(bot.refused(&["turn"]).starts_with(&held));
    bot.wait_for_turns(3);
    holder.stop();
    assert!(bot.drain() >= 4);
}

#[test]
fn a_stop_is_clean_and_quick_and_the_war_goes_on_where_it_was() {
    let bot = Bot::new();
    let mut life = bot.start(&FAST);
    bot.wait_for_turns(3);
    bot.ok(&["status", "--check"]);
    let asked = Instant::now();
    life.stop();
    assert!(asked.elapsed() < Duration::from_secs(2));
    assert_eq!(bot.refused(&["status", "--check"]), "error: the daemon does not run");
    let before = bot.json(&["history", "--json"]);
    bot.ok(&["run", "--every", "10ms", "--turns", "5"]);
    let after = bot.json(&["history", "--json"]);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 5);
    bot.assert_whole();
}

#[test]
fn a_war_keeps_its_map_whatever_becomes_of_the_file() {
    let bot = Bot::on_grid(3, "");
    let play = ["run", "--every", "10ms", "--turns", "2"];
    bot.ok(&play);
    let other = "[war] map: \"grid\" waits for the next war; this one keeps its own";
    let broken = "the next war needs a sound map; this one keeps its own: map grid.geojson: not JSON";
    for (edited, warning) in [(grid(4), other), ("{".to_string(), broken)] {
        bot.write("grid.geojson", edited);
        let said = bot.run(&play);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(said.err.contains(warning), "{}", said.err);
    }
    assert_eq!(bot.assert_whole(), 6);
    let territories = |war| bot.json(&["map", "show", "--war", war, "--json"])[0]["territories"].clone();
    assert_eq!(territories("1").as_array().unwrap().len(), 9);
    bot.write("grid.geojson", grid(4));
    bot.ok(&["war", "new", "--yes"]);
    assert_eq!(territories("2").as_array().unwrap().len(), 16);
}

#[test]
fn a_war_keeps_its_rules() {
    let bot = Bot::new();
    bot.ok(&["turn", "2"]);
    let rules = bot.status()["rules"].clone();
    bot.write("config.toml", format!("{SMALL}[guerra]\ngrace_turns = 5\n"));
    let said = bot.run(&["turn", "2"]);
    let waits = "[guerra] grace_turns = 5 waits for the next war; this one keeps 24";
    assert!(said.err.contains(waits), "{}", said.err);
    assert_eq!(bot.status()["rules"], rules);
    assert_eq!(bot.assert_whole(), 4);
    bot.ok(&["war", "new", "--yes"]);
    assert!(bot.status()["rules"].as_str().unwrap().contains("\"grace_turns\":5"));
}

/// When the turn of this number was taken.
fn at(bot: &Bot, turn: u64) -> DateTime<Utc> {
    let history = bot.json(&["history", "--json"]);
    history[turn as usize - 1]["at"].as_str().unwrap().parse().unwrap()
}

#[test]
fn a_pause_beside_the_daemon_is_noticed() {
    let bot = Bot::new();
    let mut life = bot.start(&FAST);
    bot.wait_for_turns(2);
    bot.ok(&["war", "pause"]);
    let paused = bot.wait_for_state("paused");
    assert_eq!(paused["next_turn_at"], Value::Null);
    let turns = bot.turns();
    let resumed = Utc::now();
    bot.ok(&["war", "resume"]);
    bot.wait_for_turns(turns + 2);
    assert!(at(&bot, turns + 1) >= resumed - Duration::from_millis(1), "a turn was taken in the pause");
    life.stop();
    bot.drain();
}

#[test]
fn a_new_season_beside_the_daemon_is_noticed() {
    let bot = Bot::new();
    let mut life = bot.start(&FAST);
    bot.wait_for_turns(2);
    assert!(bot.refused(&["war", "new"]).contains("repeat the command with --yes"));
    bot.ok(&["war", "end", "--yes"]);
    bot.wait_for_state("over");
    bot.assert_whole();

    bot.ok(&["war", "new", "--await-salt"]);
    assert_eq!((bot.status()["war"].clone(), bot.turns()), (2.into(), 0));
    bot.ok(&["war", "salt", "lotto: 7 21 33"]);
    bot.wait_for_turns(3);
    bot.ok(&["war", "new", "--yes"]);
    wait_until(|| bot.status().to_string(), || (bot.status()["war"] == 3 && bot.turns() > 2).then_some(()));
    life.stop();
    bot.ok(&["run", "--every", "5ms", "--turns", "1"]);

    let wars = bot.ok(&["war", "list"]);
    let states: Vec<_> = wars.lines().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(states, ["over", "over", "running"]);
    for war in ["1", "2", "3"] {
        bot.ok(&["verify", "--war", war]);
        assert!(bot.path("out").join(war).join("000002.png").exists());
    }
    assert!(bot.refused(&["verify", "--war", "2", "--salt", "another"]).contains("turn "));
}

#[test]
fn a_war_that_is_over_stops_and_tells_its_secret_and_the_daemon_stays() {
    let bot = Bot::on_grid(3, "");
    bot.ok(&["war", "new", "--secret", "2a"]);
    assert_eq!(bot.status()["secret"], Value::Null);
    let mut life = bot.start(&["run", "--every", "5ms"]);
    let over = bot.wait_for_state("over");
    assert_eq!(over["secret"], format!("{:064x}", 42));
    assert_eq!((&over["factions_alive"], &over["next_turn_at"]), (&1.into(), &Value::Null));
    let turns = bot.assert_whole();
    let last = bot.json(&["history", "--json"]).pop().unwrap();
    assert_eq!((&last["over"], &last["turn"]), (&true.into(), &turns.into()));
    bot.ok(&["status", "--check"]);
    life.stop();
    // Nothing is left to play: the turns asked for cannot come, and waiting for them would never end.
    bot.ok(&["run", "--every", "5ms", "--turns", "3"]);
    assert_eq!(bot.assert_whole(), turns);
    assert!(bot.refused(&["turn"]).contains("is over; no turn can be taken"));
}

#[test]
fn a_halted_war_says_why_and_waits_for_the_operator() {
    let bot = Bot::new();
    bot.ok(&["turn", "3"]);
    bot.sql("UPDATE turns SET loser = 74 WHERE number = 2");
    let mut life = bot.start(&FAST);
    bot.wait_for_state("halted");
    assert!(life.says("the war is halted"));
    assert!(bot.refused(&["status", "--check"]).starts_with("error: war 1 is halted: "));
    assert!(bot.refused(&["verify"]).contains("turn 2"));
    life.stop();
    assert!(bot.refused(&["run"]).contains("mend it, then `guerrabot war resume`"));
}

#[test]
fn systemd_hears_that_it_is_ready_that_it_lives_and_that_it_stops() {
    let bot = Bot::new();
    let socket = std::os::unix::net::UnixDatagram::bind(bot.path("notify")).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut command = bot.command(&["run", "--every", "1h"]);
    command.env("NOTIFY_SOCKET", bot.path("notify")).env("WATCHDOG_USEC", "300000");
    let mut life = bot.start_command(command);
    let heard = || {
        let mut bytes = [0; 200];
        let length = socket.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    };
    assert_eq!(heard().trim(), "READY=1");
    assert_eq!(heard().trim(), "WATCHDOG=1");
    life.terminate();
    let last = std::iter::repeat_with(heard).find(|word| word.trim() != "WATCHDOG=1");
    assert_eq!(last.unwrap().trim(), "STOPPING=1");
    assert_eq!(life.wait().code(), Some(0));
}
