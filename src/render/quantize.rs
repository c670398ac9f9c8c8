//! 256 colours for a picture: flat areas keep theirs exactly, blends at edges go to the nearest.

use super::color::Rgb;
use super::picture::Picture;

const MOST: usize = 256;
/// Only so many of the most frequent colours are looked at.
const CANDIDATES: usize = 4000;
/// Bits a channel of the table from colours to palette entries.
const BITS: u32 = 5;

/// A picture in 256 colours, as runs of one colour.
pub(super) struct Indexed {
    /// Three bytes a colour.
    pub palette: Vec<u8>,
    /// The place of a colour in the census, and how many pixels in a row have it.
    runs: Vec<(u32, u32)>,
    /// Of each colour of the census in the palette.
    indices: Vec<u8>,
}

impl Indexed {
    pub fn of(picture: &Picture) -> Self {
        let census = Census::take(picture);
        let palette = choose(&census.colours);
        let mut near: Vec<Option<u8>> = vec![None; 1 << (3 * BITS)];
        let index = |(colour, _): &(Rgb, u32)| match palette.binary_search(colour) {
            Ok(i) => i as u8,
            Err(_) => *near[cell(*colour)].get_or_insert_with(|| nearest(&palette, *colour)),
        };
        let indices = census.colours.iter().map(index).collect();
        let palette = palette.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
        Indexed { palette, runs: census.runs, indices }
    }

    /// The index of each pixel, a row at a time: runs end with their row.
    pub fn rows<E>(&self, width: u32, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut row = Vec::with_capacity(width as usize);
        for (colour, length) in &self.runs {
            row.resize(row.len() + *length as usize, self.indices[*colour as usize]);
            if row.len() == width as usize {
                write(&row)?;
                row.clear();
            }
        }
        Ok(())
    }
}

/// The picture as runs of one colour, and every colour with its number of pixels.
struct Census {
    /// The place of a colour, and how many pixels in a row have it.
    runs: Vec<(u32, u32)>,
    colours: Vec<(Rgb, u32)>,
    /// A hash table of places among the colours, in open addressing; [`FREE`] where there is none.
    places: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Census {
    fn take(picture: &Picture) -> Self {
        let mut census = Census { runs: Vec::new(), colours: Vec::new(), places: vec![FREE; 1 << 14] };
        for row in picture.rgba.as_chunks::<4>().0.chunks(picture.width as usize) {
            census.row(row);
        }
        census
    }

    fn row(&mut self, mut rest: &[[u8; 4]]) {
        while let Some(first) = rest.first() {
            // As numbers, pixels compare at once.
            let colour = u32::from_ne_bytes(*first);
            let differs = |pixel: &[u8; 4]| u32::from_ne_bytes(*pixel) != colour;
            let length = rest.iter().position(differs).unwrap_or(rest.len());
            let place = self.place(Rgb(first[0], first[1], first[2]));
            self.colours[place as usize].1 += length as u32;
            self.runs.push((place, length as u32));
            rest = &rest[length..];
        }
    }

    fn place(&mut self, colour: Rgb) -> u32 {
        if 2 * self.colours.len() >= self.places.len() {
            self.grow();
        }
        let slot = self.slot(colour);
        if self.places[slot] == FREE {
            self.places[slot] = self.colours.len() as u32;
            self.colours.push((colour, 0));
        }
        self.places[slot]
    }

    /// Where a colour is, or will be.
    fn slot(&self, colour: Rgb) -> usize {
        let key = u32::from_be_bytes([0, colour.0, colour.1, colour.2]);
        let mask = self.places.len() - 1;
        // Knuth's multiplicative hash: its upper bits are the mixed ones.
        let mut slot = (key.wrapping_mul(0x9E37_79B1) >> 8) as usize & mask;
        while self.places[slot] != FREE && self.colours[self.places[slot] as usize].0 != colour {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.places = vec![FREE; 2 * self.places.len()];
        for place in 0..self.colours.len() {
            let slot = self.slot(self.colours[place].0);
            self.places[slot] = place as u32;
        }
    }
}

/// The most frequent colours, none nearer to a more frequent one than blends are apart; sorted.
fn choose(colours: &[(Rgb, u32)]) -> Vec<Rgb> {
    let mut counts = colours.to_vec();
    let rank = |(colour, count): &(Rgb, u32)| (std::cmp::Reverse(*count), *colour);
    if counts.len() > CANDIDATES {
        counts.select_nth_unstable_by_key(CANDIDATES, rank);
        counts.truncate(CANDIDATES);
    }
    counts.sort_unstable_by_key(rank);
    let mut chosen: Vec<Rgb> = Vec::new();
    for least in [24 * 24, 12 * 12, 6 * 6, 1] {
        for (colour, count) in &counts {
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
