//! The map itself, bottom up: fills, hatch, borders, the news' marks.

mod arrow;
mod hatch;

pub(super) use arrow::{Arrow, neighbour};
pub(super) use hatch::hatch;

use super::atlas::{Atlas, Frame, Ids, NOBODY, Scratch, Strips, View};
use super::color::{Rgb, Seen};
use super::scene::{News, Scene};
use super::surface::{Pen, Surface, opaque};
use super::theme::Theme;
use crate::map::TerritoryId;
use crate::rules::guerra::FactionId;
use tiny_skia::{Path, PathBuilder};

/// One drawing of the map: the whole, or the close-up.
pub(super) struct Land<'a> {
    pub atlas: &'a Atlas,
    pub scene: &'a Scene,
    pub theme: Theme,
    pub view: View,
    /// Which territory is where in this view.
    pub ids: &'a Ids,
    /// Borders drawn beforehand, if they have been.
    pub borders: Option<&'a Borders>,
    /// What shows; borders outside it are left out.
    pub frame: Frame,
    /// Widths of lines, as a share of those at full size.
    pub weight: f32,
    /// From stripe to stripe of the hatch along x, in pixels.
    pub hatch_step: f32,
}

const INNER: f32 = 1.5;
const REALM: f32 = 4.2;
const WINNER: f32 = 7.0;
const ATTACKER: [f32; 2] = [10.0, 6.0];
const TARGET: [f32; 2] = [12.0, 7.5];
const RAYS: u16 = 14;
const RAY: [f32; 2] = [12.0, 6.0];
/// Fills nearer than this in OKLab get an ink edge between hatch and fill.
const NEAR: f64 = 0.15;

/// All borders in the widths that a turn's map needs.
#[derive(Debug)]
pub(super) struct Borders {
    inner: Strips,
    realm: Strips,
    attacker: [Strips; 2],
}

impl Borders {
    pub fn new(atlas: &Atlas, view: &View, weight: f32, picture: Frame) -> Self {
        let strips = |width: f32| Strips::new(&atlas.arcs, view, width * weight, picture);
        Borders { inner: strips(INNER), realm: strips(REALM), attacker: ATTACKER.map(strips) }
    }
}

/// A line round land: its width, how much it shows, and the strips of that width.
struct Rim<'a> {
    width: f32,
    alpha: f32,
    strips: Option<&'a Strips>,
}

impl Land<'_> {
    /// Everything below arrows and names.
    pub fn paint(&self, surface: &mut Surface) {
        self.fills(surface);
        self.hatch_target(surface);
        let mut scratch = Scratch::default();
        self.borders(surface, &mut scratch);
        self.outlines(surface, &mut scratch);
    }

    fn colour(&self, faction: FactionId) -> Rgb {
        self.scene.colour(faction, self.theme)
    }

    /// Fills have hard edges: a border stroke covers each.
    fn fills(&self, surface: &mut Surface) {
        match surface {
            Surface::Raster(raster) => {
                let colours: Vec<_> =
                    self.scene.owners.iter().map(|owner| opaque(self.colour(*owner))).collect();
                let (left, top) = raster.origin();
                let pixmap = raster.pixmap_mut();
                let columns = pixmap.width() as usize;
                let (x, y) = (self.ids.left - left as usize, self.ids.top - top as usize);
                let rows = self.ids.ids.chunks_exact(self.ids.width.max(1));
                for (ids, pixels) in rows.zip(pixmap.pixels_mut().chunks_exact_mut(columns).skip(y)) {
                    for (id, pixel) in ids.iter().zip(&mut pixels[x..]) {
                        if *id != NOBODY {
                            *pixel = colours[*id as usize];
                        }
                    }
                }
            }
            Surface::Svg(_) => {
                for (rings, owner) in self.atlas.rings.iter().zip(&self.scene.owners) {
                    if let Some(path) = self.view.area(rings) {
                        surface.fill(&path, self.colour(*owner));
                    }
                }
            }
        }
    }

    fn hatch_target(&self, surface: &mut Surface) {
        let (Some(target), Some([actor, loser])) = (self.scene.news.target(), self.scene.news.actors())
        else {
            return;
        };
        let rings = &self.atlas.rings[target.index()];
        let rings: Vec<Vec<_>> =
            rings.iter().map(|ring| ring.iter().map(|p| self.view.at(*p)).collect()).collect();
        let (stripes, fill) = (self.colour(loser), self.colour(actor));
        hatch(
            surface,
            &rings,
            self.hatch_step,
            stripes,
            near(stripes, fill).then_some(self.theme.inks().line),
        );
    }

    fn borders(&self, surface: &mut Surface, scratch: &mut Scratch) {
        let inks = self.theme.inks();
        let owners = &self.scene.owners;
        let inner = |a: TerritoryId, b: Option<TerritoryId>| {
            b.is_some_and(|b| owners[a.index()] == owners[b.index()])
        };
        let rim = Rim { width: INNER, alpha: inks.inner_alpha, strips: self.borders.map(|b| &b.inner) };
        self.rim((&mut *surface, &mut *scratch), self.atlas.arcs_where(inner), rim, inks.line);
        let rim = match self.scene.news {
            News::End { .. } => Rim { width: WINNER, alpha: 1.0, strips: None },
            News::Opening | News::Attack { .. } | News::Rebellion { .. } => {
                Rim { width: REALM, alpha: 1.0, strips: self.borders.map(|b| &b.realm) }
            }
        };
        self.rim((&mut *surface, &mut *scratch), self.atlas.arcs_where(|a, b| !inner(a, b)), rim, inks.line);
    }

    /// The attacker's realm in blue, the target in red, each on a casing.
    fn outlines(&self, surface: &mut Surface, scratch: &mut Scratch) {
        let inks = self.theme.inks();
        if let News::Attack { attacker, .. } = self.scene.news {
            let holds = |t: TerritoryId| self.scene.owner(t) == attacker;
            let ends = |a, b: Option<TerritoryId>| holds(a) != b.is_some_and(holds);
            for (i, ink) in [inks.halo, inks.attacker].into_iter().enumerate() {
                let strips = self.borders.map(|b| &b.attacker[i]);
                let rim = Rim { width: ATTACKER[i], alpha: 1.0, strips };
                self.rim((&mut *surface, &mut *scratch), self.atlas.arcs_where(ends), rim, ink);
            }
        }
        if let Some(target) = self.scene.news.target() {
            let arcs = self.atlas.arcs_where(|a, b| (a == target) != (b == Some(target)));
            self.cased(surface, self.lines(arcs).as_ref(), TARGET, inks.target);
        }
    }

    /// Strokes arcs, or lays on their strips.
    fn rim(
        &self,
        (surface, scratch): (&mut Surface, &mut Scratch),
        arcs: impl Iterator<Item = usize> + Clone,
        rim: Rim,
        ink: Rgb,
    ) {
        if let (Surface::Raster(raster), Some(strips)) = (&mut *surface, rim.strips) {
            let pixmap = raster.pixmap_mut();
            strips.lay_on((pixmap, scratch), arcs, rim.alpha, ink);
        } else if let Some(path) = self.lines(arcs) {
            let pen = Pen { alpha: rim.alpha, ..Pen::round(rim.width * self.weight) };
            surface.stroke(&path, &pen, ink);
        }
    }

    fn cased(&self, surface: &mut Surface, path: Option<&Path>, widths: [f32; 2], ink: Rgb) {
        let Some(path) = path else { return };
        surface.stroke(path, &Pen::round(widths[0] * self.weight), self.theme.inks().halo);
        surface.stroke(path, &Pen::round(widths[1] * self.weight), ink);
    }

    /// The arcs that show, as one path.
    fn lines(&self, arcs: impl Iterator<Item = usize>) -> Option<Path> {
        let near = self.frame.grown(ATTACKER[0] * self.weight);
        let arcs = arcs.map(|i| &self.atlas.arcs[i]);
        let shown = arcs.filter(|arc| self.view.frame(&arc.bounds).overlaps(&near));
        self.view.lines(shown.map(|arc| arc.points.as_slice()))
    }

    /// Radius of the circle round a territory's pole that has a quarter more than its area.
    pub fn burst_radius(&self, target: TerritoryId) -> f32 {
        (self.atlas.areas[target.index()] / std::f32::consts::PI).sqrt() * self.view.scale * 1.25
    }

    /// Rays round a rebel's home.
    pub fn burst(&self, surface: &mut Surface, target: TerritoryId) {
        let (x, y) = self.view.at(self.atlas.poles[target.index()]);
        let near = self.burst_radius(target) + 6.0 * self.weight;
        let far = near + 20.0 * self.weight;
        let mut path = PathBuilder::new();
        for ray in 0..RAYS {
            let angle = std::f32::consts::TAU * (f32::from(ray) + 0.5) / f32::from(RAYS);
            path.move_to(x + near * angle.cos(), y + near * angle.sin());
            path.line_to(x + far * angle.cos(), y + far * angle.sin());
        }
        self.cased(surface, path.finish().as_ref(), RAY, self.theme.inks().target);
    }
}

/// Two colours that hatch and fill could not be told apart by.
pub(super) fn near(a: Rgb, b: Rgb) -> bool {
    Seen::of(a).distance(&Seen::of(b)) < NEAR
}
