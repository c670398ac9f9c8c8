//! Who wears which colour: an assignment for turn 0, then a pure fold over the events.

mod contacts;
mod fold;
mod start;
mod swatches;

use super::Theme;
use super::color::Rgb;
use crate::map::Map;
use crate::rules::guerra::{Board, Chronicle, FactionId};
use contacts::{Contacts, Pair};
use std::collections::BTreeSet;
use std::sync::Arc;
use swatches::{Swatch, Swatches};

/// The colours of all factions after some turn: the same for the same map and events, however it got there.
#[derive(Clone, Debug)]
pub struct Palette {
    swatches: Arc<Swatches>,
    start: Arc<Vec<Swatch>>,
    colours: Vec<Swatch>,
    /// The turn of each faction's latest change.
    changed: Vec<Option<u32>>,
    /// Who took another colour in the latest turn.
    repainted: Vec<FactionId>,
    turn: u32,
    board: Board,
    areas: Vec<i64>,
    contacts: Contacts,
    /// The first five and all that hold ten or more, before the latest turn's changes.
    leaders: BTreeSet<FactionId>,
    /// Pairs that may be too near each other.
    suspects: BTreeSet<Pair>,
}

impl Palette {
    /// Before turn 1: touching homes stand apart in normal, deuteranope and protanope eyes.
    pub fn start(map: &Map) -> Self {
        Self::opening(map, Swatches::of_wars(), Arc::new(start::assign(map)))
    }

    fn opening(map: &Map, swatches: Arc<Swatches>, start: Arc<Vec<Swatch>>) -> Self {
        Palette {
            swatches,
            colours: start.to_vec(),
            start,
            changed: vec![None; map.len()],
            repainted: Vec::new(),
            turn: 0,
            board: Board::start(map.len()),
            areas: map.territories().iter().map(|t| t.area).collect(),
            contacts: Contacts::start(map),
            leaders: BTreeSet::new(),
            suspects: BTreeSet::new(),
        }
    }

    /// The colours after a turn of a war.
    pub fn at(map: &Map, chronicle: &Chronicle, turn: u32) -> Self {
        let mut palette = Self::start(map);
        palette.go_to(map, chronicle, turn);
        palette
    }

    /// Plays on to a turn of the same war, or from turn 0 again if it lies behind.
    pub fn go_to(&mut self, map: &Map, chronicle: &Chronicle, turn: u32) {
        if turn < self.turn {
            *self = Self::opening(map, self.swatches.clone(), self.start.clone());
        }
        let done = (self.turn as usize).min(chronicle.events().len());
        let left = turn.saturating_sub(self.turn) as usize;
        for event in chronicle.events()[done..].iter().take(left) {
            self.advance(map, *event);
        }
    }

    /// The turn after which these are the colours.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The factions that the latest turn gave another colour; all others have theirs from before it.
    pub fn repainted(&self) -> &[FactionId] {
        &self.repainted
    }

    /// A faction's colour.
    pub fn colour(&self, faction: FactionId, theme: Theme) -> Rgb {
        let swatch = self.colours[faction.index()] as usize;
        match theme {
            Theme::Light => self.swatches.light[swatch],
            Theme::Dark => self.swatches.dark[swatch],
        }
    }
}
