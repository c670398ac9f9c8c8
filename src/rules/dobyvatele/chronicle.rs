use super::json::StateJson;
use super::state::{Rank, State, rank};
use super::team::{MOST_TEAMS, TeamId};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A game so far, tick by tick, from what was written of it.
#[derive(Clone, Debug)]
pub struct Chronicle {
    teams: Vec<TeamId>,
    /// Before tick 0.
    opening: Told,
    /// Tick n at n.
    ticks: Vec<Told>,
}

/// What is worth telling of a tick; tables are by the team's index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// After it.
    pub scores: [u64; MOST_TEAMS],
    /// Fields owned after it.
    pub lands: [u64; MOST_TEAMS],
    /// Soldiers alive after it, the next tick's recruits among them.
    pub armies: [u64; MOST_TEAMS],
    /// Fields taken in it.
    pub gained: [u64; MOST_TEAMS],
    pub battles: Vec<Met>,
}

/// A battle as a report has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Met {
    pub x: u32,
    pub y: u32,
    pub armies: BTreeMap<TeamId, u64>,
    /// The strictly strongest team, if there is one.
    pub winner: Option<TeamId>,
    pub survivors: u64,
}

/// The part of a written report that is told.
#[derive(Deserialize)]
struct Written {
    battles: Vec<Met>,
    taken: Vec<Taken>,
}

#[derive(Deserialize)]
struct Taken {
    to: TeamId,
}

impl Met {
    /// All who met.
    pub fn soldiers(&self) -> u64 {
        self.armies.values().sum()
    }
}

impl Told {
    /// The state after a tick, and its report as it was written.
    ///
    /// # Errors
    /// It is no report.
    pub fn of(state: &StateJson, report: &str) -> Result<Self, serde_json::Error> {
        let report: Written = serde_json::from_str(report)?;
        let mut told = Told { battles: report.battles, ..Told::default() };
        state.teams.iter().for_each(|team| told.scores[team.id.index()] = team.score);
        state.soldiers.iter().for_each(|soldier| told.armies[soldier.team.index()] += 1);
        let owners = state.owner.iter().flat_map(|row| row.chars()).filter_map(TeamId::from_letter);
        owners.for_each(|team| told.lands[team.index()] += 1);
        report.taken.iter().for_each(|taken| told.gained[taken.to.index()] += 1);
        Ok(told)
    }
}

impl Chronicle {
    /// Before tick 0.
    pub fn new(opening: &State) -> Self {
        let opened = Told { armies: opening.armies(), ..Told::default() };
        Chronicle { teams: opening.board().teams().collect(), opening: opened, ticks: Vec::new() }
    }

    /// Appends the next tick.
    pub fn push(&mut self, told: Told) {
        self.ticks.push(told);
    }

    /// How many ticks are resolved.
    pub fn ticks(&self) -> u32 {
        self.ticks.len() as u32
    }

    /// What the last of so many ticks brought; the opening for 0 or for more than there are.
    pub fn after(&self, ticks: u32) -> &Told {
        let last = (ticks as usize).checked_sub(1).and_then(|last| self.ticks.get(last));
        last.unwrap_or(&self.opening)
    }

    /// The ticks from one up to another.
    pub fn between(&self, from: u32, to: u32) -> &[Told] {
        self.ticks.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The ranking after so many ticks (rule 3.4).
    pub fn ranking(&self, ticks: u32) -> Vec<Rank> {
        let scores = &self.after(ticks).scores;
        rank(self.teams.iter().map(|team| (*team, scores[team.index()])))
    }

    /// Who led alone after so many ticks, of which there was at least one.
    pub fn leader(&self, ticks: u32) -> Option<TeamId> {
        let ranking = self.ranking(ticks);
        let mut first = ranking.iter().filter(|rank| ticks > 0 && rank.rank == 1);
        first.next().filter(|_| first.next().is_none()).map(|rank| rank.team)
    }

    /// A team's score after 0, 1, … so many ticks.
    pub fn scores(&self, team: TeamId, ticks: u32) -> Vec<u64> {
        (0..=ticks).map(|n| self.after(n).scores[team.index()]).collect()
    }
}
