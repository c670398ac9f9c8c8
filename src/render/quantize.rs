//! 256 colours for a picture: flat areas keep theirs exactly, blends at edges go to the nearest.

use super::color::Rgb;
use super::picture::Picture;

const MOST: usize = 256;
/// Bits a channel of the table from colours to palette entries.
const BITS: u32 = 5;

/// A palette (three bytes a colour) and the index of each pixel.
pub(super) fn quantize(picture: &Picture) -> (Vec<u8>, Vec<u8>) {
    let palette: Vec<Rgb> = choose(&histogram(picture));
    let mut near: Vec<Option<u8>> = vec![None; 1 << (3 * BITS)];
    let mut last: (Rgb, u8) = (palette[0], 0);
    let index = |pixel: &[u8; 4]| {
        let colour = Rgb(pixel[0], pixel[1], pixel[2]);
        if last.0 != colour {
            let exact = palette.binary_search(&colour).ok().map(|i| i as u8);
            let found =
                exact.unwrap_or_else(|| *near[cell(colour)].get_or_insert_with(|| nearest(&palette, colour)));
            last = (colour, found);
        }
        last.1
    };
    let indices = picture.rgba.as_chunks::<4>().0.iter().map(index).collect();
    (palette.iter().flat_map(|c| [c.0, c.1, c.2]).collect(), indices)
}

/// Every colour and how many pixels have it, most first.
fn histogram(picture: &Picture) -> Vec<(Rgb, u32)> {
    let runs = picture.rgba.as_chunks::<4>().0.chunk_by(|a, b| a == b);
    let mut runs: Vec<(Rgb, u32)> =
        runs.map(|run| (Rgb(run[0][0], run[0][1], run[0][2]), run.len() as u32)).collect();
    runs.sort_unstable_by_key(|(colour, _)| *colour);
    let same = runs.chunk_by(|a, b| a.0 == b.0);
    let mut counts: Vec<(Rgb, u32)> =
        same.map(|run| (run[0].0, run.iter().map(|(_, count)| count).sum())).collect();
    counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counts
}

/// The most frequent colours, none nearer to a more frequent one than blends are apart; sorted.
fn choose(counts: &[(Rgb, u32)]) -> Vec<Rgb> {
    let mut chosen: Vec<Rgb> = Vec::new();
    for least in [24 * 24, 12 * 12, 6 * 6, 1] {
        for (colour, count) in counts.iter().take(4000) {
            if chosen.len() == MOST {
                break;
            }
            let flat = *count > 600;
            let apart = chosen.iter().all(|c| distance(*c, *colour) >= least);
            if apart || flat && !chosen.contains(colour) {
                chosen.push(*colour);
            }
        }
    }
    chosen.sort_unstable();
    chosen
}

fn cell(colour: Rgb) -> usize {
    let part = |v: u8| usize::from(v >> (8 - BITS));
    (part(colour.0) << (2 * BITS)) | (part(colour.1) << BITS) | part(colour.2)
}

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let nearest = (0..palette.len()).min_by_key(|i| distance(palette[*i], colour));
    nearest.unwrap_or(0) as u8
}

/// Squared, green weighing most.
fn distance(a: Rgb, b: Rgb) -> i32 {
    let d = |a: u8, b: u8| i32::from(a) - i32::from(b);
    let (r, g, b) = (d(a.0, b.0), d(a.1, b.1), d(a.2, b.2));
    2 * r * r + 4 * g * g + 3 * b * b
}
