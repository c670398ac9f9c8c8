//! The server killed with -9 in every tick of a game: nothing that was acknowledged is lost.

use crate::common::wait_until;
use crate::rig::{Site, call, run, soldiers};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TICKS: u32 = 60;

/// The last set of a tick and team that was acknowledged, and those sent after it, one of which may have been stored too.
#[derive(Default)]
struct Sent {
    acknowledged: Option<Value>,
    unanswered: Vec<Value>,
}

type Book = Mutex<BTreeMap<(u64, usize), Sent>>;

/// Sends sets for whatever tick is open, each another than the one before, and notes what is acknowledged.
fn play(seat: usize, token: &str, at: &Mutex<SocketAddr>, over: &AtomicBool, book: &Book) {
    let words = ["left", "right", "up", "down", "stay"];
    let mut round = 0;
    while !over.load(Ordering::SeqCst) {
        std::thread::sleep(Duration::from_millis(110));
        let at = *at.lock().unwrap();
        let Some(state) = call(at, "GET", "state", "", "").filter(|answer| answer.status == 200) else {
            continue;
        };
        let Ok(state) = serde_json::from_slice::<Value>(&state.body) else { continue };
        let tick = state["tick"].as_u64().unwrap();
        round += 1;
        let ours = soldiers(&state, ["A", "B"][seat]);
        let orders = |id: &u64| (id.to_string(), json!(words[(*id as usize + round) % 5]));
        let set: Value = ours.iter().map(orders).collect::<serde_json::Map<_, _>>().into();
        let lines: Vec<Value> = set
            .as_object()
            .unwrap()
            .iter()
            .map(|(id, dir)| json!({"id": id.parse::<u64>().unwrap(), "dir": dir}))
            .collect();
        // It may be stored though its answer never comes.
        book.lock().unwrap().entry((tick, seat)).or_default().unanswered.push(set.clone());
        let body = json!({"orders": lines}).to_string();
        let answer = call(at, "PUT", &format!("ticks/{tick}/orders"), token, &body);
        if answer.is_some_and(|answer| answer.status == 200) {
            *book.lock().unwrap().get_mut(&(tick, seat)).unwrap() =
                Sent { acknowledged: Some(set), unanswered: Vec::new() };
        }
    }
}

#[test]
fn killed_in_every_tick_of_a_game() {
    let mut site =
        Site::new("500ms", TICKS, "board = { teams = 2, size = \"12x12\" }\nfallback = \"expand\"");
    let tokens = [site.team("Alfa"), site.team("Beta")];
    let (at, over) = (Arc::new(Mutex::new(site.at)), Arc::new(AtomicBool::new(false)));
    let book: Arc<Book> = Arc::default();
    let players: Vec<_> = tokens
        .into_iter()
        .enumerate()
        .map(|(seat, token)| {
            let (at, over, book) = (Arc::clone(&at), Arc::clone(&over), Arc::clone(&book));
            std::thread::spawn(move || play(seat, &token, &at, &over, &book))
        })
        .collect();
    site.bot.ok(&["war", "resume"]);
    let (mut kills, mut killed_in) = (0_u64, vec![0; TICKS as usize]);
    while killed_in.contains(&0) {
        let tick = wait_until(
            || "a state".into(),
            || {
                let answer = call(site.at, "GET", "state", "", "").filter(|answer| answer.status == 200)?;
                answer.json()["tick"].as_u64()
            },
        );
        if tick >= TICKS.into() {
            break;
        }
        // Somewhere in the tick, now and then around its end.
        std::thread::sleep(Duration::from_millis(kills * 37 % 460));
        site.life.kill();
        kills += 1;
        killed_in[tick as usize] += 1;
        (site.life, site.at) = run(&site.bot);
        *at.lock().unwrap() = site.at;
        if killed_in[tick as usize] == 1 {
            wait_until(
                || format!("the end of tick {tick}"),
                || {
                    let answer =
                        call(site.at, "GET", "state", "", "").filter(|answer| answer.status == 200)?;
                    (answer.json()["tick"].as_u64() > Some(tick)).then_some(())
                },
            );
        }
    }
    let replay = site.finish();
    over.store(true, Ordering::SeqCst);
    players.into_iter().for_each(|player| player.join().unwrap());
    let mut acknowledged = 0;
    for ((tick, seat), sent) in book.lock().unwrap().iter() {
        let Some(set) = &sent.acknowledged else { continue };
        acknowledged += 1;
        let played = &replay[*tick as usize + 1]["orders"][["A", "B"][*seat]];
        let played = if played.is_null() { &json!({}) } else { played };
        assert!(
            played == set || sent.unanswered.contains(played),
            "tick {tick}, seat {seat}: {played}, not {set}"
        );
    }
    let ticks = killed_in.iter().filter(|kills| **kills > 0).count();
    println!("{kills} kills in {ticks} of {TICKS} ticks, {acknowledged} sets acknowledged");
    assert!(ticks + 2 >= TICKS as usize, "killed in {ticks} of {TICKS} ticks only");
    assert!(acknowledged >= TICKS as usize / 2, "{acknowledged} sets");
}
