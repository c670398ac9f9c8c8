use super::Desk;
use super::chip::{Chip, chip};
use crate::render::atlas::Frame;
use crate::render::easel::Side;
use crate::render::scene::News;
use crate::rules::guerra::FactionId;

/// What the marks on the map mean; as many lines as the frame holds.
pub(super) fn legend(desk: &Desk, frame: Frame) {
    let texts = &desk.scene.texts;
    desk.easel.text((frame.left, frame.top + desk.s(26.0)), &texts.legend_title, desk.bold(30.0), Side::Left);
    let target = (Sign::Chip(Chip::Target), &texts.legend_target);
    let border = (Sign::Border, &texts.legend_border);
    let signs = match desk.scene.news {
        News::Attack { attacker, .. } => {
            vec![(Sign::Chip(Chip::Attacker(attacker)), &texts.legend_attacker), target, border]
        }
        News::Rebellion { .. } => vec![target, border],
        News::Opening | News::End { .. } => vec![border],
    };
    let pitch = desk.s(44.0);
    let top = frame.top + desk.s(56.0);
    for (i, (sign, text)) in signs.into_iter().enumerate() {
        let y = top + pitch * i as f32;
        if y + desk.s(30.0) > frame.bottom {
            return;
        }
        let box_ = Frame::new(frame.left + desk.s(4.0), y, frame.left + desk.s(40.0), y + desk.s(30.0));
        match sign {
            Sign::Chip(style) => chip(desk, box_, style),
            Sign::Border => border_sign(desk, box_),
        }
        let left = frame.left + desk.s(56.0);
        let kind = desk.regular(28.0).fitting(text, frame.right - left, desk.s(20.0));
        desk.easel.text((left, y + desk.s(25.0)), text, kind, Side::Left);
    }
}

enum Sign {
    Chip(Chip),
    Border,
}

/// Two factions' colours with the line that parts them: the first two of the ranking.
fn border_sign(desk: &Desk, frame: Frame) {
    let rows = &desk.scene.ranking.rows;
    let faction = |i: usize| rows.get(i).map_or(FactionId(i as u32), |row| row.faction);
    let middle = (frame.left + frame.right) / 2.0;
    let colour = |i: usize| desk.scene.colour(faction(i), desk.theme);
    desk.easel.rect((frame.left, frame.top), (middle, frame.bottom), colour(0));
    desk.easel.rect((middle, frame.top), (frame.right, frame.bottom), colour(1));
    desk.easel.line(&[(middle, frame.top), (middle, frame.bottom)], desk.s(4.2), desk.inks().line);
}
