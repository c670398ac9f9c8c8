//! The target and what lies round it, larger, in a frame of its own.

use super::atlas::{Atlas, Frame, Ids, Outlines, Point, View};
use super::labels::{Field, Grid, name_close_up};
use super::land::{Land, WIDEST, neighbour};
use super::painter::Sheet;
use super::scene::News;
use super::surface::Surface;
use crate::map::TerritoryId;

/// How much of the frame the target's longer side takes, and the most that is larger than the map.
const SHARE: f32 = 0.46;
const MOST: f32 = 3.6;
/// How far towards the attacker the middle moves, and how far past the map the frame may look.
const TOWARDS: f32 = 0.34;
const PAST: f32 = 0.06;
/// Lines are this much wider than on the map.
const WEIGHT: f32 = 1.35;

/// Draws the close-up on a sheet whose window is `frame`, map being how the whole map is seen.
pub(super) fn draw(sheet: &Sheet, surface: &mut Surface, frame: Frame, map: &View, scale: f32) {
    let Some(target) = sheet.scene.news.target() else { return };
    let view = view(sheet, frame, map, target);
    let ids = Ids::raster(&sheet.atlas.rings, sheet.atlas.size, &view, frame);
    let outlines = Outlines::new(&sheet.atlas.arcs, &view, frame.grown(WIDEST * WEIGHT * scale));
    let land = Land {
        atlas: sheet.atlas,
        scene: sheet.scene,
        theme: sheet.theme,
        view,
        ids: &ids,
        outlines: &outlines,
        weight: WEIGHT * scale,
        hatch_step: 18.0 * scale,
    };
    land.paint(surface);
    let grid = Grid::new(frame.grown(-6.0 * scale), 2.0 * scale, &ids);
    let mut field = Field::new(&grid, &sheet.rooms());
    if let News::Attack { .. } = sheet.scene.news {
        let arrow = sheet.mark(&land, &mut field, (14.0 * scale, 110.0 * scale));
        land.mark(surface, arrow.as_ref());
    }
    let labels = name_close_up(&land, &mut field, target, scale);
    sheet.labels(surface, labels.iter(), scale);
}

fn view(sheet: &Sheet, frame: Frame, map: &View, target: TerritoryId) -> View {
    let Atlas { size, poles, .. } = sheet.atlas;
    let bounds = sheet.atlas.bounds(target);
    let extent = (bounds.width() / frame.width()).max(bounds.height() / frame.height());
    let scale = (SHARE / extent).min(MOST * map.scale);
    let mut middle = bounds.centre();
    if let News::Attack { attacker, .. } = sheet.scene.news
        && let Some(from) = neighbour(sheet.atlas, sheet.scene, attacker, target)
    {
        let pole = poles[from.index()];
        middle = (mix(middle.0, pole.0), mix(middle.1, pole.1));
    }
    let past = PAST * frame.width() / scale;
    let keep = |at: f32, length: f32, size: f32| {
        let half = length / 2.0 / scale;
        if size + 2.0 * past < 2.0 * half { size / 2.0 } else { at.clamp(half - past, size - half + past) }
    };
    let (x, y): Point = (keep(middle.0, frame.width(), size.0), keep(middle.1, frame.height(), size.1));
    let centre = frame.centre();
    View { scale, origin: (centre.0 - x * scale, centre.1 - y * scale) }
}

fn mix(from: f32, to: f32) -> f32 {
    from + (to - from) * TOWARDS
}
