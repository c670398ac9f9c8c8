//! A game server in a folder of its own, and a team's client that says exactly what a test wants it to say.
#![allow(dead_code, reason = "each test file uses its part")]

use crate::client::{Answer, say_on};
use crate::common::{Bot, Life, wait_for_word, wait_until};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub struct Site {
    pub bot: Bot,
    pub life: Life,
    pub at: SocketAddr,
}

/// A bot with a game of so many ticks, each so long; `more` lines of [dobyvatele].
pub fn organiser(every: &str, ticks: u32, more: &str) -> Bot {
    Bot::with(&format!(
        "network = []\n[war]\nname = \"Prova\"\nruleset = \"dobyvatele\"\n[dobyvatele]\nticks = {ticks}\n{more}\n\
         [schedule]\nevery = \"{every}\"\n[web]\nlisten = \"127.0.0.1:0\"\n"
    ))
}

pub fn run(bot: &Bot) -> (Life, SocketAddr) {
    let life = bot.start(&["run"]);
    let at = address(&life);
    (life, at)
}

/// Where a daemon says that it can be reached.
pub fn address(life: &Life) -> SocketAddr {
    wait_for_word(life, "followers' page on http://");
    let log = life.log();
    let (_, rest) = log.split_once("page on http://").unwrap();
    rest.split_whitespace().next().unwrap().trim_end_matches('\u{1b}').parse().unwrap()
}

impl Site {
    pub fn new(every: &str, ticks: u32, more: &str) -> Site {
        Site::of(organiser(every, ticks, more))
    }

    pub fn of(bot: Bot) -> Site {
        let (life, at) = run(&bot);
        let site = Site { bot, life, at };
        // Until the daemon has looked, nobody knows which game is played.
        wait_until(|| "the game".into(), || (site.call("GET", "game", "", "").status == 200).then_some(()));
        site
    }

    /// Takes a seat; gives its token.
    pub fn team(&self, name: &str) -> String {
        self.bot.ok(&["team", "add", name]).split_whitespace().last().unwrap().to_string()
    }

    pub fn call(&self, method: &str, path: &str, token: &str, body: &str) -> Answer {
        call(self.at, method, path, token, body).expect("an answer")
    }

    pub fn json(&self, path: &str) -> Value {
        let answer = self.call("GET", path, "", "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/json"));
        answer.json()
    }

    pub fn put(&self, tick: u64, token: &str, orders: &Value) -> Answer {
        self.call("PUT", &format!("ticks/{tick}/orders"), token, &json!({"orders": orders}).to_string())
    }

    /// Waits until a tick is open.
    pub fn wait_for_tick(&self, tick: u64) -> Value {
        wait_until(
            || format!("tick {tick}"),
            || Some(self.json("state")).filter(|state| state["tick"].as_u64() >= Some(tick)),
        )
    }

    /// Waits for the game's end and plays it again with `replay verify`; gives the lines of the replay.
    pub fn finish(&self) -> Vec<Value> {
        wait_until(
            || "the end".into(),
            || {
                call(self.at, "GET", "state", "", "")
                    .filter(|answer| answer.status == 200 && answer.json()["finished"] == true)
                    .map(drop)
            },
        );
        let answer = self.call("GET", "replay", "", "");
        assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
        let text = unchunked(&answer);
        self.bot.write("replay.ndjson", &text);
        assert!(self.bot.ok(&["replay", "verify", "replay.ndjson"]).starts_with("ok: "));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The text of an answer that was sent in chunks.
pub fn unchunked(answer: &Answer) -> String {
    if answer.header("transfer-encoding") != Some("chunked") {
        return answer.text().to_string();
    }
    let (mut rest, mut all) = (&answer.body[..], Vec::new());
    loop {
        let end = rest.windows(2).position(|w| w == b"\r\n").unwrap();
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return String::from_utf8(all).unwrap();
        }
        all.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
}

/// None if nobody listens, or the server dies meanwhile.
pub fn call(at: SocketAddr, method: &str, path: &str, token: &str, body: &str) -> Option<Answer> {
    let token = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    let length = body.len();
    let head = format!(
        "{method} /api/v1/{path} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n{token}Content-Length: {length}\r\n\r\n"
    );
    let stream = TcpStream::connect(at).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    say_on(stream, [head.as_bytes(), body.as_bytes()].concat().as_slice())
}

/// The ids of a team's soldiers in a state.
pub fn soldiers(state: &Value, team: &str) -> Vec<u64> {
    let soldiers = state["soldiers"].as_array().unwrap().iter();
    soldiers.filter(|s| s["team"] == team).map(|s| s["id"].as_u64().unwrap()).collect()
}
