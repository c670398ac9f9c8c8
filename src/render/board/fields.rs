use super::GameScene;
use super::grid::Grid;
use crate::render::color::Rgb;
use crate::render::surface::{Pen, Surface};
use crate::render::teams::team_ink;
use crate::render::theme::Theme;
use crate::rules::dobyvatele::{Direction, Field, Ground, TeamId};
use std::collections::BTreeMap;
use tiny_skia::PathBuilder;

/// What a field's ground shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tile {
    Free,
    Hill,
    Owned(TeamId),
    /// In a protected square that nobody has entered yet.
    Claimed(TeamId),
}

/// Fields in their owners' colours, hills, lines between, protected squares outlined.
pub(super) fn draw(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid, scale: f32) {
    tiles(surface, scene, theme, grid);
    if grid.cell >= 12.0 * scale {
        hills(surface, scene, theme, grid);
    }
    if grid.cell >= 7.0 * scale {
        borders(surface, scene, theme, grid, scale);
    }
    squares(surface, scene, theme, grid, scale);
    if let Some(rect) = grid.frame().rect() {
        surface.stroke(&PathBuilder::from_rect(rect), &Pen::round(3.0 * scale), theme.inks().ink);
    }
}

fn tile(scene: &GameScene, field: Field) -> Tile {
    match (scene.state.owner(field), scene.state.board().ground(field)) {
        (Some(team), _) => Tile::Owned(team),
        (None, Ground::Hill) => Tile::Hill,
        (None, Ground::Square(team)) => Tile::Claimed(team),
        (None, Ground::Free) => Tile::Free,
    }
}

fn colour(tile: Tile, theme: Theme) -> Rgb {
    let free = match theme {
        Theme::Light => Rgb::hex(0xffffff),
        Theme::Dark => Rgb::hex(0x20262d),
    };
    match tile {
        Tile::Free => free,
        Tile::Hill => hill(theme),
        Tile::Owned(team) => team_ink(team.index(), theme),
        Tile::Claimed(team) => between(team_ink(team.index(), theme), free),
    }
}

pub(super) fn hill(theme: Theme) -> Rgb {
    match theme {
        Theme::Light => Rgb::hex(0xb9b4a8),
        Theme::Dark => Rgb::hex(0x4a545f),
    }
}

/// A third of the one, two of the other.
fn between(a: Rgb, b: Rgb) -> Rgb {
    let mix = |a: u8, b: u8| ((u16::from(a) + 2 * u16::from(b)) / 3) as u8;
    Rgb(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// One path a colour, each row's neighbours of a kind as one rectangle.
fn tiles(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid) {
    let mut paths: BTreeMap<Tile, PathBuilder> = BTreeMap::new();
    let row_of = |y: u32| -> Vec<Tile> {
        let field = |x: u32| scene.state.board().at((x.into(), y.into()));
        (0..grid.columns).filter_map(field).map(|field| tile(scene, field)).collect()
    };
    for y in 0..grid.rows {
        let mut x = 0;
        for run in row_of(y).chunk_by(|a, b| a == b) {
            let end = x + run.len() as u32;
            if let Some(rect) = grid.run(x, end, y, y + 1).rect() {
                paths.entry(run[0]).or_default().push_rect(rect);
            }
            x = end;
        }
    }
    for (tile, path) in paths {
        if let Some(path) = path.finish() {
            surface.fill(&path, colour(tile, theme));
        }
    }
}

/// A small peak on every hill.
fn hills(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid) {
    let board = scene.state.board();
    let mut path = PathBuilder::new();
    for hill in board.hills() {
        let (frame, cell) = (grid.field(board.xy(*hill)), grid.cell);
        path.move_to(frame.left + 0.2 * cell, frame.bottom - 0.24 * cell);
        path.line_to(frame.left + 0.5 * cell, frame.top + 0.24 * cell);
        path.line_to(frame.right - 0.2 * cell, frame.bottom - 0.24 * cell);
        path.close();
    }
    if let Some(path) = path.finish() {
        let peak = match theme {
            Theme::Light => Rgb::hex(0x8f897b),
            Theme::Dark => Rgb::hex(0x6d7884),
        };
        surface.fill(&path, peak);
    }
}

/// Thin lines between fields, and strong ones where land of different owners meets.
fn borders(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid, scale: f32) {
    let inks = theme.inks();
    let (board, state) = (scene.state.board(), &scene.state);
    let (mut thin, mut strong) = (PathBuilder::new(), PathBuilder::new());
    for field in board.fields() {
        let (x, y) = board.xy(field);
        let frame = grid.field((x, y));
        let right = (x + 1 < grid.columns).then(|| board.toward(field, Direction::Right));
        let down = (y + 1 < grid.rows).then(|| board.toward(field, Direction::Down));
        let ends = [
            (right, (frame.right, frame.top), (frame.right, frame.bottom)),
            (down, (frame.left, frame.bottom), (frame.right, frame.bottom)),
        ];
        for (other, from, to) in ends {
            let Some(other) = other else { continue };
            let path = if state.owner(field) == state.owner(other) { &mut thin } else { &mut strong };
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
        }
    }
    if let Some(path) = thin.finish().filter(|_| grid.cell >= 14.0 * scale) {
        surface.stroke(&path, &Pen { alpha: 0.16, ..Pen::butt(1.2 * scale) }, inks.line);
    }
    if let Some(path) = strong.finish() {
        let width = (0.09 * grid.cell).clamp(1.2 * scale, 3.0 * scale);
        surface.stroke(&path, &Pen::round(width), inks.line);
    }
}

/// A double line round every protected square.
fn squares(surface: &mut Surface, scene: &GameScene, theme: Theme, grid: &Grid, scale: f32) {
    let board = scene.state.board();
    let mut path = PathBuilder::new();
    for (team, home) in board.homes() {
        let (x, y) = board.xy(*home);
        for (dx, dy) in (0..9).map(|i| (i % 3, i / 3)) {
            let column = (x + grid.columns + dx - 1) % grid.columns;
            let row = (y + grid.rows + dy - 1) % grid.rows;
            let inside = |x: i64, y: i64| {
                board.at((x, y)).is_some_and(|field| board.ground(field) == Ground::Square(*team))
            };
            let frame = grid.field((column, row));
            let (cx, cy) = (i64::from(column), i64::from(row));
            let sides = [
                (inside(cx - 1, cy), (frame.left, frame.top), (frame.left, frame.bottom)),
                (inside(cx + 1, cy), (frame.right, frame.top), (frame.right, frame.bottom)),
                (inside(cx, cy - 1), (frame.left, frame.top), (frame.right, frame.top)),
                (inside(cx, cy + 1), (frame.left, frame.bottom), (frame.right, frame.bottom)),
            ];
            for (_, from, to) in sides.into_iter().filter(|(inside, ..)| !inside) {
                path.move_to(from.0, from.1);
                path.line_to(to.0, to.1);
            }
        }
    }
    let Some(path) = path.finish() else { return };
    let inks = theme.inks();
    let width = (0.2 * grid.cell).clamp(2.4 * scale, 6.5 * scale);
    surface.stroke(&path, &Pen::round(1.7 * width), inks.ink);
    surface.stroke(&path, &Pen::round(0.6 * width), inks.halo);
}
