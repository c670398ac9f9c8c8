use chrono::{DateTime, Utc};
use serde_json::Value;
use std::io::BufRead;

/// A request, whole.
pub struct Request {
    pub method: String,
    target: String,
    /// Without the query.
    pub path: String,
    pub query: Vec<(String, String)>,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A part of a form.
pub struct Part {
    pub name: String,
    pub file: Option<String>,
    pub media: Option<String>,
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// Reads the next request of a connection; none if it has ended.
pub fn read(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = || {
        let mut line = String::new();
        let read = reader.read_line(&mut line).unwrap_or(0);
        (read > 0).then(|| line.trim_end().to_string())
    };
    let first = line()?;
    let (method, target) = first.split_once(' ')?;
    let target = target.split(' ').next()?;
    let mut headers = Vec::new();
    loop {
        let header = line()?;
        let Some((name, value)) = header.split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_string()));
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let query = pairs.map(|(name, value)| (decode(name), decode(value))).collect();
    let mut request = Request {
        method: method.into(),
        target: target.into(),
        path: path.into(),
        query,
        headers,
        body: Vec::new(),
    };
    request.body = match request.header("transfer-encoding") {
        Some("chunked") => chunks(reader)?,
        _ => {
            let length = request.header("content-length").map_or(0, |text| text.parse().unwrap());
            let mut body = vec![0; length];
            reader.read_exact(&mut body).ok()?;
            body
        }
    };
    Some(request)
}

fn chunks(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut size = String::new();
        reader.read_line(&mut size).ok()?;
        let size = usize::from_str_radix(size.trim(), 16).ok()?;
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(&chunk[..size]);
    }
}

pub fn decode(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced).decode_utf8().unwrap().into_owned()
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The same request, for a server that ends the connection after it.
    pub fn forwarded(&self) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        let passed = |name: &str| !["connection", "content-length", "transfer-encoding"].contains(&name);
        for (name, value) in self.headers.iter().filter(|(name, _)| passed(name)) {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\nconnection: close\r\n\r\n", self.body.len());
        [head.as_bytes(), &self.body].concat()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// The parts of a multipart form, or the fields of a plain one.
    pub fn parts(&self) -> Vec<Part> {
        let media = self.header("content-type").unwrap_or_default();
        let Some((_, boundary)) = media.split_once("boundary=") else {
            let text = String::from_utf8_lossy(&self.body).into_owned();
            let pairs = text.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| Part {
                name: decode(name),
                file: None,
                media: None,
                bytes: decode(value).into_bytes(),
            });
            return pairs.collect();
        };
        let line = format!("--{}", boundary.trim_matches('"')).into_bytes();
        let starts: Vec<usize> =
            // Most bytes begin no line of the kind.
            self.body.windows(line.len()).enumerate().filter(|(_, w)| w[0] == b'-' && *w == line).map(|(at, _)| at).collect();
        let part = |ends: &[usize]| {
            let part = &self.body[ends[0] + line.len() + 2..ends[1] - 2];
            let head = part.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
            let text = String::from_utf8_lossy(&part[..head]).into_owned();
            let field = |name: &str| {
                let rest = text.split_once(&format!("{name}=\""))?.1;
                Some(rest.split('"').next().unwrap().to_string())
            };
            let media = text.lines().find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("content-type").then(|| value.to_string())
            });
            let name = field(" name").unwrap_or_default();
            Part { name, file: field("filename"), media, bytes: part[head + 4..].to_vec() }
        };
        starts.windows(2).map(part).collect()
    }
}

impl Answer {
    pub fn json(status: u16, body: Value) -> Answer {
        Answer::new(status, "application/json", body.to_string())
    }

    pub fn new(status: u16, media: &str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status, headers: vec![("Content-Type".into(), media.into())], body: body.into() }
    }

    pub fn with_header(mut self, name: &str, value: &str) -> Answer {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn with_status(self, status: u16) -> Answer {
        Answer { status, ..self }
    }

    pub fn with_date(self, now: DateTime<Utc>) -> Answer {
        let has = self.headers.iter().any(|(name, _)| name == "Date");
        if has { self } else { self.with_header("Date", &httpdate::fmt_http_date(now.into())) }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut head = format!("HTTP/1.1 {} Said\r\nContent-Length: {}\r\n", self.status, self.body.len());
        self.headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        [head.as_bytes(), b"\r\n", &self.body].concat()
    }
}
