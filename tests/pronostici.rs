//! The forecast's own posts: every so many turns, once each, and the same bytes whenever they are drawn.

mod common;

use common::{Bot, SECRET};
use guerrabot::publish::{Limits, Press, Settings, Style};
use guerrabot::render::{Canvas, Theme};
use guerrabot::schedule::Schedule;
use guerrabot::store::{PostKind, Store};
use guerrabot::words::Language;
use std::fs;
use std::path::Path;

const CRON: &str = "0 18 * * 1-5";

/// Working days only, so that dates are not the turns' number of days ahead.
fn every_2() -> String {
    format!("[schedule]\ncron = \"{CRON}\"\n[outbox]\npronostici_every = 2\n")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| name.contains("pronostici")).collect();
    names.sort();
    names
}

fn press(db: &Path) -> Press {
    let settings = Settings {
        language: Language::Italian,
        templates: None,
        hashtags: Vec::new(),
        zone: chrono_tz::Europe::Rome,
        canvas: Canvas { width: 320, height: 320 },
        theme: Theme::Light,
        schedule: Schedule::parse_cron(CRON, chrono_tz::Europe::Rome).unwrap(),
    };
    Press::open(db, settings).unwrap()
}

#[test]
fn every_second_turn_has_one_and_a_new_process_draws_it_again_alike() {
    let bot = Bot::on_grid(4, &every_2());
    bot.ok(&["war", "new", "--secret", SECRET]);
    bot.ok(&["turn", "5"]);
    let out = bot.path("out/1");
    let kinds =
        ["000002", "000004"].map(|turn| ["alt.txt", "png", "txt"].map(|e| format!("{turn}-pronostici.{e}")));
    assert_eq!(names(&out), kinds.concat());
    let store = Store::open_read_only(&bot.path("guerrabot.db")).unwrap();
    let posts = store.posts(None, None).unwrap();
    let forecasts: Vec<_> = posts.iter().filter(|post| post.kind == PostKind::Pronostici).collect();
    assert_eq!(forecasts.iter().map(|post| post.turn).collect::<Vec<_>>(), [2, 4]);
    // Before the next turn's post, behind that of its own turn.
    let order: Vec<(u32, &str)> = posts.iter().map(|post| (post.turn, post.kind.text())).collect();
    assert_eq!(order[2..5], [(2, "turn"), (2, "pronostici"), (3, "turn")]);
    for post in forecasts {
        let style = Style { limits: Limits::default(), canvas: None };
        let frozen = press(&bot.path("guerrabot.db")).compose(post, &style).unwrap();
        assert_eq!(frozen, press(&bot.path("guerrabot.db")).compose(post, &style).unwrap());
        let file =
            |ending: &str| fs::read(out.join(format!("{:06}-pronostici.{ending}", post.turn))).unwrap();
        assert_eq!(frozen.caption.as_bytes(), file("txt"));
        assert_eq!((frozen.alt.as_bytes(), &frozen.png), (&file("alt.txt")[..], &file("png")));
        assert!(frozen.caption.contains(&format!("Pronostici, turno {}", post.turn)), "{}", frozen.caption);
        assert!(!frozen.caption.contains(SECRET) && !frozen.alt.contains(SECRET));
    }
}

#[test]
fn a_war_that_is_over_is_not_forecast() {
    let bot = Bot::on_grid(2, "network = []\n[outbox]\npronostici_every = 1\n");
    bot.ok(&["war", "new", "--secret", SECRET]);
    let turns = bot.ok(&["turn", "500"]).lines().count() as u32;
    let store = Store::open_read_only(&bot.path("guerrabot.db")).unwrap();
    assert!(store.posts(None, None).unwrap().is_empty() && turns >= 3);
    let bot = Bot::on_grid(2, "[outbox]\npronostici_every = 1\n");
    bot.ok(&["war", "new", "--secret", SECRET]);
    assert_eq!(bot.ok(&["turn", "500"]).lines().count() as u32, turns, "the same war");
    let names = names(&bot.path("out/1"));
    assert_eq!(names.len() as u32, 3 * (turns - 1));
    assert!(!names.iter().any(|name| name.starts_with(&format!("{turns:06}"))));
}

#[test]
fn the_times_of_a_forecast_count_from_the_next_turn() {
    let bot = Bot::on_grid(3, "network = []\n[schedule]\nevery = \"1h\"\n");
    bot.ok(&["war", "new", "--secret", SECRET]);
    let forecast = || bot.json(&["forecast", "--wars", "50", "--seed", "1", "--json"]).remove(0);
    let time = |value: &serde_json::Value| {
        value.as_str().map(|text| chrono::DateTime::parse_from_rfc3339(text).unwrap())
    };
    let (before, next) = (forecast(), time(&bot.status()["next_turn_at"]).unwrap());
    for percent in ["median", "p95"] {
        let turns = before["turns"][percent].as_i64().unwrap();
        let wait = chrono::TimeDelta::hours(turns - 1);
        assert_eq!(time(&before["ends_at"][percent]), Some(next + wait), "{percent}: {before}");
    }
    bot.ok(&["turn", "500"]);
    let over = forecast();
    assert_eq!(over["ends_at"], serde_json::json!({"p5": null, "median": null, "p95": null}), "{over}");
}

#[test]
fn without_the_setting_there_are_none() {
    let bot = Bot::on_grid(3, "");
    bot.ok(&["turn", "3"]);
    assert_eq!(names(&bot.path("out/1")), Vec::<String>::new());
}
