use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::io::Write;

/// A document as it is sent, with its fingerprint, and smaller if that helps.
pub(super) struct Document {
    media: &'static str,
    keep: Keep,
    etag: HeaderValue,
    body: Bytes,
    zipped: Option<Bytes>,
}

/// How long others may keep a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Ask each time whether it changed.
    Ask,
    /// The address will never have other bytes.
    Ever,
}

pub(super) const PNG: &str = "image/png";
pub(super) const JSON: &str = "application/json";
pub(super) const ATOM: &str = "application/atom+xml; charset=utf-8";

impl Document {
    pub fn new(media: &'static str, keep: Keep, body: impl Into<Vec<u8>>) -> Self {
        let body: Vec<u8> = body.into();
        let digest = hex::encode(&Sha256::digest(&body)[..12]);
        let etag =
            HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        let zipped = zip(media, &body).map(Bytes::from);
        Document { media, keep, etag, body: Bytes::from(body), zipped }
    }

    /// What it takes up, in bytes.
    pub fn weight(&self) -> usize {
        self.body.len() + self.zipped.as_ref().map_or(0, Bytes::len)
    }

    /// The answer to a request: 304 if the reader has it, smaller if the reader can read that.
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let known = request.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok()).unwrap_or_default();
        let ours = self.etag.to_str().unwrap_or_default();
        let has_it = known
            .split(',')
            .any(|tag| matches!(tag.trim().trim_start_matches("W/"), t if t == ours || t == "*"));
        let zipped = self.zipped.as_ref().filter(|_| reads_gzip(request));
        let mut response = Response::new(match (has_it, zipped) {
            (true, _) => Body::empty(),
            (false, Some(zipped)) => Body::from(zipped.clone()),
            (false, None) => Body::from(self.body.clone()),
        });
        if has_it {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static(match self.keep {
                Keep::Ask => "no-cache",
                Keep::Ever => "public, max-age=31536000, immutable",
            }),
        );
        if !has_it {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
            if zipped.is_some() {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
        }
        response
    }
}

fn reads_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    accepted.flat_map(|v| v.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.split_once("q=").is_some_and(|(_, q)| q.trim().parse() == Ok(0.0_f32));
        ["gzip", "*"].contains(&name.trim()) && !refused
    })
}

/// Texts shrink to a third; pictures are as small as they get.
fn zip(media: &str, body: &[u8]) -> Option<Vec<u8>> {
    if body.len() < 1024 || media == PNG {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), Compression::new(7));
    encoder.write_all(body).ok()?;
    encoder.finish().ok().filter(|zipped| zipped.len() < body.len())
}
