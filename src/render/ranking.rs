use crate::map::Map;
use crate::rules::guerra::{Chronicle, FactionId, Standing};
use std::cmp::Reverse;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub rank: u32,
    pub faction: FactionId,
    /// Territories held, or in the final table the most ever held.
    pub held: u32,
    pub mark: Mark,
    /// Acts in this turn's news.
    pub acts: bool,
    /// Rows between this one and the one above are left out.
    pub gap: bool,
}

/// What stands at a row's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// More or fewer territories than ten turns ago.
    Change(i32),
    /// Out of the war since this turn.
    Out(u32),
    Wins,
}

/// The table of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    pub rows: Vec<Row>,
    /// How many living factions have no row but share a last line: all that hold one territory, if they are many.
    pub others: u32,
}

const ROWS: usize = 10;
const CHANGE_OVER: u32 = 10;
/// With more lone territories than this they share a line.
const LONE_ROWS: usize = 10;

/// The first ten, the news' actors always among them.
pub fn ranking(map: &Map, chronicle: &Chronicle, turn: u32) -> Ranking {
    let board = chronicle.board(turn);
    let before = chronicle.board(turn.saturating_sub(CHANGE_OVER));
    let event = chronicle.event(turn);
    let acts = |f: FactionId| event.is_some_and(|e| e.actor() == f || e.loser() == f);
    let row = |s: &Standing| Row {
        rank: s.rank,
        faction: s.faction,
        held: s.holdings,
        mark: Mark::Change(s.holdings as i32 - before.holdings(s.faction) as i32),
        acts: acts(s.faction),
        gap: false,
    };
    let standings = board.standings(map);
    let lone = standings.iter().filter(|s| s.holdings == 1).count();
    let listed = if lone > LONE_ROWS { standings.len() - lone } else { standings.len() };
    let (shown, rest) = standings.split_at(listed.min(ROWS));
    let mut rows: Vec<Row> = shown.iter().map(row).collect();
    let mut below: Vec<Row> = rest.iter().filter(|s| acts(s.faction)).map(row).collect();
    rows.truncate(ROWS - below.len());
    if let Some(first) = below.first_mut() {
        first.gap = true;
    }
    rows.append(&mut below);
    let others = if listed < ROWS && rows.len() < ROWS { standings.len() - rows.len() } else { 0 };
    Ranking { rows, others: others as u32 }
}

/// At the end: by how long each lasted, and the factions that once held most.
pub(super) fn final_table(map: &Map, chronicle: &Chronicle) -> (Ranking, Vec<(FactionId, u32)>) {
    let factions = || map.ids().map(|id| FactionId(id.0));
    let mut peak = vec![1; map.len()];
    let mut last = vec![0; map.len()];
    chronicle.walk(|turn, _, board| {
        for f in factions().filter(|f| board.holdings(*f) > 0) {
            peak[f.index()] = board.holdings(f).max(peak[f.index()]);
            last[f.index()] = turn;
        }
    });
    let end = chronicle.turns();
    let mut order: Vec<FactionId> = factions().collect();
    order.sort_by_key(|f| (Reverse((last[f.index()], peak[f.index()])), *f));
    let rows = (1..).zip(&order).take(ROWS).map(|(rank, f)| Row {
        rank,
        faction: *f,
        held: peak[f.index()],
        mark: if last[f.index()] == end { Mark::Wins } else { Mark::Out(last[f.index()] + 1) },
        acts: last[f.index()] == end,
        gap: false,
    });
    let rows = rows.collect();
    let mut highest: Vec<FactionId> = factions().collect();
    highest.sort_by_key(|f| (Reverse(peak[f.index()]), *f));
    let rank = |f: &FactionId| 1 + peak.iter().filter(|p| **p > peak[f.index()]).count() as u32;
    let leaders = highest.iter().map(|f| (*f, rank(f))).collect();
    (Ranking { rows, others: 0 }, leaders)
}
