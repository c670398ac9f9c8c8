//! What a follower gets: picture, caption and alt text of each turn, telling what happened.

mod common;

use common::Bot;
use std::path::Path;

fn size(png: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(std::fs::File::open(png).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn posts_tell_what_happened() {
    let bot = Bot::with("");
    bot.ok(&["run", "--every", "50ms", "--turns", "4"]);
    let map: serde_json::Value = serde_json::from_str(&bot.ok(&["map", "show", "--json"])).unwrap();
    let name = |id: &serde_json::Value| {
        let territories = map["territories"].as_array().unwrap();
        territories.iter().find(|t| t["id"] == *id).unwrap()["name"].as_str().unwrap().to_string()
    };
    let history: Vec<serde_json::Value> =
        bot.ok(&["history", "--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(history.len(), 4);
    for turn in 0..=4 {
        let post = bot.path(&format!("out/1/{turn:06}"));
        let text = |ending: &str| std::fs::read_to_string(post.with_extension(ending)).unwrap();
        let (caption, alt) = (text("txt"), text("alt.txt"));
        assert_eq!(size(&post.with_extension("png")), (1600, 1200));
        assert!(std::fs::metadata(post.with_extension("png")).unwrap().len() <= 300_000);
        assert!(caption.lines().any(|line| line.starts_with(&format!("Turno {turn}"))), "{caption}");
        assert!(alt.chars().count() <= 1000 && alt.contains("Oltrepò Pavese"), "{alt}");
        if turn > 0 {
            let event = &history[turn - 1];
            for who in ["attacker", "target"] {
                assert!(caption.contains(&name(&event[who])), "{caption} does not name {}", event[who]);
                assert!(alt.contains(&name(&event[who])), "{alt} does not name {}", event[who]);
            }
        }
    }
    let status: serde_json::Value = serde_json::from_str(&bot.ok(&["status", "--json"])).unwrap();
    let opening = std::fs::read_to_string(bot.path("out/1/000000.txt")).unwrap();
    assert!(opening.contains(status["commitment"].as_str().unwrap()), "{opening}");
}
