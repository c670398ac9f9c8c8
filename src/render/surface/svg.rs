use super::{Cap, Line, Pen};
use crate::render::color::Rgb;
use std::fmt::Write;
use tiny_skia::{Path, PathSegment, Rect};

/// An SVG document in the making; letters are outlines, so it needs no font.
pub(crate) struct Svg {
    body: String,
    windows: usize,
}

impl Svg {
    pub fn new(width: u32, height: u32, ground: Rgb, title: &str) -> Self {
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        let mut body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{title}</title>\n"
        );
        put(
            &mut body,
            format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n", hex(ground)),
        );
        Svg { body, windows: 0 }
    }

    pub fn finish(mut self) -> String {
        self.body.push_str("</svg>\n");
        self.body
    }

    pub fn fill(&mut self, path: &Path, ink: Rgb) {
        put(
            &mut self.body,
            format_args!("<path fill=\"{}\" fill-rule=\"evenodd\" d=\"{}\"/>\n", hex(ink), data(path)),
        );
    }

    pub fn stroke(&mut self, path: &Path, pen: &Pen, ink: Rgb) {
        let cap = match pen.cap {
            Cap::Butt => "butt",
            Cap::Round => "round",
        };
        put(
            &mut self.body,
            format_args!(
                "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"{cap}\"",
                hex(ink),
                pen.width
            ),
        );
        if let Some([dash, gap]) = pen.dash {
            put(&mut self.body, format_args!(" stroke-dasharray=\"{dash:.2} {gap:.2}\""));
        }
        if pen.alpha < 1.0 {
            put(&mut self.body, format_args!(" stroke-opacity=\"{:.2}\"", pen.alpha));
        }
        put(&mut self.body, format_args!(" d=\"{}\"/>\n", data(path)));
    }

    pub fn text(&mut self, line: &Line) {
        let Some(path) = line.face.line(line.text, line.size, line.x, line.y) else { return };
        if let Some(halo) = line.halo {
            self.stroke(&path, &Pen::round(halo.width), halo.colour);
        }
        put(&mut self.body, format_args!("<path fill=\"{}\" d=\"{}\"/>\n", hex(line.colour), data(&path)));
    }

    /// A group that shows within a window, still open.
    pub fn inset(&self, window: Rect, ground: Rgb) -> Self {
        let windows = self.windows + 1;
        let (x, y, w, h) = (window.x(), window.y(), window.width(), window.height());
        let body = format!(
            "<clipPath id=\"w{windows}\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"/>\
             </clipPath>\n<g clip-path=\"url(#w{windows})\">\n<rect x=\"{x:.1}\" y=\"{y:.1}\" \
             width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{}\"/>\n",
            hex(ground)
        );
        Svg { body, windows }
    }

    pub fn lay(&mut self, inset: Svg) {
        self.windows = inset.windows;
        self.body.push_str(&inset.body);
        self.body.push_str("</g>\n");
    }
}

fn put(body: &mut String, text: std::fmt::Arguments) {
    body.write_fmt(text).expect("writing to a String cannot fail");
}

fn hex(ink: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", ink.0, ink.1, ink.2)
}

fn data(path: &Path) -> String {
    let mut d = String::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => put(&mut d, format_args!("M{:.1} {:.1}", p.x, p.y)),
            PathSegment::LineTo(p) => put(&mut d, format_args!("L{:.1} {:.1}", p.x, p.y)),
            PathSegment::QuadTo(c, p) => {
                put(&mut d, format_args!("Q{:.1} {:.1} {:.1} {:.1}", c.x, c.y, p.x, p.y));
            }
            PathSegment::CubicTo(c, e, p) => put(
                &mut d,
                format_args!("C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", c.x, c.y, e.x, e.y, p.x, p.y),
            ),
            PathSegment::Close => d.push('Z'),
        }
    }
    d
}
