#![allow(clippy::float_arithmetic, reason = "floats rank, integers decide whatever is nearly equal")]

use crate::map::Map;

/// Sums of area, area·x and area·y over a faction's holdings (rule 4.4).
#[derive(Clone, Copy, Default)]
pub(super) struct Lands {
    area: i128,
    x: i128,
    y: i128,
}

/// The fourth filter (rule 4.4): the targets nearest to the centroid of the attacker's holdings.
pub(super) struct Nearest {
    /// Of each territory, m².
    areas: Vec<i64>,
    /// Of each territory, cm. A map's coordinates are below 2^53, so that floats hold them exactly.
    centroids: Vec<[f64; 2]>,
    /// By how much two squared distances as floats may differ while their order is in doubt.
    doubt: f64,
}

/// A distance's key holds its float's upper half, and in the lower half which target it is.
const LOW: u64 = u32::MAX as u64;

impl Nearest {
    pub fn new(map: &Map) -> Self {
        let territories = map.territories();
        let centroids: Vec<_> = territories.iter().map(|t| t.centroid.map(|c| c as f64)).collect();
        let reach = centroids.as_flattened().iter().fold(0.0, |reach: f64, c| reach.max(c.abs()));
        Nearest {
            areas: territories.iter().map(|t| t.area).collect(),
            centroids,
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
        let area = i128::from(self.areas[t as usize]);
        let [x, y] = self.exact(t);
        Lands { area, x: area * x, y: area * y }
    }

    fn exact(&self, t: u32) -> [i128; 2] {
        self.centroids[t as usize].map(|c| i128::from(c as i64))
    }

    /// Of the targets, among which one may come several times, the nearest to an attacker's lands: each once, into
    /// `left`.
    #[inline(always)]
    pub fn keep(&self, lands: &Lands, targets: impl Iterator<Item = u32> + Clone, left: &mut Vec<u32>) {
        let distance = self.distance_from(lands);
        let (mut least, mut second) = (u64::MAX, f64::INFINITY.to_bits());
        // Without branches, for nobody can foretell them; `for_each` is the iterator's own.
        targets.clone().for_each(|t| {
            let key = distance(t).to_bits() & !LOW | u64::from(t);
            let other = if key == least { u64::MAX } else { key.max(least) };
            second = second.min(other);
            least = least.min(key);
        });
        let limit = f64::from_bits(least | LOW) + self.doubt;
        if f64::from_bits(second & !LOW) > limit {
            left.push(least as u32);
        } else {
            self.decide(lands, targets.filter(|t| distance(*t) <= limit), left);
        }
    }

    /// Squared distances from the centroid.
    #[inline(always)]
    fn distance_from(&self, lands: &Lands) -> impl Fn(u32) -> f64 + Copy {
        let area = float(lands.area);
        let centre = [float(lands.x) / area, float(lands.y) / area];
        move |t| {
            let [x, y] = self.centroids[t as usize];
            let [x, y] = [x - centre[0], y - centre[1]];
            x * x + y * y
        }
    }

    /// Those of the least distance in exact integers.
    fn decide(&self, lands: &Lands, near: impl Iterator<Item = u32>, left: &mut Vec<u32>) {
        let mut least = i128::MAX;
        for t in near {
            let [x, y] = self.exact(t);
            let d = lands.area * (x * x + y * y) - 2 * (x * lands.x + y * lands.y);
            if d < least {
                left.clear();
                least = d;
            }
            if d == least && !left.contains(&t) {
                left.push(t);
            }
        }
    }
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
