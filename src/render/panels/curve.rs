use super::{Desk, fitting};
use crate::render::atlas::Frame;
use crate::render::easel::{Side, Type};
use crate::render::font::Face;
use crate::render::scene::Curve;

/// The leaders' holdings over the whole war, named at their right ends; or numbered by rank where names have no room.
pub(super) fn curve(desk: &Desk, frame: Frame, numbered: bool) {
    let curves = &desk.scene.curves;
    let title = desk.bold(30.0);
    let (words, title) = fitting(&desk.scene.texts.curve_titles, title, frame.width());
    desk.easel.text((frame.left, frame.top + desk.s(26.0)), words, title, Side::Left);
    let ends = ends(desk, frame, numbered);
    let highest = curves.iter().flat_map(|c| &c.held).copied().max().unwrap_or(1);
    let (top, step) = axis(highest, desk.scene.owners.len() as u32);
    let graph = Frame::new(
        frame.left + desk.s(38.0),
        frame.top + desk.s(52.0),
        frame.right - ends.width,
        frame.bottom - desk.s(34.0),
    );
    let turns = desk.scene.turn.max(1) as f32;
    grid(desk, graph, (top, step));
    let corners = ((graph.left, graph.top), (graph.right, graph.bottom));
    let chart = desk.easel.chart(corners, 0.0..turns, top as f32..0.0);
    let inks = desk.inks();
    for curve in curves.iter().rev() {
        let stairs = stairs(&curve.held);
        chart.line(&stairs, desk.s(8.0), inks.line);
        chart.line(&stairs, desk.s(4.8), desk.scene.colour(curve.faction, desk.theme));
    }
    let y = |held: u32| graph.bottom - graph.height() * held as f32 / top as f32;
    write_ends(desk, graph, &ends, y);
}

/// The labels at the curves' right ends.
struct Ends {
    texts: Vec<String>,
    kind: Type,
    width: f32,
}

fn ends(desk: &Desk, frame: Frame, numbered: bool) -> Ends {
    let text = |c: &Curve| if numbered { c.rank.to_string() } else { desk.names[c.faction.index()].clone() };
    let texts: Vec<String> = desk.scene.curves.iter().map(text).collect();
    let kind = desk.bold(24.0);
    let lead = desk.s(24.0);
    let widest = texts.iter().map(|t| kind.width(t)).fold(0.0, f32::max);
    let room = (frame.width() * 0.5 - lead).min(widest);
    let texts: Vec<String> = texts
        .into_iter()
        .map(|t| if Face::Bold.width(&t, desk.s(21.0)) <= room { t } else { shortened(&t) })
        .collect();
    let gaps = texts.len().saturating_sub(1).max(1) as f32;
    let tallest = kind.size.min((frame.height() - desk.s(80.0)) / gaps);
    let size = texts.iter().map(|t| Face::Bold.fit(t, tallest, room, desk.s(15.0))).fold(tallest, f32::min);
    Ends { texts, kind: Type { size, ..kind }, width: room + lead }
}

/// The last word by its first letter.
fn shortened(name: &str) -> String {
    match name.rsplit_once(' ') {
        Some((first, last)) => format!("{first} {}.", last.chars().next().unwrap_or_default()),
        None => name.to_string(),
    }
}

/// The axis' end and its step: three to five lines.
fn axis(highest: u32, total: u32) -> (u32, u32) {
    let steps = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];
    let step = steps.into_iter().find(|step| highest < 4 * step).unwrap_or(10_000);
    let step = if step < 5 && total >= 20 { 5 } else { step };
    let top = (highest + 1).div_ceil(step) * step;
    if highest == total && total.is_multiple_of(step) { (total, step) } else { (top, step) }
}

/// A curve that keeps its height until it changes.
fn stairs(held: &[u32]) -> Vec<(f32, f32)> {
    let mut points: Vec<(f32, f32)> = Vec::new();
    let mut turn = 0;
    for level in held.chunk_by(|a, b| a == b) {
        let height = level[0] as f32;
        points.push((turn as f32, height));
        turn += level.len();
        points.push((turn.min(held.len() - 1) as f32, height));
    }
    points
}

fn grid(desk: &Desk, graph: Frame, (top, step): (u32, u32)) {
    let inks = desk.inks();
    let tick = desk.muted(22.0);
    for held in (0..=top).step_by(step as usize) {
        let y = graph.bottom - graph.height() * held as f32 / top as f32;
        desk.easel.line(&[(graph.left, y), (graph.right, y)], desk.s(2.0), inks.rule);
        let at = (graph.left - desk.s(8.0), y + desk.s(8.0));
        desk.easel.text(at, &held.to_string(), tick, Side::Right);
    }
    let base = graph.bottom + desk.s(30.0);
    let turn = desk.scene.turn;
    let start = &desk.scene.texts.curve_start;
    desk.easel.text((graph.left, base), start, tick, Side::Left);
    desk.easel.text((graph.right, base), &turn.to_string(), tick, Side::Right);
    let middle = (turn / 2).to_string();
    let x = (graph.left + graph.right) / 2.0;
    if x - tick.width(&middle) / 2.0 > graph.left + tick.width(start) + desk.s(10.0) {
        desk.easel.text((x, base), &middle, tick, Side::Middle);
    }
}

/// Pushed apart downwards, then up again from the graph's bottom.
fn write_ends(desk: &Desk, graph: Frame, ends: &Ends, y: impl Fn(u32) -> f32) {
    let mut order: Vec<(f32, usize)> = desk
        .scene
        .curves
        .iter()
        .enumerate()
        .map(|(i, c)| (y(c.held.last().copied().unwrap_or(0)), i))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let gaps = order.len().saturating_sub(1).max(1) as f32;
    let pitch = (1.12 * desk.s(24.0)).min((graph.height() + desk.s(8.0)) / gaps);
    let mut heights: Vec<f32> = Vec::new();
    for (at, _) in &order {
        let least = heights.last().map_or(graph.top + desk.s(7.0), |above: &f32| above + pitch);
        heights.push(at.max(least));
    }
    let mut lowest = graph.bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(lowest);
        lowest = *height - pitch;
    }
    for ((at, i), height) in order.iter().zip(&heights) {
        let tie = [(graph.right + desk.s(2.0), *at), (graph.right + desk.s(14.0), *height)];
        desk.easel.line(&tie, desk.s(2.0), desk.inks().muted);
        let base = (graph.right + desk.s(20.0), height + 0.34 * ends.kind.size);
        desk.easel.text(base, &ends.texts[*i], ends.kind, Side::Left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_steps() {
        assert_eq!(axis(12, 75), (15, 5));
        assert_eq!(axis(8, 75), (10, 5));
        assert_eq!(axis(35, 75), (40, 10));
        assert_eq!(axis(75, 75), (75, 25));
    }

    #[test]
    fn stairs_keep_their_height_until_they_change() {
        assert_eq!(stairs(&[1, 1, 2]), [(0.0, 1.0), (2.0, 1.0), (2.0, 2.0), (2.0, 2.0)]);
    }

    #[test]
    fn a_shortened_name_keeps_its_first_words() {
        assert_eq!(shortened("Borgoratto Mormorolo"), "Borgoratto M.");
    }
}
