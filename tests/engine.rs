//! The quick engine is held to the readable rules, event by event, and to allocating nothing in a turn.

#[path = "engine/maps.rs"]
mod maps;

use guerrabot::map::load_bundled;
use guerrabot::rules::guerra::{Engine, Rules, State, advance};
use maps::{Random, compare, hexagons};

#[test]
fn sixty_thousand_turns_on_many_maps_by_odd_rules_are_those_of_the_readable_rules() {
    let mut random = Random::new(7);
    let mut turns = 0;
    while turns < 60_000 {
        turns += compare(&mut random);
    }
}

#[test]
fn a_whole_war_of_the_bundled_maps_is_the_same() {
    for name in ["regioni", "province", "oltrepo"] {
        let (map, _) = load_bundled(name).unwrap().unwrap();
        let (rules, seed) = (Rules::default(), [9; 32]);
        let (mut state, mut engine) = (State::start(&map), Engine::new(&map, &rules, &seed));
        while let Some(taken) = advance(&map, &rules, &seed, &mut state) {
            assert_eq!(engine.step(), Some(taken), "{name}, turn {}", state.turns_played());
        }
        assert_eq!((engine.step(), engine.state(&map)), (None, state));
    }
}

#[test]
fn no_turn_allocates_on_a_small_or_a_large_map() {
    for (w, h) in [(10, 8), (30, 30)] {
        let map = hexagons(w, h);
        let (rules, start) = (Rules::default(), State::start(&map));
        let mut engine = Engine::new(&map, &rules, &[1; 32]);
        let counted = allocation_counter::measure(|| {
            for seed in 0..3 {
                engine.begin(&start, &[seed; 32]);
                while engine.step().is_some() {}
            }
        });
        assert_eq!((counted.count_total, engine.turns_played() > 100), (0, true), "{w}×{h}");
    }
}
