use super::Desk;
use crate::render::atlas::Frame;
use crate::render::easel::Side;
use crate::render::font::Face;

/// A title and some sentences, wrapped; all in the largest type, down to a least, that fits the frame.
pub(super) fn lines(desk: &Desk, frame: Frame, title: &str, sentences: &[String]) {
    desk.easel.text((frame.left, frame.top + desk.s(26.0)), title, desk.bold(32.0), Side::Left);
    let room = frame.height() - desk.s(26.0 + 18.0);
    let wrapped = |size: f32| -> Vec<String> {
        sentences.iter().flat_map(|s| Face::Regular.wrap(s, desk.s(size), frame.width())).collect()
    };
    let pitch = |size: f32| desk.s(1.45 * size);
    let sizes = (20..=29).rev().map(|size| size as f32);
    let fits = |size: &f32| wrapped(*size).len() as f32 * pitch(*size) <= room;
    let size = sizes.clone().find(fits).unwrap_or(20.0);
    let kind = desk.regular(size);
    for (i, line) in wrapped(size).iter().enumerate() {
        let y = frame.top + desk.s(26.0 + 18.0) + pitch(size) * i as f32 + desk.s(size);
        desk.easel.text((frame.left, y), line, kind, Side::Left);
    }
}

/// What must be printed where the shapes are shown, small.
pub(super) fn attribution(desk: &Desk, frame: Frame) {
    let kind = desk.muted(20.0);
    let lines = Face::Regular.wrap(&desk.scene.texts.attribution, kind.size, frame.width());
    for (i, line) in lines.iter().rev().enumerate() {
        let y = frame.bottom - i as f32 * 1.25 * kind.size;
        desk.easel.text((frame.left, y), line, kind, Side::Left);
    }
}
