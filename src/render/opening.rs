//! Turn 0: every name, inside its territory or in a column on either side.

use super::atlas::Point;
use super::easel::Type;
use super::font::Face;
use super::labels::{Field, Label, name_inside};
use super::layout::Place;
use super::painter::{Sheet, Stage};
use super::surface::{Halo, Line, Surface};
use crate::map::TerritoryId;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A name in a column, level with its leader's end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    territory: TerritoryId,
    /// Where the leader leaves the column.
    end: Point,
    left: bool,
}

/// Type in the columns and the most from line to line, in pixels at type scale 1.
const SIZE: f32 = 22.5;
const PITCH: f32 = 27.5;

pub(super) fn draw(sheet: &Sheet, surface: &mut Surface, stage: &Stage) {
    sheet.land(stage).paint(surface);
    let (entries, labels) = arrange(sheet, stage);
    let leaders = entries.iter().map(|entry| (entry.end, pole(sheet, stage, entry.territory)));
    sheet.leaders(surface, leaders, stage.place.scale);
    sheet.labels(surface, labels.iter(), stage.place.scale);
    entries.iter().for_each(|entry| write(sheet, surface, &stage.place, entry, entries.len()));
}

fn pole(sheet: &Sheet, stage: &Stage, territory: TerritoryId) -> Point {
    stage.view.at(sheet.atlas.poles[territory.index()])
}

/// Names go inside where no leader crosses; each that cannot joins the columns, and all is arranged anew.
fn arrange(sheet: &Sheet, stage: &Stage) -> (Vec<Entry>, Vec<Label>) {
    let mut order: Vec<TerritoryId> = (0..sheet.atlas.names.len() as u32).map(TerritoryId).collect();
    order.sort_by_key(|t| (Reverse(sheet.atlas.areas[t.index()] as u64), *t));
    let mut led: BTreeSet<TerritoryId> = BTreeSet::new();
    loop {
        let entries = columns(sheet, stage, &led);
        let (labels, failed) = inner(sheet, stage, &order, &led, &entries);
        if failed.is_empty() {
            return (entries, labels);
        }
        led.extend(failed);
    }
}

fn inner(
    sheet: &Sheet,
    stage: &Stage,
    order: &[TerritoryId],
    led: &BTreeSet<TerritoryId>,
    entries: &[Entry],
) -> (Vec<Label>, Vec<TerritoryId>) {
    let s = |v: f32| stage.place.s(v);
    let mut field = Field::new(&stage.grid, &sheet.scene.owners);
    for entry in entries {
        field.take_line(&[entry.end, pole(sheet, stage, entry.territory)], s(4.0));
    }
    let (mut labels, mut failed) = (Vec::new(), Vec::new());
    for territory in order.iter().filter(|t| !led.contains(t)) {
        let side = sheet.atlas.areas[territory.index()].sqrt() * stage.view.scale;
        let largest = (0.34 * side).clamp(s(19.0), s(34.0));
        let anchor = pole(sheet, stage, *territory);
        let name = &sheet.atlas.names[territory.index()];
        match name_inside(&field, *territory, anchor, name, (largest, s(19.5)), 0.85) {
            Some(label) => {
                field.take_text(&label.frame, s(3.0));
                labels.push(label);
            }
            None => failed.push(*territory),
        }
    }
    (labels, failed)
}

/// The western half left, the eastern right, each by height; then swapped until no two leaders cross.
fn columns(sheet: &Sheet, stage: &Stage, led: &BTreeSet<TerritoryId>) -> Vec<Entry> {
    let at = |t: &TerritoryId| pole(sheet, stage, *t);
    let mut west_first: Vec<TerritoryId> = led.iter().copied().collect();
    west_first.sort_by(|a, b| at(a).0.total_cmp(&at(b).0).then(a.cmp(b)));
    let (west, east) = west_first.split_at(west_first.len().div_ceil(2));
    let column = |territories: &[TerritoryId], left: bool| {
        let mut column: Vec<TerritoryId> = territories.to_vec();
        column.sort_by(|a, b| at(a).1.total_cmp(&at(b).1).then(a.cmp(b)));
        let ends: Vec<Point> = ends(&stage.place, column.len(), left);
        untangle(&mut column, &ends, at);
        column.into_iter().zip(ends).map(move |(territory, end)| Entry { territory, end, left })
    };
    column(west, true).chain(column(east, false)).collect()
}

/// Where the leaders of a column begin, from above.
fn ends(place: &Place, count: usize, left: bool) -> Vec<Point> {
    let (top, bottom) = place.columns();
    let pitch = pitch(place, count);
    let x = if left { place.map.left - place.s(3.0) } else { place.map.right + place.s(3.0) };
    let spare = (bottom - top - pitch * count.saturating_sub(1) as f32).max(0.0);
    let top = top + (spare * 0.1).min(place.s(20.0));
    (0..count).map(|i| (x, top + pitch * i as f32)).collect()
}

fn pitch(place: &Place, count: usize) -> f32 {
    let (top, bottom) = place.columns();
    place.s(PITCH).min((bottom - top) / count.saturating_sub(1).max(1) as f32)
}

/// Swaps two names wherever their leaders cross or would be shorter the other way round.
fn untangle(column: &mut [TerritoryId], ends: &[Point], at: impl Fn(&TerritoryId) -> Point) {
    let length = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1);
    for _ in 0..60 {
        let mut swapped = false;
        for i in 0..column.len() {
            for j in i + 1..column.len() {
                let (a, b) = (at(&column[i]), at(&column[j]));
                let now = length(ends[i], a) + length(ends[j], b);
                if length(ends[i], b) + length(ends[j], a) < now - 0.5 {
                    column.swap(i, j);
                    swapped = true;
                }
            }
        }
        if !swapped {
            return;
        }
    }
}

fn write(sheet: &Sheet, surface: &mut Surface, place: &Place, entry: &Entry, count: usize) {
    let inks = sheet.theme.inks();
    let name = &sheet.atlas.names[entry.territory.index()];
    let largest = place.s(SIZE).min(0.95 * pitch(place, count.div_ceil(2)));
    let kind = Type::bold(largest, inks.ink).fitting(name, place.column_width(), place.s(12.0));
    let gap = place.s(8.0);
    let x = if entry.left { entry.end.0 - gap - kind.width(name) } else { entry.end.0 + gap };
    let halo = Some(Halo { colour: inks.ground, width: 0.2 * kind.size });
    let y = entry.end.1 + 0.34 * kind.size;
    surface.text(&Line { text: name, face: Face::Bold, size: kind.size, x, y, colour: inks.ink, halo });
}
