use super::glyphs::{Glyphs, Key};
use super::{Cap, Line, Pen};
use crate::render::color::Rgb;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, Pixmap, PixmapPaint, PremultipliedColorU8, Rect, Stroke,
    StrokeDash, Transform,
};

/// Opaque pixels, `origin` being the picture's pixel at their upper left corner.
pub(crate) struct Raster<'a> {
    pixmap: Pixmap,
    origin: (i32, i32),
    glyphs: &'a mut Glyphs,
}

impl<'a> Raster<'a> {
    /// A ground of one colour; none if a side is 0.
    pub fn new(width: u32, height: u32, ground: Rgb, glyphs: &'a mut Glyphs) -> Option<Self> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(colour(ground));
        Some(Raster { pixmap, origin: (0, 0), glyphs })
    }

    /// Where the pixels lie, and they.
    pub fn finish(self) -> ((i32, i32), Pixmap) {
        (self.origin, self.pixmap)
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
        let place = self.place();
        self.pixmap.stroke_path(path, &paint(ink, pen.alpha), &stroke(pen), place, None);
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
            if let Some(stamp) = self.glyphs.stamp(key) {
                let x = quarters.div_euclid(4) - self.origin.0 + stamp.left;
                blend(&mut self.pixmap, (x, top + stamp.top), stamp.width, &stamp.coverage, ink);
            }
        }
    }

    /// Fresh pixels for a window of the picture; none if it is empty.
    pub fn cut_out(&mut self, window: Rect, ground: Rgb) -> Option<Raster<'_>> {
        let (left, top) = (window.left().round() as i32, window.top().round() as i32);
        let (width, height) = (window.right().round() as i32 - left, window.bottom().round() as i32 - top);
        let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
        let mut cut = Raster::new(width, height, ground, self.glyphs)?;
        cut.origin = (left, top);
        Some(cut)
    }

    /// Lays a window's pixels on.
    pub fn lay_on(&mut self, origin: (i32, i32), window: Pixmap) {
        let (x, y) = (origin.0 - self.origin.0, origin.1 - self.origin.1);
        let paint = PixmapPaint::default();
        self.pixmap.draw_pixmap(x, y, window.as_ref(), &paint, Transform::identity(), None);
    }
}

/// Lays a colour over opaque pixels, as much as `coverage` says (0 to 255), cut at the edges.
pub(crate) fn blend(pixmap: &mut Pixmap, (x, y): (i32, i32), width: usize, coverage: &[u8], ink: Rgb) {
    let (columns, rows) = (pixmap.width() as i32, pixmap.height() as i32);
    let first = (-x).max(0) as usize;
    let last = width.min((columns - x).max(0) as usize);
    if first >= last {
        return;
    }
    let pixels = pixmap.pixels_mut();
    for (row, coverage) in (y..).zip(coverage.chunks_exact(width)) {
        if (0..rows).contains(&row) {
            let start = (row * columns + x + first as i32) as usize;
            let span = &mut pixels[start..start + last - first];
            span.iter_mut().zip(&coverage[first..last]).for_each(|(pixel, a)| mix(pixel, ink, *a));
        }
    }
}

/// One opaque pixel moves towards a colour.
pub(crate) fn mix(pixel: &mut PremultipliedColorU8, ink: Rgb, coverage: u8) {
    let a = u32::from(coverage);
    if a == 0 {
        return;
    }
    let lerp = |from: u8, to: u8| ((u32::from(from) * (255 - a) + u32::from(to) * a + 127) / 255) as u8;
    let (r, g, b) = (lerp(pixel.red(), ink.0), lerp(pixel.green(), ink.1), lerp(pixel.blue(), ink.2));
    *pixel = opaque(Rgb(r, g, b));
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

pub(crate) fn stroke(pen: &Pen) -> Stroke {
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
