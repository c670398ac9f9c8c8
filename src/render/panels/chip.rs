use super::Desk;
use crate::render::atlas::Frame;
use crate::render::land::{hatch, near};
use crate::render::surface::Pen;
use crate::rules::guerra::FactionId;
use tiny_skia::PathBuilder;

/// A square in a faction's colour, outlined as on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Chip {
    Plain(FactionId),
    Attacker(FactionId),
    /// Back in the war: outlined in red, not hatched.
    Rebel(FactionId),
    /// The new owner's colour, hatched in the loser's.
    Target,
}

/// Step of the hatch in chips, in pixels at type scale 1.
const HATCH: f32 = 13.0;

pub(super) fn chip(desk: &Desk, frame: Frame, chip: Chip) {
    let inks = desk.inks();
    let colour = |faction| desk.scene.colour(faction, desk.theme);
    let actors = desk.scene.news.actors();
    let (fill, outline, width) = match (chip, actors) {
        (Chip::Plain(faction), _) => (colour(faction), inks.line, 2.5),
        (Chip::Attacker(faction), _) => (colour(faction), inks.attacker, 5.0),
        (Chip::Rebel(faction), _) => (colour(faction), inks.target, 5.0),
        (Chip::Target, Some([actor, _])) => (colour(actor), inks.target, 5.0),
        (Chip::Target, None) => return,
    };
    let Some(path) = frame.rect().map(PathBuilder::from_rect) else { return };
    desk.easel.native(|surface| {
        surface.fill(&path, fill);
        if let (Chip::Target, Some([_, loser])) = (chip, actors) {
            let corners = [
                (frame.left, frame.top),
                (frame.right, frame.top),
                (frame.right, frame.bottom),
                (frame.left, frame.bottom),
            ];
            let stripes = colour(loser);
            hatch(
                surface,
                &[corners.to_vec()],
                desk.s(HATCH),
                stripes,
                near(stripes, fill).then_some(inks.line),
            );
        }
        surface.stroke(&path, &Pen::round(desk.s(width)), outline);
    });
}
