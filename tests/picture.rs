//! Small reference pictures. A difference fails with a triptych (expected | difference | actual) in the target folder;
//! `UPDATE_PICTURES=1` writes the references anew and still fails, so that nobody regenerates by accident.

use guerrabot::map::load_bundled;
use guerrabot::render::{Canvas, Effort, Painter, Palette, Picture, Scene, Texts, Theme, ranking};
use guerrabot::rules::guerra::{Chronicle, Rules, State, advance};
use std::path::PathBuf;

const CASES: &[(u32, (u32, u32), Theme)] = &[
    (0, (800, 600), Theme::Light),
    (1, (800, 600), Theme::Light),
    (40, (800, 600), Theme::Light),
    (149, (800, 600), Theme::Light),
    (149, (800, 600), Theme::Dark),
    (150, (800, 600), Theme::Light),
    (150, (800, 450), Theme::Light),
    (150, (540, 675), Theme::Light),
    (299, (800, 450), Theme::Dark),
    (299, (540, 675), Theme::Dark),
    (550, (800, 600), Theme::Light),
    (550, (540, 675), Theme::Light),
];

#[test]
fn pictures_are_as_they_were() {
    let (map, geography) = load_bundled("oltrepo").unwrap().unwrap();
    let seed: [u8; 32] = std::array::from_fn(|i| i as u8);
    let mut state = State::start(&map);
    let mut chronicle = Chronicle::new(map.len());
    while let Some(taken) = advance(&map, &Rules::default(), &seed, &mut state) {
        chronicle.push(taken.event);
    }
    let mut palette = Palette::start(&map);
    let mut failed = Vec::new();
    for &(turn, (width, height), theme) in CASES {
        palette.go_to(&map, &chronicle, turn);
        let others = ranking(&map, &chronicle, turn).others;
        let scene = Scene::of_turn(&map, &chronicle, &palette, turn, texts(turn, others));
        let mut painter = Painter::new(&map, &geography, Canvas { width, height }, theme);
        let picture = painter.paint(&scene).clone();
        assert_eq!(*painter.paint(&scene), picture, "a warm painter draws the same");
        let name = format!("t{turn:03}-{width}x{height}-{theme:?}").to_lowercase();
        failed.extend(compare(&name, &picture));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Plain words, so that a change of the captions changes no picture.
fn texts(turn: u32, others: u32) -> Texts {
    let s = String::from;
    Texts {
        kicker: s("Guerra dell'Oltrepò Pavese"),
        date: s("lunedì 7 dicembre 2026, ore 15"),
        turn: format!("Turno {turn}"),
        sentence: s("Portalbera conquista Montù Beccaria"),
        detail: s("Montù Beccaria era di Pietra de' Giorgi, che scende a 4 comuni."),
        ranking_title: s("Classifica"),
        ranking_notes: vec![s("comuni e differenza in 10 turni"), s("in 10 turni")],
        others: format!("e altre {others} con un solo comune"),
        wins: s("vince"),
        alive: s("18 fazioni in gara"),
        out: s("57 già fuori"),
        curve_titles: vec![s("I primi cinque, turno per turno"), s("I primi cinque")],
        curve_start: s("turno 0"),
        legend_title: s("Come si legge"),
        legend_attacker: s("contorno blu: chi attacca"),
        legend_target: s("rosso tratteggiato: preso ora"),
        legend_border: s("linea grossa: confine tra fazioni"),
        rules_title: s("Come funziona"),
        rules: vec![s("Ogni turno una fazione estratta a sorte conquista un comune confinante.")],
        facts_title: s("In campo"),
        facts: vec![s("Il più grande: Voghera, 63 km²"), s("Confini tra comuni: 185")],
        attribution: s("Confini comunali: ISTAT, CC BY"),
    }
}

fn compare(name: &str, actual: &Picture) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/picture/{name}.png"));
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, actual.to_png(Effort::Post)).unwrap();
        return Some(format!("{name} was written anew: look at it, then run without UPDATE_PICTURES"));
    }
    let shown = decode(&actual.to_png(Effort::Post));
    let Ok(bytes) = std::fs::read(&path) else { return Some(format!("{name} has no reference")) };
    let expected = decode(&bytes);
    if expected == shown {
        return None;
    }
    let triptych = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    std::fs::write(&triptych, self::triptych(&expected, &shown).to_png(Effort::Fast)).unwrap();
    Some(format!("{name} differs: see {}", triptych.display()))
}

fn decode(bytes: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    let rgba = rgb.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
    Picture { width: info.width, height: info.height, rgba }
}

/// Expected, the amplified difference, actual, side by side.
fn triptych(expected: &Picture, actual: &Picture) -> Picture {
    let (width, height) = (expected.width.max(actual.width), expected.height.max(actual.height));
    let pixel = |p: &Picture, x: u32, y: u32| -> [u8; 4] {
        let at = (y * p.width + x) as usize * 4;
        if x < p.width && y < p.height { p.rgba[at..at + 4].try_into().unwrap() } else { [0, 0, 0, 255] }
    };
    let mut rgba = Vec::new();
    for y in 0..height {
        for x in 0..3 * width {
            let (column, x) = (x / width, x % width);
            let (a, b) = (pixel(expected, x, y), pixel(actual, x, y));
            rgba.extend(match column {
                0 => a,
                1 => {
                    std::array::from_fn(|i| if i == 3 { 255 } else { a[i].abs_diff(b[i]).saturating_mul(4) })
                }
                _ => b,
            });
        }
    }
    Picture { width: 3 * width, height, rgba }
}
