use super::kind::{Kind, Voice};
use std::fmt;

/// Everything that is wrong with a templates file, found in one reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WordsError {
    /// At least one, by line.
    pub mistakes: Vec<Mistake>,
}

/// One mistake of a templates file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Mistake {
    /// Counted from 1.
    pub line: usize,
    pub what: String,
}

impl Mistake {
    pub(super) fn at(line: usize, voice: Voice, kind: Kind, error: &minijinja::Error) -> Self {
        let detail = error.detail().map_or_else(|| error.kind().to_string(), String::from);
        Mistake { line, what: format!("{}.{}: {detail}", voice.key(), kind.key()) }
    }
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mistakes.as_slice() {
            [one] => write!(f, "templates, {one}"),
            many => {
                write!(f, "templates: {} mistakes", many.len())?;
                many.iter().try_for_each(|mistake| write!(f, "\n  - {mistake}"))
            }
        }
    }
}
