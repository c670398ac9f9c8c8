use super::chip::{Chip, chip};
use super::{Desk, fitting};
use crate::render::atlas::Frame;
use crate::render::easel::{Side, Type};
use crate::render::layout::Form;
use crate::render::ranking::{Mark, Row};
use crate::render::scene::News;
use crate::render::surface::Pen;
use tiny_skia::PathBuilder;

/// Title and note over a rule, then the rows in one column or two; `frame.top` is the title's baseline.
pub(super) fn ranking(desk: &Desk, frame: Frame, pitch: f32, columns: usize) {
    let texts = &desk.scene.texts;
    let title = desk.bold(34.0);
    desk.easel.text((frame.left, frame.top), &texts.ranking_title, title, Side::Left);
    let note = desk.muted(24.0);
    let room = frame.width() - title.width(&texts.ranking_title) - desk.s(14.0);
    let (words, note) = fitting(&texts.ranking_notes, note, room);
    desk.easel.text((frame.right, frame.top), words, note, Side::Right);
    let rule = frame.top + desk.s(14.0);
    desk.easel.line(&[(frame.left, rule), (frame.right, rule)], desk.s(3.0), desk.inks().ink);

    let ranking = &desk.scene.ranking;
    let lines = ranking.rows.len() + usize::from(ranking.others > 0);
    let gap = desk.s(54.0);
    let width = (frame.width() - gap * (columns - 1) as f32) / columns as f32;
    let a_column = if columns == 1 { lines } else { lines.div_ceil(columns).max(5) };
    let cell = |i: usize| {
        let left = frame.left + (i / a_column) as f32 * (width + gap);
        let top = rule + (i % a_column) as f32 * pitch;
        Frame::new(left, top, left + width, top + pitch)
    };
    ranking.rows.iter().enumerate().for_each(|(i, row)| self::row(desk, cell(i), row));
    if ranking.others > 0 {
        let cell = cell(ranking.rows.len());
        let x = cell.left + desk.s(84.0);
        let kind = desk.muted(30.0).fitting(&texts.others, cell.right - x, desk.s(22.0));
        desk.easel.text((x, cell.bottom - 0.3 * pitch), &texts.others, kind, Side::Left);
    }
}

fn row(desk: &Desk, cell: Frame, row: &Row) {
    let y = cell.bottom - 0.30 * cell.height();
    // Two columns have a wider pitch and larger type.
    let size = if desk.place.form == Form::Tall { 41.0 } else { 33.0 };
    if row.gap {
        dotted(desk, (cell.left + desk.s(8.0), cell.right), cell.top);
    }
    let kind = if row.acts { desk.bold(size) } else { desk.regular(size) };
    let grow = size / 33.0;
    let rank_end = cell.left + desk.s(34.0) * grow;
    desk.easel.text((rank_end, y), &row.rank.to_string(), desk.muted(0.86 * size), Side::Right);
    let side = desk.s(0.92 * size);
    let left = cell.left + desk.s(46.0) * grow;
    let style = match desk.scene.news {
        News::Attack { attacker, .. } if attacker == row.faction => Chip::Attacker(row.faction),
        News::Rebellion { rebel, .. } if rebel == row.faction => Chip::Rebel(row.faction),
        News::Opening | News::Attack { .. } | News::Rebellion { .. } | News::End { .. } => {
            Chip::Plain(row.faction)
        }
    };
    chip(desk, Frame::new(left, y - 0.86 * side, left + side, y + 0.14 * side), style);
    let name_left = left + side + desk.s(14.0);
    let number_end = cell.right - desk.s(if matches!(row.mark, Mark::Change(_)) { 76.0 } else { 110.0 });
    let room = number_end - desk.s(56.0) * grow - name_left;
    let name = &desk.names[row.faction.index()];
    desk.easel.text((name_left, y), name, kind.fitting(name, room, desk.s(18.0)), Side::Left);
    desk.easel.text((number_end, y), &row.held.to_string(), desk.bold(size), Side::Right);
    mark(desk, (cell.right, y), row.mark, size);
}

fn dotted(desk: &Desk, (from, to): (f32, f32), y: f32) {
    let mut path = PathBuilder::new();
    path.move_to(from, y);
    path.line_to(to, y);
    let Some(path) = path.finish() else { return };
    let pen = Pen { dash: Some([desk.s(2.0), desk.s(9.0)]), ..Pen::round(desk.s(3.0)) };
    desk.easel.stroke(&path, &pen, desk.inks().muted);
}

fn mark(desk: &Desk, (right, y): (f32, f32), mark: Mark, size: f32) {
    let inks = desk.inks();
    match mark {
        Mark::Change(0) => {
            let kind = Type::bold(desk.s(0.82 * size), inks.muted);
            desk.easel.text((right - desk.s(49.0), y), "=", kind, Side::Middle);
        }
        Mark::Change(change) => {
            let (colour, up) = if change > 0 { (inks.up, true) } else { (inks.down, false) };
            triangle(desk, (right - desk.s(60.0), y - desk.s(2.0)), desk.s(22.0), up, colour);
            let kind = Type::bold(desk.s(0.82 * size), colour);
            desk.easel.text((right - desk.s(32.0), y), &change.abs().to_string(), kind, Side::Left);
        }
        Mark::Out(turn) => desk.easel.text((right, y), &turn.to_string(), desk.muted(30.0), Side::Right),
        Mark::Wins => desk.easel.text((right, y), &desk.scene.texts.wins, desk.bold(30.0), Side::Right),
    }
}

fn triangle(desk: &Desk, (x, y): (f32, f32), side: f32, up: bool, colour: crate::render::color::Rgb) {
    let (base, apex) = if up { (y, y - 0.9 * side) } else { (y - 0.9 * side, y) };
    desk.easel.polygon(&[(x, base), (x + side / 2.0, apex), (x + side, base)], colour);
}
