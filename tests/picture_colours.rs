//! The colours of realms that touch, measured: at the start, and through whole wars.

use guerrabot::map::{Map, TerritoryId, load, load_bundled};
use guerrabot::render::{Palette, Seen, Theme};
use guerrabot::rules::guerra::{Board, Chronicle, Event, FactionId, Rules, State, advance};

fn oltrepo() -> Map {
    bundled("oltrepo")
}

fn bundled(name: &str) -> Map {
    load_bundled(name).unwrap().unwrap().0
}

fn play(map: &Map, seed: u8) -> Chronicle {
    let mut state = State::start(map);
    let mut chronicle = Chronicle::new(map.len());
    while let Some(taken) = advance(map, &Rules::default(), &[seed; 32], &mut state) {
        chronicle.push(taken.event);
    }
    chronicle
}

/// The war of tests/data/war_oltrepo.jsonl.
fn written(map: &Map) -> Chronicle {
    let faction = |id: &serde_json::Value| FactionId(map.find(id.as_str().unwrap()).unwrap().0);
    let mut chronicle = Chronicle::new(map.len());
    for line in include_str!("data/war_oltrepo.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let loser = faction(&line["loser"]);
        chronicle.push(match line["event"].as_str().unwrap() {
            "attack" => Event::Attack {
                attacker: faction(&line["attacker"]),
                target: faction(&line["target"]).home(),
                loser,
            },
            _ => Event::Rebellion { rebel: faction(&line["rebel"]), loser },
        });
    }
    chronicle
}

/// The nearest that two touching realms' colours are, in the worst of three visions.
fn nearest(map: &Map, board: &Board, palette: &Palette, theme: Theme) -> f64 {
    let seen: Vec<Seen> = map.ids().map(|id| Seen::of(palette.colour(FactionId(id.0), theme))).collect();
    let borders = map.ids().flat_map(|a| map.territory(a).neighbours.iter().map(move |b| (a, *b)));
    let owners = borders.map(|(a, b): (TerritoryId, TerritoryId)| (board.owner(a), board.owner(b)));
    owners
        .filter(|(a, b)| a != b)
        .map(|(a, b)| seen[a.index()].distance(&seen[b.index()]))
        .fold(f64::MAX, f64::min)
}

#[test]
fn touching_homes_stand_apart_at_the_start() {
    let map = oltrepo();
    let (palette, board) = (Palette::start(&map), Board::start(map.len()));
    let found = [Theme::Light, Theme::Dark].map(|theme| nearest(&map, &board, &palette, theme));
    assert!(found[0] >= 0.11, "light {}", found[0]);
    assert!(found[1] >= 0.09, "dark {}", found[1]);
}

#[test]
fn touching_homes_stand_apart_on_the_provinces_and_the_regions() {
    for name in ["province", "regioni"] {
        let map = bundled(name);
        let (palette, board) = (Palette::start(&map), Board::start(map.len()));
        for theme in [Theme::Light, Theme::Dark] {
            let found = nearest(&map, &board, &palette, theme);
            assert!(found >= 0.08, "{name} {theme:?} {found}");
        }
    }
}

#[test]
fn touching_homes_stand_apart_on_a_thousand_squares() {
    let corner = |x: usize, y: usize| format!("[{:.4},{:.4}]", 9.0 + x as f64 * 0.01, 44.0 + y as f64 * 0.01);
    let square = |i: usize| {
        let (x, y) = (i % 40, i / 40);
        let ring =
            [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)].map(|(x, y)| corner(x, y)).join(",");
        format!(
            r#"{{"type":"Feature","properties":{{"id":"{i}","name":"{i}"}},"geometry":{{"type":"Polygon","coordinates":[[{ring}]]}}}}"#
        )
    };
    let features = (0..1000).map(square).collect::<Vec<_>>().join(",");
    let file = format!(r#"{{"type":"FeatureCollection","features":[{features}]}}"#);
    let (map, _) = load(file.as_bytes(), "squares").unwrap();
    let (palette, board) = (Palette::start(&map), Board::start(map.len()));
    for theme in [Theme::Light, Theme::Dark] {
        let found = nearest(&map, &board, &palette, theme);
        assert!(found >= 0.08, "{theme:?} {found}");
    }
}

#[test]
fn touching_realms_stand_apart_through_whole_wars() {
    let map = oltrepo();
    stand_apart(&map, [written(&map), play(&map, 3), play(&map, 7)]);
    let map = bundled("province");
    stand_apart(&map, [1, 2, 3].map(|seed| play(&map, seed)));
}

fn stand_apart(map: &Map, wars: [Chronicle; 3]) {
    let start = Palette::start(map);
    for chronicle in wars {
        let (mut palette, mut board) = (start.clone(), Board::start(map.len()));
        for event in &chronicle.events()[..chronicle.events().len() - 1] {
            palette.advance(map, *event);
            board.apply(*event);
            let light = nearest(map, &board, &palette, Theme::Light);
            let dark = nearest(map, &board, &palette, Theme::Dark);
            assert!(light >= 0.06, "turn {}: light {light}", palette.turn());
            assert!(dark >= 0.06, "turn {}: dark {dark}", palette.turn());
        }
    }
}

#[test]
fn the_great_keep_their_colour_and_the_others_change_seldom() {
    let map = oltrepo();
    let start = Palette::start(&map);
    for chronicle in [written(&map), play(&map, 3), play(&map, 7)] {
        let (mut palette, mut board) = (start.clone(), Board::start(map.len()));
        let (mut hasty, mut latest) = (0, vec![None; map.len()]);
        for event in chronicle.events() {
            let before = palette.clone();
            palette.advance(&map, *event);
            board.apply(*event);
            let colour = |p: &Palette, f| p.colour(f, Theme::Light);
            let factions = map.ids().map(|id| FactionId(id.0));
            for f in factions.filter(|f| colour(&before, *f) != colour(&palette, *f)) {
                assert!(board.holdings(f) < 10, "turn {}: {f:?} changed", palette.turn());
                hasty += usize::from(latest[f.index()].is_some_and(|turn| turn + 20 > palette.turn()));
                latest[f.index()] = Some(palette.turn());
            }
        }
        assert!(hasty <= 3, "{hasty} changed twice within 20 turns");
    }
}

#[test]
fn colours_are_the_same_however_one_gets_there() {
    let map = oltrepo();
    let chronicle = play(&map, 5);
    let mut wandering = Palette::start(&map);
    for turn in [200, 40, 41, 300, 0, 150] {
        wandering.go_to(&map, &chronicle, turn);
        let direct = Palette::at(&map, &chronicle, turn);
        for id in map.ids() {
            let faction = FactionId(id.0);
            assert_eq!(wandering.colour(faction, Theme::Light), direct.colour(faction, Theme::Light));
        }
    }
}
