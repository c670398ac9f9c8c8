//! `cargo bench --bench outbox`: how fast the outbox drains, what memory it keeps, what the database gives back.
//!
//! docs/performance.md explains each line.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/far_end/mod.rs"]
mod far_end;
#[path = "../tests/networks/rig.rs"]
mod rig;

use far_end::Kind;
use guerrabot::publish::Step;
use guerrabot::store::{Frozen, PostKind, PostState, Store};
use rig::Rig;
use std::io::Write;
use std::time::{Duration, Instant};

const POSTS: u32 = 1000;
/// As large as a posted picture of 1600×1200 pixels.
const PICTURE: usize = 110_000;

fn main() {
    // `cargo test --benches` only wants to know that it builds; `cargo bench` says what it is.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    disk();
    runtime.expect("a runtime").block_on(async {
        for kind in Kind::ALL {
            speed(kind).await;
        }
        memory().await;
    });
}

/// A post is two synced commits: what the disk itself allows.
fn disk() {
    let mut file = tempfile::tempfile().expect("a folder for files");
    let begun = Instant::now();
    for _ in 0..200 {
        file.write_all(&[1; 4096]).and_then(|()| file.sync_data()).expect("room");
    }
    let posts = 100.0 / begun.elapsed().as_secs_f64();
    line("two bare syncs a post allow", format!("{posts:.0} posts/s"), "");
}

fn line(what: &str, measured: String, promise: &str) {
    println!("{what:<44} {measured:>14}   {promise}");
}

/// Posts of a thousand turns from `first` on, their bytes fixed.
async fn freeze(rig: &Rig, first: u32) {
    let name = rig.network.name.clone();
    let work = move |store: &mut Store| {
        store.transaction(|tx| {
            for turn in first..first + POSTS {
                tx.add_post(1, turn, PostKind::Turn, &name, 0)?;
            }
            Ok::<_, guerrabot::store::StoreError>(())
        })?;
        // Not by reading the whole outbox, which would be memory of the bench's own. The opening post is row 1.
        store.transaction(|tx| {
            for turn in first..first + POSTS {
                let mut png = vec![0; PICTURE];
                png[..8].copy_from_slice(b"\x89PNG\r\n\x1a\n");
                png[16..20].copy_from_slice(&1600_u32.to_be_bytes());
                png[20..24].copy_from_slice(&turn.to_be_bytes());
                let caption = format!("Varzi conquista Cecima.\n\nTurno {turn}");
                let frozen = Frozen { caption, alt: "Una mappa.".into(), language: "it".into(), png };
                tx.freeze(i64::from(turn) + 1, &frozen, 0)?;
            }
            Ok::<_, guerrabot::store::StoreError>(())
        })
    };
    rig.writer.run(work).await.expect("the writer").expect("the database");
}

async fn drain(rig: &Rig) -> Duration {
    let begun = Instant::now();
    while let Step::Moved(_, state) = rig.step().await {
        assert!(!matches!(state, PostState::Held | PostState::Unknown), "{state}");
    }
    begun.elapsed()
}

async fn speed(kind: Kind) {
    let rig = Rig::new(kind, 0).await;
    rig.far.forget_pictures();
    drain(&rig).await;
    freeze(&rig, 1).await;
    let time = drain(&rig).await;
    assert_eq!(rig.far.count(), POSTS as usize + 1);
    let speed = f64::from(POSTS) / time.as_secs_f64();
    line(&format!("frozen posts to {}", kind.word()), format!("{speed:.0} posts/s"), ">= 200 posts/s");
}

/// Ten thousand posts, a thousand at a time.
async fn memory() {
    let rig = Rig::new(Kind::Telegram, 0).await;
    rig.far.count_only();
    drain(&rig).await;
    let size = || std::fs::metadata(rig.db()).map_or(0, |file| file.len()) as f64 / 1e6;
    let (mut first, before) = ((0.0, 0.0), size());
    for round in 0..10 {
        freeze(&rig, 1 + round * POSTS).await;
        let full = size();
        drain(&rig).await;
        if round == 0 {
            first = (resident(), full);
        }
    }
    assert_eq!(rig.far.count(), 1 + 10 * POSTS as usize);
    line("memory after 1,000 posts", format!("{:.1} MB", first.0), "");
    line("memory after 10,000 posts", format!("{:.1} MB", resident()), "as after 1,000");
    line("database before, with 1,000 posts waiting", format!("{before:.1}, {:.1} MB", first.1), "");
    line("database after 10,000 posts", format!("{:.1} MB", size()), "a few MB");
}

/// MB of memory in use.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    kib.and_then(|kib| kib.trim().parse::<f64>().ok()).unwrap_or(0.0) * 1024.0 / 1e6
}
