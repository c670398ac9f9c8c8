//! The film: every turn a frame, only what changed, and at its end the board as it is.

use guerrabot::map::load_bundled;
use guerrabot::render::{Canvas, Film, Palette, Theme};
use guerrabot::rules::guerra::{Chronicle, Rules, State, advance};

struct Played {
    bytes: Vec<u8>,
    frames: Vec<(u16, usize)>,
    /// The last screen, as colours.
    screen: Vec<[u8; 3]>,
}

fn played(bytes: Vec<u8>, width: usize, height: usize) -> Played {
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let palette: Vec<[u8; 3]> =
        decoder.global_palette().unwrap().chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
    let (mut screen, mut frames) = (vec![[0; 3]; width * height], Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames.push((frame.delay, frame.buffer.len()));
        for (i, index) in frame.buffer.iter().enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            if frame.transparent != Some(*index) {
                screen[(usize::from(frame.top) + y) * width + usize::from(frame.left) + x] =
                    palette[usize::from(*index)];
            }
        }
    }
    Played { bytes, frames, screen }
}

#[test]
fn a_film_ends_with_the_board_as_it_is() {
    let (map, geography) = load_bundled("oltrepo").unwrap().unwrap();
    let (mut state, mut chronicle) = (State::start(&map), Chronicle::new(map.len()));
    for _ in 0..80 {
        chronicle.push(advance(&map, &Rules::default(), &[9; 32], &mut state).unwrap().event);
    }
    let canvas = Canvas { width: 400, height: 500 };
    let film = Film {
        map: &map,
        geography: &geography,
        chronicle: &chronicle,
        canvas,
        theme: Theme::Light,
        title: "Guerra dell'Oltrepò Pavese",
        attribution: map.attribution(),
        marker: &|turn| format!("Turno {turn}"),
    };
    let mut drawn = Vec::new();
    let bytes = film.gif(|turn| drawn.push(turn)).unwrap();
    assert_eq!(bytes, film.gif(|_| ()).unwrap(), "the same film twice");
    let Played { bytes, frames, screen } = played(bytes, 400, 500);
    assert_eq!(drawn, (0..=80).collect::<Vec<_>>());
    assert_eq!(frames.len(), 81);
    assert_eq!(frames[0].1, 400 * 500);
    assert!(frames[1..].iter().all(|(_, pixels)| *pixels < 400 * 500), "only what changed");
    assert!(frames[80].0 > 50 * frames[40].0, "the last frame is held");
    assert!(bytes.len() < 200_000, "{}", bytes.len());
    let palette = Palette::at(&map, &chronicle, 80);
    let inside = |colour: [u8; 3]| screen.iter().filter(|c| **c == colour).count();
    for (owner, count) in state.owners().iter().map(|f| (f, state.holdings(*f))) {
        let colour = palette.colour(*owner, Theme::Light);
        assert!(inside([colour.0, colour.1, colour.2]) > 20 * count, "{owner:?} is not on the last screen");
    }
}

#[test]
fn what_a_turn_repaints_is_all_that_changes() {
    let (map, _) = load_bundled("oltrepo").unwrap().unwrap();
    let (mut state, mut chronicle) = (State::start(&map), Chronicle::new(map.len()));
    let (mut palette, mut repainted) = (Palette::start(&map), 0);
    let colours = |palette: &Palette| -> Vec<_> {
        map.ids().map(|id| palette.colour(guerrabot::rules::guerra::FactionId(id.0), Theme::Light)).collect()
    };
    while let Some(taken) = advance(&map, &Rules::default(), &[9; 32], &mut state) {
        chronicle.push(taken.event);
        let before = colours(&palette);
        palette.go_to(&map, &chronicle, chronicle.turns());
        let told: Vec<_> = palette.changes(repainted).map(|(_, faction, _)| faction.index()).collect();
        let changed = before.iter().zip(colours(&palette)).map(|(a, b)| *a != b);
        for (i, changed) in changed.enumerate() {
            assert!(told.contains(&i) || !changed, "turn {}: faction {i}", palette.turn());
        }
        repainted += told.len();
    }
    assert!((1..map.len() * 20).contains(&repainted), "{repainted}");
}
