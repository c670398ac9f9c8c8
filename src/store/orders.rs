use super::games::json;
use super::teams::team;
use super::{Store, StoreError, Transaction};
use crate::rules::dobyvatele::{TeamId, TeamOrders};
use rusqlite::{OptionalExtension, Row};
use std::collections::BTreeMap;

/// A team's whole set for a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSet {
    /// When its body was whole, UTC milliseconds.
    pub at: i64,
    pub orders: TeamOrders,
    /// How many of them the team's living soldiers can carry out.
    pub accepted: u32,
    /// How many were given and cannot hold.
    pub rejected: u32,
}

/// What became of orders that were handed in in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Stored,
    /// The seat was revoked meanwhile.
    Revoked,
    /// The tick is resolved.
    Resolved,
}

fn parse(text: &str) -> Result<TeamOrders, StoreError> {
    serde_json::from_str(text).map_err(|e| StoreError::Broken(format!("stored orders: {e}")))
}

impl Store {
    /// The sets that are stored for a tick, by team.
    pub fn orders(&self, war: u32, tick: u32) -> Result<BTreeMap<TeamId, TeamOrders>, StoreError> {
        let sql = "SELECT team, orders FROM orders WHERE war = ?1 AND tick = ?2";
        let mut query = self.connection.prepare_cached(sql)?;
        let rows = query.query_map((war, tick), |r| Ok((team(r, 0)?, r.get::<_, String>(1)?)))?;
        rows.map(|row| row.map_err(StoreError::from).and_then(|(team, text)| Ok((team, parse(&text)?))))
            .collect()
    }

    /// A team's set for a tick, if it gave one.
    pub fn order_set(&self, war: u32, tick: u32, team: TeamId) -> Result<Option<OrderSet>, StoreError> {
        let sql =
            "SELECT at, orders, accepted, rejected FROM orders WHERE war = ?1 AND tick = ?2 AND team = ?3";
        let row = |r: &Row<'_>| Ok((r.get(0)?, r.get::<_, String>(1)?, r.get(2)?, r.get(3)?));
        let mut query = self.connection.prepare_cached(sql)?;
        let found = query.query_row((war, tick, team.to_string()), row).optional()?;
        found
            .map(|(at, text, accepted, rejected)| {
                Ok(OrderSet { at, orders: parse(&text)?, accepted, rejected })
            })
            .transpose()
    }
}

impl Transaction<'_> {
    /// Puts a team's set in the place of one that arrived earlier, if the seat is still its and the tick still open.
    pub fn keep_orders(
        &self,
        (war, tick, seat): (u32, u32, i64),
        team: TeamId,
        set: &OrderSet,
    ) -> Result<Kept, StoreError> {
        let standing = "SELECT EXISTS (SELECT 1 FROM teams WHERE id = ?3 AND revoked_at IS NULL),
                               EXISTS (SELECT 1 FROM ticks WHERE war = ?1 AND tick = ?2)";
        let row = |r: &Row<'_>| Ok((r.get::<_, bool>(0)?, r.get::<_, bool>(1)?));
        let (sits, resolved) = self.0.prepare_cached(standing)?.query_row((war, tick, seat), row)?;
        if !sits || resolved {
            return Ok(if sits { Kept::Resolved } else { Kept::Revoked });
        }
        self.0
            .prepare_cached(
                "INSERT INTO orders (war, tick, team, at, orders, accepted, rejected)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET
                 at = excluded.at, orders = excluded.orders, accepted = excluded.accepted, rejected = excluded.rejected
                 WHERE excluded.at >= at",
            )?
            .execute((war, tick, team.to_string(), set.at, json(&set.orders), set.accepted, set.rejected))?;
        Ok(Kept::Stored)
    }
}
