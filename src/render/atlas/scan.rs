use super::{Frame, Point, View};

/// No territory.
pub(crate) const NOBODY: u16 = u16::MAX;

/// Which territory covers the centre of each pixel of a box of the picture.
#[derive(Debug)]
pub(crate) struct Ids {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
    pub ids: Vec<u16>,
}

impl Ids {
    /// Rasters all territories as a view shows them, within a frame of the picture with whole edges.
    pub fn raster(rings: &[Vec<Vec<Point>>], extent: (f32, f32), view: &View, within: Frame) -> Self {
        let end = view.at(extent);
        let across = |v: f32| v.clamp(within.left, within.right);
        let down = |v: f32| v.clamp(within.top, within.bottom);
        let (left, top) = (across(view.origin.0.floor()), down(view.origin.1.floor()));
        let (right, bottom) = (across(end.0.ceil()), down(end.1.ceil()));
        let (width, height) = ((right - left) as usize, (bottom - top) as usize);
        let mut ids = vec![NOBODY; width * height];
        let frame = Frame::new(left, top, right, bottom);
        for (id, rings) in (0..NOBODY).zip(rings) {
            // Only what shows: the close-up looks at a few territories of many.
            let bounds = Frame::around(rings.iter().flatten().copied());
            if !view.frame(&bounds).overlaps(&frame) {
                continue;
            }
            spans(rings, view, frame, |y, from, to| {
                ids[y * width + from..y * width + to].fill(id);
            });
        }
        Ids { left: left as usize, top: top as usize, width, height, ids }
    }

    /// The territory at a point of the picture.
    pub fn at(&self, (x, y): Point) -> u16 {
        let (x, y) = (x.floor() - self.left as f32, y.floor() - self.top as f32);
        let inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        if inside { self.ids[y as usize * self.width + x as usize] } else { NOBODY }
    }
}

/// Calls back for each run of pixels whose centres are inside by the even-odd rule: row, first, end, within `frame`.
fn spans(rings: &[Vec<Point>], view: &View, frame: Frame, mut visit: impl FnMut(usize, usize, usize)) {
    let (width, height) = (frame.width() as i32, frame.height() as i32);
    let mut crossings: Vec<(i32, f32)> = Vec::new();
    for ring in rings {
        for i in 0..ring.len() {
            let (a, b) = (view.at(ring[i]), view.at(ring[(i + 1) % ring.len()]));
            let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
            let row = |y: f32| (y - frame.top - 0.5).ceil() as i32;
            let (first, end) = (row(a.1).max(0), row(b.1).min(height));
            let slope = (b.0 - a.0) / (b.1 - a.1);
            for y in first..end {
                let centre = frame.top + y as f32 + 0.5;
                crossings.push((y, a.0 + (centre - a.1) * slope - frame.left));
            }
        }
    }
    crossings.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    for row in crossings.chunk_by(|a, b| a.0 == b.0) {
        for run in row.chunks_exact(2) {
            let column = |x: f32| (x - 0.5).ceil().clamp(0.0, width as f32) as usize;
            let (from, to) = (column(run[0].1), column(run[1].1));
            if from < to {
                visit(run[0].0 as usize, from, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_stays_empty_and_neighbours_share_no_pixel() {
        let square = |x: f32, y: f32, s: f32| vec![(x, y), (x + s, y), (x + s, y + s), (x, y + s)];
        let rings = vec![vec![square(0.0, 0.0, 10.0), square(3.0, 3.0, 4.0)], vec![square(10.0, 0.0, 10.0)]];
        let view = View { scale: 1.3, origin: (2.0, 1.0) };
        let ids = Ids::raster(&rings, (20.0, 10.0), &view, Frame::new(0.0, 0.0, 40.0, 20.0));
        assert_eq!(ids.at(view.at((5.0, 5.0))), NOBODY);
        assert_eq!(ids.at(view.at((1.0, 1.0))), 0);
        assert_eq!(ids.at(view.at((11.0, 9.0))), 1);
        let count = |id: u16| ids.ids.iter().filter(|i| **i == id).count();
        assert_eq!(count(0) + 25 + count(1), 26 * 13);
    }
}
