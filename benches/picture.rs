//! `cargo bench --bench picture`: what a turn's picture costs, beside drawing everything anew.
//!
//! A warm painter holds what does not change from turn to turn; the ratio says what that is worth.

use guerrabot::map::{Geography, Map, load_bundled};
use guerrabot::render::{Canvas, Effort, Film, Painter, Palette, Scene, Texts, Theme};
use guerrabot::rules::guerra::{Chronicle, Rules, State, advance};
use std::time::{Duration, Instant};

fn main() {
    // `cargo test --benches` only wants to know that it builds; `cargo bench` says what it is.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!("{:<52} {:>12}   promise", "what", "measured");
    let (map, geography) = load_bundled("oltrepo").expect("bundled").expect("sound");
    let war = War::play(map, geography, u32::MAX);
    let wanted = |part: &str| std::env::args().skip(1).filter(|a| a != "--bench").all(|a| a == part);
    if wanted("warm") {
        war.warm();
    }
    if wanted("large") {
        War::large().large_turn();
    }
    if wanted("film") {
        war.film();
    }
}

fn line(what: &str, measured: String, promise: &str) {
    println!("{what:<52} {measured:>12}   {promise}");
}

fn ms(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

struct War {
    map: Map,
    geography: Geography,
    chronicle: Chronicle,
}

const POSTED: Canvas = Canvas { width: 1600, height: 1200 };

impl War {
    fn play(map: Map, geography: Geography, turns: u32) -> Self {
        let mut state = State::start(&map);
        let mut chronicle = Chronicle::new(map.len());
        while chronicle.turns() < turns
            && let Some(taken) = advance(&map, &Rules::default(), &[1; 32], &mut state)
        {
            chronicle.push(taken.event);
        }
        War { map, geography, chronicle }
    }

    /// 90 x 90 squares, a while into their war.
    fn large() -> Self {
        let side = 90;
        let square = |i: u32| {
            let (x, y) = (f64::from(i % side) * 0.01, 45.0 + f64::from(i / side) * 0.01);
            format!(
                r#"{{"type":"Feature","properties":{{"id":"{i}","name":"Comune {i}"}},"geometry":{{"type":"Polygon","coordinates":[[[{x:.2},{y:.2}],[{e:.2},{y:.2}],[{e:.2},{n:.2}],[{x:.2},{n:.2}],[{x:.2},{y:.2}]]]}}}}"#,
                e = x + 0.01,
                n = y + 0.01,
            )
        };
        let squares: Vec<String> = (0..side * side).map(square).collect();
        let file = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, squares.join(","));
        let (map, geography) = guerrabot::map::load(file.as_bytes(), "squares").expect("a sound map");
        War::play(map, geography, 2_000)
    }

    /// A turn of 8,100 territories on 2048 x 2048.
    fn large_turn(&self) {
        let scenes = self.scenes(1_990..2_000);
        let mut painter = self.painter(Canvas { width: 2048, height: 2048 });
        let times = scenes.iter().map(|scene| {
            let begun = Instant::now();
            std::hint::black_box(painter.paint(scene));
            begun.elapsed()
        });
        line("a turn of 8,100 territories at 2048x2048, warm", ms(median(times.collect())), "<= 40 ms");
    }

    fn scenes(&self, turns: impl Iterator<Item = u32>) -> Vec<Scene> {
        let mut palette = Palette::start(&self.map);
        turns
            .map(|turn| {
                palette.go_to(&self.map, &self.chronicle, turn);
                Scene::of_turn(
                    &self.map,
                    &self.chronicle,
                    &palette,
                    turn,
                    Texts { sentence: "Un comune conquista un altro comune".into(), ..Texts::default() },
                )
            })
            .collect()
    }

    fn painter(&self, canvas: Canvas) -> Painter {
        Painter::new(&self.map, &self.geography, canvas, Theme::Light)
    }

    /// Medians over 50 turns of the middle of a war.
    fn warm(&self) {
        let scenes = self.scenes(120..170);
        let mut painter = self.painter(POSTED);
        let mut times: [Vec<Duration>; 4] = Default::default();
        for scene in &scenes {
            let begun = Instant::now();
            let picture = painter.paint(scene);
            times[0].push(begun.elapsed());
            let fast = Instant::now();
            std::hint::black_box(picture.to_png(Effort::Fast));
            times[1].push(begun.elapsed());
            times[2].push(fast.elapsed());
            let post = Instant::now();
            std::hint::black_box(picture.to_png(Effort::Post));
            times[3].push(post.elapsed());
        }
        let [paint, fast, encode, post] = times.map(median);
        let anew = median((0..5).map(|i| self.anew(&scenes[i])).collect());
        line("a turn at 1600x1200, warm", ms(paint), "");
        line("  with the fast PNG", ms(fast), "<= 10 ms");
        line("  the fast PNG alone", ms(encode), "");
        line("  the PNG to post alone", ms(post), "");
        line("  drawn to be posted", ms(paint + post), "<= 80 ms");
        line("  everything anew, with the fast PNG", ms(anew), "");
        line("  anew over warm", format!("{:.1} x", anew.as_secs_f64() / fast.as_secs_f64()), "");
    }

    fn anew(&self, scene: &Scene) -> Duration {
        let begun = Instant::now();
        std::hint::black_box(self.painter(POSTED).paint(scene).to_png(Effort::Fast));
        begun.elapsed()
    }

    fn film(&self) {
        let canvas = Canvas { width: 800, height: 800 };
        let film = Film {
            map: &self.map,
            geography: &self.geography,
            chronicle: &self.chronicle,
            canvas,
            theme: Theme::Light,
            title: "Guerra",
            attribution: "",
            marker: &|turn| format!("Turno {turn}"),
        };
        let begun = Instant::now();
        let bytes = film.gif(|_| ()).expect("a film");
        let per_600 = begun.elapsed() * 600 / self.chronicle.turns();
        line("a film of 600 turns at 800x800", ms(per_600), "<= 1500 ms");
        line(
            "  its size",
            format!("{} KB", bytes.len() as u32 * 600 / self.chronicle.turns() / 1000),
            "<= 1000 KB",
        );
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
