//! A quick version of soak/maps.rs.

#[path = "../../soak/mutator.rs"]
mod mutator;

use guerrabot::map::{Choice, Plan, Table, import, inspect, is_table, load};

#[test]
fn the_seeds_are_sound() {
    for seed in mutator::SEEDS {
        let seed = seed.as_bytes();
        let map =
            if is_table(seed) { Table::parse(seed, "seed") } else { load(seed, "seed").map(|(map, _)| map) };
        let links = inspect(seed, "seed", &Choice::default()).links;
        // The topology's island has no link, and its mend is known.
        assert!(map.is_ok() || links.len() == 1, "{}", map.unwrap_err());
    }
}

#[test]
fn mutated_files_are_refused_or_read_but_never_bring_it_down() {
    let mut mutator = mutator::Mutator::new(2026);
    let mut sound = 0;
    for _ in 0..4000 {
        let file = mutator.file();
        let loaded = load(&file, "mutant");
        sound += u32::from(loaded.is_ok());
        let _ = Table::parse(&file, "mutant");
        assert_eq!(inspect(&file, "mutant", &Choice::default()).map.is_ok(), loaded.is_ok());
        let plan = Plan { join: true, snap: Some(500.0), simplify: Some(2000.0), ..Plan::default() };
        if let Ok(imported) = import(&file, "mutant", &plan) {
            load(&imported.bytes, "imported").unwrap();
        }
    }
    assert!((100..3900).contains(&sound), "{sound} of 4000 are still maps");
}
