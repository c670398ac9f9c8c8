use super::http::{self, Call, Http, png_part};
use super::verdict::{id_of, later, published, unread};
use super::{Found, Limits, Outcome, Parcel, Refusal};
use crate::words::{Limit, Ruler};
use reqwest::Url;
use reqwest::multipart::Form;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use std::time::Duration;

/// A Discord webhook; its address is the secret.
#[derive(Clone, Debug)]
pub struct Discord {
    http: Http,
    webhook: SecretString,
}

impl Discord {
    /// `base_url`: in place of the webhook's own server.
    ///
    /// # Errors
    /// Not the address of a webhook.
    pub fn new(http: &Http, webhook: &SecretString, base_url: Option<&str>) -> Result<Self, String> {
        let wrong = "not a webhook's address, which is https://discord.com/api/webhooks/NUMBER/WORD";
        let parsed = Url::parse(webhook.expose_secret()).map_err(|_| wrong)?;
        let here = match base_url {
            Some(base) => format!("{base}{}", parsed.path()),
            None => webhook.expose_secret().to_string(),
        };
        let (_, word) = parsed.path().trim_end_matches('/').rsplit_once('/').ok_or(wrong)?;
        if !http::lawful(&here) || !parsed.path().contains("/webhooks/") {
            return Err(wrong.to_string());
        }
        let (here, word) = (SecretString::from(here), SecretString::from(word));
        Ok(Discord { http: http.hiding([webhook, &here, &word]), webhook: here })
    }

    pub(super) fn server(&self) -> (&Http, &str) {
        (&self.http, self.webhook.expose_secret())
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            caption: Some(Limit::of(Ruler::Utf16, 2000)),
            alt: Some(Limit::of(Ruler::Utf16, 1024)),
            bytes: Some(10 << 20),
            sides: None,
        }
    }

    pub(super) async fn send(&self, parcel: &Parcel) -> Outcome {
        let file = parcel.file_name();
        let payload = json!({
            "content": parcel.frozen.caption,
            "allowed_mentions": {"parse": []},
            "attachments": [{"id": 0, "filename": file, "description": parcel.frozen.alt}],
        });
        let form = Form::new()
            .text("payload_json", payload.to_string())
            .part("files[0]", png_part(&parcel.frozen.png, &file));
        // Without `wait` the answer comes before the message is made.
        let request = self.http.post(self.webhook.expose_secret()).query(&[("wait", "true")]);
        let call = self.http.call(request.multipart(form)).await;
        if let Call::Answered(answer) = &call
            && answer.status == 429
            && let Some(seconds) = answer.json()["retry_after"].as_f64()
            && let Ok(wait) = Duration::try_from_secs_f64(seconds)
        {
            return Outcome::Refused(later(format!("message: {}", answer.excerpt()), Some(wait)));
        }
        published("message", call, |body| id_of(&body["id"]))
    }

    /// A webhook can read a message only by the id that the lost answer held.
    pub(super) fn find(&self) -> Found {
        Found::CannotTell("a Discord webhook cannot read back what it posted; look into the channel".into())
    }

    pub(super) async fn probe(&self) -> Result<(), Refusal> {
        self.check().await.map(drop).map_err(|call| unread("webhook", call))
    }

    pub(super) async fn check(&self) -> Result<String, Call> {
        let webhook = self.http.read(self.http.get(self.webhook.expose_secret())).await?;
        Ok(format!("webhook \"{}\"", webhook["name"].as_str().unwrap_or("?")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::Patience;

    #[test]
    fn only_a_webhooks_address_is_taken_and_never_repeated() {
        let http = Http::new(Patience::default()).unwrap();
        let new = |url: &str, base| Discord::new(&http, &url.into(), base);
        let made = new("https://discord.com/api/webhooks/1/geheim", Some("http://127.0.0.1:9")).unwrap();
        assert_eq!(made.webhook.expose_secret(), "http://127.0.0.1:9/api/webhooks/1/geheim");
        assert!(!format!("{made:?}").contains("geheim"));
        for wrong in ["geheim", "http://discord.com/api/webhooks/1/geheim", "https://discord.com/geheim"] {
            assert!(!new(wrong, None).unwrap_err().contains("geheim"));
        }
    }
}
