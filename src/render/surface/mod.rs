//! What a picture is drawn on: pixels or SVG, with the few operations that both know.

mod blend;
mod glyphs;
mod raster;
mod round_pen;
mod svg;

pub(super) use raster::{Raster, Tools, opaque};
pub(super) use svg::Svg;

use super::color::Rgb;
use super::font::Face;
use tiny_skia::{Path, Rect};

/// A stroke in pixels; joins are round.
#[derive(Clone, Debug)]
pub(super) struct Pen {
    pub width: f32,
    pub cap: Cap,
    /// Lengths of dash and gap.
    pub dash: Option<[f32; 2]>,
    /// 0 to 1.
    pub alpha: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cap {
    Butt,
    Round,
}

impl Pen {
    pub fn round(width: f32) -> Self {
        Pen { width, cap: Cap::Round, dash: None, alpha: 1.0 }
    }

    pub fn butt(width: f32) -> Self {
        Pen { cap: Cap::Butt, ..Pen::round(width) }
    }
}

/// A line of text, its baseline starting at `(x, y)`.
#[derive(Clone, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub face: Face,
    /// Pixels per em.
    pub size: f32,
    pub x: f32,
    pub y: f32,
    pub colour: Rgb,
    pub halo: Option<Halo>,
}

/// A stroke under the letters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halo {
    pub colour: Rgb,
    /// Of the whole stroke, half of which shows.
    pub width: f32,
}

/// The two kinds of paper.
pub(super) enum Surface<'a> {
    Raster(Raster<'a>),
    Svg(Svg),
}

impl<'a> Surface<'a> {
    /// Fills by the even-odd rule.
    pub fn fill(&mut self, path: &Path, colour: Rgb) {
        match self {
            Surface::Raster(raster) => raster.fill(path, colour),
            Surface::Svg(svg) => svg.fill(path, colour),
        }
    }

    pub fn stroke(&mut self, path: &Path, pen: &Pen, colour: Rgb) {
        match self {
            Surface::Raster(raster) => raster.stroke(path, pen, colour),
            Surface::Svg(svg) => svg.stroke(path, pen, colour),
        }
    }

    pub fn text(&mut self, line: &Line) {
        match self {
            Surface::Raster(raster) => raster.text(line),
            Surface::Svg(svg) => svg.text(line),
        }
    }

    /// Draws what shows through a window; everything outside it is cut off.
    pub fn window(&mut self, window: Rect, ground: Rgb, draw: impl FnOnce(&mut Surface)) {
        match self {
            Surface::Raster(raster) => {
                if let Some(inner) = raster.cut_out(window, ground) {
                    let mut inner = Surface::Raster(inner);
                    draw(&mut inner);
                    if let Surface::Raster(inner) = inner {
                        let (origin, pixmap) = inner.finish();
                        raster.lay_on(origin, &pixmap);
                    }
                }
            }
            Surface::Svg(svg) => {
                svg.open_window(window, ground);
                draw(self);
                if let Surface::Svg(svg) = self {
                    svg.close_window();
                }
            }
        }
    }
}
