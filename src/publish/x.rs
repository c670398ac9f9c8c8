#![allow(clippy::wildcard_enum_match_arm, reason = "an answer that no arm names is judged like any other")]

use super::http::{Answer, Call, Http, png_part};
use super::oauth::Keys;
use super::verdict::{duplicate, id_of, later, prepared, published, refusal, unread};
use super::{Found, Limits, Outcome, Parcel, Refusal};
use crate::words::{Limit, Ruler};
use chrono::{DateTime, SecondsFormat, Utc};
use reqwest::RequestBuilder;
use reqwest::multipart::Form;
use serde_json::{Value, json};

/// X, with the four keys of OAuth 1.0a: no token that rotates, so no crash can lose the login.
#[derive(Clone, Debug)]
pub struct X {
    http: Http,
    base_url: String,
    keys: Keys,
    clock: fn() -> DateTime<Utc>,
}

/// Signatures of a clock further off than this are refused.
const SKEW_MOST: i64 = 60;

impl X {
    pub fn new(http: &Http, base_url: String, keys: Keys, clock: fn() -> DateTime<Utc>) -> Self {
        let secrets = [&keys.consumer_key, &keys.consumer_secret, &keys.token, &keys.token_secret];
        X { http: http.hiding(secrets), base_url, keys, clock }
    }

    pub(super) fn server(&self) -> (&Http, &str) {
        (&self.http, &self.base_url)
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            caption: Some(Limit::of(Ruler::Weighted, 280)),
            alt: Some(Limit::of(Ruler::Utf16, 1000)),
            bytes: Some(5_000_000),
            sides: None,
        }
    }

    pub(super) async fn send(&self, parcel: &Parcel) -> Outcome {
        let media = match self.upload(parcel).await {
            Ok(media) => media,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        crate::crash_point!("publish-after-upload");
        let body = json!({"text": parcel.frozen.caption, "media": {"media_ids": [media]}});
        match self.http.call(self.post("/2/tweets").json(&body)).await {
            // Every caption holds its turn's number, so the text that is there is this post.
            Call::Answered(answer) if answer.status == 403 && says_duplicate(&answer) => {
                duplicate(self.find(parcel).await, format!("post: {}", answer.excerpt()))
            }
            Call::Answered(answer) if (300..500).contains(&answer.status) && answer.status != 408 => {
                Outcome::Refused(self.refused("post", &answer))
            }
            call => published("post", call, |body| id_of(&body["data"]["id"])),
        }
    }

    async fn upload(&self, parcel: &Parcel) -> Result<String, Refusal> {
        let picture = png_part(&parcel.frozen.png, &parcel.file_name());
        let form = Form::new().text("media_category", "tweet_image").part("media", picture);
        let answer = self.step("picture", self.post("/2/media/upload").multipart(form)).await?;
        let missing = || later(format!("picture: no id in {}", answer.excerpt()), None);
        let id = id_of(&answer.json()["data"]["id"]).ok_or_else(missing)?;
        let body = json!({"id": id, "metadata": {"alt_text": {"text": parcel.frozen.alt}}});
        self.step("alt text", self.post("/2/media/metadata").json(&body)).await?;
        Ok(id)
    }

    async fn step(&self, what: &str, request: RequestBuilder) -> Result<Answer, Refusal> {
        match self.http.call(request).await {
            Call::Answered(answer) if answer.status >= 300 => Err(self.refused(what, &answer)),
            call => prepared(what, call),
        }
    }

    /// The newest hundred of the own posts since the first attempt.
    pub(super) async fn find(&self, parcel: &Parcel) -> Found {
        let found = self.look_for(parcel).await;
        found.unwrap_or_else(|call| match &call {
            Call::Answered(answer) if answer.status != 200 => {
                Found::Failed(self.refused("reading back", answer))
            }
            Call::Answered(_) | Call::NotMade(_) | Call::Cut(_) => {
                Found::Failed(unread("reading back", call))
            }
        })
    }

    async fn look_for(&self, parcel: &Parcel) -> Result<Found, Call> {
        let me = self.read("/2/users/me", &[]).await?;
        let me = id_of(&me["data"]["id"]).unwrap_or_default();
        let since = DateTime::from_timestamp_millis(parcel.earliest()).unwrap_or_default();
        let since = since.to_rfc3339_opts(SecondsFormat::Secs, true);
        let query = [("max_results", "100"), ("start_time", &since), ("tweet.fields", "created_at")];
        let posts = self.read(&format!("/2/users/{me}/tweets"), &query).await?;
        let list = posts["data"].as_array().map_or(&[][..], Vec::as_slice);
        if posts["data"].is_null() && posts["meta"]["result_count"] != json!(0) {
            return Ok(Found::Failed(later("reading back: not a list".to_string(), None)));
        }
        Ok(match list.iter().find(|post| is_it(parcel, post)).and_then(|post| id_of(&post["id"])) {
            Some(id) => Found::Yes(id),
            None if posts["meta"]["next_token"].is_string() => {
                Found::CannotTell("it is not among the last 100 posts; look further back".to_string())
            }
            None => Found::Absent,
        })
    }

    pub(super) async fn check(&self) -> Result<String, Call> {
        let me = self.read("/2/users/me", &[]).await?;
        Ok(format!("@{}", me["data"]["username"].as_str().unwrap_or("?")))
    }

    /// Why a call was refused; a wrong clock is a reason of its own.
    pub(super) fn refused(&self, what: &str, answer: &Answer) -> Refusal {
        let clock = answer.date().map(|theirs| ((self.clock)() - DateTime::from(theirs)).num_seconds());
        match (answer.status, clock) {
            (401, Some(skew)) if skew.abs() > SKEW_MOST => Refusal::Pause(format!(
                "{what}: {}; this machine's clock is off by {skew} s, set it right",
                answer.excerpt()
            )),
            (429, _) if answer.until("x-rate-limit-reset").is_some() => {
                later(format!("{what}: {}", answer.excerpt()), answer.until("x-rate-limit-reset"))
            }
            _ => refusal(what, answer),
        }
    }

    async fn read(&self, path: &str, query: &[(&str, &str)]) -> Result<Value, Call> {
        let url = self.url(path);
        let signature = self.keys.sign("GET", &url, query, (self.clock)().timestamp_millis());
        self.http.read(self.http.get(&url).query(query).header("Authorization", signature)).await
    }

    fn post(&self, path: &str) -> RequestBuilder {
        let url = self.url(path);
        let signature = self.keys.sign("POST", &url, &[], (self.clock)().timestamp_millis());
        self.http.post(&url).header("Authorization", signature)
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

fn says_duplicate(answer: &Answer) -> bool {
    answer.excerpt().to_lowercase().contains("duplicate")
}

fn is_it(parcel: &Parcel, post: &Value) -> bool {
    let at = post["created_at"].as_str().and_then(|t| DateTime::parse_from_rfc3339(t).ok());
    parcel.is_marked(post["text"].as_str().unwrap_or_default())
        && at.is_some_and(|at| at.timestamp_millis() >= parcel.earliest())
}
