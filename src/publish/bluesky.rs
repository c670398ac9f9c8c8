#![allow(clippy::wildcard_enum_match_arm, reason = "an answer that no arm names is judged like any other")]

use super::http::{Answer, Call, Http};
use super::record::{COLLECTION, record, rkey};
use super::session::{Login, Session};
use super::verdict::{id_of, later, prepared, published, unread};
use super::{Found, Limits, Outcome, Parcel, Refusal};
use crate::store::Writer;
use crate::words::{Limit, Ruler};
use reqwest::RequestBuilder;
use secrecy::SecretString;
use serde_json::{Value, json};

/// Bluesky, or any other PDS of the AT protocol.
#[derive(Clone, Debug)]
pub struct Bluesky {
    login: Login,
}

impl Bluesky {
    /// `name`: the network's, under which its session is stored; `password`: an app password.
    pub fn new(http: &Http, name: String, base_url: String, handle: String, password: SecretString) -> Self {
        Bluesky { login: Login { http: http.hiding([&password]), name, base_url, handle, password } }
    }

    pub(super) fn server(&self) -> (&Http, &str) {
        (&self.login.http, &self.login.base_url)
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            caption: Some(Limit { ruler: Ruler::Graphemes, max: 300, max_bytes: Some(3000) }),
            alt: Some(Limit::of(Ruler::Graphemes, 2000)),
            // What servers of before 2025 take; newer ones take twice as much.
            bytes: Some(1_000_000),
            sides: None,
        }
    }

    pub(super) async fn send(&self, parcel: &Parcel, writer: &Writer) -> Outcome {
        let blob = match self.upload(parcel, writer).await {
            Ok(blob) => blob,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        crate::crash_point!("publish-after-upload");
        // Without swapRecord a second call would overwrite silently; with null it can only create.
        let put = |session: &Session, request: RequestBuilder| {
            request.json(&json!({
                "repo": session.did, "collection": COLLECTION, "rkey": rkey(parcel),
                "record": record(parcel, &blob), "swapRecord": null,
            }))
        };
        let call = match self.authorized("com.atproto.repo.putRecord", writer, put).await {
            Ok(call) => call,
            Err(refusal) => return Outcome::Refused(refusal),
        };
        if let Call::Answered(answer) = &call
            && answer.status == 400
        {
            // The key is this post's alone: what is there is this post, though perhaps in other bytes.
            return match answer.json()["error"].as_str() {
                Some("InvalidSwap") => match self.find(parcel, writer).await {
                    Found::Yes(uri) => Outcome::Accepted(uri),
                    Found::Absent | Found::CannotTell(_) | Found::Failed(_) => {
                        Outcome::Unknown(format!("record: {}", answer.excerpt()))
                    }
                },
                _ => Outcome::Refused(Refusal::Never(format!("record: {}", answer.excerpt()))),
            };
        }
        match call {
            Call::Answered(answer) if answer.status == 429 => Outcome::Refused(too_often("record", &answer)),
            call => published("record", call, |body| id_of(&body["uri"])),
        }
    }

    async fn upload(&self, parcel: &Parcel, writer: &Writer) -> Result<Value, Refusal> {
        let picture = |_: &Session, request: RequestBuilder| {
            request.header("Content-Type", "image/png").body(parcel.frozen.png.clone())
        };
        let answer = match self.authorized("com.atproto.repo.uploadBlob", writer, picture).await? {
            Call::Answered(answer) if answer.status == 429 => return Err(too_often("picture", &answer)),
            call => prepared("picture", call)?,
        };
        let blob = answer.json()["blob"].clone();
        let missing = || later(format!("picture: no blob in {}", answer.excerpt()), None);
        if blob.is_object() { Ok(blob) } else { Err(missing()) }
    }

    /// Public: needs no login that could have expired, only to know whose repository it is.
    pub(super) async fn find(&self, parcel: &Parcel, writer: &Writer) -> Found {
        let did = match self.login.session(writer).await {
            Ok(session) => session.did,
            Err(refusal) => return Found::Failed(refusal),
        };
        let key = rkey(parcel);
        let query = [("repo", did.as_str()), ("collection", COLLECTION), ("rkey", key.as_str())];
        let request = self.login.http.get(&self.login.url("com.atproto.repo.getRecord")).query(&query);
        match self.login.http.read(request).await {
            Ok(body) => match id_of(&body["uri"]) {
                Some(uri) => Found::Yes(uri),
                None => Found::Failed(later("reading back: no uri".to_string(), None)),
            },
            Err(Call::Answered(answer)) if answer.json()["error"] == "RecordNotFound" => Found::Absent,
            // Whatever else a 400 says, it says nothing about the post.
            Err(Call::Answered(answer)) if answer.status == 400 => {
                Found::Failed(later(format!("reading back: {}", answer.excerpt()), None))
            }
            Err(call) => Found::Failed(unread("reading back", call)),
        }
    }

    pub(super) async fn check(&self, writer: &Writer) -> Result<String, Refusal> {
        let call = self.authorized_get("com.atproto.server.getSession", writer).await?;
        let answer = prepared("session", call)?;
        let body = answer.json();
        let text = |key: &str| body[key].as_str().unwrap_or("?").to_string();
        Ok(format!("@{} ({})", text("handle"), text("did")))
    }

    async fn authorized(
        &self,
        method: &str,
        writer: &Writer,
        fill: impl Fn(&Session, RequestBuilder) -> RequestBuilder,
    ) -> Result<Call, Refusal> {
        let url = self.login.url(method);
        self.login.call(writer, |session| fill(session, self.login.http.post(&url))).await
    }

    async fn authorized_get(&self, method: &str, writer: &Writer) -> Result<Call, Refusal> {
        let url = self.login.url(method);
        self.login.call(writer, |_| self.login.http.get(&url)).await
    }
}

pub(super) fn too_often(step: &str, answer: &Answer) -> Refusal {
    match answer.until("ratelimit-reset").filter(|_| answer.retry_after().is_none()) {
        Some(wait) => later(format!("{step}: {}", answer.excerpt()), Some(wait)),
        None => super::verdict::refusal(step, answer),
    }
}
