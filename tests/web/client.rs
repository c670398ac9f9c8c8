//! A reader of the page that says exactly what a test wants it to say.
#![allow(dead_code, reason = "each test file uses its part")]

use flate2::read::GzDecoder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer, its body as it is meant.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = |line: &&str| line.to_ascii_lowercase().starts_with(&format!("{name}:"));
        self.head.lines().find(line).map(|line| line[name.len() + 1..].trim())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
}

pub fn connect(at: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(at).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// GET, with more lines of head, each ended by `\r\n`.
pub fn get_with(at: SocketAddr, path: &str, more: &str) -> Answer {
    say(at, format!("GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n{more}\r\n").as_bytes())
        .expect("an answer")
}

pub fn get(at: SocketAddr, path: &str) -> Answer {
    get_with(at, path, "")
}

/// Sends these bytes and reads what comes; none if the connection is simply closed.
pub fn say(at: SocketAddr, request: &[u8]) -> Option<Answer> {
    say_on(connect(at), request)
}

/// The same over a connection that is open.
pub fn say_on(mut stream: TcpStream, request: &[u8]) -> Option<Answer> {
    // The other end may have closed it already, with an answer on its way.
    let _ = stream.write_all(request);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = String::from_utf8(all[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let answer = Answer { status, head, body: all[end + 4..].to_vec() };
    Some(match answer.header("content-encoding") {
        Some("gzip") => {
            let mut body = Vec::new();
            GzDecoder::new(&answer.body[..]).read_to_end(&mut body).unwrap();
            Answer { body, ..answer }
        }
        _ => answer,
    })
}

/// A reader of events.
pub struct Events(BufReader<TcpStream>);

impl Events {
    pub fn open(at: SocketAddr, more: &str) -> Events {
        let mut stream = connect(at);
        write!(stream, "GET /api/v1/events HTTP/1.1\r\nHost: test\r\n{more}\r\n").unwrap();
        let mut events = Events(BufReader::new(stream));
        let head = events.until("");
        assert!(head[0].contains(" 200 "), "{head:?}");
        assert!(head.iter().any(|line| line == "content-type: text/event-stream"), "{head:?}");
        events
    }

    /// The lines up to one that is this.
    fn until(&mut self, end: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the end after {lines:?}");
            match line.trim_end() {
                line if line == end => return lines,
                line => lines.push(line.to_string()),
            }
        }
    }

    /// The next turn that is told of.
    pub fn turn(&mut self) -> u64 {
        let (kind, turn) = self.next();
        assert_eq!(kind, "turn");
        turn
    }

    /// The next event's kind and number.
    pub fn next(&mut self) -> (String, u64) {
        let (mut kind, mut id) = (String::new(), None);
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the events end");
            match line.trim_end().split_once(": ") {
                Some(("event", word)) => kind = word.to_string(),
                Some(("id", number)) => id = Some(number.parse().unwrap()),
                Some(("data", number)) => {
                    assert_eq!(id, Some(number.parse().unwrap()));
                    return (kind, id.unwrap());
                }
                _ => {}
            }
        }
    }
}
