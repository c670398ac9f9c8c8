//! What the daemon serves over HTTP, read over the wire while it plays.

mod client;
#[path = "../common/mod.rs"]
mod common;

use client::{Events, connect, get, get_with, say};
use common::{Bot, Life, SECRET, wait_for_word, wait_until};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};
use std::io::Write;
use std::net::SocketAddr;

/// A page on any free port.
const PAGE: &str = "[picture]\nsize = \"320x320\"\n[web]\nlisten = \"127.0.0.1:0\"\n";

/// A daemon with its page.
struct Site {
    bot: Bot,
    life: Life,
    at: SocketAddr,
}

impl Site {
    fn new(every: &str) -> Site {
        Site::of(Bot::with(PAGE), every)
    }

    fn of(bot: Bot, every: &str) -> Site {
        let life = bot.start(&["run", "--every", every]);
        wait_for_word(&life, "followers' page on http://");
        let log = life.log();
        let (_, rest) = log.split_once("page on http://").unwrap();
        let at = rest.split_whitespace().next().unwrap().trim_end_matches('\u{1b}').parse().unwrap();
        Site { bot, life, at }
    }

    fn json(&self, path: &str) -> Value {
        let answer = get(self.at, path);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/json"));
        answer.json()
    }
}

/// A war that stands still at turn 40.
fn still() -> Site {
    let bot = Bot::with(&format!("{PAGE}[schedule]\nevery = \"1h\"\n"));
    bot.ok(&["war", "new", "--secret", SECRET]);
    bot.ok(&["turn", "40"]);
    let site = Site::of(bot, "1h");
    wait_until(
        || "the first look".to_string(),
        || (get(site.at, "/healthz").json()["newest"]["turn"] == 40).then_some(()),
    );
    site
}

#[test]
fn programs_read_what_the_commands_print() {
    let site = still();
    let war = site.json("/api/v1/war");
    let status = site.bot.status();
    for (key, value) in war.as_object().unwrap() {
        assert_eq!(status[key], *value, "{key}");
    }
    assert_eq!((&war["turn"], &war["secret"]), (&json!(40), &Value::Null));
    assert_eq!(site.json("/api/v1/standings"), site.bot.json(&["standings", "--json"])[0]);
    let tenth = site.bot.json(&["standings", "--turn", "10", "--json"]).remove(0);
    assert_eq!(site.json("/api/v1/standings?war=1&turn=10"), tenth);
    let history = site.bot.json(&["history", "--json"]);
    let turns = site.json("/api/v1/turns");
    assert_eq!((&turns["war"], &turns["last"], &turns["turns"]), (&json!(1), &json!(40), &json!(history)));
    assert_eq!(site.json("/api/v1/turns?after=37&limit=2")["turns"], json!(history[37..39]));
    assert_eq!(site.json("/api/v1/turns?after=4000000000")["turns"], json!([]));
}

#[test]
fn what_a_reader_has_is_not_sent_again_and_what_shrinks_is_sent_small() {
    let site = still();
    let plain = get(site.at, "/api/v1/turns");
    assert_eq!(plain.header("content-encoding"), None);
    let small = get_with(site.at, "/api/v1/turns", "Accept-Encoding: br, gzip;q=0.8\r\n");
    assert_eq!((small.header("content-encoding"), &small.body), (Some("gzip"), &plain.body));
    let length: usize = small.header("content-length").unwrap().parse().unwrap();
    assert!(length * 4 < plain.body.len(), "{length}");
    let refused = get_with(site.at, "/api/v1/turns", "Accept-Encoding: gzip;q=0\r\n");
    assert_eq!(refused.header("content-encoding"), None);
    let tag = plain.header("etag").unwrap();
    for known in [tag.to_string(), format!("\"x\", W/{tag}"), "*".to_string()] {
        let again = get_with(site.at, "/api/v1/turns", &format!("If-None-Match: {known}\r\n"));
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(tag)), "{known}");
    }
    assert_eq!(get_with(site.at, "/api/v1/turns", "If-None-Match: \"x\"\r\n").status, 200);
    let head = say(site.at, b"HEAD /api/v1/war HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n").unwrap();
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn the_secret_is_out_when_the_war_is_over_and_not_before() {
    let bot = Bot::on_grid(2, "");
    bot.write("config.toml", format!("{PAGE}[war]\nmap = \"grid.geojson\"\n"));
    bot.ok(&["war", "new", "--secret", SECRET]);
    bot.ok(&["turn", "1"]);
    let site = Site::of(bot, "1h");
    for path in ["/api/v1/war", "/api/v1/turns", "/api/v1/standings", "/healthz", "/metrics"] {
        assert!(!get(site.at, path).text().contains(SECRET), "{path}");
    }
    drop(site.life);
    let mut life = site.bot.start(&["run", "--every", "5ms"]);
    site.bot.wait_for_state("over");
    life.stop();
    let site = Site::of(site.bot, "1h");
    assert_eq!(site.json("/api/v1/war")["secret"], SECRET);
}

#[test]
fn readers_of_events_hear_of_each_turn_once() {
    let site = Site::new("100ms");
    let mut events = Events::open(site.at, "");
    let first = events.turn();
    for next in first + 1..first + 6 {
        assert_eq!(events.turn(), next);
        assert!(site.json("/api/v1/war")["turn"].as_u64() >= Some(next));
    }
    let mut late = Events::open(site.at, &format!("Last-Event-ID: {first}\r\n"));
    assert!(late.turn() > first);
}

#[test]
fn who_has_heard_of_the_last_turn_hears_nothing() {
    let site = still();
    let mut knows = Events::open(site.at, "Last-Event-ID: 40\r\n");
    assert_eq!(Events::open(site.at, "").turn(), 40);
    let mut life = site.life;
    life.stop();
    let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| knows.turn()));
    assert!(told.is_err(), "told of {told:?}");
}

#[test]
fn the_page_its_turns_and_their_pictures_are_served() {
    let site = still();
    let page = get(site.at, "/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(page.body, get(site.at, "/index.html").body);
    let data = site.json("/guerra.json");
    assert_eq!((&data["turno"], &data["segreto"]), (&json!(40), &Value::Null));
    let turn = get(site.at, "/turno/12/");
    assert!(turn.text().contains("property=\"og:image\""), "{}", turn.text());
    let figures = format!("/figure/{}", &data["impegno"].as_str().unwrap()[..8]);
    let moved = get(site.at, "/turno/12");
    assert_eq!((moved.status, moved.header("location")), (308, Some("12/")));
    for path in [
        "/turno/41/",
        "/turno/012/",
        &format!("{figures}/41.png"),
        "/figure/1/0.png",
        "/stagioni/1/",
        "/app/x/guerra.js",
    ] {
        assert_eq!(get(site.at, path).status, 404, "{path}");
    }
    for path in [&format!("{figures}/12.png"), "/ultimo.png", "/ultimo-alta.png"] {
        let picture = get(site.at, path);
        assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")), "{path}");
        let kept = picture.header("cache-control").unwrap().contains("immutable");
        assert_eq!(kept, path.starts_with("/figure"), "{path}");
        let reader = png::Decoder::new(std::io::Cursor::new(&picture.body)).read_info().unwrap();
        let size = if path.contains("alta") { (1080, 1350) } else { (1600, 1200) };
        assert_eq!((reader.info().width, reader.info().height), size, "{path}");
        let tag = picture.header("etag").unwrap();
        assert_eq!(get_with(site.at, path, &format!("If-None-Match: {tag}\r\n")).status, 304);
    }
    let script = page.text().split("src=\"").nth(1).unwrap().split('"').next().unwrap();
    let script = get(site.at, &format!("/{script}"));
    assert_eq!(script.header("content-type"), Some("text/javascript; charset=utf-8"));
}

#[test]
fn the_feed_has_the_last_turns_each_with_its_picture() {
    let bot = Bot::with(&PAGE.replace("[web]\n", "[web]\nurl = \"https://guerra.example\"\n"));
    bot.ok(&["turn", "33"]);
    let site = Site::of(bot, "1h");
    let answer = get(site.at, "/feed.xml");
    assert_eq!(answer.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    let feed: atom_syndication::Feed = answer.text().parse().unwrap();
    assert_eq!((feed.entries.len(), feed.lang.as_deref()), (30, Some("it")));
    assert!(feed.links.iter().any(|l| l.rel == "self" && l.href == "https://guerra.example/feed.xml"));
    let data = site.json("/guerra.json");
    let key = &data["impegno"].as_str().unwrap()[..8];
    for (entry, turn) in feed.entries.iter().zip((4..=33).rev()) {
        assert!(entry.id.ends_with(&format!("#{turn}")));
        assert_eq!(entry.links[0].href, format!("https://guerra.example/turno/{turn}/"));
        let picture = format!("https://guerra.example/figure/{key}/{turn}.png");
        assert_eq!(entry.links[1].href, picture);
        let content = entry.content.as_ref().unwrap().value.as_ref().unwrap();
        assert!(content.contains(&format!("<img src=\"{picture}\"")));
        assert!(entry.title.as_str().len() > 10 && entry.updated <= feed.updated);
    }
}

#[test]
fn nothing_is_at_other_addresses() {
    let site = still();
    let missing = [
        "/api/v1/nothing",
        "/../guerrabot.db",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/%00",
        "/api/v1/war/",
        "/api/v1/war?war=7",
        "/api/v1/standings?turn=41",
        "/.env",
        "/guerrabot.db",
    ];
    for path in missing {
        let answer = get(site.at, path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        assert!(!answer.text().contains("src/"), "{}", answer.text());
    }
    for path in [
        "/api/v1/war?war=x",
        "/api/v1/war?war=-1",
        "/api/v1/turns?after=1&after=2",
        "/api/v1/turns?limit=99999999999",
    ] {
        assert_eq!(get(site.at, path).status, 400, "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
        let request = format!(
            "{method} /api/v1/war HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        assert_eq!(say(site.at, request.as_bytes()).unwrap().status, 405, "{method}");
    }
    let guarded = get(site.at, "/api/v1/nothing");
    assert!(
        guarded
            .header("content-security-policy")
            .unwrap()
            .starts_with("default-src 'none'; script-src 'self'")
    );
    assert_eq!(guarded.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn nonsense_is_refused_and_never_our_fault() {
    let site = still();
    let mut runner =
        TestRunner::new(Config { cases: 1500, rng_seed: RngSeed::Fixed(7), ..Config::default() });
    let path = "(/(api|v1|war|turns|standings|events|turno|healthz|\\.\\.|%2e%2e|%|%ff|[ -~]{0,8})){1,4}(\\?[!-~]{0,30})?";
    let head = "([A-Za-z-]{1,20}: [ -~]{0,60}\r\n){0,4}";
    let request = (path, head, "(GET|HEAD|POST|get|\\PC{0,3})");
    let at = site.at;
    runner
        .run(&request, |(path, head, method)| {
            // An endless answer would be waited for.
            proptest::prop_assume!(!path.contains("events"));
            let request = format!("{method} {path} HTTP/1.1\r\nHost: t\r\n{head}Connection: close\r\n\r\n");
            if let Some(answer) = say(at, request.as_bytes()) {
                proptest::prop_assert!(answer.status < 500, "{}: {}", answer.status, request);
            }
            Ok(())
        })
        .unwrap();
    assert_eq!(get(at, "/healthz").json()["status"], "ok");
    assert_eq!(say(at, &[b'a'; 100_000]).map_or(400, |a| a.status) / 100, 4);
    let long = format!("GET /{} HTTP/1.1\r\nHost: t\r\n\r\n", "a".repeat(60_000));
    assert_eq!(say(at, long.as_bytes()).map_or(400, |a| a.status) / 100, 4);
}

#[test]
fn readers_who_never_finish_keep_nobody_out() {
    let site = still();
    let mut slow: Vec<_> = (0..200).map(|_| connect(site.at)).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /api/v1/turns HTTP/1.1\r\nHost: ").unwrap();
    }
    assert_eq!(get(site.at, "/api/v1/war").status, 200);
    let metrics = get(site.at, "/metrics");
    let open = metrics.text().lines().find_map(|l| l.strip_prefix("guerrabot_open_connections "));
    assert!(open.unwrap().parse::<u32>().unwrap() >= 200);
}

#[test]
fn health_and_metrics_tell_a_pause_from_a_fault() {
    let site = still();
    let health = site.json("/healthz");
    assert_eq!((&health["status"], &health["newest"]["state"]), (&json!("ok"), &json!("running")));
    site.bot.sql("UPDATE networks SET paused = 'no credit left' WHERE name = 'folder' OR name = 'cartella'");
    let health = site.json("/healthz");
    assert_eq!(health["status"], "degraded", "{health}");
    assert!(health["reason"].as_str().unwrap().contains("paused: no credit left"), "{health}");
    let metrics = get(site.at, "/metrics");
    for line in
        ["guerrabot_turn 40", "guerrabot_healthy 1", "guerrabot_war_state{state=\"running\"} 1", "# EOF"]
    {
        assert!(metrics.text().lines().any(|l| l == line), "{line} in {}", metrics.text());
    }
    let paused = |l: &str| l.starts_with("guerrabot_network_paused{") && l.ends_with(" 1");
    assert!(metrics.text().lines().any(paused), "{}", metrics.text());
    assert!(metrics.text().contains("guerrabot_posts{state=\"sent\"} 41"), "{}", metrics.text());
}

#[test]
fn a_daemon_that_hangs_is_not_healthy() {
    let site = still();
    site.bot.ok(&["status", "--check"]);
    let signal = |name: &str| {
        let pid = site.life.id().to_string();
        assert!(std::process::Command::new("kill").args([name, &pid]).status().unwrap().success());
    };
    signal("-STOP");
    let lock = std::fs::File::options().write(true).open(site.bot.path("guerrabot.db.lock")).unwrap();
    lock.set_modified(std::time::SystemTime::now() - std::time::Duration::from_secs(90)).unwrap();
    let said = site.bot.refused(&["status", "--check"]);
    assert!(said.contains("hangs: it was last seen alive 9"), "{said}");
    signal("-CONT");
    wait_until(
        || "its next beat".to_string(),
        || (site.bot.run(&["status", "--check"]).code == Some(0)).then_some(()),
    );
}

#[test]
fn a_port_that_is_taken_does_not_stop_the_war() {
    let site = still();
    let bot = Bot::with(&PAGE.replace("127.0.0.1:0", &site.at.to_string()));
    let said = bot.run(&["run", "--every", "10ms", "--turns", "2"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let line = format!("no followers' page: {} cannot be listened on", site.at);
    assert!(said.err.contains(&line), "{}", said.err);
    assert_eq!(bot.turns(), 2);
}
