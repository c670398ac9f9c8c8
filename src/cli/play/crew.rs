#![allow(clippy::disallowed_methods, reason = "it keeps deadlines")]

use super::Bot;
use super::program::{LONGEST_LINE, Program, Said, log_of};
use crate::rules::dobyvatele::{State, TeamId, TeamOrders};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

/// So many lines wait to be heard; a program that says more waits itself.
const UNHEARD: usize = 64;

/// The programs that play, and what comes from them.
pub(super) struct Crew {
    programs: BTreeMap<TeamId, Program>,
    heard: Receiver<(TeamId, Said)>,
    tick: Duration,
    /// Ticks in which a team stayed, by the reason.
    missed: BTreeMap<(TeamId, Miss), u32>,
}

/// Why a program's soldiers stay in a tick.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Miss {
    NoLine,
    WrongLine,
    Silent,
}

/// A program's answer.
#[derive(Deserialize)]
struct Answer {
    tick: u32,
    orders: TeamOrders,
}

/// The part of an answer by which a late one is known, whatever else is wrong with it.
#[derive(Deserialize)]
struct Stamp {
    tick: u32,
}

/// What a line means in a tick.
enum Meaning {
    Orders(TeamOrders),
    /// The answer to an earlier tick.
    Late,
    /// What is wrong with it.
    Wrong(String),
}

impl Crew {
    /// Starts every program and greets it.
    pub fn start(
        bots: &[(TeamId, Bot)],
        ticks: u32,
        tick: Duration,
        out: Option<&Path>,
    ) -> anyhow::Result<Crew> {
        let (sender, heard) = sync_channel(UNHEARD);
        let mut programs = BTreeMap::new();
        for (team, bot) in bots {
            let Bot::Program(words) = bot else { continue };
            let program = Program::start(words, *team, &log_of(out, *team), sender.clone())?;
            let hello = json!({
                "hello": "dobyvatele", "version": 1, "you": team, "ticks": ticks, "tick_ms": tick.as_millis() as u64,
            });
            program.tell(format!("{hello}\n"));
            programs.insert(*team, program);
        }
        Ok(Crew { programs, heard, tick, missed: BTreeMap::new() })
    }

    /// Shows everybody the open tick and waits for their orders until all have answered or the time is up.
    pub fn ask(&mut self, state: &State) -> anyhow::Result<BTreeMap<TeamId, TeamOrders>> {
        if self.programs.is_empty() {
            return Ok(BTreeMap::new());
        }
        let seen = serde_json::to_string(&state.public())?;
        for (team, program) in self.programs.iter().filter(|(_, program)| !program.is_silent()) {
            program.tell(format!("{{\"you\":\"{team}\",\"state\":{seen}}}\n"));
        }
        let deadline = Instant::now() + self.tick;
        let mut answers: BTreeMap<TeamId, Option<TeamOrders>> = BTreeMap::new();
        while self.programs.iter().any(|(team, p)| !p.is_silent() && !answers.contains_key(team)) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok((team, said)) = self.heard.recv_timeout(left) else { break };
            self.hear(state.tick(), team, said, &mut answers);
        }
        self.count(&answers);
        Ok(answers.into_iter().filter_map(|(team, orders)| Some((team, orders?))).collect())
    }

    /// Takes what a team says; its first line of this tick counts.
    fn hear(
        &mut self,
        tick: u32,
        team: TeamId,
        said: Said,
        answers: &mut BTreeMap<TeamId, Option<TeamOrders>>,
    ) {
        let Some(program) = self.programs.get_mut(&team).filter(|program| !program.is_silent()) else {
            return;
        };
        let line = match said {
            Said::Line(line) => line,
            Said::TooLong => {
                eprintln!(
                    "{team}: a line of more than {LONGEST_LINE} bytes in tick {tick}; silent from now on"
                );
                return program.silence();
            }
            Said::Ended => {
                eprintln!(
                    "{team}: the program ended in tick {tick}; silent from now on; what it said last is in its log"
                );
                return program.silence();
            }
        };
        if answers.contains_key(&team) {
            return;
        }
        let answer = match read(&line, tick) {
            Meaning::Late => return,
            Meaning::Orders(orders) => Some(orders),
            Meaning::Wrong(what) => {
                eprintln!("{team}: a wrong line in tick {tick}: {what}");
                None
            }
        };
        answers.insert(team, answer);
    }

    fn count(&mut self, answers: &BTreeMap<TeamId, Option<TeamOrders>>) {
        for (team, program) in &self.programs {
            let miss = match answers.get(team) {
                Some(Some(_)) => continue,
                Some(None) => Miss::WrongLine,
                None if program.is_silent() => Miss::Silent,
                None => Miss::NoLine,
            };
            *self.missed.entry((*team, miss)).or_default() += 1;
        }
    }

    /// Lets the programs go; says how often each stayed and why.
    pub fn end(mut self) -> Vec<(TeamId, String)> {
        self.programs.values_mut().for_each(Program::dismiss);
        let word = |miss| match miss {
            Miss::NoLine => "no line in time",
            Miss::WrongLine => "a wrong line",
            Miss::Silent => "silent",
        };
        let told = |((team, miss), ticks): (&(TeamId, Miss), &u32)| {
            (*team, format!("all stayed in {ticks} ticks: {}", word(*miss)))
        };
        self.missed.iter().map(told).collect()
    }
}

/// A line carries its tick, so that a late one is never taken for the next tick's.
fn read(line: &[u8], tick: u32) -> Meaning {
    match serde_json::from_slice::<Answer>(line) {
        Ok(answer) if answer.tick == tick => Meaning::Orders(answer.orders),
        _ if serde_json::from_slice::<Stamp>(line).is_ok_and(|stamp| stamp.tick < tick) => Meaning::Late,
        Ok(answer) => Meaning::Wrong(format!("it is for tick {}", answer.tick)),
        Err(error) => Meaning::Wrong(error.to_string()),
    }
}
