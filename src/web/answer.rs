use super::WebError;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

impl IntoResponse for WebError {
    /// One word for programs and a sentence for people; what went wrong inside is for the log.
    fn into_response(self) -> Response {
        let (status, word) = match &self {
            WebError::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            WebError::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            WebError::Store(_) | WebError::Ended => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        };
        let message = match &self {
            WebError::NotFound(what) | WebError::BadRequest(what) => what.clone(),
            WebError::Store(_) | WebError::Ended => "try again in a moment".to_string(),
        };
        if status == StatusCode::SERVICE_UNAVAILABLE {
            tracing::warn!("web: {self}");
        }
        let body = json!({"error": word, "message": message}).to_string();
        (status, [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body)
            .into_response()
    }
}
