use std::fmt;
use std::str::FromStr;

/// A probability a/b in lowest terms, 0 ≤ a ≤ b, b ≥ 1 (rule 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: u64,
    denominator: u64,
}

/// Why a text or a pair is no probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FractionError {
    #[error("a probability is written \"a/b\" with whole numbers, such as \"1/10\"")]
    Form,
    #[error("the denominator is zero")]
    ZeroDenominator,
    #[error("a probability is at most 1")]
    AboveOne,
}

impl Fraction {
    /// Reduces a/b.
    pub fn new(a: u64, b: u64) -> Result<Self, FractionError> {
        match (a, b) {
            (_, 0) => Err(FractionError::ZeroDenominator),
            (a, b) if a > b => Err(FractionError::AboveOne),
            (a, b) => {
                let divisor = gcd(a, b);
                Ok(Fraction { numerator: a / divisor, denominator: b / divisor })
            }
        }
    }

    pub fn numerator(self) -> u64 {
        self.numerator
    }

    pub fn denominator(self) -> u64 {
        self.denominator
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl FromStr for Fraction {
    type Err = FractionError;

    fn from_str(text: &str) -> Result<Self, FractionError> {
        let (a, b) = text.split_once('/').ok_or(FractionError::Form)?;
        // A sign is no digit, though the standard library takes one.
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        let whole = |t: &str| t.parse().ok().filter(|_| digits(t)).ok_or(FractionError::Form);
        Fraction::new(whole(a)?, whole(b)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_reduces_and_refuses() {
        assert_eq!("6/10".parse::<Fraction>().unwrap().to_string(), "3/5");
        assert_eq!("0/7".parse::<Fraction>().unwrap().to_string(), "0/1");
        assert_eq!("1/0".parse::<Fraction>(), Err(FractionError::ZeroDenominator));
        assert_eq!("11/10".parse::<Fraction>(), Err(FractionError::AboveOne));
        assert_eq!("0.1".parse::<Fraction>(), Err(FractionError::Form));
        for text in ["-1/2", "+1/10", "1/+10", "/", "1/", " 1/2", "1/2/3", "18446744073709551616/1"] {
            assert_eq!(text.parse::<Fraction>(), Err(FractionError::Form), "{text}");
        }
    }
}
