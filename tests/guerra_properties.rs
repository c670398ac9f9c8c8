//! What must hold in any war: saved and loaded anywhere it is the same, and every drawn turn is explained by the law.

use guerrabot::map::{Map, Table, TableTerritory, load_bundled};
use guerrabot::rules::fraction::Fraction;
use guerrabot::rules::guerra::*;
use proptest::prelude::*;

/// A w×h grid with uneven areas.
fn grid(w: i64, h: i64) -> Map {
    let id = |x: i64, y: i64| format!("{x}-{y}");
    let near = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let territory = |x: i64, y: i64| TableTerritory {
        id: id(x, y),
        name: id(x, y),
        area: 1_000_000 + 7_919 * ((x * 31 + y * 17) % 13),
        centroid: [x * 100_000, y * 100_000],
        neighbours: near
            .iter()
            .map(|(dx, dy)| (x + dx, y + dy))
            .filter(|(x, y)| (0..w).contains(x) && (0..h).contains(y))
            .map(|(x, y)| id(x, y))
            .collect(),
    };
    let territories =
        (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).map(|(x, y)| territory(x, y)).collect();
    let (name, digest, projection, attribution) = ("grid".into(), "".into(), "".into(), "".into());
    Table { name, digest, projection, attribution, territories }.into_map(Default::default(), "grid").unwrap()
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let fraction = |most: u64| (1..20u64).prop_flat_map(move |b| (0..=b * most / 100, Just(b)));
    (1..10u32, 0..30u32, fraction(100), fraction(25), 1..6u32).prop_map(
        |(cooldown, grace, attack, rebellion, small)| Rules {
            cooldown_turns: cooldown,
            edition: EDITION,
            grace_turns: grace,
            rebel_attack_probability: Fraction::new(attack.0, attack.1).unwrap(),
            rebellion_probability: Fraction::new(rebellion.0, rebellion.1).unwrap(),
            small_faction: small,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn saved_and_loaded_anywhere_a_war_is_the_same(
        w in 1..6i64, h in 2..6i64, seed: [u8; 32], rules in any_rules()
    ) {
        let map = grid(w, h);
        prop_assert_eq!(Rules::parse(&rules.line()).unwrap(), rules);
        let (mut state, mut replayed) = (State::start(&map), State::start(&map));
        let mut board = Board::start(map.len());
        while state.turns_played() < 400 {
            let saved = State::from_parts(
                &map, state.turns_played(), state.owners().to_vec(), state.rebellion(),
            ).unwrap();
            prop_assert_eq!(&saved, &state);
            let mut other = saved;
            let law = law(&map, &rules, &state);
            let before = state.clone();
            let Some(taken) = advance(&map, &rules, &seed, &mut state) else {
                prop_assert!(law.is_empty());
                break;
            };
            prop_assert!(law.iter().any(|c| c.event == taken.event), "drawn but not in the law");
            prop_assert_eq!(advance(&map, &rules, &seed, &mut other), Some(taken));
            prop_assert_eq!(replayed.replay(&map, taken.event), Ok(taken));
            prop_assert_eq!(board.apply(taken.event), taken);
            prop_assert_eq!(&replayed, &state);
            if let Reason::Attack { targets, .. } = explain(&map, &rules, &before, taken.event) {
                prop_assert!(targets.left.contains(&taken.event.target()));
                prop_assert!(targets.after.is_sorted_by(|a, b| a >= b));
            }
        }
    }
}

#[test]
fn a_stored_event_that_cannot_be_is_refused() {
    let map = grid(3, 1);
    let faction = FactionId;
    let mut state = State::start(&map);
    let attack = |a, t, l| Event::Attack {
        attacker: faction(a),
        target: guerrabot::map::TerritoryId(t),
        loser: faction(l),
    };
    assert!(state.replay(&map, attack(0, 1, 2)).is_err(), "the loser does not hold it");
    assert!(state.replay(&map, attack(0, 9, 1)).is_err(), "not on the map");
    let rebellion = Event::Rebellion { rebel: faction(1), loser: faction(0) };
    assert!(state.replay(&map, rebellion).is_err(), "the rebel lives");
    assert!(state.replay(&map, attack(0, 1, 1)).unwrap().eliminated);
    assert!(state.replay(&map, attack(1, 2, 2)).is_err(), "the attacker is dead");
    assert!(!state.replay(&map, rebellion).unwrap().eliminated);
    assert_eq!(state.turns_played(), 2);
}

#[test]
fn every_reason_of_the_filters_occurs_and_is_told() {
    let (map, _) = load_bundled("oltrepo").unwrap().unwrap();
    let rules = Rules::default();
    let mut state = State::start(&map);
    let (mut stages, mut homeless, mut boosted, mut rebels) = ([0; 4], 0, 0, 0);
    loop {
        let before = state.clone();
        let Some(taken) = advance(&map, &rules, &[5; 32], &mut state) else { break };
        match explain(&map, &rules, &before, taken.event) {
            Reason::Rebellion { dead } => {
                assert_eq!(dead, 75 - before.alive());
                rebels += 1;
            }
            Reason::Attack { boost_left, targets, decided_by } => {
                stages[decided_by as usize] += 1;
                let lost = before.owner(taken.event.actor().home()) != taken.event.actor();
                assert_eq!(targets.hops_home.is_some(), lost);
                homeless += u32::from(lost);
                if let Some(left) = boost_left {
                    assert!((1..6).contains(&left), "{left}");
                    boosted += 1;
                }
            }
        }
    }
    assert!(stages.iter().all(|n| *n > 0) && homeless > 0 && boosted > 0 && rebels > 0, "{stages:?}");
}
