use crate::map::{Map, TerritoryId};
use crate::render::{Palette, Rgb, Theme};
use crate::rules::guerra::{Chronicle, FactionId};
use std::collections::BTreeMap;

/// The painter's own colours, turn by turn, so that page and picture agree.
#[derive(Clone, Debug)]
pub struct Colours {
    palette: Palette,
    /// How many of the palette's changes are in here.
    known: usize,
    /// Every colour used so far, light and dark.
    pub tints: Vec<[Rgb; 2]>,
    numbers: BTreeMap<[Rgb; 2], usize>,
    /// Each faction's tint before turn 1.
    pub first: Vec<usize>,
    now: Vec<usize>,
    /// Which faction took which tint in which turn.
    pub changes: Vec<(u32, FactionId, usize)>,
}

impl Colours {
    pub fn start(map: &Map) -> Self {
        let palette = Palette::start(map);
        let (tints, numbers) = (Vec::new(), BTreeMap::new());
        let (first, now, changes) = (Vec::new(), Vec::new(), Vec::new());
        let mut colours = Colours { palette, known: 0, tints, numbers, first, now, changes };
        let pair = |id: TerritoryId| {
            [Theme::Light, Theme::Dark].map(|theme| colours.palette.colour(FactionId(id.0), theme))
        };
        let pairs: Vec<[Rgb; 2]> = map.ids().map(pair).collect();
        colours.first = pairs.into_iter().map(|pair| colours.tint(pair)).collect();
        colours.now.clone_from(&colours.first);
        colours
    }

    /// Plays on to the chronicle's last turn.
    pub fn read_on(&mut self, map: &Map, chronicle: &Chronicle) {
        self.palette.go_to(map, chronicle, chronicle.turns());
        let mut new: Vec<_> = self.palette.changes(self.known).collect();
        self.known += new.len();
        new.sort_by_key(|(turn, faction, _)| (*turn, *faction));
        for (turn, faction, pair) in new {
            let tint = self.tint(pair);
            if tint != std::mem::replace(&mut self.now[faction.index()], tint) {
                self.changes.push((turn, faction, tint));
            }
        }
    }

    /// A faction's colour after the last turn, light and dark.
    pub fn colour(&self, faction: FactionId) -> [Rgb; 2] {
        self.tints[self.now[faction.index()]]
    }

    fn tint(&mut self, pair: [Rgb; 2]) -> usize {
        let Colours { tints, numbers, .. } = self;
        *numbers.entry(pair).or_insert_with(|| {
            tints.push(pair);
            tints.len() - 1
        })
    }
}

/// `1292c0`.
pub fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("{r:02x}{g:02x}{b:02x}")
}
