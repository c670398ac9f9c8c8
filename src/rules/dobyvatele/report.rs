use super::board::{Board, Field};
use super::team::TeamId;
use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What happened in a tick, beside what the state shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Soldiers that a hill, the edge or a foreign square stopped (rule 1.5); ascending.
    pub bumped: Vec<u64>,
    /// By team and then id.
    pub rejected: Vec<Rejected>,
    /// By field.
    pub battles: Vec<Battle>,
    /// Fields that changed hands; by field.
    pub taken: Vec<Taken>,
    /// How many each team got for the next tick; every team is in it.
    pub recruits: BTreeMap<TeamId, u64>,
    pub(super) board: Arc<Board>,
}

/// An order that could not be carried out (rules 1.3, 1.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejected {
    pub team: TeamId,
    pub id: u64,
    pub reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Dead, foreign or never born.
    NotYours,
    BadDirection,
}

/// Soldiers of several teams met on a field (rule 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    pub field: Field,
    pub armies: BTreeMap<TeamId, u64>,
    /// The strictly strongest team, if there is one.
    pub winner: Option<TeamId>,
    pub survivors: u64,
}

/// A field that has a new owner (rule 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub field: Field,
    pub from: Option<TeamId>,
    pub to: TeamId,
}

#[derive(Serialize)]
struct BattleJson<'a> {
    x: u32,
    y: u32,
    armies: &'a BTreeMap<TeamId, u64>,
    winner: Option<TeamId>,
    survivors: u64,
}

#[derive(Serialize)]
struct TakenJson {
    x: u32,
    y: u32,
    from: Option<TeamId>,
    to: TeamId,
}

impl Battle {
    fn written(&self, board: &Board) -> BattleJson<'_> {
        let (x, y) = board.xy(self.field);
        BattleJson { x, y, armies: &self.armies, winner: self.winner, survivors: self.survivors }
    }
}

impl Taken {
    fn written(&self, board: &Board) -> TakenJson {
        let (x, y) = board.xy(self.field);
        TakenJson { x, y, from: self.from, to: self.to }
    }
}

/// As replays and the API have it: fields by x and y.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let battles: Vec<_> = self.battles.iter().map(|battle| battle.written(&self.board)).collect();
        let taken: Vec<_> = self.taken.iter().map(|taken| taken.written(&self.board)).collect();
        let mut report = serializer.serialize_struct("Report", 5)?;
        report.serialize_field("bumped", &self.bumped)?;
        report.serialize_field("rejected", &self.rejected)?;
        report.serialize_field("battles", &battles)?;
        report.serialize_field("taken", &taken)?;
        report.serialize_field("recruits", &self.recruits)?;
        report.end()
    }
}
