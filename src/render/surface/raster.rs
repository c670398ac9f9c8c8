use super::blend::{self, Ink};
use super::glyphs::{Glyphs, Key};
use super::round_pen::{RoundPen, Trace};
use super::{Cap, Line, Pen};
use crate::render::color::Rgb;
use std::sync::OnceLock;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, Pixmap, PremultipliedColorU8, Rect, Stroke, StrokeDash,
    Transform,
};

/// What drawing needs beside the pixels; kept from picture to picture.
#[derive(Debug, Default)]
pub(crate) struct Tools {
    glyphs: Glyphs,
    round_pen: RoundPen,
}

/// Opaque pixels, `origin` being the picture's pixel at their upper left corner.
pub(crate) struct Raster<'a> {
    pixmap: Pixmap,
    origin: (i32, i32),
    tools: &'a mut Tools,
}

impl<'a> Raster<'a> {
    /// A ground of one colour over pixels that need not be anything yet.
    pub fn over(mut pixmap: Pixmap, ground: Rgb, tools: &'a mut Tools) -> Self {
        pixmap.pixels_mut().fill(opaque(ground));
        Raster { pixmap, origin: (0, 0), tools }
    }

    pub fn finish(self) -> Pixmap {
        self.pixmap
    }

    pub fn origin(&self) -> (i32, i32) {
        self.origin
    }

    /// The pixels, for layers that write them directly.
    pub fn pixmap_mut(&mut self) -> &mut Pixmap {
        &mut self.pixmap
    }

    fn place(&self) -> Transform {
        Transform::from_translate(-self.origin.0 as f32, -self.origin.1 as f32)
    }

    pub fn fill(&mut self, path: &Path, ink: Rgb) {
        let place = self.place();
        self.pixmap.fill_path(path, &paint(ink, 1.0), FillRule::EvenOdd, place, None);
    }

    pub fn stroke(&mut self, path: &Path, pen: &Pen, ink: Rgb) {
        if pen.cap == Cap::Round && pen.dash.is_none() {
            let ink = Ink::thin(ink, pen.alpha);
            self.tools.round_pen.stroke(&mut self.pixmap, self.origin, path, pen.width, ink);
        } else {
            let place = self.place();
            self.pixmap.stroke_path(path, &paint(ink, pen.alpha), &stroke(pen), place, None);
        }
    }

    /// Round strokes along many lines of the whole picture; of each is kept what it covers.
    pub fn lay_lines<'t>(
        &mut self,
        lines: impl Iterator<Item = (&'t [(f32, f32)], &'t OnceLock<Trace>)>,
        pen: &Pen,
        ink: Rgb,
    ) {
        self.tools.round_pen.lay(&mut self.pixmap, lines, pen.width, Ink::thin(ink, pen.alpha));
    }

    pub fn text(&mut self, line: &Line) {
        if let Some(halo) = line.halo {
            self.letters(line, halo.colour, (halo.width * 4.0).round() as u16);
        }
        self.letters(line, line.colour, 0);
    }

    fn letters(&mut self, line: &Line, ink: Rgb, halo: u16) {
        let size = (line.size * 4.0).round() as u16;
        let top = line.y.round() as i32 - self.origin.1;
        for (glyph, at) in line.face.glyphs(line.text, line.size) {
            let quarters = ((line.x + at) * 4.0).round() as i32;
            let key =
                Key { face: line.face, glyph: glyph.0, size, shift: quarters.rem_euclid(4) as u8, halo };
            if let Some(stamp) = self.tools.glyphs.stamp(key) {
                let at = (quarters.div_euclid(4) - self.origin.0 + stamp.left, top + stamp.top);
                let columns = self.pixmap.width() as usize;
                let ink = Ink::full(ink);
                blend::area(self.pixmap.data_mut(), columns, at, stamp.width, &stamp.coverage, ink);
            }
        }
    }

    /// Fresh pixels for a window of the picture; none if it is empty.
    pub fn cut_out(window: Rect, ground: Rgb, tools: &'a mut Tools) -> Option<Self> {
        let (left, top) = (window.left().round() as i32, window.top().round() as i32);
        let (width, height) = (window.right().round() as i32 - left, window.bottom().round() as i32 - top);
        let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
        let pixmap = Pixmap::new(width, height)?;
        Some(Raster { origin: (left, top), ..Raster::over(pixmap, ground, tools) })
    }

    /// Lays a window's pixels on.
    pub fn lay(&mut self, inset: Raster) {
        let Raster { origin, pixmap: window, .. } = inset;
        let columns = self.pixmap.width() as usize;
        let (x, y) = (origin.0 - self.origin.0, origin.1 - self.origin.1);
        let first = (-x).max(0) as usize;
        let last = (columns as i32 - x).clamp(0, window.width() as i32) as usize;
        if first >= last {
            return;
        }
        let left = (x + first as i32) as usize;
        let (above, top) = ((-y).max(0) as usize, y.max(0) as usize);
        let from = window.pixels().chunks_exact(window.width() as usize).skip(above);
        let rows = self.pixmap.pixels_mut().chunks_exact_mut(columns).skip(top);
        rows.zip(from)
            .for_each(|(to, from)| to[left..left + last - first].copy_from_slice(&from[first..last]));
    }
}

/// A colour as an opaque pixel.
pub(crate) fn opaque(ink: Rgb) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(ink.0, ink.1, ink.2, 255).expect("no channel is above alpha 255")
}

fn colour(ink: Rgb) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(ink.0, ink.1, ink.2, 255)
}

fn paint(ink: Rgb, alpha: f32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let mut ink = colour(ink);
    ink.set_alpha(alpha);
    paint.set_color(ink);
    paint
}

fn stroke(pen: &Pen) -> Stroke {
    Stroke {
        width: pen.width,
        line_cap: match pen.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
        },
        line_join: LineJoin::Round,
        dash: pen.dash.and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0)),
        ..Stroke::default()
    }
}
