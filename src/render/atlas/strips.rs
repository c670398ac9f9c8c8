use super::{Arc, Frame, View};
use crate::render::color::Rgb;
use crate::render::surface::{Pen, mix, stroke};
use tiny_skia::{FillRule, Mask, Pixmap, Transform};

/// Every border of a map stroked in one width, as coverage: what tiny-skia would draw, drawn once.
#[derive(Debug, Default)]
pub(crate) struct Strips {
    runs: Vec<Run>,
    coverage: Vec<u8>,
    /// Where the runs of each arc end.
    ends: Vec<usize>,
}

/// Neighbouring pixels of one row.
#[derive(Clone, Copy, Debug)]
struct Run {
    x: u16,
    y: u16,
    length: u16,
    at: u32,
}

impl Strips {
    /// All arcs as a view shows them, within the picture.
    pub fn new(arcs: &[Arc], view: &View, width: f32, picture: Frame) -> Self {
        let mut strips = Strips::default();
        for arc in arcs {
            strips.add(arc, view, width, picture);
            strips.ends.push(strips.runs.len());
        }
        strips
    }

    fn add(&mut self, arc: &Arc, view: &View, width: f32, picture: Frame) -> Option<()> {
        let path = view.lines([arc.points.as_slice()])?.stroke(&stroke(&Pen::round(width)), 1.0)?;
        let bounds = path.bounds();
        let left = bounds.left().floor().max(picture.left);
        let top = bounds.top().floor().max(picture.top);
        let across = bounds.right().ceil().min(picture.right) - left;
        let down = bounds.bottom().ceil().min(picture.bottom) - top;
        let mut mask = Mask::new(across.max(0.0) as u32, down.max(0.0) as u32)?;
        mask.fill_path(&path, FillRule::Winding, true, Transform::from_translate(-left, -top));
        for (row, y) in mask.data().chunks_exact(mask.width() as usize).zip(top as u16..) {
            let mut x = left as u16;
            for run in row.chunk_by(|a, b| (*a > 0) == (*b > 0)) {
                if run[0] > 0 {
                    self.runs.push(Run { x, y, length: run.len() as u16, at: self.coverage.len() as u32 });
                    self.coverage.extend(run);
                }
                x += run.len() as u16;
            }
        }
        Some(())
    }

    /// Lays the strips of some arcs on a picture in one ink; where they overlap the ink is no thicker.
    pub fn lay_on(
        &self,
        (pixmap, scratch): (&mut Pixmap, &mut Scratch),
        arcs: impl Iterator<Item = usize> + Clone,
        alpha: f32,
        ink: Rgb,
    ) {
        let width = pixmap.width() as usize;
        scratch.0.resize(width * pixmap.height() as usize, 0);
        let runs =
            arcs.flat_map(|arc| &self.runs[self.ends[..arc].last().copied().unwrap_or(0)..self.ends[arc]]);
        for run in runs.clone() {
            let (from, at) = (run.y as usize * width + run.x as usize, run.at as usize);
            let length = run.length as usize;
            let cover = &mut scratch.0[from..from + length];
            cover.iter_mut().zip(&self.coverage[at..at + length]).for_each(|(c, new)| *c = (*c).max(*new));
        }
        let alpha = (alpha * 256.0) as u32;
        let pixels = pixmap.pixels_mut();
        for run in runs {
            let from = run.y as usize * width + run.x as usize;
            let until = from + run.length as usize;
            for (pixel, cover) in pixels[from..until].iter_mut().zip(&mut scratch.0[from..until]) {
                mix(pixel, ink, (u32::from(std::mem::take(cover)) * alpha / 256) as u8);
            }
        }
    }
}

/// Zeroes to gather coverage in, as many as a picture has pixels; zeroes again after each use.
#[derive(Default)]
pub(crate) struct Scratch(Vec<u8>);
