//! Ink laid over opaque pixels.

use crate::render::color::Rgb;

/// A colour, and how much of it goes on at full coverage: 0 to 256.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    pub colour: Rgb,
    pub strength: u16,
}

impl Ink {
    pub fn full(colour: Rgb) -> Self {
        Ink { colour, strength: 256 }
    }

    /// `alpha` from 0 to 1.
    pub fn thin(colour: Rgb, alpha: f32) -> Self {
        Ink { colour, strength: (alpha * 256.0) as u16 }
    }
}

/// Lays ink on a row of RGBA pixels, as much as `coverage` says of each (0 to 255).
pub(crate) fn row(pixels: &mut [u8], coverage: &[u8], ink: Ink) {
    let (eights, rest) = coverage.as_chunks::<8>();
    let (blocks, end) = pixels.as_chunks_mut::<32>();
    for (pixels, coverage) in blocks.iter_mut().zip(eights) {
        // Most of a row has no ink.
        if u64::from_ne_bytes(*coverage) != 0 {
            each(pixels, coverage, ink);
        }
    }
    each(end, rest, ink);
}

fn each(pixels: &mut [u8], coverage: &[u8], ink: Ink) {
    let Rgb(r, g, b) = ink.colour;
    let colour = [r, g, b, 255].map(u16::from);
    for (pixel, cover) in pixels.as_chunks_mut::<4>().0.iter_mut().zip(coverage) {
        let cover = ((u32::from(*cover) * u32::from(ink.strength)) >> 8) as u16;
        for (channel, to) in pixel.iter_mut().zip(colour) {
            // Division by 255, rounded, without dividing.
            let sum = u16::from(*channel) * (255 - cover) + to * cover + 128;
            *channel = ((sum + (sum >> 8)) >> 8) as u8;
        }
    }
}

/// Lays ink on a box of pixels whose upper left corner is at `(x, y)`, cut at the edges of a picture `columns` wide.
pub(crate) fn area(
    pixels: &mut [u8],
    columns: usize,
    (x, y): (i32, i32),
    width: usize,
    coverage: &[u8],
    ink: Ink,
) {
    let first = (-x).max(0) as usize;
    let last = width.min((columns as i32 - x).max(0) as usize);
    if first >= last {
        return;
    }
    let left = (x + first as i32) as usize;
    let above = (-y).max(0) as usize;
    let rows = pixels.chunks_exact_mut(4 * columns).skip(y.max(0) as usize);
    for (pixels, coverage) in rows.zip(coverage.chunks_exact(width).skip(above)) {
        row(&mut pixels[4 * left..4 * (left + last - first)], &coverage[first..last], ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_says_how_much_of_the_ink_goes_on() {
        let mut pixels = [0, 100, 200, 255].repeat(3);
        row(&mut pixels, &[0, 255, 128], Ink::full(Rgb(255, 100, 0)));
        assert_eq!(pixels, [0, 100, 200, 255, 255, 100, 0, 255, 128, 100, 100, 255]);
    }

    #[test]
    fn a_box_is_cut_at_every_edge() {
        for (at, wanted) in [((-1, -1), 1), ((0, 0), 4), ((2, 2), 1), ((3, 0), 0), ((0, -2), 0)] {
            let mut pixels = vec![0; 4 * 9];
            area(&mut pixels, 3, at, 2, &[255; 4], Ink::full(Rgb(255, 255, 255)));
            let inked = pixels.as_chunks::<4>().0.iter().filter(|p| p[0] == 255).count();
            assert_eq!(inked, wanted, "at {at:?}");
        }
    }
}
