use super::layout::Plan;
use super::painter::{Sheet, Stage};
use super::surface::Surface;

pub(super) fn draw(sheet: &Sheet, surface: &mut Surface, stage: &Stage, _plan: &Plan) {
    let land = sheet.land(stage.view, &stage.ids, stage.place.scale, stage.place.s(13.0));
    land.paint(surface);
}
