use super::Film;
use super::inks::{INK, Inks256};
use crate::map::Map;
use crate::render::Rgb;
use crate::render::atlas::{Atlas, Frame, Ids, NOBODY, View};
use crate::render::font::Face;
use crate::render::surface::{Glyphs, Line, Raster};
use crate::rules::guerra::Board;

/// The frame that is being drawn: one byte a pixel, an index into the film's colours.
pub(super) struct Screen<'a> {
    film: &'a Film<'a>,
    inks: &'a Inks256,
    pub pixels: Vec<u8>,
    ids: Ids,
    /// Pixels on a border, with the territories on its two sides.
    edges: Vec<(usize, u16, u16)>,
    glyphs: Glyphs,
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
        let edges = edges(&ids, film.canvas.width as usize);
        let pixels = vec![0; film.canvas.width as usize * film.canvas.height as usize];
        let mut screen = Screen { film, inks, pixels, ids, edges, glyphs: Glyphs::default(), unit };
        screen.title();
        screen
    }

    /// The board after a turn, with its colours.
    pub fn draw(&mut self, turn: u32, board: &Board, colours: &[Rgb]) {
        self.land(board, colours);
        self.footer(turn, board, colours);
    }

    fn land(&mut self, board: &Board, colours: &[Rgb]) {
        let owners = board.owners();
        let fill: Vec<u8> = owners.iter().map(|f| self.inks.realm(colours[f.index()])).collect();
        let width = self.film.canvas.width as usize;
        let Ids { left, top, width: wide, .. } = self.ids;
        for (y, row) in self.ids.ids.chunks_exact(wide.max(1)).enumerate() {
            let start = (top + y) * width + left;
            for (pixel, id) in self.pixels[start..start + wide].iter_mut().zip(row) {
                // Nobody's land is the ground.
                *pixel = fill.get(usize::from(*id)).copied().unwrap_or(0);
            }
        }
        let realm = |id: u16| owners.get(usize::from(id));
        for (pixel, a, b) in &self.edges {
            if realm(*a) != realm(*b) {
                self.pixels[*pixel] = INK;
            }
        }
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
    fn footer(&mut self, turn: u32, board: &Board, colours: &[Rgb]) {
        let standings = board.standings(self.film.map);
        let Some(first) = standings.first() else { return };
        let (width, height) = (self.film.canvas.width as f32, self.film.canvas.height as f32);
        let leader = format!("{}  {}", name(self.film.map, first.faction.index()), first.holdings);
        let marker = (self.film.marker)(turn);
        let (size, chip, left) = (0.8 * self.unit, 0.9 * self.unit, 0.5 * self.unit);
        let end = width - left - Face::Bold.width(&marker, size);
        let size = Face::Bold.fit(&leader, size, end - left - 2.0 * chip, 4.0);
        let texts = [
            (leader.as_str(), Face::Bold, size, left + 1.4 * chip, 0.9 * self.unit),
            (marker.as_str(), Face::Bold, 0.8 * self.unit, end, 0.9 * self.unit),
        ];
        let top = (height - 2.5 * self.unit) as usize;
        self.band(top, (1.3 * self.unit) as usize, &texts);
        let colour = colours[first.faction.index()];
        self.chip(left as usize, top + (0.15 * self.unit) as usize, chip as usize, colour);
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
        let Some(mut raster) = Raster::new(width, height as u32, inks.ground, &mut self.glyphs) else {
            return;
        };
        for (text, face, size, x, y) in texts {
            raster.text(&Line { text, face: *face, size: *size, x: *x, y: *y, colour: inks.ink, halo: None });
        }
        let (_, pixmap) = raster.finish();
        let start = top * width as usize;
        let strip = self.pixels.iter_mut().skip(start).zip(pixmap.pixels());
        strip.for_each(|(pixel, drawn)| *pixel = self.inks.shade(drawn.red()));
    }
}

fn name(map: &Map, index: usize) -> &str {
    map.territories()[index].name.as_str()
}

/// Both pixels where two territories meet, and the inner one where a territory meets nobody's land.
fn edges(ids: &Ids, width: usize) -> Vec<(usize, u16, u16)> {
    let mut edges = Vec::new();
    let at = |x: usize, y: usize| {
        let inside = x < ids.width && y < ids.height;
        if inside { ids.ids[y * ids.width + x] } else { NOBODY }
    };
    for y in 0..ids.height {
        for x in 0..ids.width {
            let here = at(x, y);
            for (nx, ny) in [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))] {
                let there = at(nx, ny);
                if here != NOBODY && there != here {
                    edges.push(((ids.top + y) * width + ids.left + x, here, there));
                }
            }
        }
    }
    edges
}
