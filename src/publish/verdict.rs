//! From an answer to an outcome: what all networks have in common.

#![allow(clippy::wildcard_enum_match_arm, reason = "an answer that no arm names is judged like any other")]

use super::http::{Answer, Call};
use super::{Found, Outcome, Refusal};
use serde_json::Value;
use std::time::Duration;

/// The longest wait that a server may ask for.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// The wait where a server says "too often" and not until when.
const TOO_OFTEN: Duration = Duration::from_secs(300);

pub(super) fn later(reason: String, after: Option<Duration>) -> Refusal {
    Refusal::Later { reason, after: after.map(|wait| wait.min(LONGEST)) }
}

/// An answer that says no.
pub(super) fn refusal(step: &str, answer: &Answer) -> Refusal {
    let reason = format!("{step}: {}", answer.excerpt());
    match answer.status {
        300..400 => Refusal::Pause(format!("{reason}; it points elsewhere: correct base_url")),
        401..=404 | 410 => Refusal::Pause(reason),
        429 => later(reason, answer.retry_after().or(Some(TOO_OFTEN))),
        400..500 if ![408, 425].contains(&answer.status) => Refusal::Never(reason),
        _ => later(reason, answer.retry_after()),
    }
}

/// A call before the one that publishes: nothing is out yet, whatever went wrong.
pub(super) fn prepared(step: &str, call: Call) -> Result<Answer, Refusal> {
    match call {
        Call::Answered(answer) if (200..300).contains(&answer.status) => Ok(answer),
        call => Err(unread(step, call)),
    }
}

/// Why a call that changes nothing brought nothing.
pub(super) fn unread(step: &str, call: Call) -> Refusal {
    match call {
        Call::Answered(answer) if (200..300).contains(&answer.status) => {
            later(format!("{step}: not what was asked for: {}", answer.excerpt()), None)
        }
        Call::Answered(answer) => refusal(step, &answer),
        Call::NotMade(reason) | Call::Cut(reason) => later(format!("{step}: {reason}"), None),
    }
}

/// The call that publishes: a failure of the server's, or none, never means "not posted".
pub(super) fn published(step: &str, call: Call, id: impl Fn(&Value) -> Option<String>) -> Outcome {
    match call {
        Call::Answered(answer) if (200..300).contains(&answer.status) => match id(&answer.json()) {
            Some(id) => Outcome::Accepted(id),
            // An answer that cannot be understood proves nothing.
            None => Outcome::Unknown(format!("{step}: no id in {}", answer.excerpt())),
        },
        Call::Answered(answer) if answer.status >= 500 || answer.status == 408 => {
            Outcome::Unknown(format!("{step}: {}", answer.excerpt()))
        }
        Call::Answered(answer) => Outcome::Refused(refusal(step, &answer)),
        Call::NotMade(reason) => Outcome::Refused(later(format!("{step}: {reason}"), None)),
        Call::Cut(reason) => Outcome::Unknown(format!("{step}: {reason}")),
    }
}

/// The server says that it has this very text already: a second witness, where reading back is the first.
pub(super) fn duplicate(found: Found, reason: String) -> Outcome {
    match found {
        Found::Yes(id) => Outcome::Accepted(id),
        Found::Absent | Found::CannotTell(_) => Outcome::Accepted("there already".to_string()),
        Found::Failed(_) => Outcome::Unknown(reason),
    }
}

/// A name in an answer's JSON, as text.
pub(super) fn id_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
