use super::fault::{Fault, Faults};
use serde::{Deserialize, Serialize};

/// A game whose armies could grow beyond this many soldiers is refused: no board holds a use for them.
pub const MOST_SOLDIERS: u64 = 10_000_000;

/// What a game's soldiers cost; sound: `recruit_cost` ≥ 1 and ≥ `upkeep`, and the budget never falls (rules 4.1 to 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    budget_base: u32,
    budget_step: u32,
    upkeep: u32,
    recruit_cost: u32,
}

/// Rules as they are written in states and replays, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesJson {
    pub budget_base: i64,
    pub budget_step: i64,
    pub upkeep: i64,
    pub recruit_cost: i64,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { budget_base: 20, budget_step: 1, upkeep: 1, recruit_cost: 5 }
    }
}

impl Rules {
    /// Checks what is written.
    ///
    /// # Errors
    /// Every reason why these rules cannot be played.
    pub fn new(written: RulesJson) -> Result<Self, Faults> {
        let RulesJson { budget_base, budget_step, upkeep, recruit_cost } = written;
        let mut faults = Vec::new();
        let mut number = |key, value: i64, least: u32| {
            let read = u32::try_from(value).ok().filter(|number| *number >= least);
            if read.is_none() {
                faults.push(Fault::Number { key, value, least });
            }
            read.unwrap_or(least)
        };
        let rules = Rules {
            budget_base: number("budget_base", budget_base, 0),
            budget_step: number("budget_step", budget_step, 0),
            upkeep: number("upkeep", upkeep, 0),
            recruit_cost: number("recruit_cost", recruit_cost, 1),
        };
        if recruit_cost < upkeep {
            faults.push(Fault::CheapRecruits { recruit_cost, upkeep });
        }
        Faults::refuse_any(faults).map(|()| rules)
    }

    pub fn written(&self) -> RulesJson {
        RulesJson {
            budget_base: self.budget_base.into(),
            budget_step: self.budget_step.into(),
            upkeep: self.upkeep.into(),
            recruit_cost: self.recruit_cost.into(),
        }
    }

    /// Every team's budget before a tick (rule 4.1).
    pub fn budget(&self, tick: u32) -> u64 {
        u64::from(self.budget_base) + u64::from(self.budget_step) * u64::from(tick)
    }

    /// What a tick's budget leaves after feeding; none if it does not even feed so many (rule 4.2).
    pub fn left_after_feeding(&self, tick: u32, alive: u64) -> Option<u64> {
        self.budget(tick).checked_sub(u64::from(self.upkeep).checked_mul(alive)?)
    }

    /// How many soldiers a team with so many alive gets before a tick (rule 4.2).
    pub fn recruits(&self, tick: u32, alive: u64) -> u64 {
        self.left_after_feeding(tick, alive).unwrap_or(0) / u64::from(self.recruit_cost)
    }

    /// No team can have more soldiers than this in a game of so many ticks, however it goes: the last budget feeds them,
    /// and all budgets together buy them.
    pub fn most_soldiers(&self, ticks: u32) -> u64 {
        let ticks = u128::from(ticks);
        let last = u128::from(self.budget_base) + u128::from(self.budget_step) * ticks.saturating_sub(1);
        let all = ticks * (u128::from(self.budget_base) + last) / 2;
        let bought = all / u128::from(self.recruit_cost);
        let fed = last.checked_div(self.upkeep.into()).unwrap_or(bought);
        u64::try_from(bought.min(fed)).unwrap_or(u64::MAX)
    }

    /// What is against a game of so many teams and ticks: more soldiers than a machine should hold.
    pub(super) fn crowd(&self, teams: usize, ticks: u32) -> Option<Fault> {
        let soldiers = self.most_soldiers(ticks).saturating_mul(teams as u64);
        (soldiers > MOST_SOLDIERS).then_some(Fault::Crowd(MOST_SOLDIERS))
    }
}
