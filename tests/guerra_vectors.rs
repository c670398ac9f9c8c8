//! The rules against right answers that come from elsewhere: exact laws, dice, digests, a whole war.

use guerrabot::map::{Map, Table, load_bundled};
use guerrabot::rules::guerra::*;
use guerrabot::rules::{dice::Dice, guerra};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use serde_json::Value;
use std::collections::BTreeMap;

fn vectors() -> Value {
    serde_json::from_str(include_str!("data/guerra.json")).unwrap()
}

fn maps(vectors: &Value) -> BTreeMap<String, Map> {
    let maps = vectors["maps"].as_object().unwrap();
    maps.iter()
        .map(|(name, m)| (name.clone(), Table::parse(m.to_string().as_bytes(), name).unwrap()))
        .collect()
}

fn oltrepo() -> Map {
    load_bundled("oltrepo").unwrap().unwrap().0
}

fn faction(map: &Map, id: &str) -> FactionId {
    FactionId(map.find(id).unwrap().0)
}

fn case_state(map: &Map, case: &Value) -> State {
    let owner = case["owner"].as_array().unwrap().iter().map(|f| faction(map, f.as_str().unwrap())).collect();
    let rebellion = case["rebel"].as_str().map(|rebel| Rebellion {
        rebel: faction(map, rebel),
        turn: case["rebelled_in_turn"].as_u64().unwrap() as u32,
    });
    State::from_parts(map, case["turns_played"].as_u64().unwrap() as u32, owner, rebellion).unwrap()
}

type Law = BTreeMap<(String, String, String), BigRational>;

fn expected_law(case: &Value) -> Law {
    let entry = |c: &Value| {
        let text = |key: &str| c[key].as_str().unwrap().to_string();
        let who = if c["event"] == "attack" { text("attacker") } else { text("rebel") };
        let p = text("p");
        let (a, b) = p.split_once('/').unwrap_or((&p, "1"));
        let p = BigRational::new(a.parse::<BigInt>().unwrap(), b.parse().unwrap());
        ((text("event"), who, text("target")), p)
    };
    case["law"].as_array().unwrap().iter().map(entry).collect()
}

fn our_law(map: &Map, state: &State) -> Law {
    let law = guerra::law(map, &Rules::default(), state);
    let id = |t| map.territory(t).id.clone();
    let entry = |c: Chance| {
        let kind = if matches!(c.event, Event::Attack { .. }) { "attack" } else { "rebellion" };
        ((kind.to_string(), id(c.event.actor().home()), id(c.event.target())), c.p)
    };
    law.into_iter().map(entry).collect()
}

#[test]
fn the_law_is_exact_in_every_case() {
    let vectors = vectors();
    let maps = maps(&vectors);
    let cases = vectors["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 22);
    for case in cases {
        let map = &maps[case["map"].as_str().unwrap()];
        let law = our_law(map, &case_state(map, case));
        assert_eq!(law, expected_law(case), "{}", case["name"]);
        assert!(law.is_empty() || law.values().sum::<BigRational>() == BigRational::one());
    }
}

#[test]
fn drawn_turns_follow_the_law() {
    let vectors = vectors();
    let maps = maps(&vectors);
    let rules = Rules::default();
    for case in vectors["cases"].as_array().unwrap().iter().filter(|c| c["name"] != "over") {
        let map = &maps[case["map"].as_str().unwrap()];
        let before = case_state(map, case);
        let mut drawn: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let draws = 20_000;
        for number in 0..draws {
            let mut state = before.clone();
            let mut dice = Dice::for_turn(&[3; 32], number);
            let event = advance_drawn(map, &rules, &mut dice, &mut state).unwrap().event;
            *drawn.entry((event.actor().0, event.target().0)).or_default() += 1;
        }
        let law = guerra::law(map, &rules, &before);
        for chance in &law {
            use num_traits::ToPrimitive;
            let p = chance.p.to_f64().unwrap();
            let times = drawn.remove(&(chance.event.actor().0, chance.event.target().0)).unwrap_or(0);
            let spread = (f64::from(draws) * p * (1.0 - p)).sqrt();
            let off = (f64::from(times) - f64::from(draws) * p).abs();
            assert!(off <= 5.0 * spread, "{}: {:?} {times} of {draws}", case["name"], chance.event);
        }
        assert!(drawn.is_empty(), "{}: drawn but impossible: {drawn:?}", case["name"]);
    }
}

#[test]
fn dice_words_and_draws() {
    let vectors = vectors();
    let dice = &vectors["dice"];
    let seed: [u8; 32] = hex::decode(dice["seed"].as_str().unwrap()).unwrap().try_into().unwrap();
    for (turn, words) in dice["words_of_turn"].as_object().unwrap() {
        let mut stream = Dice::for_turn(&seed, turn.parse().unwrap());
        for word in words.as_array().unwrap() {
            // 2^32 divides 2^64, so below(2^32) is the word's low half.
            let low = u64::from_str_radix(&word.as_str().unwrap()[8..], 16).unwrap();
            assert_eq!(stream.below(1 << 32), low);
        }
    }
    let mut stream = Dice::for_turn(&seed, 1);
    for pair in dice["below_in_order_in_turn_1"].as_array().unwrap() {
        assert_eq!(stream.below(pair[0].as_u64().unwrap()), pair[1].as_u64().unwrap());
    }
}

#[test]
fn digests_commitment_and_salt() {
    let vectors = vectors();
    let dice = &vectors["dice"];
    let maps = maps(&vectors);
    for (name, digest) in dice["digest"].as_object().unwrap() {
        assert_eq!(hex::encode(maps[name].digest()), digest.as_str().unwrap());
    }
    let secret: [u8; 32] = hex::decode(dice["seed"].as_str().unwrap()).unwrap().try_into().unwrap();
    let rules = Rules::parse(dice["rules_line"].as_str().unwrap()).unwrap();
    assert_eq!(rules, Rules::default());
    let commitment = guerra::commitment(maps["grid3"].digest(), &rules, &secret);
    assert_eq!(hex::encode(commitment), dice["commitment_grid3"].as_str().unwrap());
    let salted = &dice["salted"];
    let seed = guerra::seed(&secret, salted["salt"].as_str());
    assert_eq!(hex::encode(seed), salted["seed"].as_str().unwrap());
    assert_eq!(guerra::seed(&secret, None), secret);
}

#[test]
fn the_small_war_of_the_vectors() {
    let vectors = vectors();
    let maps = maps(&vectors);
    let dice = &vectors["dice"];
    let seed: [u8; 32] = hex::decode(dice["seed"].as_str().unwrap()).unwrap().try_into().unwrap();
    let (name, events) = whole_war(dice);
    let map = &maps[name];
    let mut state = State::start(map);
    for expected in events {
        let taken = advance(map, &Rules::default(), &seed, &mut state).unwrap();
        assert_eq!(line(map, state.turns_played(), taken), *expected);
    }
    assert!(state.is_over());
}

fn whole_war(dice: &Value) -> (&str, &Vec<Value>) {
    let (key, war) = dice.as_object().unwrap().iter().find(|(k, _)| k.contains("war")).unwrap();
    let name = key.rsplit('_').next().unwrap();
    (name, war.as_array().or_else(|| war["events"].as_array()).unwrap())
}

fn line(map: &Map, turn: u32, taken: Taken) -> Value {
    let id = |t| map.territory(t).id.clone();
    let (event, who) = match taken.event {
        Event::Attack { .. } => ("attack", "attacker"),
        Event::Rebellion { .. } => ("rebellion", "rebel"),
    };
    let mut line = serde_json::json!({
        "turn": turn, "event": event, "target": id(taken.event.target()),
        "loser": id(taken.event.loser().home()), "eliminated": taken.eliminated, "over": taken.over,
    });
    line[who] = id(taken.event.actor().home()).into();
    line
}

#[test]
fn the_whole_war_of_the_oltrepo() {
    let map = oltrepo();
    let seed: [u8; 32] = std::array::from_fn(|i| i as u8);
    let mut state = State::start(&map);
    let mut chronicle = Chronicle::new(map.len());
    let mut board = Board::start(map.len());
    let lines = include_str!("data/war_oltrepo.jsonl").lines();
    for (turn, expected) in (1..).zip(lines) {
        let taken = advance(&map, &Rules::default(), &seed, &mut state).unwrap();
        assert_eq!(line(&map, turn, taken), serde_json::from_str::<Value>(expected).unwrap());
        chronicle.push(taken.event);
        assert_eq!(board.apply(taken.event), taken);
        assert_eq!(board.owners(), state.owners());
    }
    assert_eq!((state.turns_played(), state.is_over()), (550, true));
    assert_eq!(advance(&map, &Rules::default(), &seed, &mut state), None);
    assert_eq!(chronicle.board(550), board);
}

#[test]
fn the_oltrepo_has_the_right_integers_and_borders() {
    let map = oltrepo();
    let right = Table::parse(include_bytes!("data/oltrepo_map.json"), "oltrepo").unwrap();
    assert_eq!(Table::of(&map), Table::of(&right));
    let mut borders: Vec<(String, String)> = include_str!("data/oltrepo_adjacency.tsv")
        .lines()
        .skip(1)
        .map(|l| l.split('\t').collect::<Vec<_>>())
        .map(|c| (c[0].to_string(), c[2].to_string()))
        .collect();
    borders.sort();
    assert_eq!(borders.len(), 185);
    let id = |t| map.territory(t).id.clone();
    let ours: Vec<(String, String)> = map
        .ids()
        .flat_map(|a| map.territory(a).neighbours.iter().filter(move |b| a < **b).map(move |b| (a, *b)))
        .map(|(a, b)| (id(a), id(b)))
        .collect();
    assert_eq!(ours, borders);
    assert_eq!(map.borders(), 185);
}
