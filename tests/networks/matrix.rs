use super::far_end::{Answer, Kind, Trick};
use super::rig::Rig;
use chrono::Utc;
use guerrabot::publish::Step;
use guerrabot::store::PostState;
use serde_json::json;

/// What must become of a post, and how many of it the far end must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Sent,
    /// Held, with so many at the far end.
    Held(usize),
    /// The network stops and nothing is there; once it goes on the post is sent.
    Paused,
}

/// Who can say what became of a lost call.
fn is_blind(kind: Kind) -> bool {
    matches!(kind, Kind::Telegram | Kind::Discord)
}

/// Not accepted, and the caller cannot know: who reads back sends again; an empty read of Facebook proves nothing.
fn lost_before(kind: Kind) -> End {
    if is_blind(kind) || kind == Kind::Facebook { End::Held(0) } else { End::Sent }
}

/// Accepted, and the caller cannot know.
fn lost_after(kind: Kind) -> End {
    if is_blind(kind) { End::Held(1) } else { End::Sent }
}

fn say(status: u16) -> Answer {
    Answer::json(status, json!({"error": "no", "message": "geheim-mastodon-token"}))
}

fn html(status: u16) -> Answer {
    Answer::new(status, "text/html", "<!doctype html><h1>Bad gateway</h1>")
}

/// An answer to the call that publishes, and the end for a kind of network.
type Case = (&'static str, Trick, fn(Kind) -> End);

fn matrix() -> Vec<Case> {
    let unready =
        Answer::json(422, json!({"error": "Cannot attach files that have not finished processing."}));
    let duplicate = Answer::json(403, json!({"detail": "duplicate content", "code": 0}));
    let soon = say(429).with_header("Retry-After", "7");
    vec![
        ("accepted", Trick::Accept, |_| End::Sent),
        ("202", Trick::AcceptAs(202, "application/json"), |_| End::Sent),
        ("422 not ready", Trick::Say(unready), |kind| match kind {
            Kind::Mastodon => End::Sent,
            _ => End::Held(0),
        }),
        ("429", Trick::Say(soon), |_| End::Sent),
        ("401", Trick::Say(say(401)), |kind| match kind {
            // A token that is refused is refreshed first.
            Kind::Bluesky => End::Sent,
            _ => End::Paused,
        }),
        ("402", Trick::Say(say(402)), |_| End::Paused),
        ("403 duplicate", Trick::AcceptAndSay(duplicate.clone()), |kind| match kind {
            Kind::X => End::Sent,
            _ => End::Paused,
        }),
        ("403", Trick::Say(say(403)), |_| End::Paused),
        ("404", Trick::Say(say(404)), |_| End::Paused),
        ("413", Trick::Say(say(413)), |_| End::Held(0)),
        ("500 before accepting", Trick::Say(say(500)), lost_before),
        ("500 after accepting", Trick::AcceptAndSay(say(500)), lost_after),
        ("503 before accepting", Trick::Say(say(503).with_header("Retry-After", "9")), lost_before),
        ("cut before accepting", Trick::Cut, lost_before),
        ("cut before the answer", Trick::AcceptAndCut, lost_after),
        ("cut in the answer's head", Trick::AcceptAndCutHead, lost_after),
        ("half a body with 200", Trick::AcceptAndHalve, lost_after),
        ("hang", Trick::AcceptAndHang, lost_after),
        ("redirect", Trick::Say(say(307).with_header("Location", "/elsewhere")), |_| End::Paused),
        ("wrong content type", Trick::AcceptAs(200, "text/plain"), |_| End::Sent),
        ("HTML error page", Trick::Say(html(502)), lost_before),
        ("HTML page with 200", Trick::AcceptAndSay(html(200)), lost_after),
    ]
}

async fn run(kind: Kind, name: &str, trick: &Trick, end: End) {
    let what = format!("{kind:?}, {name}");
    // The opening waits behind nothing; what comes after it shows that the queue goes on.
    let rig = Rig::new(kind, 1).await;
    rig.far.script([trick.clone()]);
    let settled = rig.settle().await;
    let (states, posts) = (rig.states().await, rig.far.turns());
    match end {
        End::Sent => {
            assert_eq!(
                (states, posts),
                (vec![PostState::Sent; 2], vec![0, 1]),
                "{what}: {:?}",
                rig.posts().await
            );
        }
        End::Held(there) => {
            assert_eq!(states, [PostState::Held, PostState::Sent], "{what}: {:?}", rig.posts().await);
            assert_eq!(posts.iter().filter(|turn| **turn == 0).count(), there, "{what}");
            if there == 0 {
                rig.resend_held().await;
                rig.settle().await;
                assert_eq!(
                    (rig.states().await, rig.far.turns()),
                    (vec![PostState::Sent; 2], vec![1, 0]),
                    "{what}"
                );
            }
        }
        End::Paused => {
            let Step::Paused(reason) = settled else { panic!("{what}: not paused but {settled:?}") };
            assert!(!reason.is_empty() && states == [PostState::Pending; 2], "{what}: {states:?}");
            assert!(rig.far.calls().iter().all(|(call, _)| !call.contains("elsewhere")), "{what}");
            if name != "403 duplicate" {
                assert!(posts.is_empty(), "{what}");
                rig.resume().await;
                rig.settle().await;
                assert_eq!(
                    (rig.states().await, rig.far.turns()),
                    (vec![PostState::Sent; 2], vec![0, 1]),
                    "{what}"
                );
            }
        }
    }
    rig.far.assert_lawful();
}

async fn run_all(kind: Kind) {
    for (name, trick, end) in matrix() {
        run(kind, name, &trick, end(kind)).await;
    }
}

#[tokio::test]
async fn mastodon() {
    run_all(Kind::Mastodon).await;
}

#[tokio::test]
async fn bluesky() {
    run_all(Kind::Bluesky).await;
}

#[tokio::test]
async fn x() {
    run_all(Kind::X).await;
}

#[tokio::test]
async fn telegram() {
    run_all(Kind::Telegram).await;
}

#[tokio::test]
async fn facebook() {
    run_all(Kind::Facebook).await;
}

#[tokio::test]
async fn discord() {
    run_all(Kind::Discord).await;
}

#[tokio::test]
async fn what_goes_wrong_before_the_post_is_no_doubt() {
    let html = || Trick::Say(html(502));
    for kind in [Kind::Mastodon, Kind::Bluesky, Kind::X] {
        for trick in [
            Trick::Say(say(500)),
            Trick::AcceptAndSay(say(500)),
            Trick::Say(say(429).with_header("Retry-After", "7")),
            Trick::AcceptAndCut,
            Trick::AcceptAndHalve,
            Trick::AcceptAndHang,
            html(),
        ] {
            let rig = Rig::new(kind, 1).await;
            rig.far.script_preparing([trick.clone()]);
            rig.settle().await;
            assert_eq!(
                rig.states().await,
                [PostState::Sent; 2],
                "{kind:?}, {trick:?}: {:?}",
                rig.posts().await
            );
            assert_eq!(rig.far.turns(), [0, 1], "{kind:?}, {trick:?}");
            rig.far.assert_lawful();
        }
        for (status, state) in [(413, PostState::Held), (403, PostState::Pending)] {
            let rig = Rig::new(kind, 0).await;
            // A login that is refused is another matter than a picture.
            if kind == Kind::Bluesky {
                rig.far.script_preparing([Trick::Accept]);
            }
            rig.far.script_preparing([Trick::Say(say(status))]);
            rig.settle().await;
            assert_eq!((rig.states().await, rig.far.posts().len()), (vec![state], 0), "{kind:?}, {status}");
        }
    }
}

#[tokio::test]
async fn servers_say_how_long_to_wait_each_in_its_way() {
    // Longer than any wait of our own, and than other tests leap meanwhile.
    const LONG: i64 = 80_000;
    let epoch = |seconds: i64| (super::rig::clock().timestamp() + seconds).to_string();
    let iso = (super::rig::clock() + chrono::TimeDelta::seconds(LONG)).to_rfc3339();
    let discord = Answer::json(429, json!({"message": "slow down", "retry_after": LONG as f64 + 0.5}));
    let telegram = Answer::json(
        429,
        json!({"ok": false, "description": "Too Many", "parameters": {"retry_after": LONG}}),
    );
    for (kind, answer) in [
        (Kind::Mastodon, say(429).with_header("X-RateLimit-Reset", &iso)),
        (Kind::Bluesky, say(429).with_header("RateLimit-Reset", &epoch(LONG))),
        (Kind::X, say(429).with_header("x-rate-limit-reset", &epoch(LONG))),
        (Kind::Telegram, telegram),
        (Kind::Discord, discord),
        (Kind::Facebook, say(429).with_header("Retry-After", &LONG.to_string())),
    ] {
        let rig = Rig::new(kind, 0).await;
        rig.far.script([Trick::Say(answer)]);
        let before = super::rig::clock().timestamp_millis();
        let post = rig.try_once().await;
        let wait = post.not_before - before;
        assert_eq!(post.state, PostState::Pending, "{kind:?}: {post:?}");
        assert!(wait >= (LONG - 60) * 1000, "{kind:?} waits {wait} ms");
    }
}

#[tokio::test]
async fn a_picture_is_waited_for() {
    let rig = Rig::new(Kind::Mastodon, 1).await;
    rig.far.process_slowly(2);
    rig.settle().await;
    assert_eq!((rig.states().await, rig.far.turns()), (vec![PostState::Sent; 2], vec![0, 1]));
    rig.far.assert_lawful();
}

#[tokio::test]
async fn a_server_that_forgets_keys_is_read_back() {
    let rig = Rig::new(Kind::Mastodon, 0).await;
    rig.far.script([Trick::AcceptAndCut]);
    assert_eq!(rig.try_once().await.state, PostState::Unknown);
    rig.far.forget_keys();
    rig.settle().await;
    assert_eq!((rig.states().await, rig.far.turns()), (vec![PostState::Sent], vec![0]));
}

#[tokio::test]
async fn facebooks_duplicate_is_a_second_witness() {
    let rig = Rig::new(Kind::Facebook, 0).await;
    rig.far.script([Trick::AcceptAndCut]);
    rig.far.read_nothing(true);
    rig.settle().await;
    assert_eq!(rig.states().await, [PostState::Held], "an empty read proves nothing");
    rig.resend_held().await;
    rig.settle().await;
    assert_eq!((rig.states().await, rig.far.turns()), (vec![PostState::Sent], vec![0]));
}

#[tokio::test]
async fn graph_codes_say_more_than_their_status() {
    let coded = |code: u64| Trick::Say(Answer::json(400, json!({"error": {"message": "no", "code": code}})));
    for (code, state) in [
        (1, PostState::Unknown),
        (2, PostState::Unknown),
        (4, PostState::Pending),
        (368, PostState::Pending),
        (190, PostState::Pending),
        (100, PostState::Held),
    ] {
        let rig = Rig::new(Kind::Facebook, 0).await;
        rig.far.script([coded(code)]);
        assert_eq!(rig.try_once().await.state, state, "{code}");
        assert_eq!(matches!(rig.step().await, Step::Paused(_)), code == 190, "{code}");
    }
}

#[tokio::test]
async fn a_chat_that_moved_is_named() {
    let moved = Answer::json(
        400,
        json!({"ok": false, "description": "Bad Request: group chat was upgraded",
        "parameters": {"migrate_to_chat_id": -100_777}}),
    );
    let rig = Rig::new(Kind::Telegram, 0).await;
    rig.far.script([Trick::Say(moved)]);
    let Step::Paused(reason) = rig.settle().await else { panic!("not paused") };
    assert!(reason.contains("-100777"), "{reason}");
}

#[tokio::test]
async fn what_only_the_account_can_mend_pauses_whatever_its_status() {
    let rights =
        json!({"ok": false, "description": "Bad Request: need administrator rights in the channel chat"});
    for (kind, body) in [
        (Kind::Telegram, rights),
        (Kind::Telegram, json!({"ok": false, "description": "Bad Request: chat not found"})),
        (Kind::Bluesky, json!({"error": "AccountTakedown", "message": "Account has been taken down"})),
    ] {
        let rig = Rig::new(kind, 0).await;
        rig.far.script([Trick::Say(Answer::json(400, body))]);
        assert!(matches!(rig.settle().await, Step::Paused(_)), "{kind:?}: {:?}", rig.posts().await);
    }
}

#[tokio::test]
async fn a_wrong_clock_is_named() {
    let old = httpdate::fmt_http_date((Utc::now() - chrono::TimeDelta::days(1)).into());
    let rig = Rig::new(Kind::X, 0).await;
    rig.far.script([Trick::Say(say(401).with_header("Date", &old))]);
    let Step::Paused(reason) = rig.settle().await else { panic!("not paused") };
    assert!(reason.contains("this machine's clock is off by 86"), "{reason}");
}

#[tokio::test]
async fn an_expired_session_is_refreshed_and_no_post_logs_in() {
    let rig = Rig::new(Kind::Bluesky, 9).await;
    rig.try_once().await;
    rig.far.expire_tokens();
    rig.settle().await;
    assert_eq!((rig.far.turns().len(), rig.far.logins()), (10, 1));
    let refreshed = rig.far.calls().iter().filter(|(call, _)| call.contains("refreshSession")).count();
    assert_eq!(refreshed, 1);
}
