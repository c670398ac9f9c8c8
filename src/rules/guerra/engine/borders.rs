use super::Seats;
use super::bags::{Bag, Bags};
use super::nearest::{Lands, Nearest};
use crate::map::Map;

/// Who borders whom on a map of any size: for each pair of factions the map's borders between their holdings.
pub(super) struct Borders {
    /// Each territory's first step in `steps`; one more at the end.
    first: Vec<u32>,
    steps: Vec<Step>,
    /// Where each border of the map is now.
    spot: Vec<Spot>,
    pairs: Vec<Pair>,
    free_pairs: Vec<u32>,
    crossings: Bags<Crossing>,
    /// A faction's pairs.
    around: Vec<Bag>,
    neighbours: Bags<Neighbour>,
    /// For the march home: what the search has seen.
    seen: Vec<bool>,
    queue: Vec<u32>,
    /// What of the attacker's border it has met.
    met: Vec<u32>,
}

/// A way from a territory to a neighbour, and the border's number.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    border: u32,
}

/// The pair that a border is in, and its index there; no meaning while both sides are one faction's.
#[derive(Clone, Copy, Default)]
struct Spot {
    pair: u32,
    index: u32,
}

/// Two factions that border each other.
#[derive(Clone, Copy)]
struct Pair {
    factions: [u32; 2],
    bag: Bag,
}

/// A border between the two of a pair: its number, and its territory on the side of each.
#[derive(Clone, Copy, Default)]
struct Crossing {
    border: u32,
    sides: [u32; 2],
}

#[derive(Clone, Copy, Default)]
struct Neighbour {
    faction: u32,
    pair: u32,
}

impl Borders {
    pub fn new(map: &Map) -> Self {
        let (n, borders) = (map.len(), map.borders());
        let (mut first, mut steps) = (vec![0], Vec::with_capacity(2 * borders));
        let mut numbers = std::collections::BTreeMap::new();
        for (t, territory) in (0u32..).zip(map.territories()) {
            for to in territory.neighbours.iter().map(|n| n.0) {
                let next = numbers.len() as u32;
                let border = *numbers.entry((t.min(to), t.max(to))).or_insert(next);
                steps.push(Step { to, border });
            }
            first.push(steps.len() as u32);
        }
        Borders {
            first,
            steps,
            spot: vec![Spot::default(); borders],
            pairs: Vec::with_capacity(borders),
            free_pairs: Vec::with_capacity(borders),
            crossings: Bags::new(borders),
            around: vec![Bag::default(); n],
            neighbours: Bags::new(2 * borders),
            seen: vec![false; n],
            queue: Vec::with_capacity(n),
            met: Vec::with_capacity(n),
        }
    }

    pub fn set(&mut self, owner: &[u32]) {
        self.pairs.clear();
        self.free_pairs.clear();
        self.crossings.clear();
        self.neighbours.clear();
        for bag in &mut self.around {
            *bag = self.neighbours.bag();
        }
        for (t, mine) in (0u32..).zip(owner) {
            for i in self.steps_of(t) {
                let Step { to, border } = self.steps[i];
                let theirs = owner[to as usize];
                if t < to && *mine != theirs {
                    self.link(border, [(*mine, t), (theirs, to)]);
                }
            }
        }
    }

    fn steps_of(&self, t: u32) -> std::ops::Range<usize> {
        self.first[t as usize] as usize..self.first[t as usize + 1] as usize
    }

    /// The targets that the first four filters leave (rules 4.1 to 4.4), into `left`.
    pub fn targets(
        &mut self,
        attacker: u32,
        largest: bool,
        seats: &Seats,
        (nearest, lands): (&Nearest, &Lands),
        left: &mut Vec<u32>,
    ) {
        if seats.owner[attacker as usize] != attacker {
            self.homeward(attacker, seats);
            let size = |t: u32| seats.size[seats.owner[t as usize] as usize];
            let wanted = extreme(largest, self.met.iter().map(|t| size(*t)));
            let mut closest = nearest.around(lands, left);
            self.met.drain(..).filter(|t| size(*t) == wanted).for_each(|t| closest.offer(t));
            return closest.decide();
        }
        let around = self.neighbours.get(self.around[attacker as usize]);
        let wanted = extreme(largest, around.iter().map(|n| seats.size[n.faction as usize]));
        let mut closest = nearest.around(lands, left);
        for n in around.iter().filter(|n| seats.size[n.faction as usize] == wanted) {
            let side = usize::from(attacker < n.faction);
            let crossings = self.crossings.get(self.pairs[n.pair as usize].bag);
            crossings.iter().for_each(|c| closest.offer(c.sides[side]));
        }
        closest.decide();
    }

    /// Waves of foreign land outwards from home; the first that meets the attacker's land is the shortest way
    /// (rule 4.2).
    fn homeward(&mut self, attacker: u32, seats: &Seats) {
        self.queue.push(attacker);
        self.seen[attacker as usize] = true;
        let mut wave = 0..1;
        while self.met.is_empty() && !wave.is_empty() {
            for at in wave.clone() {
                let t = self.queue[at];
                if self.look_around(t, attacker, seats) {
                    self.met.push(t);
                }
            }
            wave = wave.end..self.queue.len();
        }
        self.queue.drain(..).for_each(|t| self.seen[t as usize] = false);
    }

    /// Queues the new foreign neighbours; true if the attacker's own land is among them all.
    fn look_around(&mut self, t: u32, attacker: u32, seats: &Seats) -> bool {
        let mut meets = false;
        for i in self.steps_of(t) {
            let to = self.steps[i].to;
            if seats.owner[to as usize] == attacker {
                meets = true;
            } else if !std::mem::replace(&mut self.seen[to as usize], true) {
                self.queue.push(to);
            }
        }
        meets
    }

    /// A territory changes hands.
    pub fn hand_over(&mut self, t: u32, loser: u32, actor: u32, owner: &[u32]) {
        for i in self.steps_of(t) {
            let Step { to, border } = self.steps[i];
            let theirs = owner[to as usize];
            if theirs != loser {
                self.unlink(border);
            }
            if theirs != actor {
                self.link(border, [(actor, t), (theirs, to)]);
            }
        }
    }

    /// A border is now one between these two factions, at these territories.
    fn link(&mut self, border: u32, mut sides: [(u32, u32); 2]) {
        sides.sort_unstable();
        let [(a, at_a), (b, at_b)] = sides;
        let pair = self.find(a, b).unwrap_or_else(|| self.pair(a, b));
        let crossing = Crossing { border, sides: [at_a, at_b] };
        let index = self.crossings.push(&mut self.pairs[pair as usize].bag, crossing);
        self.spot[border as usize] = Spot { pair, index };
    }

    /// A border is one of its pair no more.
    fn unlink(&mut self, border: u32) {
        let Spot { pair, index } = self.spot[border as usize];
        let bag = &mut self.pairs[pair as usize].bag;
        if let Some(moved) = self.crossings.swap_remove(bag, index) {
            self.spot[moved.border as usize].index = index;
        } else if bag.len() == 0 {
            self.part(pair);
        }
    }

    fn find(&self, a: u32, b: u32) -> Option<u32> {
        let (of_a, of_b) = (self.around[a as usize], self.around[b as usize]);
        let (bag, other) = if of_a.len() < of_b.len() { (of_a, b) } else { (of_b, a) };
        self.neighbours.get(bag).iter().find(|n| n.faction == other).map(|n| n.pair)
    }

    /// Two factions touch.
    fn pair(&mut self, a: u32, b: u32) -> u32 {
        let new = Pair { factions: [a, b], bag: self.crossings.bag() };
        let pair = match self.free_pairs.pop() {
            Some(pair) => {
                self.pairs[pair as usize] = new;
                pair
            }
            None => {
                self.pairs.push(new);
                self.pairs.len() as u32 - 1
            }
        };
        self.neighbours.push(&mut self.around[a as usize], Neighbour { faction: b, pair });
        self.neighbours.push(&mut self.around[b as usize], Neighbour { faction: a, pair });
        pair
    }

    /// Two factions touch no more.
    fn part(&mut self, pair: u32) {
        let Pair { factions: [a, b], bag } = self.pairs[pair as usize];
        self.crossings.drop(bag);
        self.free_pairs.push(pair);
        for f in [a, b] {
            let bag = &mut self.around[f as usize];
            let place = self.neighbours.get(*bag).iter().position(|n| n.pair == pair);
            if let Some(place) = place {
                self.neighbours.swap_remove(bag, place as u32);
            }
        }
    }
}

/// The size of the largest, or of the smallest.
fn extreme(largest: bool, sizes: impl Iterator<Item = u32>) -> u32 {
    if largest { sizes.fold(0, u32::max) } else { sizes.fold(u32::MAX, u32::min) }
}
