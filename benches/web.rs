//! `GET /api/v1/state` of a default game on loopback, with its load generator on the same cores.
//!
//! `cargo bench --bench web`; the goal is 5,000 requests a second.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const CONNECTIONS: usize = 8;
const SECONDS: u64 = 5;
const GOAL: f64 = 5000.0;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    let at = SocketAddr::from(([127, 0, 0, 1], port));
    let config = format!(
        "network = []\n[war]\nruleset = \"dobyvatele\"\n[dobyvatele]\nfallback = \"expand\"\nticks = 100\n\
         [schedule]\nevery = \"50ms\"\n[web]\nlisten = \"{at}\"\n"
    );
    std::fs::write(folder.path().join("config.toml"), config).expect("written");
    let program = env!("CARGO_BIN_EXE_guerrabot");
    let guerrabot = |arg: &str| {
        let mut command = Command::new(program);
        command.arg(arg).current_dir(&folder).stderr(Stdio::null()).stdout(Stdio::null());
        command
    };
    let mut server = guerrabot("run").spawn().expect("it starts");
    while get(at).is_none() {
        std::thread::sleep(Duration::from_millis(50));
    }
    // So that there are soldiers on the board.
    guerrabot("war").arg("resume").status().expect("it resumes");
    std::thread::sleep(Duration::from_secs(4));
    guerrabot("war").arg("pause").status().expect("it pauses");
    std::thread::sleep(Duration::from_secs(2));
    let bytes = get(at).map_or(0, |answer| answer.len());
    let answered = AtomicU64::new(0);
    let begun = Instant::now();
    std::thread::scope(|scope| {
        (0..CONNECTIONS).for_each(|_| drop(scope.spawn(|| load(at, begun, &answered))));
    });
    let rate = answered.into_inner() as f64 / begun.elapsed().as_secs_f64();
    let verdict = if rate >= GOAL { "ok" } else { "MISSED" };
    println!(
        "GET state  {rate:>8.0} requests/s of {bytes} bytes over {CONNECTIONS} connections (goal {GOAL}): {verdict}"
    );
    server.kill().and_then(|()| server.wait()).expect("it ends");
}

const REQUEST: &[u8] = b"GET /api/v1/state HTTP/1.1\r\nHost: t\r\n\r\n";

/// A whole answer, if it is one.
fn get(at: SocketAddr) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(at).ok()?;
    stream.write_all(REQUEST).ok()?;
    let mut buffer = vec![0; 1 << 20];
    let length = answer(&mut stream, &mut buffer)?;
    buffer.truncate(length);
    buffer.starts_with(b"HTTP/1.1 200").then_some(buffer)
}

fn load(at: SocketAddr, begun: Instant, answered: &AtomicU64) {
    let mut stream = TcpStream::connect(at).expect("a connection");
    stream.set_nodelay(true).expect("an option");
    let mut buffer = vec![0; 1 << 20];
    while begun.elapsed() < Duration::from_secs(SECONDS) {
        stream.write_all(REQUEST).expect("sent");
        answer(&mut stream, &mut buffer).expect("an answer");
        answered.fetch_add(1, Ordering::Relaxed);
    }
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
