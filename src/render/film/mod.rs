//! A war as a moving picture: a GIF of indexed colours, each frame only the rectangle that changed.

mod board;
mod difference;
mod inks;

use super::{Canvas, Palette, Theme};
use crate::map::{Geography, Map, TerritoryId};
use crate::rules::guerra::{Board, Chronicle, FactionId};
use board::Screen;
use difference::Difference;
use gif::{Encoder, EncodingError, Repeat};
use inks::Inks256;

/// What a film is made of; its words come in finished.
pub struct Film<'a> {
    pub map: &'a Map,
    pub geography: &'a Geography,
    pub chronicle: &'a Chronicle,
    pub canvas: Canvas,
    pub theme: Theme,
    /// `Guerra dell'Oltrepò Pavese`.
    pub title: &'a str,
    /// What the map's licence wants printed.
    pub attribution: &'a str,
    /// `Turno 149`.
    pub marker: &'a dyn Fn(u32) -> String,
}

/// More frames than this make no better film, only a larger one.
const FRAMES: u32 = 1200;
/// Hundredths of a second.
const BEAT: u16 = 5;
const OPENING: u16 = 100;
const ENDING: u16 = 500;

impl Film<'_> {
    /// Draws all turns, calling back after each with its number.
    ///
    /// # Errors
    /// The GIF encoder's, which cannot happen for sides up to 65,535.
    pub fn gif(&self, mut drawn: impl FnMut(u32)) -> Result<Vec<u8>, EncodingError> {
        let turns = self.chronicle.turns();
        let step = turns.div_ceil(FRAMES).max(1);
        let mut colours = Colours::of(self.map, self.chronicle, self.theme);
        let inks = Inks256::of(self.theme, colours.all());
        let mut screen = Screen::new(self, &inks);
        let (width, height) = (self.canvas.width as u16, self.canvas.height as u16);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height, &inks.rgb())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut board = Board::start(self.map.len());
        let mut difference = Difference::new(self.canvas.width as usize);
        for turn in 0..=turns {
            if let Some(event) = self.chronicle.event(turn) {
                board.apply(event);
                colours.turn_to(turn);
            }
            if turn % step != 0 && turn != turns {
                continue;
            }
            let dirty = screen.draw(turn, &board, colours.now());
            let delay = if turn == turns {
                ENDING
            } else if turn == 0 {
                OPENING
            } else {
                BEAT
            };
            encoder.write_frame(&difference.frame(&screen.pixels, &dirty, delay))?;
            drawn(turn);
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// Every faction's colour at every turn, found before the first frame: a GIF names its colours first.
struct Colours {
    now: Vec<super::Rgb>,
    /// Turn, faction, new colour; in order.
    changes: Vec<(u32, FactionId, super::Rgb)>,
    next: usize,
}

impl Colours {
    fn of(map: &Map, chronicle: &Chronicle, theme: Theme) -> Self {
        let mut palette = Palette::start(map);
        let start: Vec<_> = map.ids().map(|TerritoryId(id)| palette.colour(FactionId(id), theme)).collect();
        palette.go_to(map, chronicle, chronicle.turns());
        let tint = |[light, dark]: [super::Rgb; 2]| match theme {
            Theme::Light => light,
            Theme::Dark => dark,
        };
        let changes = palette.changes(0).map(|(turn, faction, pair)| (turn, faction, tint(pair))).collect();
        Colours { now: start, changes, next: 0 }
    }

    fn all(&self) -> impl Iterator<Item = super::Rgb> {
        self.now.iter().copied().chain(self.changes.iter().map(|(_, _, colour)| *colour))
    }

    fn turn_to(&mut self, turn: u32) {
        while let Some((when, faction, colour)) = self.changes.get(self.next)
            && *when <= turn
        {
            self.now[faction.index()] = *colour;
            self.next += 1;
        }
    }

    fn now(&self) -> &[super::Rgb] {
        &self.now
    }
}
