//! Maps and rules for trials of the engine: the same numbers give the same ones.

#![allow(dead_code, reason = "each target needs some of it")]

use guerrabot::map::{Map, Table, TableTerritory};
use guerrabot::rules::fraction::Fraction;
use guerrabot::rules::guerra::{EDITION, Engine, Rules, State, advance};
use std::collections::BTreeSet;

/// Numbers that only look random: splitmix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn of<T: Copy>(&mut self, choice: &[T]) -> T {
        choice[self.below(choice.len() as u64) as usize]
    }
}

fn map(name: &str, territories: Vec<TableTerritory>) -> Map {
    let (name, digest, projection, attribution) = (name.into(), "".into(), "".into(), "".into());
    Table { name, digest, projection, attribution, territories }
        .into_map(Default::default(), "trial")
        .unwrap()
}

fn territory(i: usize, area: i64, centroid: [i64; 2], near: &BTreeSet<usize>) -> TableTerritory {
    let id = |i: &usize| format!("{i:06}");
    TableTerritory { id: id(&i), name: id(&i), area, centroid, neighbours: near.iter().map(id).collect() }
}

/// w×h hexagons of slightly different areas.
pub fn hexagons(w: i64, h: i64) -> Map {
    let cell = |x: i64, y: i64| {
        let o = y & 1;
        let near =
            [(x - 1, y), (x + 1, y), (x - 1 + o, y - 1), (x + o, y - 1), (x - 1 + o, y + 1), (x + o, y + 1)];
        let there = near.iter().filter(|(x, y)| (0..w).contains(x) && (0..h).contains(y));
        let near = there.map(|(x, y)| (y * w + x) as usize).collect();
        let area = 1_000_000 + (x * 7919 + y * 104_729) % 1013;
        territory((y * w + x) as usize, area, [x * 100_000 + o * 50_000, y * 86_603], &near)
    };
    map("hexagons", (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).map(|(x, y)| cell(x, y)).collect())
}

/// `n` uneven territories about `w` across: a grid with a diagonal in each square, of whose borders `gaps` in 4 are
/// missing; a `step` apart in centimetres, moved by up to `jitter`.
pub fn patchwork(
    random: &mut Random,
    n: usize,
    w: usize,
    gaps: u64,
    (step, jitter): (i64, i64),
    area: u64,
) -> Map {
    let mut near = vec![BTreeSet::new(); n];
    for i in 0..n {
        let (x, y) = (i % w, i / w);
        let diagonal = if random.below(2) == 0 {
            (x > 0 && y > 0).then(|| i - w - 1)
        } else {
            (y > 0 && x + 1 < w).then(|| i - w + 1)
        };
        let left = (x > 0).then(|| i - 1);
        let above = (y > 0).then(|| i - w);
        // What keeps the map in one piece is never missing.
        let kept = if x > 0 { left } else { above };
        for (other, sure) in [(left, kept == left), (above, kept == above), (diagonal, false)] {
            let Some(other) = other else { continue };
            if sure || random.below(4) >= gaps {
                near[i].insert(other);
                near[other].insert(i);
            }
        }
    }
    let mut cells = Vec::new();
    for (i, near) in near.iter().enumerate() {
        let mut at = |k: usize| (k as i64 - w as i64 / 2) * step + random.below(jitter.max(1) as u64) as i64;
        let centroid = [at(i % w), at(i / w)];
        cells.push(territory(i, 1 + random.below(area) as i64, centroid, near));
    }
    map("patchwork", cells)
}

/// 1 to 300 territories, often about 128, where the engine changes its ways; often with many ties of distance.
fn any_map(random: &mut Random) -> Map {
    let n = match random.below(6) {
        0 => 1 + random.below(6),
        1 => 127 + random.below(3),
        2 => 129 + random.below(172),
        _ => 1 + random.below(128),
    };
    let w = 1 + random.below(n.min(30));
    let step = random.of(&[100_000, 100, 3_000_000_000 / n as i64]);
    let jitter = random.of(&[0, step / 3]);
    let (gaps, area) = (random.below(4), random.of(&[1, 1000, 50_000_000]));
    patchwork(random, n as usize, w as usize, gaps, (step, jitter), area)
}

fn any_fraction(random: &mut Random, most: u64) -> Fraction {
    let b = random.of(&[1, 2, 5, 10, 1000, u64::MAX, 1 << 63]);
    let part = (u128::from(b) * u128::from(random.below(1000)) * u128::from(most) / 100_000) as u64;
    let a = if random.below(6) == 0 { random.of(&[0, b]) } else { part };
    Fraction::new(a, b).unwrap()
}

fn any_rules(random: &mut Random) -> Rules {
    Rules {
        cooldown_turns: random.of(&[1, 2, 6, 9, u32::MAX]),
        edition: EDITION,
        grace_turns: random.of(&[0, 1, 24, 60]),
        rebel_attack_probability: any_fraction(random, 100),
        rebellion_probability: any_fraction(random, 25),
        small_faction: random.of(&[1, 2, 3, 7, 1000]),
    }
}

/// Plays a war on some map by some rules both ways, taken up anew now and then; gives the turns that were compared.
pub fn compare(random: &mut Random) -> u64 {
    let (map, rules) = (any_map(random), any_rules(random));
    let mut seed = [0; 32];
    seed.as_chunks_mut::<8>().0.iter_mut().for_each(|eight| *eight = random.next().to_le_bytes());
    let mut state = State::start(&map);
    let mut engine = Engine::new(&map, &rules, &seed);
    while state.turns_played() < 3000 {
        match random.below(100) {
            0 => engine.begin(&state, &seed),
            1 => {
                engine = Engine::new(&map, &rules, &seed);
                engine.begin(&state, &seed);
            }
            _ => {}
        }
        let expected = advance(&map, &rules, &seed, &mut state);
        assert_eq!(engine.step(), expected, "{} places, turn {}, {rules:?}", map.len(), state.turns_played());
        if expected.is_none() {
            break;
        }
    }
    assert_eq!(engine.state(&map), state);
    u64::from(state.turns_played())
}
