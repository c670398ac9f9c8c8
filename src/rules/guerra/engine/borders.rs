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
            queue: vec![0; n + 1],
            met: Vec::with_capacity(n),
        }
    }

    pub fn set(&mut self, owner: &[u32]) {
        self.pairs.clear();
        self.free_pairs.clear();
        self.crossings.clear();
        self.neighbours.clear();
        for bag in &mut self.around {
            *bag = self.neighbours.bag(3);
        }
        for (t, mine) in (0u32..).zip(owner) {
            for i in self.steps_of(t) {
                let Step { to, border } = self.steps[i];
                let theirs = owner[to as usize];
                if t < to && *mine != theirs {
                    let pair = self.pair(*mine, theirs);
                    self.link(border, pair, if *mine < theirs { [t, to] } else { [to, t] });
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
        let size = |f: u32| seats.size[f as usize];
        if seats.owner[attacker as usize] != attacker {
            self.homeward(attacker, seats);
            let size = |t: u32| size(seats.owner[t as usize]);
            let wanted = extreme(largest, self.met.iter().map(|t| size(*t)));
            return nearest.keep(lands, self.met.iter().copied().filter(|t| size(*t) == wanted), left);
        }
        let around = self.neighbours.get(self.around[attacker as usize]);
        let wanted = extreme(largest, around.iter().map(|n| size(n.faction)));
        let targets = around.iter().filter(|n| size(n.faction) == wanted).flat_map(|n| {
            let side = usize::from(attacker < n.faction);
            self.crossings
                .get(self.pairs[n.pair as usize].bag)
                .iter()
                .map(move |crossing| crossing.sides[side])
        });
        nearest.keep(lands, targets, left);
    }

    /// Waves of foreign land outwards from home; the first that meets the attacker's land is the shortest way
    /// (rule 4.2).
    fn homeward(&mut self, attacker: u32, seats: &Seats) {
        self.met.clear();
        self.queue[0] = attacker;
        self.seen[attacker as usize] = true;
        let (mut wave, mut queued) = (0..1, 1);
        while self.met.is_empty() && !wave.is_empty() {
            for at in wave.clone() {
                let t = self.queue[at];
                let mut meets = false;
                for i in self.steps_of(t) {
                    // Without branches, for nobody can foretell them.
                    let to = self.steps[i].to;
                    let foreign = seats.owner[to as usize] != attacker;
                    let seen = &mut self.seen[to as usize];
                    let new = foreign & !*seen;
                    *seen |= new;
                    self.queue[queued] = to;
                    queued += usize::from(new);
                    meets |= !foreign;
                }
                if meets {
                    self.met.push(t);
                }
            }
            wave = wave.end..queued;
        }
        self.queue[..queued].iter().for_each(|t| self.seen[*t as usize] = false);
    }

    /// A territory changes hands.
    pub fn hand_over(&mut self, t: u32, loser: u32, actor: u32, owner: &[u32]) {
        // Neighbours of one territory are often one faction's: the pair that was found last is kept at hand.
        let mut last = None;
        for i in self.steps_of(t) {
            let Step { to, border } = self.steps[i];
            let theirs = owner[to as usize];
            if theirs != loser && self.unlink(border) {
                last = None;
            }
            if theirs != actor {
                let pair = match last {
                    Some((other, pair)) if other == theirs => pair,
                    _ => self.pair(actor, theirs),
                };
                last = Some((theirs, pair));
                self.link(border, pair, if actor < theirs { [t, to] } else { [to, t] });
            }
        }
    }

    /// A border is now one of this pair, between these territories.
    fn link(&mut self, border: u32, pair: u32, sides: [u32; 2]) {
        let bag = &mut self.pairs[pair as usize].bag;
        let index = self.crossings.push(bag, Crossing { border, sides });
        self.spot[border as usize] = Spot { pair, index };
    }

    /// A border is one of its pair no more; true if the pair is gone.
    fn unlink(&mut self, border: u32) -> bool {
        let Spot { pair, index } = self.spot[border as usize];
        let bag = &mut self.pairs[pair as usize].bag;
        if let Some(moved) = self.crossings.swap_remove(bag, index) {
            self.spot[moved.border as usize].index = index;
        }
        let gone = bag.len() == 0;
        if gone {
            self.part(pair);
        }
        gone
    }

    /// The pair of two factions, which touch from now on if they did not.
    fn pair(&mut self, a: u32, b: u32) -> u32 {
        let (of_a, of_b) = (self.around[a as usize], self.around[b as usize]);
        let (bag, other) = if of_a.len() < of_b.len() { (of_a, b) } else { (of_b, a) };
        match self.neighbours.get(bag).iter().find(|n| n.faction == other) {
            Some(found) => found.pair,
            None => self.touch(a, b),
        }
    }

    /// Two factions touch.
    fn touch(&mut self, a: u32, b: u32) -> u32 {
        let new = Pair { factions: [a, b], bag: self.crossings.bag(1) };
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
