//! The far end of a network on a loopback address: scripted, and it keeps what it accepted, so that a test counts posts.
#![allow(dead_code, unused_imports, reason = "each test file uses its part")]

mod api;
mod http;
mod relay;

pub use http::{Answer, Request};
pub use relay::Relay;

use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Mastodon,
    Bluesky,
    X,
    Telegram,
    Facebook,
    Discord,
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Mastodon, Kind::Bluesky, Kind::X, Kind::Telegram, Kind::Facebook, Kind::Discord];

    /// As config.toml writes it.
    pub fn word(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// What happens to a call.
#[derive(Clone, Debug)]
pub enum Trick {
    Accept,
    /// Refused, with this answer.
    Say(Answer),
    /// Accepted, but answered like this.
    AcceptAndSay(Answer),
    /// Not accepted, and cut.
    Cut,
    /// Accepted, and cut before the answer.
    AcceptAndCut,
    /// Accepted, and cut in the middle of the answer's head.
    AcceptAndCutHead,
    /// Accepted, and half of the answer's body comes.
    AcceptAndHalve,
    /// Accepted, and nothing comes.
    AcceptAndHang,
    /// Accepted, with this status and media type.
    AcceptAs(u16, &'static str),
}

/// A post as the far end keeps it.
#[derive(Clone, Debug)]
pub struct Post {
    pub id: String,
    pub text: String,
    pub alt: String,
    pub picture: Vec<u8>,
    pub at: DateTime<Utc>,
    /// What the network's own shape adds.
    pub more: Value,
}

/// Credentials that every far end expects; planted, so that a test can look for them where they must not be.
pub const SECRETS: [(&str, &str); 9] = [
    ("MASTODON_TOKEN", "geheim-mastodon-token"),
    ("BLUESKY_PASSWORD", "geheim-bluesky-password"),
    ("X_CONSUMER_KEY", "geheim-x-key"),
    ("X_CONSUMER_SECRET", "geheim-x-consumer-secret"),
    ("X_TOKEN", "geheim-x-token"),
    ("X_TOKEN_SECRET", "geheim-x-token-secret"),
    ("TELEGRAM_TOKEN", "12345:geheim-telegram-token"),
    ("FACEBOOK_TOKEN", "geheim-facebook-token"),
    ("DISCORD_WEBHOOK", "https://discord.com/api/webhooks/77/geheim-discord-word"),
];

pub fn secret(name: &str) -> &'static str {
    SECRETS.iter().find(|(known, _)| *known == name).unwrap().1
}

pub struct FarEnd {
    pub kind: Kind,
    pub port: u16,
    state: Arc<State>,
}

pub(crate) struct State {
    kind: Kind,
    clock: fn() -> DateTime<Utc>,
    /// Tricks for the calls that publish, in order; then all are accepted.
    script: Mutex<VecDeque<Trick>>,
    /// The same for calls before that: pictures, alt texts, logins.
    preparing: Mutex<VecDeque<Trick>>,
    /// Every call is cut before it is read.
    down: AtomicBool,
    /// Milliseconds that an answer takes once the call is accepted.
    delay: AtomicU64,
    /// The most bytes of a picture, where a server states them.
    picture_limit: AtomicU64,
    /// Pictures are counted but not kept.
    forgetful: AtomicBool,
    /// Posts are counted but not kept.
    counting: AtomicBool,
    /// Tokens that were given out are no longer good.
    expired: AtomicBool,
    /// An empty list is read, whatever was posted.
    blind: AtomicBool,
    kept: Mutex<Kept>,
}

#[derive(Default)]
pub(crate) struct Kept {
    posts: Vec<Post>,
    count: usize,
    /// Pictures by their ids, with the alt text and how often they are still "being processed".
    media: Vec<Media>,
    keys: Vec<(String, String)>,
    /// What a call lacked.
    faults: Vec<String>,
    /// Method and path of every call, and the status of its answer.
    calls: Vec<(String, u16)>,
    slow: u32,
    logins: u32,
}

pub(crate) struct Media {
    alt: String,
    bytes: Vec<u8>,
    wait: u32,
    used: bool,
}

impl FarEnd {
    pub fn start(kind: Kind) -> FarEnd {
        FarEnd::with_clock(kind, Utc::now)
    }

    pub fn with_clock(kind: Kind, clock: fn() -> DateTime<Utc>) -> FarEnd {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State {
            kind,
            clock,
            script: Mutex::default(),
            preparing: Mutex::default(),
            down: AtomicBool::new(false),
            picture_limit: AtomicU64::new(16_777_216),
            forgetful: AtomicBool::new(false),
            counting: AtomicBool::new(false),
            delay: AtomicU64::new(0),
            expired: AtomicBool::new(false),
            blind: AtomicBool::new(false),
            kept: Mutex::default(),
        });
        let shared = state.clone();
        // The thread lives as long as the test process.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = shared.clone();
                std::thread::spawn(move || serve(&state, stream));
            }
        });
        FarEnd { kind, port, state }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Its table in config.toml.
    pub fn config(&self) -> String {
        let account = match self.kind {
            Kind::Bluesky => "handle = \"guerra.test\"\n",
            Kind::Telegram => "chat = \"@guerra\"\n",
            Kind::Facebook => "page = \"4242\"\n",
            Kind::Mastodon | Kind::X | Kind::Discord => "",
        };
        format!("[[network]]\nkind = \"{}\"\nbase_url = \"{}\"\n{account}", self.kind.word(), self.url())
    }

    pub fn script(&self, tricks: impl IntoIterator<Item = Trick>) {
        self.state.script.lock().unwrap().extend(tricks);
    }

    pub fn script_preparing(&self, tricks: impl IntoIterator<Item = Trick>) {
        self.state.preparing.lock().unwrap().extend(tricks);
    }

    pub fn set_down(&self, down: bool) {
        self.state.down.store(down, SeqCst);
    }

    pub fn limit_pictures(&self, bytes: u64) {
        self.state.picture_limit.store(bytes, SeqCst);
    }

    pub fn expire_tokens(&self) {
        self.state.expired.store(true, SeqCst);
    }

    pub fn read_nothing(&self, blind: bool) {
        self.state.blind.store(blind, SeqCst);
    }

    /// Answers come so many milliseconds after the call is accepted.
    pub fn answer_slowly(&self, ms: u64) {
        self.state.delay.store(ms, SeqCst);
    }

    /// A far end of thousands of posts keeps their words alone.
    pub fn forget_pictures(&self) {
        self.state.forgetful.store(true, SeqCst);
    }

    /// A far end beside which a process's memory is measured keeps a number alone.
    pub fn count_only(&self) {
        self.forget_pictures();
        self.state.counting.store(true, SeqCst);
    }

    /// How many posts were accepted.
    pub fn count(&self) -> usize {
        self.state.kept.lock().unwrap().count
    }

    /// The next picture is processed for so many looks.
    pub fn process_slowly(&self, looks: u32) {
        self.state.kept.lock().unwrap().slow = looks;
    }

    /// Idempotency keys are forgotten, as by a server that knows none.
    pub fn forget_keys(&self) {
        self.state.kept.lock().unwrap().keys.clear();
    }

    pub fn posts(&self) -> Vec<Post> {
        self.state.kept.lock().unwrap().posts.clone()
    }

    /// The numbers of the turns that were posted, in the order they came.
    pub fn turns(&self) -> Vec<u64> {
        self.posts().iter().map(|post| turn_of(&post.text)).collect()
    }

    pub fn calls(&self) -> Vec<(String, u16)> {
        self.state.kept.lock().unwrap().calls.clone()
    }

    pub fn logins(&self) -> u32 {
        self.state.kept.lock().unwrap().logins
    }

    /// Every call had all that the network's documents demand.
    pub fn assert_lawful(&self) {
        let faults = self.state.kept.lock().unwrap().faults.clone();
        assert!(faults.is_empty(), "{:?}: {faults:?}", self.kind);
    }
}

/// The turn that a caption tells of.
pub fn turn_of(text: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix("Turno ")).unwrap_or_else(|| panic!("{text}"));
    line.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

fn serve(state: &State, mut stream: TcpStream) {
    stream.set_nodelay(true).unwrap();
    let mut reader = std::io::BufReader::new(stream.try_clone().unwrap());
    while let Some(request) = http::read(&mut reader) {
        if state.down.load(SeqCst) {
            return;
        }
        let queue = match api::publishes(state.kind, &request) {
            Some(true) => Some(&state.script),
            Some(false) => Some(&state.preparing),
            None => None,
        };
        let trick = queue.and_then(|queue| queue.lock().unwrap().pop_front()).unwrap_or(Trick::Accept);
        let accepted = |state: &State| api::answer(state, &request).with_date((state.clock)());
        let (bytes, goes_on) = match trick {
            Trick::Accept => {
                let answer = accepted(state);
                state.note(&request, answer.status);
                std::thread::sleep(Duration::from_millis(state.delay.load(SeqCst)));
                (answer.bytes(), true)
            }
            Trick::Say(answer) => {
                state.note(&request, answer.status);
                (answer.with_date((state.clock)()).bytes(), true)
            }
            Trick::AcceptAndSay(answer) => {
                accepted(state);
                state.note(&request, answer.status);
                (answer.with_date((state.clock)()).bytes(), true)
            }
            Trick::AcceptAs(status, media) => {
                let answer = accepted(state).with_status(status).with_header("Content-Type", media);
                (answer.bytes(), true)
            }
            Trick::Cut => return,
            Trick::AcceptAndCut => {
                accepted(state);
                return;
            }
            Trick::AcceptAndCutHead => (accepted(state).bytes()[..20].to_vec(), false),
            Trick::AcceptAndHalve => {
                let whole = accepted(state).bytes();
                let head = whole.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
                (whole[..head + (whole.len() - head) / 2].to_vec(), false)
            }
            Trick::AcceptAndHang => {
                accepted(state);
                std::thread::sleep(Duration::from_secs(5));
                return;
            }
        };
        if stream.write_all(&bytes).is_err() || !goes_on {
            return;
        }
    }
}

impl State {
    fn note(&self, request: &Request, status: u16) {
        if self.forgetful.load(SeqCst) {
            return;
        }
        let call = format!("{} {}", request.method, request.path);
        self.kept.lock().unwrap().calls.push((call, status));
    }
}
