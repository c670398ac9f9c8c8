#![allow(clippy::float_arithmetic, reason = "floats rank, integers decide whatever is nearly equal")]

use crate::map::Map;

/// A territory's area and centroid: m², cm.
#[derive(Clone, Copy)]
struct Place {
    area: i64,
    x: i64,
    y: i64,
}

/// Sums of area, area·x and area·y over a faction's holdings (rule 4.4).
#[derive(Clone, Copy, Default)]
pub(super) struct Lands {
    area: i128,
    x: i128,
    y: i128,
}

/// The fourth filter (rule 4.4): the targets nearest to the centroid of the attacker's holdings.
pub(super) struct Nearest {
    places: Vec<Place>,
    /// Centroids once more, as floats.
    spots: Vec<[f64; 2]>,
    /// By how much two squared distances as floats may differ while their order is in doubt.
    doubt: f64,
}

impl Nearest {
    pub fn new(map: &Map) -> Self {
        let place = |t: &crate::map::Territory| {
            let [x, y] = t.centroid;
            Place { area: t.area, x, y }
        };
        let places: Vec<Place> = map.territories().iter().map(place).collect();
        let reach = places.iter().map(|p| p.x.abs().max(p.y.abs())).max().unwrap_or(0) as f64;
        Nearest {
            spots: places.iter().map(|p| [p.x as f64, p.y as f64]).collect(),
            places,
            // With unit u = 2^-53 and no coordinate beyond M, the centroid is off by less than 12uM, a difference by
            // 15uM, a square by 65uM², a sum of two by 140uM², and so two sums apart by 280uM² < 2^-44 · M².
            doubt: reach * reach * 2f64.powi(-44),
        }
    }

    /// Adds a territory to a faction's sums.
    pub fn add(&self, lands: &mut Lands, t: u32) {
        *lands = lands.plus(&self.weight(t), 1);
    }

    /// A territory changes hands.
    pub fn hand_over(&self, lands: &mut [Lands], t: u32, loser: u32, actor: u32) {
        let weight = self.weight(t);
        for (faction, sign) in [(loser, -1), (actor, 1)] {
            let lands = &mut lands[faction as usize];
            *lands = lands.plus(&weight, sign);
        }
    }

    fn weight(&self, t: u32) -> Lands {
        let Place { area, x, y } = self.places[t as usize];
        let times = |a: i64| i128::from(area) * i128::from(a);
        Lands { area: i128::from(area), x: times(x), y: times(y) }
    }

    /// Begins to look for the targets nearest to an attacker's lands; they come into `left`.
    #[inline]
    pub fn around<'a>(&'a self, lands: &'a Lands, left: &'a mut Vec<u32>) -> Closest<'a> {
        let area = float(lands.area);
        let centre = [float(lands.x) / area, float(lands.y) / area];
        Closest { nearest: self, lands, centre, least: f64::INFINITY, left }
    }
}

impl Lands {
    #[inline]
    fn plus(&self, other: &Lands, sign: i128) -> Lands {
        Lands {
            area: self.area + sign * other.area,
            x: self.x + sign * other.x,
            y: self.y + sign * other.y,
        }
    }
}

/// The nearest of the targets that were offered so far, as far as floats can tell.
pub(super) struct Closest<'a> {
    nearest: &'a Nearest,
    lands: &'a Lands,
    centre: [f64; 2],
    least: f64,
    left: &'a mut Vec<u32>,
}

impl Closest<'_> {
    /// A target; the same one may come several times.
    #[inline]
    pub fn offer(&mut self, t: u32) {
        let [[x, y], [cx, cy]] = [self.nearest.spots[t as usize], self.centre];
        let d = (x - cx) * (x - cx) + (y - cy) * (y - cy);
        if d > self.least + self.nearest.doubt {
            return;
        }
        if d < self.least - self.nearest.doubt {
            self.left.clear();
        }
        self.least = self.least.min(d);
        if !self.left.contains(&t) {
            self.left.push(t);
        }
    }

    /// Keeps those of the least distance in exact integers, in map order.
    #[inline]
    pub fn decide(self) {
        if self.left.len() > 1 {
            self.decide_exactly();
        }
    }

    fn decide_exactly(self) {
        let distance = |t: u32| {
            let Place { x, y, .. } = self.nearest.places[t as usize];
            let (x, y) = (i128::from(x), i128::from(y));
            self.lands.area * (x * x + y * y) - 2 * (x * self.lands.x + y * self.lands.y)
        };
        let least = self.left.iter().map(|t| distance(*t)).min();
        self.left.retain(|t| Some(distance(*t)) == least);
        self.left.sort_unstable();
    }
}

/// Off by less than 5 units in the last place; a sum that fits in 64 bits, as nearly all do, costs one instruction.
fn float(sum: i128) -> f64 {
    match i64::try_from(sum) {
        Ok(sum) => sum as f64,
        Err(_) => (sum >> 64) as i64 as f64 * 2f64.powi(64) + sum as u64 as f64,
    }
}
