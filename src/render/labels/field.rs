use super::grid::{Grid, depths};
use crate::render::atlas::{Frame, Point};
use crate::rules::guerra::FactionId;

/// Who holds what and what is taken, on a raster of square cells: the room that names have.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub grid: &'a Grid,
    owners: Vec<u16>,
    /// Thirds of a cell to the nearest cell of another owner.
    depths: Vec<u16>,
    /// Taken by anything: names keep off, a forced leader may cross.
    taken: Bits,
    /// Taken by names.
    text: Bits,
}

/// A box of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl<'a> Field<'a> {
    /// A part of the picture with everyone's land.
    pub fn new(grid: &'a Grid, owners: &[FactionId]) -> Self {
        let owners = grid.owners(owners);
        let bits = || Bits::new(grid.width, grid.height);
        Field { grid, depths: depths(&owners, grid.width), taken: bits(), text: bits(), owners }
    }

    pub fn owner(&self, x: usize, y: usize) -> u16 {
        self.owners[y * self.grid.width + x]
    }

    /// A run of a row: whose each cell is, and thirds of a cell to the nearest of another owner.
    pub(super) fn row(&self, y: usize, left: usize, width: usize) -> (&[u16], &[u16]) {
        let start = y * self.grid.width + left;
        (&self.owners[start..start + width], &self.depths[start..start + width])
    }

    /// The least depth in thirds of a cell that is so many pixels.
    pub(super) fn thirds(&self, pixels: f32) -> u16 {
        (pixels * 3.0 / self.grid.cell).ceil().clamp(0.0, f32::from(u16::MAX)) as u16
    }

    /// Pixels to the nearest cell of another owner.
    pub fn depth(&self, x: usize, y: usize) -> f32 {
        f32::from(self.depths[y * self.grid.width + x]) / 3.0 * self.grid.cell
    }

    /// Nothing has been drawn or written in a box of cells.
    pub(super) fn is_free(&self, cells: Cells) -> bool {
        !self.taken.any(cells)
    }

    /// Whether a leader may pass a point; a forced one stops at names only.
    pub fn may_cross(&self, (x, y): Point, forced: bool) -> bool {
        let Grid { frame, cell, width, height, .. } = self.grid;
        let (x, y) = ((x - frame.left) / cell, (y - frame.top) / cell);
        if x < 0.0 || y < 0.0 || x >= *width as f32 || y >= *height as f32 {
            return false;
        }
        let bits = if forced { &self.text } else { &self.taken };
        !bits.any(Cells { left: x as usize, top: y as usize, width: 1, height: 1 })
    }

    /// The cells that a box of the picture touches.
    pub(super) fn cells(&self, frame: &Frame) -> Cells {
        let Grid { frame: whole, cell: side, width, height, .. } = self.grid;
        let cell = |v: f32, most: usize| (v / side).clamp(0.0, most as f32);
        let left = cell(frame.left - whole.left, *width).floor() as usize;
        let top = cell(frame.top - whole.top, *height).floor() as usize;
        let right = cell(frame.right - whole.left, *width).ceil() as usize;
        let bottom = cell(frame.bottom - whole.top, *height).ceil() as usize;
        Cells { left, top, width: right.saturating_sub(left), height: bottom.saturating_sub(top) }
    }

    /// Takes the room of a name and `margin` pixels round it.
    pub fn take_text(&mut self, frame: &Frame, margin: f32) {
        self.take(frame.grown(margin), |_| true);
        let cells = self.cells(frame);
        self.text.set_where(cells, |_, _| true);
    }

    /// Takes all cells of a box whose middle passes a test.
    pub fn take(&mut self, frame: Frame, test: impl Fn(Point) -> bool) {
        let (cells, grid) = (self.cells(&frame), self.grid);
        self.taken.set_where(cells, |x, y| test(grid.centre(x, y)));
    }

    /// Takes what lies within `reach` of a polyline.
    pub fn take_line(&mut self, points: &[Point], reach: f32) {
        for pair in points.windows(2) {
            let frame = Frame::around(pair.iter().copied()).grown(reach);
            self.take(frame, |p| distance_to_segment(p, pair[0], pair[1]) <= reach);
        }
    }
}

/// A bit a cell, so that a whole box is looked through at once.
#[derive(Debug)]
struct Bits {
    words: Vec<u64>,
    /// Of 64 cells.
    words_a_row: usize,
}

impl Bits {
    fn new(width: usize, height: usize) -> Self {
        let words_a_row = width.div_ceil(64);
        Bits { words: vec![0; words_a_row * height], words_a_row }
    }

    fn set_where(&mut self, cells: Cells, test: impl Fn(usize, usize) -> bool) {
        for y in cells.top..cells.top + cells.height {
            for x in cells.left..cells.left + cells.width {
                if test(x, y) {
                    self.words[y * self.words_a_row + x / 64] |= 1 << (x % 64);
                }
            }
        }
    }

    fn any(&self, cells: Cells) -> bool {
        let Some(end) = (cells.left + cells.width).checked_sub(1).filter(|end| *end >= cells.left) else {
            return false;
        };
        let (first, last) = (cells.left / 64, end / 64);
        let (head, tail) = (u64::MAX << (cells.left % 64), u64::MAX >> (63 - end % 64));
        (cells.top..cells.top + cells.height).any(|y| {
            let row = &self.words[y * self.words_a_row..][first..=last];
            match row {
                [one] => one & head & tail != 0,
                [start, middle @ .., end] => {
                    start & head != 0 || end & tail != 0 || middle.iter().any(|word| *word != 0)
                }
                [] => false,
            }
        })
    }
}

/// From a point to the nearest of a segment.
fn distance_to_segment((x, y): Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    (x - a.0 - along * dx).hypot(y - a.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_of_bits_reach_over_words() {
        let mut bits = Bits::new(200, 2);
        bits.set_where(Cells { left: 130, top: 1, width: 1, height: 1 }, |_, _| true);
        let any = |left, width| bits.any(Cells { left, top: 0, width, height: 2 });
        assert!(any(130, 1) && any(0, 200) && any(64, 67) && any(130, 70));
        assert!(!any(0, 130) && !any(131, 69) && !any(130, 0));
    }

    #[test]
    fn distances_to_a_segment() {
        assert_eq!(distance_to_segment((0.0, 3.0), (-1.0, 0.0), (1.0, 0.0)), 3.0);
        assert_eq!(distance_to_segment((5.0, 0.0), (-1.0, 0.0), (1.0, 0.0)), 4.0);
    }
}
