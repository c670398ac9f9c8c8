#![allow(clippy::wildcard_enum_match_arm, reason = "an answer that no arm names is judged like any other")]

use reqwest::header::HeaderMap;
use reqwest::multipart::Part;
use reqwest::{Client, RequestBuilder, Url, redirect};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A network's way out: no redirects, and no word of a server's is passed on with one of the network's secrets in it.
#[derive(Clone, Debug)]
pub struct Http {
    client: Client,
    secrets: Arc<[SecretString]>,
}

/// How long a call may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub connect: Duration,
    /// From the first byte to the last of the answer.
    pub whole: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { connect: Duration::from_secs(10), whole: Duration::from_secs(60) }
    }
}

/// How a call ended.
pub(super) enum Call {
    Answered(Answer),
    /// It never left: the server cannot have acted on it.
    NotMade(String),
    /// It left, but the answer is lost or cut short: the server may have acted on it.
    Cut(String),
}

/// An answer, whole.
pub(super) struct Answer {
    pub status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
    secrets: Arc<[SecretString]>,
}

/// No network answers with more.
const BODY_MAX: usize = 4 << 20;

impl Http {
    /// # Errors
    /// No CA certificates on this machine.
    pub fn new(patience: Patience) -> Result<Self, String> {
        // A second call finds the provider in place.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .connect_timeout(patience.connect)
            .timeout(patience.whole)
            .user_agent(concat!("guerrabot/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| format!("no HTTPS client: {}; are CA certificates installed?", without_url(e)))?;
        Ok(Http { client, secrets: Arc::new([]) })
    }

    /// The same for a network with these secrets.
    pub(super) fn hiding<'a>(&self, secrets: impl IntoIterator<Item = &'a SecretString>) -> Http {
        Http { client: self.client.clone(), secrets: secrets.into_iter().cloned().collect() }
    }

    pub(super) fn get(&self, url: &str) -> RequestBuilder {
        self.client.get(url)
    }

    pub(super) fn post(&self, url: &str) -> RequestBuilder {
        self.client.post(url)
    }

    /// Makes the call and reads the whole answer.
    pub(super) async fn call(&self, request: RequestBuilder) -> Call {
        let mut response = match request.send().await {
            Ok(response) => response,
            Err(e) if e.is_connect() || e.is_builder() => return Call::NotMade(without_url(e)),
            Err(e) => return Call::Cut(without_url(e)),
        };
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() <= BODY_MAX => body.extend_from_slice(&chunk),
                Ok(Some(_)) => return Call::Cut("the answer is too long".to_string()),
                Ok(None) => break,
                // A refusal is one, whatever the rest of it said.
                Err(_) if (400..500).contains(&status) => break,
                Err(e) => return Call::Cut(format!("the answer was cut short: {}", without_url(e))),
            }
        }
        Call::Answered(Answer { status, headers, body, secrets: self.secrets.clone() })
    }

    /// A call that only reads; the JSON of its answer, or why there is none.
    pub(super) async fn read(&self, request: RequestBuilder) -> Result<Value, Call> {
        match self.call(request).await {
            Call::Answered(answer) if answer.status == 200 && !answer.json().is_null() => Ok(answer.json()),
            call => Err(call),
        }
    }
}

/// The address of a server; plain http only on this machine, for a token must not cross the net in the clear.
pub(super) fn lawful(url: &str) -> bool {
    let host_is_here = |url: &Url| matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
    Url::parse(url).is_ok_and(|url| url.scheme() == "https" || url.scheme() == "http" && host_is_here(&url))
}

/// A picture as a part of a form.
pub(super) fn png_part(png: &[u8], name: &str) -> Part {
    let part = Part::bytes(png.to_vec()).file_name(name.to_string());
    part.mime_str("image/png").expect("image/png is a media type")
}

/// A URL may hold a token.
fn without_url(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

impl Answer {
    /// The body as JSON, null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// Status and the beginning of the body on one line, for a reason; a page of HTML says nothing.
    pub fn excerpt(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        if text.trim_start().starts_with('<') {
            return format!("{} and an HTML page", self.status);
        }
        let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for secret in self.secrets.iter().map(ExposeSecret::expose_secret).filter(|s| !s.is_empty()) {
            line = line.replace(secret, "[secret]");
        }
        format!("{} {}", self.status, line.chars().take(200).collect::<String>()).trim_end().to_string()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// `Retry-After` in seconds or as a date, counted from the server's own clock.
    pub fn retry_after(&self) -> Option<Duration> {
        let value = self.header("retry-after")?.trim();
        if let Ok(seconds) = value.parse::<u64>() {
            return Some(Duration::from_secs(seconds));
        }
        let (then, now) = (httpdate::parse_http_date(value).ok()?, self.date()?);
        Some(then.duration_since(now).unwrap_or_default())
    }

    /// The time until the epoch second that a header names, by the server's own clock.
    pub fn until(&self, header: &str) -> Option<Duration> {
        let then = UNIX_EPOCH + Duration::from_secs(self.header(header)?.trim().parse().ok()?);
        Some(then.duration_since(self.date()?).unwrap_or_default())
    }

    /// The server's clock.
    pub fn date(&self) -> Option<SystemTime> {
        httpdate::parse_http_date(self.header("date")?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_stays_on_this_machine() {
        for url in ["https://x.org", "http://127.0.0.1:8080/a", "http://localhost", "http://[::1]:9"] {
            assert!(lawful(url), "{url}");
        }
        for url in
            ["http://x.org", "http://127.0.0.1.x.org", "http://localhost@x.org", "ftp://x.org", "x.org"]
        {
            assert!(!lawful(url), "{url}");
        }
    }
}
