//! Everything beside the map: header, ranking, bar of the living, curve, legend, lines of text.

mod alive;
mod chip;
mod curve;
mod header;
mod legend;
mod lines;
mod ranking;

pub(super) use header::header;

use super::easel::{Easel, Type};
use super::layout::{Panel, Place};
use super::scene::Scene;
use super::theme::{Inks, Theme};

/// What every panel needs.
pub(super) struct Desk<'a, 's, 'g> {
    pub easel: &'a Easel<'s, 'g>,
    pub scene: &'a Scene,
    pub names: &'a [String],
    pub theme: Theme,
    pub place: Place,
}

impl Desk<'_, '_, '_> {
    /// A length at type scale 1.
    fn s(&self, length: f32) -> f32 {
        self.place.s(length)
    }

    fn inks(&self) -> Inks {
        self.theme.inks()
    }

    fn bold(&self, size: f32) -> Type {
        Type::bold(self.s(size), self.inks().ink)
    }

    fn regular(&self, size: f32) -> Type {
        Type::regular(self.s(size), self.inks().ink)
    }

    fn muted(&self, size: f32) -> Type {
        Type::regular(self.s(size), self.inks().muted)
    }

    /// Draws a panel; the close-up is a map and not among them.
    pub fn panel(&self, panel: &Panel) {
        let texts = &self.scene.texts;
        match *panel {
            Panel::Ranking { frame, pitch, columns } => ranking::ranking(self, frame, pitch, columns),
            Panel::Alive(frame) => alive::alive(self, frame),
            Panel::Curve { frame, numbered } => curve::curve(self, frame, numbered),
            Panel::Legend(frame) => legend::legend(self, frame),
            Panel::Rules(frame) => lines::lines(self, frame, &texts.rules_title, &texts.rules),
            Panel::Facts(frame) => lines::lines(self, frame, &texts.facts_title, &texts.facts),
            Panel::Attribution(frame) => lines::attribution(self, frame),
            Panel::CloseUp(_) => {}
        }
    }
}

/// The first of some texts, longest first, that is no wider than the room; else the last, smaller.
fn fitting(texts: &[String], kind: Type, room: f32) -> (&str, Type) {
    let fits = texts.iter().find(|t| kind.width(t) <= room).or(texts.last());
    let text = fits.map_or("", String::as_str);
    (text, kind.fitting(text, room, 0.6 * kind.size))
}
