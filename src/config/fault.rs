//! Faults of a config file and how they are shown.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};

/// One thing that is wrong, with its place as a range of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub span: Range<usize>,
    pub message: String,
}

/// A lawful value that is seldom meant; `Display` is one line, `file:line:column: what`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning(String);

/// Why there is no config. The first line of `Display` is one whole message, for the caller to put `error: ` before.
#[derive(Debug)]
pub enum ConfigError {
    Unreadable { path: PathBuf, cause: std::io::Error },
    Faults { path: PathBuf, text: String, faults: Vec<Fault> },
}

impl Warning {
    pub(super) fn new(path: &Path, text: &str, fault: &Fault) -> Warning {
        Warning(line(path, text, fault))
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Unreadable { path, cause } => {
                write!(f, "{}: {cause}; create it, or name another with --config", path.display())
            }
            ConfigError::Faults { path, text, faults } => {
                for fault in faults {
                    writeln!(f, "{}", line(path, text, fault))?;
                }
                let source = NamedSource::new(path.display().to_string(), text.clone());
                let painter = GraphicalReportHandler::new_themed(GraphicalTheme::none());
                painter.render_report(f, &Picture { source, faults })
            }
        }
    }
}

impl std::error::Error for ConfigError {}

/// `file:line:column: message`, counted from 1, columns in characters.
fn line(path: &Path, text: &str, fault: &Fault) -> String {
    let before = &text[..fault.span.start.min(text.len())];
    let number = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!("{}:{number}:{column}: {}", path.display(), fault.message)
}

/// The faulty lines with carets, drawn by miette.
#[derive(Debug)]
struct Picture<'a> {
    source: NamedSource<String>,
    faults: &'a [Fault],
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faults.len() {
            1 => f.write_str("1 fault"),
            n => write!(f, "{n} faults"),
        }
    }
}

impl std::error::Error for Picture<'_> {}

impl Diagnostic for Picture<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.faults.iter().map(|fault| LabeledSpan::new_with_span(None, fault.span.clone()))))
    }
}
