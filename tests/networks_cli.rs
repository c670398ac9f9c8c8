//! Networks as an operator meets them: settings, secrets, checks, rehearsals, backups.

mod common;
mod far_end;

use common::Bot;
use far_end::{Answer, FarEnd, Kind, SECRETS, Trick, secret};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const AT_ONCE: &str = "[outbox]\nmin_gap = \"0s\"\n";

/// A bot that posts to these far ends, with all credentials in its environment.
struct Posting {
    bot: Bot,
    far: Vec<FarEnd>,
}

impl Posting {
    fn to(kinds: &[Kind]) -> Posting {
        let far: Vec<FarEnd> = kinds.iter().map(|kind| FarEnd::start(*kind)).collect();
        let tables: String = far.iter().map(FarEnd::config).collect();
        Posting { bot: Bot::on_grid(4, &format!("{AT_ONCE}{tables}")), far }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.bot.command(args);
        command.envs(SECRETS.map(|(name, value)| (format!("GUERRABOT_{name}"), value)));
        command
    }

    /// Exit status and both outputs.
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        self.run_command(self.command(args))
    }

    fn run_command(&self, mut command: Command) -> (Option<i32>, String) {
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    }

    fn ok(&self, args: &[&str]) -> String {
        let (code, said) = self.run(args);
        assert_eq!(code, Some(0), "{args:?}: {said}");
        said
    }

    fn posts(&self) -> Vec<Value> {
        self.bot.json(&["posts", "list", "--json"])
    }

    fn states(&self, network: &str) -> Vec<String> {
        let posts = self.bot.json(&["posts", "list", "--network", network, "--json"]);
        posts.iter().map(|post| post["state"].as_str().unwrap().to_string()).collect()
    }
}

#[test]
fn everything_that_is_missing_is_told_at_once() {
    let posting = Posting::to(&Kind::ALL);
    let mut command = posting.bot.command(&["run"]);
    command.env("GUERRABOT_TELEGRAM_TOKEN", "a b").env("GUERRABOT_DISCORD_WEBHOOK", "https://x.org/geheim");
    command.env("GUERRABOT_FACEBOOK_TOKEN", "a").env("GUERRABOT_FACEBOOK_TOKEN_FILE", "b");
    let (code, said) = posting.run_command(command);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((code, lines.len()), (Some(1), 9), "{said}");
    for (line, word) in lines.iter().zip([
        "error: network \"mastodon\": set GUERRABOT_MASTODON_TOKEN, or GUERRABOT_MASTODON_TOKEN_FILE to a file",
        "network \"bluesky\": set GUERRABOT_BLUESKY_PASSWORD, or ",
        "network \"x\": set GUERRABOT_X_CONSUMER_KEY, or ",
        "network \"x\": set GUERRABOT_X_CONSUMER_SECRET, or ",
        "network \"x\": set GUERRABOT_X_TOKEN, or ",
        "network \"x\": set GUERRABOT_X_TOKEN_SECRET, or ",
        "network \"telegram\": GUERRABOT_TELEGRAM_TOKEN is empty, or more than one word",
        "network \"facebook\": GUERRABOT_FACEBOOK_TOKEN and GUERRABOT_FACEBOOK_TOKEN_FILE are both set",
        "network \"discord\": GUERRABOT_DISCORD_WEBHOOK is not a webhook's address",
    ]) {
        assert!(line.starts_with(word), "{line}");
    }
    assert!(!said.contains("geheim") && !posting.bot.path("guerrabot.db").exists());
}

#[test]
fn a_secret_may_be_in_a_file() {
    let posting = Posting::to(&[Kind::Mastodon]);
    posting.bot.write("token", format!("{}\n", secret("MASTODON_TOKEN")));
    let mut command = posting.bot.command(&["turn"]);
    command.env("GUERRABOT_MASTODON_TOKEN_FILE", "token");
    assert_eq!(posting.run_command(command).0, Some(0));
    assert_eq!(posting.far[0].turns(), [0, 1]);
    let mut command = posting.bot.command(&["turn"]);
    command.env("GUERRABOT_MASTODON_TOKEN_FILE", "nowhere");
    let (code, said) = posting.run_command(command);
    assert!(
        code == Some(1) && said.contains("GUERRABOT_MASTODON_TOKEN_FILE: nowhere: No such file"),
        "{said}"
    );
}

#[test]
fn a_check_posts_nothing_and_names_each_fault() {
    let posting = Posting::to(&Kind::ALL);
    let said = posting.ok(&["networks", "check"]);
    for word in [
        "ok     mastodon     @guerra; 500 characters, 1500 of alt text",
        "ok     bluesky      @guerra.test (did:plc:guerra)",
        "ok     bluesky      at most: caption 300 graphemes",
        "ok     x            @guerra",
        "ok     telegram     @guerra_bot posts into \"La guerra\"",
        "ok     facebook     Page \"La guerra\"",
        "ok     discord      webhook \"guerra\"",
        "ok     x            clock within ",
    ] {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
    for far in &posting.far {
        assert!(far.posts().is_empty());
    }
    let mut command = posting.command(&["networks", "check", "mastodon"]);
    command.env("GUERRABOT_MASTODON_TOKEN", "wrong");
    let (code, said) = posting.run_command(command);
    assert!(code == Some(1) && said.contains("FAULT  mastodon     check: 401"), "{said}");
    posting.far.iter().for_each(|far| far.set_down(true));
    assert_eq!(posting.run(&["networks", "check"]).0, Some(1));
    let (code, said) = posting.run(&["networks", "check", "myspace"]);
    assert!(
        code == Some(1) && said.starts_with("error: there is no network \"myspace\"; there are: mastodon,")
    );
}

#[test]
fn a_test_post_is_asked_for() {
    let posting = Posting::to(&Kind::ALL);
    for far in &posting.far {
        let (code, said) = posting.run(&["networks", "test", &far.kind.word()]);
        assert!(code == Some(1) && said.contains("repeat the command with --yes"), "{said}");
        assert!(far.posts().is_empty());
        posting.ok(&["networks", "test", &far.kind.word(), "--yes"]);
        let posts = far.posts();
        assert!(posts.len() == 1 && posts[0].text.starts_with("Prova di guerrabot"), "{posts:?}");
        far.assert_lawful();
    }
}

#[test]
fn a_rehearsal_leaves_the_networks_alone() {
    let posting = Posting::to(&Kind::ALL);
    // No credentials are needed either.
    posting.bot.ok(&["run", "--dry-run", "--every", "5ms", "--turns", "3"]);
    assert_eq!(common::listing(&posting.bot.path("out/1")).len(), 12);
    for far in &posting.far {
        assert_eq!(far.calls().len(), 0, "{:?}", far.kind);
    }
}

#[test]
fn one_dead_network_delays_no_other_and_no_turn() {
    let posting = Posting::to(&[Kind::Mastodon, Kind::Telegram]);
    posting.far[0].set_down(true);
    posting.far[1].set_down(false);
    let mut life = posting.bot.start_command(posting.command(&["run", "--every", "20ms"]));
    posting.bot.wait_for_turns(12);
    common::wait_until(|| life.log(), || (posting.far[1].posts().len() > 10).then_some(()));
    assert!(posting.far[0].posts().is_empty());
    life.stop();
}

#[test]
fn a_pause_is_told_once_and_in_status_and_ends_by_command() {
    let posting = Posting::to(&[Kind::Mastodon]);
    let refused = Trick::Say(Answer::json(402, json!({"error": "CreditsDepleted"})));
    posting.far[0].script([refused]);
    let mut life = posting.bot.start_command(posting.command(&["run", "--every", "20ms"]));
    let network = common::wait_until(
        || life.log(),
        || Some(posting.bot.status()["networks"][0].clone()).filter(|network| network["state"] == "paused"),
    );
    posting.bot.wait_for_turns(posting.bot.turns() + 5);
    assert_eq!(network["kind"], "mastodon");
    assert!(network["reason"].as_str().unwrap().contains("CreditsDepleted"));
    let checked = posting.bot.run(&["status", "--check"]);
    assert!(
        checked.code == Some(0) && checked.err.contains("network mastodon is paused: "),
        "{}",
        checked.err
    );
    assert_eq!(life.log().matches("paused: ").count(), 1, "{}", life.log());
    assert!(posting.far[0].posts().is_empty() && posting.states("mastodon").iter().all(|s| s == "pending"));
    posting.bot.ok(&["networks", "resume", "mastodon"]);
    assert!(posting.bot.refused(&["networks", "resume", "mastodon"]).contains("is not paused"));
    common::wait_until(|| life.log(), || (posting.far[0].posts().len() > 5).then_some(()));
    life.stop();
    let turns = posting.far[0].turns();
    assert_eq!(turns, (0..turns.len() as u64).collect::<Vec<_>>());
}

#[test]
fn the_operators_word_on_a_held_post_is_kept() {
    let posting = Posting::to(&[Kind::Telegram]);
    let failed = || Trick::Say(Answer::json(500, json!({"ok": false})));
    posting.far[0].script([failed(), Trick::Accept, failed(), Trick::Accept, failed()]);
    posting.ok(&["turn", "4"]);
    assert_eq!(posting.states("telegram"), ["held", "sent", "held", "sent", "held"]);
    let held: Vec<Value> = posting.posts().into_iter().filter(|post| post["state"] == "held").collect();
    assert!(
        held[0]["reason"].as_str().unwrap().starts_with("perhaps published: a Telegram bot cannot read back")
    );
    for (post, word) in held.iter().zip(["sent", "resend", "skip"]) {
        posting.bot.ok(&["posts", "resolve", &post["id"].to_string(), word]);
    }
    posting.ok(&["turn"]);
    assert_eq!(posting.states("telegram"), ["sent", "sent", "sent", "sent", "skipped", "sent"]);
    assert_eq!(posting.far[0].turns(), [1, 3, 2, 5]);
}

/// Ten turns, of which the backup knows five; the others are taken anew, and two more.
fn restored(kinds: &[Kind], lose: impl Fn(&Bot)) -> Posting {
    let posting = Posting::to(kinds);
    posting.ok(&["turn", "2"]);
    posting.bot.ok(&["backup", "early.db"]);
    posting.ok(&["turn", "3"]);
    posting.bot.ok(&["backup", "copy.db"]);
    posting.ok(&["turn", "5"]);
    lose(&posting.bot);
    posting.bot.ok(&["restore", "copy.db"]);
    for file in ["copy.db", "guerrabot.db"] {
        let mode = fs::metadata(posting.bot.path(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file} holds the secret");
    }
    posting.far.iter().for_each(FarEnd::forget_keys);
    posting.ok(&["turn", "7"]);
    posting
}

#[test]
fn nothing_goes_out_twice_after_a_restore() {
    let readable = [Kind::Mastodon, Kind::Bluesky, Kind::X];
    let destroyed = |bot: &Bot| fs::remove_file(bot.path("guerrabot.db")).unwrap();
    let begun_anew = |bot: &Bot| {
        destroyed(bot);
        bot.ok(&["war", "new", "--yes"]);
    };
    let another_before = |bot: &Bot| {
        bot.ok(&["restore", "early.db"]);
    };
    let ways: [&dyn Fn(&Bot); 4] = [&|_| (), &destroyed, &begun_anew, &another_before];
    for posting in ways.map(|lose| restored(&readable, lose)) {
        for far in &posting.far {
            assert_eq!(far.turns(), (0..=12).collect::<Vec<_>>(), "{:?}", far.kind);
            assert!(posting.states(&far.kind.word()).iter().all(|state| state == "sent"));
            far.assert_lawful();
        }
    }
}

#[test]
fn after_a_restore_what_cannot_be_read_back_waits_for_the_operator() {
    let posting = restored(&[Kind::Telegram], |_| ());
    let states = posting.states("telegram");
    assert_eq!(states[..6], ["sent"; 6]);
    assert_eq!(states[6..11], ["held"; 5]);
    // The lost database had ten turns: of later ones the network can know nothing.
    assert_eq!(states[11..], ["sent"; 2]);
    assert_eq!(posting.far[0].turns(), (0..=12).collect::<Vec<_>>());
}

/// Every text and blob of the database outside the table of sessions.
fn rows(bot: &Bot) -> String {
    let db = rusqlite::Connection::open(bot.path("guerrabot.db")).unwrap();
    let mut names =
        db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'sessions'").unwrap();
    let tables: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut all = String::new();
    for table in tables {
        let mut query = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let width = query.column_count();
        let mut rows = query.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..width {
                if let Ok(bytes) = row.get_ref(column).unwrap().as_bytes() {
                    all += &String::from_utf8_lossy(bytes);
                }
            }
        }
    }
    all
}

/// Everything that may go wrong, told with the network's secrets in the far end's own words.
fn indiscreet(kind: Kind) -> Vec<Trick> {
    let its = format!("{}_", kind.word().to_uppercase());
    let its = SECRETS.iter().filter(|(name, _)| name.starts_with(&its));
    let words: Vec<&str> = its.map(|(_, value)| *value).collect();
    let say = |status: u16| {
        let answer = Answer::json(status, json!({"message": words.join(" ")}));
        Trick::Say(answer.with_header("Location", &format!("http://127.0.0.1:1/{}", words[0])))
    };
    let mut tricks: Vec<Trick> = [400, 403, 404, 413, 422, 429, 500, 302].map(say).into();
    let html = Answer::new(502, "text/html", words.join("<br>"));
    tricks.extend([Trick::AcceptAndCut, Trick::AcceptAndCutHead, Trick::AcceptAndHalve, Trick::Say(html)]);
    tricks
}

#[test]
fn no_secret_is_ever_told() {
    for kind in Kind::ALL {
        let posting = Posting::to(&[kind]);
        let name = kind.word();
        let mut told = String::new();
        for trick in indiscreet(kind) {
            posting.far[0].script([trick.clone()]);
            posting.far[0].script_preparing([trick]);
            for args in [&["turn"][..], &["networks", "check"], &["networks", "test", &name, "--yes"]] {
                let mut command = posting.command(args);
                command.env("RUST_LOG", "trace").env("RUST_BACKTRACE", "1");
                told += &posting.run_command(command).1;
            }
            // Where a network pauses, the next trick has to find it awake.
            posting.bot.sql("UPDATE networks SET paused = NULL; UPDATE posts SET not_before = 0");
        }
        posting.far[0].set_down(true);
        told += &posting
            .run_command({
                let mut command = posting.command(&["turn"]);
                command.env("RUST_LOG", "trace");
                command
            })
            .1;
        for args in [&["status"][..], &["status", "--json"], &["posts"], &["posts", "list", "--json"]] {
            told += &posting.ok(args);
        }
        let secrets = [&told, &rows(&posting.bot)].map(|text| text.contains("geheim"));
        let line = told.lines().find(|line| line.contains("geheim"));
        assert_eq!(secrets, [false; 2], "{kind:?}: {line:?}");
        assert!(told.contains("[secret]"), "{kind:?}: no far end was indiscreet");
        assert!(told.contains("TRACE") || told.contains("DEBUG"), "{kind:?}: the log was not loud");
    }
}
