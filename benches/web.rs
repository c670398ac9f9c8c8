//! What the server bears on loopback, with its load generator on the same cores.
//!
//! `cargo bench --bench web`. Goals: 5,000 requests a second for the state of a default game of Dobyvatelé; 8,000 for the followers' page
//! and for its data while turns are taken, none of them late; 60 MB with 1,000 idle readers of events.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const CONNECTIONS: usize = 8;
const LOAD: Duration = Duration::from_secs(5);
const READERS: usize = 1_000;
const MEGABYTE: f64 = 1e6;

fn main() {
    // `cargo test --benches` only wants to know that it builds.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    game();
    war();
    readers();
}

fn game() {
    let server = Server::start(
        "[war]\nruleset = \"dobyvatele\"\n[dobyvatele]\nfallback = \"expand\"\nticks = 100\n[schedule]\nevery = \"50ms\"\n",
    );
    // So that there are soldiers on the board.
    server.command(&["war", "resume"]);
    std::thread::sleep(Duration::from_secs(4));
    server.command(&["war", "pause"]);
    std::thread::sleep(Duration::from_secs(2));
    server.load("state of a game", "/api/v1/state", 5_000.0);
}

fn war() {
    let server = Server::start("[schedule]\nevery = \"1s\"\n");
    server.load("the page", "/", 8_000.0);
    server.load("its data", "/guerra.json", 8_000.0);
    let turns = server.json("/api/v1/turns");
    let time = |turn: &serde_json::Value, key: &str| {
        chrono::DateTime::parse_from_rfc3339(turn[key].as_str().expect("a time")).expect("RFC 3339")
    };
    let late = |turn| (time(turn, "at") - time(turn, "slot")).num_milliseconds();
    let turns = turns["turns"].as_array().expect("turns");
    let latest = turns.iter().map(late).max().unwrap_or(i64::MAX);
    line(
        "the latest turn meanwhile",
        format!("{latest} ms of {}", turns.len()),
        "<= 1000 ms",
        latest <= 1_000,
    );
}

fn readers() {
    let server = Server::start("[schedule]\nevery = \"1h\"\n");
    let before = server.resident();
    let readers: Vec<TcpStream> = (0..READERS).map(|_| server.follow()).collect();
    std::thread::sleep(Duration::from_secs(2));
    let with = server.resident();
    line("idle, nobody reads", format!("{before:.1} MB"), "", true);
    line("with 1,000 idle readers of events", format!("{with:.1} MB"), "<= 60 MB", with <= 60.0);
    drop(readers);
}

fn line(what: &str, measured: String, goal: &str, met: bool) {
    println!("{what:<40} {measured:>22}   {goal} {}", if met { "" } else { "MISSED" });
}

/// A daemon of its own, ended when dropped.
struct Server {
    folder: TempDir,
    at: SocketAddr,
    daemon: Child,
}

impl Server {
    fn start(config: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        let at = SocketAddr::from(([127, 0, 0, 1], port));
        let config = format!("network = []\n{config}[web]\nlisten = \"{at}\"\n");
        std::fs::write(folder.path().join("config.toml"), config).expect("written");
        let daemon = guerrabot(&folder, &["run"]).spawn().expect("it starts");
        let server = Server { folder, at, daemon };
        while server.get("/healthz").is_none() {
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }

    fn command(&self, args: &[&str]) {
        guerrabot(&self.folder, args).status().expect("it runs");
    }

    /// Asks as fast as it can over a few connections.
    fn load(&self, what: &str, path: &str, goal: f64) {
        let bytes = self.get(path).map_or(0, |answer| answer.len());
        let (answered, begun) = (AtomicU64::new(0), Instant::now());
        std::thread::scope(|scope| {
            (0..CONNECTIONS).for_each(|_| drop(scope.spawn(|| self.ask(path, begun, &answered))));
        });
        let rate = answered.into_inner() as f64 / begun.elapsed().as_secs_f64();
        let what = format!("{what}, {bytes} bytes");
        line(&what, format!("{rate:.0} requests/s"), &format!(">= {goal}"), rate >= goal);
    }

    fn ask(&self, path: &str, begun: Instant, answered: &AtomicU64) {
        let mut stream = self.connect();
        let mut buffer = vec![0; 1 << 20];
        while begun.elapsed() < LOAD {
            stream.write_all(request(path).as_bytes()).expect("sent");
            answer(&mut stream, &mut buffer).expect("an answer");
            answered.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.at).expect("a connection");
        stream.set_nodelay(true).expect("an option");
        stream
    }

    /// A whole answer, if it is one.
    fn get(&self, path: &str) -> Option<Vec<u8>> {
        let mut stream = TcpStream::connect(self.at).ok()?;
        stream.write_all(request(path).as_bytes()).ok()?;
        let mut buffer = vec![0; 1 << 20];
        let length = answer(&mut stream, &mut buffer)?;
        buffer.truncate(length);
        buffer.starts_with(b"HTTP/1.1 200").then_some(buffer)
    }

    fn json(&self, path: &str) -> serde_json::Value {
        let mut stream = self.connect();
        stream.write_all(request(path).replace("gzip", "identity").as_bytes()).expect("sent");
        let mut answer = vec![0; 1 << 20];
        let length = self::answer(&mut stream, &mut answer).expect("an answer");
        answer.truncate(length);
        let body = answer.windows(4).position(|w| w == b"\r\n\r\n").expect("a body") + 4;
        serde_json::from_slice(&answer[body..]).expect("JSON")
    }

    /// A reader of events, once the server has said that it will send some.
    fn follow(&self) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(request("/api/v1/events").as_bytes()).expect("sent");
        stream.read_exact(&mut [0; 15]).expect("an answer begins");
        stream
    }

    /// In megabytes.
    fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.daemon.id())).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("Linux tells");
        let kilobytes: f64 = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number");
        kilobytes * 1024.0 / MEGABYTE
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.daemon.kill().and_then(|()| self.daemon.wait()).expect("it ends");
    }
}

fn guerrabot(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_guerrabot"));
    command.args(args).current_dir(folder).stderr(Stdio::null()).stdout(Stdio::null());
    command
}

fn request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: t\r\nAccept-Encoding: gzip\r\n\r\n")
}

/// Reads an answer with a content-length; gives its length in bytes.
fn answer(stream: &mut TcpStream, buffer: &mut [u8]) -> Option<usize> {
    let mut filled = 0;
    loop {
        let read = stream.read(&mut buffer[filled..]).ok().filter(|read| *read > 0)?;
        filled += read;
        let Some(end) = buffer[..filled].windows(4).position(|w| w == b"\r\n\r\n") else { continue };
        let head = std::str::from_utf8(&buffer[..end]).ok()?;
        let length: usize = head.split("content-length: ").nth(1)?.split("\r\n").next()?.parse().ok()?;
        while filled < end + 4 + length {
            filled += stream.read(&mut buffer[filled..]).ok().filter(|read| *read > 0)?;
        }
        return Some(filled);
    }
}
