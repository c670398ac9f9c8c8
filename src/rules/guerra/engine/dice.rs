use crate::rules::fraction::Fraction;
use pulp::{Arch, Simd, WithSimd};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The dice of rule 6, the first blocks of eight turns made at once, a turn in each lane.
///
/// A block lasts for eight draws, and hardly any turn needs more; `rules::dice` is what tests hold it to.
pub(super) struct Dice {
    seed: [u8; 32],
    processor: Arch,
    /// The blocks before their rounds, but for the stream numbers.
    start: Blocks,
    /// The turns `LANES · eights` and on; none before the first draw.
    eights: Option<u32>,
    /// Their blocks.
    blocks: Blocks,
    turn: u32,
    drawn: usize,
}

/// 64-bit draws in a block.
const DRAWS: usize = 8;

/// Turns whose blocks are made at once: as many as the widest registers hold.
const LANES: usize = 8;

/// The words of blocks: the word, then the turn.
type Blocks = [[u32; LANES]; 16];

impl Dice {
    pub fn new(seed: &[u8; 32]) -> Self {
        let (start, blocks) = (start(seed), [[0; LANES]; 16]);
        Dice { seed: *seed, processor: Arch::new(), start, eights: None, blocks, turn: 0, drawn: 0 }
    }

    /// Takes up the dice of a turn.
    pub fn turn(&mut self, turn: u32) {
        (self.turn, self.drawn) = (turn, 0);
        let eights = turn / LANES as u32;
        if self.eights != Some(eights) {
            self.eights = Some(eights);
            self.start[14] = std::array::from_fn(|lane| eights * LANES as u32 + lane as u32);
            let Dice { processor, start, blocks, .. } = self;
            processor.dispatch(Rounds { start, blocks });
        }
    }

    fn next(&mut self) -> u64 {
        let (at, lane) = (2 * self.drawn, self.turn as usize % LANES);
        if self.drawn >= DRAWS {
            return self.next_of_a_later_block();
        }
        self.drawn += 1;
        u64::from(self.blocks[at][lane]) | u64::from(self.blocks[at + 1][lane]) << 32
    }

    #[cold]
    fn next_of_a_later_block(&mut self) -> u64 {
        let mut stream = ChaCha8Rng::from_seed(self.seed);
        stream.set_stream(u64::from(self.turn));
        stream.set_word_pos(2 * self.drawn as u128);
        self.drawn += 1;
        stream.next_u64()
    }

    /// Rule 6.2, for n ≥ 1.
    pub fn below(&mut self, n: u64) -> u64 {
        if n <= 1 { 0 } else { self.roll(&Die::new(n)) }
    }

    /// Rule 6.2 with a die that is at hand.
    #[inline]
    pub fn roll(&mut self, die: &Die) -> u64 {
        if die.faces == 1 {
            return 0;
        }
        loop {
            let x = self.next();
            if x <= die.most {
                return die.remainder(x);
            }
        }
    }

    /// Rule 6.3.
    #[inline]
    pub fn chance(&mut self, odds: &Odds) -> bool {
        self.roll(&odds.die) < odds.yes
    }
}

/// A number of faces that is drawn often, with what saves the divisions.
pub(super) struct Die {
    faces: u64,
    /// Words above are drawn again.
    most: u64,
    /// floor(2^64 / faces), for 2 faces or more.
    inverse: u64,
}

impl Die {
    pub fn new(faces: u64) -> Self {
        let surplus = faces.wrapping_neg() % faces;
        // 2^64 / n is one more than (2^64 − n) / n.
        Die { faces, most: u64::MAX - surplus, inverse: (faces.wrapping_neg() / faces).wrapping_add(1) }
    }

    /// x mod faces: the quotient from the inverse is right or one too small.
    #[inline]
    fn remainder(&self, x: u64) -> u64 {
        let quotient = ((u128::from(x) * u128::from(self.inverse)) >> 64) as u64;
        let rest = x - quotient * self.faces;
        if rest >= self.faces { rest - self.faces } else { rest }
    }
}

/// A probability as a die.
pub(super) struct Odds {
    die: Die,
    yes: u64,
}

impl Odds {
    pub fn new(p: Fraction) -> Self {
        Odds { die: Die::new(p.denominator()), yes: p.numerator() }
    }
}

/// The streams' blocks before their rounds, but for the stream numbers (rule 6.1).
fn start(seed: &[u8; 32]) -> Blocks {
    let mut start = [[0; LANES]; 16];
    let constants = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
    let keys = seed.as_chunks::<4>().0.iter().map(|key| u32::from_le_bytes(*key));
    for (row, word) in start.iter_mut().zip(constants.into_iter().chain(keys)) {
        *row = [word; LANES];
    }
    start
}

/// Block 0 of each stream, in the widest registers that the processor has.
struct Rounds<'a> {
    start: &'a Blocks,
    blocks: &'a mut Blocks,
}

impl WithSimd for Rounds<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for part in 0..LANES / S::U32_LANES {
            let start: [S::u32s; 16] = std::array::from_fn(|i| S::as_simd_u32s(&self.start[i]).0[part]);
            let mut x = start;
            for _ in 0..4 {
                quarter(simd, &mut x, [0, 4, 8, 12]);
                quarter(simd, &mut x, [1, 5, 9, 13]);
                quarter(simd, &mut x, [2, 6, 10, 14]);
                quarter(simd, &mut x, [3, 7, 11, 15]);
                quarter(simd, &mut x, [0, 5, 10, 15]);
                quarter(simd, &mut x, [1, 6, 11, 12]);
                quarter(simd, &mut x, [2, 7, 8, 13]);
                quarter(simd, &mut x, [3, 4, 9, 14]);
            }
            for (i, row) in self.blocks.iter_mut().enumerate() {
                S::as_mut_simd_u32s(row).0[part] = simd.add_u32s(x[i], start[i]);
            }
        }
    }
}

#[inline(always)]
fn quarter<S: Simd>(simd: S, x: &mut [S::u32s; 16], [a, b, c, d]: [usize; 4]) {
    x[a] = simd.add_u32s(x[a], x[b]);
    x[d] = turned(simd, simd.xor_u32s(x[d], x[a]), 16);
    x[c] = simd.add_u32s(x[c], x[d]);
    x[b] = turned(simd, simd.xor_u32s(x[b], x[c]), 12);
    x[a] = simd.add_u32s(x[a], x[b]);
    x[d] = turned(simd, simd.xor_u32s(x[d], x[a]), 8);
    x[c] = simd.add_u32s(x[c], x[d]);
    x[b] = turned(simd, simd.xor_u32s(x[b], x[c]), 7);
}

#[inline(always)]
fn turned<S: Simd>(simd: S, x: S::u32s, bits: u32) -> S::u32s {
    let left = simd.wrapping_dyn_shl_u32s(x, simd.splat_u32s(bits));
    simd.or_u32s(left, simd.wrapping_dyn_shr_u32s(x, simd.splat_u32s(32 - bits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::dice;

    #[test]
    fn every_draw_is_the_one_of_the_readable_dice() {
        for seed in 0..20 {
            let mut quick = Dice::new(&[seed; 32]);
            for turn in [1, 2, 3, 4, 5, 9, 8, 1, 1000, u32::MAX] {
                let mut slow = dice::Dice::for_turn(&[seed; 32], turn);
                quick.turn(turn);
                for n in [10, 75, 1, (1 << 63) + 1, u64::MAX, 3, 1 << 40, (1 << 63) + 1, 7, 9, 1 << 63, 5] {
                    assert_eq!(quick.below(n), slow.below(n), "seed {seed}, turn {turn}, below {n}");
                }
            }
        }
    }
}
