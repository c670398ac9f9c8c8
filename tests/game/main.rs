//! The game server of Dobyvatelé, over the wire as teams use it and by commands as organisers do.

#[path = "../web/client.rs"]
mod client;
#[path = "../common/mod.rs"]
mod common;
mod deadline;
mod killed;
mod openapi;
mod page;
mod posts;
mod rig;

use client::{Events, get_with, say};
use common::{Bot, wait_until};
use rig::{Site, organiser, run, soldiers, unchunked};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A lobby: tick 0 is open, and no clock runs.
fn lobby() -> Site {
    Site::new("1h", 20, "")
}

fn assert_refused(answer: &client::Answer, status: u16, word: &str) -> Value {
    assert_eq!(answer.status, status, "{}", answer.text());
    let body = answer.json();
    assert_eq!(body["error"], word, "{body}");
    assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{body}");
    body
}

#[test]
fn everybody_sees_the_game_and_nobody_the_budget() {
    let site = lobby();
    let game = site.json("game");
    assert_eq!(
        (&game["ticks"], &game["tick_ms"], &game["phase"]),
        (&json!(20), &json!(3_600_000), &json!("lobby"))
    );
    assert_eq!(game["rules"]["recruit_cost"], 5);
    let state = site.json("state");
    let keys: Vec<&String> = state.as_object().unwrap().keys().collect();
    let expected = [
        "tick", "ticks", "width", "height", "wrap", "hills", "teams", "owner", "soldiers", "next_id",
        "finished", "deadline", "ms_left",
    ];
    assert_eq!(keys, expected);
    assert_eq!(
        (&state["tick"], &state["deadline"], &state["ms_left"]),
        (&json!(0), &Value::Null, &Value::Null)
    );
    site.team("Ti z lesa");
    let named = || site.json("game")["teams"][0]["name"] == "Ti z lesa";
    wait_until(|| "the name".into(), || named().then_some(()));
    for path in ["game", "state", "war", "replay"] {
        let text = unchunked(&site.call("GET", path, "", ""));
        assert!(!text.contains("budget"), "{path}: {text}");
    }
    let replay = unchunked(&site.call("GET", "replay", "", ""));
    let header: Value = serde_json::from_str(&replay).unwrap();
    assert_eq!((&header["seed"], header["state"].get("rules")), (&Value::Null, None));
}

#[test]
fn a_token_is_good_at_once_and_worthless_at_once() {
    let site = lobby();
    let token = site.team("Alfa");
    let me = site.call("GET", "me", &token, "").json();
    assert_eq!((&me["team"], &me["name"], &me["missed"]), (&json!("A"), &json!("Alfa"), &json!(0)));
    assert_eq!(me["last_tick"], Value::Null);
    for wrong in ["", "x", &token[1..], &token.to_uppercase()] {
        let answer = site.call("GET", "me", wrong, "");
        assert_refused(&answer, 401, "unauthorized");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        assert_refused(&site.put(0, wrong, &json!([])), 401, "unauthorized");
    }
    assert_eq!(site.put(0, &token, &json!([])).status, 200);
    site.bot.ok(&["team", "revoke", "Alfa"]);
    assert_refused(&site.put(0, &token, &json!([])), 401, "unauthorized");
    assert_refused(&site.call("GET", "me", &token, ""), 401, "unauthorized");
    let again = site.team("Beta");
    assert_eq!(site.call("GET", "me", &again, "").json()["team"], "A", "the seat is free again");
    for name in ["Gama", "Delta", "Eta"] {
        site.team(name);
    }
    assert!(site.bot.refused(&["team", "add", "Pozdě"]).contains("all 4 seats are taken"));
    assert!(site.bot.refused(&["team", "add", "Eta"]).contains("has a seat already"));
    assert!(site.bot.refused(&["team", "revoke", "Nikdo"]).contains("no team"));
    let (log, list) = (site.life.log(), site.bot.ok(&["team", "list"]));
    for token in [&token, &again] {
        assert!(!log.contains(token.as_str()) && !list.contains(token.as_str()));
    }
    let file = std::fs::read(site.bot.path("guerrabot.db")).unwrap();
    assert!(
        !file.windows(token.len()).any(|window| window == token.as_bytes()),
        "the token is stored as it is"
    );
}

#[test]
fn orders_are_judged_stored_and_replaced() {
    let site = lobby();
    let (token, other) = (site.team("Alfa"), site.team("Beta"));
    let state = site.json("state");
    let (own, foreign) = (soldiers(&state, "A"), soldiers(&state, "B")[0]);
    let orders = json!([
        {"id": own[0], "dir": "up"}, {"id": own[1], "dir": "nahoru"}, {"id": foreign, "dir": "up"},
        {"id": 4_000_000_000_000_u64, "dir": "up"}, {"id": own[0], "dir": "left"},
    ]);
    let answer = site.put(0, &token, &orders);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let rejected = json!([
        {"id": own[0], "reason": "duplicate"}, {"id": own[1], "reason": "bad_direction"},
        {"id": foreign, "reason": "not_yours"}, {"id": 4_000_000_000_000_u64, "reason": "not_yours"},
    ]);
    assert_eq!(answer.json(), json!({"tick": 0, "accepted": 1, "rejected": rejected}));
    assert_eq!(site.put(0, &token, &orders).json(), answer.json(), "a second time changes nothing");
    let stored = site.call("GET", "ticks/0/orders", &token, "").json();
    assert_eq!(stored["orders"][0], json!({"id": own[0], "dir": "left"}), "the last one holds");
    assert_eq!(
        (&stored["team"], &stored["accepted"], &stored["rejected"]),
        (&json!("A"), &json!(1), &json!(4))
    );
    assert_refused(&site.call("GET", "ticks/0/orders?team=A", &other, ""), 404, "not_found");
    let nothing = site.call("GET", "ticks/0/orders", &other, "").json();
    assert_eq!((&nothing["orders"], &nothing["at"]), (&json!([]), &Value::Null));
    assert_eq!(site.put(0, &token, &json!([{"id": own[2], "dir": "down"}])).json()["accepted"], 1);
    let stored = site.call("GET", "ticks/0/orders", &token, "").json();
    assert_eq!(stored["orders"], json!([{"id": own[2], "dir": "down"}]), "the whole set is replaced");
    let early = assert_refused(&site.put(1, &token, &json!([])), 409, "tick_not_open");
    assert_eq!((&early["tick"], &early["deadline"]), (&json!(0), &Value::Null));
    assert_refused(&site.call("GET", "ticks/0", "", ""), 404, "not_found");
}

#[test]
fn what_is_malformed_is_refused_with_its_place() {
    let site = lobby();
    let token = site.team("Alfa");
    let put = |body: &str| site.call("PUT", "ticks/0/orders", &token, body);
    let places = [
        ("", 1, 0),
        ("{\"orders\":[\n  {\"id\":1,\"dir\":\"up\"},\n  {\"id\":1 \"dir\":\"up\"}]}", 3, 11),
        ("{\"orders\":[{\"id\":1.5,\"dir\":\"up\"}]}", 1, 20),
        ("{\"orders\":[{\"id\":-1,\"dir\":\"up\"}]}", 1, 19),
        ("{\"orders\":[{\"id\":\"1\",\"dir\":\"up\"}]}", 1, 20),
        ("{\"orders\":[{\"id\":1,\"dir\":5}]}", 1, 26),
        ("{\"orders\":[{\"id\":1}]}", 1, 19),
        ("{\"orders\":{}}", 1, 11),
        ("{\"orders\":[],\"tick\":0}", 1, 19),
        ("[]x", 1, 1),
    ];
    for (body, line, column) in places {
        let refused = assert_refused(&put(body), 400, "malformed");
        let place = (refused["line"].as_u64().unwrap(), refused["column"].as_u64().unwrap());
        assert_eq!(place.0, line, "{body}: {refused}");
        assert!(place.1.abs_diff(column) <= 2, "{body}: {refused}, not column {column}");
    }
    let padded = |length: usize| format!("{{\"orders\":[]{}}}", " ".repeat(length - 13));
    assert_eq!(put(&padded(256 * 1024)).status, 200);
    assert_refused(&put(&padded(257 * 1024)), 413, "too_large");
    std::thread::sleep(Duration::from_secs(1));
    for path in ["ticks/x/orders", "ticks/-1", "state?after=x", "state?wait=-1"] {
        assert_refused(&site.call("GET", path, &token, ""), 400, "malformed");
    }
    assert_refused(&site.call("GET", "ticks/99/orders", &token, ""), 404, "not_found");
    assert_refused(&site.call("DELETE", "state", "", ""), 405, "method_not_allowed");
}

#[test]
fn too_many_requests_of_a_token_are_put_off() {
    let site = lobby();
    let (token, other) = (site.team("Alfa"), site.team("Beta"));
    let begun = Instant::now();
    let answers: Vec<_> = (0..60).map(|_| site.call("GET", "me", &token, "")).collect();
    let passed = answers.iter().filter(|answer| answer.status == 200).count() as f64;
    let allowed = 20.0 + 10.0 * begun.elapsed().as_secs_f64();
    assert!(passed >= 20.0 && passed <= allowed + 1.0, "{passed} of at most {allowed}");
    if let Some(refused) = answers.iter().find(|answer| answer.status != 200) {
        assert_refused(refused, 429, "too_fast");
        assert_eq!(refused.header("retry-after"), Some("1"));
    }
    assert_eq!(site.call("GET", "me", &other, "").status, 200, "it is counted by token");
}

#[test]
fn a_game_from_the_lobby_to_the_end() {
    let site = Site::new("400ms", 6, "fallback = \"expand\"");
    let token = site.team("Alfa");
    let first = soldiers(&site.json("state"), "A")[0];
    assert_eq!(
        site.put(0, &token, &json!([{"id": first, "dir": "stay"}])).status,
        200,
        "tick 0 is open in the lobby"
    );
    let mut events = Events::open(site.at, "");
    assert_eq!(events.next(), ("tick".to_string(), 0));
    let waits = std::thread::spawn({
        let at = site.at;
        move || rig::call(at, "GET", "state?after=0&wait=30", "", "").unwrap()
    });
    site.bot.ok(&["war", "resume"]);
    let polled = waits.join().unwrap();
    assert_eq!((polled.status, &polled.json()["tick"]), (200, &json!(1)));
    assert!(polled.json()["ms_left"].as_u64() <= Some(400));
    for tick in 1..=6 {
        assert_eq!(events.next(), ("tick".to_string(), tick));
    }
    let late = Instant::now();
    assert_eq!(site.call("GET", "state?after=6&wait=30", "", "").json()["finished"], true);
    assert!(late.elapsed() < Duration::from_secs(10), "nothing comes after the end: nobody waits for it");
    let replay = site.finish();
    assert_eq!(replay.len(), 8);
    assert_eq!(replay[1]["orders"]["A"], json!({first.to_string(): "stay"}));
    assert!(replay[2]["orders"].as_object().unwrap().len() == 4, "the fallback plays for the silent");
    let resolved = site.json("ticks/0");
    assert_eq!((&resolved["report"], &resolved["orders"]), (&replay[1]["report"], &replay[1]["orders"]));
    assert_refused(&site.put(5, &token, &json!([])), 410, "game_over");
    assert_refused(&site.put(6, &token, &json!([])), 410, "game_over");
    let me = site.call("GET", "me", &token, "").json();
    assert_eq!((&me["accepted"], &me["missed"], &me["last_tick"]), (&json!(1), &json!(5), &json!(0)));
    let status = site.bot.status();
    let nothing = ["rules", "map_digest", "commitment", "secret"].map(|key| &status[key]);
    assert_eq!(nothing, [&Value::Null; 4]);
    assert_eq!(
        (&status["state"], &status["turn"], &status["ruleset"]),
        (&json!("over"), &json!(6), &json!("dobyvatele"))
    );
}

#[test]
fn a_pause_in_mid_tick_stops_the_clock_and_not_the_orders() {
    let site = Site::new("3s", 9, "");
    let token = site.team("Alfa");
    site.bot.ok(&["war", "resume"]);
    let is_running = || (!site.json("state")["deadline"].is_null()).then_some(());
    wait_until(|| "the clock".into(), is_running);
    site.bot.ok(&["war", "pause"]);
    wait_until(|| "the pause".into(), || site.json("state")["deadline"].is_null().then_some(()));
    let tick = site.json("state")["tick"].as_u64().unwrap();
    std::thread::sleep(Duration::from_millis(3200));
    assert_eq!(site.json("state")["tick"], tick);
    assert_eq!(site.put(tick, &token, &json!([])).status, 200);
    site.bot.ok(&["war", "resume"]);
    wait_until(|| "the clock".into(), is_running);
    let left = site.json("state")["ms_left"].as_u64().unwrap();
    assert!(left > 1500, "not a full deadline: {left} ms");
    let tag = site.call("GET", "state", "", "").header("etag").unwrap().to_string();
    let known = format!("If-None-Match: {tag}\r\n");
    assert_eq!(get_with(site.at, "/api/v1/state", &known).status, 304);
    site.wait_for_tick(tick + 1);
    assert_eq!(get_with(site.at, "/api/v1/state", &known).status, 200);
    let closed = assert_refused(&site.put(tick, &token, &json!([])), 409, "tick_closed");
    assert!(closed["tick"].as_u64() > Some(tick) && closed["deadline"].is_string(), "{closed}");
    assert_eq!(site.call("GET", "state?after=8&wait=0", "", "").status, 204);
}

#[test]
fn a_restart_in_mid_tick_gives_a_full_deadline_and_keeps_the_orders() {
    let mut site = Site::new("4s", 3, "");
    let token = site.team("Alfa");
    let first = soldiers(&site.json("state"), "A")[0];
    site.bot.ok(&["war", "resume"]);
    wait_until(|| "the clock".into(), || (!site.json("state")["deadline"].is_null()).then_some(()));
    assert_eq!(site.put(0, &token, &json!([{"id": first, "dir": "stay"}])).status, 200);
    site.life.kill();
    // The deadline passes while nobody is there: nothing is played for it.
    std::thread::sleep(Duration::from_millis(4500));
    (site.life, site.at) = run(&site.bot);
    let state = wait_until(
        || "the clock".into(),
        || {
            let answer = site.call("GET", "state", "", "");
            (answer.status == 200).then(|| answer.json()).filter(|state| !state["deadline"].is_null())
        },
    );
    assert_eq!(state["tick"], 0);
    assert!(state["ms_left"].as_u64() > Some(2500), "{}", state["ms_left"]);
    assert_eq!(
        site.call("GET", "ticks/0/orders", &token, "").json()["orders"],
        json!([{"id": first, "dir": "stay"}])
    );
    assert_eq!(site.finish()[1]["orders"]["A"], json!({first.to_string(): "stay"}));
}

#[test]
fn a_start_time_opens_the_lobby() {
    let start = chrono::Utc::now() + chrono::TimeDelta::seconds(4);
    let bot = organiser("300ms", 3, &format!("start = \"{}\"", start.to_rfc3339()));
    let site = Site::of(bot);
    assert_eq!(site.bot.status()["state"], "lobby");
    site.finish();
}

#[test]
fn each_game_answers_at_its_own_addresses() {
    let site = lobby();
    for path in ["turns", "standings"] {
        assert_refused(&site.call("GET", path, "", ""), 404, "not_found");
    }
    assert_eq!(site.json("war")["ruleset"], "dobyvatele");
    for command in [&["odds"][..], &["verify"], &["history"], &["standings"], &["map", "show", "--war", "1"]]
    {
        assert!(site.bot.refused(command).contains("the other game"), "{command:?}");
    }
    let bot = Bot::with("network = []\n[schedule]\nevery = \"1h\"\n[web]\nlisten = \"127.0.0.1:0\"\n");
    let (life, at) = run(&bot);
    let guerra = Site { bot, life, at };
    for path in ["game", "state", "ticks/0", "replay", "me", "ticks/0/orders"] {
        assert_refused(&guerra.call("GET", path, "", ""), 404, "not_found");
    }
    assert_refused(&guerra.put(0, "x", &json!([])), 404, "not_found");
    assert!(guerra.bot.refused(&["team", "add", "Alfa"]).contains("has no teams"));
}

#[test]
fn a_configuration_that_cannot_be_played_is_refused_with_all_that_is_wrong() {
    let bot = organiser("1s", 20, "board = \"board.txt\"\nbudget_base = 4000000000");
    bot.write("board.txt", "A..\n...\n..B\n");
    let refused = bot.run(&["run"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("team A") && refused.err.contains("team B"), "{}", refused.err);
    assert!(!bot.path("guerrabot.db").exists());
}

#[test]
fn a_body_in_parts_is_whole_with_its_last() {
    let site = lobby();
    let token = site.team("Alfa");
    let head = format!(
        "PUT /api/v1/ticks/0/orders HTTP/1.1\r\nHost: t\r\nConnection: close\r\nAuthorization: bearer {token}\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let answer =
        say(site.at, format!("{head}5\r\n{{\"ord\r\n8\r\ners\":[]}}\r\n0\r\n\r\n").as_bytes()).unwrap();
    assert_eq!((answer.status, &answer.json()["accepted"]), (200, &json!(0)));
}

/// Plays a short game with a bot to start from, as its author would.
fn assert_plays(bot: &std::path::Path, program: &mut std::process::Command) {
    let site = Site::new("700ms", 8, "");
    let token = site.team("Alfa");
    site.bot.ok(&["war", "resume"]);
    let status = program.arg(format!("http://{}", site.at)).arg(&token).status().unwrap();
    assert!(status.success(), "{}", bot.display());
    site.finish();
    let me = site.call("GET", "me", &token, "").json();
    assert!(
        me["accepted"].as_u64() >= Some(20) && me["missed"].as_u64() <= Some(3) && me["rejected"] == 0,
        "{me}"
    );
}

#[test]
fn the_bots_to_start_from_play() {
    let python = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py"));
    assert_plays(python, std::process::Command::new("python3").arg(python));
    let rust = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().join("examples/bot");
    if rust.exists() {
        assert_plays(&rust, &mut std::process::Command::new(&rust));
    } else {
        common::skip("examples/bot.rs on a server; `cargo test` as a whole builds it");
    }
}
