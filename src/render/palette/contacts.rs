use crate::map::{Map, TerritoryId};
use crate::rules::guerra::FactionId;
use std::collections::BTreeMap;

/// Two factions, lower first.
pub(super) type Pair = (FactionId, FactionId);

/// Which realms touch each faction's, by how many borders of territories.
#[derive(Clone, Debug)]
pub(super) struct Contacts(Vec<BTreeMap<FactionId, u32>>);

impl Contacts {
    /// Everyone at home.
    pub fn start(map: &Map) -> Self {
        let near =
            |id: TerritoryId| map.territory(id).neighbours.iter().map(|n| (FactionId(n.0), 1)).collect();
        Contacts(map.ids().map(near).collect())
    }

    /// A territory passes from one faction to another; calls back for each pair that did not touch before.
    pub fn pass(
        &mut self,
        map: &Map,
        owners: &[FactionId],
        target: TerritoryId,
        (from, to): (FactionId, FactionId),
        mut met: impl FnMut(Pair),
    ) {
        for next in &map.territory(target).neighbours {
            let owner = owners[next.index()];
            if owner != from {
                self.part(owner, from);
                self.part(from, owner);
            }
            if owner != to && !self.meet(owner, to) {
                met(pair(owner, to));
            }
        }
    }

    fn part(&mut self, one: FactionId, other: FactionId) {
        if let Some(count) = self.0[one.index()].get_mut(&other) {
            *count -= 1;
            if *count == 0 {
                self.0[one.index()].remove(&other);
            }
        }
    }

    /// One more border between two; whether there was one before.
    fn meet(&mut self, a: FactionId, b: FactionId) -> bool {
        *self.0[b.index()].entry(a).or_default() += 1;
        let count = self.0[a.index()].entry(b).or_default();
        *count += 1;
        *count > 1
    }

    pub fn touch(&self, (a, b): Pair) -> bool {
        self.0[a.index()].contains_key(&b)
    }

    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let sides = (0..).map(FactionId).zip(&self.0);
        sides.flat_map(|(a, near)| near.keys().filter(move |b| a < **b).map(move |b| (a, *b)))
    }

    /// Everyone whose realm touches this one's.
    pub fn of(&self, faction: FactionId) -> impl Iterator<Item = FactionId> + '_ {
        self.0[faction.index()].keys().copied()
    }
}

pub(super) fn pair(a: FactionId, b: FactionId) -> Pair {
    (a.min(b), a.max(b))
}
