//! The picture of a game of Dobyvatelé: the board as a map of square territories, the ranking, the curve.

mod fields;
mod grid;
mod marks;
mod panels;
mod plan;

use super::easel::Easel;
use super::painter::Canvas;
use super::picture::Picture;
use super::surface::{Surface, Svg};
use super::theme::Theme;
use crate::rules::dobyvatele::{Field, State, TeamId};
use grid::Grid;
use plan::Plan;

/// What to draw of a game after a tick, whatever the size and theme; every text is finished.
#[derive(Clone, Debug)]
pub struct GameScene {
    pub state: State,
    /// Where armies met in the tick.
    pub battles: Vec<Field>,
    /// The best first.
    pub rows: Vec<GameRow>,
    /// For each row the team's score after 0, 1, … ticks.
    pub curves: Vec<Vec<u64>>,
    pub texts: GameTexts,
}

/// A team in the ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub team: TeamId,
    pub rank: u32,
    pub name: String,
    pub score: u64,
    pub fields: u64,
    pub soldiers: u64,
}

/// The words of a game's picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTexts {
    pub kicker: String,
    pub date: String,
    /// `Turno 40 / 200`.
    pub tick: String,
    pub sentence: String,
    pub detail: String,
    pub ranking_head: String,
    /// Points, fields, soldiers.
    pub columns: [String; 3],
    /// For 0, 1, … teams that have no row of their own.
    pub rest: Vec<String>,
    pub curve_head: String,
    /// Soldiers, battle, hill, protected square.
    pub legend: [String; 4],
}

impl GameScene {
    /// The picture: the same scene gives the same bytes.
    pub fn paint(&self, canvas: Canvas, theme: Theme) -> Picture {
        Picture::drawn(canvas, theme, |surface, canvas| self.draw(surface, canvas, theme))
    }

    /// The same picture as an SVG document, letters as outlines.
    pub fn svg(&self, canvas: Canvas, theme: Theme) -> String {
        let title = format!("{} – {}", self.texts.sentence, self.texts.tick);
        let svg = Svg::new(canvas.width, canvas.height, theme.inks().ground, &title);
        let mut surface = Surface::Svg(svg);
        self.draw(&mut surface, canvas, theme);
        match surface {
            Surface::Svg(svg) => svg.finish(),
            Surface::Raster(_) => unreachable!("an SVG stays one"),
        }
    }

    fn draw(&self, surface: &mut Surface, canvas: Canvas, theme: Theme) {
        let plan = Plan::of(canvas, self.rows.len());
        let board = self.state.board();
        let grid = Grid::within(plan.board, (board.width(), board.height()));
        fields::draw(surface, self, theme, &grid, plan.place.scale);
        marks::draw(surface, self, theme, &grid, plan.place.scale);
        let easel = Easel::new(surface, (canvas.width, canvas.height));
        panels::Desk { scene: self, easel: &easel, theme, plan: &plan }.draw();
    }
}
