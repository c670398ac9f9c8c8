//! The page's files, made from whole wars in a real database.
#![allow(clippy::disallowed_methods, reason = "tests keep their database in a folder of their own")]

use super::code::reading;
use super::season::Season;
use super::tale::tales;
use super::{Found, Settings, Site};
use crate::map::{self, Map};
use crate::render::{Palette, Theme};
use crate::rules::guerra::{self, FactionId, Rules, State};
use crate::schedule::Schedule;
use crate::store::{NewWar, Store, Turn, WarState};
use crate::words::{Language, Words};
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use tempfile::TempDir;

const SECRET: [u8; 32] = [0xab; 32];
const BEGUN: i64 = 1_796_115_600_000;

/// A database with wars in it.
pub struct Shelf {
    folder: TempDir,
    pub store: Store,
}

impl Shelf {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("war.db")).unwrap();
        Shelf { folder, store }
    }

    /// A war of at most so many turns, one an hour; over if it comes to its end.
    pub fn play(&mut self, source: &[u8], most: u32) {
        let (map, _) = map::load(source, "test").unwrap();
        let rules = Rules::default();
        let commitment = guerra::commitment(map.digest(), &rules, &SECRET);
        let mut state = State::start(&map);
        let played = self.store.transaction(|tx| {
            tx.keep_map(&map, source)?;
            let war = tx.begin_war(&NewWar {
                name: "Prova",
                map: &hex::encode(map.digest()),
                rules: &rules.line(),
                secret: &SECRET,
                commitment: &commitment,
                await_salt: false,
                begun_at: BEGUN,
                schedule: "every 1h",
                next_due: BEGUN + 3_600_000 * i64::from(most + 1),
            })?;
            while state.turns_played() < most {
                let Some(taken) = guerra::advance(&map, &rules, &SECRET, &mut state) else { break };
                let number = state.turns_played();
                let at = BEGUN + 3_600_000 * i64::from(number);
                tx.append(war, &Turn { number, slot: at, at, event: taken.event })?;
            }
            if state.is_over() {
                tx.set_state(war, WarState::Over, None)?;
            }
            Ok::<_, crate::store::StoreError>(())
        });
        played.unwrap();
    }

    pub fn site(&self, language: Language) -> Site {
        Site::open(self.store.path(), settings(language)).unwrap()
    }

    fn season(&self, language: Language) -> (Season, Words) {
        let words = Words::built_in(language);
        let war = self.store.war(None).unwrap().unwrap();
        (Season::open(&self.store, war, &words).unwrap(), words)
    }
}

fn settings(language: Language) -> Settings {
    Settings {
        language,
        templates: None,
        zone: chrono_tz::Europe::Rome,
        url: Some("https://guerra.example.org".to_string()),
        schedule: Schedule::every("1h").unwrap(),
        live: false,
    }
}

pub fn bundled(name: &str) -> &'static [u8] {
    map::bundled(name).unwrap()
}

/// Three squares in a row whose names are what HTML fears most.
fn awkward() -> Vec<u8> {
    let square = |i: u32, name: &str| {
        let (left, right) = (9.0 + 0.1 * f64::from(i), 9.0 + 0.1 * f64::from(i + 1));
        serde_json::json!({"type": "Feature", "properties": {"id": format!("q{i}"), "name": name},
            "geometry": {"type": "Polygon", "coordinates":
                [[[left, 45.0], [right, 45.0], [right, 45.1], [left, 45.1], [left, 45.0]]]}})
    };
    let names = [r#"Rocca de' "Giorgi""#, "<b>Ver & Dé</b>", "Montù </script>"];
    let features: Vec<Value> = (0..).zip(names).map(|(i, name)| square(i, name)).collect();
    serde_json::json!({"type": "FeatureCollection", "name": "awkward", "attribution": "<i>&", "features": features})
        .to_string()
        .into_bytes()
}

pub fn text(site: &Site, path: &str) -> String {
    match site.file(path) {
        Some(Found::Asset(asset)) => String::from_utf8(asset.bytes).unwrap(),
        other => panic!("{path}: {other:?}"),
    }
}

fn data(site: &Site) -> Value {
    serde_json::from_str(&text(site, "guerra.json")).unwrap()
}

#[test]
fn the_moves_fold_into_the_chronicle_and_the_colours_are_the_painter_s() {
    for (name, width) in [("oltrepo", 1), ("province", 2)] {
        let mut shelf = Shelf::new();
        shelf.play(bundled(name), 120);
        let (season, _) = shelf.season(Language::Italian);
        let data = data(&shelf.site(Language::Italian));
        assert_eq!(data["cifre"], width);
        let moves = reading::territories(data["mosse"].as_str().unwrap(), width);
        assert_eq!(moves.len(), 240, "nothing of the future");
        let mut owner: Vec<u32> = (0..season.map.len() as u32).collect();
        let mut tints: Vec<usize> =
            reading::numbers(data["colore"].as_str().unwrap()).into_iter().map(|n| n as usize).collect();
        let changes = reading::numbers(data["cambi"].as_str().unwrap());
        let mut palette = Palette::start(&season.map);
        for (turn, pair) in (1..).zip(moves.chunks(2)) {
            owner[pair[1] as usize] = pair[0];
            for change in changes.chunks(3).filter(|change| change[0] == turn as i32) {
                tints[change[1] as usize] = change[2] as usize;
            }
            let board = season.chronicle.board(turn);
            let owners: Vec<u32> = board.owners().iter().map(|f| f.0).collect();
            assert_eq!(owner, owners, "{name} {turn}");
            palette.go_to(&season.map, &season.chronicle, turn);
            for faction in (0..season.map.len() as u32).map(FactionId) {
                let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| palette.colour(faction, theme));
                let shown = &data["tinte"].as_str().unwrap()[12 * tints[faction.index()]..][..12];
                assert_eq!(shown, super::colours::hex(light) + &super::colours::hex(dark), "{name} {turn}");
            }
        }
    }
}

/// Square metres of a territory from the data file's arcs and rings, holes taken out.
fn drawn_area(arcs: &[Vec<i32>], rings: &str, metres: f64) -> f64 {
    let ring = |text: &str| {
        let mut points: Vec<[i32; 2]> = Vec::new();
        for number in reading::numbers(text) {
            let arc = &arcs[number.unsigned_abs() as usize - 1][2..];
            let mut at = [0, 0];
            let mut line: Vec<[i32; 2]> = arc
                .chunks(2)
                .map(|step| {
                    at = [at[0] + step[0], at[1] + step[1]];
                    at
                })
                .collect();
            if number < 0 {
                line.reverse();
            }
            assert!(points.last().is_none_or(|last| last == &line[0]), "arcs join");
            points.extend(line);
        }
        assert_eq!(points.first(), points.last(), "rings close");
        let cross =
            |a: [i32; 2], b: [i32; 2]| f64::from(a[0]) * f64::from(b[1]) - f64::from(b[0]) * f64::from(a[1]);
        points.windows(2).map(|w| cross(w[0], w[1])).sum::<f64>() / 2.0
    };
    // Outlines and holes run in opposite directions.
    rings.split(' ').map(ring).sum::<f64>().abs() * metres * metres
}

#[test]
fn the_rings_rebuild_every_territory() {
    for name in ["oltrepo", "province", "regioni"] {
        let mut shelf = Shelf::new();
        shelf.play(bundled(name), 1);
        let (season, _) = shelf.season(Language::Italian);
        let data = data(&shelf.site(Language::Italian));
        let list =
            |key: &str| data[key].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect::<Vec<_>>();
        let arcs: Vec<Vec<i32>> = list("archi").into_iter().map(reading::numbers).collect();
        let whole: i64 = season.map.territories().iter().map(|t| t.area).sum();
        let unscaled: f64 = list("anelli").iter().map(|rings| drawn_area(&arcs, rings, 1.0)).sum();
        let metres = (whole as f64 / unscaled).sqrt();
        for (rings, territory) in list("anelli").into_iter().zip(season.map.territories()) {
            let drawn = drawn_area(&arcs, rings, metres);
            let off = (drawn - territory.area as f64).abs();
            // A border may be off by a little over half a unit, of which the box has about a million.
            let allowed = 0.06 * territory.area as f64 + 3e-5 * whole as f64;
            assert!(off < allowed, "{name} {}: {drawn} for {}", territory.name, territory.area);
        }
        let points: usize = arcs.iter().map(|arc| arc.len() / 2 - 1).sum();
        assert!(points <= 3200, "{name} has {points} points");
    }
}

#[test]
fn page_and_picture_tell_every_turn_in_the_same_words() {
    for (name, most) in [("oltrepo", 1000), ("regioni", 1000)] {
        let mut shelf = Shelf::new();
        shelf.play(bundled(name), most);
        for language in Language::ALL {
            let (season, words) = shelf.season(language);
            let settings = settings(language);
            for told in tales(&season, language, usize::MAX).iter().step_by(3) {
                let lines = words.lines(&season.subject(told.turn, &settings));
                let [sentence, detail] = super::data::said(&lines);
                assert_eq!((&told.sentence, &told.detail), (&sentence, &detail), "{name} turn {}", told.turn);
            }
        }
    }
}

#[test]
fn the_secret_stays_one_until_the_war_is_over() {
    let secret = hex::encode(SECRET);
    let leaks = |site: &Site| {
        let told = |path: &String| match site.file(path) {
            Some(Found::Asset(asset)) => String::from_utf8(asset.bytes).unwrap().contains(&secret),
            _ => false,
        };
        site.paths().iter().any(told)
    };
    let mut shelf = Shelf::new();
    shelf.play(bundled("regioni"), 12);
    let site = shelf.site(Language::Italian);
    assert!(!leaks(&site));
    assert_eq!(data(&site)["segreto"], Value::Null);
    assert!(text(&site, "").contains(&data(&site)["impegno"].as_str().unwrap().to_string()));
    shelf.play(&awkward(), 10_000);
    assert_eq!(data(&shelf.site(Language::Italian))["segreto"], secret.as_str());
}

/// Looks at every link of every page.
pub fn assert_links(site: &Site) {
    let links = Regex::new(r#"(?:href|src|srcset)="([^"]*)""#).unwrap();
    let paths: BTreeSet<String> = site.paths().into_iter().collect();
    let pages: Vec<&String> = paths.iter().filter(|path| path.ends_with(".html")).collect();
    assert!(pages.len() > 5);
    for page in pages {
        for link in links.captures_iter(&text(site, page)).map(|found| found[1].to_string()) {
            let link = link.split('#').next().unwrap();
            if link.is_empty() || link.starts_with("https:") {
                assert!(link.is_empty() || link.starts_with("https://guerra.example.org"), "{page}: {link}");
                continue;
            }
            let mut parts: Vec<&str> = page.split('/').collect();
            parts.pop();
            for part in link.split('/') {
                match part {
                    ".." => drop(parts.pop().expect("no link leaves the site")),
                    part => parts.push(part),
                }
            }
            let target = parts.join("/");
            let index = format!("{target}index.html");
            assert!(paths.contains(&target) || paths.contains(&index), "{page}: {link} leads to {target}");
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut shelf = Shelf::new();
    shelf.play(&awkward(), 10_000);
    shelf.play(bundled("regioni"), 9);
    assert_links(&shelf.site(Language::Italian));
}

#[test]
fn a_turn_previews_well() {
    let mut shelf = Shelf::new();
    shelf.play(bundled("oltrepo"), 30);
    let site = shelf.site(Language::Italian);
    let page = text(&site, "turno/12/");
    let [sentence, detail] = site.told(12).unwrap();
    let escaped = |text: &str| text.replace('\'', "&#39;");
    let url = "https://guerra.example.org";
    for (key, wanted) in [
        ("og:title", format!("{} · Turno 12", escaped(&sentence))),
        ("og:description", escaped(&detail)),
        ("og:image", format!("{url}/{}12.png", site.figures().unwrap())),
        ("og:url", format!("{url}/turno/12/")),
        ("og:type", "article".to_string()),
        ("og:locale", "it_IT".to_string()),
        ("og:image:width", "1600".to_string()),
    ] {
        assert!(page.contains(&format!(r#"<meta property="{key}" content="{wanted}">"#)), "{key}: {wanted}");
    }
    assert!(page.contains(r#"<meta name="twitter:card" content="summary_large_image">"#));
    assert!(page.contains(&format!(r#"<link rel="canonical" href="{url}/turno/12/">"#)));
    assert!(page.contains(r#"href="../../#t=12""#));
}

#[test]
fn awkward_names_survive_and_break_nothing() {
    let mut shelf = Shelf::new();
    shelf.play(&awkward(), 1);
    let site = shelf.site(Language::English);
    let index = text(&site, "");
    assert!(!index.contains("<b>Ver") && !index.contains("Montù </script>") && !index.contains("<i>&\""));
    assert!(index.contains("&lt;i&gt;&amp;"), "the attribution");
    assert!(index.contains("Montù &lt;/script&gt;") || index.contains("&lt;b&gt;Ver &amp; Dé&lt;/b&gt;"));
    let names: Vec<String> = serde_json::from_value(data(&site)["nomi"].clone()).unwrap();
    assert_eq!(names, [r#"Rocca de' "Giorgi""#, "<b>Ver & Dé</b>", "Montù </script>"]);
}

#[test]
fn no_page_carries_inline_script_or_style() {
    let mut shelf = Shelf::new();
    shelf.play(bundled("regioni"), 40);
    let site = shelf.site(Language::Czech);
    let inline = Regex::new(r#"(?i)<style|\sstyle=|\son[a-z]+="|javascript:|<script>"#).unwrap();
    for path in ["", "turno/", "turno/7/"] {
        let page = text(&site, path);
        assert!(
            page.contains("default-src &#39;none&#39;; script-src &#39;self&#39;") && !inline.is_match(&page),
            "{path}"
        );
    }
}

#[test]
fn other_paths_lead_nowhere() {
    let mut shelf = Shelf::new();
    shelf.play(bundled("regioni"), 9);
    let site = shelf.site(Language::Italian);
    let figures = site.figures().unwrap();
    let asked = [
        "turno/10/",
        "guerra.jsonindex.html",
        "turno/007/",
        "turno/-1/",
        "turno/7",
        "turno/99999999999/",
        "../Cargo.toml",
        "turno/../guerra.json",
        "figure/1/7.png",
        "figure/00000000/7.png",
        &format!("{figures}10.png"),
        &format!("{figures}07.png"),
        &format!("{figures}7.jpg"),
        "stagioni/1/",
        "stagioni/",
        "app/00000000/war.js",
        "è",
    ];
    for path in asked {
        assert_eq!(site.file(path), None, "{path}");
    }
    let ninth = site.file(&format!("{figures}9.png"));
    assert!(matches!(ninth, Some(Found::Picture(shot)) if shot.turn == 9 && shot.immutable));
}

#[test]
fn a_past_season_that_cannot_be_read_does_not_take_the_page_with_it() {
    let mut shelf = Shelf::new();
    shelf.play(bundled("regioni"), 9);
    shelf.play(bundled("regioni"), 5);
    let spoil = |number: u32| {
        let db = rusqlite::Connection::open(shelf.store.path()).unwrap();
        db.execute("UPDATE wars SET rules = 'no rules' WHERE number = ?1", [number]).unwrap();
    };
    spoil(1);
    let site = shelf.site(Language::Italian);
    assert!(text(&site, "").contains("guerra.json"));
    assert_eq!(site.file("stagioni/1/"), None);
    assert_links(&site);
    spoil(2);
    assert!(Site::open(shelf.store.path(), settings(Language::Italian)).is_err());
}

#[test]
fn the_next_turn_s_odds_and_a_forecast_are_told_while_the_war_runs() {
    let mut shelf = Shelf::new();
    shelf.play(bundled("oltrepo"), 60);
    let mut site = shelf.site(Language::Italian);
    let page = text(&site, "");
    assert!(page.contains("Chi attaccherà al turno 61") && page.contains("Il colpo più probabile"));
    assert!(page.contains("Chi vince</h2>"));
    site.set_forecast(super::Forecast {
        turn: 60,
        wars: 10_000,
        chances: vec![(FactionId(3), 0.52), (FactionId(1), 0.004)],
        error: 0.01,
        end: Some([300, 61, 700]),
    });
    let page = text(&site, "");
    assert!(page.contains("Su 10.000 guerre simulate dal turno 60; ogni numero può sbagliare di 1 %."));
    assert!(page.contains("52 %") && page.contains("meno dell&#39;1 %"));
    assert!(page.contains("Fine attesa intorno al turno 61, giovedì 3 dicembre 2026, ore 23."), "{page}");
}

#[test]
fn the_site_reads_on() {
    let mut shelf = Shelf::new();
    shelf.play(bundled("regioni"), 5);
    let mut site = shelf.site(Language::Italian);
    assert!(!site.refresh().unwrap());
    let (map, _): (Map, _) = map::load_bundled("regioni").unwrap().unwrap();
    let mut state = State::start(&map);
    let taken = (0..6).map(|_| guerra::advance(&map, &Rules::default(), &SECRET, &mut state)).last();
    let event = taken.flatten().unwrap().event;
    let turn = Turn { number: 6, slot: BEGUN, at: BEGUN, event };
    shelf.store.transaction(|tx| tx.append(1, &turn)).unwrap();
    assert!(site.refresh().unwrap());
    assert_eq!(site.newest(), Some((1, 6)));
    assert!(site.file("turno/6/").is_some());
    drop(shelf.folder);
}
