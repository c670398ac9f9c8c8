use crate::render::atlas::{Frame, Ids, NOBODY, Point};
use crate::rules::guerra::FactionId;

/// Who holds what and what is taken, on a raster of square cells: the room that names have.
#[derive(Debug)]
pub(crate) struct Field {
    pub frame: Frame,
    /// Pixels a cell.
    pub cell: f32,
    pub width: usize,
    pub height: usize,
    owners: Vec<u16>,
    /// Thirds of a cell to the nearest cell of another owner.
    depths: Vec<u16>,
    taken: Vec<Taken>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Taken {
    Free,
    /// By an arrow, a leader: names keep off, a forced leader may cross.
    Drawn,
    /// By a name.
    Text,
}

/// A box of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Field {
    /// A part of the picture over a raster of the map.
    pub fn new(frame: Frame, cell: f32, ids: &Ids, owners: &[FactionId]) -> Self {
        let width = (frame.width() / cell).floor().max(1.0) as usize;
        let height = (frame.height() / cell).floor().max(1.0) as usize;
        let mut field = Field {
            frame,
            cell,
            width,
            height,
            owners: vec![NOBODY; width * height],
            depths: Vec::new(),
            taken: vec![Taken::Free; width * height],
        };
        for y in 0..height {
            for x in 0..width {
                let id = ids.at(field.centre(x, y));
                if id != NOBODY {
                    field.owners[y * width + x] = owners[id as usize].0 as u16;
                }
            }
        }
        field.depths = depths(&field.owners, width, height);
        field
    }

    /// The middle of a cell, in the picture's pixels.
    pub fn centre(&self, x: usize, y: usize) -> Point {
        let at = |i: usize| (i as f32 + 0.5) * self.cell;
        (self.frame.left + at(x), self.frame.top + at(y))
    }

    pub fn owner(&self, x: usize, y: usize) -> u16 {
        self.owners[y * self.width + x]
    }

    /// Pixels to the nearest cell of another owner.
    pub fn depth(&self, x: usize, y: usize) -> f32 {
        f32::from(self.depths[y * self.width + x]) / 3.0 * self.cell
    }

    pub fn is_free(&self, x: usize, y: usize) -> bool {
        self.taken[y * self.width + x] == Taken::Free
    }

    /// Whether a leader may pass a point; a forced one stops at names only.
    pub fn may_cross(&self, (x, y): Point, forced: bool) -> bool {
        let (x, y) = ((x - self.frame.left) / self.cell, (y - self.frame.top) / self.cell);
        if x < 0.0 || y < 0.0 || x >= self.width as f32 || y >= self.height as f32 {
            return false;
        }
        let taken = self.taken[y as usize * self.width + x as usize];
        taken == Taken::Free || forced && taken == Taken::Drawn
    }

    /// The cells that a box of the picture touches.
    pub(super) fn cells(&self, frame: &Frame) -> Cells {
        let cell = |v: f32, most: usize| (v / self.cell).clamp(0.0, most as f32);
        let left = cell(frame.left - self.frame.left, self.width).floor() as usize;
        let top = cell(frame.top - self.frame.top, self.height).floor() as usize;
        let right = cell(frame.right - self.frame.left, self.width).ceil() as usize;
        let bottom = cell(frame.bottom - self.frame.top, self.height).ceil() as usize;
        Cells { left, top, width: right.saturating_sub(left), height: bottom.saturating_sub(top) }
    }

    /// Takes the room of a name and 3 pixels round it.
    pub fn take_text(&mut self, frame: &Frame, margin: f32) {
        self.mark(frame.grown(margin), Taken::Drawn, |_| true);
        self.mark(*frame, Taken::Text, |_| true);
    }

    /// Takes all cells of a box whose middle passes a test.
    pub fn take(&mut self, frame: Frame, test: impl Fn(Point) -> bool) {
        self.mark(frame, Taken::Drawn, test);
    }

    /// Takes what lies within `reach` of a polyline.
    pub fn take_line(&mut self, points: &[Point], reach: f32) {
        for pair in points.windows(2) {
            let frame = Frame::around(pair.iter().copied()).grown(reach);
            self.mark(frame, Taken::Drawn, |p| distance_to_segment(p, pair[0], pair[1]) <= reach);
        }
    }

    fn mark(&mut self, frame: Frame, taken: Taken, test: impl Fn(Point) -> bool) {
        let cells = self.cells(&frame);
        for y in cells.top..cells.top + cells.height {
            for x in cells.left..cells.left + cells.width {
                if test(self.centre(x, y)) {
                    let cell = &mut self.taken[y * self.width + x];
                    *cell = (*cell).max(taken);
                }
            }
        }
    }
}

/// From a point to the nearest of a segment.
fn distance_to_segment((x, y): Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    (x - a.0 - along * dx).hypot(y - a.1 - along * dy)
}

/// Chamfer distance 3-4 (Borgefors 1986) to the nearest cell of another owner.
fn depths(owners: &[u16], width: usize, height: usize) -> Vec<u16> {
    let mut depths = vec![u16::MAX - 4; owners.len()];
    for y in 0..height {
        for x in 0..width {
            let i = y * width + x;
            let owner = owners[i];
            let rim = owner != NOBODY && (x == 0 || y == 0 || x + 1 == width || y + 1 == height);
            let differs = |j: usize| owners[j] != owner;
            if rim
                || x > 0 && differs(i - 1)
                || y > 0 && differs(i - width)
                || x + 1 < width && differs(i + 1)
                || y + 1 < height && differs(i + width)
            {
                depths[i] = 0;
            }
        }
    }
    for y in 1..height {
        for x in 1..width.saturating_sub(1) {
            let i = y * width + x;
            let near = [i - 1, i - width, i - width - 1, i - width + 1];
            depths[i] = depths[i].min(nearest(&depths, near));
        }
    }
    for y in (0..height.saturating_sub(1)).rev() {
        for x in (1..width.saturating_sub(1)).rev() {
            let i = y * width + x;
            let near = [i + 1, i + width, i + width + 1, i + width - 1];
            depths[i] = depths[i].min(nearest(&depths, near));
        }
    }
    depths
}

fn nearest(depths: &[u16], [straight, across, slant, other]: [usize; 4]) -> u16 {
    let straight = depths[straight].min(depths[across]) + 3;
    straight.min(depths[slant].min(depths[other]) + 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_grows_inwards() {
        let (width, height) = (9, 9);
        let inside = |i: usize| (1..8).contains(&(i % width)) && (1..8).contains(&(i / width));
        let owners: Vec<u16> = (0..width * height).map(|i| if inside(i) { 0 } else { NOBODY }).collect();
        let depths = depths(&owners, width, height);
        assert_eq!(depths[4 * width + 4], 9);
        assert_eq!(depths[width + 1], 0);
    }

    #[test]
    fn distances_to_a_segment() {
        assert_eq!(distance_to_segment((0.0, 3.0), (-1.0, 0.0), (1.0, 0.0)), 3.0);
        assert_eq!(distance_to_segment((5.0, 0.0), (-1.0, 0.0), (1.0, 0.0)), 4.0);
    }
}
