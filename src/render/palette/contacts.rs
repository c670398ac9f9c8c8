use crate::map::{Map, TerritoryId};
use crate::rules::guerra::FactionId;
use std::collections::BTreeMap;

/// Two factions, lower first.
pub(super) type Pair = (FactionId, FactionId);

/// Which factions' realms touch: for each pair, by how many borders of territories.
#[derive(Clone, Debug)]
pub(super) struct Contacts(BTreeMap<Pair, u32>);

impl Contacts {
    /// Everyone at home.
    pub fn start(map: &Map) -> Self {
        let pairs = map.ids().flat_map(|id| map.territory(id).neighbours.iter().map(move |n| (id, *n)));
        let homes = pairs.filter(|(a, b)| a < b).map(|(a, b)| ((FactionId(a.0), FactionId(b.0)), 1));
        Contacts(homes.collect())
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
                self.part(pair(owner, from));
            }
            if owner != to {
                let count = self.0.entry(pair(owner, to)).or_default();
                *count += 1;
                if *count == 1 {
                    met(pair(owner, to));
                }
            }
        }
    }

    fn part(&mut self, pair: Pair) {
        if let Some(count) = self.0.get_mut(&pair) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&pair);
            }
        }
    }

    pub fn touch(&self, pair: Pair) -> bool {
        self.0.contains_key(&pair)
    }

    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.0.keys().copied()
    }

    /// Everyone whose realm touches this one's.
    pub fn of(&self, faction: FactionId) -> impl Iterator<Item = FactionId> + '_ {
        self.0.keys().filter_map(move |(a, b)| match (*a == faction, *b == faction) {
            (true, _) => Some(*b),
            (_, true) => Some(*a),
            _ => None,
        })
    }
}

pub(super) fn pair(a: FactionId, b: FactionId) -> Pair {
    (a.min(b), a.max(b))
}
