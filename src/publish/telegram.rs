use super::http::{Call, Http, png_part};
use super::verdict::{id_of, later, published, unread};
use super::{Found, Limits, Outcome, Parcel, Refusal, fit};
use crate::words::{Limit, Ruler};
use reqwest::multipart::Form;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::time::Duration;

/// A Telegram bot that posts into one chat or channel.
#[derive(Clone, Debug)]
pub struct Telegram {
    http: Http,
    base_url: String,
    token: SecretString,
    chat: String,
    form: TelegramForm,
}

/// How a post looks there.
#[derive(Clone, Copy, Debug, Default)]
pub struct TelegramForm {
    /// A file, which keeps the exact pixels, in place of a photo.
    pub as_document: bool,
    /// There are no alt texts: it follows the caption, as far as there is room.
    pub alt_in_caption: bool,
}

const CAPTION: Limit = Limit { ruler: Ruler::Utf16, max: 1024, max_bytes: None };
/// Width and height of a photo together.
const SIDES: u32 = 10_000;

impl Telegram {
    /// `chat`: `@channel` or a number.
    pub fn new(http: &Http, base_url: String, token: SecretString, chat: String, form: TelegramForm) -> Self {
        Telegram { http: http.hiding([&token]), base_url, token, chat, form }
    }

    pub(super) fn server(&self) -> (&Http, &str) {
        (&self.http, &self.base_url)
    }

    pub(super) fn limits(&self) -> Limits {
        let sides = (!self.form.as_document).then_some(SIDES);
        Limits { caption: Some(CAPTION), alt: None, bytes: Some(10 << 20), sides }
    }

    pub(super) async fn send(&self, parcel: &Parcel) -> Outcome {
        let (method, field) = match self.form.as_document {
            true => ("sendDocument", "document"),
            false => ("sendPhoto", "photo"),
        };
        // No parse_mode: names may hold `_` and `*`.
        let form = Form::new()
            .text("chat_id", self.chat.clone())
            .text("caption", self.caption(parcel))
            .part(field, png_part(&parcel.frozen.png, &parcel.file_name()));
        let call = self.http.call(self.http.post(&self.url(method)).multipart(form)).await;
        if let Call::Answered(answer) = &call
            && let Some(refusal) = refused(answer.status, &answer.json(), &answer.excerpt())
        {
            return Outcome::Refused(refusal);
        }
        published(method, call, |body| id_of(&body["result"]["message_id"]))
    }

    fn caption(&self, parcel: &Parcel) -> String {
        let caption = &parcel.frozen.caption;
        if !self.form.alt_in_caption {
            return caption.clone();
        }
        let left = CAPTION.max.saturating_sub(CAPTION.ruler.measure(caption) + 2);
        let alt = fit::alt(&parcel.frozen.alt, Some(&Limit::of(CAPTION.ruler, left)));
        format!("{caption}\n\n{alt}").trim_end().to_string()
    }

    /// A bot cannot read what it posted.
    pub(super) fn find(&self) -> Found {
        Found::CannotTell("a Telegram bot cannot read back what it posted; look into the chat".to_string())
    }

    pub(super) async fn probe(&self) -> Result<(), Refusal> {
        self.read("getMe").await.map(drop).map_err(|call| unread("getMe", call))
    }

    pub(super) async fn check(&self) -> Result<String, Call> {
        let me = self.read("getMe").await?;
        let chat =
            self.http.read(self.http.get(&self.url("getChat")).query(&[("chat_id", &self.chat)])).await?;
        let name = |body: &Value, key: &str| body["result"][key].as_str().unwrap_or("?").to_string();
        Ok(format!("@{} posts into \"{}\"", name(&me, "username"), name(&chat, "title")))
    }

    async fn read(&self, method: &str) -> Result<Value, Call> {
        self.http.read(self.http.get(&self.url(method))).await
    }

    fn url(&self, method: &str) -> String {
        format!("{}/bot{}/{method}", self.base_url, self.token.expose_secret())
    }
}

/// What Telegram's own words add to the status.
fn refused(status: u16, body: &Value, excerpt: &str) -> Option<Refusal> {
    let parameters = &body["parameters"];
    match status {
        429 => {
            let wait = Duration::from_secs(parameters["retry_after"].as_u64()?);
            Some(later(format!("sendPhoto: {excerpt}"), Some(wait)))
        }
        400 if parameters["migrate_to_chat_id"].is_i64() => {
            let new = &parameters["migrate_to_chat_id"];
            Some(Refusal::Pause(format!("the chat has become {new}; write that as `chat`")))
        }
        // Some rights that the bot lacks are a 400, not a 403.
        400 if excerpt.contains("chat not found") || excerpt.contains("rights") => {
            Some(Refusal::Pause(excerpt.to_string()))
        }
        _ => None,
    }
}
