//! A bot for Dobyvatelé to start from: each soldier steps onto a field that is not its team's, else straight on.
//!
//!     cargo build --release --example bot
//!     guerrabot play --bots target/release/examples/bot,guard --out g.ndjson     lines on standard input and output
//!     target/release/examples/bot http://127.0.0.1:8080 TOKEN                    a game server

use serde_json::{Map, Value, json};
use std::error::Error;
use std::io::{BufRead, Write};

/// Your strategy: from a state to {"soldier's id": "left" | "right" | "up" | "down" | "stay"}.
fn orders(state: &Value, me: &Value) -> Map<String, Value> {
    let number = |value: &Value| value.as_i64().unwrap_or(0);
    let (width, height) = (number(&state["width"]), number(&state["height"]));
    let owner = |x: i64, y: i64| -> Option<&str> {
        let inside = state["wrap"] == true || ((0..width).contains(&x) && (0..height).contains(&y));
        let (x, y) = (x.rem_euclid(width) as usize, y.rem_euclid(height) as usize);
        let free = inside && !state["hills"].as_array()?.contains(&json!([x, y]));
        if free { state["owner"][y].as_str()?.get(x..x + 1) } else { None }
    };
    let steps = [("left", -1, 0), ("down", 0, 1), ("right", 1, 0), ("up", 0, -1)];
    let soldiers =
        state["soldiers"].as_array().into_iter().flatten().filter(|soldier| soldier["team"] == *me);
    let order = |soldier: &Value| {
        let (x, y) = (number(&soldier["x"]), number(&soldier["y"]));
        let turn = number(&soldier["id"]) + number(&state["tick"]) / 7;
        let ways = (0..4).map(|i| steps[(turn + i).rem_euclid(4) as usize]);
        let open = ways.filter(|(_, dx, dy)| owner(x + dx, y + dy).is_some()).collect::<Vec<_>>();
        // A field that somebody else has is better than any other.
        let gain = open.iter().find(|(_, dx, dy)| owner(x + dx, y + dy) != me.as_str());
        gain.or(open.first()).map(|(word, ..)| (soldier["id"].to_string(), json!(word)))
    };
    soldiers.filter_map(order).collect()
}

fn play_lines() -> Result<(), Box<dyn Error>> {
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let state = &line["state"];
        // The first line is a greeting.
        if state.is_object() {
            let answer = json!({"tick": state["tick"], "orders": orders(state, &line["you"])});
            writeln!(std::io::stdout(), "{answer}")?;
        }
    }
    Ok(())
}

async fn play_server(url: &str, token: &str) -> Result<(), Box<dyn Error>> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::new();
    let url = url.trim_end_matches('/');
    let get = async |path: &str| call(|| client.get(format!("{url}/api/v1/{path}")).bearer_auth(token)).await;
    let me = get("me").await?.map_or(Value::Null, |mut me| me["team"].take());
    let mut state = get("state").await?.ok_or("no game")?;
    while state["finished"] == false {
        let order = |(id, word): (&String, &Value)| json!({"id": id.parse::<u64>().ok(), "dir": word});
        let moves: Vec<Value> = orders(&state, &me).iter().map(order).collect();
        let (tick, body) = (&state["tick"], json!({"orders": moves}));
        let address = format!("{url}/api/v1/ticks/{tick}/orders");
        call(|| client.put(&address).bearer_auth(token).json(&body)).await?;
        // Nothing after half a minute without a new tick.
        if let Some(next) = get(&format!("state?after={tick}&wait=30")).await? {
            state = next;
        }
    }
    Ok(())
}

/// Asks until there is an answer; nothing if it says no more than no.
async fn call(request: impl Fn() -> reqwest::RequestBuilder) -> Result<Option<Value>, Box<dyn Error>> {
    loop {
        match request().send().await {
            Ok(answer) if answer.status().is_success() => {
                let Ok(text) = answer.text().await else { continue };
                return Ok(if text.is_empty() { None } else { Some(serde_json::from_str(&text)?) });
            }
            Ok(answer) => {
                let status = answer.status().as_u16();
                eprintln!("{status} {}", answer.text().await.unwrap_or_default());
                match status {
                    401 => {
                        return Err(
                            "the token is not good for this game; ask the organiser for a new one".into()
                        );
                    }
                    429 | 503 => {}
                    _ => return Ok(None),
                }
            }
            // The server is being started again.
            Err(error) => eprintln!("{error}"),
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [url, token] => play_server(url, token).await,
        _ => play_lines(),
    }
}
