//! Nonsense for the web server: a minute of broken addresses, heads and bodies, half at a war, half at a game.
//!
//! `cargo run --release --example soak-fuzz -- target/release/guerrabot [SECONDS [SEED]]`. No answer may be one of the server's
//! own faults (5xx), and the daemon must be healthy and have taken turns meanwhile; exit status 1 otherwise.

#[path = "../tests/engine/maps.rs"]
mod maps;

use maps::Random;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

const AT: &str = "127.0.0.1:18475";
const THREADS: u64 = 4;

const WAR: &str = "network = []\n[schedule]\nevery = \"1s\"\n";
const GAME: &str = "network = []\n[war]\nruleset = \"dobyvatele\"\n[dobyvatele]\nticks = 100000\nfallback = \"expand\"\n\
                    [schedule]\nevery = \"1s\"\n";

const PATHS: [&str; 21] = [
    "/",
    "/turno/",
    "/turno/3/",
    "/figure/0000/2.png",
    "/ultimo.png",
    "/feed.xml",
    "/guerra.json",
    "/gioco.json",
    "/passato/0.json",
    "/mappa.json",
    "/stagioni/1/",
    "/app/",
    "/healthz",
    "/metrics",
    "/api/v1/war",
    "/api/v1/turns",
    "/api/v1/standings",
    "/api/v1/state",
    "/api/v1/ticks/0/orders",
    "/api/v1/replay",
    "/api/v1/me",
];
const METHODS: [&str; 10] = ["GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"];
const HEADS: [&str; 12] = [
    "If-None-Match",
    "Accept-Encoding",
    "Range",
    "Last-Event-ID",
    "Authorization",
    "Content-Length",
    "Transfer-Encoding",
    "Cookie",
    "Accept",
    "Expect",
    "Connection",
    "Upgrade",
];
const PIECES: [&str; 10] = [
    "/../../etc/passwd",
    "%2e%2e%2f%2e%2e%2f",
    "%00",
    "%ff",
    "%",
    "%zz",
    "//",
    "\\",
    "..;/",
    "?war=-1&after=1e9&limit=&turn=x",
];

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;
/// How many answers of each status; 0 for none at all.
type Told = BTreeMap<u16, u64>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let program = args.first().map_or("target/release/guerrabot", String::as_str);
    let number = |at: usize, default| args.get(at).map_or(default, |text| text.parse().expect("a number"));
    let (seconds, seed) = (number(1, 60), number(2, 1));
    let half = Duration::from_millis(1000 * seconds / 2);
    for (name, config) in [("a war", WAR), ("a game", GAME)] {
        match soak(Path::new(program), config, half, seed) {
            Ok(told) => println!("{name}: {told:?}"),
            Err(error) => {
                eprintln!("error: {name}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Killed when all is done.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn soak(program: &Path, config: &str, time: Duration, seed: u64) -> Fallible<Told> {
    let (program, folder) = (std::fs::canonicalize(program)?, tempfile::tempdir()?);
    std::fs::write(folder.path().join("config.toml"), format!("{config}[web]\nlisten = \"{AT}\"\n"))?;
    let command = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let _server = Server(command(&["run"]).spawn()?);
    wait_for_health()?;
    if config == GAME {
        command(&["war", "resume"]).status()?;
    }
    let (before, until) = (turn()?, Instant::now() + time);
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| std::thread::spawn(move || ask(Random::new(seed * THREADS + thread), until)))
        .collect();
    let mut told = Told::new();
    for thread in threads {
        for (status, times) in thread.join().map_err(|_| "a client panicked")?? {
            *told.entry(status).or_default() += times;
        }
    }
    wait_for_health()?;
    // One a second; the last may be under way.
    let (taken, wanted) = (turn()?.saturating_sub(before), time.as_secs().saturating_sub(2));
    if taken < wanted {
        return Err(format!("{taken} turns were taken meanwhile; {wanted} at least were due").into());
    }
    Ok(told)
}

/// The newest turn or tick; 0 before the daemon has looked.
fn turn() -> Fallible<u64> {
    let mut stream = TcpStream::connect(AT)?;
    stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no body")?;
    let health: serde_json::Value = serde_json::from_str(body)?;
    Ok(health["newest"]["turn"].as_u64().unwrap_or(0))
}

fn wait_for_health() -> Fallible<()> {
    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        if matches!(say(b"GET /healthz HTTP/1.0\r\n\r\n"), Ok(head) if head.starts_with("HTTP/1.0 200")) {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err("the daemon is not healthy".into())
}

fn ask(mut random: Random, until: Instant) -> Fallible<Told> {
    let mut told = Told::new();
    while Instant::now() < until {
        let request = request(&mut random);
        // Whoever is cut off in the middle of nonsense was answered.
        let head = say(&request).unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        // A version of HTTP that nobody knows is the reader's fault.
        if status >= 500 && status != 505 {
            return Err(format!("{head}\nto {}", String::from_utf8_lossy(&request)).into());
        }
        *told.entry(status).or_default() += 1;
    }
    Ok(told)
}

/// Sends it on a connection of its own; gives the answer's first line.
fn say(request: &[u8]) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(AT)?;
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    stream.write_all(request)?;
    let mut head = [0; 64];
    let length = stream.read(&mut head)?;
    Ok(String::from_utf8_lossy(&head[..length]).lines().next().unwrap_or_default().to_string())
}

fn request(random: &mut Random) -> Vec<u8> {
    let mut target = one(random, &PATHS).to_string();
    match random.below(4) {
        0 => {}
        1 => target.push_str(&noise(random, 40)),
        2 => target.push_str(one(random, &PIECES)),
        _ => target.insert_str(random.below(target.len() as u64 + 1) as usize, one(random, &PIECES)),
    }
    let method = one(random, &METHODS);
    let mut text = format!("{method} {target} HTTP/1.{}\r\nHost: {}\r\n", random.below(3), noise(random, 9));
    for _ in 0..random.below(4) {
        let longest = [3, 20, 300, 9000][random.below(4) as usize];
        text.push_str(&format!("{}: {}\r\n", one(random, &HEADS), noise(random, longest)));
    }
    text.push_str("Connection: close\r\n\r\n");
    if random.below(3) == 0 {
        text.push_str(&noise(random, 300));
    }
    let mut bytes = text.into_bytes();
    if random.below(8) == 0 {
        let at = random.below(bytes.len() as u64) as usize;
        bytes[at] = random.below(256) as u8;
    }
    bytes
}

fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.below(of.len() as u64) as usize]
}

/// At most so many printable characters, none of them a space.
fn noise(random: &mut Random, longest: u64) -> String {
    (0..random.below(longest + 1)).map(|_| char::from(33 + random.below(94) as u8)).collect()
}
