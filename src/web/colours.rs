use crate::map::Map;
use crate::render::{Palette, Rgb, Theme};
use crate::rules::guerra::{Chronicle, FactionId};
use std::collections::BTreeMap;

/// The painter's own colours, turn by turn, so that page and picture agree.
#[derive(Clone, Debug)]
pub struct Colours {
    palette: Palette,
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
        let mut colours = Colours { palette, tints, numbers, first, now, changes };
        colours.first = map.ids().map(|id| colours.tint(FactionId(id.0))).collect();
        colours.now.clone_from(&colours.first);
        colours
    }

    /// Plays on to the chronicle's last turn.
    pub fn read_on(&mut self, map: &Map, chronicle: &Chronicle) {
        while self.palette.turn() < chronicle.turns() {
            let turn = self.palette.turn() + 1;
            self.palette.go_to(map, chronicle, turn);
            for faction in map.ids().map(|id| FactionId(id.0)) {
                let tint = self.tint(faction);
                if tint != self.now[faction.index()] {
                    self.now[faction.index()] = tint;
                    self.changes.push((turn, faction, tint));
                }
            }
        }
    }

    /// A faction's colour after the last turn, light and dark.
    pub fn colour(&self, faction: FactionId) -> [Rgb; 2] {
        self.tints[self.now[faction.index()]]
    }

    fn tint(&mut self, faction: FactionId) -> usize {
        let pair = [Theme::Light, Theme::Dark].map(|theme| self.palette.colour(faction, theme));
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
