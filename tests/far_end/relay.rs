use super::http;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// Stands before a real server, counts calls, and loses answers.
pub struct Relay {
    port: u16,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Default)]
struct Seen {
    calls: Vec<(String, u16)>,
    lose: Option<(String, u32)>,
    lost: u32,
}

impl Relay {
    pub fn start(to: u16) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let shared = seen.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let seen = shared.clone();
                std::thread::spawn(move || pass(&seen, stream, to));
            }
        });
        Relay { port, seen }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The next so many answers to a method are cut off, the calls having been made.
    pub fn lose_answers(&self, method: &str, times: u32) {
        self.seen.lock().unwrap().lose = Some((method.to_string(), times));
    }

    pub fn lost(&self) -> u32 {
        self.seen.lock().unwrap().lost
    }

    pub fn calls(&self) -> Vec<(String, u16)> {
        self.seen.lock().unwrap().calls.clone()
    }
}

/// One call a connection is enough.
fn pass(seen: &Mutex<Seen>, mut stream: TcpStream, to: u16) {
    let mut reader = std::io::BufReader::new(stream.try_clone().unwrap());
    let Some(request) = http::read(&mut reader) else { return };
    let mut server = TcpStream::connect(("127.0.0.1", to)).unwrap();
    server.write_all(&request.forwarded()).unwrap();
    let mut answer = Vec::new();
    server.read_to_end(&mut answer).unwrap();
    let status = String::from_utf8_lossy(&answer[9..12]).parse().unwrap();
    let mut seen = seen.lock().unwrap();
    seen.calls.push((request.path.clone(), status));
    if let Some((method, times)) = &mut seen.lose
        && *times > 0
        && request.path.ends_with(method.as_str())
    {
        *times -= 1;
        seen.lost += 1;
        return;
    }
    drop(seen);
    let _ = stream.write_all(&answer);
}
