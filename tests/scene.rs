//! Scenes as text: what a picture shows, apart from how it is painted.

use guerrabot::map::{Map, load_bundled};
use guerrabot::render::{Mark, News, Palette, Scene, Texts};
use guerrabot::rules::guerra::{Chronicle, FactionId, Rules, State, advance};
use std::fmt::Write;

/// What there is to see, one thing a line.
fn describe(map: &Map, scene: &Scene) -> String {
    let name = |f: FactionId| map.territory(f.home()).name.as_str();
    let mut text = format!("turn {}, {} alive\n", scene.turn, scene.alive);
    let news = match scene.news {
        News::Opening => "opening".to_string(),
        News::Attack { attacker, target, loser } => {
            format!("attack: {} takes {} from {}", name(attacker), map.territory(target).name, name(loser))
        }
        News::Rebellion { rebel, loser } => format!("rebellion: {} against {}", name(rebel), name(loser)),
        News::End { winner } => format!("end: {} wins", name(winner)),
    };
    writeln!(text, "{news}").unwrap();
    for row in &scene.ranking.rows {
        let mark = match row.mark {
            Mark::Change(by) => format!("{by:+}"),
            Mark::Out(turn) => format!("out {turn}"),
            Mark::Wins => "wins".to_string(),
        };
        let [light, dark] = scene.colours[row.faction.index()];
        let hex = |c: guerrabot::render::Rgb| format!("#{:02x}{:02x}{:02x}", c.0, c.1, c.2);
        let (acts, gap) = (if row.acts { " *" } else { "" }, if row.gap { "… " } else { "" });
        let (name, held) = (name(row.faction), row.held);
        writeln!(text, "{gap}{}. {name} {held} {mark}{acts} {} {}", row.rank, hex(light), hex(dark)).unwrap();
    }
    writeln!(text, "others: {}", scene.ranking.others).unwrap();
    for curve in &scene.curves {
        let samples: Vec<u32> = curve.held.iter().copied().step_by((curve.held.len() / 8).max(1)).collect();
        writeln!(text, "curve {}. {} {samples:?}", curve.rank, name(curve.faction)).unwrap();
    }
    text
}

#[test]
fn scenes_of_a_war_from_its_opening_to_its_end() {
    let (map, _) = load_bundled("oltrepo").unwrap().unwrap();
    let seed: [u8; 32] = std::array::from_fn(|i| i as u8);
    let (mut state, mut chronicle) = (State::start(&map), Chronicle::new(map.len()));
    while let Some(taken) = advance(&map, &Rules::default(), &seed, &mut state) {
        chronicle.push(taken.event);
    }
    let mut palette = Palette::start(&map);
    for turn in [0, 1, 40, 149, 150, 299, 300, 550] {
        palette.go_to(&map, &chronicle, turn);
        let scene = Scene::of_turn(&map, &chronicle, &palette, turn, Texts::default());
        insta::assert_snapshot!(format!("turn_{turn:03}"), describe(&map, &scene));
    }
}
