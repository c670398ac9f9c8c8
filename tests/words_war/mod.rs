//! Whole wars to write about, and checks on what is written.

#![allow(dead_code, reason = "each test program uses its part")]

pub mod grid;
pub mod lint;
pub mod truth;

use chrono::{DateTime, Duration, TimeZone};
use chrono_tz::Tz;
use guerrabot::map::{Map, TerritoryId, load_bundled};
use guerrabot::rules::guerra::{Chronicle, Event, FactionId, Rules, State, advance, commitment};
use guerrabot::schedule::Schedule;
use guerrabot::words::{Language, Opening, Subject, Words};
use serde_json::Value;

pub struct War {
    pub map: Map,
    pub rules: Rules,
    pub chronicle: Chronicle,
    pub secret: [u8; 32],
    pub tags: Vec<String>,
    pub schedule: Schedule,
}

impl War {
    /// The war of tests/data/war_oltrepo.jsonl.
    pub fn vector() -> War {
        let map = load_bundled("oltrepo").unwrap().unwrap().0;
        let mut chronicle = Chronicle::new(map.len());
        for line in include_str!("../data/war_oltrepo.jsonl").lines() {
            chronicle.push(event(&map, &serde_json::from_str(line).unwrap()));
        }
        War::of(map, chronicle, std::array::from_fn(|i| i as u8))
    }

    /// A war played from a secret, to its end.
    pub fn played(map: Map, secret: [u8; 32]) -> War {
        let (rules, mut state) = (Rules::default(), State::start(&map));
        let mut chronicle = Chronicle::new(map.len());
        while let Some(taken) = advance(&map, &rules, &secret, &mut state) {
            chronicle.push(taken.event);
        }
        War::of(map, chronicle, secret)
    }

    fn of(map: Map, chronicle: Chronicle, secret: [u8; 32]) -> War {
        let tags = vec!["#OltrepòPavese".to_string(), "GuerraBot".to_string()];
        War {
            map,
            rules: Rules::default(),
            chronicle,
            secret,
            tags,
            schedule: Schedule::every("1h").unwrap(),
        }
    }

    /// The same war as it stood after a turn.
    pub fn until(&self, turn: u32) -> War {
        let mut chronicle = Chronicle::new(self.map.len());
        self.chronicle.events()[..turn as usize].iter().for_each(|event| chronicle.push(*event));
        War {
            map: self.map.clone(),
            tags: self.tags.clone(),
            schedule: self.schedule.clone(),
            chronicle,
            ..*self
        }
    }

    pub fn turns(&self) -> u32 {
        self.chronicle.turns()
    }

    /// What words need of a turn; one turn an hour from 1 December 2026, 9 o'clock.
    pub fn with_subject<R>(&self, turn: u32, tell: impl FnOnce(&Subject) -> R) -> R {
        let first: DateTime<Tz> = chrono_tz::Europe::Rome.with_ymd_and_hms(2026, 12, 1, 10, 0, 0).unwrap();
        tell(&Subject {
            map: &self.map,
            rules: &self.rules,
            chronicle: &self.chronicle,
            turn,
            name: "Oltrepò GuerraBot",
            slot: first + Duration::hours(i64::from(turn) - 1),
            commitment: commitment(self.map.digest(), &self.rules, &self.secret),
            opening: Some(Opening { first, schedule: &self.schedule }),
            secret: (turn == self.turns()).then_some(self.secret),
            salt: None,
            median: Some(550),
            hashtags: &self.tags,
        })
    }
}

fn event(map: &Map, line: &Value) -> Event {
    let id = |key: &str| map.find(line[key].as_str().unwrap()).unwrap();
    let faction = |t: TerritoryId| FactionId(t.0);
    let (target, loser) = (id("target"), faction(id("loser")));
    match line["event"].as_str().unwrap() {
        "attack" => Event::Attack { attacker: faction(id("attacker")), target, loser },
        _ => Event::Rebellion { rebel: faction(id("rebel")), loser },
    }
}

/// The built-in templates cut down to one variant a kind, so that a few wars show them all.
pub fn only_variant(language: Language, variant: usize) -> Words {
    let path = format!("{}/assets/words/{}.toml", env!("CARGO_MANIFEST_DIR"), language.code());
    let mut file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    for kinds in file.iter_mut().filter_map(|(_, kinds)| kinds.as_table_mut()) {
        for (_, variants) in kinds.iter_mut() {
            if let Some(list) = variants.as_array_mut() {
                *list = vec![list[variant % list.len()].clone()];
            }
        }
    }
    Words::with_templates(language, &toml::to_string(&file).unwrap()).unwrap()
}
