//! Territories and numbers as signs of a text, for the data file: a territory is one sign on maps of up to 91.

/// Printable ASCII that JSON need not escape: `#` to `~`, the backslash left out.
const SIGNS: u32 = 91;
const FIRST: u32 = 35;
const BACKSLASH: u32 = 92;

/// How many signs a territory takes on a map of so many.
pub fn width(territories: usize) -> u32 {
    let mut width = 1;
    while (SIGNS as usize).pow(width) < territories {
        width += 1;
    }
    width
}

/// Appends a territory's signs, the highest first.
pub fn push(text: &mut String, territory: u32, width: u32) {
    for place in (0..width).rev() {
        let digit = territory / SIGNS.pow(place) % SIGNS;
        let sign = FIRST + digit + u32::from(FIRST + digit >= BACKSLASH);
        text.extend(char::from_u32(sign));
    }
}

/// Appends a whole number: in base 45, the lowest digit first, 45 added to all but the last; zero and its neighbours are
/// short, whichever their sign.
fn push_number(text: &mut String, number: i32) {
    let mut left = (number << 1 ^ number >> 31) as u32;
    while left >= HALF {
        push(text, HALF + left % HALF, 1);
        left /= HALF;
    }
    push(text, left, 1);
}

/// Whole numbers one after the other.
pub fn numbers(numbers: impl IntoIterator<Item = i32>) -> String {
    let mut text = String::new();
    numbers.into_iter().for_each(|number| push_number(&mut text, number));
    text
}

/// Digits of a number, half of the signs.
const HALF: u32 = 45;

#[cfg(test)]
pub mod reading {
    use super::{BACKSLASH, FIRST, HALF, SIGNS};

    fn digits(text: &str) -> impl Iterator<Item = u32> + '_ {
        text.bytes().map(u32::from).map(|b| b - FIRST - u32::from(b > BACKSLASH))
    }

    pub fn territories(text: &str, width: u32) -> Vec<u32> {
        let digits: Vec<u32> = digits(text).collect();
        digits
            .chunks(width as usize)
            .map(|signs| signs.iter().fold(0, |n, digit| n * SIGNS + digit))
            .collect()
    }

    pub fn numbers(text: &str) -> Vec<i32> {
        let (mut read, mut value, mut factor) = (Vec::new(), 0, 1);
        for digit in digits(text) {
            value += digit % HALF * factor;
            factor *= HALF;
            if digit < HALF {
                read.push(if value % 2 == 1 { -1 - (value / 2) as i32 } else { (value / 2) as i32 });
                (value, factor) = (0, 1);
            }
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_territory_reads_back_and_needs_no_escape() {
        for territories in [1, 75, 91, 92, 107, 8281, 8282] {
            let width = width(territories);
            let all: Vec<u32> = (0..territories as u32).collect();
            let mut text = String::new();
            all.iter().for_each(|t| push(&mut text, *t, width));
            assert_eq!(reading::territories(&text, width), all);
            assert_eq!(serde_json::to_string(&text).unwrap().len(), text.len() + 2);
        }
        assert_eq!([width(91), width(92), width(8281), width(8282)], [1, 2, 2, 3]);
    }

    #[test]
    fn numbers_read_back() {
        let all = [0, 1, -1, 22, -22, 23, 44, 45, -45, 1012, 1013, -99_999, 4_000_000];
        assert_eq!(reading::numbers(&numbers(all)), all);
    }
}
