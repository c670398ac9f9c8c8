//! A full table for minutes: 26 teams, 50 long-polling readers, slow readers, ticks of half a second.
//!
//! `cargo run --release --example soak-server -- target/release/guerrabot [SECONDS]`; ten minutes without SECONDS.
//! No tick is late by more than 50 ms, no acknowledged order is lost, and the replay verifies; exit status 1 otherwise.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const AT: &str = "127.0.0.1:18473";
const TEAMS: usize = 26;
const READERS: usize = 50;
const SLOW: usize = 10;
const TICK_MS: u64 = 500;
const LATE_MS: i64 = 50;

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;
/// What a player or a reader does.
type Work = Box<dyn FnOnce(&Scene) -> Fallible<()> + Send>;

/// What all threads share.
#[derive(Default)]
struct Scene {
    over: AtomicBool,
    /// Clients that gave up.
    failed: AtomicU64,
    polls: AtomicU64,
    refused: AtomicU64,
    /// By how many milliseconds somebody who only sleeps wakes too late, at most: what the machine itself costs.
    asleep: AtomicU64,
    /// The last acknowledged set by tick and team.
    acknowledged: Mutex<BTreeMap<(u64, String), Value>>,
}

/// A connection that is kept.
struct Client(BufReader<TcpStream>);

struct Answer {
    status: u16,
    body: Vec<u8>,
    /// When it began to come in.
    at: Instant,
}

impl Client {
    fn open() -> Fallible<Client> {
        let stream = TcpStream::connect(AT)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Client(BufReader::new(stream)))
    }

    fn call(&mut self, method: &str, path: &str, token: &str, body: &str) -> Fallible<Answer> {
        let token =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let length = body.len();
        let request = format!(
            "{method} /api/v1/{path} HTTP/1.1\r\nHost: t\r\n{token}Content-Length: {length}\r\n\r\n{body}"
        );
        self.0.get_mut().write_all(request.as_bytes())?;
        self.0.fill_buf()?;
        let (at, mut status, mut length) = (Instant::now(), 0, 0);
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err("the connection ended".into());
            }
            match line.trim_end() {
                "" => break,
                line if status == 0 => status = line.split(' ').nth(1).unwrap_or_default().parse()?,
                line => {
                    if let Some(value) = line.strip_prefix("content-length: ") {
                        length = value.parse()?;
                    }
                }
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok(Answer { status, body, at })
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let program = args.first().map_or("target/release/guerrabot", String::as_str);
    let seconds = args.get(1).map_or(600, |text| text.parse().expect("SECONDS is a number"));
    match soak(Path::new(program), seconds) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn soak(program: &Path, seconds: u64) -> Fallible<bool> {
    let program = std::fs::canonicalize(program)?;
    let folder = tempfile::tempdir()?;
    let ticks = seconds * 1000 / TICK_MS;
    std::fs::write(
        folder.path().join("config.toml"),
        format!(
            "network = []\n[war]\nruleset = \"dobyvatele\"\n[dobyvatele]\nboard = {{ teams = {TEAMS}, size = \"52x52\" }}\n\
             ticks = {ticks}\n[schedule]\nevery = \"{TICK_MS}ms\"\n[web]\nlisten = \"{AT}\"\n"
        ),
    )?;
    let log = std::fs::File::create(folder.path().join("log"))?;
    let mut server = Server(Command::new(&program).arg("run").current_dir(&folder).stderr(log).spawn()?);
    wait_for("game")?;
    let organiser = |args: &[&str]| -> Fallible<String> {
        let said = Command::new(&program).args(args).current_dir(&folder).stderr(Stdio::null()).output()?;
        Ok(String::from_utf8(said.stdout)?)
    };
    let tokens: Vec<String> = (1..=TEAMS)
        .map(|n| {
            Ok(organiser(&["team", "add", &format!("Team {n}")])?
                .split_whitespace()
                .last()
                .ok_or("no token")?
                .to_string())
        })
        .collect::<Fallible<_>>()?;
    let scene = Arc::new(Scene::default());
    let mut threads = Vec::new();
    let mut start = |work: Work| {
        let scene = Arc::clone(&scene);
        threads.push(std::thread::spawn(move || {
            if let Err(error) = work(&scene) {
                eprintln!("a client: {error}");
                scene.failed.fetch_add(1, Ordering::SeqCst);
            }
        }));
    };
    tokens.into_iter().for_each(|token| start(Box::new(move |scene| play(scene, &token))));
    (0..READERS).for_each(|_| start(Box::new(read)));
    (0..SLOW).for_each(|_| start(Box::new(read_slowly)));
    start(Box::new(sleep));
    organiser(&["war", "resume"])?;
    wait_for_end()?;
    scene.over.store(true, Ordering::SeqCst);
    threads.into_iter().for_each(|thread| thread.join().expect("a client does not panic"));
    let verdict = judge(&scene, folder.path(), &organiser)?;
    server.0.kill()?;
    Ok(verdict)
}

/// Killed when all is done.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_for(path: &str) -> Fallible<()> {
    for _ in 0..600 {
        if Client::open()
            .and_then(|mut client| client.call("GET", path, "", ""))
            .is_ok_and(|answer| answer.status == 200)
        {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err("the server does not answer".into())
}

fn wait_for_end() -> Fallible<()> {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let answer = Client::open()?.call("GET", "state", "", "")?;
        if serde_json::from_slice::<Value>(&answer.body)?["finished"] == true {
            return Ok(());
        }
    }
}

/// What a team needs of a state.
#[derive(serde::Deserialize)]
struct Seen {
    tick: u64,
    finished: bool,
    ms_left: Option<u64>,
    soldiers: Vec<Soldier>,
}

#[derive(serde::Deserialize)]
struct Soldier {
    id: u64,
    team: char,
}

/// A team: orders for all its soldiers in each tick, of every third just before the deadline.
fn play(scene: &Scene, token: &str) -> Fallible<()> {
    let mut client = Client::open()?;
    let me: Value = serde_json::from_slice(&client.call("GET", "me", token, "")?.body)?;
    let team = me["team"].as_str().and_then(|text| text.chars().next()).ok_or("no team")?;
    let seat = u64::from(team);
    let answer = client.call("GET", "state", token, "")?;
    let (mut state, mut told): (Seen, _) = (serde_json::from_slice(&answer.body)?, answer.at);
    while !state.finished && !scene.over.load(Ordering::SeqCst) {
        let tick = state.tick;
        if let Some(left) = state.ms_left.filter(|_| seat.is_multiple_of(3)) {
            let until = told + Duration::from_millis(left.saturating_sub(20 + seat % 30));
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
        let words = ["left", "right", "up", "down", "stay"];
        let ours = state.soldiers.iter().filter(|soldier| soldier.team == team);
        let ids: Vec<u64> = ours.map(|soldier| soldier.id).collect();
        let word = |id: &u64| words[((id * 7 + tick / 5 + seat) % 5) as usize];
        let lines: Vec<String> =
            ids.iter().map(|id| format!("{{\"id\":{id},\"dir\":\"{}\"}}", word(id))).collect();
        let body = format!("{{\"orders\":[{}]}}", lines.join(","));
        match client.call("PUT", &format!("ticks/{tick}/orders"), token, &body)?.status {
            200 => {
                let set =
                    ids.iter().map(|id| (id.to_string(), json!(word(id)))).collect::<serde_json::Map<_, _>>();
                scene
                    .acknowledged
                    .lock()
                    .map_err(|_| "poisoned")?
                    .insert((tick, team.to_string()), set.into());
            }
            409 | 410 => drop(scene.refused.fetch_add(1, Ordering::SeqCst)),
            other => return Err(format!("{other} to orders").into()),
        }
        let answer = client.call("GET", &format!("state?after={tick}&wait=30"), token, "")?;
        match answer.status {
            200 => (state, told) = (serde_json::from_slice(&answer.body)?, answer.at),
            204 => {}
            other => return Err(format!("{other} to a long poll").into()),
        }
    }
    Ok(())
}

/// Somebody who watches; it reads no more of a state than it must, for it shares the cores with the server.
fn read(scene: &Scene) -> Fallible<()> {
    let (mut client, mut tick) = (Client::open()?, 0_u64);
    while !scene.over.load(Ordering::SeqCst) {
        let answer = client.call("GET", &format!("state?after={tick}&wait=5"), "", "")?;
        if answer.status == 200 {
            let text = std::str::from_utf8(&answer.body)?;
            let number = text.strip_prefix("{\"tick\":").and_then(|rest| rest.split(',').next());
            tick = number.ok_or("no tick")?.parse()?;
            scene.polls.fetch_add(1, Ordering::SeqCst);
            if text.rfind("\"finished\":true").is_some() {
                break;
            }
        }
    }
    Ok(())
}

/// Somebody who asks for the whole replay and takes it in sips, or never.
fn read_slowly(scene: &Scene) -> Fallible<()> {
    while !scene.over.load(Ordering::SeqCst) {
        let mut stream = TcpStream::connect(AT)?;
        stream.write_all(b"GET /api/v1/replay HTTP/1.1\r\nHost: t\r\n\r\n")?;
        let mut sip = [0; 256];
        for _ in 0..200 {
            if scene.over.load(Ordering::SeqCst) || stream.read(&mut sip)? == 0 {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    Ok(())
}

/// Somebody who does nothing but wake up every half second.
fn sleep(scene: &Scene) -> Fallible<()> {
    let mut due = Instant::now();
    while !scene.over.load(Ordering::SeqCst) {
        due += Duration::from_millis(TICK_MS);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        scene.asleep.fetch_max(due.elapsed().as_millis() as u64, Ordering::SeqCst);
    }
    Ok(())
}

#[derive(serde::Deserialize)]
struct Played {
    orders: BTreeMap<String, Value>,
}

/// Compares what was acknowledged with what was played, and when ticks closed with when they should have.
fn judge(scene: &Scene, folder: &Path, organiser: &dyn Fn(&[&str]) -> Fallible<String>) -> Fallible<bool> {
    let mut replay = Vec::new();
    let mut stream = TcpStream::connect(AT)?;
    stream.write_all(b"GET /api/v1/replay HTTP/1.0\r\nHost: t\r\n\r\n")?;
    stream.read_to_end(&mut replay)?;
    let begin = replay.windows(4).position(|w| w == b"\r\n\r\n").ok_or("no answer")? + 4;
    std::fs::write(folder.join("replay.ndjson"), &replay[begin..])?;
    let verified = organiser(&["replay", "verify", "replay.ndjson"])?;
    let text = std::str::from_utf8(&replay[begin..])?;
    // Of a tick only the orders are kept: all states of ten minutes would fill the memory.
    let lines = text.lines().filter(|line| line.starts_with("{\"tick\":"));
    let played: Vec<Played> = lines.map(serde_json::from_str).collect::<Result<_, _>>()?;
    let acknowledged = scene.acknowledged.lock().map_err(|_| "poisoned")?;
    let is_lost = |((tick, team), set): &(&(u64, String), &Value)| {
        played[*tick as usize].orders.get(team) != Some(*set)
    };
    let lost = acknowledged.iter().filter(|(_, set)| **set != json!({})).filter(is_lost).count();
    // What is due every half second and is resolved in time is resolved in a row of such steps.
    let db = rusqlite::Connection::open(folder.join("guerrabot.db"))?;
    let times: Vec<i64> = db
        .prepare("SELECT at FROM ticks ORDER BY tick")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let due = |i: usize| times[0] + i as i64 * TICK_MS as i64;
    // Each is measured against the earliest row that all could be in.
    let start = (0..times.len()).map(|i| times[i] - due(i)).min().unwrap_or_default();
    let mut late: Vec<i64> = (0..times.len()).map(|i| times[i] - due(i) - start).collect();
    late.sort_unstable();
    let (worst, median) = (late[late.len() - 1], late[late.len() / 2]);
    println!(
        "the latest: {:?} ms; who only slept woke {} ms late at most",
        &late[late.len().saturating_sub(8)..],
        scene.asleep.load(Ordering::SeqCst)
    );
    println!(
        "{} ticks, {TEAMS} teams, {READERS} readers, {SLOW} slow ones: {} sets acknowledged, {lost} lost, {} late, {} long polls; \
         late by {median} ms (median), {worst} ms (worst); {}",
        times.len(),
        acknowledged.len(),
        scene.refused.load(Ordering::SeqCst),
        scene.polls.load(Ordering::SeqCst),
        verified.trim(),
    );
    let (polls, failed) = (scene.polls.load(Ordering::SeqCst), scene.failed.load(Ordering::SeqCst));
    // Who misses a tick now and then is slow; who misses one in ten was not served.
    let served = 10 * acknowledged.len() >= 9 * TEAMS * times.len()
        && 10 * polls as usize >= 9 * READERS * times.len();
    Ok(failed == 0 && served && lost == 0 && worst <= LATE_MS && verified.starts_with("ok: "))
}
