use super::direction::Direction;
use super::team::TeamId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// What a team wants of a soldier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    Go(Direction),
    /// A word that is no direction: the soldier stays, and the report says so (rule 1.3).
    Unknown(String),
}

impl Order {
    pub fn of(word: &str) -> Self {
        Direction::from_word(word).map_or_else(|| Order::Unknown(word.into()), Order::Go)
    }
}

impl From<Direction> for Order {
    fn from(direction: Direction) -> Self {
        Order::Go(direction)
    }
}

/// A team's orders for one tick, by the soldier's id; as JSON `{"12":"left"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamOrders(pub BTreeMap<u64, Order>);

/// The orders of all teams for one tick; as JSON `{"A":{"12":"left"}}`, teams without orders left out.
///
/// Reading skips teams that cannot be and ids that are no whole numbers (rule 1.4); a value that is no text is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders(BTreeMap<TeamId, TeamOrders>);

impl TeamOrders {
    /// Replaces an earlier order to the same soldier, which it gives back.
    pub fn give(&mut self, soldier: u64, order: impl Into<Order>) -> Option<Order> {
        self.0.insert(soldier, order.into())
    }
}

impl FromIterator<(u64, Direction)> for TeamOrders {
    fn from_iter<I: IntoIterator<Item = (u64, Direction)>>(orders: I) -> Self {
        TeamOrders(orders.into_iter().map(|(soldier, direction)| (soldier, direction.into())).collect())
    }
}

impl Orders {
    /// Puts a team's whole set in the place of an earlier one.
    pub fn set(&mut self, team: TeamId, orders: TeamOrders) {
        if orders.0.is_empty() {
            self.0.remove(&team);
        } else {
            self.0.insert(team, orders);
        }
    }

    /// A team's set, if it gave orders.
    pub fn of(&self, team: TeamId) -> Option<&TeamOrders> {
        self.0.get(&team)
    }

    /// From A to Z, those that gave orders.
    pub fn teams(&self) -> impl Iterator<Item = (TeamId, &TeamOrders)> {
        self.0.iter().map(|(team, orders)| (*team, orders))
    }
}

impl FromIterator<(TeamId, TeamOrders)> for Orders {
    fn from_iter<I: IntoIterator<Item = (TeamId, TeamOrders)>>(teams: I) -> Self {
        let mut orders = Orders::default();
        teams.into_iter().for_each(|(team, set)| orders.set(team, set));
        orders
    }
}

/// An id as JSON writes it: no sign, no zeros before it.
fn soldier_id(text: &str) -> Option<u64> {
    text.parse().ok().filter(|id: &u64| id.to_string() == text)
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Order::Go(direction) => serializer.serialize_str(direction.word()),
            Order::Unknown(word) => serializer.serialize_str(word),
        }
    }
}

impl Serialize for TeamOrders {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

impl Serialize for Orders {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

impl<'de> Deserialize<'de> for TeamOrders {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words: BTreeMap<String, String> = BTreeMap::deserialize(deserializer)?;
        let order = |(id, word): (&String, &String)| Some((soldier_id(id)?, Order::of(word)));
        Ok(TeamOrders(words.iter().filter_map(order).collect()))
    }
}

impl<'de> Deserialize<'de> for Orders {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let teams: BTreeMap<String, TeamOrders> = BTreeMap::deserialize(deserializer)?;
        let known = teams.into_iter().filter_map(|(team, orders)| Some((team.parse().ok()?, orders)));
        Ok(known.collect())
    }
}
