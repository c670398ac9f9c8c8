//! A war as a moving picture: a GIF of indexed colours, each frame only the rectangle that changed.

mod board;
mod inks;

use super::{Canvas, Palette, Theme};
use crate::map::{Geography, Map, TerritoryId};
use crate::rules::guerra::{Board, Chronicle, FactionId};
use board::Screen;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use inks::Inks256;
use std::borrow::Cow;

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
    /// The GIF encoder's, which cannot happen for sizes up to 65,535.
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
        let mut shown: Option<Vec<u8>> = None;
        for turn in 0..=turns {
            if let Some(event) = self.chronicle.event(turn) {
                board.apply(event);
                colours.turn_to(turn);
            }
            if turn % step != 0 && turn != turns {
                continue;
            }
            screen.draw(turn, &board, colours.now());
            let delay = if turn == turns {
                ENDING
            } else if turn == 0 {
                OPENING
            } else {
                BEAT
            };
            if let Some(frame) = difference(shown.as_deref(), &screen.pixels, width, height, delay) {
                encoder.write_frame(&frame)?;
            }
            shown.get_or_insert_default().clone_from(&screen.pixels);
            drawn(turn);
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// The smallest rectangle that holds all that changed, at least one pixel so that the frame's time is kept; what did
/// not change in it lets the frame before show through.
fn difference<'a>(
    before: Option<&[u8]>,
    now: &[u8],
    width: u16,
    height: u16,
    delay: u16,
) -> Option<Frame<'a>> {
    let (wide, high) = (usize::from(width), usize::from(height));
    let (mut left, mut right, mut top, mut bottom) = (0, wide, 0, high);
    if let Some(before) = before {
        let rows = || before.chunks_exact(wide).zip(now.chunks_exact(wide));
        top = rows().position(|(a, b)| a != b).unwrap_or(0);
        bottom = high - rows().rev().position(|(a, b)| a != b).unwrap_or(high - 1);
        let changed = || rows().skip(top).take(bottom - top);
        let first = |(a, b): (&[u8], &[u8])| a.iter().zip(b).position(|(a, b)| a != b);
        let last = |(a, b): (&[u8], &[u8])| a.iter().zip(b).rposition(|(a, b)| a != b);
        left = changed().filter_map(first).min().unwrap_or(0);
        right = changed().filter_map(last).max().unwrap_or(0) + 1;
    }
    let cut = |pixels: &'_ [u8]| -> Vec<u8> {
        let rows = pixels.chunks_exact(wide).skip(top).take(bottom - top);
        rows.flat_map(|row| &row[left..right]).copied().collect()
    };
    let mut buffer = cut(now);
    if let Some(before) = before {
        // Long runs of one index are almost free.
        let unchanged = buffer.iter_mut().zip(cut(before)).filter(|(now, before)| **now == *before);
        unchanged.for_each(|(pixel, _)| *pixel = inks::CLEAR);
    }
    Some(Frame {
        delay,
        dispose: DisposalMethod::Keep,
        transparent: before.map(|_| inks::CLEAR),
        left: u16::try_from(left).ok()?,
        top: u16::try_from(top).ok()?,
        width: u16::try_from(right - left).ok()?,
        height: u16::try_from(bottom - top).ok()?,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    })
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
        let factions = || map.ids().map(|TerritoryId(id)| FactionId(id));
        let mut palette = Palette::start(map);
        let start: Vec<_> = factions().map(|f| palette.colour(f, theme)).collect();
        let (mut last, mut changes) = (start.clone(), Vec::new());
        for turn in 1..=chronicle.turns() {
            palette.go_to(map, chronicle, turn);
            for f in factions() {
                let colour = palette.colour(f, theme);
                if std::mem::replace(&mut last[f.index()], colour) != colour {
                    changes.push((turn, f, colour));
                }
            }
        }
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
