//! `cargo bench --bench engine [TABLE.json]`: turns a second of the quick engine beside the readable rules, in the same run,
//! with the allocations of a turn, and a forecast. A table as `map show --json` prints it is measured as well.
//!
//! Times are the thread's own, as the kernel counts them, so that what else runs on the machine counts less.

#[path = "../tests/engine/maps.rs"]
mod maps;

use guerrabot::map::{Map, Table, load_bundled};
use guerrabot::rules::guerra::{Engine, Rules, Runs, State, advance};
use maps::{Random, hexagons, patchwork};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() {
    // `cargo test --benches` only wants to know that it builds.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    println!("{:<32} {:>16} {:>16} {:>7}  allocations", "map", "engine, turns/s", "rules, turns/s", "ratio");
    let bundled = |name: &str| load_bundled(name).map(|loaded| loaded.expect("sound").0);
    let oltrepo = bundled("oltrepo").expect("bundled");
    measure("Oltrepò, 75", &oltrepo, 3_000_000, 500_000);
    if let Some(province) = bundled("province") {
        measure("provinces of Italy, 107", &province, 3_000_000, 500_000);
    }
    let italy = patchwork(&mut Random::new(1), 7904, 80, 1, (400_000, 130_000), 50_000_000);
    measure("patchwork, 7,904", &italy, 1_000_000, 40_000);
    for path in std::env::args().skip(1).filter(|arg| arg.ends_with(".json")) {
        let table = Table::parse(&std::fs::read(&path).expect("a file"), &path).expect("a sound table");
        measure(&format!("{}, {}", table.name(), table.len()), &table, 1_000_000, 40_000);
    }
    measure("hexagons, 100,000", &hexagons(400, 250), 2_500_000, 2_000);
    forecast(&oltrepo);
}

/// The middle of five runs of so many turns, war after war; the rules once.
fn measure(name: &str, map: &Map, turns: u32, slow_turns: u32) {
    let (rules, start) = (Rules::default(), State::start(map));
    let mut engine = Engine::new(map, &rules, &[0; 32]);
    let mut allocations = 0;
    let mut run = |first: u32| {
        let begun = own_seconds();
        let counted = allocation_counter::measure(|| {
            let (mut played, mut war) = (0, first);
            while played < turns {
                engine.begin(&start, &seed(war));
                while played < turns && engine.step().is_some() {
                    played += 1;
                }
                war += 1;
            }
        });
        allocations += counted.count_total;
        f64::from(turns) / (own_seconds() - begun)
    };
    let mut speeds: Vec<f64> = (0..5).map(|i| run(1000 * i)).collect();
    speeds.sort_by(f64::total_cmp);
    let begun = own_seconds();
    let (mut played, mut war) = (0, 0);
    while played < slow_turns {
        let mut state = start.clone();
        while played < slow_turns && advance(map, &rules, &seed(war), &mut state).is_some() {
            played += 1;
        }
        war += 1;
    }
    let slow = f64::from(slow_turns) / (own_seconds() - begun);
    let (fast, ratio) = (speeds[2], speeds[2] / slow);
    println!("{name:<32} {fast:>16.0} {slow:>16.0} {ratio:>7.1}  {allocations}");
}

fn seed(war: u32) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&war.to_le_bytes());
    seed
}

/// Seconds that this thread has had of a core.
fn own_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts them");
    let first = text.split_whitespace().next().expect("nanoseconds first");
    first.parse::<f64>().expect("a number") / 1e9
}

fn forecast(map: &Map) {
    let (rules, from) = (Rules::default(), State::start(map));
    let runs = Runs { map, rules: &rules, from: &from, seed: [5; 32], wars: 10_000, most_turns: 1_000_000 };
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let begun = Instant::now();
            runs.play(&AtomicBool::new(false), || {});
            begun.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("forecast of 10,000 wars of the Oltrepò on {cores} cores: {:.2} s", times[2]);
}
