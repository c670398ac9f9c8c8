use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use secrecy::{ExposeSecret, SecretString};
use sha1::Sha1;
use sha2::{Digest, Sha256};

/// The four keys of OAuth 1.0a in user context.
#[derive(Clone, Debug)]
pub struct Keys {
    pub consumer_key: SecretString,
    pub consumer_secret: SecretString,
    pub token: SecretString,
    pub token_secret: SecretString,
}

/// RFC 3986's unreserved characters stay.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

impl Keys {
    /// The Authorization header of a call at `now`, UTC milliseconds; bodies of JSON or forms in parts are not signed.
    pub(super) fn sign(&self, method: &str, url: &str, query: &[(&str, &str)], now: i64) -> String {
        // Two calls of the same millisecond differ in their addresses.
        let nonce = hex::encode(&Sha256::digest(format!("{method} {url} {query:?} {now}"))[..16]);
        self.header(method, url, query, &(now / 1000).to_string(), &nonce)
    }

    fn header(
        &self,
        method: &str,
        url: &str,
        query: &[(&str, &str)],
        timestamp: &str,
        nonce: &str,
    ) -> String {
        let mut oauth = vec![
            ("oauth_consumer_key", self.consumer_key.expose_secret()),
            ("oauth_nonce", nonce),
            ("oauth_signature_method", "HMAC-SHA1"),
            ("oauth_timestamp", timestamp),
            ("oauth_token", self.token.expose_secret()),
            ("oauth_version", "1.0"),
        ];
        let signature = self.signature(method, url, query, &oauth);
        oauth.push(("oauth_signature", &signature));
        let fields: Vec<String> = oauth.iter().map(|(k, v)| format!("{k}=\"{}\"", encode(v))).collect();
        format!("OAuth {}", fields.join(", "))
    }

    fn signature(&self, method: &str, url: &str, query: &[(&str, &str)], oauth: &[(&str, &str)]) -> String {
        let pairs = query.iter().chain(oauth).map(|(k, v)| format!("{}={}", encode(k), encode(v)));
        let mut pairs: Vec<String> = pairs.collect();
        pairs.sort();
        let base = format!("{method}&{}&{}", encode(url), encode(&pairs.join("&")));
        let secrets = [&self.consumer_secret, &self.token_secret].map(|s| encode(s.expose_secret()));
        let mut mac = Hmac::<Sha1>::new_from_slice(secrets.join("&").as_bytes()).expect("HMAC takes any key");
        mac.update(base.as_bytes());
        STANDARD.encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_as_the_network_expects() {
        let [consumer_key, consumer_secret, token, token_secret] =
            ["a", "b", "c", "d"].map(SecretString::from);
        let keys = Keys { consumer_key, consumer_secret, token, token_secret };
        let header = keys.header("POST", "https://api.x.com/2/tweets", &[], "1700000000", "abc");
        assert!(header.contains("oauth_signature=\"wHW00Mi8o9PL1rQJnBxMAJQVsS0%3D\""), "{header}");
    }
}
