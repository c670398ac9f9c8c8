use super::round_pen::RoundPen;
use crate::render::font::Face;
use std::collections::BTreeMap;
use tiny_skia::{FillRule, Mask, Transform};

/// Glyphs as coverage, drawn once for each face, size, fraction of a pixel and halo.
///
/// A cache: it changes how fast letters are drawn, never how they look.
#[derive(Debug, Default)]
pub(crate) struct Glyphs {
    stamps: BTreeMap<Key, Option<Stamp>>,
    bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub face: Face,
    pub glyph: u16,
    /// Quarters of a pixel.
    pub size: u16,
    /// Quarters of a pixel right of a whole one, 0 to 3.
    pub shift: u8,
    /// Width of the stroke around it, in quarters of a pixel; 0 for the letter itself.
    pub halo: u16,
}

/// Coverage of a box of pixels, `left` and `top` from the glyph's origin.
#[derive(Debug)]
pub(super) struct Stamp {
    pub left: i32,
    pub top: i32,
    pub width: usize,
    pub coverage: Vec<u8>,
}

/// When the stamps take more than this, they start anew: a daemon's memory stays bounded.
const MOST_BYTES: usize = 2 << 20;

impl Glyphs {
    pub(super) fn stamp(&mut self, key: Key) -> Option<&Stamp> {
        if self.bytes > MOST_BYTES {
            *self = Glyphs::default();
        }
        let bytes = &mut self.bytes;
        let stamp = self.stamps.entry(key).or_insert_with(|| {
            let stamp = draw(key);
            *bytes += 64 + stamp.as_ref().map_or(0, |s| s.coverage.len());
            stamp
        });
        stamp.as_ref()
    }
}

fn draw(key: Key) -> Option<Stamp> {
    let quarter = |n: u16| f32::from(n) / 4.0;
    let letter =
        key.face.outline(ab_glyph::GlyphId(key.glyph), quarter(key.size), f32::from(key.shift) / 4.0)?;
    let (bounds, halo) = (letter.bounds(), quarter(key.halo));
    let margin = halo / 2.0 + 1.0;
    let (left, top) = ((bounds.left() - margin).floor() as i32, (bounds.top() - margin).floor() as i32);
    let width = ((bounds.right() + margin).ceil() as i32 - left) as u32;
    let height = ((bounds.bottom() + margin).ceil() as i32 - top) as u32;
    let coverage = if key.halo == 0 {
        let mut mask = Mask::new(width, height)?;
        let shift = Transform::from_translate(-left as f32, -top as f32);
        mask.fill_path(&letter, FillRule::Winding, true, shift);
        mask.take()
    } else {
        RoundPen::coverage((width as usize, height as usize), (left, top), &letter, halo)
    };
    Some(Stamp { left, top, width: width as usize, coverage })
}
