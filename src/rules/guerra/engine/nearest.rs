#![allow(clippy::float_arithmetic, reason = "floats rank, integers decide whatever is nearly equal")]

use crate::map::Map;

/// A territory's area and centroid: m², cm. A map's coordinates are below 2^53, so that floats hold them exactly.
#[derive(Clone, Copy)]
struct Place {
    area: i64,
    x: f64,
    y: f64,
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
    /// By how much two squared distances as floats may differ while their order is in doubt.
    doubt: f64,
}

impl Nearest {
    pub fn new(map: &Map) -> Self {
        let place = |t: &crate::map::Territory| {
            let [x, y] = t.centroid.map(|c| c as f64);
            Place { area: t.area, x, y }
        };
        let places: Vec<Place> = map.territories().iter().map(place).collect();
        let reach = places.iter().map(|p| p.x.abs().max(p.y.abs())).fold(0.0, f64::max);
        Nearest {
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
        let times = |a: f64| i128::from(area) * i128::from(a as i64);
        Lands { area: i128::from(area), x: times(x), y: times(y) }
    }

    /// Begins to look for the targets nearest to an attacker's lands; they come into `left`.
    #[inline(always)]
    pub fn around<'a>(&'a self, lands: &'a Lands, left: &'a mut Vec<u32>) -> Closest<'a> {
        let area = float(lands.area);
        let centre = [float(lands.x) / area, float(lands.y) / area];
        let (least, limit) = (f64::INFINITY, f64::INFINITY);
        Closest { places: &self.places, doubt: self.doubt, lands, centre, least, limit, left }
    }
}

/// The nearest of the targets that were offered so far, as far as floats can tell.
pub(super) struct Closest<'a> {
    places: &'a [Place],
    doubt: f64,
    lands: &'a Lands,
    centre: [f64; 2],
    least: f64,
    limit: f64,
    left: &'a mut Vec<u32>,
}

impl Closest<'_> {
    /// A target; the same one may come several times.
    #[inline(always)]
    pub fn offer(&mut self, t: u32) {
        let Place { x, y, .. } = self.places[t as usize];
        let [x, y] = [x - self.centre[0], y - self.centre[1]];
        let d = x * x + y * y;
        if d <= self.limit {
            self.take(t, d);
        }
    }

    #[inline(always)]
    fn take(&mut self, t: u32, d: f64) {
        if d < self.least - self.doubt {
            self.left.clear();
        }
        if !self.left.contains(&t) {
            self.left.push(t);
        }
        self.least = self.least.min(d);
        self.limit = self.least + self.doubt;
    }

    /// Keeps those of the least distance in exact integers, each once and in map order.
    #[inline(always)]
    pub fn decide(self) {
        if self.left.len() > 1 {
            decide(self.places, self.lands, self.left);
        }
    }
}

fn decide(places: &[Place], lands: &Lands, left: &mut Vec<u32>) {
    let distance = |t: u32| {
        let Place { x, y, .. } = places[t as usize];
        let (x, y) = (i128::from(x as i64), i128::from(y as i64));
        lands.area * (x * x + y * y) - 2 * (x * lands.x + y * lands.y)
    };
    let least = left.iter().map(|t| distance(*t)).min();
    left.retain(|t| Some(distance(*t)) == least);
    left.sort_unstable();
}

impl Lands {
    #[inline]
    fn plus(&self, other: &Lands, sign: i128) -> Lands {
        Lands { area: self.area + sign * other.area, x: self.x + sign * other.x, y: self.y + sign * other.y }
    }
}

/// Off by less than 5 units in the last place; a sum that fits in 64 bits, as nearly all do, costs one instruction.
fn float(sum: i128) -> f64 {
    match i64::try_from(sum) {
        Ok(sum) => sum as f64,
        Err(_) => (sum >> 64) as i64 as f64 * 2f64.powi(64) + sum as u64 as f64,
    }
}
