//! What a picture is drawn on: pixels or SVG, with the few operations that both know.

mod blend;
mod glyphs;
mod raster;
mod round_pen;
mod svg;

pub(super) use raster::{Raster, Tools, opaque};
pub(super) use round_pen::Trace;
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

    /// A sheet of its own for a window of this one, to be laid on when both are drawn; none if the window is empty.
    pub fn inset<'t>(&self, window: Rect, ground: Rgb, tools: &'t mut Tools) -> Option<Surface<'t>> {
        match self {
            Surface::Raster(_) => Raster::cut_out(window, ground, tools).map(Surface::Raster),
            Surface::Svg(svg) => Some(Surface::Svg(svg.inset(window, ground))),
        }
    }

    /// Lays a sheet on, cut off at the edge of its window.
    pub fn lay(&mut self, inset: Surface) {
        match (self, inset) {
            (Surface::Raster(raster), Surface::Raster(inset)) => raster.lay(inset),
            (Surface::Svg(svg), Surface::Svg(inset)) => svg.lay(inset),
            (Surface::Raster(_), Surface::Svg(_)) | (Surface::Svg(_), Surface::Raster(_)) => {
                unreachable!("an inset is made of its surface's kind")
            }
        }
    }
}
