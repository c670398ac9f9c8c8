use tiny_skia::{Path, PathBuilder, Rect};

/// x and y.
pub(crate) type Point = (f32, f32);

/// A rectangle by its edges, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl Frame {
    pub fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Frame { left, top, right, bottom }
    }

    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        let nothing = Frame::new(f32::MAX, f32::MAX, f32::MIN, f32::MIN);
        points.into_iter().fold(nothing, |f, (x, y)| {
            Frame::new(f.left.min(x), f.top.min(y), f.right.max(x), f.bottom.max(y))
        })
    }

    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    pub fn area(&self) -> f32 {
        self.width() * self.height()
    }

    pub fn centre(&self) -> Point {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// Grown on all sides, or shrunk.
    pub fn grown(&self, by: f32) -> Self {
        Frame::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }

    /// With its edges on whole pixels.
    pub fn whole(&self) -> Self {
        Frame::new(self.left.round(), self.top.round(), self.right.round(), self.bottom.round())
    }

    pub fn contains(&self, (x, y): Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    pub fn overlaps(&self, other: &Frame) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub fn rect(&self) -> Option<Rect> {
        Rect::from_ltrb(self.left, self.top, self.right, self.bottom)
    }
}

/// From metres of the map to pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// Pixels a metre.
    pub scale: f32,
    pub origin: Point,
}

impl View {
    /// As large as fits, in the middle of a slot from left to right as `align` says (0 to 1).
    pub fn fit(size: (f32, f32), slot: Frame, align: f32) -> Self {
        let scale = (slot.width() / size.0.max(1.0)).min(slot.height() / size.1.max(1.0));
        let left = slot.left + (slot.width() - size.0 * scale) * align;
        let top = slot.top + (slot.height() - size.1 * scale) / 2.0;
        View { scale, origin: (left, top) }
    }

    pub fn at(&self, (x, y): Point) -> Point {
        (x * self.scale + self.origin.0, y * self.scale + self.origin.1)
    }

    /// A box of the map as a box of the picture.
    pub fn frame(&self, metres: &Frame) -> Frame {
        let ((left, top), (right, bottom)) =
            (self.at((metres.left, metres.top)), self.at((metres.right, metres.bottom)));
        Frame::new(left, top, right, bottom)
    }

    /// Rings as one path, to be filled by the even-odd rule.
    pub fn area<'a>(&self, rings: impl IntoIterator<Item = &'a Vec<Point>>) -> Option<Path> {
        let mut path = PathBuilder::new();
        for ring in rings {
            self.trace(&mut path, ring);
            path.close();
        }
        path.finish()
    }

    fn trace(&self, path: &mut PathBuilder, points: &[Point]) {
        for (i, point) in points.iter().enumerate() {
            let (x, y) = self.at(*point);
            if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
    }
}
