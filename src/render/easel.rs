use super::backend::{Backend, UNITS};
use super::color::Rgb;
use super::font::Face;
use super::surface::{Pen, Surface};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf32;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::prelude::Cartesian2d;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontFamily, FontStyle, RGBColor, ShapeStyle, TextStyle};
use plotters_backend::{BackendCoord, DrawingErrorKind};
use std::convert::Infallible;
use tiny_skia::Path;

/// Where a line of text stands: its x is the left end, the middle or the right end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Middle,
    Right,
}

/// A kind of type: face, size in pixels, colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub face: Face,
    pub size: f32,
    pub colour: Rgb,
}

impl Type {
    pub fn regular(size: f32, colour: Rgb) -> Self {
        Type { face: Face::Regular, size, colour }
    }

    pub fn bold(size: f32, colour: Rgb) -> Self {
        Type { face: Face::Bold, size, colour }
    }

    pub fn width(&self, text: &str) -> f32 {
        self.face.width(text, self.size)
    }

    /// The same, smaller if the line would be wider than `room`, down to `least`.
    pub fn fitting(self, text: &str, room: f32, least: f32) -> Self {
        Type { size: self.face.fit(text, self.size, room, least), ..self }
    }
}

/// A plotters drawing area over a surface, in pixels of the picture.
pub(super) struct Easel<'s, 'g> {
    area: DrawingArea<Backend<'s, 'g>, Shift>,
}

impl<'s, 'g> Easel<'s, 'g> {
    pub fn new(surface: &'s mut Surface<'g>, size: (u32, u32)) -> Self {
        Easel { area: Backend { surface, size }.into_drawing_area() }
    }

    /// A line of text on a baseline.
    pub fn text(&self, (x, y): (f32, f32), text: &str, kind: Type, side: Side) {
        let style = match kind.face {
            Face::Regular => FontStyle::Normal,
            Face::Bold => FontStyle::Bold,
        };
        let h_pos = match side {
            Side::Left => HPos::Left,
            Side::Middle => HPos::Center,
            Side::Right => HPos::Right,
        };
        let style = TextStyle::from((FontFamily::Name("Noto Sans"), kind.size * UNITS, style))
            .pos(Pos::new(h_pos, VPos::Bottom));
        let style = TextStyle { color: plotters::style::Color::to_backend_color(&rgb(kind.colour)), ..style };
        done(self.area.draw(&Text::new(text, units((x, y)), style)));
    }

    pub fn line(&self, points: &[(f32, f32)], width: f32, colour: Rgb) {
        let points: Vec<BackendCoord> = points.iter().copied().map(units).collect();
        done(self.area.draw(&PathElement::new(points, stroke(colour, width))));
    }

    pub fn polygon(&self, corners: &[(f32, f32)], colour: Rgb) {
        let corners: Vec<BackendCoord> = corners.iter().copied().map(units).collect();
        done(self.area.draw(&Polygon::new(corners, rgb(colour))));
    }

    pub fn rect(&self, from: (f32, f32), to: (f32, f32), colour: Rgb) {
        let style = ShapeStyle { color: rgba(colour), filled: true, stroke_width: 0 };
        done(self.area.draw(&Rectangle::new([units(from), units(to)], style)));
    }

    pub fn frame(&self, from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb) {
        done(self.area.draw(&Rectangle::new([units(from), units(to)], stroke(colour, width))));
    }

    /// Draws what plotters has no element for.
    pub fn native(&self, draw: impl Fn(&mut Surface)) {
        done(self.area.draw(&Native(draw)));
    }

    /// A stroke with round ends or dashes.
    pub fn stroke(&self, path: &Path, pen: &Pen, colour: Rgb) {
        self.native(|surface| surface.stroke(path, pen, colour));
    }

    /// A part of the picture with axes of its own: x and y ranges over `from` (upper left) to `to` (lower right).
    pub fn chart(
        &self,
        (from, to): ((f32, f32), (f32, f32)),
        x: std::ops::Range<f32>,
        y: std::ops::Range<f32>,
    ) -> Chart<'s, 'g> {
        let ((left, top), (right, bottom)) = (units(from), units(to));
        let axes = Cartesian2d::<RangedCoordf32, RangedCoordf32>::new(x, y, (left..right, top..bottom));
        Chart(self.area.apply_coord_spec(axes))
    }
}

/// A drawing area in the units of the data.
pub(super) struct Chart<'s, 'g>(DrawingArea<Backend<'s, 'g>, Cartesian2d<RangedCoordf32, RangedCoordf32>>);

impl Chart<'_, '_> {
    pub fn line(&self, points: &[(f32, f32)], width: f32, colour: Rgb) {
        done(self.0.draw(&PathElement::new(points.to_vec(), stroke(colour, width))));
    }
}

fn units((x, y): (f32, f32)) -> BackendCoord {
    ((x * UNITS).round() as i32, (y * UNITS).round() as i32)
}

fn rgb(colour: Rgb) -> RGBColor {
    RGBColor(colour.0, colour.1, colour.2)
}

fn rgba(colour: Rgb) -> plotters::style::RGBAColor {
    plotters::style::Color::to_rgba(&rgb(colour))
}

fn stroke(colour: Rgb, width: f32) -> ShapeStyle {
    ShapeStyle { color: rgba(colour), filled: false, stroke_width: (width * UNITS).round() as u32 }
}

fn done(drawn: Result<(), DrawingAreaErrorKind<Infallible>>) {
    drawn.expect("the backend cannot fail, needs no fonts of plotters', and is not drawn on while it draws");
}

/// An element that draws on the surface itself.
struct Native<F>(F);

impl<'a, F> PointCollection<'a, BackendCoord> for &'a Native<F> {
    type Point = BackendCoord;
    type IntoIter = std::iter::Empty<BackendCoord>;

    fn point_iter(self) -> Self::IntoIter {
        std::iter::empty()
    }
}

impl<F: Fn(&mut Surface)> Drawable<Backend<'_, '_>> for Native<F> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        _: I,
        backend: &mut Backend<'_, '_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        (self.0)(backend.surface);
        Ok(())
    }
}
