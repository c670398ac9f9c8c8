use crate::render::atlas::{Frame, Ids, NOBODY, Point};
use crate::rules::guerra::FactionId;

/// Which territory lies under each square cell of a part of the picture: the same every turn.
#[derive(Debug)]
pub(crate) struct Grid {
    pub frame: Frame,
    /// Pixels a cell.
    pub cell: f32,
    pub width: usize,
    pub height: usize,
    ids: Vec<u16>,
}

impl Grid {
    pub fn new(frame: Frame, cell: f32, ids: &Ids) -> Self {
        let width = (frame.width() / cell).floor().max(1.0) as usize;
        let height = (frame.height() / cell).floor().max(1.0) as usize;
        let mut grid = Grid { frame, cell, width, height, ids: Vec::new() };
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        grid.ids = cells.map(|(x, y)| ids.at(grid.centre(x, y))).collect();
        grid
    }

    /// The middle of a cell, in the picture's pixels.
    pub fn centre(&self, x: usize, y: usize) -> Point {
        let at = |i: usize| (i as f32 + 0.5) * self.cell;
        (self.frame.left + at(x), self.frame.top + at(y))
    }

    /// Whose each cell is, row by row.
    pub fn owners(&self, owners: &[FactionId]) -> Vec<u16> {
        let nobody = std::iter::once(NOBODY);
        let table: Vec<u16> = owners.iter().map(|owner| owner.0 as u16).chain(nobody).collect();
        self.ids.iter().map(|id| table[usize::from(*id).min(owners.len())]).collect()
    }
}

/// Chamfer distance 3-4 (Borgefors 1986) to the nearest cell of another owner, in thirds of a cell.
pub(super) fn depths(owners: &[u16], width: usize) -> Vec<u16> {
    let mut depths = vec![u16::MAX - 4; owners.len()];
    rims(owners, &mut depths, width);
    let height = owners.len() / width;
    for y in 1..height {
        let (above, row) = depths[(y - 1) * width..(y + 1) * width].split_at_mut(width);
        from_row(row, above);
        for x in 1..width {
            row[x] = row[x].min(row[x - 1] + 3);
        }
    }
    for y in (0..height.saturating_sub(1)).rev() {
        let (row, below) = depths[y * width..(y + 2) * width].split_at_mut(width);
        from_row(row, below);
        for x in (0..width - 1).rev() {
            row[x] = row[x].min(row[x + 1] + 3);
        }
    }
    depths
}

/// No depth on either side of a change of owner, nor for land at the edge of the field.
fn rims(owners: &[u16], depths: &mut [u16], width: usize) {
    let last = owners.len() - width;
    let rows = owners.chunks_exact(width).zip(depths.chunks_exact_mut(width)).enumerate();
    for (y, (row, depths)) in rows {
        let mut meet = |others: &[u16]| {
            let cells = depths.iter_mut().zip(row).zip(others);
            cells.for_each(|((depth, a), b)| *depth = if a == b { *depth } else { 0 });
        };
        let start = y * width;
        let edge = vec![NOBODY; width];
        meet(if start == 0 { &edge } else { &owners[start - width..start] });
        meet(if start == last { &edge } else { &owners[start + width..start + 2 * width] });
        for x in 1..width {
            if row[x - 1] != row[x] {
                (depths[x - 1], depths[x]) = (0, 0);
            }
        }
        for x in [0, width - 1] {
            if row[x] != NOBODY {
                depths[x] = 0;
            }
        }
    }
}

/// What the row next to it allows a row: a step straight costs 3, a slanting one 4.
fn from_row(row: &mut [u16], next: &[u16]) {
    row.iter_mut().zip(next).for_each(|(depth, near)| *depth = (*depth).min(near + 3));
    row[1..].iter_mut().zip(next).for_each(|(depth, near)| *depth = (*depth).min(near + 4));
    row.iter_mut().zip(&next[1..]).for_each(|(depth, near)| *depth = (*depth).min(near + 4));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_grows_inwards() {
        let (width, height) = (9, 9);
        let inside = |i: usize| (1..8).contains(&(i % width)) && (1..8).contains(&(i / width));
        let owners: Vec<u16> = (0..width * height).map(|i| if inside(i) { 0 } else { NOBODY }).collect();
        let depths = depths(&owners, width);
        assert_eq!(depths[4 * width + 4], 9);
        assert_eq!(depths[width + 1], 0);
        assert_eq!(depths[0], 3, "nobody's ground has its depth from the land, not from the edge");
    }

    #[test]
    fn land_has_no_depth_at_the_edge_of_the_field() {
        let depths = depths(&[7; 25], 5);
        assert_eq!(depths[12], 6);
        assert_eq!([depths[0], depths[2], depths[10], depths[24]], [0; 4]);
    }
}
