use super::*;
use crate::map::{load, load_bundled};
use crate::render::atlas::NOBODY;
use crate::render::{Palette, Texts};
use crate::rules::guerra::{Chronicle, Rules, State, advance};

const SIZES: [(u32, u32); 3] = [(1600, 1200), (1600, 900), (1080, 1350)];

/// A map with a war on it.
struct Played {
    map: Map,
    geography: Geography,
    chronicle: Chronicle,
}

impl Played {
    fn war((map, geography): (Map, Geography), seed: u8) -> Self {
        let mut state = State::start(&map);
        let mut chronicle = Chronicle::new(map.len());
        while chronicle.turns() < 2_000
            && let Some(taken) = advance(&map, &Rules::default(), &[seed; 32], &mut state)
        {
            chronicle.push(taken.event);
        }
        Played { map, geography, chronicle }
    }

    /// Calls back with the names of some forty turns spread over the war, in one size.
    fn each_turn(&self, (width, height): (u32, u32), mut check: impl FnMut(&Painter, &Scene, &Named)) {
        let painter = Painter::new(&self.map, &self.geography, Canvas { width, height }, Theme::Light);
        let mut palette = Palette::start(&self.map);
        let turns = self.chronicle.turns();
        for turn in (1..turns).step_by((turns as usize / 40).max(1)) {
            palette.go_to(&self.map, &self.chronicle, turn);
            let scene = Scene::of_turn(&self.map, &self.chronicle, &palette, turn, Texts::default());
            check(&painter, &scene, &Named::on(&painter, &scene));
        }
    }
}

fn bundled(name: &str) -> (Map, Geography) {
    load_bundled(name).expect("it is bundled").expect("it is sound")
}

/// `side` × `side` squares.
fn squares(side: u32) -> (Map, Geography) {
    let square = |i: u32| {
        let at = |n: u32, from: f64| format!("{:.2}", from + f64::from(n) * 0.01);
        let (x, y) = (i % side, i / side);
        let corner = |dx, dy| format!("[{},{}]", at(x + dx, 9.0), at(y + dy, 45.0));
        let ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)].join(",");
        format!(
            r#"{{"type":"Feature","properties":{{"id":"{i}","name":"Quadro {i}"}},"geometry":{{"type":"Polygon","coordinates":[[{ring}]]}}}}"#
        )
    };
    let features: Vec<String> = (0..side * side).map(square).collect();
    let file = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","));
    load(file.as_bytes(), "squares").expect("a sound map")
}

/// The names of a turn's map, and what they must keep off.
struct Named {
    labels: Vec<(FactionId, Label)>,
    panels: Vec<Frame>,
}

impl Named {
    fn on(painter: &Painter, scene: &Scene) -> Self {
        let sheet = Sheet { atlas: &painter.atlas, canvas: painter.canvas, theme: painter.theme, scene };
        let stage = &painter.stage;
        let plan = Plan::of(stage.place, scene, sheet.atlas, &stage.view, &stage.ids);
        let land = sheet.land(stage);
        let mut field = sheet.field(stage, &plan);
        sheet.mark(&land, &mut field, (stage.place.s(10.0), stage.place.s(78.0)));
        let panels = plan.panels.iter().map(|panel| panel.frame()).collect();
        Named { labels: sheet.names(&land, stage, &mut field), panels }
    }
}

/// The share of a box that passes a test, by 200 points of it.
fn share(frame: &Frame, test: impl Fn(Point) -> bool) -> f32 {
    let at = |i: usize, n: usize, low: f32, high: f32| low + (high - low) * (i as f32 + 0.5) / n as f32;
    let points =
        (0..200).map(|i| (at(i % 20, 20, frame.left, frame.right), at(i / 20, 10, frame.top, frame.bottom)));
    points.filter(|p| test(*p)).count() as f32 / 200.0
}

fn no_name_overlaps(scene: &Scene, named: &Named) {
    for (i, (faction, label)) in named.labels.iter().enumerate() {
        let others = named.labels[i + 1..].iter().map(|(_, other)| other.frame);
        for frame in others.chain(named.panels.iter().copied()) {
            assert!(!label.frame.overlaps(&frame), "turn {}: {faction:?} {label:?}", scene.turn);
        }
    }
}

fn actors_are_named(scene: &Scene, named: &Named) {
    for actor in scene.news.actors().into_iter().flatten() {
        let alive = scene.holdings[actor.index()] > 0;
        let found = named.labels.iter().any(|(faction, _)| *faction == actor);
        assert!(found || !alive, "turn {}: {actor:?} has no name", scene.turn);
    }
}

/// Inside its realm as far as its step asks (95 %, 92 % when small, 60 % for a greater realm or an actor without room;
/// less what the cells of 2 pixels lose), or on open ground with a leader that ends in the realm. An actor far from open
/// ground stands on others' land.
fn names_stand_where_they_belong(painter: &Painter, scene: &Scene, named: &Named) {
    let ids = &painter.stage.ids;
    for (faction, label) in &named.labels {
        let own = |p: Point| scene.owners.get(ids.at(p) as usize) == Some(faction);
        let say = format!("turn {}: {faction:?} {label:?}", scene.turn);
        if let Some((_, place)) = label.leader {
            // An islet that no cell of 2 pixels notices may lie under a name: Latina's on Ponza.
            let open = share(&label.frame, |p| ids.at(p) == NOBODY) > 0.97;
            let others = scene.acts(*faction) && share(&label.frame, own) < 0.03;
            assert!(open || others, "{say} is on land");
            assert!(own(place), "{say} points elsewhere");
        } else {
            let least = if scene.holdings[faction.index()] > 1 || scene.acts(*faction) { 0.55 } else { 0.88 };
            let found = share(&label.frame, own);
            assert!(found >= least, "{say} has {found}");
        }
    }
}

/// The Oltrepò, the provinces and 30 × 30 squares; 360 turns in all.
#[test]
fn names_keep_apart_stand_where_they_belong_and_the_actors_have_theirs() {
    let maps = [bundled("oltrepo"), bundled("province"), squares(30)];
    for (seed, map) in (1..).zip(maps) {
        let war = Played::war(map, seed);
        for size in SIZES {
            war.each_turn(size, |painter, scene, named| {
                no_name_overlaps(scene, named);
                actors_are_named(scene, named);
                names_stand_where_they_belong(painter, scene, named);
            });
        }
    }
}
