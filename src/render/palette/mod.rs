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
    turn: u32,
    board: Board,
    areas: Vec<i64>,
    contacts: Contacts,
    /// The first five and all that hold ten or more, before the latest turn's changes.
    leaders: BTreeSet<FactionId>,
    /// Pairs that may be too near each other.
    suspects: BTreeSet<Pair>,
    /// Every change so far, in order.
    changes: Vec<Change>,
    /// The colours after an earlier turn that is shown in place of the last: they follow from the changes.
    shown: Option<(u32, Vec<Swatch>)>,
}

/// A faction took another colour.
#[derive(Clone, Copy, Debug)]
struct Change {
    turn: u32,
    faction: FactionId,
    to: Swatch,
}

impl Palette {
    /// Before turn 1: touching homes stand apart in normal, deuteranope and protanope eyes.
    pub fn start(map: &Map) -> Self {
        let start = Arc::new(start::assign(map));
        Palette {
            swatches: Swatches::of_wars(),
            colours: start.to_vec(),
            start,
            changed: vec![None; map.len()],
            turn: 0,
            board: Board::start(map.len()),
            areas: map.territories().iter().map(|t| t.area).collect(),
            contacts: Contacts::start(map),
            leaders: BTreeSet::new(),
            suspects: BTreeSet::new(),
            changes: Vec::new(),
            shown: None,
        }
    }

    /// The colours after a turn of a war.
    pub fn at(map: &Map, chronicle: &Chronicle, turn: u32) -> Self {
        let mut palette = Self::start(map);
        palette.go_to(map, chronicle, turn);
        palette
    }

    /// Plays on to a turn of the same war, or goes back to it.
    pub fn go_to(&mut self, map: &Map, chronicle: &Chronicle, turn: u32) {
        let done = (self.turn as usize).min(chronicle.events().len());
        let left = turn.saturating_sub(self.turn) as usize;
        for event in chronicle.events()[done..].iter().take(left) {
            self.advance(map, *event);
        }
        self.shown = (turn < self.turn).then(|| (turn, self.colours_after(turn)));
    }

    fn colours_after(&self, turn: u32) -> Vec<Swatch> {
        let mut colours = self.start.to_vec();
        let past = self.changes.iter().take_while(|change| change.turn <= turn);
        past.for_each(|change| colours[change.faction.index()] = change.to);
        colours
    }

    /// The turn after which these are the colours.
    pub fn turn(&self) -> u32 {
        self.shown.as_ref().map_or(self.turn, |(turn, _)| *turn)
    }

    /// Every change of colour up to the last turn played, save the first `known`: turn, faction, light and dark.
    pub fn changes(&self, known: usize) -> impl Iterator<Item = (u32, FactionId, [Rgb; 2])> + '_ {
        let rgb =
            |swatch: Swatch| [&self.swatches.light, &self.swatches.dark].map(|all| all[swatch as usize]);
        self.changes[known..].iter().map(move |change| (change.turn, change.faction, rgb(change.to)))
    }

    /// A faction's colour.
    pub fn colour(&self, faction: FactionId, theme: Theme) -> Rgb {
        let colours = self.shown.as_ref().map_or(&self.colours, |(_, colours)| colours);
        let swatch = colours[faction.index()] as usize;
        match theme {
            Theme::Light => self.swatches.light[swatch],
            Theme::Dark => self.swatches.dark[swatch],
        }
    }
}
