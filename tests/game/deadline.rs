//! In time or late, by a clock of the test's own.

use guerrabot::rules::dobyvatele::{Board, Rules, State, TeamId, TeamOrders};
use guerrabot::store::{Game, Inbox, Kept, NewGame, OrderSet, Refusal, Stage, Store, WarState};
use guerrabot::{rules::dobyvatele::Strategy, turn::begin_game};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const DEADLINE: i64 = 1000;

fn state() -> State {
    let board = Board::parse("......\n.A....\n......\n......\n....B.\n......\n", false).unwrap();
    State::start(Arc::new(board), Rules::default(), 5).unwrap()
}

fn stage(phase: WarState, deadline: Option<i64>) -> Stage {
    let (name, schedule) = ("Prova".to_string(), "every 1s".to_string());
    Stage {
        war: 1,
        name,
        phase,
        state: Arc::new(state()),
        deadline,
        seats: Vec::new(),
        schedule,
        tick_ms: Some(1000),
    }
}

fn open(deadline: Option<i64>) -> Inbox {
    let inbox = Inbox::default();
    inbox.show(Some(stage(WarState::Running, deadline)));
    inbox
}

fn set(at: i64) -> OrderSet {
    OrderSet { at, orders: TeamOrders::default(), accepted: 0, rejected: 0 }
}

#[test]
fn a_millisecond_is_late() {
    let inbox = open(Some(DEADLINE));
    assert_eq!(inbox.arrive(0, || DEADLINE - 1).map(|arrival| arrival.at), Ok(DEADLINE - 1));
    let late = inbox.arrive(0, || DEADLINE).map(|arrival| arrival.at);
    assert!(
        matches!(late, Err(Refusal::Closed(open)) if open.tick == 0 && open.deadline == Some(DEADLINE)),
        "{late:?}"
    );
    assert!(inbox.arrive(0, || DEADLINE - 1).is_ok(), "it is the stamp that counts");
    inbox.close();
    assert!(
        matches!(inbox.arrive(0, || DEADLINE - 1).map(|a| a.at), Err(Refusal::Closed(_))),
        "closed is closed"
    );
}

#[test]
fn a_clock_set_back_does_not_put_later_orders_first() {
    let inbox = open(Some(DEADLINE));
    let stamp = |now| inbox.arrive(0, || now).map(|arrival| arrival.at);
    assert_eq!((stamp(900), stamp(400), stamp(950)), (Ok(900), Ok(900), Ok(950)));
    assert!(matches!(stamp(DEADLINE), Err(Refusal::Closed(_))));
    assert_eq!(stamp(300), Ok(950));
}

#[test]
fn only_the_open_tick_takes_orders() {
    assert!(matches!(Inbox::default().arrive(0, || 5).map(|a| a.at), Err(Refusal::NoGame)));
    let inbox = open(Some(DEADLINE));
    assert!(matches!(inbox.arrive(1, || 5).map(|a| a.at), Err(Refusal::NotOpen(open)) if open.tick == 0));
    inbox.show(Some(stage(WarState::Paused, None)));
    assert!(inbox.arrive(0, || i64::MAX).is_ok(), "no clock runs");
    inbox.show(Some(stage(WarState::Over, None)));
    assert!(matches!(inbox.arrive(0, || 5).map(|a| a.at), Err(Refusal::Over)));
    inbox.show(None);
    assert!(matches!(inbox.arrive(0, || 5).map(|a| a.at), Err(Refusal::NoGame)));
}

#[test]
fn the_close_waits_for_whoever_was_in_time() {
    let (inbox, closed) = (open(Some(DEADLINE)), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let arrival = inbox.arrive(0, || DEADLINE - 1).unwrap();
        scope.spawn(|| {
            inbox.close();
            closed.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(200));
        assert!(!closed.load(Ordering::SeqCst));
        drop(arrival);
    });
    assert!(closed.into_inner());
}

#[test]
fn what_is_handed_in_is_told_once_it_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("g.db")).unwrap();
    let game = Game { opening: state(), post_every: 0, fallback: Strategy::Stay, seed: [7; 32] };
    let new = NewGame { name: "Prova", game: &game, begun_at: 1, start: None };
    let war = begin_game(&mut store, &new).unwrap();
    let team: TeamId = "A".parse().unwrap();
    store.transaction(|tx| tx.take_seat(war, team, "Alfa", &[1; 32], 1)).unwrap();
    let seat = store.seats(war).unwrap()[0].id;
    let inbox = open(Some(DEADLINE));
    let hand_in = |at| inbox.arrive(0, || at).unwrap().hand_in(seat, team, set(at));
    let mut told: Vec<_> = (1..=3).map(hand_in).collect();
    assert!(told[0].try_recv().is_err(), "nothing is stored yet");
    inbox.collect(&mut store).unwrap();
    assert!(told.iter_mut().all(|told| told.try_recv() == Ok(Kept::Stored)), "they share a commit");
    assert_eq!(store.order_set(war, 0, team).unwrap().unwrap().at, 3, "the last one holds");
    let mut revoked = hand_in(4);
    store.transaction(|tx| tx.revoke_seat(seat, 5)).unwrap();
    inbox.collect(&mut store).unwrap();
    assert_eq!(revoked.try_recv(), Ok(Kept::Revoked));
    assert_eq!(store.order_set(war, 0, team).unwrap().unwrap().at, 3);
}
