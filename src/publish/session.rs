#![allow(clippy::wildcard_enum_match_arm, reason = "an answer that no arm names is judged like any other")]

use super::Refusal;
use super::bluesky::too_often;
use super::http::{Answer, Call, Http};
use super::verdict::{later, prepared};
use crate::store::{StoreError, Writer};
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The right to post as one account; logins are few (30 in 5 minutes), so a session is stored and refreshed.
#[derive(Clone, Debug)]
pub(super) struct Login {
    pub http: Http,
    pub name: String,
    pub base_url: String,
    pub handle: String,
    pub password: SecretString,
}

/// Tokens: one for two hours, and one for months that brings a new pair.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Session {
    pub did: String,
    access: String,
    refresh: String,
}

impl Login {
    /// Makes a call that needs the session; one that finds it expired refreshes it and calls again.
    pub async fn call(
        &self,
        writer: &Writer,
        request: impl Fn(&Session) -> RequestBuilder,
    ) -> Result<Call, Refusal> {
        let session = self.session(writer).await?;
        match self.http.call(request(&session).bearer_auth(&session.access)).await {
            Call::Answered(answer) if is_closed(&answer) => return Err(Refusal::Pause(answer.excerpt())),
            Call::Answered(answer) if is_expired(&answer) => {}
            call => return Ok(call),
        }
        let session = self.refresh(writer, &session).await?;
        match self.http.call(request(&session).bearer_auth(&session.access)).await {
            Call::Answered(answer) if is_expired(&answer) => {
                Err(Refusal::Pause(format!("a new session is refused: {}", answer.excerpt())))
            }
            call => Ok(call),
        }
    }

    /// The stored session, or a new one.
    pub async fn session(&self, writer: &Writer) -> Result<Session, Refusal> {
        let (name, account) = (self.name.clone(), self.account());
        let stored = writer.run(move |store| store.session(&name, &account)).await;
        let stored = stored.and_then(|stored| stored).map_err(lost)?;
        match stored.and_then(|text| serde_json::from_str(&text).ok()) {
            Some(session) => Ok(session),
            None => self.log_in(writer).await,
        }
    }

    async fn log_in(&self, writer: &Writer) -> Result<Session, Refusal> {
        let body = json!({"identifier": self.handle, "password": self.password.expose_secret()});
        let request = self.http.post(&self.url("com.atproto.server.createSession")).json(&body);
        match self.http.call(request).await {
            Call::Answered(answer) if answer.status == 429 => Err(too_often("login", &answer)),
            // A login that is refused stays refused, whatever the number: trying on would lock the account.
            Call::Answered(answer) if (400..500).contains(&answer.status) => {
                Err(Refusal::Pause(format!("login: {}", answer.excerpt())))
            }
            call => self.keep(writer, &prepared("login", call)?).await,
        }
    }

    /// A refresh token that is dead too means a new login.
    async fn refresh(&self, writer: &Writer, old: &Session) -> Result<Session, Refusal> {
        let url = self.url("com.atproto.server.refreshSession");
        match self.http.call(self.http.post(&url).bearer_auth(&old.refresh)).await {
            Call::Answered(answer) if answer.status == 429 => Err(too_often("login", &answer)),
            Call::Answered(answer) if (400..500).contains(&answer.status) => self.log_in(writer).await,
            call => self.keep(writer, &prepared("login", call)?).await,
        }
    }

    async fn keep(&self, writer: &Writer, answer: &Answer) -> Result<Session, Refusal> {
        let body = answer.json();
        let text = |key: &str| body[key].as_str().map(String::from);
        let (Some(did), Some(access), Some(refresh)) = (text("did"), text("accessJwt"), text("refreshJwt"))
        else {
            return Err(later("login: an answer without tokens".to_string(), None));
        };
        let session = Session { did, access, refresh };
        let (name, account, tokens) = (self.name.clone(), self.account(), json!(session).to_string());
        let keep = move |store: &mut crate::store::Store| {
            store.transaction(|tx| tx.keep_session(&name, &account, &tokens))
        };
        writer.run(keep).await.and_then(|kept: Result<(), StoreError>| kept).map_err(lost)?;
        Ok(session)
    }

    fn account(&self) -> String {
        format!("{} at {}", self.handle, self.base_url)
    }

    pub fn url(&self, method: &str) -> String {
        format!("{}/xrpc/{method}", self.base_url)
    }
}

fn lost(error: StoreError) -> Refusal {
    later(format!("session: {error}"), None)
}

/// An account that is taken down, suspended or deactivated takes nothing; that is a 400 too, by its name.
fn is_closed(answer: &Answer) -> bool {
    let error = answer.json()["error"].as_str().unwrap_or_default().to_string();
    let closed = ["Takedown", "Takendown", "Suspended", "Deactivated"];
    (400..404).contains(&answer.status) && closed.iter().any(|word| error.contains(word))
}

/// An expired token is a 400, by its name.
fn is_expired(answer: &Answer) -> bool {
    answer.status == 401
        || answer.status == 400
            && matches!(answer.json()["error"].as_str(), Some("ExpiredToken" | "InvalidToken"))
}
