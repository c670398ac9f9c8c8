use super::Land;
use crate::map::TerritoryId;
use crate::render::atlas::{Arc, Atlas, Point};
use crate::render::labels::Field;
use crate::render::scene::{News, Scene};
use crate::render::surface::{Pen, Surface};
use crate::rules::guerra::FactionId;
use tiny_skia::{Path, PathBuilder};

/// A bent arrow from the attacker's land into the target.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrow {
    from: Point,
    /// Control point of the quadratic curve.
    bend: Point,
    tip: Point,
    width: f32,
}

const BEND: f32 = 0.18;
/// Length and half breadth of the head, and where the shaft ends in it, in widths of the shaft.
const HEAD: (f32, f32, f32) = (3.1, 1.9, 2.6);
/// How much of the way through the target remains before its pole.
const SHORT_OF_POLE: f32 = 0.45;

impl Arrow {
    /// Starts on the attacker's land near the border to the target, so that the whole arrow lies on the two of them if
    /// it can, at least `least` long; ends past the border, so that the target stays visible.
    pub fn of(land: &Land, field: &Field, width: f32, least: f32) -> Option<Self> {
        let News::Attack { attacker, target, .. } = land.scene.news else { return None };
        let pole = |t: TerritoryId| land.view.at(land.atlas.poles[t.index()]);
        let (home, goal) = (neighbour(land.atlas, land.scene, attacker, target), pole(target));
        let preferred = home.map(pole).filter(|p| field.grid.frame.contains(*p));
        let starts = starts(field, attacker, goal, width, 3.0 * least);
        let cost = |start: Point, penalty: f32| {
            let tip = tip(land, target, start, goal);
            let length = distance(start, tip);
            let short = if length < 0.8 * least { 150.0 } else { 0.0 };
            let stray = preferred.map_or(0.0, |p| 0.15 * distance(start, p));
            let away = 1.5 * outside(land, (attacker, target), start, tip);
            ((length - 1.25 * least).abs() + short + penalty + away + stray, start, tip)
        };
        let all = preferred.map(|p| cost(p, 0.0)).into_iter();
        let all = all.chain(starts.into_iter().map(|p| cost(p, 0.12 * least)));
        let (_, from, tip) = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Arrow::bent(from, tip, width))
    }

    fn bent(from: Point, tip: Point, width: f32) -> Self {
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let bend = ((from.0 + tip.0) / 2.0 + dy * BEND, (from.1 + tip.1) / 2.0 - dx * BEND);
        Arrow { from, bend, tip, width }
    }

    /// White casing, then the attacker's colour.
    pub fn paint(&self, surface: &mut Surface, land: &Land) {
        let inks = land.theme.inks();
        let casing = (0.38 * self.width).max(3.0);
        let (Some(shaft), Some(head)) = (self.shaft(), self.head()) else { return };
        for (extra, ink) in [(casing, inks.halo), (0.0, inks.attacker)] {
            surface.stroke(&shaft, &Pen::round(self.width + 2.0 * extra), ink);
            surface.fill(&head, ink);
            if extra > 0.0 {
                surface.stroke(&head, &Pen::round(2.0 * extra), ink);
            }
        }
    }

    /// The curve as a polyline, for what must keep off it.
    pub fn spine(&self) -> Vec<Point> {
        (0..=12).map(|i| self.at(i as f32 / 12.0)).collect()
    }

    /// How far what must keep off stays from the spine.
    pub fn reach(&self) -> f32 {
        1.6 * self.width
    }

    fn at(&self, t: f32) -> Point {
        let mix = |a: f32, b: f32, c: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
        (mix(self.from.0, self.bend.0, self.tip.0), mix(self.from.1, self.bend.1, self.tip.1))
    }

    /// Where the arrow points, of length 1.
    fn direction(&self) -> Point {
        let (dx, dy) = (self.tip.0 - self.bend.0, self.tip.1 - self.bend.1);
        let length = dx.hypot(dy).max(1e-3);
        (dx / length, dy / length)
    }

    fn shaft(&self) -> Option<Path> {
        let (tx, ty) = self.direction();
        let end = (self.tip.0 - tx * HEAD.2 * self.width, self.tip.1 - ty * HEAD.2 * self.width);
        let mut path = PathBuilder::new();
        path.move_to(self.from.0, self.from.1);
        path.quad_to(self.bend.0, self.bend.1, end.0, end.1);
        path.finish()
    }

    fn head(&self) -> Option<Path> {
        let (tx, ty) = self.direction();
        let (long, broad) = (HEAD.0 * self.width, HEAD.1 * self.width);
        let base = (self.tip.0 - tx * long, self.tip.1 - ty * long);
        let mut path = PathBuilder::new();
        path.move_to(self.tip.0, self.tip.1);
        path.line_to(base.0 - ty * broad, base.1 + tx * broad);
        path.line_to(base.0 + ty * broad, base.1 - tx * broad);
        path.close();
        path.finish()
    }
}

fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The attacker's territory with the longest border to the target.
pub(crate) fn neighbour(
    atlas: &Atlas,
    scene: &Scene,
    attacker: FactionId,
    target: TerritoryId,
) -> Option<TerritoryId> {
    let across = |arc: &Arc| match arc.sides {
        (a, Some(b)) if a == target => Some(b),
        (a, Some(b)) if b == target => Some(a),
        _ => None,
    };
    let mut shared: Vec<(TerritoryId, f32)> = Vec::new();
    for arc in &atlas.arcs {
        if let Some(other) = across(arc).filter(|t| scene.owner(*t) == attacker) {
            let length: f32 = arc.points.windows(2).map(|p| distance(p[0], p[1])).sum();
            match shared.iter_mut().find(|(t, _)| *t == other) {
                Some((_, sum)) => *sum += length,
                None => shared.push((other, length)),
            }
        }
    }
    shared.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(t, _)| t)
}

/// Points well inside the attacker's land near the goal.
fn starts(field: &Field, attacker: FactionId, goal: Point, width: f32, reach: f32) -> Vec<Point> {
    let step = (1.2 * width / field.grid.cell).max(1.0) as usize;
    let mut points = Vec::new();
    for y in (0..field.grid.height).step_by(step) {
        for x in (0..field.grid.width).step_by(step) {
            let at = field.grid.centre(x, y);
            let near = (at.0 - goal.0).abs() <= reach && (at.1 - goal.1).abs() <= reach;
            if near && u32::from(field.owner(x, y)) == attacker.0 && field.depth(x, y) >= 0.9 * width {
                points.push(at);
            }
        }
    }
    points
}

/// Short of the target's pole by a part of the way that runs through the target.
fn tip(land: &Land, target: TerritoryId, start: Point, goal: Point) -> Point {
    let inside = |p: Point| u32::from(land.ids.at(p)) == target.0;
    let through = share(start, goal, inside);
    let back = SHORT_OF_POLE * through;
    (goal.0 - (goal.0 - start.0) * back, goal.1 - (goal.1 - start.1) * back)
}

/// Pixels of the way that lie neither on the attacker's land nor on the target.
fn outside(land: &Land, (attacker, target): (FactionId, TerritoryId), start: Point, tip: Point) -> f32 {
    let foreign = |p: Point| {
        let id = TerritoryId(u32::from(land.ids.at(p)));
        id != target && land.scene.owners.get(id.index()) != Some(&attacker)
    };
    share(start, tip, foreign) * distance(start, tip)
}

/// The share of a way on which a test holds.
fn share(from: Point, to: Point, test: impl Fn(Point) -> bool) -> f32 {
    const STEPS: usize = 48;
    let at = |i: usize| (i as f32 + 0.5) / STEPS as f32;
    let holds = |t: f32| test((from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t));
    (0..STEPS).filter(|i| holds(at(*i))).count() as f32 / STEPS as f32
}
