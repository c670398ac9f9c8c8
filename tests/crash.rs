//! The daemon killed at every named point and at random moments: nothing is lost, doubled or left half.
//!
//! What appears in the posts' folder is counted by inotify, what networks took by their far ends, which know nothing
//! of the program.

#[path = "web/client.rs"]
mod client;
mod common;
mod far_end;
#[path = "game/rig.rs"]
mod rig;

use common::{Bot, Life, names};
use far_end::{FarEnd, Kind, SECRETS};
use guerrabot::rules::dice::Dice;
use inotify::{Inotify, WatchMask};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const KILLS: u64 = 300;
/// Of a war posted to a folder alone, over so many turns.
const FAST_KILLS: u64 = 200;
const FAST_TURNS: u64 = 300;
/// Long enough to start and to take turns, short enough to die in every part of that.
const LONGEST_LIFE_MS: u64 = 500;
const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;

/// What appears in the folder of war 1.
struct Journal(Inotify);

impl Journal {
    fn of(bot: &Bot) -> Journal {
        let folder = bot.path("out/1");
        fs::create_dir_all(&folder).unwrap();
        let inotify = Inotify::init().unwrap();
        inotify.watches().add(&folder, WatchMask::CREATE | WatchMask::MOVED_TO).unwrap();
        Journal(inotify)
    }

    /// Every final name that appeared, with how often it did. The kernel keeps up to 16,384 events until they are read.
    fn read(mut self) -> BTreeMap<String, u32> {
        let mut appeared = BTreeMap::new();
        let mut buffer = [0; 65536];
        while let Ok(events) = self.0.read_events(&mut buffer) {
            for event in events {
                let name = event.name.expect("the queue overflowed").to_str().unwrap().to_string();
                if !name.ends_with(".part") {
                    *appeared.entry(name).or_default() += 1;
                }
            }
        }
        appeared
    }
}

/// The war is whole, and each of its files appeared once.
fn assert_once(bot: &Bot, journal: Journal) -> u64 {
    let turns = bot.assert_whole();
    let appeared = journal.read();
    let not_once: Vec<_> = appeared.iter().filter(|(_, times)| **times != 1).collect();
    assert!(not_once.is_empty(), "{not_once:?}");
    assert!((0..=turns).flat_map(names).eq(appeared.into_keys()));
    turns
}

/// Every named point there is: one that is added is tested.
fn points() -> Vec<String> {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                search(&path, found);
                continue;
            }
            let text = fs::read_to_string(path).unwrap();
            let names = text.split("crash_point!(\"").skip(1).map(|rest| rest.split('"').next().unwrap());
            found.extend(names.map(String::from));
        }
    }
    let mut found = Vec::new();
    search(Path::new("src"), &mut found);
    found
}

/// A bot that posts to these networks beside its folder, with their credentials.
fn posting(far: &[FarEnd]) -> Bot {
    let tables: String = far.iter().map(FarEnd::config).collect();
    let folder = "[[network]]\nkind = \"folder\"\n";
    // A map whose war outlasts the test.
    Bot::on_grid(7, &format!("[outbox]\nmin_gap = \"0s\"\n{folder}{tables}"))
}

fn start(bot: &Bot, args: &[&str], failpoints: &str) -> Life {
    let mut command = bot.command(args);
    command.envs(SECRETS.map(|(name, value)| (format!("GUERRABOT_{name}"), value)));
    command.env("FAILPOINTS", failpoints);
    bot.start_command(command)
}

/// Starts a daemon that dies at the given hit of a point.
fn die_at(bot: &Bot, point: &str, hit: u32) {
    let action = if hit == 1 { "panic".to_string() } else { format!("{}*off->panic", hit - 1) };
    let mut life = start(bot, &["run", "--every", "5ms"], &format!("{point}={action}"));
    let status = life.wait();
    assert_eq!(status.signal(), Some(SIGABRT), "{point}, hit {hit}: {}", life.log());
}

/// Takes so many turns more and posts all that can be posted.
fn finish(bot: &Bot, turns: u64) {
    let mut life = start(bot, &["run", "--every", "5ms", "--turns", &turns.to_string()], "");
    assert!(life.wait().success(), "{}", life.log());
}

/// Every turn is at the far end once: sent, or held where the network cannot tell, and then by the operator's word.
fn assert_posted_once(bot: &Bot, far: &[FarEnd]) {
    for far in far {
        let posts = bot.json(&["posts", "list", "--network", &far.kind.word(), "--json"]);
        let there = far.turns();
        for post in posts.iter().filter(|post| post["state"] != "sent") {
            assert!(!can_tell(far.kind) && post["state"] == "held", "{post}");
            let is_there = there.contains(&post["turn"].as_u64().unwrap());
            let word = if is_there { "sent" } else { "resend" };
            bot.ok(&["posts", "resolve", &post["id"].to_string(), word]);
        }
    }
    finish(bot, 1);
    for far in far {
        let mut turns = far.turns();
        if can_tell(far.kind) {
            assert!(turns.is_sorted(), "{:?}: {turns:?}", far.kind);
        }
        turns.sort_unstable();
        assert_eq!(turns, (0..=bot.turns()).collect::<Vec<_>>(), "{:?}", far.kind);
        far.assert_lawful();
    }
}

/// An empty read of Facebook proves nothing; bots of Telegram and Discord cannot read at all.
fn can_tell(kind: Kind) -> bool {
    !matches!(kind, Kind::Telegram | Kind::Discord | Kind::Facebook)
}

#[test]
#[ignore = "takes minutes; .ci/run asks for it"]
fn killed_at_every_step_of_every_network() {
    let points: Vec<String> = points().into_iter().filter(|point| point.starts_with("publish-")).collect();
    let steps: Vec<(&str, Kind)> = points
        .iter()
        .flat_map(|point| Kind::ALL.map(|kind| (point.as_str(), kind)))
        .filter(|(point, kind)| {
            *point != "publish-after-upload" || matches!(kind, Kind::Mastodon | Kind::Bluesky | Kind::X)
        })
        .collect();
    // Each has a bot of its own and waits for disk and network most of the time.
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((point, kind)) = steps.get(next.fetch_add(1, Ordering::SeqCst)) {
                    killed_at_a_step(point, *kind);
                }
            });
        }
    });
}

fn killed_at_a_step(point: &str, kind: Kind) {
    let far = [FarEnd::start(kind)];
    let tables = format!("[outbox]\nmin_gap = \"0s\"\n{}", far[0].config());
    let bot = Bot::on_grid(4, &tables);
    if point == "publish-before-read-back" {
        die_at(&bot, "publish-after-send", 2);
    }
    die_at(&bot, point, if point == "publish-before-read-back" { 1 } else { 2 });
    finish(&bot, 2);
    assert_posted_once(&bot, &far);
}

#[test]
#[ignore = "takes minutes; .ci/run asks for it"]
fn killed_at_a_named_point() {
    let points = points();
    assert!(points.len() >= 14, "{points:?}");
    // A folder has nothing to prepare.
    let of_guerra = |point: &String| point != "publish-after-upload" && !is_of_a_game(point);
    for point in points.into_iter().filter(of_guerra) {
        for hit in [1, 3] {
            let bot = Bot::on_grid(5, "");
            let journal = Journal::of(&bot);
            match point.as_str() {
                // One process begins one war, and reads back one post: these hits are of one process each.
                "begin-before-commit" => (0..hit).for_each(|_| die_at(&bot, &point, 1)),
                "publish-before-read-back" => {
                    die_at(&bot, "publish-after-send", 1);
                    (0..hit).for_each(|_| die_at(&bot, &point, 1));
                }
                _ => die_at(&bot, &point, hit),
            }
            bot.ok(&["run", "--every", "5ms", "--turns", "4"]);
            assert!(assert_once(&bot, journal) >= 4);
        }
    }
}

/// Points that only a game of Dobyvatelé comes to.
fn is_of_a_game(point: &str) -> bool {
    ["begin-game-", "orders-", "tick-"].iter().any(|start| point.starts_with(start))
}

/// Whoever waits for an answer when the server dies does not get one; what was answered, and each tick, is there once.
#[test]
#[ignore = "takes minutes; .ci/run asks for it"]
fn killed_at_a_named_point_of_a_game() {
    let points: Vec<String> = points().into_iter().filter(|point| is_of_a_game(point)).collect();
    assert!(points.len() >= 6, "{points:?}");
    for point in points {
        let bot = rig::organiser("300ms", 4, "");
        if point.starts_with("begin-game-") {
            let mut life = start(&bot, &["run"], &format!("{point}=panic"));
            assert_eq!(life.wait().signal(), Some(SIGABRT), "{point}: {}", life.log());
        }
        let mut site = rig::Site::of(bot);
        let token = site.team("Alfa");
        let kept = serde_json::json!([{"id": rig::soldiers(&site.json("state"), "A")[0], "dir": "stay"}]);
        assert_eq!(site.put(0, &token, &kept).status, 200);
        site.life.kill();
        let hit = if point.starts_with("tick-") { "1*off->panic" } else { "panic" };
        site.life = start(&site.bot, &["run"], &format!("{point}={hit}"));
        site.at = rig::address(&site.life);
        if point.starts_with("orders-") {
            let body = r#"{"orders":[]}"#;
            common::wait_until(
                || format!("death at {point}"),
                || rig::call(site.at, "PUT", "ticks/0/orders", &token, body).is_none().then_some(()),
            );
        }
        site.bot.ok(&["war", "resume"]);
        if !point.starts_with("begin-game-") {
            assert_eq!(site.life.wait().signal(), Some(SIGABRT), "{point}: {}", site.life.log());
            (site.life, site.at) = rig::run(&site.bot);
        }
        let replay = site.finish();
        assert_eq!(replay.len(), 6, "{point}");
        // Orders that came after them may have been stored though nobody was told.
        let first = &replay[1]["orders"]["A"];
        assert!(first.is_object() || point.starts_with("orders-after-"), "{point}: {first}");
    }
}

/// So many of all kills as CRASH_SHARE, a percentage, wants; all of them without it.
fn share(all: u64) -> u64 {
    let percent = std::env::var("CRASH_SHARE").map_or(100, |share| share.parse().unwrap());
    (all * percent / 100).max(1)
}

/// A moment within so many milliseconds for each kill.
fn random_moments() -> impl Fn(u64, u64) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let seed = std::env::var("CRASH_SEED").map_or(now, |seed| seed.parse().unwrap());
    println!("to choose the same moments again: CRASH_SEED={seed}");
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    move |kill, longest| Duration::from_millis(Dice::for_turn(&key, kill as u32).below(longest))
}

#[test]
#[ignore = "takes minutes; .ci/run asks for it"]
fn killed_at_random_moments_of_hundreds_of_fast_turns() {
    let moment = random_moments();
    let bot = Bot::new();
    let journal = Journal::of(&bot);
    // Lives grow while turns lag behind kills and shrink while they lead, so that both are reached together.
    let mut longest = 100;
    let (kills, fast_turns) = (share(FAST_KILLS), share(FAST_TURNS));
    for kill in 1..=kills {
        let mut life = bot.start(&["run", "--every", "5ms"]);
        std::thread::sleep(moment(kill, longest));
        assert_eq!(life.kill().signal(), Some(SIGKILL), "it had ended by itself: {}", life.log());
        let behind = bot.turns() * kills < fast_turns * kill;
        longest = if behind { (longest * 2).min(2000) } else { (longest / 2).max(8) };
    }
    finish(&bot, fast_turns.saturating_sub(bot.turns()).max(1));
    let turns = assert_once(&bot, journal);
    println!("{kills} kills, {turns} turns");
    assert!(turns >= fast_turns);
}

#[test]
#[ignore = "takes minutes; .ci/run asks for it"]
fn killed_at_random_moments() {
    let moment = random_moments();
    let far = Kind::ALL.map(FarEnd::start);
    // As long as a call to a real server: many deaths fall into one.
    far.iter().for_each(|far| far.answer_slowly(40));
    let bot = posting(&far);
    let journal = Journal::of(&bot);
    let kills = share(KILLS);
    for kill in 1..=kills {
        let mut life = start(&bot, &["run", "--every", "1s"], "");
        std::thread::sleep(moment(kill, LONGEST_LIFE_MS));
        assert_eq!(life.kill().signal(), Some(SIGKILL), "it had ended by itself: {}", life.log());
    }
    finish(&bot, 1);
    let held = bot.status()["outbox"]["held"].as_u64().unwrap();
    assert_posted_once(&bot, &far);
    let turns = bot.turns();
    assert!(bot.ok(&["verify"]).starts_with("ok: "));
    let appeared = journal.read();
    assert!(appeared.values().all(|times| *times == 1), "{appeared:?}");
    assert!((0..=turns).flat_map(names).eq(appeared.into_keys()));
    println!("{kills} kills, {turns} turns, {held} held");
    assert!(
        turns >= kills / 5 && held > 0,
        "it died too seldom in the middle of things: {turns} turns, {held} held"
    );
}
