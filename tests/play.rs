//! `play`, `replay verify`, `board new` and the bots to start from, as a bot's author uses them.

mod common;

use common::Bot;
use serde_json::Value;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn folder() -> Bot {
    Bot::with("")
}

/// The lines of a replay.
fn replay(bot: &Bot, file: &str) -> Vec<Value> {
    let text = fs::read_to_string(bot.path(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The words of team A's orders in each tick: none, or the one that all its soldiers got.
fn words_of_a(bot: &Bot, file: &str) -> Vec<Option<String>> {
    let lines = replay(bot, file);
    let word = |line: &Value| Some(line["orders"]["A"].as_object()?.values().next()?.as_str()?.to_string());
    lines[1..lines.len() - 1].iter().map(word).collect()
}

/// Whether docs/check_game.py finds a replay right, and what it says.
fn check(bot: &Bot, file: &str) -> (bool, String) {
    let script = format!("{ROOT}/docs/check_game.py");
    let output = Command::new("python3").arg(script).arg(bot.path(file)).output().expect("python3 is there");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

/// A bot in Python that has a line of its own for each tick; `go(tick, word)` sends all its soldiers somewhere.
fn script(bot: &Bot, name: &str, body: &str) -> String {
    let frame = "import json, sys, time\n\
        greeting = json.loads(sys.stdin.readline())\n\
        assert greeting['hello'] == 'dobyvatele' and greeting['you'] == 'A' and 'rules' not in greeting\n\
        def answer(tick, word):\n    \
            return json.dumps({'tick': tick, 'orders': {str(s['id']): word for s in state['soldiers'] if s['team'] == 'A'}})\n\
        def go(tick, word):\n    \
            print(answer(tick, word), flush=True)\n\
        for line in sys.stdin:\n    \
            state = json.loads(line)['state']\n    \
            assert 'rules' not in state\n    \
            tick = state['tick']\n";
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    bot.write(name, format!("{frame}{body}"));
    format!("python3 {name}")
}

#[test]
fn a_game_repeats_and_every_change_is_noticed() {
    let bot = folder();
    let game = ["play", "--bots", "expand,guard,random,swarm", "--seed", "7", "--ticks", "60", "--out"];
    let first = bot.ok(&[&game[..], &["g.ndjson"]].concat());
    assert_eq!(first, bot.ok(&[&game[..], &["h.ndjson"]].concat()));
    let text = fs::read_to_string(bot.path("g.ndjson")).unwrap();
    assert!(text == fs::read_to_string(bot.path("h.ndjson")).unwrap(), "twice the same bytes");
    assert!(bot.ok(&["replay", "verify", "g.ndjson"]).starts_with("ok: all 60 ticks; first: "));
    let (ok, said) = check(&bot, "g.ndjson");
    assert!(ok && said.starts_with("right: all 60 ticks"), "{said}");

    let lines: Vec<&str> = text.lines().collect();
    let changed = |number: usize, change: &dyn Fn(&mut Value)| {
        let mut line: Value = serde_json::from_str(lines[number]).unwrap();
        change(&mut line);
        assert_ne!(line.to_string(), lines[number], "nothing was changed");
        let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        lines[number] = line.to_string();
        lines.join("\n")
    };
    let without = |number: usize| {
        let rest = lines.iter().enumerate().filter(|(i, _)| *i != number).map(|(_, line)| *line);
        rest.collect::<Vec<_>>().join("\n")
    };
    let swap = |text: &mut Value| *text = Value::from(if *text == "A" { "B" } else { "A" });
    let wrong = [
        ("tick 30", changed(31, &|line| line["state"]["soldiers"][0]["x"] = 99.into())),
        ("tick 17", changed(18, &|line| line["state"]["teams"][1]["score"] = 1.into())),
        ("tick 17", changed(18, &|line| swap(&mut line["report"]["taken"][0]["to"]))),
        ("tick 5", changed(6, &|line| line["report"]["recruits"]["A"] = 7.into())),
        ("tick 9", changed(10, &|line| line["report"]["more"] = 7.into())),
        ("tick 2", changed(3, &|line| line["orders"]["A"] = Value::Object(Default::default()))),
        ("tick 9", changed(10, &|line| line["tick"] = 10.into())),
        ("tick 40", without(41)),
        ("tick 0", without(1)),
        ("end", without(61)),
        ("end", changed(61, &|line| line["ranking"][0][2] = 1.into())),
        ("end", format!("{text}{{}}\n")),
        ("header", changed(0, &|line| line["state"]["soldiers"][0]["id"] = 2.into())),
        ("header", changed(0, &|line| line["state"]["owner"][0] = "A.......................".into())),
        ("tick 0", changed(0, &|line| line["state"]["ticks"] = 61.into())),
    ];
    for (place, text) in wrong {
        bot.write("w.ndjson", text);
        let refused = bot.refused(&["replay", "verify", "w.ndjson"]);
        assert!(refused.starts_with(&format!("error: w.ndjson: {place}: ")), "{place}: {refused}");
        let (ok, said) = check(&bot, "w.ndjson");
        assert!(!ok && said.starts_with("WRONG: "), "{place}: {said}");
    }
    for (what, change) in [("version", Value::from(2)), ("format", "x".into()), ("seed", "7".into())] {
        bot.write("w.ndjson", changed(0, &|line| line[what] = change.clone()));
        let refused = bot.refused(&["replay", "verify", "w.ndjson"]);
        assert!(refused.starts_with("error: w.ndjson: header: "), "{refused}");
    }
    bot.write("w.ndjson", changed(0, &|line| drop(line["state"].as_object_mut().unwrap().remove("rules"))));
    assert!(bot.refused(&["replay", "verify", "w.ndjson"]).contains("has no rules"));
}

#[test]
fn a_late_line_is_not_taken_for_the_next_answer() {
    let bot = folder();
    let late = script(
        &bot,
        "late.py",
        "if tick == 1:\n    time.sleep(3)\ngo(tick, ['left', 'right', 'up', 'down'][tick])",
    );
    let bots = format!("{late},stay");
    let said =
        bot.run(&["play", "--bots", &bots, "--seed", "7", "--ticks", "4", "--tick-ms", "2000", "--out", "g"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let words = ["left", "", "up", "down"].map(|word| Some(word.to_string()).filter(|word| !word.is_empty()));
    assert_eq!(words_of_a(&bot, "g"), words, "{}", said.err);
    assert!(said.err.contains("A: all stayed in 1 ticks: no line in time"), "{}", said.err);
}

#[test]
fn a_wrong_line_means_stay_and_a_long_one_silence() {
    let bot = folder();
    let wrong = script(
        &bot,
        "wrong.py",
        "lines = ['good morning', answer(1, 'up'), answer(3, 'up'), answer(3, 'down'), answer(4, 'left').ljust(256 * 1024),\n    \
             '[]', answer(6, 'left').ljust(256 * 1024 + 1), answer(7, 'up')]\n\
         print(lines[tick], flush=True)",
    );
    let bots = format!("{wrong},stay");
    let game = ["play", "--bots", &bots, "--seed", "7", "--ticks", "8", "--tick-ms", "20000", "--out", "g"];
    let said = bot.run(&game);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let words: Vec<String> = words_of_a(&bot, "g").into_iter().map(Option::unwrap_or_default).collect();
    assert_eq!(words, ["", "up", "", "down", "left", "", "", ""], "{}", said.err);
    for told in
        ["A: a wrong line in tick 0: ", "A: a wrong line in tick 2: it is for tick 3", "silent from now on"]
    {
        assert!(said.err.contains(told), "{told}: {}", said.err);
    }
}

#[test]
fn a_bot_that_ended_is_silent_and_its_log_is_kept() {
    let bot = folder();
    let short = script(&bot, "short.py", "go(tick, 'up')\nsys.exit('that is all')");
    // The second one neither reads nor answers.
    let bots = format!("{short},sleep 60");
    let begun = Instant::now();
    let game = ["play", "--bots", &bots, "--seed", "7", "--ticks", "5", "--tick-ms", "1500", "--out", "g"];
    let said = bot.run(&game);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(words_of_a(&bot, "g"), [Some("up".into()), None, None, None, None], "{}", said.err);
    assert_eq!(fs::read_to_string(bot.path("g.A.log")).unwrap(), "that is all\n");
    assert!(begun.elapsed() < Duration::from_secs(40), "it is not waited for");
    assert!(bot.ok(&["replay", "verify", "g"]).starts_with("ok: all 5 ticks"));
}

#[test]
fn the_bots_to_start_from_play_a_lawful_game() {
    // `cargo test` builds it; with `--test play` alone it may not be there.
    let rust = std::path::Path::new(env!("CARGO_BIN_EXE_guerrabot")).with_file_name("examples").join("bot");
    let rust = if rust.exists() {
        rust.display().to_string()
    } else {
        common::skip("the starter bot in Rust, which is not built; the one in Python plays for it");
        format!("{ROOT}/examples/bot.py")
    };
    let bots = format!("{ROOT}/examples/bot.py,{rust},stay");
    let bot = folder();
    let game = ["play", "--bots", &bots, "--seed", "7", "--ticks", "30", "--tick-ms", "10000", "--out", "g"];
    let said = bot.run(&game);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "every line was right and in time");
    let score = |team: &str| {
        let line = said.out.lines().find(|line| line.split_whitespace().nth(1) == Some(team)).unwrap();
        line.split_whitespace().nth(2).unwrap().parse::<u64>().unwrap()
    };
    assert!(score("A") > 500 && score("B") > 500, "{}", said.out);
    assert!(bot.ok(&["replay", "verify", "g"]).starts_with("ok: all 30 ticks"));
}

#[test]
fn what_cannot_be_played_is_said_and_nothing_is_left_behind() {
    let bot = folder();
    let refused = |bots: &str, more: &[&str]| {
        bot.refused(&[&["play", "--bots", bots, "--ticks", "3", "--out", "g"], more].concat())
    };
    assert!(refused("expand,expnd", &[]).contains("no strategy \"expnd\"; there are stay, random, expand"));
    assert!(refused("expand", &[]).contains("1 teams; a board has from 2 to 26"));
    assert!(refused("stay,./nobody", &[]).contains("team B: ./nobody cannot be started"));
    assert!(refused("stay,stay", &["--board", "no.txt"]).contains("board no.txt: No such file"));
    assert!(refused("stay,stay,stay,stay,stay", &["--size", "24"]).contains("25x25 would do"));
    let nine = ["stay"; 9].join(",");
    assert!(
        refused(&nine, &["--size", "24", "--hills", "50%", "--seed", "1"]).contains("no lawful board found")
    );
    bot.write("few.txt", "........\n.A....B.\n........\n");
    assert!(
        refused("stay,stay,stay", &["--board", "few.txt"]).contains("it has 2 homes, but --bots names 3")
    );
    bot.write("wrong.txt", "A..#x.\n...#B.\n...##B\n");
    let said = bot.run(&["board", "check", "wrong.txt"]).err;
    for fault in
        ["7 faults", "line 1, column 5: `x`", "team B has 2 homes", "team A: its protected square is off"]
    {
        assert!(said.contains(fault), "{fault}: {said}");
    }
    bot.write("config.toml", "[dobyvatele]\nbudget_base = 4000000000\n");
    assert!(refused("stay,stay", &[]).contains("more than 10000000 soldiers"));
    let nowhere = ["play", "--bots", "stay,stay", "--ticks", "3", "--out", "no/g"];
    bot.write("config.toml", "");
    assert!(bot.refused(&nowhere).starts_with("error: no/g: "));
    let mut left = common::listing(&bot.path(""));
    left.retain(|name| !name.ends_with(".txt") && name != "config.toml" && !name.ends_with(".log"));
    assert_eq!(left, [] as [&str; 0]);
}

#[test]
fn a_board_that_was_drawn_can_be_played_on() {
    let bot = folder();
    let drawn = bot.ok(&["board", "new", "--teams", "3", "--size", "18x24", "--hills", "12%", "--seed", "7"]);
    assert_eq!(
        drawn,
        bot.ok(&["board", "new", "--teams", "3", "--size", "18x24", "--hills", "12", "--seed", "07"])
    );
    assert_eq!((drawn.lines().count(), drawn.lines().next().unwrap().len()), (24, 18));
    bot.write("b.txt", &drawn);
    assert!(bot.ok(&["board", "check", "b.txt", "--wrap"]).starts_with("ok: 18x24 fields, 3 teams, "));
    let game = [
        "play",
        "--bots",
        "expand,expand,guard",
        "--board",
        "b.txt",
        "--wrap",
        "--seed",
        "1",
        "--ticks",
        "9",
    ];
    bot.ok(&[&game[..], &["--out", "g"]].concat());
    let header = &replay(&bot, "g")[0];
    assert_eq!((&header["state"]["wrap"], &header["state"]["width"]), (&Value::from(true), &Value::from(18)));
    assert!(bot.ok(&["replay", "verify", "g"]).starts_with("ok: all 9 ticks"));
}
