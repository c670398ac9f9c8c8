use crate::rules::dice::Dice;

/// Which of `k` variants comes next, after `i` were told; `began` gives the turn in which the i-th was.
///
/// Every block of k shows each variant once, shuffled by the words dice of the turn that began the block; a block
/// does not begin with the variant that ended the last one. Nothing is stored: the same turns give the same choice.
pub(super) fn variant(words_key: &[u8; 32], k: usize, i: usize, began: impl Fn(usize) -> u32) -> usize {
    if k < 2 {
        return 0;
    }
    // Two variants can only alternate.
    let block = if k == 2 { 0 } else { i / k };
    let mut order = shuffled(words_key, k, began(block * k));
    if block > 0 && order[0] == shuffled(words_key, k, began((block - 1) * k))[k - 1] {
        // The last stays last, so the next block need not know of this.
        order.swap(0, 1);
    }
    order[i % k]
}

/// The numbers below k in an order drawn by the turn's words dice.
pub(super) fn shuffled(words_key: &[u8; 32], k: usize, turn: u32) -> Vec<usize> {
    let mut dice = Dice::for_turn(words_key, turn);
    let mut order: Vec<usize> = (0..k).collect();
    for i in (1..k).rev() {
        order.swap(i, dice.below(i as u64 + 1) as usize);
    }
    order
}

/// The aside of a turn, if it has one: in one turn of twelve, seven turns or more apart, none again within 60.
pub(super) fn aside(words_key: &[u8; 32], k: usize, turn: u32) -> Option<usize> {
    const BLOCK: u32 = 12;
    if k == 0 || turn == 0 {
        return None;
    }
    let block = turn / BLOCK;
    let chosen = block * BLOCK + Dice::for_turn(words_key, block * BLOCK).below(6) as u32;
    let places = k.max(6);
    let place = block as usize % places;
    if turn != chosen || place >= k {
        return None;
    }
    // One order for the whole war, so that an aside comes back only when all others have been told.
    Some(shuffled(words_key, k, 0)[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [9; 32];

    /// The variants chosen in a war in which the kind comes up every third turn.
    fn told(k: usize, times: usize) -> Vec<usize> {
        let turns: Vec<u32> = (0..times as u32).map(|i| 1 + 3 * i).collect();
        (0..times).map(|i| variant(&KEY, k, i, |i| turns[i])).collect()
    }

    #[test]
    fn each_block_shows_every_variant_once() {
        for k in 1..9 {
            for block in told(k, 20 * k).chunks(k) {
                let mut sorted = block.to_vec();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..k).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn no_variant_comes_twice_running() {
        for k in 2..9 {
            let told = told(k, 400);
            assert!(told.windows(2).all(|w| w[0] != w[1]), "{k} variants");
        }
    }

    #[test]
    fn blocks_are_shuffled() {
        let told = told(5, 50);
        assert!(told.chunks(5).any(|block| block != &told[..5]));
    }

    #[test]
    fn asides_are_rare_and_far_apart() {
        for k in [1, 3, 20] {
            let told: Vec<(u32, usize)> = (0..5000).filter_map(|t| Some((t, aside(&KEY, k, t)?))).collect();
            assert!(told.len() <= 5000 / 12 + 1 && told.len() >= k, "{k}: {}", told.len());
            assert!(told.windows(2).all(|w| w[1].0 - w[0].0 > 6));
            let again = |i: usize| told[i + 1..].iter().find(|later| later.1 == told[i].1);
            assert!((0..told.len()).filter_map(|i| Some(again(i)?.0 - told[i].0)).all(|apart| apart >= 60));
        }
    }
}
