use super::{Store, StoreError, Transaction};
use crate::map::TerritoryId;
use crate::rules::guerra::{Event, FactionId};
use rusqlite::OptionalExtension;

/// A turn as it is stored; times are UTC milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// From 1.
    pub number: u32,
    /// When it was due.
    pub slot: i64,
    /// When it was taken.
    pub at: i64,
    pub event: Event,
}

impl Store {
    /// The turns of a war after the given one, oldest first.
    pub fn turns(&self, war: u32, after: u32) -> Result<Vec<Turn>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT number, slot, at, event, actor, target, loser FROM turns
             WHERE war = ?1 AND number > ?2 ORDER BY number",
        )?;
        let rows = query.query_map((war, after), |row| {
            let (actor, target, loser) = (row.get(4)?, row.get(5)?, row.get(6)?);
            let rebellion = row.get_ref(3)?.as_str()? == "rebellion";
            let event = if rebellion {
                Event::Rebellion { rebel: FactionId(actor), loser: FactionId(loser) }
            } else {
                Event::Attack {
                    attacker: FactionId(actor),
                    target: TerritoryId(target),
                    loser: FactionId(loser),
                }
            };
            Ok(Turn { number: row.get(0)?, slot: row.get(1)?, at: row.get(2)?, event })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The number of the war's last turn, or how many ticks of a game are resolved; 0 before the first.
    pub fn last_turn(&self, war: u32) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce((SELECT max(number) FROM turns WHERE war = ?1),
                                   (SELECT max(tick) + 1 FROM ticks WHERE war = ?1), 0)";
        Ok(self.connection.prepare_cached(sql)?.query_row([war], |r| r.get(0))?)
    }

    /// When a turn was due or a game's tick was resolved, UTC milliseconds; none for the opening, whose turn is 0.
    pub fn slot(&self, war: u32, turn: u32) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT slot FROM turns WHERE war = ?1 AND number = ?2
                   UNION ALL SELECT at FROM ticks WHERE war = ?1 AND tick = ?2 - 1";
        let mut query = self.connection.prepare_cached(sql)?;
        Ok(query.query_row((war, turn), |r| r.get(0)).optional()?)
    }

    /// When the war's last turn, or the game's last tick, was taken; none before the first.
    pub fn last_at(&self, war: u32) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT coalesce((SELECT at FROM turns WHERE war = ?1 ORDER BY number DESC LIMIT 1),
                                   (SELECT at FROM ticks WHERE war = ?1 ORDER BY tick DESC LIMIT 1))";
        Ok(self.connection.prepare_cached(sql)?.query_row([war], |r| r.get(0))?)
    }
}

impl Transaction<'_> {
    /// The number of the war's last turn, or how many ticks of a game are resolved; 0 before the first.
    pub fn last_turn(&self, war: u32) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce((SELECT max(number) FROM turns WHERE war = ?1),
                                   (SELECT max(tick) + 1 FROM ticks WHERE war = ?1), 0)";
        Ok(self.0.prepare_cached(sql)?.query_row([war], |r| r.get(0))?)
    }

    /// Appends a turn; its number must be free.
    pub fn append(&self, war: u32, turn: &Turn) -> Result<(), StoreError> {
        let kind = match turn.event {
            Event::Attack { .. } => "attack",
            Event::Rebellion { .. } => "rebellion",
        };
        let (actor, target, loser) = (turn.event.actor(), turn.event.target(), turn.event.loser());
        self.0
            .prepare_cached(
                "INSERT INTO turns (war, number, slot, at, event, actor, target, loser)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute((war, turn.number, turn.slot, turn.at, kind, actor.0, target.0, loser.0))?;
        Ok(())
    }
}
