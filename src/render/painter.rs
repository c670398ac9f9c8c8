use super::atlas::{Atlas, Frame, Ids, Outlines, Point, View};
use super::close_up;
use super::easel::Easel;
use super::labels::{Field, Grid, Label, Sizes, Sums, closed, name_realms, realms};
use super::land::{Arrow, Land, Mark};
use super::layout::{Form, Panel, Place, Plan};
use super::opening;
use super::panels::{Desk, header};
use super::picture::Picture;
use super::scene::{News, Scene};
use super::surface::{Halo, Line, Pen, Raster, Surface, Svg, Tools};
use super::theme::Theme;
use crate::map::{Geography, Map, TerritoryId};
use crate::render::font::{Face, LEADING};
use crate::rules::guerra::FactionId;
use std::sync::OnceLock;
use tiny_skia::PathBuilder;

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    pub width: u32,
    pub height: u32,
}

/// Draws the scenes of wars on one map in one size and theme; holds what does not change from turn to turn.
#[derive(Debug)]
pub struct Painter {
    atlas: Atlas,
    canvas: Canvas,
    theme: Theme,
    stage: Stage,
    tools: Tools,
    /// For the close-up, which is drawn while the map is.
    inset_tools: Tools,
    /// The latest: the next is drawn over it.
    picture: Picture,
}

/// The map in its slot.
#[derive(Debug)]
pub(super) struct Stage {
    pub place: Place,
    pub view: View,
    pub ids: Ids,
    pub grid: Grid,
    pub outlines: Outlines,
    /// Where no name may stand apart, whoever holds what.
    closed: OnceLock<Sums>,
}

impl Stage {
    fn new(atlas: &Atlas, canvas: Canvas, opening: bool) -> Self {
        let place = Place::of(canvas, opening);
        let view = View::fit(atlas.size, place.map, place.align);
        let whole = Frame::new(0.0, 0.0, canvas.width as f32, canvas.height as f32);
        let ids = Ids::raster(&atlas.rings, atlas.size, &view, whole);
        let grid = Grid::new(place.names, place.s(2.0), &ids);
        let outlines = Outlines::new(&atlas.arcs, &view, whole);
        let outlines = if opening { outlines } else { outlines.kept() };
        Stage { place, view, ids, grid, outlines, closed: OnceLock::new() }
    }
}

impl Painter {
    pub fn new(map: &Map, geography: &Geography, canvas: Canvas, theme: Theme) -> Self {
        let canvas = Canvas { width: canvas.width.max(1), height: canvas.height.max(1) };
        let atlas = Atlas::new(map, geography);
        let stage = Stage::new(&atlas, canvas, false);
        Painter {
            atlas,
            canvas,
            theme,
            stage,
            tools: Tools::default(),
            inset_tools: Tools::default(),
            picture: Picture::blank(canvas),
        }
    }

    /// The picture of a scene: the same scene gives the same bytes.
    pub fn paint(&mut self, scene: &Scene) -> &Picture {
        let Painter { atlas, canvas, theme, stage, tools, inset_tools, picture } = self;
        let raster = Raster::over(picture.take_pixels(), theme.inks().ground, tools);
        let mut surface = Surface::Raster(raster);
        let sheet = Sheet { atlas, canvas: *canvas, theme: *theme, scene };
        sheet.draw(&mut surface, stage, inset_tools);
        match surface {
            Surface::Raster(raster) => picture.rgba = raster.finish().take(),
            Surface::Svg(_) => unreachable!("a raster stays one"),
        }
        picture
    }

    /// The picture has a box that shows the place of the news enlarged.
    pub fn shows_close_up(&self, scene: &Scene) -> bool {
        let Stage { place, view, ids, .. } = &self.stage;
        let plan = Plan::of(*place, scene, &self.atlas, view, ids);
        scene.news.target().is_some() && plan.close_up().is_some()
    }

    /// The same picture as an SVG document, letters as outlines.
    pub fn svg(&self, scene: &Scene) -> String {
        let Canvas { width, height } = self.canvas;
        let title = format!("{} – {}", scene.texts.sentence, scene.texts.turn);
        let mut surface = Surface::Svg(Svg::new(width, height, self.theme.inks().ground, &title));
        let sheet = Sheet { atlas: &self.atlas, canvas: self.canvas, theme: self.theme, scene };
        sheet.draw(&mut surface, &self.stage, &mut Tools::default());
        match surface {
            Surface::Svg(svg) => svg.finish(),
            Surface::Raster(_) => unreachable!("an SVG stays one"),
        }
    }
}

/// One scene on one canvas.
pub(super) struct Sheet<'a> {
    pub atlas: &'a Atlas,
    pub canvas: Canvas,
    pub theme: Theme,
    pub scene: &'a Scene,
}

impl Sheet<'_> {
    fn draw(&self, surface: &mut Surface, stage: &Stage, inset_tools: &mut Tools) {
        if self.scene.news == News::Opening {
            let stage = Stage::new(self.atlas, self.canvas, true);
            let plan = Plan::of(stage.place, self.scene, self.atlas, &stage.view, &stage.ids);
            opening::draw(self, surface, &stage);
            self.panels(surface, &plan);
        } else {
            let plan = Plan::of(stage.place, self.scene, self.atlas, &stage.view, &stage.ids);
            self.map_and_close_up(surface, stage, &plan, inset_tools);
            self.panels(surface, &plan);
        }
    }

    /// Both at once, for they take as long.
    fn map_and_close_up(&self, surface: &mut Surface, stage: &Stage, plan: &Plan, tools: &mut Tools) {
        let frame = plan.close_up().map(|frame| frame.whole());
        let window = frame.and_then(|frame| frame.rect());
        let mut inset = window.and_then(|window| surface.inset(window, self.theme.inks().ground, tools));
        let close_up = || {
            if let (Some(inset), Some(frame)) = (&mut inset, frame) {
                close_up::draw(self, inset, frame, &stage.view, plan.place.scale);
            }
        };
        rayon::join(|| self.map(surface, stage, plan), close_up);
        if let Some(inset) = inset {
            surface.lay(inset);
        }
    }

    /// The whole map.
    pub fn land<'b>(&'b self, stage: &'b Stage) -> Land<'b> {
        Land {
            atlas: self.atlas,
            scene: self.scene,
            theme: self.theme,
            view: stage.view,
            ids: &stage.ids,
            outlines: &stage.outlines,
            weight: stage.place.scale,
            hatch_step: stage.place.s(13.0),
        }
    }

    /// Owners by territory, the target apart from its new owner's other land: it has marks of its own.
    pub fn rooms(&self) -> Vec<FactionId> {
        let mut owners = self.scene.owners.clone();
        if let Some(target) = self.scene.news.target()
            && self.scene.holdings[self.scene.owner(target).index()] > 1
        {
            owners[target.index()] = FactionId(u32::from(u16::MAX - 1));
        }
        owners
    }

    /// What is written is found room for while the land is painted.
    fn map(&self, surface: &mut Surface, stage: &Stage, plan: &Plan) {
        let land = self.land(stage);
        let written = || {
            let mut field = self.field(stage, plan);
            let mark = self.mark(&land, &mut field, (stage.place.s(10.0), stage.place.s(78.0)));
            (mark, self.names(&land, stage, &mut field))
        };
        let ((), (mark, labels)) = rayon::join(|| land.paint(surface), written);
        land.mark(surface, mark.as_ref());
        self.labels(surface, labels.iter().map(|(_, label)| label), stage.place.scale);
    }

    /// The room for names: off the panels.
    fn field<'s>(&self, stage: &'s Stage, plan: &Plan) -> Field<'s> {
        let place = stage.place;
        let mut field = Field::new(&stage.grid, &self.rooms());
        for panel in &plan.panels {
            field.take(panel.frame().grown(place.s(4.0)), |_| true);
        }
        field
    }

    fn names(&self, land: &Land, stage: &Stage, field: &mut Field) -> Vec<(FactionId, Label)> {
        let place = stage.place;
        if let Some(target) = self.scene.news.target() {
            self.keep_off_target(land, field, target);
        }
        let (largest, smallest) = match (place.form, self.scene.news) {
            (_, News::End { .. }) => (104.0, 21.0),
            (Form::Standard, _) => (46.0, 21.0),
            (Form::Wide, _) => (45.0, 22.0),
            (Form::Tall, _) => (59.0, 30.0),
        };
        let sizes = Sizes { largest: place.s(largest), smallest: place.s(smallest), scale: place.scale };
        let realms = realms(self.atlas, self.scene, field, stage.view.scale);
        let closed = stage.closed.get_or_init(|| closed(field, 7.0 * sizes.scale));
        name_realms(self.atlas, self.scene, field, closed, &realms, sizes)
    }

    /// Arrow or burst; names keep off.
    pub fn mark(&self, land: &Land, field: &mut Field, (width, least): (f32, f32)) -> Option<Mark> {
        let target = self.scene.news.target()?;
        match self.scene.news {
            News::Attack { .. } => {
                let arrow = Arrow::of(land, field, width, least)?;
                field.take_line(&arrow.spine(), arrow.reach());
                Some(Mark::Arrow(arrow))
            }
            News::Rebellion { .. } => {
                let pole = land.view.at(self.atlas.poles[target.index()]);
                let reach = land.burst_radius(target) + 30.0 * land.weight;
                let near = |p: Point| (p.0 - pole.0).hypot(p.1 - pole.1) <= reach;
                field.take(Frame::around([pole]).grown(reach), near);
                Some(Mark::Burst(target))
            }
            News::Opening | News::End { .. } => None,
        }
    }

    /// A small target stays visible: names keep off it.
    fn keep_off_target(&self, land: &Land, field: &mut Field, target: TerritoryId) {
        let side = self.atlas.areas[target.index()].sqrt() * land.view.scale;
        if side < 120.0 * land.weight {
            let id = target.0 as u16;
            field.take(land.view.frame(&self.atlas.bounds(target)), |p| land.ids.at(p) == id);
        }
    }

    /// Leaders first, then names, so that no leader runs over one.
    pub fn labels<'b>(
        &self,
        surface: &mut Surface,
        labels: impl Iterator<Item = &'b Label> + Clone,
        scale: f32,
    ) {
        self.leaders(surface, labels.clone().filter_map(|label| label.leader), scale);
        labels.for_each(|label| self.name(surface, label));
    }

    /// Lines first, then the dots at their ends, so that no line hides a dot.
    pub fn leaders(
        &self,
        surface: &mut Surface,
        leaders: impl Iterator<Item = (Point, Point)> + Clone,
        scale: f32,
    ) {
        let inks = self.theme.inks();
        for (from, to) in leaders.clone() {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
            if let Some(line) = path.finish() {
                surface.stroke(&line, &Pen::round(5.4 * scale), inks.halo);
                surface.stroke(&line, &Pen::round(2.2 * scale), inks.ink);
            }
        }
        for (from, (x, y)) in leaders {
            let dot = |radius: f32| PathBuilder::from_circle(x, y, radius * scale);
            let (Some(casing), Some(dot)) = (dot(7.0), dot(4.5)) else { continue };
            surface.fill(&casing, inks.halo);
            surface.fill(&dot, inks.ink);
            self.last_stretch(surface, from, (x, y), scale);
        }
    }

    /// A leader goes on through its dot's casing.
    fn last_stretch(&self, surface: &mut Surface, from: Point, to: Point, scale: f32) {
        let (dx, dy) = (from.0 - to.0, from.1 - to.1);
        let reach = (8.0 * scale / dx.hypot(dy).max(1e-3)).min(1.0);
        let mut path = PathBuilder::new();
        path.move_to(to.0 + dx * reach, to.1 + dy * reach);
        path.line_to(to.0, to.1);
        if let Some(path) = path.finish() {
            surface.stroke(&path, &Pen::round(2.2 * scale), self.theme.inks().ink);
        }
    }

    fn name(&self, surface: &mut Surface, label: &Label) {
        let inks = self.theme.inks();
        let halo = Halo { colour: inks.halo, width: (0.20 * label.size).min(11.0) };
        let (middle, _) = label.frame.centre();
        for (i, text) in label.lines.iter().enumerate() {
            surface.text(&Line {
                text,
                face: Face::Bold,
                size: label.size,
                x: middle - Face::Bold.width(text, label.size) / 2.0,
                y: label.frame.top + label.size * (0.80 + LEADING * i as f32),
                colour: inks.label,
                halo: Some(halo),
            });
        }
    }

    fn panels(&self, surface: &mut Surface, plan: &Plan) {
        let size = (self.canvas.width, self.canvas.height);
        let easel = Easel::new(surface, size);
        let desk = Desk {
            easel: &easel,
            scene: self.scene,
            names: &self.atlas.names,
            theme: self.theme,
            place: plan.place,
        };
        header(&desk);
        for panel in &plan.panels {
            desk.panel(panel);
            if let Panel::CloseUp(f) = panel {
                easel.frame((f.left, f.top), (f.right, f.bottom), plan.place.s(4.0), self.theme.inks().ink);
            }
        }
    }
}

#[cfg(test)]
mod tests;
