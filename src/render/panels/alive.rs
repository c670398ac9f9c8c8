use super::Desk;
use crate::render::atlas::Frame;
use crate::render::easel::Side;

/// How many are left, as words and as a bar with a tick for each faction.
pub(super) fn alive(desk: &Desk, frame: Frame) {
    let texts = &desk.scene.texts;
    let inks = desk.inks();
    let base = frame.top + desk.s(32.0);
    desk.easel.text((frame.left, base), &texts.alive, desk.bold(32.0), Side::Left);
    desk.easel.text((frame.right, base), &texts.out, desk.muted(26.0), Side::Right);
    let total = desk.scene.owners.len();
    let (top, bottom) = (base + desk.s(16.0), base + desk.s(32.0));
    let width = frame.width() / total as f32;
    let gap = desk.s(0.8);
    if width < 4.0 * gap {
        let split = frame.left + width * desk.scene.alive as f32;
        desk.easel.rect((frame.left, top), (split, bottom), inks.ink);
        desk.easel.rect((split, top), (frame.right, bottom), inks.bar);
        return;
    }
    for i in 0..total {
        let left = frame.left + width * i as f32;
        let colour = if i < desk.scene.alive { inks.ink } else { inks.bar };
        desk.easel.rect((left + gap, top), (left + width - gap, bottom), colour);
    }
}
