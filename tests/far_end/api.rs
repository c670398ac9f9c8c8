//! What each network's documents say of the calls that a posting bot makes.

use super::http::decode;
use super::{Answer, Kind, Media, Post, Request, State, secret};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha1::Sha1;
use std::sync::atomic::Ordering::SeqCst;

/// Whether a call publishes, prepares that, or neither.
pub fn publishes(kind: Kind, request: &Request) -> Option<bool> {
    let path = request.path.as_str();
    if request.method != "POST" {
        return None;
    }
    let publishes = match kind {
        Kind::Mastodon => path == "/api/v1/statuses",
        Kind::Bluesky => path.ends_with("putRecord"),
        Kind::X => path == "/2/tweets",
        Kind::Telegram | Kind::Facebook | Kind::Discord => true,
    };
    Some(publishes)
}

/// The answer of a far end without tricks.
pub fn answer(state: &State, request: &Request) -> Answer {
    match state.kind {
        Kind::Mastodon => mastodon(state, request),
        Kind::Bluesky => bluesky(state, request),
        Kind::X => x(state, request),
        Kind::Telegram => telegram(state, request),
        Kind::Facebook => facebook(state, request),
        Kind::Discord => discord(state, request),
    }
}

impl State {
    fn picture_limit(&self) -> u64 {
        self.picture_limit.load(std::sync::atomic::Ordering::SeqCst)
    }

    fn demand(&self, holds: bool, what: &str) {
        if !holds {
            self.kept.lock().unwrap().faults.push(what.to_string());
        }
    }

    fn now(&self) -> String {
        (self.clock)().to_rfc3339_opts(chrono::SecondsFormat::Millis, true)
    }

    fn keep_media(&self, alt: &str, bytes: &[u8]) -> (usize, u32) {
        self.demand(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "a picture is a PNG");
        let forgetful = self.forgetful.load(SeqCst);
        let (alt, bytes) = if forgetful { ("", &bytes[..24]) } else { (alt, bytes) };
        let mut kept = self.kept.lock().unwrap();
        let wait = std::mem::take(&mut kept.slow);
        kept.media.push(Media { alt: alt.into(), bytes: bytes.into(), wait, used: false });
        (kept.media.len(), wait)
    }

    fn keep(&self, text: &str, alt: &str, picture: &[u8], more: Value) -> String {
        self.demand(picture.starts_with(b"\x89PNG\r\n\x1a\n"), "a picture is a PNG");
        self.demand(!text.is_empty(), "a post has a text");
        let forgetful = self.forgetful.load(SeqCst);
        let (text, alt, picture) = if forgetful { ("", "", &picture[..24]) } else { (text, alt, picture) };
        let more = if forgetful { Value::Null } else { more };
        let mut kept = self.kept.lock().unwrap();
        let id = (1000 + kept.count).to_string();
        kept.count += 1;
        if self.counting.load(SeqCst) {
            return id;
        }
        let at = (self.clock)();
        kept.posts.push(Post {
            id: id.clone(),
            text: text.into(),
            alt: alt.into(),
            picture: picture.into(),
            at,
            more,
        });
        id
    }

    /// Posts as they are read back, newest first.
    fn listed(&self) -> Vec<Post> {
        if self.blind.load(SeqCst) {
            return Vec::new();
        }
        self.kept.lock().unwrap().posts.iter().rev().cloned().collect()
    }
}

fn field(request: &Request, name: &str) -> Vec<u8> {
    request.parts().into_iter().find(|part| part.name == name).map(|part| part.bytes).unwrap_or_default()
}

fn text_field(request: &Request, name: &str) -> String {
    String::from_utf8(field(request, name)).unwrap()
}

fn not_found() -> Answer {
    Answer::json(404, json!({"error": "no such thing"}))
}

fn mastodon(state: &State, request: &Request) -> Answer {
    let token = format!("Bearer {}", secret("MASTODON_TOKEN"));
    if request.header("authorization") != Some(&token) && !request.path.contains("/instance") {
        return Answer::json(401, json!({"error": "The access token is invalid"}));
    }
    match (request.method.as_str(), request.path.trim_end_matches('/')) {
        ("GET", "/api/v2/instance" | "/api/v1/instance") => Answer::json(
            200,
            json!({"version": "4.5.0", "api_versions": {"mastodon": 6}, "configuration": {
                "statuses": {"max_characters": 500},
                "media_attachments": {"image_size_limit": state.picture_limit(), "description_limit": 1500},
            }}),
        ),
        ("GET", "/api/v1/accounts/verify_credentials") => {
            Answer::json(200, json!({"id": "9", "acct": "guerra"}))
        }
        ("GET", "/api/v1/accounts/9/statuses") => {
            let before = request.query("max_id").map_or(u64::MAX, |id| id.parse().unwrap());
            let page: Vec<Value> = state
                .listed()
                .iter()
                .filter(|p| p.id.parse::<u64>().unwrap() < before)
                .take(40)
                .map(|p| json!({"id": p.id, "created_at": p.at.to_rfc3339(), "content": html(&p.text)}))
                .collect();
            Answer::json(200, json!(page))
        }
        ("POST", "/api/v2/media") => {
            let (alt, file) = (text_field(request, "description"), field(request, "file"));
            if file.len() as u64 > state.picture_limit() {
                return Answer::json(422, json!({"error": "Validation failed: File size is too large"}));
            }
            let (id, wait) = state.keep_media(&alt, &file);
            let status = if wait > 0 { 202 } else { 200 };
            Answer::json(
                status,
                json!({"id": id.to_string(), "type": "image", "description": alt, "url": null}),
            )
        }
        ("GET", path) if path.starts_with("/api/v1/media/") => {
            let id: usize = path.rsplit('/').next().unwrap().parse().unwrap();
            let mut kept = state.kept.lock().unwrap();
            let media = &mut kept.media[id - 1];
            media.wait = media.wait.saturating_sub(1);
            Answer::json(if media.wait > 0 { 206 } else { 200 }, json!({"id": id.to_string()}))
        }
        ("POST", "/api/v1/statuses") => mastodon_status(state, request),
        _ => not_found(),
    }
}

fn html(text: &str) -> String {
    format!("<p>{}</p>", text.replace("\n\n", "</p><p>").replace('\n', "<br />"))
}

fn mastodon_status(state: &State, request: &Request) -> Answer {
    let mut body = request.json();
    if body.is_null() {
        // Other clients send a form.
        let parts = request.parts();
        let text = |name: &str| {
            parts.iter().find(|p| p.name == name).map(|p| String::from_utf8_lossy(&p.bytes).into_owned())
        };
        body = json!({"status": text("status"), "media_ids": [text("media_ids[]")], "language": text("language"), "visibility": text("visibility")});
    }
    let key = request.header("idempotency-key").unwrap_or_default().to_string();
    state.demand(!key.is_empty(), "a status has an Idempotency-Key");
    let known =
        state.kept.lock().unwrap().keys.iter().find(|(known, _)| *known == key).map(|(_, id)| id.clone());
    if let Some(id) = known {
        return Answer::json(200, json!({"id": id}));
    }
    let text = body["status"].as_str().unwrap_or_default();
    if text.chars().count() > 500 {
        return Answer::json(
            422,
            json!({"error": "Validation failed: Text character limit of 500 exceeded"}),
        );
    }
    state.demand(body["language"].is_string(), "a status has a language");
    state.demand(body["media_ids"].as_array().is_some_and(|ids| ids.len() == 1), "a status has one picture");
    let id: usize = body["media_ids"][0].as_str().unwrap_or_default().parse().unwrap_or(0);
    let mut kept = state.kept.lock().unwrap();
    let Some(media) = kept.media.get_mut(id.wrapping_sub(1)) else {
        return Answer::json(422, json!({"error": "no such picture"}));
    };
    if media.wait > 0 {
        return Answer::json(
            422,
            json!({"error": "Cannot attach files that have not finished processing. Try again in a moment!"}),
        );
    }
    let reused = std::mem::replace(&mut media.used, true);
    let (alt, bytes) = (media.alt.clone(), media.bytes.clone());
    drop(kept);
    state.demand(!reused, "a picture belongs to one status");
    let id = state.keep(text, &alt, &bytes, body.clone());
    state.kept.lock().unwrap().keys.push((key, id.clone()));
    Answer::json(
        200,
        json!({"id": id, "url": "https://example.org/1", "created_at": state.now(), "content": html(text)}),
    )
}

fn bluesky(state: &State, request: &Request) -> Answer {
    let method = request.path.strip_prefix("/xrpc/").unwrap_or_default();
    let bearer = request.header("authorization").unwrap_or_default().to_string();
    let session = |state: &State| {
        let n = state.kept.lock().unwrap().calls.len();
        state.expired.store(false, SeqCst);
        json!({"did": "did:plc:guerra", "handle": "guerra.test",
               "accessJwt": format!("eyJgeheim.access.{n}"), "refreshJwt": format!("eyJgeheim.refresh.{n}")})
    };
    match method {
        "com.atproto.server.createSession" => {
            state.kept.lock().unwrap().logins += 1;
            let body = request.json();
            if body["password"] != secret("BLUESKY_PASSWORD") || body["identifier"] != "guerra.test" {
                return Answer::json(
                    401,
                    json!({"error": "AuthenticationRequired", "message": "Invalid identifier or password"}),
                );
            }
            return Answer::json(200, session(state));
        }
        "com.atproto.server.refreshSession" if bearer.contains(".refresh.") => {
            return Answer::json(200, session(state));
        }
        "com.atproto.repo.getRecord" => {
            let rkey = request.query("rkey").unwrap_or_default();
            let found = state.listed().into_iter().find(|post| post.more["rkey"] == rkey);
            return match found {
                Some(post) => {
                    Answer::json(200, json!({"uri": post.id, "cid": "bafy", "value": post.more["record"]}))
                }
                None => Answer::json(
                    400,
                    json!({"error": "RecordNotFound", "message": "Could not locate record"}),
                ),
            };
        }
        _ => {}
    }
    if !bearer.contains(".access.") {
        return Answer::json(401, json!({"error": "AuthMissing"}));
    }
    if state.expired.load(SeqCst) {
        return Answer::json(400, json!({"error": "ExpiredToken", "message": "Token has expired"}));
    }
    match method {
        "com.atproto.server.getSession" => {
            Answer::json(200, json!({"did": "did:plc:guerra", "handle": "guerra.test"}))
        }
        "com.atproto.repo.uploadBlob" => {
            state.demand(request.header("content-type") == Some("image/png"), "a blob has its media type");
            let (id, _) = state.keep_media("", &request.body);
            let size = request.body.len();
            Answer::json(
                200,
                json!({"blob": {"$type": "blob", "ref": {"$link": format!("bafk{id}")}, "mimeType": "image/png", "size": size}}),
            )
        }
        "com.atproto.repo.putRecord" => bluesky_record(state, &request.json()),
        _ => not_found(),
    }
}

fn bluesky_record(state: &State, body: &Value) -> Answer {
    let (record, rkey) = (&body["record"], body["rkey"].as_str().unwrap_or_default());
    state.demand(
        rkey.len() == 13 && rkey.bytes().all(|b| b"234567abcdefghijklmnopqrstuvwxyz".contains(&b)),
        "a record key is a TID",
    );
    state.demand(body.get("swapRecord") == Some(&Value::Null), "swapRecord is null");
    state.demand(
        record["createdAt"].is_string() && record["langs"].is_array(),
        "a record has a time and languages",
    );
    let image = &record["embed"]["images"][0];
    state.demand(
        image["aspectRatio"]["width"].as_u64().is_some_and(|w| w > 1),
        "a picture has its aspect ratio",
    );
    let same = |post: &Post| post.more["rkey"] == rkey;
    let there = state.kept.lock().unwrap().posts.iter().find(|p| same(p)).cloned();
    if let Some(post) = there {
        let (mut old, mut new) = (post.more["record"].clone(), record.clone());
        // Blobs of the same bytes have the same name on a real server.
        for record in [&mut old, &mut new] {
            record["embed"]["images"][0]["image"]["ref"] = Value::Null;
        }
        return match old == new {
            true => Answer::json(200, json!({"uri": post.id, "cid": "bafy"})),
            false => Answer::json(400, json!({"error": "InvalidSwap", "message": "Record was at bafy"})),
        };
    }
    let link = image["image"]["ref"]["$link"].as_str().unwrap_or_default().to_string();
    let id: usize = link.trim_start_matches("bafk").parse().unwrap_or(0);
    let picture =
        state.kept.lock().unwrap().media.get(id.wrapping_sub(1)).map(|m| m.bytes.clone()).unwrap_or_default();
    let (text, alt) =
        (record["text"].as_str().unwrap_or_default(), image["alt"].as_str().unwrap_or_default());
    let id = state.keep(text, alt, &picture, json!({"rkey": rkey, "record": record}));
    Answer::json(200, json!({"uri": id, "cid": "bafy"}))
}

const UNRESERVED: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The signature of OAuth 1.0a, computed anew.
fn is_signed(request: &Request, base: &str) -> bool {
    let Some(fields) = request.header("authorization").and_then(|h| h.strip_prefix("OAuth ")) else {
        return false;
    };
    let mut pairs: Vec<(String, String)> = fields
        .split(", ")
        .filter_map(|f| f.split_once('='))
        .map(|(k, v)| (k.to_string(), decode(v.trim_matches('"'))))
        .collect();
    let at = pairs.iter().position(|(k, _)| k == "oauth_signature").unwrap();
    let signature = pairs.remove(at).1;
    pairs.extend(request.query.clone());
    let encode = |text: &str| percent_encoding::utf8_percent_encode(text, UNRESERVED).to_string();
    let mut lines: Vec<String> = pairs.iter().map(|(k, v)| format!("{}={}", encode(k), encode(v))).collect();
    lines.sort();
    let text = format!("{}&{}&{}", request.method, encode(base), encode(&lines.join("&")));
    let key = format!("{}&{}", secret("X_CONSUMER_SECRET"), secret("X_TOKEN_SECRET"));
    let mut mac = Hmac::<Sha1>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    STANDARD.encode(mac.finalize().into_bytes()) == signature
}

fn x(state: &State, request: &Request) -> Answer {
    let base = format!("http://{}{}", request.header("host").unwrap_or_default(), request.path);
    if !is_signed(request, &base) {
        return Answer::json(401, json!({"title": "Unauthorized", "status": 401}));
    }
    let body = request.json();
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/2/users/me") => Answer::json(200, json!({"data": {"id": "55", "username": "guerra"}})),
        ("GET", "/2/users/55/tweets") => {
            let posts: Vec<Value> = state
                .listed()
                .iter()
                .take(100)
                .map(|p| json!({"id": p.id, "text": p.text, "created_at": p.at.to_rfc3339()}))
                .collect();
            let count = posts.len();
            Answer::json(
                200,
                if count > 0 {
                    json!({"data": posts, "meta": {"result_count": count}})
                } else {
                    json!({"meta": {"result_count": 0}})
                },
            )
        }
        ("POST", "/2/media/upload") => {
            state
                .demand(text_field(request, "media_category") == "tweet_image", "a picture has its category");
            let (id, _) = state.keep_media("", &field(request, "media"));
            Answer::json(200, json!({"data": {"id": id.to_string(), "media_key": "3_1"}}))
        }
        ("POST", "/2/media/metadata") => {
            let id: usize = body["id"].as_str().unwrap().parse().unwrap();
            let alt = body["metadata"]["alt_text"]["text"].as_str().unwrap_or_default().to_string();
            state.demand(
                (1..=1000).contains(&alt.encode_utf16().count()),
                "an alt text has at most 1000 characters",
            );
            state.kept.lock().unwrap().media[id - 1].alt = alt;
            Answer::json(200, json!({"data": {"id": body["id"]}}))
        }
        ("POST", "/2/tweets") => {
            let text = body["text"].as_str().unwrap_or_default();
            if state.kept.lock().unwrap().posts.iter().any(|post| post.text == text) {
                return Answer::json(
                    403,
                    json!({"detail": "You are not allowed to create a Tweet with duplicate content.", "status": 403}),
                );
            }
            let id: usize = body["media"]["media_ids"][0].as_str().unwrap_or_default().parse().unwrap_or(0);
            let media = state
                .kept
                .lock()
                .unwrap()
                .media
                .get(id.wrapping_sub(1))
                .map(|m| (m.alt.clone(), m.bytes.clone()));
            let Some((alt, bytes)) = media else {
                return Answer::json(400, json!({"title": "Invalid Request"}));
            };
            let id = state.keep(text, &alt, &bytes, body.clone());
            Answer::json(201, json!({"data": {"id": id, "text": text}}))
        }
        _ => not_found(),
    }
}

fn telegram(state: &State, request: &Request) -> Answer {
    let Some(method) = request.path.strip_prefix(&format!("/bot{}/", secret("TELEGRAM_TOKEN"))) else {
        return Answer::json(401, json!({"ok": false, "error_code": 401, "description": "Unauthorized"}));
    };
    match method {
        "getMe" => Answer::json(
            200,
            json!({"ok": true, "result": {"id": 1, "is_bot": true, "first_name": "g", "username": "guerra_bot"}}),
        ),
        "getChat" => Answer::json(
            200,
            json!({"ok": true, "result": {"id": -100, "type": "channel", "title": "La guerra", "accent_color_id": 1, "max_reaction_count": 11, "accepted_gift_types": {
                "unlimited_gifts": false, "limited_gifts": false, "unique_gifts": false, "premium_subscription": false, "gifts_from_channels": false}}}),
        ),
        "sendPhoto" | "sendDocument" => {
            let caption = text_field(request, "caption");
            if caption.encode_utf16().count() > 1024 {
                return Answer::json(
                    400,
                    json!({"ok": false, "error_code": 400, "description": "Bad Request: message caption is too long"}),
                );
            }
            state.demand(text_field(request, "chat_id") == "@guerra", "a message has its chat");
            state.demand(request.parts().iter().all(|p| p.name != "parse_mode"), "names are no markup");
            let picture = field(request, if method == "sendPhoto" { "photo" } else { "document" });
            let id = state.keep(&caption, "", &picture, json!({"method": method}));
            let id: u64 = id.parse().unwrap();
            Answer::json(
                200,
                json!({"ok": true, "result": {"message_id": id, "date": 1, "chat": {"id": -100, "type": "channel"}}}),
            )
        }
        _ => Answer::json(404, json!({"ok": false, "error_code": 404, "description": "Not Found"})),
    }
}

fn facebook(state: &State, request: &Request) -> Answer {
    if request.header("authorization") != Some(&format!("Bearer {}", secret("FACEBOOK_TOKEN"))) {
        return Answer::json(400, json!({"error": {"message": "Invalid OAuth access token.", "code": 190}}));
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/v26.0/4242") => Answer::json(200, json!({"name": "La guerra", "id": "4242"})),
        ("GET", "/v26.0/4242/posts") => {
            let posts: Vec<Value> = state.listed().iter().map(|p| {
                json!({"id": p.id, "message": p.text, "created_time": p.at.format("%Y-%m-%dT%H:%M:%S%z").to_string()})
            }).collect();
            Answer::json(200, json!({"data": posts}))
        }
        ("POST", "/v26.0/4242/photos") => {
            let (text, alt) = (text_field(request, "message"), text_field(request, "alt_text_custom"));
            if state.kept.lock().unwrap().posts.iter().any(|post| post.text == text) {
                return Answer::json(
                    400,
                    json!({"error": {"message": "Duplicate status message", "code": 506}}),
                );
            }
            state.demand(!alt.is_empty(), "a photo has its alt text");
            let id = state.keep(&text, &alt, &field(request, "source"), Value::Null);
            Answer::json(200, json!({"id": "1", "post_id": id}))
        }
        _ => not_found(),
    }
}

fn discord(state: &State, request: &Request) -> Answer {
    if request.path != "/api/webhooks/77/geheim-discord-word" {
        return Answer::json(404, json!({"message": "Unknown Webhook", "code": 10015}));
    }
    if request.method == "GET" {
        return Answer::json(200, json!({"id": "77", "name": "guerra"}));
    }
    state.demand(request.query("wait") == Some("true"), "the message is waited for");
    let payload: Value = serde_json::from_slice(&field(request, "payload_json")).unwrap_or(Value::Null);
    let (text, attachment) = (payload["content"].as_str().unwrap_or_default(), &payload["attachments"][0]);
    state.demand(payload["allowed_mentions"]["parse"] == json!([]), "nobody is mentioned");
    let file = request.parts().into_iter().find(|part| part.name == "files[0]");
    let named = file
        .as_ref()
        .is_some_and(|f| f.file.as_deref() == attachment["filename"].as_str() && attachment["id"] == 0);
    state.demand(named, "the attachment is the file");
    state.demand(
        file.as_ref().is_some_and(|f| f.media.as_deref() == Some("image/png")),
        "the file has its media type",
    );
    let alt = attachment["description"].as_str().unwrap_or_default();
    if text.encode_utf16().count() > 2000 || alt.encode_utf16().count() > 1024 {
        return Answer::json(400, json!({"code": 50035, "message": "Invalid Form Body"}));
    }
    let id = state.keep(text, alt, &file.map(|f| f.bytes).unwrap_or_default(), Value::Null);
    Answer::json(200, json!({"id": id, "content": text}))
}
