use super::Seats;
use super::nearest::{Lands, Nearest};
use crate::map::Map;

/// Who borders whom on a map of at most 128 territories: sets of territories are words.
pub(super) struct Bits {
    /// A territory's neighbours.
    near: Sets,
    /// What a faction holds.
    own: Sets,
    /// What borders a faction's holdings; some of it may be its own, or border them no more if it is in doubt.
    reach: Sets,
    /// Of each faction's reach what lies beside its losses: a faction loses far more often than it attacks, and what
    /// its reach is only matters then.
    doubt: Sets,
    /// Around each territory what lies 0, 1, 2 … borders away.
    rings: Vec<Vec<u128>>,
}

/// A set of territories for each territory or faction.
struct Sets(Box<[u128; Bits::MOST]>);

impl Sets {
    fn none() -> Self {
        Sets(Box::new([0; Bits::MOST]))
    }

    #[inline(always)]
    fn get(&self, i: u32) -> u128 {
        self.0[i as usize % Bits::MOST]
    }

    #[inline(always)]
    fn of(&mut self, i: u32) -> &mut u128 {
        &mut self.0[i as usize % Bits::MOST]
    }
}

/// Sets of one.
const BIT: [u128; Bits::MOST] = {
    let mut bit = [1; Bits::MOST];
    let mut i = 1;
    while i < Bits::MOST {
        bit[i] = bit[i - 1] << 1;
        i += 1;
    }
    bit
};

#[inline(always)]
fn bit(t: u32) -> u128 {
    BIT[t as usize % Bits::MOST]
}

impl Bits {
    pub const MOST: usize = 128;

    pub fn new(map: &Map) -> Self {
        let mut near = Sets::none();
        for (t, territory) in (0..).zip(map.territories()) {
            *near.of(t) = territory.neighbours.iter().map(|n| bit(n.0)).sum();
        }
        let rings = (0..map.len() as u32).map(|t| rings(&near, t)).collect();
        Bits { near, own: Sets::none(), reach: Sets::none(), doubt: Sets::none(), rings }
    }

    pub fn set(&mut self, owner: &[u32]) {
        for sets in [&mut self.own, &mut self.reach, &mut self.doubt] {
            sets.0.fill(0);
        }
        for (t, f) in (0..).zip(owner) {
            *self.own.of(*f) |= bit(t);
            *self.reach.of(*f) |= self.near.get(t);
        }
    }

    /// The targets that the first four filters leave (rules 4.1 to 4.4), into `left`.
    #[inline(always)]
    pub fn targets(
        &mut self,
        attacker: u32,
        largest: bool,
        seats: &Seats,
        (nearest, lands): (&Nearest, &Lands),
        left: &mut Vec<u32>,
    ) {
        self.settle(attacker);
        let own = self.own.get(attacker);
        let mut targets = self.reach.get(attacker) & !own;
        if own & bit(attacker) == 0 {
            targets = self.homeward(attacker, targets);
        }
        let kept = self.empires(targets, largest, seats);
        if kept.is_power_of_two() {
            left.push(kept.trailing_zeros());
        } else {
            nearest.keep(lands, Members(kept), left);
        }
    }

    /// Leaves no doubt about what a faction borders.
    #[inline(always)]
    fn settle(&mut self, faction: u32) {
        let (own, mut beyond) = (self.own.get(faction), 0);
        Members(std::mem::take(self.doubt.of(faction))).for_each(|t| {
            beyond |= if self.near.get(t) & own == 0 { bit(t) } else { 0 };
        });
        *self.reach.of(faction) &= !beyond;
    }

    /// The targets of the largest of their owners, or of the smallest; all tied stay (rule 4.3).
    #[inline(always)]
    fn empires(&self, targets: u128, largest: bool, seats: &Seats) -> u128 {
        let turned = if largest { u32::MAX } else { 0 };
        let (mut rest, mut kept, mut best) = (targets, 0, u32::MAX);
        while rest != 0 {
            let owner = seats.owner[rest.trailing_zeros() as usize % Bits::MOST];
            let (lands, size) = (self.own.get(owner), seats.size[owner as usize] ^ turned);
            kept = if size < best { 0 } else { kept };
            kept |= if size <= best { lands } else { 0 };
            best = best.min(size);
            rest &= !lands;
        }
        kept & targets
    }

    /// The targets on the nearest ring around home that has any: those on a shortest way home (rule 4.2). Nothing
    /// nearer is the attacker's, else what lies before it would be a target, and so the way leads over foreign land.
    #[inline(always)]
    fn homeward(&self, attacker: u32, targets: u128) -> u128 {
        let mut met = self.rings[attacker as usize].iter().map(|ring| ring & targets);
        met.find(|met| *met != 0).unwrap_or(0)
    }

    /// A territory changes hands.
    #[inline(always)]
    pub fn hand_over(&mut self, t: u32, loser: u32, actor: u32) {
        let near = self.near.get(t);
        *self.own.of(loser) &= !bit(t);
        *self.doubt.of(loser) |= near;
        *self.own.of(actor) |= bit(t);
        *self.reach.of(actor) |= near;
    }
}

/// The territories in a set, in map order.
#[derive(Clone, Copy)]
struct Members(u128);

impl Iterator for Members {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let first = (self.0 != 0).then(|| self.0.trailing_zeros());
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    #[inline(always)]
    fn for_each<F: FnMut(u32)>(self, mut f: F) {
        let Members(mut rest) = self;
        while rest != 0 {
            f(rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

/// What lies 0, 1, 2 … borders from a territory.
fn rings(near: &Sets, t: u32) -> Vec<u128> {
    let (mut rings, mut seen) = (vec![bit(t)], bit(t));
    loop {
        let next = Members(rings[rings.len() - 1]).fold(0, |next, u| next | near.get(u)) & !seen;
        if next == 0 {
            return rings;
        }
        seen |= next;
        rings.push(next);
    }
}
