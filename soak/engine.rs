//! `cargo run --release --example soak-engine [TURNS] [SEED]`: the quick engine beside the readable rules, by default for
//! a million turns on some thousand maps. It ends with the first difference.

#[path = "../tests/engine/maps.rs"]
mod maps;

use maps::{Random, compare};

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().expect("a number"));
    let wanted = args.next().unwrap_or(1_000_000);
    let mut random = Random::new(args.next().unwrap_or(1));
    let (mut turns, mut wars) = (0, 0);
    while turns < wanted {
        turns += compare(&mut random);
        wars += 1;
    }
    println!("{turns} turns of {wars} wars, each on a map of its own: no difference");
}
