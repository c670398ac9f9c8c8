use super::field::{Cells, Field};
use super::lines::{extent, splits};
use crate::render::atlas::{Frame, NOBODY, Point};

/// A name where it will stand, and how it is joined to its place if it stands apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    pub lines: Vec<String>,
    pub size: f32,
    pub frame: Frame,
    /// From the name to the place.
    pub leader: Option<(Point, Point)>,
}

/// Sizes in pixels, and how much of a name's box must lie inside its realm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inside {
    pub largest: f32,
    pub smallest: f32,
    pub cover: f32,
}

/// How far a name may stand apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    pub size: f32,
    pub longest: f32,
    /// The leader may cross anything but names.
    pub forced: bool,
    /// From the land, in pixels.
    pub clearance: f32,
}

/// The room that a name may use.
pub(super) struct Room<'a> {
    pub field: &'a Field,
    /// Of the realm.
    pub cells: Cells,
    /// Whether a cell is the realm's.
    pub inside: &'a dyn Fn(usize, usize) -> bool,
    /// What the name should be near.
    pub anchor: Point,
}

/// About how many places for a name are tried in a realm: in a large one not every cell.
const SPOTS: usize = 6_000;

/// Sums over boxes of cells in constant time.
struct Sums {
    width: usize,
    sums: Vec<u32>,
}

impl Sums {
    fn of(cells: Cells, test: impl Fn(usize, usize) -> bool) -> Self {
        let width = cells.width + 1;
        let mut sums = vec![0; width * (cells.height + 1)];
        for y in 0..cells.height {
            let mut row = 0;
            for x in 0..cells.width {
                row += u32::from(test(cells.left + x, cells.top + y));
                sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + row;
            }
        }
        Sums { width, sums }
    }

    fn count(&self, x: usize, y: usize, width: usize, height: usize) -> u32 {
        let at = |x: usize, y: usize| self.sums[y * self.width + x];
        at(x + width, y + height) + at(x, y) - at(x + width, y) - at(x, y + height)
    }
}

impl Room<'_> {
    /// The name at its largest inside the realm, on free ground, nearest to the anchor.
    pub fn inside(&self, name: &str, wanted: Inside) -> Option<Label> {
        let inside = Sums::of(self.cells, self.inside);
        let taken = Sums::of(self.cells, |x, y| !self.field.is_free(x, y));
        let ways = splits(name);
        let at = |size: f32| self.best(&ways, size, wanted.cover, &inside, &taken);
        let steps = (wanted.largest - wanted.smallest).max(0.0).floor() as u32;
        let mut best = at(wanted.smallest)?;
        let (mut fits, mut fails) = (0, steps + 1);
        while fails - fits > 1 {
            let middle = (fits + fails) / 2;
            match at(wanted.smallest + middle as f32) {
                Some(label) => (best, fits) = (label, middle),
                None => fails = middle,
            }
        }
        Some(best)
    }

    fn best(&self, ways: &[Vec<&str>], size: f32, cover: f32, inside: &Sums, taken: &Sums) -> Option<Label> {
        let field = self.field;
        let stride = 1 + (self.cells.width * self.cells.height / SPOTS).isqrt();
        let mut best: Option<(f32, Label)> = None;
        for lines in ways {
            let (width, height) = extent(lines, size);
            let (w, h) = ((width / field.cell).ceil() as usize, (height / field.cell).ceil() as usize);
            if w > self.cells.width || h > self.cells.height {
                continue;
            }
            let needed = (cover * (w * h) as f32).ceil() as u32;
            let extra = (lines.len() - 1) as f32 * size * 0.12;
            for y in (0..=self.cells.height - h).step_by(stride) {
                for x in (0..=self.cells.width - w).step_by(stride) {
                    if inside.count(x, y, w, h) < needed || taken.count(x, y, w, h) > 0 {
                        continue;
                    }
                    let left = field.frame.left + (self.cells.left + x) as f32 * field.cell;
                    let top = field.frame.top + (self.cells.top + y) as f32 * field.cell;
                    let frame = Frame::new(left, top, left + width, top + height);
                    let (cx, cy) = frame.centre();
                    let away = (cx - self.anchor.0).hypot(cy - self.anchor.1) + extra;
                    if best.as_ref().is_none_or(|(least, _)| away < *least) {
                        best = Some((away, label(lines, size, frame, None)));
                    }
                }
            }
        }
        best.map(|(_, label)| label)
    }

    /// The name on open ground, joined by the shortest leader.
    pub fn apart(&self, name: &str, wanted: Apart) -> Option<Label> {
        let field = self.field;
        let ways = splits(name);
        let widest = extent(&ways[0], wanted.size);
        let (across, down) = (wanted.longest + widest.0, wanted.longest + 3.0 * wanted.size);
        let (x, y) = self.anchor;
        let cells = field.cells(&Frame::new(x - across, y - down, x + across, y + down));
        let open = |x, y| {
            field.owner(x, y) == NOBODY && field.depth(x, y) >= wanted.clearance && field.is_free(x, y)
        };
        let closed = Sums::of(cells, |x, y| !open(x, y));
        let found = ways.iter().filter_map(|lines| self.nearest_open(lines, wanted, cells, &closed));
        found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, label)| label)
    }

    fn nearest_open(
        &self,
        lines: &[&str],
        wanted: Apart,
        cells: Cells,
        closed: &Sums,
    ) -> Option<(f32, Label)> {
        let field = self.field;
        let (width, height) = extent(lines, wanted.size);
        let (w, h) = ((width / field.cell).ceil() as usize, (height / field.cell).ceil() as usize);
        if w > cells.width || h > cells.height {
            return None;
        }
        let extra = (lines.len() - 1) as f32 * 0.5 * wanted.size;
        let mut spots: Vec<(f32, Frame)> = Vec::new();
        for y in (0..=cells.height - h).step_by(2) {
            for x in (0..=cells.width - w).step_by(2) {
                if closed.count(x, y, w, h) == 0 {
                    let left = field.frame.left + (cells.left + x) as f32 * field.cell;
                    let top = field.frame.top + (cells.top + y) as f32 * field.cell;
                    let frame = Frame::new(left, top, left + width, top + height);
                    let length = length(joint(&frame, self.anchor), self.anchor);
                    if length <= wanted.longest {
                        spots.push((length, frame));
                    }
                }
            }
        }
        spots.sort_by(|a, b| a.0.total_cmp(&b.0));
        let clear = |frame: &Frame| self.clear_leader(joint(frame, self.anchor), wanted.forced);
        let (length, frame) = spots.into_iter().take(400).step_by(4).find(|(_, frame)| clear(frame))?;
        let leader = Some((joint(&frame, self.anchor), self.anchor));
        Some((length + extra, label(lines, wanted.size, frame, leader)))
    }

    fn clear_leader(&self, from: Point, forced: bool) -> bool {
        let steps = (length(from, self.anchor) / self.field.cell).ceil().max(1.0) as usize;
        (0..steps).all(|i| {
            let t = i as f32 / steps as f32;
            let at = (from.0 + (self.anchor.0 - from.0) * t, from.1 + (self.anchor.1 - from.1) * t);
            self.field.may_cross(at, forced)
        })
    }
}

fn length(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Where a leader leaves a name: the nearest point of its box, off its upper and lower edge.
fn joint(frame: &Frame, (x, y): Point) -> Point {
    let inset = frame.height() * 0.2;
    (x.clamp(frame.left, frame.right), y.clamp(frame.top + inset, frame.bottom - inset))
}

fn label(lines: &[&str], size: f32, frame: Frame, leader: Option<(Point, Point)>) -> Label {
    Label { lines: lines.iter().map(|l| l.to_string()).collect(), size, frame, leader }
}
