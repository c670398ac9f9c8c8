use super::color::Rgb;
use super::font::{CAP_HEIGHT, Face};
use super::surface::{Line, Pen, Surface};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};
use std::convert::Infallible;
use tiny_skia::{Path, PathBuilder, Rect};

/// plotters counts whole units; sixteen of them make a pixel, so its shapes keep fractions.
pub(super) const UNITS: f32 = 16.0;

/// plotters' backend over a surface: anti-aliased, letters from the embedded faces, nothing can fail.
///
/// Stroke widths and text sizes are in units too. A text anchored at the bottom stands on its baseline there.
pub(super) struct Backend<'s, 'g> {
    pub surface: &'s mut Surface<'g>,
    /// Of the picture, in pixels.
    pub size: (u32, u32),
}

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Backend<'_, '_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.size.0 * UNITS as u32, self.size.1 * UNITS as u32)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Done {
        let unit = (point.0 + 1, point.1 + 1);
        if let Some(path) = rect(point, unit) {
            self.surface.fill(&path, rgb(colour));
        }
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        if let Some(path) = rect(from, to) {
            self.paint(&path, style, fill);
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Done {
        if let Some(path) = polyline(points, false) {
            let width = style.stroke_width() as f32 / UNITS;
            // A straight line ends where it says, a bent one may end round.
            let pen = if path.len() > 2 { Pen::round(width) } else { Pen::butt(width) };
            self.surface.stroke(&path, &pen, rgb(style.color()));
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let (x, y) = pixels(centre);
        if let Some(path) = PathBuilder::from_circle(x, y, radius as f32 / UNITS) {
            self.paint(&path, style, fill);
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Done {
        if let Some(path) = polyline(corners, true) {
            self.paint(&path, style, true);
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        let (x, y) = pixels(at);
        let (face, size) = (face(style), style.size() as f32 / UNITS);
        let anchor = style.anchor();
        let x = match anchor.h_pos {
            HPos::Left => x,
            HPos::Center => x - face.width(text, size) / 2.0,
            HPos::Right => x - face.width(text, size),
        };
        let y = match anchor.v_pos {
            VPos::Top => y + CAP_HEIGHT * size,
            VPos::Center => y + CAP_HEIGHT * size / 2.0,
            VPos::Bottom => y,
        };
        self.surface.text(&Line { text, face, size, x, y, colour: rgb(style.color()), halo: None });
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size() as f32;
        Ok((face(style).width(text, size).ceil() as u32, (CAP_HEIGHT * size).ceil() as u32))
    }
}

impl Backend<'_, '_> {
    fn paint<S: BackendStyle>(&mut self, path: &Path, style: &S, fill: bool) {
        let ink = rgb(style.color());
        if fill {
            self.surface.fill(path, ink);
        } else {
            self.surface.stroke(path, &Pen::butt(style.stroke_width() as f32 / UNITS), ink);
        }
    }
}

fn face<S: BackendTextStyle>(style: &S) -> Face {
    match style.style() {
        FontStyle::Bold => Face::Bold,
        FontStyle::Normal | FontStyle::Oblique | FontStyle::Italic => Face::Regular,
    }
}

fn rgb(colour: BackendColor) -> Rgb {
    let (r, g, b) = colour.rgb;
    Rgb(r, g, b)
}

fn pixels((x, y): BackendCoord) -> (f32, f32) {
    (x as f32 / UNITS, y as f32 / UNITS)
}

fn rect(from: BackendCoord, to: BackendCoord) -> Option<Path> {
    let ((x0, y0), (x1, y1)) = (pixels(from), pixels(to));
    Rect::from_ltrb(x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)).map(PathBuilder::from_rect)
}

fn polyline(points: impl IntoIterator<Item = BackendCoord>, closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, point) in points.into_iter().enumerate() {
        let (x, y) = pixels(point);
        if i == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}
