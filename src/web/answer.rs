use super::WebError;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

impl IntoResponse for WebError {
    /// One word for programs and a sentence for people; what went wrong inside is for the log.
    fn into_response(self) -> Response {
        let (status, word) = match &self {
            WebError::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            WebError::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            WebError::Elsewhere(path) => {
                let headers = [(header::LOCATION, path.as_str()), (header::CACHE_CONTROL, "no-cache")];
                return (StatusCode::PERMANENT_REDIRECT, headers).into_response();
            }
            WebError::Store(_)
            | WebError::Words(_)
            | WebError::Broken { .. }
            | WebError::Busy
            | WebError::Drawing(_)
            | WebError::Ended => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        };
        let mut message = self.to_string();
        let unavailable = status == StatusCode::SERVICE_UNAVAILABLE;
        if unavailable {
            tracing::warn!("web: {self}");
            message = "try again in a moment".to_string();
        }
        let body = json!({"error": word, "message": message}).to_string();
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        let again = unavailable.then_some([(header::RETRY_AFTER, "5")]);
        let mut response = (status, headers, body).into_response();
        response
            .headers_mut()
            .extend(again.into_iter().flatten().map(|(name, value)| (name, HeaderValue::from_static(value))));
        response
    }
}
