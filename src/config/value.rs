//! Single values: each function reads one kind and says what to write when it cannot.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use toml::de::DeValue;

use super::{MapSource, Size};
use crate::schedule;

type Value<'a, 'i> = &'a DeValue<'i>;

/// A value's kind, in words.
pub(super) fn kind(value: Value) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn expected<T>(what: &str, found: Value) -> Result<T, String> {
    Err(format!("expected {what}, found {}", kind(found)))
}

/// A text that is not blank.
pub(super) fn text(value: Value) -> Result<String, String> {
    match value.as_str() {
        Some(text) if text.trim().is_empty() => Err("the text is empty".into()),
        Some(text) => Ok(text.into()),
        None => expected("a text in quotes", value),
    }
}

pub(super) fn flag(value: Value) -> Result<bool, String> {
    value.as_bool().map_or_else(|| expected("true or false", value), Ok)
}

pub(super) fn whole(least: u32, most: u32) -> impl Fn(Value) -> Result<u32, String> {
    move |value| {
        let Some(number) = value.as_integer() else { return expected("a whole number", value) };
        let read = u32::from_str_radix(number.as_str(), number.radix()).ok();
        read.filter(|n| (least..=most).contains(n)).ok_or_else(|| match most {
            u32::MAX => format!("{number} is not a whole number from {least} on"),
            _ => format!("{number} is not a whole number from {least} to {most}"),
        })
    }
}

/// One of a closed set of words.
pub(super) fn choice<T: Copy>(words: &[(&str, T)]) -> impl Fn(Value) -> Result<T, String> {
    move |value| {
        let word = text(value)?;
        words.iter().find(|(name, _)| *name == word).map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<_> = words.iter().map(|(name, _)| *name).collect();
            format!("unknown \"{word}\"; allowed: {}", names.join(", "))
        })
    }
}

/// A probability `"a/b"`, reduced (rules/guerra.md 5.3).
pub(super) fn fraction(value: Value) -> Result<(u64, u64), String> {
    let Some(text) = value.as_str() else { return expected("a fraction in quotes such as \"1/10\"", value) };
    let parts = text.split_once('/').and_then(|(a, b)| Some((digits(a.trim())?, digits(b.trim())?)));
    match parts {
        None => Err(format!("\"{text}\" is not a fraction; write one such as \"1/10\"")),
        Some((_, 0)) => Err(format!("\"{text}\" has the denominator 0; write a fraction such as \"1/10\"")),
        Some((a, b)) if a > b => Err(format!("\"{text}\" is more than 1; write a fraction from 0/1 to 1/1")),
        Some((a, b)) => {
            let divisor = greatest_common_divisor(a, b);
            Ok((a / divisor, b / divisor))
        }
    }
}

fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if a == 0 { b } else { greatest_common_divisor(b % a, a) }
}

/// `"1600x1200"`, both sides within the limits.
pub(super) fn size(least: u32, most: u32) -> impl Fn(Value) -> Result<Size, String> {
    move |value| {
        let text = text(value)?;
        let side = |text: &str| digits(text)?.try_into().ok().filter(|n| (least..=most).contains(n));
        text.split_once('x')
            .and_then(|(width, height)| Some(Size { width: side(width)?, height: side(height)? }))
            .ok_or_else(|| format!("\"{text}\" is not WIDTHxHEIGHT, each from {least} to {most}"))
    }
}

pub(super) fn duration(value: Value) -> Result<Duration, String> {
    let period = schedule::parse_period(&text(value)?).map_err(|e| e.to_string())?;
    Ok(period.to_std().expect("a period is never negative"))
}

pub(super) fn path(base: &Path) -> impl Fn(Value) -> Result<PathBuf, String> {
    move |value| Ok(base.join(text(value)?))
}

pub(super) fn map_source(base: &Path) -> impl Fn(Value) -> Result<MapSource, String> {
    move |value| {
        let text = text(value)?;
        let is_path = text.contains(['/', '\\', '.']);
        Ok(if is_path { MapSource::File(base.join(text)) } else { MapSource::Bundled(text) })
    }
}

pub(super) fn address(value: Value) -> Result<SocketAddr, String> {
    let text = text(value)?;
    text.parse().map_err(|_| format!("\"{text}\" is not ADDRESS:PORT, such as 127.0.0.1:8080"))
}

/// An RFC 3339 time with its offset, as a text or as TOML's own.
pub(super) fn time(value: Value) -> Result<DateTime<Utc>, String> {
    let text = match value.as_datetime() {
        Some(time) => time.to_string(),
        None => text(value)?,
    };
    let time = DateTime::parse_from_rfc3339(&text);
    time.map(|t| t.to_utc())
        .map_err(|_| format!("\"{text}\" is not a time such as 2026-12-01T18:00:00+01:00"))
}

/// A web address; plain http only on this machine, for a token must not cross the net in the clear.
pub(super) fn url(value: Value) -> Result<String, String> {
    let text = text(value)?;
    let local = ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter().any(|host| {
        text.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    });
    let host = text.split("://").nth(1).unwrap_or(&text).split('/').next();
    if text.contains("/api/webhooks/") || host.is_some_and(|host| host.contains('@')) {
        return Err("the address holds a secret; put it in the environment, not in this file".into());
    }
    let plain = reqwest::Url::parse(&text).is_ok_and(|url| url.query().is_none() && url.fragment().is_none());
    if plain && (local || text.starts_with("https://")) {
        return Ok(text.trim_end_matches('/').into());
    }
    Err(format!("\"{text}\" is not an https:// address"))
}

/// Hashtags without their `#`.
pub(super) fn hashtags(value: Value) -> Result<Vec<String>, String> {
    let Some(list) = value.as_array() else { return expected("a list such as [\"Oltrepò\"]", value) };
    let tag = |value: Value| {
        let text = text(value)?;
        let tag = text.strip_prefix('#').unwrap_or(&text);
        let lawful = !tag.is_empty() && tag.chars().all(char::is_alphanumeric);
        lawful.then(|| tag.into()).ok_or_else(|| format!("\"{text}\" has more than letters and digits"))
    };
    list.iter().map(|v| tag(v.get_ref())).collect()
}

/// 1 to 64 hex digits.
pub(super) fn seed(value: Value) -> Result<String, String> {
    let text = text(value)?;
    let lawful = text.len() <= 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    if lawful { Ok(text) } else { Err(format!("\"{text}\" is not 1 to 64 hex digits")) }
}

/// A network's name as environment variables have it: `GUERRABOT_MY_BOT` of "my-bot".
pub(super) fn env_prefix(name: &str) -> String {
    let sign = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("GUERRABOT_{}", name.chars().map(sign).collect::<String>())
}
