use super::far_end::{Answer, Kind, Trick};
use super::rig::{NO_GAP, Rig, clock, leap_to};
use guerrabot::publish::{Backlog, OnUnknown, Pace, Step};
use guerrabot::store::PostState;
use serde_json::json;
use std::time::Duration;

const GAP: Duration = Duration::from_secs(60);

/// Fifty turns pass while the far end is away; gives when it came back.
async fn outage(rig: &Rig) {
    rig.far.set_down(true);
    for _ in 0..50 {
        match rig.step().await {
            Step::Moved(..) => {}
            Step::WaitUntil(then) => leap_to(then),
            end => panic!("{:?}: {end:?}", rig.far.kind),
        }
    }
    assert!(rig.far.posts().is_empty());
    rig.far.set_down(false);
}

#[tokio::test]
async fn after_an_outage_all_turns_go_out_in_order_and_apart() {
    for kind in [Kind::Mastodon, Kind::Bluesky, Kind::X] {
        let rig = Rig::with(kind, 50, Pace { min_gap: GAP, backlog: Backlog::All }, OnUnknown::Hold).await;
        outage(&rig).await;
        rig.settle().await;
        assert_eq!(rig.far.turns(), (0..=50).collect::<Vec<_>>(), "{kind:?}");
        let times: Vec<i64> = rig.far.posts().iter().map(|post| post.at.timestamp_millis()).collect();
        // Sent is marked after the far end has it, by some milliseconds.
        assert!(times.windows(2).all(|two| two[1] - two[0] >= 59_000), "{kind:?}: {times:?}");
    }
}

#[tokio::test]
async fn after_an_outage_the_opening_and_the_latest_turn_go_out_if_so_configured() {
    for kind in [Kind::Mastodon, Kind::Bluesky, Kind::X] {
        let pace = Pace { min_gap: GAP, backlog: Backlog::Latest };
        let rig = Rig::with(kind, 50, pace, OnUnknown::Hold).await;
        outage(&rig).await;
        rig.settle().await;
        assert_eq!(rig.far.turns(), [0, 50], "{kind:?}");
        let skipped = rig.states().await.iter().filter(|s| **s == PostState::Skipped).count();
        assert_eq!(skipped, 49);
    }
}

#[tokio::test]
async fn an_outage_puts_one_post_in_doubt_and_not_the_queue() {
    for kind in [Kind::Telegram, Kind::Discord, Kind::Facebook] {
        let rig = Rig::new(kind, 50).await;
        outage(&rig).await;
        rig.settle().await;
        let states = rig.states().await;
        assert_eq!(states[0], PostState::Held, "{kind:?}");
        assert!(states[1..].iter().all(|state| *state == PostState::Sent), "{kind:?}: {states:?}");
        assert_eq!(rig.far.turns(), (1..=50).collect::<Vec<_>>(), "{kind:?}");
    }
}

#[tokio::test]
async fn resending_blindly_is_the_operators_choice_and_has_an_end() {
    let failed = || Trick::AcceptAndSay(Answer::json(500, json!({})));
    for kind in [Kind::Telegram, Kind::Discord] {
        let rig = Rig::with(kind, 0, NO_GAP, OnUnknown::Resend).await;
        rig.far.script([Trick::Say(Answer::json(500, json!({})))]);
        rig.settle().await;
        assert_eq!((rig.states().await, rig.far.turns()), (vec![PostState::Sent], vec![0]), "{kind:?}");

        let rig = Rig::with(kind, 0, NO_GAP, OnUnknown::Resend).await;
        rig.far.script([failed(), failed(), failed(), failed(), failed()]);
        rig.settle().await;
        assert_eq!((rig.states().await, rig.far.turns()), (vec![PostState::Held], vec![0; 3]), "{kind:?}");
    }
}

#[tokio::test]
async fn a_server_that_fails_is_left_alone_longer_and_longer() {
    let rig = Rig::new(Kind::Mastodon, 0).await;
    rig.far.script((0..12).map(|_| Trick::Say(Answer::json(500, json!({})))));
    let begun = clock().timestamp_millis();
    rig.settle().await;
    assert_eq!(rig.far.turns(), [0]);
    // 4 + 8 + … + 512 + 600 + 600 + 600 seconds at least.
    assert!(clock().timestamp_millis() - begun > 45 * 60_000);
}

#[tokio::test]
async fn a_call_that_was_under_way_at_the_crash_is_read_back_first() {
    for kind in Kind::ALL {
        for accepted in [false, true] {
            let rig = Rig::new(kind, 0).await;
            if accepted {
                rig.settle().await;
            } else {
                rig.far.script([Trick::Say(Answer::json(429, json!({})).with_header("Retry-After", "1"))]);
                rig.try_once().await;
            }
            let post = rig.posts().await.remove(0);
            let crash = move |store: &mut guerrabot::store::Store| {
                store.transaction(|tx| tx.mark(post.id, (post.state, PostState::Sending), None, 0))
            };
            assert!(rig.writer.run(crash).await.unwrap().unwrap());
            // The picture went when the post was final; a crash never comes that late.
            if accepted {
                continue;
            }
            let reborn = rig.reborn(NO_GAP);
            loop {
                match reborn.step().await.unwrap() {
                    Step::Moved(..) => {}
                    // Some networks do not show at once what they have taken.
                    Step::WaitUntil(then) => leap_to(then),
                    Step::Idle | Step::Paused(_) => break,
                }
            }
            let blind = matches!(kind, Kind::Telegram | Kind::Discord | Kind::Facebook);
            let state = if blind { PostState::Held } else { PostState::Sent };
            assert_eq!(rig.states().await, [state], "{kind:?}");
            assert_eq!(rig.far.posts().len(), usize::from(!blind), "{kind:?}");
        }
    }
}

#[tokio::test]
async fn a_server_that_wants_no_wait_is_not_stormed() {
    let rig = Rig::new(Kind::Mastodon, 0).await;
    rig.far.script([Trick::Say(Answer::json(429, json!({})).with_header("Retry-After", "0"))]);
    let post = rig.try_once().await;
    assert!(post.not_before >= clock().timestamp_millis() + 500, "{post:?}");
    rig.settle().await;
    assert_eq!(rig.far.turns(), [0]);
}

#[tokio::test]
async fn the_operators_word_during_a_call_stands() {
    let rig = Rig::new(Kind::Telegram, 0).await;
    let post = rig.posts().await.remove(0);
    let skip = move |store: &mut guerrabot::store::Store| {
        store.transaction(|tx| {
            assert!(tx.mark(post.id, (PostState::Pending, PostState::Skipped), None, 0)?);
            // What the outbox had begun before changes nothing any more.
            assert!(!tx.mark_sending(post.id, 0)?);
            assert!(!tx.mark(post.id, (PostState::Unknown, PostState::Pending), None, 0)?);
            tx.mark_sent(post.id, PostState::Sending, "1", 0)
        })
    };
    assert!(!rig.writer.run(skip).await.unwrap().unwrap());
    rig.settle().await;
    assert_eq!(rig.states().await, [PostState::Skipped]);
    assert_eq!(rig.far.turns(), [0; 0]);
}

#[tokio::test]
async fn a_time_that_a_clock_set_ahead_wrote_holds_nothing_up() {
    let rig = Rig::new(Kind::Mastodon, 1).await;
    let post = rig.posts().await.remove(0);
    let years = clock().timestamp_millis() + 5 * 365 * 24 * 3_600_000;
    let ahead = move |store: &mut guerrabot::store::Store| {
        store.transaction(|tx| tx.mark(post.id, (PostState::Pending, PostState::Pending), None, years))
    };
    assert!(rig.writer.run(ahead).await.unwrap().unwrap());
    while let Step::Moved(..) = rig.step().await {}
    assert_eq!(rig.far.turns(), [0, 1]);
}
