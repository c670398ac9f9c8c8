use super::Seats;
use super::nearest::{Lands, Nearest};
use crate::map::Map;

/// Who borders whom on a map of at most 128 territories: sets of territories are words.
pub(super) struct Bits {
    /// A territory's neighbours.
    near: Sets,
    /// What a faction holds.
    own: Sets,
    /// What borders a faction's holdings; some of it may be its own.
    reach: Sets,
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
        Bits { near, own: Sets::none(), reach: Sets::none() }
    }

    pub fn set(&mut self, owner: &[u32]) {
        self.own.0.fill(0);
        self.reach.0.fill(0);
        for (t, f) in (0..).zip(owner) {
            *self.own.of(*f) |= bit(t);
            *self.reach.of(*f) |= self.near.get(t);
        }
    }

    /// The targets that the first four filters leave (rules 4.1 to 4.4), into `left`.
    #[inline]
    pub fn targets(
        &self,
        attacker: u32,
        largest: bool,
        seats: &Seats,
        (nearest, lands): (&Nearest, &Lands),
        left: &mut Vec<u32>,
    ) {
        let own = self.own.get(attacker);
        let mut targets = self.reach.get(attacker) & !own;
        if own & bit(attacker) == 0 {
            targets = self.homeward(attacker, own, targets);
        }
        let mut kept = self.empires(targets, largest, seats);
        if kept.is_power_of_two() {
            return left.push(kept.trailing_zeros());
        }
        let mut closest = nearest.around(lands, left);
        while kept != 0 {
            closest.offer(kept.trailing_zeros());
            kept &= kept - 1;
        }
        closest.decide();
    }

    /// The targets of the largest of their owners, or of the smallest; all tied stay (rule 4.3).
    #[inline]
    fn empires(&self, targets: u128, largest: bool, seats: &Seats) -> u128 {
        let turned = if largest { u32::MAX } else { 0 };
        let (mut rest, mut kept, mut best) = (targets, 0, u32::MAX);
        while rest != 0 {
            let owner = seats.owner[rest.trailing_zeros() as usize];
            let (lands, size) = (self.own.get(owner), seats.size[owner as usize] ^ turned);
            kept = if size < best { 0 } else { kept };
            kept |= if size <= best { lands } else { 0 };
            best = best.min(size);
            rest &= !lands;
        }
        kept & targets
    }

    /// Waves of foreign land outwards from home; the first that meets a target is the shortest way (rule 4.2).
    fn homeward(&self, attacker: u32, own: u128, targets: u128) -> u128 {
        let mut wave = bit(attacker);
        let mut seen = wave | own;
        while wave & targets == 0 && wave != 0 {
            let mut next = 0;
            while wave != 0 {
                next |= self.near.get(wave.trailing_zeros());
                wave &= wave - 1;
            }
            wave = next & !seen;
            seen |= next;
        }
        wave & targets
    }

    /// A territory changes hands.
    #[inline]
    pub fn hand_over(&mut self, t: u32, loser: u32, actor: u32) {
        let near = self.near.get(t);
        let own = self.own.get(loser) & !bit(t);
        let reach = self.reach.get(loser);
        let (mut rest, mut lost) = (near & reach, 0);
        while rest != 0 {
            let others = rest & (rest - 1);
            lost |= if self.near.get(rest.trailing_zeros()) & own == 0 { rest ^ others } else { 0 };
            rest = others;
        }
        *self.own.of(loser) = own;
        *self.reach.of(loser) = reach & !lost;
        *self.own.of(actor) |= bit(t);
        *self.reach.of(actor) |= near;
    }
}
