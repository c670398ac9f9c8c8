#![allow(clippy::wildcard_enum_match_arm, reason = "an answer that no arm names is judged like any other")]

use super::http::{Call, Http, png_part};
use super::verdict::{id_of, later, prepared, published, refusal, unread};
use super::{Found, Limits, Outcome, Parcel, Refusal};
use crate::words::{Limit, Ruler};
use chrono::DateTime;
use reqwest::RequestBuilder;
use reqwest::multipart::Form;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OnceCell;

/// Mastodon, and what speaks its API.
#[derive(Clone, Debug)]
pub struct Mastodon {
    http: Http,
    base_url: String,
    token: SecretString,
    visibility: String,
    /// As the server stated them.
    limits: Arc<OnceCell<Limits>>,
}

/// How often, and how long apart, a picture that is still being processed is asked for.
const POLLS: u32 = 20;
const POLL: Duration = Duration::from_millis(500);
/// Pages of 40 own statuses that are read back at most.
const PAGES: u32 = 5;

impl Mastodon {
    /// `visibility`: public, unlisted or private.
    pub fn new(http: &Http, base_url: String, token: SecretString, visibility: String) -> Self {
        Mastodon { http: http.hiding([&token]), base_url, token, visibility, limits: Arc::default() }
    }

    pub(super) fn server(&self) -> (&Http, &str) {
        (&self.http, &self.base_url)
    }

    /// The server's own limits; Mastodon's, as long as it does not say.
    pub(super) async fn limits(&self) -> Limits {
        self.limits.get_or_try_init(|| self.stated()).await.copied().unwrap_or(limits(&Value::Null))
    }

    async fn stated(&self) -> Result<Limits, Call> {
        match self.read("/api/v2/instance").await {
            Ok(instance) => Ok(limits(&instance)),
            Err(_) => self.read("/api/v1/instance").await.map(|instance| limits(&instance)),
        }
    }

    pub(super) async fn send(&self, parcel: &Parcel) -> Outcome {
        let media = match self.upload(parcel).await {
            Ok(media) => media,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        crate::crash_point!("publish-after-upload");
        let body = json!({
            "status": parcel.frozen.caption, "media_ids": [media],
            "visibility": self.visibility, "language": parcel.language.code(),
        });
        // The same key for every attempt: within the hour the server itself knows the repeat.
        let request = self.http.post(&self.url("/api/v1/statuses")).json(&body);
        let request = self.signed(request).header("Idempotency-Key", hex::encode(parcel.key));
        match self.http.call(request).await {
            Call::Answered(answer)
                if answer.status == 422 && answer.excerpt().contains("finished processing") =>
            {
                Outcome::Refused(later(format!("status: {}", answer.excerpt()), None))
            }
            Call::Answered(answer) if answer.status == 429 => {
                let reset = answer.header("x-ratelimit-reset");
                let reset = reset.and_then(|t| DateTime::parse_from_rfc3339(t).ok());
                let wait = reset
                    .zip(answer.date())
                    .and_then(|(t, now)| (t.to_utc() - DateTime::from(now)).to_std().ok());
                match wait.filter(|_| answer.retry_after().is_none()) {
                    Some(wait) => {
                        Outcome::Refused(later(format!("status: {}", answer.excerpt()), Some(wait)))
                    }
                    None => Outcome::Refused(refusal("status", &answer)),
                }
            }
            call => published("status", call, |body| id_of(&body["id"])),
        }
    }

    /// A picture belongs to one post: an old id is never used again, for one server then left the picture out.
    async fn upload(&self, parcel: &Parcel) -> Result<String, Refusal> {
        let picture = png_part(&parcel.frozen.png, &parcel.file_name());
        let form = Form::new().part("file", picture).text("description", parcel.frozen.alt.clone());
        let request = self.signed(self.http.post(&self.url("/api/v2/media"))).multipart(form);
        let answer = prepared("picture", self.http.call(request).await)?;
        let missing = || later(format!("picture: no id in {}", answer.excerpt()), None);
        let id = id_of(&answer.json()["id"]).ok_or_else(missing)?;
        if answer.status == 202 {
            self.wait_for(&id).await?;
        }
        Ok(id)
    }

    async fn wait_for(&self, id: &str) -> Result<(), Refusal> {
        let url = self.url(&format!("/api/v1/media/{id}"));
        for _ in 0..POLLS {
            tokio::time::sleep(POLL).await;
            // 206: not yet. A failure here says nothing about the picture.
            match self.http.call(self.signed(self.http.get(&url))).await {
                Call::Answered(answer) if answer.status == 200 => return Ok(()),
                Call::Answered(answer) if answer.status == 401 => return Err(refusal("picture", &answer)),
                Call::Answered(_) | Call::NotMade(_) | Call::Cut(_) => {}
            }
        }
        Err(later("picture: still being processed".to_string(), None))
    }

    pub(super) async fn find(&self, parcel: &Parcel) -> Found {
        self.look_for(parcel).await.unwrap_or_else(|call| Found::Failed(unread("reading back", call)))
    }

    async fn look_for(&self, parcel: &Parcel) -> Result<Found, Call> {
        let account = self.read("/api/v1/accounts/verify_credentials").await?;
        let account = id_of(&account["id"]).unwrap_or_default();
        let mut older = String::new();
        for _ in 0..PAGES {
            let path = format!("/api/v1/accounts/{account}/statuses?limit=40&exclude_reblogs=true{older}");
            let page = self.read(&path).await?;
            let Some(page) = page.as_array() else {
                return Ok(Found::Failed(later("reading back: not a list".to_string(), None)));
            };
            if let Some(id) = page.iter().find(|s| is_it(parcel, s)).and_then(|s| id_of(&s["id"])) {
                return Ok(Found::Yes(id));
            }
            let Some(last) = page.last() else { return Ok(Found::Absent) };
            if created(last).is_some_and(|at| at < parcel.earliest()) {
                return Ok(Found::Absent);
            }
            older = format!("&max_id={}", id_of(&last["id"]).unwrap_or_default());
        }
        Ok(Found::CannotTell("it is not among the last 200 statuses; look further back".to_string()))
    }

    pub(super) async fn check(&self) -> Result<String, Call> {
        let account = self.read("/api/v1/accounts/verify_credentials").await?;
        let limits = self.stated().await?;
        let (caption, alt) = (limits.caption.map_or(0, |l| l.max), limits.alt.map_or(0, |l| l.max));
        let name = account["acct"].as_str().unwrap_or("?");
        let bytes = limits.bytes.unwrap_or(0);
        Ok(format!("@{name}; {caption} characters, {alt} of alt text, {bytes} bytes a picture"))
    }

    async fn read(&self, path: &str) -> Result<Value, Call> {
        self.http.read(self.signed(self.http.get(&self.url(path)))).await
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request.bearer_auth(self.token.expose_secret())
    }
}

fn limits(instance: &Value) -> Limits {
    let configuration = &instance["configuration"];
    let number = |value: &Value, default: usize| value.as_u64().map_or(default, |n| n as usize);
    let media = &configuration["media_attachments"];
    let most = number(&configuration["statuses"]["max_characters"], 500);
    Limits {
        caption: Some(Limit::of(Ruler::Characters, most)),
        alt: Some(Limit::of(Ruler::Characters, number(&media["description_limit"], 1500))),
        bytes: Some(number(&media["image_size_limit"], 16 << 20)),
        sides: None,
    }
}

fn created(status: &Value) -> Option<i64> {
    Some(DateTime::parse_from_rfc3339(status["created_at"].as_str()?).ok()?.timestamp_millis())
}

fn is_it(parcel: &Parcel, status: &Value) -> bool {
    let text = text_of_html(status["content"].as_str().unwrap_or_default());
    parcel.is_marked(&text) && created(status).is_some_and(|at| at >= parcel.earliest())
}

/// A status without its tags, a line a line.
fn text_of_html(html: &str) -> String {
    let html = html.replace("<br", "\n<").replace("<p", "\n<").replace("&nbsp;", "\u{a0}");
    let pieces = html.split('<').enumerate();
    let text = pieces.map(|(i, piece)| match piece.split_once('>') {
        Some((_, text)) if i > 0 => text,
        _ => piece,
    });
    text.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn a_line_of_html_is_a_line() {
        let html = "<p>Varzi conquista Cecima.</p><p>Turno 12 · <a href=\"x\">#<span>Oltrepò</span></a><br />7 su 75</p>";
        let text = text_of_html(html);
        assert!(Language::Italian.is_marked(&text, 12) && !Language::Italian.is_marked(&text, 1), "{text}");
        assert!(text.contains("#Oltrepò\n7 su 75"), "{text}");
        assert!(Language::Italian.is_marked("Turno 3", 3));
    }

    #[test]
    fn limits_are_the_servers_own() {
        let stated = json!({"configuration": {
            "statuses": {"max_characters": 5000},
            "media_attachments": {"image_size_limit": 1000, "description_limit": 420},
        }});
        let own = limits(&stated);
        assert_eq!((own.caption.unwrap().max, own.alt.unwrap().max, own.bytes), (5000, 420, Some(1000)));
        assert_eq!(limits(&Value::Null).caption.unwrap().max, 500);
    }
}
