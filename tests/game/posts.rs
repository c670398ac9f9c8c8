//! The posts of a game: opening, every so many ticks, end; each once, whole, and the same after a restart.

use crate::common::{Bot, listing, names};
use std::fs;
use std::time::Duration;

const POSTS: [u64; 4] = [0, 20, 40, 60];

fn bot(language: &str) -> Bot {
    Bot::with(&format!(
        "[war]\nname = \"Prova\"\nruleset = \"dobyvatele\"\n[dobyvatele]\nticks = 60\npost_every = 20\nfallback = \"random\"\n\
         board = {{ teams = 4, size = \"14x14\", seed = \"7\" }}\n[schedule]\nevery = \"20ms\"\n[web]\nenabled = false\n\
         [words]\nlanguage = \"{language}\"\n[picture]\nsize = \"800x600\"\n\
         [[network]]\nkind = \"folder\"\nname = \"cartella\"\npath = \"out\"\n"
    ))
}

fn size(png: &[u8]) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    (reader.info().width, reader.info().height)
}

/// The folder's files with their bytes, by name.
fn files(bot: &Bot) -> Vec<(String, Vec<u8>)> {
    let folder = bot.path("out/1");
    let mut names = listing(&folder);
    names.sort();
    names.into_iter().map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}

/// Plays the whole game, with a stop in the middle.
fn play(bot: &Bot) {
    bot.ok(&["war", "new"]);
    bot.ok(&["team", "add", "@Alfa #1"]);
    assert!(bot.json(&["posts", "list", "--json"]).is_empty(), "nothing is posted of a lobby");
    bot.ok(&["war", "resume"]);
    bot.ok(&["run", "--turns", "30"]);
    std::thread::sleep(Duration::from_millis(5));
    let before = files(bot);
    bot.ok(&["run", "--turns", "30"]);
    let after = files(bot);
    assert_eq!(before.len(), 6);
    assert!(before.iter().all(|file| after.contains(file)), "a restart changes nothing that is out");
}

#[test]
fn each_post_of_a_game_goes_out_once_with_picture_caption_and_alt_text() {
    let bot = bot("it");
    play(&bot);
    let found: Vec<String> = files(&bot).into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, POSTS.into_iter().flat_map(names).collect::<Vec<_>>());
    let posts = bot.json(&["posts", "list", "--json"]);
    let sent: Vec<u64> = posts.iter().map(|post| post["turn"].as_u64().unwrap()).collect();
    assert_eq!(sent, POSTS);
    assert!(posts.iter().all(|post| post["state"] == "sent"), "{posts:?}");
    for turn in POSTS {
        let file = |ending: &str| bot.path(&format!("out/1/{turn:06}.{ending}"));
        let png = fs::read(file("png")).unwrap();
        let (caption, alt) =
            (fs::read_to_string(file("txt")).unwrap(), fs::read_to_string(file("alt.txt")).unwrap());
        assert_eq!(size(&png), (800, 600));
        assert!(caption.lines().any(|line| line.starts_with(&format!("Turno {turn} di 60"))), "{caption}");
        assert!(!caption.contains(['@', '#']), "{caption}");
        assert!(alt.starts_with(&format!("Tabellone di 14 per 14 campi, turno {turn} di 60.")), "{alt}");
        assert!(alt.chars().count() <= 1000, "{alt}");
        bot.ok(&["render", "--turn", &turn.to_string(), "-o", "again.png"]);
        if turn > 0 {
            assert!(fs::read(bot.path("again.png")).unwrap() == png, "tick {turn} is drawn anew otherwise");
        }
    }
    let read = |turn: u64| fs::read_to_string(bot.path(&format!("out/1/{turn:06}.txt"))).unwrap();
    assert!(read(0).contains("In gara: Alfa 1, Squadra B, Squadra C e Squadra D."), "{}", read(0));
    let ends = ["Fine della partita", "Vince ", "La partita finisce", "È finita", "Dopo 60 turni"];
    assert!(ends.iter().any(|end| read(60).starts_with(end)), "{}", read(60));
}
