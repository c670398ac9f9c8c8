//! The map itself, bottom up: fills, hatch, borders, the news' marks.

mod arrow;
mod hatch;

pub(super) use arrow::{Arrow, neighbour};
pub(super) use hatch::hatch;

use super::atlas::{Atlas, Ids, NOBODY, Outlines, Stroke, View};
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
    pub outlines: &'a Outlines,
    /// Widths of lines, as a share of those at full size.
    pub weight: f32,
    /// From stripe to stripe of the hatch along x, in pixels.
    pub hatch_step: f32,
}

/// What points to the news: the attacker's arrow, or rays round a rebel's home.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Arrow(Arrow),
    Burst(TerritoryId),
}

const INNER: f32 = 1.5;
const REALM: f32 = 4.2;
const WINNER: f32 = 7.0;
/// The widest stroke of a border, in pixels at type scale 1.
pub(super) const WIDEST: f32 = TARGET[0];
const ATTACKER: [f32; 2] = [10.0, 6.0];
const TARGET: [f32; 2] = [12.0, 7.5];
const RAYS: u16 = 14;
const RAY: [f32; 2] = [12.0, 6.0];
/// Fills nearer than this in OKLab get an ink edge between hatch and fill.
const NEAR: f64 = 0.15;

impl Land<'_> {
    /// Everything below arrows and names.
    pub fn paint(&self, surface: &mut Surface) {
        self.fills(surface);
        self.hatch_target(surface);
        self.borders(surface);
        self.rims(surface);
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

    fn borders(&self, surface: &mut Surface) {
        let inks = self.theme.inks();
        let owners = &self.scene.owners;
        let inner = |a: TerritoryId, b: Option<TerritoryId>| {
            b.is_some_and(|b| owners[a.index()] == owners[b.index()])
        };
        let pen = Pen { alpha: inks.inner_alpha, ..Pen::round(INNER * self.weight) };
        self.outlines.stroke(surface, self.atlas.arcs_where(inner), Stroke::Inner, &pen, inks.line);
        let outer = self.atlas.arcs_where(|a, b| !inner(a, b));
        match self.scene.news {
            News::End { .. } => {
                if let Some(path) = self.outlines.path(outer) {
                    surface.stroke(&path, &Pen::round(WINNER * self.weight), inks.line);
                }
            }
            News::Opening | News::Attack { .. } | News::Rebellion { .. } => {
                let pen = Pen::round(REALM * self.weight);
                self.outlines.stroke(surface, outer, Stroke::Realm, &pen, inks.line);
            }
        }
    }

    /// The attacker's realm in blue, the target in red, each on a casing.
    fn rims(&self, surface: &mut Surface) {
        let inks = self.theme.inks();
        if let News::Attack { attacker, .. } = self.scene.news {
            let holds = |t: TerritoryId| self.scene.owner(t) == attacker;
            let arcs = self.atlas.arcs_where(|a, b| holds(a) != b.is_some_and(holds));
            for (stroke, width, ink) in [
                (Stroke::AttackerCasing, ATTACKER[0], inks.halo),
                (Stroke::Attacker, ATTACKER[1], inks.attacker),
            ] {
                self.outlines.stroke(surface, arcs.clone(), stroke, &Pen::round(width * self.weight), ink);
            }
        }
        if let Some(target) = self.scene.news.target() {
            let arcs = self.atlas.arcs_where(|a, b| (a == target) != (b == Some(target)));
            self.cased(surface, self.outlines.path(arcs).as_ref(), TARGET, inks.target);
        }
    }

    fn cased(&self, surface: &mut Surface, path: Option<&Path>, widths: [f32; 2], ink: Rgb) {
        let Some(path) = path else { return };
        surface.stroke(path, &Pen::round(widths[0] * self.weight), self.theme.inks().halo);
        surface.stroke(path, &Pen::round(widths[1] * self.weight), ink);
    }

    /// Radius of the circle round a territory's pole that has a quarter more than its area.
    pub fn burst_radius(&self, target: TerritoryId) -> f32 {
        (self.atlas.areas[target.index()] / std::f32::consts::PI).sqrt() * self.view.scale * 1.25
    }

    /// What points to the news.
    pub fn mark(&self, surface: &mut Surface, mark: Option<&Mark>) {
        match mark {
            Some(Mark::Arrow(arrow)) => arrow.paint(surface, self),
            Some(Mark::Burst(target)) => self.burst(surface, *target),
            None => {}
        }
    }

    /// Rays round a rebel's home.
    fn burst(&self, surface: &mut Surface, target: TerritoryId) {
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
