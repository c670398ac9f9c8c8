use super::GameScene;
use super::grid::Grid;
use crate::render::atlas::{Frame, Point};
use crate::render::font::{CAP_HEIGHT, Face};
use crate::render::surface::{Halo, Line, Pen, Surface};
use crate::render::teams::team_ink;
use crate::render::theme::Theme;
use crate::rules::dobyvatele::Field;
use std::collections::BTreeMap;
use tiny_skia::PathBuilder;

/// Battles, soldiers and homes.
pub(super) fn draw(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid, scale: f32) {
    let board = scene.state.board();
    let crowds = crowds(scene);
    for field in &scene.battles {
        burst(surface, grid.field(board.xy(*field)), theme, scale);
    }
    for (field, count) in &crowds {
        disc(surface, grid.field(board.xy(*field)), *count, theme, scale);
    }
    homes(surface, scene, theme, grid, scale);
}

/// How many soldiers stand on a field.
fn crowds(scene: &GameScene) -> BTreeMap<Field, u64> {
    let mut crowds = BTreeMap::new();
    scene.state.soldiers().iter().for_each(|soldier| *crowds.entry(soldier.field).or_insert(0) += 1);
    crowds
}

/// Fields smaller than this hold a dot, and those smaller than a third of it nothing.
const LEGIBLE: f32 = 17.0;

/// A disc, larger for more soldiers, with their number where it can be read.
pub(super) fn disc(surface: &mut Surface, frame: Frame, count: u64, theme: Theme, scale: f32) {
    let inks = theme.inks();
    let (cell, (x, y)) = (frame.width(), frame.centre());
    let share = ((count as f32).ln() / 30.0_f32.ln()).min(1.0);
    let radius = cell * (0.27 + 0.17 * share);
    if cell < LEGIBLE * scale {
        let dot = PathBuilder::from_circle(x, y, radius).filter(|_| cell >= 3.0);
        if let Some(dot) = dot {
            surface.fill(&dot, inks.ink);
        }
        return;
    }
    let Some(circle) = PathBuilder::from_circle(x, y, radius.max(7.5 * scale)) else { return };
    surface.fill(&circle, inks.halo);
    surface.stroke(&circle, &Pen::round((0.06 * cell).clamp(1.2 * scale, 2.6 * scale)), inks.ink);
    let text = count.to_string();
    let size = Face::Bold.fit(&text, 1.25 * radius, 1.62 * radius, 0.4 * radius);
    let line = Line {
        text: &text,
        face: Face::Bold,
        size,
        x: x - Face::Bold.width(&text, size) / 2.0,
        y: y + CAP_HEIGHT * size / 2.0,
        colour: inks.ink,
        halo: None,
    };
    surface.text(&line);
}

/// Eight rays out of a field.
pub(super) fn burst(surface: &mut Surface, frame: Frame, theme: Theme, scale: f32) {
    let (cell, (x, y)) = (frame.width(), frame.centre());
    let (from, to) = (0.40 * cell, (0.74 * cell).min(0.5 * cell + 14.0 * scale).max(7.0 * scale));
    let mut path = PathBuilder::new();
    for ray in 0..8 {
        let (sin, cos) = (std::f32::consts::FRAC_PI_4 * ray as f32).sin_cos();
        path.move_to(x + from * cos, y + from * sin);
        path.line_to(x + to * cos, y + to * sin);
    }
    let Some(path) = path.finish() else { return };
    let width = (0.11 * cell).clamp(2.0 * scale, 5.0 * scale);
    surface.stroke(&path, &Pen::round(2.0 * width), theme.inks().halo);
    surface.stroke(&path, &Pen::round(width), theme.inks().target);
}

/// A house with the team's letter at the upper corner of each protected square, off the soldiers in the middle.
fn homes(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid, scale: f32) {
    let board = scene.state.board();
    for (team, home) in board.homes() {
        let (x, y) = board.xy(*home);
        let frame = grid.field((x, y));
        let corner = (frame.left - frame.width(), frame.top - frame.height());
        let corner = if x == 0 || y == 0 { (frame.left, frame.top) } else { corner };
        let letter = team.letter().to_string();
        let side = (0.86 * grid.cell).clamp(25.0 * scale, 38.0 * scale);
        let on_edge = (corner.0 + 0.18 * side, corner.1 + 0.10 * side);
        house(surface, on_edge, side, theme, scale, team_ink(team.index(), theme));
        let size = 0.62 * side;
        surface.text(&Line {
            text: &letter,
            face: Face::Bold,
            size,
            x: on_edge.0 - Face::Bold.width(&letter, size) / 2.0,
            y: on_edge.1 + 0.40 * side,
            colour: theme.inks().ink,
            halo: Some(Halo { colour: theme.inks().halo, width: 0.16 * size }),
        });
    }
}

/// A wall with a roof, its middle at a point.
pub(super) fn house(
    surface: &mut Surface,
    (x, y): Point,
    side: f32,
    theme: Theme,
    scale: f32,
    fill: crate::render::Rgb,
) {
    let half = 0.5 * side;
    let mut path = PathBuilder::new();
    path.move_to(x - half, y + half);
    path.line_to(x - half, y - 0.12 * side);
    path.line_to(x, y - 0.66 * side);
    path.line_to(x + half, y - 0.12 * side);
    path.line_to(x + half, y + half);
    path.close();
    let Some(path) = path.finish() else { return };
    let inks = theme.inks();
    surface.stroke(&path, &Pen::round(6.0 * scale), inks.halo);
    surface.fill(&path, fill);
    surface.stroke(&path, &Pen::round(2.6 * scale), inks.ink);
}
