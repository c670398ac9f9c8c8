use super::http::{Call, Http, png_part};
use super::verdict::{duplicate, id_of, later, published, unread};
use super::{Found, Limits, Outcome, Parcel, Refusal};
use crate::words::{Limit, Ruler};
use chrono::DateTime;
use reqwest::multipart::Form;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::time::Duration;

/// A Facebook Page.
#[derive(Clone, Debug)]
pub struct Facebook {
    http: Http,
    base_url: String,
    token: SecretString,
    page: String,
}

const VERSION: &str = "v26.0";

impl Facebook {
    /// `page`: the Page's number; `token`: a Page token, not a person's.
    pub fn new(http: &Http, base_url: String, token: SecretString, page: String) -> Self {
        Facebook { http: http.hiding([&token]), base_url, token, page }
    }

    pub(super) fn server(&self) -> (&Http, &str) {
        (&self.http, &self.base_url)
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            caption: Some(Limit::of(Ruler::Characters, 5000)),
            alt: Some(Limit::of(Ruler::Characters, 1000)),
            bytes: Some(4_000_000),
            sides: None,
        }
    }

    pub(super) async fn send(&self, parcel: &Parcel) -> Outcome {
        let form = Form::new()
            .text("message", parcel.frozen.caption.clone())
            .text("alt_text_custom", parcel.frozen.alt.clone())
            .part("source", png_part(&parcel.frozen.png, &parcel.file_name()));
        let request = self.http.post(&self.url("/photos")).bearer_auth(self.token.expose_secret());
        let call = self.http.call(request.multipart(form)).await;
        if let Call::Answered(answer) = &call
            && answer.status < 500
            && let Some(code) = answer.json()["error"]["code"].as_u64()
        {
            let reason = format!("photo: {}", answer.excerpt());
            return match coded(code, &reason) {
                Some(outcome) => outcome,
                None => duplicate(self.find(parcel).await, reason),
            };
        }
        published("photo", call, |body| id_of(&body["post_id"]).or_else(|| id_of(&body["id"])))
    }

    /// The Page's own posts; that a post is not among them proves nothing.
    pub(super) async fn find(&self, parcel: &Parcel) -> Found {
        let since = (parcel.earliest() / 1000).to_string();
        let query = [("fields", "id,message,created_time"), ("limit", "100"), ("since", &since)];
        let posts = match self.read("/posts", &query).await {
            Ok(posts) => posts,
            Err(call) => return Found::Failed(failed("reading back", call)),
        };
        let Some(posts) = posts["data"].as_array() else {
            return Found::Failed(later("reading back: not a list".to_string(), None));
        };
        match posts.iter().find(|post| is_it(parcel, post)).and_then(|post| id_of(&post["id"])) {
            Some(id) => Found::Yes(id),
            None => {
                Found::CannotTell("not among the Page's posts, which proves nothing; look at the Page".into())
            }
        }
    }

    pub(super) async fn probe(&self) -> Result<(), Refusal> {
        self.check().await.map(drop).map_err(|call| failed("Page", call))
    }

    pub(super) async fn check(&self) -> Result<String, Call> {
        let page = self.read("", &[("fields", "name")]).await?;
        Ok(format!("Page \"{}\"", page["name"].as_str().unwrap_or("?")))
    }

    async fn read(&self, edge: &str, query: &[(&str, &str)]) -> Result<Value, Call> {
        let request = self.http.get(&self.url(edge)).bearer_auth(self.token.expose_secret());
        self.http.read(request.query(query)).await
    }

    fn url(&self, edge: &str) -> String {
        format!("{}/{VERSION}/{}{edge}", self.base_url, self.page)
    }
}

/// What a code of the Graph API means for the publishing call; none: it has this very text already.
fn coded(code: u64, reason: &str) -> Option<Outcome> {
    let reason = reason.to_string();
    Some(match code {
        506 => return None,
        4 | 17 | 32 | 341 | 368 | 613 => Outcome::Refused(later(reason, Some(Duration::from_secs(15 * 60)))),
        10 | 102 | 190 | 200..=299 => Outcome::Refused(Refusal::Pause(reason)),
        100 => Outcome::Refused(Refusal::Never(reason)),
        // 1 and 2 say "try again later", and came after photos that were out.
        _ => Outcome::Unknown(reason),
    })
}

/// A code says more than the status, which is 400 for nearly everything.
fn failed(step: &str, call: Call) -> Refusal {
    if let Call::Answered(answer) = &call
        && let Some(code) = answer.json()["error"]["code"].as_u64()
        && let Some(Outcome::Refused(refusal)) = coded(code, &format!("{step}: {}", answer.excerpt()))
    {
        return refusal;
    }
    unread(step, call)
}

fn is_it(parcel: &Parcel, post: &Value) -> bool {
    // "+0000" is not RFC 3339, which has a colon.
    let created = |text: &str| DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%z").ok();
    let at = post["created_time"].as_str().and_then(created).map(|t| t.timestamp_millis());
    let text = post["message"].as_str().unwrap_or_default();
    parcel.is_marked(text) && at.is_some_and(|at| at >= parcel.earliest())
}
