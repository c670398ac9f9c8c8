//! `cargo bench`: the figures that the project promises, each beside what it is measured against.
//!
//! Ratios are taken within one run, because machines are noisy; docs/performance.md explains each line.

use guerrabot::map::{Map, load_bundled};
use guerrabot::publish::{Press, Settings};
use guerrabot::render::{Canvas, Effort, Theme};
use guerrabot::rules::guerra::{self, Rules, State};
use guerrabot::store::Store;
use guerrabot::turn::{self, Begin, Campaign, Moment};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    // `cargo test --benches` only wants to know that it builds; `cargo bench` says what it is.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let (map, _) = load_bundled("oltrepo").expect("bundled").expect("sound");
    println!("{:<44} {:>14}   promise", "what", "measured");
    engine(&map);
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder for files");
    commit(&map, dir.path());
    picture(&dir.path().join("bench.db"));
    daemon();
}

fn line(what: &str, measured: String, promise: &str) {
    println!("{what:<44} {measured:>14}   {promise}");
}

/// The middle of five times.
fn median(mut run: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..5).map(|_| run()).collect();
    times.sort();
    times[2]
}

fn engine(map: &Map) {
    let rules = Rules::default();
    let mut turns = 0;
    let time = median(|| {
        let begun = Instant::now();
        turns = 0;
        for war in 0..200u8 {
            let mut state = State::start(map);
            while guerra::advance(map, &rules, &[war; 32], &mut state).is_some() {}
            turns += state.turns_played();
        }
        begun.elapsed()
    });
    let speed = f64::from(turns) / time.as_secs_f64() / 1e6;
    line("war of the Oltrepò, one core", format!("{speed:.2} M turns/s"), ">= 1 M turns/s");
}

/// A turn's commit beside a bare fdatasync of as many bytes.
fn commit(map: &Map, dir: &Path) {
    let mut store = Store::open(&dir.join("bench.db")).expect("a new database");
    let networks = ["cartella".to_string()];
    let plan = Begin {
        name: "bench",
        map,
        source: guerrabot::map::bundled("oltrepo").expect("bundled"),
        rules: &Rules::default(),
        secret: [7; 32],
        await_salt: false,
        now: 0,
        schedule: "every 1s",
        first_due: 0,
        networks: &networks,
    };
    let number = turn::begin(&mut store, &plan).expect("a war");
    let war = store.war(Some(number)).expect("readable").expect("just begun");
    let mut campaign = Campaign::load(&store, war).expect("a sound war");
    let mut file = File::create(dir.join("bare")).expect("a file");
    let (mut turns, mut syncs) = (Vec::new(), Vec::new());
    for slot in 0..200 {
        let begun = Instant::now();
        let moment = Moment { slot, now: slot, schedule: "every 1s", next_due: slot + 1 };
        campaign.take(&mut store, &networks, &moment).expect("a turn");
        turns.push(begun.elapsed());
        let begun = Instant::now();
        file.write_all(&[0; 4096]).and_then(|()| file.sync_data()).expect("written");
        syncs.push(begun.elapsed());
    }
    turns.sort();
    syncs.sort();
    let (turn, sync) = (turns[100], syncs[100]);
    let ratio = turn.as_secs_f64() / sync.as_secs_f64();
    line("a turn's commit", format!("{:.2} ms", turn.as_secs_f64() * 1e3), "");
    line("  beside a bare fdatasync", format!("{ratio:.2} x"), "<= 3 x");
}

/// Words aside, what a post costs: the war of `commit` at turn 149.
fn picture(db: &Path) {
    let canvas = Canvas { width: 1600, height: 1200 };
    let settings = Settings {
        language: guerrabot::words::Language::Italian,
        templates: None,
        hashtags: Vec::new(),
        zone: chrono_tz::Europe::Rome,
        canvas,
        theme: Theme::Light,
        schedule: guerrabot::schedule::Schedule::every("1h").expect("an hour"),
    };
    let mut press = Press::open(db, settings).expect("the words that come with the program");
    let mut made = |effort| {
        let mut bytes = 0;
        let time = median(|| {
            let begun = Instant::now();
            let picture = press.picture(1, 149, canvas, Theme::Light).expect("a played turn");
            bytes = picture.to_png(effort).len();
            begun.elapsed()
        });
        (time.as_secs_f64() * 1e3, bytes / 1000)
    };
    let (post, kilobytes) = made(Effort::Post);
    line("a picture of 1600x1200 to post", format!("{post:.1} ms"), "<= 80 ms");
    line("  its size", format!("{kilobytes} KB"), "<= 300 KB");
    let (fast, _) = made(Effort::Fast);
    line("a picture with the fast PNG", format!("{fast:.1} ms"), "");
}

/// From process start to the first picture on disk, and what stays resident after 60 turns.
fn daemon() {
    let start = median(|| {
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder for files");
        let begun = Instant::now();
        let mut child = spawn(dir.path(), "1h");
        wait_for(&dir.path().join("out/1/000000.png"));
        let time = begun.elapsed();
        stop(&mut child);
        time
    });
    line("process start to the first picture on disk", format!("{} ms", start.as_millis()), "<= 300 ms");
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder for files");
    let mut child = spawn(dir.path(), "100ms");
    wait_for(&dir.path().join("out/1/000060.png"));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the daemon lives");
    let kilobytes = |key: &str| -> f64 {
        let value = status.lines().find_map(|l| l.strip_prefix(key)).unwrap_or("0");
        value.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap_or(f64::NAN)
    };
    line("the daemon's resident memory", format!("{:.1} MB", kilobytes("VmRSS") / 1024.0), "<= 40 MB");
    line("  at its highest", format!("{:.1} MB", kilobytes("VmHWM") / 1024.0), "");
    stop(&mut child);
}

fn spawn(dir: &Path, every: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_guerrabot"))
        .args(["run", "--every", every])
        .current_dir(dir)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} does not come", path.display());
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn stop(child: &mut std::process::Child) {
    child.kill().and_then(|()| child.wait()).expect("our own child");
}
