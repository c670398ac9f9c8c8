/// The dead factions: a bit each, and how many there are in every block, so that the k-th is found quickly.
pub(super) struct Dead {
    words: Vec<u64>,
    blocks: Vec<u32>,
}

/// Words in a block.
const BLOCK: usize = 64;

impl Dead {
    /// Nobody of `n` factions.
    pub fn none(n: usize) -> Self {
        let words = n.div_ceil(64);
        Dead { words: vec![0; words], blocks: vec![0; words.div_ceil(BLOCK)] }
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
        self.blocks.fill(0);
    }

    /// A living faction dies.
    pub fn insert(&mut self, faction: u32) {
        let word = faction as usize / 64;
        self.words[word] |= 1 << (faction % 64);
        self.blocks[word / BLOCK] += 1;
    }

    /// A dead faction lives again.
    pub fn remove(&mut self, faction: u32) {
        let word = faction as usize / 64;
        self.words[word] &= !(1 << (faction % 64));
        self.blocks[word / BLOCK] -= 1;
    }

    /// Number k of the dead in map order, counted from 0; there are more than k.
    pub fn nth(&self, mut k: u32) -> u32 {
        let mut block = 0;
        while k >= self.blocks[block] {
            k -= self.blocks[block];
            block += 1;
        }
        let mut word = block * BLOCK;
        while k >= self.words[word].count_ones() {
            k -= self.words[word].count_ones();
            word += 1;
        }
        let mut bits = self.words[word];
        for _ in 0..k {
            bits &= bits - 1;
        }
        word as u32 * 64 + bits.trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kth_is_found_across_words_and_blocks() {
        let dead_ones: Vec<u32> = (0..20_000).filter(|f| f % 7 == 3 || f / 4096 == 2).collect();
        let mut dead = Dead::none(20_000);
        (0..20_000).for_each(|f| dead.insert(f));
        (0..20_000).filter(|f| dead_ones.binary_search(f).is_err()).for_each(|f| dead.remove(f));
        for (k, f) in dead_ones.iter().enumerate() {
            assert_eq!(dead.nth(k as u32), *f);
        }
    }
}
