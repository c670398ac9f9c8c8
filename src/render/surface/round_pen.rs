use super::blend::{self, Ink};
use std::sync::OnceLock;
use tiny_skia::{Path, PathSegment, Pixmap, Point};

/// Strokes with round joins and ends: each pixel is covered by how deep its centre lies within half the width of the
/// nearest segment. A map's borders take a tenth of the time of filling their outlines, so none is kept drawn.
#[derive(Debug, Default)]
pub(crate) struct RoundPen {
    /// Zeroes between two strokes, as many as a picture has pixels.
    coverage: Vec<u8>,
    /// First and end of the pixels touched in each row.
    touched: Vec<(u32, u32)>,
}

/// The most pieces that stand for one Bézier curve, and how long one is at least, in pixels.
const PIECES: f32 = 16.0;
const PIECE: f32 = 2.5;

/// What a stroke covers along one line, from row to row: made once, laid again and again.
#[derive(Debug)]
pub(crate) struct Trace {
    top: usize,
    /// First pixel of each row, and where its coverage begins.
    rows: Vec<(u32, u32)>,
    coverage: Vec<u8>,
}

impl Trace {
    /// Of a line in picture pixels, cut at the edges of a picture of this size.
    fn of(size: (usize, usize), line: &[(f32, f32)], width: f32) -> Self {
        let edge = width / 2.0 + 1.0;
        let low = |at: fn(&(f32, f32)) -> f32| line.iter().map(at).fold(f32::MAX, f32::min) - edge;
        let high = |at: fn(&(f32, f32)) -> f32| line.iter().map(at).fold(f32::MIN, f32::max) + edge;
        let cut = |v: f32, most: usize| v.clamp(0.0, most as f32) as usize;
        let (left, top) = (cut(low(|p| p.0), size.0), cut(low(|p| p.1), size.1));
        let (right, bottom) = (cut(high(|p| p.0).ceil(), size.0), cut(high(|p| p.1).ceil(), size.1));
        let size = (right.saturating_sub(left), bottom.saturating_sub(top));
        let mut pen = RoundPen::default();
        pen.begin(size);
        let at = |(x, y): (f32, f32)| Point::from_xy(x - left as f32, y - top as f32);
        for pair in line.windows(2) {
            pen.capsule(size, (at(pair[0]), at(pair[1])), width / 2.0);
        }
        let mut trace = Trace { top, rows: Vec::new(), coverage: Vec::new() };
        for ((from, end), row) in pen.touched.iter().zip(pen.coverage.chunks_exact(size.0.max(1))) {
            let from = (*from).min(*end);
            trace.rows.push((left as u32 + from, trace.coverage.len() as u32));
            trace.coverage.extend(&row[from as usize..*end as usize]);
        }
        trace
    }

    /// Each row: its number, its first pixel, what is covered from there.
    fn rows(&self) -> impl Iterator<Item = (usize, usize, &[u8])> {
        let ends = self.rows.iter().skip(1).map(|(_, start)| *start as usize).chain([self.coverage.len()]);
        let rows = (self.top..).zip(&self.rows).zip(ends);
        rows.map(|((y, (from, start)), end)| (y, *from as usize, &self.coverage[*start as usize..end]))
    }
}

impl RoundPen {
    /// Strokes many lines in picture pixels at once, the pixmap being the whole picture; of each is kept what it covers.
    pub fn lay<'t>(
        &mut self,
        pixmap: &mut Pixmap,
        lines: impl Iterator<Item = (&'t [(f32, f32)], &'t OnceLock<Trace>)>,
        width: f32,
        ink: Ink,
    ) {
        let size = (pixmap.width() as usize, pixmap.height() as usize);
        self.begin(size);
        for (line, kept) in lines {
            for (y, from, coverage) in kept.get_or_init(|| Trace::of(size, line, width)).rows() {
                let until = from + coverage.len();
                let touched = &mut self.touched[y];
                *touched = (touched.0.min(from as u32), touched.1.max(until as u32));
                let row = &mut self.coverage[y * size.0 + from..y * size.0 + until];
                row.iter_mut().zip(coverage).for_each(|(cover, more)| *cover = (*cover).max(*more));
            }
        }
        self.ink(pixmap, ink);
    }

    /// Strokes a path in picture pixels, `origin` being the picture's pixel at the pixmap's upper left corner.
    pub fn stroke(&mut self, pixmap: &mut Pixmap, origin: (i32, i32), path: &Path, width: f32, ink: Ink) {
        let size = (pixmap.width() as usize, pixmap.height() as usize);
        self.cover(size, origin, path, width);
        self.ink(pixmap, ink);
    }

    /// Lays ink on what is covered, which is forgotten.
    fn ink(&mut self, pixmap: &mut Pixmap, ink: Ink) {
        let columns = pixmap.width() as usize;
        let rows = pixmap.data_mut().chunks_exact_mut(4 * columns);
        for ((row, cover), (from, end)) in
            rows.zip(self.coverage.chunks_exact_mut(columns)).zip(&self.touched)
        {
            let (from, end) = (*from as usize, *end as usize);
            if from < end {
                let cover = &mut cover[from..end];
                blend::row(&mut row[4 * from..4 * end], cover, ink);
                cover.fill(0);
            }
        }
    }

    /// How much of each pixel a stroke covers, row by row, 0 to 255.
    pub fn coverage(size: (usize, usize), origin: (i32, i32), path: &Path, width: f32) -> Vec<u8> {
        let mut pen = RoundPen::default();
        pen.cover(size, origin, path, width);
        pen.coverage
    }

    fn cover(&mut self, size: (usize, usize), origin: (i32, i32), path: &Path, width: f32) {
        self.begin(size);
        let shift = Point::from_xy(-origin.0 as f32, -origin.1 as f32);
        each_segment(path, |a, b| self.capsule(size, (a + shift, b + shift), width / 2.0));
    }

    fn begin(&mut self, (columns, rows): (usize, usize)) {
        self.coverage.resize(self.coverage.len().max(columns * rows), 0);
        self.touched.clear();
        self.touched.resize(rows, (u32::MAX, 0));
    }

    /// One segment with its round ends; where segments overlap the ink is no thicker.
    fn capsule(&mut self, (columns, rows): (usize, usize), (a, b): (Point, Point), radius: f32) {
        let edge = radius + 0.5;
        let along = b - a;
        let squared = along.x * along.x + along.y * along.y;
        let inverse = if squared > 0.0 { 1.0 / squared } else { 0.0 };
        let first = (a.y.min(b.y) - edge).floor().max(0.0) as usize;
        let end = (a.y.max(b.y) + edge).ceil().clamp(0.0, rows as f32) as usize;
        for y in first..end {
            let dy = y as f32 + 0.5 - a.y;
            let (left, right) = reach(along, dy, edge);
            let from = (a.x + left - edge).floor().clamp(0.0, columns as f32) as usize;
            let until = (a.x + right + edge).ceil().clamp(0.0, columns as f32) as usize;
            if from >= until {
                continue;
            }
            let touched = &mut self.touched[y];
            *touched = (touched.0.min(from as u32), touched.1.max(until as u32));
            let row = &mut self.coverage[y * columns + from..y * columns + until];
            let start = from as f32 + 0.5 - a.x;
            // Counted in 16 bits, which a processor turns into floats several at once.
            for (x, cover) in (0_u16..).zip(row) {
                let dx = start + f32::from(x);
                let t = ((dx * along.x + dy * along.y) * inverse).clamp(0.0, 1.0);
                let (ex, ey) = (dx - t * along.x, dy - t * along.y);
                let depth = edge - (ex * ex + ey * ey).sqrt();
                *cover = (*cover).max(byte(depth.clamp(0.0, 1.0) * 255.0));
            }
        }
    }
}

/// A number from 0 to 255 rounded: added to 2^23 its bits are the lowest, and no cast has to look for NaN.
fn byte(number: f32) -> u8 {
    (number + 8_388_608.0).to_bits() as u8
}

/// How far to the left and right of its start the part of a segment goes that is within `edge` of a row.
fn reach(along: Point, dy: f32, edge: f32) -> (f32, f32) {
    let (low, high) = if along.y.abs() < 2.0 * edge {
        (0.0, 1.0)
    } else {
        let (t, u) = ((dy - edge) / along.y, (dy + edge) / along.y);
        (t.min(u).clamp(0.0, 1.0), t.max(u).clamp(0.0, 1.0))
    };
    let (p, q) = (low * along.x, high * along.x);
    (p.min(q), p.max(q))
}

/// Calls back for every straight piece of a path.
fn each_segment(path: &Path, mut visit: impl FnMut(Point, Point)) {
    let (mut start, mut last) = (Point::zero(), Point::zero());
    for segment in path.segments() {
        let from = last;
        let mut line = |to: Point| visit(std::mem::replace(&mut last, to), to);
        match segment {
            PathSegment::MoveTo(p) => (start, last) = (p, p),
            PathSegment::LineTo(p) => line(p),
            PathSegment::QuadTo(c, p) => {
                steps(&[from, c, p]).for_each(|t| line(quadratic(from, c, p, t)));
            }
            PathSegment::CubicTo(c, d, p) => steps(&[from, c, d, p])
                .for_each(|t| line(mix(quadratic(from, c, d, t), quadratic(c, d, p, t), t))),
            PathSegment::Close => line(start),
        }
    }
}

/// Along a curve with these points after its start, to 1.
fn steps(points: &[Point]) -> impl Iterator<Item = f32> + use<> {
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let pieces = (length / PIECE).ceil().clamp(1.0, PIECES) as u16;
    (1..=pieces).map(move |i| f32::from(i) / f32::from(pieces))
}

/// A point of a Bézier curve of degree 2.
fn quadratic(from: Point, c: Point, to: Point, t: f32) -> Point {
    mix(mix(from, c, t), mix(c, to, t), t)
}

fn mix(a: Point, b: Point, t: f32) -> Point {
    Point::from_xy(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
}
