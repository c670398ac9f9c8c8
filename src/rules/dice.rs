use super::fraction::Fraction;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The dice of one turn: a ChaCha8 stream of its own, so that no generator state is ever stored (rule 6.1).
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Key = seed, stream number = turn.
    pub fn for_turn(seed: &[u8; 32], turn: u32) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*seed);
        rng.set_stream(u64::from(turn));
        Dice(rng)
    }

    /// A uniform number below `n` ≥ 1; for n = 1 nothing is drawn (rule 6.2).
    pub fn below(&mut self, n: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        // 2^64 mod n numbers at the top are drawn again; n · floor(2^64 / n) itself may not fit in 64 bits.
        let surplus = n.wrapping_neg() % n;
        loop {
            let x = self.0.next_u64();
            if x <= u64::MAX - surplus {
                return x % n;
            }
        }
    }

    /// Yes with the given probability (rule 6.3).
    pub fn chance(&mut self, p: Fraction) -> bool {
        self.below(p.denominator()) < p.numerator()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answer_of_rule_6_1() {
        let seed: [u8; 32] = std::array::from_fn(|i| i as u8);
        let mut dice = Dice::for_turn(&seed, 1);
        let words: [u64; 3] = std::array::from_fn(|_| dice.0.next_u64());
        assert_eq!(words, [0xbd0ed2f9ef1dc74f, 0x9136ba5692c53841, 0x14afd2ab56ee87b8]);
    }

    #[test]
    fn below_draws_again_above_the_last_whole_multiple() {
        // n = 2^63 + 1 rejects about half of all words; all answers must still be below n.
        let mut dice = Dice::for_turn(&[7; 32], 1);
        let n = (1 << 63) + 1;
        assert!((0..1000).all(|_| dice.below(n) < n));
        let (mut drawn, mut plain) = (Dice::for_turn(&[7; 32], 1), Dice::for_turn(&[7; 32], 1));
        let first_accepted = std::iter::from_fn(|| Some(plain.0.next_u64())).find(|x| *x < n);
        assert_eq!(Some(drawn.below(n)), first_accepted);
    }

    #[test]
    fn one_face_draws_nothing() {
        let (mut a, mut b) = (Dice::for_turn(&[1; 32], 9), Dice::for_turn(&[1; 32], 9));
        assert_eq!(a.below(1), 0);
        assert_eq!(a.below(1000), b.below(1000));
    }
}
