use super::Film;
use super::difference::Dirty;
use super::inks::{INK, Inks256};
use crate::map::Map;
use crate::render::Rgb;
use crate::render::atlas::{Atlas, Frame, Ids, NOBODY, View};
use crate::render::font::Face;
use crate::render::surface::{Line, Raster, Tools};
use crate::rules::guerra::Board;
use tiny_skia::Pixmap;

/// The frame that is being drawn: one byte a pixel, an index into the film's colours.
pub(super) struct Screen<'a> {
    film: &'a Film<'a>,
    inks: &'a Inks256,
    pub pixels: Vec<u8>,
    plots: Vec<Plot>,
    /// The colour that each territory shows; none before the first frame.
    shown: Vec<Option<Rgb>>,
    tools: Tools,
    /// Pixels an em of the largest letters; all else follows from it.
    unit: f32,
}

impl<'a> Screen<'a> {
    pub fn new(film: &'a Film<'a>, inks: &'a Inks256) -> Self {
        let (width, height) = (film.canvas.width as f32, film.canvas.height as f32);
        let unit = (width.min(height) * 0.05).max(8.0);
        let atlas = Atlas::new(film.map, film.geography);
        let slot = Frame::new(0.5 * unit, 2.0 * unit, width - 0.5 * unit, height - 2.6 * unit);
        let view = View::fit(atlas.size, slot, 0.5);
        let ids = Ids::raster(&atlas.rings, atlas.size, &view, Frame::new(0.0, 0.0, width, height));
        let plots = plots(&ids, film.canvas.width as usize, film.map.len());
        let pixels = vec![0; film.canvas.width as usize * film.canvas.height as usize];
        let shown = vec![None; plots.len()];
        let mut screen = Screen { film, inks, pixels, plots, shown, tools: Tools::default(), unit };
        screen.title();
        screen
    }

    /// The board after a turn, with its colours; where it may differ from the one before.
    pub fn draw(&mut self, turn: u32, board: &Board, colours: &[Rgb]) -> Vec<Dirty> {
        let mut dirty = self.land(board, colours);
        dirty.push(self.footer(turn, board, colours));
        dirty
    }

    /// Draws the territories that changed hands or whose owner changed colour, and their edges.
    fn land(&mut self, board: &Board, colours: &[Rgb]) -> Vec<Dirty> {
        let owners = board.owners();
        let colour = |id: u16| owners.get(usize::from(id)).map(|owner| colours[owner.index()]);
        let changed: Vec<usize> =
            (0..self.plots.len()).filter(|t| self.shown[*t] != colour(*t as u16)).collect();
        for t in &changed {
            self.shown[*t] = colour(*t as u16);
            let fill = self.shown[*t].map_or(0, |colour| self.inks.realm(colour));
            self.plots[*t].spans.iter().for_each(|(from, end)| self.pixels[*from..*end].fill(fill));
        }
        // A border vanishes between two territories of one owner, on both sides.
        let realm = |id: u16| owners.get(usize::from(id));
        for edge in changed.iter().flat_map(|t| &self.plots[*t].edges) {
            let border = edge.around.iter().any(|other| realm(*other) != realm(edge.inside));
            let fill = || colour(edge.inside).map_or(0, |colour| self.inks.realm(colour));
            self.pixels[edge.pixel] = if border { INK } else { fill() };
        }
        changed.iter().filter_map(|t| self.plots[*t].bounds).collect()
    }

    /// What never changes: drawn once.
    fn title(&mut self) {
        let width = self.film.canvas.width as f32;
        let (left, room) = (0.5 * self.unit, width - self.unit);
        let size = Face::Bold.fit(self.film.title, 0.8 * self.unit, room, 4.0);
        let texts = [(self.film.title, Face::Bold, size, left, 1.35 * self.unit)];
        self.band(0, (1.8 * self.unit) as usize, &texts);
        let tiny = Face::Regular.fit(self.film.attribution, 0.45 * self.unit, room, 4.0);
        let texts = [(self.film.attribution, Face::Regular, tiny, left, 0.6 * self.unit)];
        let top = self.film.canvas.height as f32 - 1.1 * self.unit;
        self.band(top as usize, self.unit as usize, &texts);
    }

    /// Who leads, and the turn: beside each other, so that little of the picture changes.
    fn footer(&mut self, turn: u32, board: &Board, colours: &[Rgb]) -> Dirty {
        let top = (self.film.canvas.height as f32 - 2.5 * self.unit) as usize;
        let bottom = top + (1.3 * self.unit) as usize;
        let dirty = Dirty { left: 0, top, right: self.film.canvas.width as usize, bottom };
        let standings = board.standings(self.film.map);
        let Some(first) = standings.first() else { return dirty };
        let width = self.film.canvas.width as f32;
        let leader = format!("{}  {}", name(self.film.map, first.faction.index()), first.holdings);
        let marker = (self.film.marker)(turn);
        let (size, chip, left) = (0.8 * self.unit, 0.9 * self.unit, 0.5 * self.unit);
        let end = width - left - Face::Bold.width(&marker, size);
        let size = Face::Bold.fit(&leader, size, end - left - 2.0 * chip, 4.0);
        let texts = [
            (leader.as_str(), Face::Bold, size, left + 1.4 * chip, 0.9 * self.unit),
            (marker.as_str(), Face::Bold, 0.8 * self.unit, end, 0.9 * self.unit),
        ];
        self.band(top, bottom - top, &texts);
        let colour = colours[first.faction.index()];
        self.chip(left as usize, top + (0.15 * self.unit) as usize, chip as usize, colour);
        dirty
    }

    fn chip(&mut self, left: usize, top: usize, side: usize, colour: Rgb) {
        let width = self.film.canvas.width as usize;
        let fill = self.inks.realm(colour);
        for (y, x) in (0..side).flat_map(|y| (0..side).map(move |x| (y, x))) {
            let rim = y < 2 || x < 2 || y + 2 >= side || x + 2 >= side;
            if let Some(pixel) = self.pixels.get_mut((top + y) * width + left + x) {
                *pixel = if rim { INK } else { fill };
            }
        }
    }

    /// Letters on a strip of ground across the whole picture; baselines count from its top.
    fn band(&mut self, top: usize, height: usize, texts: &[(&str, Face, f32, f32, f32)]) {
        let width = self.film.canvas.width;
        let inks = self.film.theme.inks();
        let Some(pixmap) = Pixmap::new(width, height as u32) else { return };
        let mut raster = Raster::over(pixmap, inks.ground, &mut self.tools);
        for (text, face, size, x, y) in texts {
            raster.text(&Line { text, face: *face, size: *size, x: *x, y: *y, colour: inks.ink, halo: None });
        }
        let pixmap = raster.finish();
        let start = top * width as usize;
        let strip = self.pixels.iter_mut().skip(start).zip(pixmap.pixels());
        strip.for_each(|(pixel, drawn)| *pixel = self.inks.shade(drawn.red()));
    }
}

fn name(map: &Map, index: usize) -> &str {
    map.territories()[index].name.as_str()
}

/// One territory's pixels.
#[derive(Clone, Debug, Default)]
struct Plot {
    bounds: Option<Dirty>,
    /// From and past the end.
    spans: Vec<(usize, usize)>,
    /// Along its borders, on either side.
    edges: Vec<Edge>,
}

/// A pixel beside a border.
#[derive(Clone, Copy, Debug)]
struct Edge {
    pixel: usize,
    /// Whose it is.
    inside: u16,
    /// Whose its four neighbours are.
    around: [u16; 4],
}

/// The pixels of each territory in a picture `width` wide.
fn plots(ids: &Ids, width: usize, count: usize) -> Vec<Plot> {
    let mut plots = vec![Plot::default(); count];
    for y in 0..ids.height {
        let mut x = 0;
        for run in ids.ids[y * ids.width..(y + 1) * ids.width].chunk_by(|a, b| a == b) {
            if let Some(plot) = plots.get_mut(usize::from(run[0])) {
                plot.take((ids.left + x, ids.top + y), run.len(), width);
            }
            x += run.len();
        }
    }
    for edge in edges(ids, width) {
        let mut sides = edge.around.to_vec();
        sides.push(edge.inside);
        sides.sort_unstable();
        sides.dedup();
        for side in sides {
            if let Some(plot) = plots.get_mut(usize::from(side)) {
                plot.edges.push(edge);
            }
        }
    }
    plots
}

impl Plot {
    /// Some pixels of a row; the bounds go a pixel farther, for borders on the other side.
    fn take(&mut self, (x, y): (usize, usize), length: usize, width: usize) {
        self.spans.push((y * width + x, y * width + x + length));
        let (left, top) = (x.saturating_sub(1), y.saturating_sub(1));
        let row = Dirty { left, top, right: (x + length + 1).min(width), bottom: y + 2 };
        self.bounds = Dirty::around(self.bounds.into_iter().chain([row]));
    }
}

/// All land with other land or nobody's beside it.
fn edges(ids: &Ids, width: usize) -> impl Iterator<Item = Edge> {
    let at = |x: usize, y: usize| {
        let inside = x < ids.width && y < ids.height;
        if inside { ids.ids[y * ids.width + x] } else { NOBODY }
    };
    let places = (0..ids.height).flat_map(|y| (0..ids.width).map(move |x| (x, y)));
    places.filter_map(move |(x, y)| {
        let inside = at(x, y);
        let around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let around = around.map(|(x, y)| at(x, y));
        let pixel = (ids.top + y) * width + ids.left + x;
        let edge = inside != NOBODY && around.iter().any(|other| *other != inside);
        edge.then_some(Edge { pixel, inside, around })
    })
}
