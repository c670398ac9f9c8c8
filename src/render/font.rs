//! The two embedded faces: outlines, widths, line breaking. Nothing is hinted or kerned.

use ab_glyph::{Font, FontRef, GlyphId, OutlineCurve};
use std::sync::OnceLock;
use tiny_skia::{Path, PathBuilder, Transform};

/// Noto Sans, a subset (assets/fonts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    Regular,
    Bold,
}

/// Height of capitals, as a share of the size.
pub const CAP_HEIGHT: f32 = 0.714;
/// From baseline to baseline within a label, as a share of the size.
pub const LEADING: f32 = 1.04;

impl Face {
    fn font(self) -> &'static FontRef<'static> {
        static FACES: OnceLock<[FontRef<'static>; 2]> = OnceLock::new();
        let faces = FACES.get_or_init(|| {
            let files: [&'static [u8]; 2] = [
                include_bytes!("../../assets/fonts/NotoSans-Regular.ttf"),
                include_bytes!("../../assets/fonts/NotoSans-Bold.ttf"),
            ];
            files.map(|bytes| FontRef::try_from_slice(bytes).expect("the embedded faces are tested to parse"))
        });
        match self {
            Face::Regular => &faces[0],
            Face::Bold => &faces[1],
        }
    }

    /// The advance width of a line at a size in pixels per em.
    pub fn width(self, text: &str, size: f32) -> f32 {
        let font = self.font();
        text.chars().map(|c| font.h_advance_unscaled(font.glyph_id(c))).sum::<f32>() * scale(font, size)
    }

    /// The largest size from `size` down to `least` at which the line is no wider than `room`.
    pub fn fit(self, text: &str, size: f32, room: f32, least: f32) -> f32 {
        let width = self.width(text, size);
        if width <= room { size } else { (size * room / width).max(least.min(size)) }
    }

    /// The glyphs of a line with their offsets from its start, in pixels.
    pub fn glyphs(self, text: &str, size: f32) -> impl Iterator<Item = (GlyphId, f32)> {
        let font = self.font();
        let scale = scale(font, size);
        text.chars().scan(0.0, move |x, c| {
            let id = font.glyph_id(c);
            let at = *x;
            *x += font.h_advance_unscaled(id) * scale;
            Some((id, at))
        })
    }

    /// A glyph's outline at a size, its origin at `(x, 0)`, y down; none for a space.
    pub fn outline(self, glyph: GlyphId, size: f32, x: f32) -> Option<Path> {
        let font = self.font();
        let outline = font.outline(glyph)?;
        let mut path = PathBuilder::new();
        let mut last = None;
        for curve in &outline.curves {
            let (start, end) = match curve {
                OutlineCurve::Line(a, b) | OutlineCurve::Quad(a, _, b) | OutlineCurve::Cubic(a, _, _, b) => {
                    (*a, *b)
                }
            };
            if last != Some(start) {
                path.close();
                path.move_to(start.x, start.y);
            }
            match curve {
                OutlineCurve::Line(_, b) => path.line_to(b.x, b.y),
                OutlineCurve::Quad(_, c, b) => path.quad_to(c.x, c.y, b.x, b.y),
                OutlineCurve::Cubic(_, c, d, b) => path.cubic_to(c.x, c.y, d.x, d.y, b.x, b.y),
            }
            last = Some(end);
        }
        path.close();
        let scale = scale(font, size);
        path.finish()?.transform(Transform::from_row(scale, 0.0, 0.0, -scale, x, 0.0))
    }

    /// A whole line's outline, its baseline starting at `(x, y)`.
    pub fn line(self, text: &str, size: f32, x: f32, y: f32) -> Option<Path> {
        let mut path = PathBuilder::new();
        for (glyph, at) in self.glyphs(text, size) {
            if let Some(outline) = self.outline(glyph, size, x + at) {
                path.push_path(&outline);
            }
        }
        path.finish()?.transform(Transform::from_translate(0.0, y))
    }

    /// Words on lines no wider than `room`, as many as it takes.
    pub fn wrap(self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_string()),
            }
        }
        lines
    }
}

/// Without what the faces have no letter for.
pub fn drawable(text: &str) -> String {
    let font = Face::Regular.font();
    let known: String = text.chars().filter(|c| font.glyph_id(*c).0 != 0).collect();
    known.trim().to_string()
}

fn scale(font: &FontRef, size: f32) -> f32 {
    size / font.units_per_em().unwrap_or(1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_italian_czech_and_german_has_a_glyph() {
        for face in [Face::Regular, Face::Bold] {
            for c in "AÀÈÉÌÒÙZaàèéìòùz ŠŽČŘĎŤŇÝÁÍÚŮ šžčřďťňýáíúů ÄÖÜß äöü 0123456789 ²ºª–—’“”…€'/.,;:!?()=+"
                .chars()
            {
                assert_ne!(face.font().glyph_id(c).0, 0, "{face:?} lacks {c}");
            }
        }
    }

    #[test]
    fn widths_scale_and_bold_is_wider() {
        let narrow = Face::Regular.width("Voghera", 20.0);
        assert!((Face::Regular.width("Voghera", 40.0) - 2.0 * narrow).abs() < 1e-3);
        assert!(Face::Bold.width("Voghera", 20.0) > narrow);
    }

    #[test]
    fn a_fitted_line_fits_or_has_the_least_size() {
        let fitted = Face::Bold.fit("Santa Margherita di Staffora", 33.0, 300.0, 18.0);
        assert!(Face::Bold.width("Santa Margherita di Staffora", fitted) <= 300.01 && fitted > 18.0);
        assert_eq!(Face::Bold.fit("Santa Margherita di Staffora", 33.0, 10.0, 18.0), 18.0);
    }

    #[test]
    fn outlines_stand_on_the_baseline() {
        let path = Face::Bold.line("H", 100.0, 5.0, 50.0).expect("H has an outline");
        assert!((path.bounds().bottom() - 50.0).abs() < 0.5);
        assert!((path.bounds().height() - 100.0 * CAP_HEIGHT).abs() < 1.0);
        assert!(Face::Bold.line(" ", 100.0, 0.0, 0.0).is_none());
    }

    #[test]
    fn wrapped_lines_keep_every_word() {
        let text = "Ogni turno una fazione estratta a sorte conquista un comune confinante.";
        let lines = Face::Regular.wrap(text, 29.0, 500.0);
        assert!(lines.iter().all(|line| Face::Regular.width(line, 29.0) <= 500.0));
        assert_eq!(lines.join(" "), text);
        assert_eq!(lines.len(), 3);
    }
}
