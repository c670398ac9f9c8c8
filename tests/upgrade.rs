//! Databases that older programs wrote, killed in the middle of their work, go on from where they stood.

#[path = "web/client.rs"]
mod client;
mod common;
#[path = "game/rig.rs"]
mod rig;

use common::{Bot, SMALL, listing, names};
use rusqlite::Connection;
use std::fs;

/// What the last program of each schema left when it was killed: a war on a grid of 5 by 5, its last post still to go out.
const WARS: [(u32, &[u8]); 2] =
    [(1, include_bytes!("data/databases/war_v1.db")), (2, include_bytes!("data/databases/war_v2.db"))];

fn left(database: &[u8]) -> Bot {
    let bot = Bot::with(SMALL);
    fs::write(bot.path("guerrabot.db"), database).unwrap();
    bot
}

fn count(bot: &Bot, sql: &str) -> u32 {
    let db = Connection::open(bot.path("guerrabot.db")).unwrap();
    db.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_war_of_every_older_schema_goes_on() {
    for (schema, database) in WARS {
        let bot = left(database);
        assert_eq!(count(&bot, "PRAGMA user_version"), schema);
        let turns = count(&bot, "SELECT max(number) FROM turns");
        let sent = count(&bot, "SELECT count(*) FROM posts WHERE state = 'sent'");
        assert!(turns > 12 && sent == turns, "the opening and all turns but the last: {turns}, {sent}");
        assert!(
            bot.refused(&["status"]).contains("made by an older guerrabot"),
            "who only looks changes nothing"
        );

        bot.ok(&["run", "--every", "5ms", "--turns", "5"]);
        assert!(bot.ok(&["verify"]).starts_with(&format!("ok: war 1 so far, {} turns", turns + 5)));
        let mut files = listing(&bot.path("out/1"));
        files.sort();
        let expected: Vec<String> = (turns..=turns + 5).map(u64::from).flat_map(names).collect();
        assert_eq!(files, expected, "what was posted is not posted again");
        bot.ok(&["site", "page"]);

        let copy = Connection::open(bot.path(&format!("guerrabot.v{schema}.db"))).unwrap();
        let kept = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap();
        assert_eq!((kept("PRAGMA user_version"), kept("SELECT count(*) FROM turns")), (schema, turns));
        bot.ok(&["war", "new", "--yes"]);
        bot.ok(&["run", "--every", "5ms", "--turns", "2"]);
        assert_eq!(listing(&bot.path("out/2")).len(), 9, "the next season");
    }
}

/// What the first program that served games left: 40 ticks on 8 by 8 fields, killed in tick 19, with the token of team A.
const GAME: &[u8] = include_bytes!("data/databases/game_v3.db");
const TOKEN: &str = "f60b7e1ecf12d50631e283daf27fd998f4040d5d37397cd7579881bffac498e7";

#[test]
fn a_game_goes_on_and_knows_its_teams() {
    let bot = rig::organiser("300ms", 40, "");
    fs::write(bot.path("guerrabot.db"), GAME).unwrap();
    let site = rig::Site::of(bot);
    let state = site.json("state");
    let open = state["tick"].as_u64().unwrap();
    let soldier = &rig::soldiers(&state, "A")[0];
    let answer = site.put(open, TOKEN, &serde_json::json!([{"id": soldier, "dir": "stay"}]));
    assert_eq!(answer.status, 200, "{}", answer.text());
    let replay = site.finish();
    assert_eq!(replay.len(), 42, "a header, 40 ticks, the result");
    assert_eq!(replay[open as usize + 1]["orders"]["A"][soldier.to_string()], "stay");
}
