use crate::render::{Rgb, Theme};
use std::collections::BTreeMap;

/// The 256 colours of a film: a ramp from ground to ink for letters, then the realms'.
pub(super) struct Inks256 {
    colours: Vec<Rgb>,
    realm: BTreeMap<(u8, u8, u8), u8>,
}

/// Shades of the ramp: 0 is the ground, the last the ink.
const RAMP: usize = 16;
/// The index that shows what was there before.
pub(super) const CLEAR: u8 = 255;
/// The ink of letters and borders.
pub(super) const INK: u8 = RAMP as u8 - 1;

impl Inks256 {
    /// Where the realms' colours are too many, the later ones take the nearest that is there.
    pub fn of(theme: Theme, realms: impl Iterator<Item = Rgb>) -> Self {
        let inks = theme.inks();
        let mut colours: Vec<Rgb> = (0..RAMP).map(|i| mix(inks.ground, inks.ink, i, RAMP - 1)).collect();
        let mut realm = BTreeMap::new();
        for colour in realms {
            let key = (colour.0, colour.1, colour.2);
            if realm.contains_key(&key) {
                continue;
            }
            let index = if colours.len() < usize::from(CLEAR) {
                colours.push(colour);
                colours.len() - 1
            } else {
                (RAMP..usize::from(CLEAR)).min_by_key(|i| apart(colours[*i], colour)).unwrap_or(RAMP)
            };
            realm.insert(key, index as u8);
        }
        colours.resize(256, inks.ground);
        Inks256 { colours, realm }
    }

    /// As GIF wants them: three bytes a colour.
    pub fn rgb(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|c| [c.0, c.1, c.2]).collect()
    }

    /// A realm's colour.
    pub fn realm(&self, colour: Rgb) -> u8 {
        self.realm.get(&(colour.0, colour.1, colour.2)).copied().unwrap_or(INK)
    }

    /// The shade of the ramp nearest to a mixture of ground and ink.
    pub fn shade(&self, red: u8) -> u8 {
        let (ground, ink) = (i32::from(self.colours[0].0), i32::from(self.colours[RAMP - 1].0));
        let part = (i32::from(red) - ground) * (2 * (RAMP as i32 - 1)) / (ink - ground).abs().max(1);
        ((part * (ink - ground).signum() + 1) / 2).clamp(0, RAMP as i32 - 1) as u8
    }
}

fn mix(a: Rgb, b: Rgb, part: usize, of: usize) -> Rgb {
    let one = |a: u8, b: u8| ((usize::from(a) * (of - part) + usize::from(b) * part) / of) as u8;
    Rgb(one(a.0, b.0), one(a.1, b.1), one(a.2, b.2))
}

fn apart(a: Rgb, b: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
}
