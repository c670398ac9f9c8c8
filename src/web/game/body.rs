use super::Problem;
use crate::rules::dobyvatele::{Order, State, TeamId, TeamOrders};
use axum::body::Body;
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;
use tokio_stream::StreamExt;

/// The most bytes of a body.
pub(super) const MOST: usize = 256 * 1024;
/// So much of a body that is too large is still read, so that its sender hears why.
const PATIENT: usize = 2 * 1024 * 1024;
/// How long a body may take.
const TIME: Duration = Duration::from_secs(10);
/// The longest word that may be given for a direction, in characters.
const LONGEST_WORD: usize = 32;

/// The whole body, once it is there; nothing of it is kept if it is in vain.
pub(super) async fn receive(body: Body, in_vain: bool) -> Result<Vec<u8>, Problem> {
    let read = async {
        let (mut stream, mut bytes, mut length) = (body.into_data_stream(), Vec::new(), 0);
        while let Some(part) = stream.next().await {
            let part = part.map_err(|_| Problem::Malformed("the body broke off".into(), None))?;
            length += part.len();
            if length <= MOST && !in_vain {
                bytes.extend_from_slice(&part);
            } else if length > PATIENT {
                break;
            }
        }
        if length > MOST { Err(Problem::TooLarge(MOST)) } else { Ok(bytes) }
    };
    tokio::time::timeout(TIME, read).await.unwrap_or(Err(Problem::Slow))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sheet {
    orders: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(deserialize_with = "whole")]
    id: u64,
    #[serde(deserialize_with = "word")]
    dir: String,
}

/// A whole number; JSON knows no other kind, so `12.0` is one.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    let float =
        number.as_f64().filter(|float| float.fract() == 0.0 && (0.0..u64::MAX as f64).contains(float));
    let whole = number.as_u64().or(float.map(|float| float as u64));
    whole.ok_or_else(|| serde::de::Error::custom(format!("id {number} is no whole number from 0")))
}

fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let word = String::deserialize(deserializer)?;
    if word.chars().count() > LONGEST_WORD {
        return Err(serde::de::Error::custom(format!("dir has more than {LONGEST_WORD} characters")));
    }
    Ok(word)
}

/// An order that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Rejected {
    id: u64,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Reason {
    /// Dead, foreign or never born (rule 1.4).
    NotYours,
    BadDirection,
    /// A later order to the same soldier holds.
    Duplicate,
}

/// A team's orders, and what of them holds.
pub(super) struct Judged {
    pub orders: TeamOrders,
    pub accepted: u32,
    pub rejected: Vec<Rejected>,
}

impl Sheet {
    /// Reads a body.
    pub fn parse(body: &[u8]) -> Result<Sheet, Problem> {
        serde_json::from_slice(body)
            .map_err(|e| Problem::Malformed(e.to_string(), Some((e.line(), e.column()))))
    }

    /// What holds of it in a state in which the tick is open.
    pub fn judge(self, state: &State, team: TeamId) -> Judged {
        let (mut orders, mut rejected) = (TeamOrders::default(), Vec::new());
        for Line { id, dir } in self.orders {
            if orders.give(id, Order::of(&dir)).is_some() {
                rejected.push(Rejected { id, reason: Reason::Duplicate });
            }
        }
        let soldiers = state.soldiers();
        let is_ours = |id: u64| {
            soldiers.binary_search_by_key(&id, |soldier| soldier.id).is_ok_and(|i| soldiers[i].team == team)
        };
        let fault = |(id, order): (&u64, &Order)| match order {
            _ if !is_ours(*id) => Some(Rejected { id: *id, reason: Reason::NotYours }),
            Order::Unknown(_) => Some(Rejected { id: *id, reason: Reason::BadDirection }),
            Order::Go(_) => None,
        };
        let duplicates = rejected.len();
        rejected.extend(orders.0.iter().filter_map(fault));
        let accepted = (orders.0.len() - (rejected.len() - duplicates)) as u32;
        Judged { orders, accepted, rejected }
    }
}
