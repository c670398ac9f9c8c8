use crate::rules::fraction::Fraction;
use serde::{Deserialize, Serialize};

/// The meaning of the rules that this program plays; a war keeps the edition it began with (rule 6.6).
pub const EDITION: u32 = 1;

/// The rules in force in a war; a war keeps its own for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Length of a cooldown, the rebellion's own turn included; at least 1 (rule 2.4).
    pub cooldown_turns: u32,
    pub edition: u32,
    /// No rebellion in the first turns (rule 1.2).
    pub grace_turns: u32,
    /// The rebel attacks in a cooldown (rule 3.2).
    pub rebel_attack_probability: Fraction,
    /// A possible rebellion happens (rule 1.3).
    pub rebellion_probability: Fraction,
    /// Holders of fewer territories hit the largest, others the smallest; at least 1 (rule 4.3).
    pub small_faction: u32,
}

impl Default for Rules {
    fn default() -> Self {
        let fraction = |a, b| Fraction::new(a, b).expect("0 ≤ a ≤ b, b ≥ 1");
        Rules {
            cooldown_turns: 6,
            edition: EDITION,
            grace_turns: 24,
            rebel_attack_probability: fraction(3, 5),
            rebellion_probability: fraction(1, 10),
            small_faction: 3,
        }
    }
}

/// Why a rules line cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    #[error("the rules line is not of this program's form: {0}")]
    Form(#[from] serde_json::Error),
    #[error("{0}: {1}")]
    Fraction(&'static str, crate::rules::fraction::FractionError),
    #[error("the war is of edition {0} of the rules; this program plays edition {EDITION}")]
    Edition(u32),
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

/// Keys in the order of their bytes, as the canonical line has them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    cooldown_turns: u32,
    edition: u32,
    grace_turns: u32,
    rebel_attack_probability: String,
    rebellion_probability: String,
    small_faction: u32,
}

impl Rules {
    /// Canonical JSON: sorted keys, no spaces (rule 6.6).
    pub fn line(&self) -> String {
        let line = Line {
            cooldown_turns: self.cooldown_turns,
            edition: self.edition,
            grace_turns: self.grace_turns,
            rebel_attack_probability: self.rebel_attack_probability.to_string(),
            rebellion_probability: self.rebellion_probability.to_string(),
            small_faction: self.small_faction,
        };
        serde_json::to_string(&line).expect("numbers and strings always serialize")
    }

    /// Reads a rules line and checks that this program can play it.
    pub fn parse(line: &str) -> Result<Self, RulesError> {
        let line: Line = serde_json::from_str(line)?;
        let fraction = |key, text: &str| text.parse::<Fraction>().map_err(|e| RulesError::Fraction(key, e));
        let rules = Rules {
            cooldown_turns: line.cooldown_turns,
            edition: line.edition,
            grace_turns: line.grace_turns,
            rebel_attack_probability: fraction("rebel_attack_probability", &line.rebel_attack_probability)?,
            rebellion_probability: fraction("rebellion_probability", &line.rebellion_probability)?,
            small_faction: line.small_faction,
        };
        match rules {
            Rules { edition, .. } if edition != EDITION => Err(RulesError::Edition(edition)),
            Rules { cooldown_turns: 0, .. } => Err(RulesError::Zero("cooldown_turns")),
            Rules { small_faction: 0, .. } => Err(RulesError::Zero("small_faction")),
            rules => Ok(rules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_canonical_and_reads_back() {
        let line = Rules::default().line();
        assert_eq!(
            line,
            r#"{"cooldown_turns":6,"edition":1,"grace_turns":24,"rebel_attack_probability":"3/5","rebellion_probability":"1/10","small_faction":3}"#
        );
        assert_eq!(Rules::parse(&line).unwrap(), Rules::default());
        assert!(matches!(Rules::parse(&line.replace(":1,", ":2,")), Err(RulesError::Edition(2))));
        assert!(matches!(Rules::parse(&line.replace(":6", ":0")), Err(RulesError::Zero(_))));
    }
}
