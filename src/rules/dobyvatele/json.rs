use super::board::Board;
use super::fault::{Fault, Faults, Place};
use super::settings::RulesJson;
use super::state::{Soldier, State};
use super::team::TeamId;
use serde::{Deserialize, Serialize, Serializer};

/// A state as it is written in replays, vectors and the API, not yet checked; `rules` are kept from players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateJson {
    pub tick: u32,
    pub ticks: u32,
    pub width: u32,
    pub height: u32,
    pub wrap: bool,
    pub hills: Vec<Place>,
    pub teams: Vec<TeamJson>,
    /// A text a row, a letter or `.` a field.
    pub owner: Vec<String>,
    pub soldiers: Vec<SoldierJson>,
    pub next_id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesJson>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamJson {
    pub id: TeamId,
    pub home: Place,
    pub score: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoldierJson {
    pub id: u64,
    pub team: TeamId,
    pub x: i64,
    pub y: i64,
}

impl State {
    /// What players see: everything but the rules (rule 4.5).
    pub fn public(&self) -> StateJson {
        let board = &self.board;
        let row = |owners: &[Option<TeamId>]| -> String {
            owners.iter().map(|owner| owner.map_or('.', TeamId::letter)).collect()
        };
        let team = |(id, home): (&TeamId, &_)| TeamJson {
            id: *id,
            home: board.place(*home),
            score: self.score[id.index()],
        };
        let soldier = |soldier: &Soldier| {
            let (x, y) = board.place(soldier.field);
            SoldierJson { id: soldier.id, team: soldier.team, x, y }
        };
        StateJson {
            tick: self.tick,
            ticks: self.ticks,
            width: board.width(),
            height: board.height(),
            wrap: board.wraps(),
            hills: board.hills().iter().map(|hill| board.place(*hill)).collect(),
            teams: board.homes().iter().map(team).collect(),
            owner: self.owner.chunks(board.width() as usize).map(row).collect(),
            soldiers: self.soldiers.iter().map(soldier).collect(),
            next_id: self.next_id,
            rules: None,
        }
    }

    /// All of it, as replays keep it.
    pub fn written(&self) -> StateJson {
        StateJson { rules: Some(self.rules.written()), ..self.public() }
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(serializer)
    }
}

impl Board {
    /// The board of a written state; what is wrong joins `faults`.
    pub(super) fn written(state: &StateJson, faults: &mut Vec<Fault>) -> Option<Board> {
        let homes: Vec<_> = state.teams.iter().map(|team| (team.id, team.home)).collect();
        if homes.is_empty() || homes.len() > super::MOST_TEAMS {
            faults.push(Fault::TeamCount(homes.len(), 1));
        }
        Board::survey((state.width, state.height, state.wrap), &state.hills, &homes, faults)
    }
}

impl TryFrom<StateJson> for State {
    type Error = Faults;

    fn try_from(written: StateJson) -> Result<Self, Faults> {
        super::check::check(written)
    }
}
