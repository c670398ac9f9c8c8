use crate::render::atlas::Frame;

/// Where each field lies in the picture: on whole pixels, so that no seam shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    left: f32,
    top: f32,
    /// A field's side in pixels.
    pub cell: f32,
    pub columns: u32,
    pub rows: u32,
}

impl Grid {
    /// As large as the slot allows, in its middle from left to right.
    pub fn within(slot: Frame, (columns, rows): (u32, u32)) -> Self {
        let cell = (slot.width() / columns as f32).min(slot.height() / rows as f32);
        // Small fields may differ by a pixel: whole ones would leave a tenth of the slot empty.
        let cell = if cell >= 16.0 { cell.floor() } else { cell };
        let left = (slot.left + (slot.width() - cell * columns as f32) / 2.0).round();
        Grid { left, top: slot.top.round(), cell, columns, rows }
    }

    pub fn frame(&self) -> Frame {
        self.run(0, self.columns, 0, self.rows)
    }

    /// The fields from a column up to another and from a row up to another.
    pub fn run(&self, left: u32, right: u32, top: u32, bottom: u32) -> Frame {
        let at = |n: u32| self.cell * n as f32;
        let (x, y) = (self.left, self.top);
        Frame::new(x + at(left), y + at(top), x + at(right), y + at(bottom)).whole()
    }

    pub fn field(&self, (x, y): (u32, u32)) -> Frame {
        self.run(x, x + 1, y, y + 1)
    }
}
