//! `cargo run --release --example soak-maps [N [SEED]]`: N mutated map files are loaded, inspected and imported. A panic, a
//! file that takes over a second of processor time, or more than 500 MB of memory ends it with status 1 and the file in soak-maps.bad.

#[path = "mutator.rs"]
mod mutator;

use guerrabot::map::{Choice, Plan, Table, import, inspect, is_table, load};
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

const SLOW: Duration = Duration::from_secs(1);
const MEMORY_KB: u64 = 500_000;

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let (count, seed) = (args.next().unwrap_or(1_000_000), args.next().unwrap_or(1));
    let mut mutator = mutator::Mutator::new(seed);
    let (mut sound, mut slowest) = (0_u64, Duration::ZERO);
    let begun = Instant::now();
    for i in 1..=count {
        let file = mutator.file();
        let before = on_cpu();
        let outcome = catch_unwind(|| chew(&file));
        let took = on_cpu() - before;
        slowest = slowest.max(took);
        if outcome.is_err() || took > SLOW || (i % 1000 == 0 && peak_kb() > MEMORY_KB) {
            std::fs::write("soak-maps.bad", &file).expect("the file can be written");
            eprintln!("file {i} of seed {seed}: {took:?}, peak {} KB; see soak-maps.bad", peak_kb());
            std::process::exit(1);
        }
        sound += u64::from(outcome.unwrap_or_default());
        if i % 100_000 == 0 {
            eprintln!("{i} files, {sound} of them sound, slowest {slowest:?}, {:?}", begun.elapsed());
        }
    }
    println!(
        "{count} files, {sound} sound; slowest {slowest:?}, peak {} KB, {:?}",
        peak_kb(),
        begun.elapsed()
    );
}

/// This thread's time on a processor: a busy machine does not count.
fn on_cpu() -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(spent.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or_default())
}

/// Everything that is done with a file from outside; whether it is a sound map.
fn chew(file: &[u8]) -> bool {
    if is_table(file) {
        return Table::parse(file, "mutant").is_ok();
    }
    let sound = load(file, "mutant").is_ok();
    let found = inspect(file, "mutant", &Choice::default());
    assert_eq!(found.map.is_ok(), sound, "check and load agree");
    let plan = Plan { join: true, snap: Some(500.0), simplify: Some(2000.0), ..Plan::default() };
    if let Ok(imported) = import(file, "mutant", &plan) {
        assert!(load(&imported.bytes, "imported").is_ok());
    }
    sound
}

/// The most memory that the process ever had.
fn peak_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
