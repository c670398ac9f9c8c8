use super::field::{Cells, Field};
use super::grid::Grid;
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
}

/// The room that a name may use.
pub(super) struct Room<'a> {
    pub field: &'a Field<'a>,
    /// The realm's cells.
    pub inside: &'a Sums,
    /// What the name should be near.
    pub anchor: Point,
}

/// About how many places for a name are tried in a box: in a large one not every cell.
const SPOTS: usize = 6_000;

/// How many cells of any box pass a test, in constant time.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    pub cells: Cells,
    sums: Vec<u32>,
}

impl Sums {
    pub fn of(cells: Cells, test: impl Fn(usize, usize) -> bool) -> Self {
        let width = cells.width + 1;
        let mut sums = vec![0; width * (cells.height + 1)];
        for y in 0..cells.height {
            let (above, below) = sums[y * width..(y + 2) * width].split_at_mut(width);
            let mut row = 0;
            for (x, (above, sum)) in above[1..].iter().zip(&mut below[1..]).enumerate() {
                row += u32::from(test(cells.left + x, cells.top + y));
                *sum = above + row;
            }
        }
        Sums { cells, sums }
    }

    /// Of a box by its place in the field.
    fn count(&self, cells: Cells) -> u32 {
        let (x, y) = (cells.left - self.cells.left, cells.top - self.cells.top);
        let at = |x: usize, y: usize| self.sums[y * (self.cells.width + 1) + x];
        let (right, bottom) = (x + cells.width, y + cells.height);
        at(right, bottom) + at(x, y) - at(right, y) - at(x, bottom)
    }
}

/// All cells of a field that are not open ground, at least `clearance` pixels from any land.
pub(super) fn closed(field: &Field, clearance: f32) -> Sums {
    let cells = field.cells(&field.grid.frame);
    Sums::of(cells, |x, y| field.owner(x, y) != NOBODY || field.depth(x, y) < clearance)
}

impl Room<'_> {
    /// The name at its largest inside the realm, on free ground, nearest to the anchor.
    pub fn inside(&self, name: &str, wanted: Inside) -> Option<Label> {
        // Of thousands of realms most are too low for any line: not worth measuring a name for.
        if self.inside.cells.height as f32 * self.field.grid.cell < extent(&[""], wanted.smallest).1 {
            return None;
        }
        let ways = splits(name);
        let at = |size: f32| self.best(&ways, size, wanted.cover);
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

    fn best(&self, ways: &[Vec<&str>], size: f32, cover: f32) -> Option<Label> {
        let cells = self.inside.cells;
        let mut best: Option<(f32, &[&str], Frame)> = None;
        for lines in ways {
            let extent = extent(lines, size);
            let extra = (lines.len() - 1) as f32 * size * 0.12;
            for (spot, frame) in self.spots(cells, extent) {
                let (x, y) = frame.centre();
                let away = length((x, y), self.anchor) + extra;
                let needed = (cover * (spot.width * spot.height) as f32).ceil() as u32;
                if best.is_none_or(|(least, ..)| away < least)
                    && self.inside.count(spot) >= needed
                    && self.field.is_free(spot)
                {
                    best = Some((away, lines, frame));
                }
            }
        }
        best.map(|(_, lines, frame)| label(lines, size, frame, None))
    }

    /// Places in a box for a name of some size, as cells and in the picture's pixels.
    fn spots(
        &self,
        cells: Cells,
        (width, height): (f32, f32),
    ) -> impl Iterator<Item = (Cells, Frame)> + use<> {
        let stride = 1 + (cells.width * cells.height / SPOTS).isqrt();
        let Grid { frame: whole, cell, .. } = *self.field.grid;
        let (w, h) = ((width / cell).ceil() as usize, (height / cell).ceil() as usize);
        let starts = |most: usize, taken: usize| (0..(most + 1).saturating_sub(taken)).step_by(stride);
        let across = starts(cells.width, w);
        starts(cells.height, h).flat_map(move |y| {
            across.clone().map(move |x| {
                let (x, y) = (cells.left + x, cells.top + y);
                let (left, top) = (whole.left + x as f32 * cell, whole.top + y as f32 * cell);
                let frame = Frame::new(left, top, left + width, top + height);
                (Cells { left: x, top: y, width: w, height: h }, frame)
            })
        })
    }

    /// The name on open ground, `closed` being all else, joined by the shortest leader.
    pub fn apart(&self, name: &str, wanted: Apart, closed: &Sums) -> Option<Label> {
        let ways = splits(name);
        let widest = extent(&ways[0], wanted.size);
        let (across, down) = (wanted.longest + widest.0, wanted.longest + 3.0 * wanted.size);
        let (x, y) = self.anchor;
        let cells = self.field.cells(&Frame::new(x - across, y - down, x + across, y + down));
        if closed.count(cells) as usize == cells.width * cells.height {
            return None;
        }
        let found = ways.iter().filter_map(|lines| self.nearest_open(lines, wanted, cells, closed));
        found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, label)| label)
    }

    fn nearest_open(
        &self,
        lines: &[&str],
        wanted: Apart,
        cells: Cells,
        closed: &Sums,
    ) -> Option<(f32, Label)> {
        let reach = |frame: &Frame| length(joint(frame, self.anchor), self.anchor);
        let mut spots: Vec<(f32, Cells, Frame)> = self
            .spots(cells, extent(lines, wanted.size))
            .map(|(spot, frame)| (reach(&frame), spot, frame))
            .filter(|(length, spot, _)| *length <= wanted.longest && closed.count(*spot) == 0)
            .collect();
        spots.sort_by(|a, b| a.0.total_cmp(&b.0));
        let free = spots.into_iter().filter(|(_, spot, _)| self.field.is_free(*spot));
        let clear = |frame: &Frame| self.clear_leader(joint(frame, self.anchor), wanted.forced);
        let (length, _, frame) = free.take(400).step_by(4).find(|(.., frame)| clear(frame))?;
        let extra = (lines.len() - 1) as f32 * 0.5 * wanted.size;
        let leader = Some((joint(&frame, self.anchor), self.anchor));
        Some((length + extra, label(lines, wanted.size, frame, leader)))
    }

    fn clear_leader(&self, from: Point, forced: bool) -> bool {
        let steps = (length(from, self.anchor) / self.field.grid.cell).ceil().max(1.0) as usize;
        (0..steps).all(|i| {
            let t = i as f32 / steps as f32;
            let at = (from.0 + (self.anchor.0 - from.0) * t, from.1 + (self.anchor.1 - from.1) * t);
            self.field.may_cross(at, forced)
        })
    }
}

fn length(a: Point, b: Point) -> f32 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    // hypot guards against overflow, at ten times the price.
    (dx * dx + dy * dy).sqrt()
}

/// Where a leader leaves a name: the nearest point of its box, off its upper and lower edge.
fn joint(frame: &Frame, (x, y): Point) -> Point {
    let inset = frame.height() * 0.2;
    (x.clamp(frame.left, frame.right), y.clamp(frame.top + inset, frame.bottom - inset))
}

fn label(lines: &[&str], size: f32, frame: Frame, leader: Option<(Point, Point)>) -> Label {
    Label { lines: lines.iter().map(|l| l.to_string()).collect(), size, frame, leader }
}
