use super::board::{Board, Field};
use super::fault::{Fault, Faults};
use super::settings::Rules;
use super::team::{MOST_TEAMS, TeamId};
use std::sync::Arc;

/// A soldier at the beginning of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soldier {
    pub id: u64,
    pub team: TeamId,
    pub field: Field,
}

/// A game at the beginning of its open tick, recruits at home; sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) tick: u32,
    pub(super) ticks: u32,
    pub(super) rules: Rules,
    pub(super) board: Arc<Board>,
    /// By field.
    pub(super) owner: Vec<Option<TeamId>>,
    /// By the team's index.
    pub(super) score: [u64; MOST_TEAMS],
    /// Ascending by id.
    pub(super) soldiers: Vec<Soldier>,
    pub(super) next_id: u64,
}

/// A team's place in the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    pub rank: u32,
    pub team: TeamId,
    pub score: u64,
}

impl State {
    /// Before tick 0: nobody owns anything, the first recruits stand at home (rules 1.1, 3.2, 4.1).
    ///
    /// # Errors
    /// The game has no tick, or its armies would be too large.
    pub fn start(board: Arc<Board>, rules: Rules, ticks: u32) -> Result<Self, Faults> {
        let no_ticks = (ticks == 0).then_some(Fault::Number { key: "ticks", value: 0, least: 1 });
        Faults::refuse_any(no_ticks.into_iter().chain(rules.crowd(board.homes().len(), ticks)).collect())?;
        let owner = vec![None; board.len()];
        let (score, soldiers) = ([0; MOST_TEAMS], Vec::new());
        let mut state = State { tick: 0, ticks, rules, board, owner, score, soldiers, next_id: 1 };
        state.recruit();
        Ok(state)
    }

    /// Recruits stand at home before the open tick, none once the game is over (rules 1.1, 4.2, 4.4). Gives how many, by
    /// the team's index.
    pub(super) fn recruit(&mut self) -> [u64; MOST_TEAMS] {
        let mut recruits = [0; MOST_TEAMS];
        if self.is_over() {
            return recruits;
        }
        let alive = self.armies();
        let board = Arc::clone(&self.board);
        for (team, home) in board.homes() {
            let count = self.rules.recruits(self.tick, alive[team.index()]);
            let ids = self.next_id..self.next_id + count;
            self.next_id = ids.end;
            self.soldiers.extend(ids.map(|id| Soldier { id, team: *team, field: *home }));
            recruits[team.index()] = count;
        }
        recruits
    }

    /// The open tick; [`State::ticks`] once the game is over (rule 5.5).
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// How many ticks the game lasts.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    pub fn is_over(&self) -> bool {
        self.tick >= self.ticks
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Who owns a field.
    pub fn owner(&self, field: Field) -> Option<TeamId> {
        self.owner[field.index()]
    }

    /// Who owns each field, by y and then x.
    pub fn owners(&self) -> &[Option<TeamId>] {
        &self.owner
    }

    /// The living, ascending by id.
    pub fn soldiers(&self) -> &[Soldier] {
        &self.soldiers
    }

    /// The living soldier of an id.
    pub fn soldier(&self, id: u64) -> Option<&Soldier> {
        self.soldiers.binary_search_by_key(&id, |soldier| soldier.id).ok().map(|place| &self.soldiers[place])
    }

    pub fn score(&self, team: TeamId) -> u64 {
        self.score[team.index()]
    }

    /// The id of the next recruit.
    pub fn next_id(&self) -> u64 {
        self.next_id
    }

    /// How many soldiers live, by the team's index.
    pub fn armies(&self) -> [u64; MOST_TEAMS] {
        let mut alive = [0; MOST_TEAMS];
        self.soldiers.iter().for_each(|soldier| alive[soldier.team.index()] += 1);
        alive
    }

    /// How many fields are owned, by the team's index.
    pub fn lands(&self) -> [u64; MOST_TEAMS] {
        const NOBODY: usize = MOST_TEAMS;
        // Neighbours are often of one team; counted into several tables they need not wait for each other.
        let mut tables = [[0; MOST_TEAMS + 1]; 4];
        for (i, owner) in self.owner.iter().enumerate() {
            tables[i % 4][owner.map_or(NOBODY, TeamId::index)] += 1;
        }
        std::array::from_fn(|team| tables.iter().map(|table| table[team]).sum())
    }

    /// The best first; equal scores share a rank and are listed from A to Z (rule 3.4).
    pub fn ranking(&self) -> Vec<Rank> {
        rank(self.board.teams().map(|team| (team, self.score(team))))
    }
}

/// Ranks scores that come in the order of the teams (rule 3.4).
pub(super) fn rank(scores: impl Iterator<Item = (TeamId, u64)>) -> Vec<Rank> {
    let mut ranks: Vec<Rank> = scores.map(|(team, score)| Rank { rank: 1, team, score }).collect();
    // Stable, so that equals stay in the order of the teams.
    ranks.sort_by_key(|rank| std::cmp::Reverse(rank.score));
    for i in 1..ranks.len() {
        let same = ranks[i].score == ranks[i - 1].score;
        ranks[i].rank = if same { ranks[i - 1].rank } else { i as u32 + 1 };
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_rank() {
        let scores = TeamId::all().zip([7, 10, 3, 7]);
        let ranks: Vec<_> = rank(scores).iter().map(|r| (r.rank, r.team.letter(), r.score)).collect();
        assert_eq!(ranks, [(1, 'B', 10), (2, 'A', 7), (2, 'D', 7), (4, 'C', 3)]);
    }
}
