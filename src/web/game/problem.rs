use super::WebError;
use crate::store::{Open, StoreError};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a call is not answered as it was meant.
#[derive(Debug)]
pub(super) enum Problem {
    NoGame,
    /// What is wrong and, in a body, in which line and column, from 1.
    Malformed(String, Option<(usize, usize)>),
    Unauthorized(&'static str),
    NotFound(String),
    /// The body did not arrive in time.
    Slow,
    Late(Open),
    Early(Open),
    Over,
    TooLarge(usize),
    /// So many milliseconds must pass first.
    TooFast(i64),
    Web(WebError),
}

impl From<WebError> for Problem {
    fn from(error: WebError) -> Self {
        match error {
            WebError::NotFound(what) => Problem::NotFound(what),
            WebError::BadRequest(what) => Problem::Malformed(what, None),
            WebError::Store(_)
            | WebError::Words(_)
            | WebError::Broken { .. }
            | WebError::Elsewhere(_)
            | WebError::Busy
            | WebError::Drawing(_)
            | WebError::Ended => Problem::Web(error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Problem::Web(error.into())
    }
}

impl Problem {
    fn word(&self) -> (StatusCode, &'static str) {
        match self {
            Problem::NoGame | Problem::NotFound(_) => (StatusCode::NOT_FOUND, "not_found"),
            Problem::Malformed(..) => (StatusCode::BAD_REQUEST, "malformed"),
            Problem::Unauthorized(_) => (StatusCode::UNAUTHORIZED, "unauthorized"),
            Problem::Slow => (StatusCode::REQUEST_TIMEOUT, "too_slow"),
            Problem::Late(_) => (StatusCode::CONFLICT, "tick_closed"),
            Problem::Early(_) => (StatusCode::CONFLICT, "tick_not_open"),
            Problem::Over => (StatusCode::GONE, "game_over"),
            Problem::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Problem::TooFast(_) => (StatusCode::TOO_MANY_REQUESTS, "too_fast"),
            Problem::Web(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        }
    }

    fn message(&self) -> String {
        match self {
            Problem::NoGame => "no game of Dobyvatelé is played here".into(),
            Problem::Malformed(what, _) | Problem::NotFound(what) => what.clone(),
            Problem::Unauthorized(what) => (*what).into(),
            Problem::Slow => "the body did not arrive in time".into(),
            Problem::Late(open) if open.deadline.is_none() => "the tick is closed; no clock runs".into(),
            Problem::Late(open) => format!("the tick is closed; tick {} is open", open.tick),
            Problem::Early(open) => format!("the tick is not open yet; tick {} is", open.tick),
            Problem::Over => "the game is over".into(),
            Problem::TooLarge(most) => format!("a body has at most {most} bytes"),
            Problem::TooFast(_) => {
                "too many requests with this token; wait, and ask for the next state with after=".into()
            }
            Problem::Web(_) => "try again in a moment; of orders nothing was stored".into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, word) = self.word();
        let mut body = json!({"error": word, "message": self.message()});
        match &self {
            Problem::Malformed(_, Some((line, column))) => {
                (body["line"], body["column"]) = ((*line).into(), (*column).into());
            }
            Problem::Late(open) | Problem::Early(open) => {
                body["tick"] = open.tick.into();
                body["deadline"] = open.deadline.map(super::state::time).into();
            }
            Problem::Web(error) => tracing::warn!("game: {error}"),
            Problem::NoGame
            | Problem::Malformed(_, None)
            | Problem::Unauthorized(_)
            | Problem::NotFound(_) => {}
            Problem::Slow | Problem::Over | Problem::TooLarge(_) | Problem::TooFast(_) => {}
        }
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        let mut response = (status, headers, body.to_string()).into_response();
        let headers = response.headers_mut();
        match self {
            Problem::Unauthorized(_) => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Problem::TooFast(ms) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from((ms.max(1) + 999) / 1000));
            }
            Problem::Slow => {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Problem::Web(_) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Problem::NoGame | Problem::Malformed(..) | Problem::NotFound(_) | Problem::Late(_) => {}
            Problem::Early(_) | Problem::Over | Problem::TooLarge(_) => {}
        }
        response
    }
}
