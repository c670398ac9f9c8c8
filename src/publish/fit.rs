//! What a network takes, and pictures and alt texts made to fit.

use crate::render::{Canvas, Effort, Picture};
use crate::words::Limit;

/// What a network takes; none: as much as there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub caption: Option<Limit>,
    pub alt: Option<Limit>,
    /// Bytes of a picture's file.
    pub bytes: Option<usize>,
    /// Pixels of a picture's width and height together.
    pub sides: Option<u32>,
}

/// Below this a map cannot be read.
const SMALLEST: u32 = 320;

/// A picture of at most so many bytes: in fewer colours, else smaller; none if even the smallest has more.
pub(super) fn picture<E>(
    mut canvas: Canvas,
    most: usize,
    mut paint: impl FnMut(Canvas) -> Result<Picture, E>,
) -> Result<Option<Vec<u8>>, E> {
    loop {
        let mut picture = paint(canvas)?;
        for steps in [256, 16, 8] {
            flatten(&mut picture, steps);
            let png = picture.to_png(Effort::Post);
            if png.len() <= most {
                return Ok(Some(png));
            }
        }
        let Some(less) = smaller(canvas) else { return Ok(None) };
        canvas = less;
    }
}

/// So many steps of each channel.
fn flatten(picture: &mut Picture, steps: u32) {
    let step = |v: u8| ((u32::from(v) * (steps - 1) + 127) / 255 * 255 / (steps - 1)) as u8;
    picture.rgba.iter_mut().for_each(|v| *v = step(*v));
}

/// Three quarters of each side.
fn smaller(canvas: Canvas) -> Option<Canvas> {
    let less = Canvas { width: canvas.width * 3 / 4, height: canvas.height * 3 / 4 };
    (less.width.min(less.height) >= SMALLEST).then_some(less)
}

/// The canvas, scaled down if its sides together are too long.
pub(super) fn within(canvas: Canvas, sides: Option<u32>) -> Canvas {
    let (sum, most) = (canvas.width + canvas.height, sides.unwrap_or(u32::MAX));
    if sum <= most {
        return canvas;
    }
    let part = |side: u32| (u64::from(side) * u64::from(most) / u64::from(sum)) as u32;
    Canvas { width: part(canvas.width), height: part(canvas.height) }
}

/// An alt text that fits, cut between two words.
pub(super) fn alt(text: &str, limit: Option<&Limit>) -> String {
    let holds = |text: &str| limit.is_none_or(|limit| limit.holds(text));
    if holds(text) {
        return text.to_string();
    }
    let ends = text.char_indices().rev().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    let cuts = ends.map(|at| format!("{}…", text[..at].trim_end()));
    cuts.into_iter().find(|cut| holds(cut)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Ruler;

    #[test]
    fn alt_texts_are_cut_between_words() {
        let limit = Limit::of(Ruler::Characters, 10);
        assert_eq!(alt("uno due tre", Some(&limit)), "uno due…");
        assert_eq!(alt("uno due tr", Some(&limit)), "uno due tr");
        assert_eq!(alt("unoduetrequattro", Some(&limit)), "");
        assert_eq!(alt("uno due tre", None), "uno due tre");
    }

    #[test]
    fn sides_shrink_together() {
        let canvas = within(Canvas { width: 8000, height: 6000 }, Some(10_000));
        assert_eq!((canvas.width, canvas.height), (5714, 4285));
    }

    #[test]
    fn a_picture_is_made_to_fit() {
        // Noise: nothing compresses it but fewer colours and fewer pixels.
        let paint = |canvas: Canvas| {
            let mut x = 1_u32;
            let mut noise = || {
                x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (x >> 24) as u8
            };
            let pixels = canvas.width * canvas.height;
            let rgba = (0..pixels).flat_map(|_| [noise(), noise(), noise(), 255]).collect();
            Ok::<_, ()>(Picture { width: canvas.width, height: canvas.height, rgba })
        };
        let canvas = Canvas { width: 640, height: 640 };
        let fit = |bytes| picture(canvas, bytes, paint).unwrap();
        let side = |png: &[u8]| u32::from_be_bytes(png[16..20].try_into().unwrap());
        let whole = fit(usize::MAX).unwrap();
        assert_eq!(side(&whole), 640);
        let smaller = fit(whole.len() * 6 / 10).unwrap();
        assert!(side(&smaller) < 640 && smaller.len() <= whole.len() * 6 / 10);
        assert_eq!(fit(1000), None);
    }
}
