use crate::map::{Map, Territory};

/// The engine's own numbers of territories: what is near on a large map has numbers near each other, so that a turn's
/// memory lies close together. On a small map they are those of map order.
pub(super) struct Order {
    /// Of each territory in map order.
    inner: Vec<u32>,
    /// Back to map order.
    outer: Vec<u32>,
}

impl Order {
    pub fn of_map(map: &Map) -> Self {
        Order { inner: (0..map.len() as u32).collect(), outer: (0..map.len() as u32).collect() }
    }

    /// Along Morton's curve through the centroids.
    pub fn by_place(map: &Map) -> Self {
        let mut outer: Vec<u32> = (0..map.len() as u32).collect();
        let low = |axis: usize| map.territories().iter().map(|t| t.centroid[axis]).min().unwrap_or(0);
        let lows = [low(0), low(1)];
        outer.sort_by_cached_key(|t| {
            let centroid = map.territories()[*t as usize].centroid;
            let [x, y] = [0, 1].map(|axis| spread((centroid[axis] - lows[axis]) as u64));
            x | y << 1
        });
        let mut inner = vec![0; map.len()];
        (0..).zip(&outer).for_each(|(i, t)| inner[*t as usize] = i);
        Order { inner, outer }
    }

    #[inline(always)]
    pub fn inner(&self, t: u32) -> u32 {
        self.inner[t as usize]
    }

    #[inline(always)]
    pub fn outer(&self, t: u32) -> u32 {
        self.outer[t as usize]
    }

    /// The territories in this order.
    pub fn territories<'a>(&self, map: &'a Map) -> Vec<&'a Territory> {
        self.outer.iter().map(|t| &map.territories()[*t as usize]).collect()
    }
}

/// A number's lower bits, each followed by a zero.
fn spread(number: u64) -> u128 {
    (0..64).fold(0, |spread, i| spread | u128::from(number >> i & 1) << (2 * i))
}
