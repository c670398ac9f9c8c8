//! Posting to a real Bluesky server, started by tests/e2e/pds.sh from npm packages.
//!
//! `.ci/run` does it; by hand: `cargo test --test pds -- --ignored --test-threads 1`.

mod common;
mod far_end;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::{Bot, wait_until};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

const PASSWORD: &str = "una-parola-lunga";
/// The server's secret, as tests/e2e/pds.mjs gives it.
const JWT_SECRET: &str = "jwt-secret-0123456789";

/// The server; it ends with the test.
struct Pds {
    child: Child,
    port: u16,
    http: reqwest::Client,
    _data: tempfile::TempDir,
}

impl Drop for Pds {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Pds {
    async fn start(rate_limits: bool) -> Pds {
        let data = tempfile::tempdir().unwrap();
        let (port, plc) = (free_port(), free_port());
        let mut command = Command::new("tests/e2e/pds.sh");
        command.arg("target/pds").args([port.to_string(), plc.to_string()]).arg(data.path());
        if rate_limits {
            command.env("RATE_LIMITS", "1");
        }
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let _ = rustls::crypto::ring::default_provider().install_default();
        let pds = Pds { child, port, http: reqwest::Client::new(), _data: data };
        let up = || std::net::TcpStream::connect(("127.0.0.1", port)).ok();
        // From bare, npm needs a minute and a half.
        for _ in 0..4 {
            if std::panic::catch_unwind(|| wait_until(|| "the server".into(), up)).is_ok() {
                break;
            }
        }
        while pds.get("com.atproto.server.describeServer", &[]).await.0 != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        pds
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    async fn get(&self, method: &str, query: &[(&str, &str)]) -> (u16, Value) {
        let request = self.http.get(format!("{}/xrpc/{method}", self.url())).query(query);
        let Ok(answer) = request.send().await else { return (0, Value::Null) };
        (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
    }

    async fn post(&self, method: &str, body: Value) -> (u16, Value) {
        let request = self.http.post(format!("{}/xrpc/{method}", self.url())).json(&body);
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
    }

    /// A new account; gives its DID.
    async fn account(&self, handle: &str) -> String {
        let body = json!({"handle": handle, "email": format!("{handle}@example.org"), "password": PASSWORD});
        let (status, account) = self.post("com.atproto.server.createAccount", body).await;
        assert_eq!(status, 200, "{account}");
        account["did"].as_str().unwrap().to_string()
    }

    /// The posts of an account, in the order of their keys.
    async fn records(&self, did: &str) -> Vec<Value> {
        let query =
            [("repo", did), ("collection", "app.bsky.feed.post"), ("limit", "100"), ("reverse", "true")];
        let (status, list) = self.get("com.atproto.repo.listRecords", &query).await;
        assert_eq!(status, 200, "{list}");
        list["records"].as_array().unwrap().iter().map(|record| record["value"].clone()).collect()
    }

    async fn blob(&self, did: &str, record: &Value) -> Vec<u8> {
        let link = record["embed"]["images"][0]["image"]["ref"]["$link"].as_str().unwrap();
        let url = format!("{}/xrpc/com.atproto.sync.getBlob", self.url());
        let answer = self.http.get(url).query(&[("did", did), ("cid", link)]).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.bytes().await.unwrap().to_vec()
    }
}

/// A bot that posts to the server, or to what stands before it, and to a folder beside.
fn bot(url: &str, handle: &str) -> Bot {
    Bot::with(&format!(
        "[outbox]\nmin_gap = \"0s\"\n[picture]\nsize = \"640x480\"\n\
         [words]\nhashtags = [\"Oltrepò\", \"GuerraBot\"]\n[[network]]\nkind = \"folder\"\n\
         [[network]]\nkind = \"bluesky\"\nhandle = \"{handle}\"\nbase_url = \"{url}\"\n"
    ))
}

fn run(bot: &Bot, args: &[&str]) -> String {
    let mut command = bot.command(args);
    command.env("GUERRABOT_BLUESKY_PASSWORD", PASSWORD);
    let output = command.output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

fn states(bot: &Bot) -> Vec<String> {
    let posts = bot.json(&["posts", "list", "--network", "bluesky", "--json"]);
    posts.iter().map(|post| post["state"].as_str().unwrap().to_string()).collect()
}

#[tokio::test]
#[ignore = "installs and starts a real server; .ci/run does"]
async fn a_post_arrives_whole() {
    let pds = Pds::start(false).await;
    let did = pds.account("guerra.test").await;
    let bot = bot(&pds.url(), "guerra.test");
    assert!(run(&bot, &["networks", "check", "bluesky"]).contains(&did));
    run(&bot, &["turn", "3"]);
    assert_eq!(states(&bot), ["sent"; 4]);
    let records = pds.records(&did).await;
    assert_eq!(records.len(), 4);
    for (turn, record) in records.iter().enumerate() {
        let file = |ending: &str| std::fs::read(bot.path(&format!("out/1/{turn:06}.{ending}"))).unwrap();
        let text = record["text"].as_str().unwrap();
        assert!(text.contains(&format!("Turno {turn}")), "{text}");
        assert_eq!(pds.blob(&did, record).await, file("png"));
        let image = &record["embed"]["images"][0];
        assert_eq!(image["alt"].as_str().unwrap().as_bytes(), file("alt.txt"));
        assert_eq!(image["aspectRatio"], json!({"width": 640, "height": 480}));
        assert_eq!(record["langs"], json!(["it"]));
        let facets = record["facets"].as_array().unwrap();
        let tagged = |facet: &Value| {
            let at = |end: &str| facet["index"][end].as_u64().unwrap() as usize;
            let tag = facet["features"][0]["tag"].as_str().unwrap().to_string();
            assert_eq!(&text.as_bytes()[at("byteStart")..at("byteEnd")], format!("#{tag}").as_bytes());
            tag
        };
        let tags: Vec<String> = facets.iter().map(tagged).collect();
        assert!(tags == ["Oltrepò", "GuerraBot"] || turn == 0 && tags.is_empty(), "{turn}: {tags:?}");
    }
    run(&bot, &["networks", "test", "bluesky", "--yes"]);
    assert_eq!(pds.records(&did).await.len(), 5);
}

#[tokio::test]
#[ignore = "installs and starts a real server; .ci/run does"]
async fn a_lost_answer_and_a_restored_backup_double_nothing() {
    let pds = Pds::start(false).await;
    let did = pds.account("guerra.test").await;
    let relay = far_end::Relay::start(pds.port);
    let bot = bot(&relay.url(), "guerra.test");
    // The server takes the opening and the first turn; its answers are lost.
    relay.lose_answers("putRecord", 2);
    run(&bot, &["run", "--every", "10ms", "--turns", "3"]);
    assert_eq!((states(&bot), pds.records(&did).await.len()), (vec!["sent".to_string(); 4], 4));
    assert_eq!(relay.lost(), 2);

    bot.ok(&["backup", "copy.db"]);
    run(&bot, &["turn", "5"]);
    bot.ok(&["restore", "copy.db"]);
    run(&bot, &["turn", "6"]);
    let records = pds.records(&did).await;
    assert_eq!((states(&bot), records.len()), (vec!["sent".to_string(); 10], 10));
    let turns: Vec<u64> = records.iter().map(|r| far_end::turn_of(r["text"].as_str().unwrap())).collect();
    assert_eq!(turns, (0..10).collect::<Vec<_>>());
}

/// A token like the given one that expired an hour after it was made.
fn expired(token: &str) -> String {
    let parts: Vec<&str> = token.split('.').collect();
    let mut claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
    let now = chrono::Utc::now().timestamp();
    claims["iat"] = json!(now - 7200);
    claims["exp"] = json!(now - 3600);
    let signed = format!("{}.{}", parts[0], URL_SAFE_NO_PAD.encode(claims.to_string()));
    let mut mac = Hmac::<Sha256>::new_from_slice(JWT_SECRET.as_bytes()).unwrap();
    mac.update(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
}

#[tokio::test]
#[ignore = "installs and starts a real server; .ci/run does"]
async fn an_expired_session_is_refreshed() {
    let pds = Pds::start(false).await;
    let did = pds.account("guerra.test").await;
    let relay = far_end::Relay::start(pds.port);
    let bot = bot(&relay.url(), "guerra.test");
    run(&bot, &["turn"]);
    let db = rusqlite::Connection::open(bot.path("guerrabot.db")).unwrap();
    let tokens: String = db.query_row("SELECT tokens FROM sessions", [], |row| row.get(0)).unwrap();
    let mut tokens: Value = serde_json::from_str(&tokens).unwrap();
    tokens["access"] = json!(expired(tokens["access"].as_str().unwrap()));
    db.execute("UPDATE sessions SET tokens = ?1", [tokens.to_string()]).unwrap();
    drop(db);
    run(&bot, &["turn", "2"]);
    assert_eq!((states(&bot), pds.records(&did).await.len()), (vec!["sent".to_string(); 4], 4));
    let calls = relay.calls();
    let count = |method: &str| calls.iter().filter(|(path, _)| path.ends_with(method)).count();
    assert_eq!((count("createSession"), count("refreshSession")), (1, 1), "{calls:?}");
    assert!(calls.iter().any(|(path, status)| path.ends_with("uploadBlob") && *status == 400), "{calls:?}");
}

#[tokio::test]
#[ignore = "installs and starts a real server; .ci/run does"]
async fn forty_posts_within_the_servers_own_limits() {
    let pds = Pds::start(true).await;
    let did = pds.account("guerra.test").await;
    pds.account("altra.test").await;
    let login = json!({"identifier": "altra.test", "password": PASSWORD});
    let mut logins = Vec::new();
    for _ in 0..40 {
        logins.push(pds.post("com.atproto.server.createSession", login.clone()).await.0);
    }
    assert!(logins.contains(&429), "a login for each of 40 posts is too many: {logins:?}");

    let relay = far_end::Relay::start(pds.port);
    let bot = bot(&relay.url(), "guerra.test");
    run(&bot, &["turn", "39"]);
    assert_eq!((states(&bot), pds.records(&did).await.len()), (vec!["sent".to_string(); 40], 40));
    let calls = relay.calls();
    assert!(calls.iter().all(|(_, status)| *status == 200), "{calls:?}");
}
