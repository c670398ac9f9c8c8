use super::team::TeamId;
use std::fmt;

/// Columns and rows from the upper left, as they were written: they may lie off the board.
pub type Place = (i64, i64);

/// One reason why a board, rules or a state cannot be played (rules 4.3, 5.2, 5.4).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("{width}x{height} is no board; each side has from 3 to {most} fields")]
    Sides { width: u32, height: u32, most: u32 },
    #[error("{0} teams; a game has from {1} to 26")]
    TeamCount(usize, usize),
    #[error("team {0}: teams are listed once each, from A to Z")]
    TeamOrder(TeamId),
    #[error("team {0}: its protected square is off the board; a home needs a field on every side")]
    SquareOff(TeamId),
    #[error("teams {0} and {1}: their protected squares overlap")]
    Overlap(TeamId, TeamId),
    #[error("team {0}: a hill in a protected square, at {at:?}", at = .1)]
    HillInSquare(TeamId, Place),
    #[error("hill {0:?} is off the board")]
    HillOff(Place),
    #[error("hill {0:?}: hills are listed once each, by y and then x")]
    HillOrder(Place),
    #[error("team {team} cannot reach {} of its fields, {first:?} for one; open a way from its home {home:?}", .count)]
    Unreachable { team: TeamId, home: Place, count: usize, first: Place },
    #[error("{key} is {value}; it is a whole number from {least} to 4294967295")]
    Number { key: &'static str, value: i64, least: u32 },
    #[error("{key} {value} is more than 2^53, beyond which not every JSON reader is exact")]
    Large { key: &'static str, value: u64 },
    #[error(
        "recruit_cost {recruit_cost} is less than upkeep {upkeep}, so feeding could fail; raise recruit_cost"
    )]
    CheapRecruits { recruit_cost: i64, upkeep: i64 },
    #[error("these rules allow more than {0} soldiers; lower the budget or raise the costs")]
    Crowd(u64),
    #[error("`rules` are missing; a state that players get cannot be played on")]
    NoRules,
    #[error("tick {tick} is beyond the game's {ticks}")]
    Tick { tick: u32, ticks: u32 },
    #[error("`owner` has {found} rows, the board {expected}")]
    OwnerRows { found: usize, expected: u32 },
    #[error("`owner` row {row} has {found} fields, the board's width is {expected}")]
    OwnerRow { row: usize, found: usize, expected: u32 },
    #[error("`owner` at {0:?} is `{1}`, which is neither a team of this game nor `.`")]
    OwnerSign(Place, char),
    #[error("hill {0:?} is owned by team {1}; nobody can own a hill")]
    OwnedHill(Place, TeamId),
    #[error("field {0:?} in the protected square of team {1} is owned by team {2}")]
    OwnedSquare(Place, TeamId, TeamId),
    #[error("soldier {0} is of team {1}, which is not in this game")]
    Stranger(u64, TeamId),
    #[error("soldier {0}: soldiers are listed by id, which rise from 1")]
    SoldierOrder(u64),
    #[error("soldier {0} has reached next_id {1}; ids stay below it")]
    NextId(u64, u64),
    #[error("soldier {0} is off the board, at {1:?}")]
    SoldierOff(u64, Place),
    #[error("soldier {0} is on a hill, at {1:?}")]
    SoldierOnHill(u64, Place),
    #[error("soldier {0} of team {1} is in a foreign square, that of team {2}, at {3:?}")]
    SoldierInSquare(u64, TeamId, TeamId, Place),
    #[error("soldiers of two teams, {0} and {1}, stand on {2:?}")]
    TwoTeams(TeamId, TeamId, Place),
    #[error(
        "team {team}: the upkeep of its {alive} soldiers is not affordable with the budget {budget} of tick {tick}"
    )]
    NotAffordable { team: TeamId, alive: u64, budget: u64, tick: u32 },
    #[error("line {line}, column {column}: `{sign}`; a board has `.` (free), `#` (hill) and homes A to Z")]
    Sign { line: usize, column: usize, sign: char },
    #[error("line {line} has {found} fields, line 1 has {expected}; all lines are equally long")]
    Ragged { line: usize, found: usize, expected: usize },
    #[error("team {0} has {1} homes; a team has one")]
    Homes(TeamId, usize),
}

/// Every reason at once, in the order in which they were found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

/// So many reasons are told; the rest is counted.
const SHOWN: usize = 20;

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [one] = self.0.as_slice() {
            return write!(f, "{one}");
        }
        write!(f, "{} faults", self.0.len())?;
        self.0.iter().take(SHOWN).try_for_each(|fault| write!(f, "\n  - {fault}"))?;
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  - and {more} more"),
        }
    }
}

impl Faults {
    /// No faults are no error.
    pub(super) fn refuse_any(faults: Vec<Fault>) -> Result<(), Faults> {
        if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
    }
}
