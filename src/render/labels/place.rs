use super::field::{Cells, Field};
use super::grid::Grid;
use super::lines::{extent, splits};
use crate::render::atlas::{Frame, NOBODY, Point};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

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
pub(crate) struct Sums {
    pub(super) cells: Cells,
    sums: Vec<u32>,
}

impl Sums {
    pub(super) fn of(cells: Cells, test: impl Fn(usize, usize) -> bool) -> Self {
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

    /// Cells of a field by their owner and their depth in thirds of a cell.
    pub(super) fn of_cells(field: &Field, cells: Cells, test: impl Fn(u16, u16) -> bool) -> Self {
        let width = cells.width + 1;
        let mut sums = vec![0; width * (cells.height + 1)];
        for y in 0..cells.height {
            let (above, below) = sums[y * width..(y + 2) * width].split_at_mut(width);
            let (owners, depths) = field.row(cells.top + y, cells.left, cells.width);
            let mut row = 0;
            for (((owner, depth), above), sum) in
                owners.iter().zip(depths).zip(&above[1..]).zip(&mut below[1..])
            {
                row += u32::from(test(*owner, *depth));
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
pub(crate) fn closed(field: &Field, clearance: f32) -> Sums {
    let (cells, clear) = (field.cells(&field.grid.frame), field.thirds(clearance));
    Sums::of_cells(field, cells, |owner, depth| owner != NOBODY || depth < clear)
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
        // Of a row with too little open ground no place is looked at.
        let mut row = (usize::MAX, false);
        let spots: BinaryHeap<Spot> = self
            .spots(cells, extent(lines, wanted.size))
            .enumerate()
            .filter(|(_, (spot, _))| {
                if row.0 != spot.top {
                    let band = Cells { left: cells.left, width: cells.width, ..*spot };
                    let open = band.width * band.height - closed.count(band) as usize;
                    row = (spot.top, open >= spot.width * spot.height);
                }
                row.1
            })
            .map(|(i, (cells, frame))| Spot { order: Reverse((reach(&frame).to_bits(), i)), cells, frame })
            .filter(|spot| spot.length() <= wanted.longest && closed.count(spot.cells) == 0)
            .collect();
        let clear = |frame: &Frame| self.clear_leader(joint(frame, self.anchor), wanted.forced);
        // The nearest is found soon: a heap does not sort the rest.
        let free = nearest_first(spots).filter(|spot| self.field.is_free(spot.cells));
        let spot = free.take(400).step_by(4).find(|spot| clear(&spot.frame))?;
        let (length, frame) = (spot.length(), spot.frame);
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

/// A place for a name.
struct Spot {
    /// The bits of its leader's length, which order as lengths do, for none is negative; then its number.
    order: Reverse<(u32, usize)>,
    cells: Cells,
    frame: Frame,
}

impl Spot {
    fn length(&self) -> f32 {
        f32::from_bits(self.order.0.0)
    }
}

impl PartialEq for Spot {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl Eq for Spot {}

impl PartialOrd for Spot {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Spot {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order.cmp(&other.order)
    }
}

fn nearest_first(mut spots: BinaryHeap<Spot>) -> impl Iterator<Item = Spot> {
    std::iter::from_fn(move || spots.pop())
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
