use super::field::Field;
use super::place::{Apart, Inside, Label, Room, Sums, closed};
use super::realms::{Realm, realms};
use crate::map::TerritoryId;
use crate::render::atlas::Frame;
use crate::render::land::Land;
use std::cmp::Reverse;

/// Names in the close-up: the target first, then the actors' realms, then the others by how much of them shows.
pub(crate) fn name_close_up(land: &Land, field: &mut Field, target: TerritoryId, scale: f32) -> Vec<Label> {
    let closed = closed(field, 6.0 * scale);
    let mut naming = Naming { land, field, closed, scale, done: Vec::new() };
    naming.target(target);
    let mut order = realms(land.atlas, land.scene, naming.field, land.view.scale);
    order.retain(|r| r.cells.is_some() && !(r.holdings == 1 && r.faction.home() == target));
    let acts = |r: &Realm| land.scene.acts(r.faction);
    order.sort_by_key(|r| (!acts(r), Reverse(r.visible as u32), r.faction));
    for realm in &order {
        if let Some(label) = naming.realm(realm, acts(realm)) {
            naming.put(label);
        }
    }
    naming.done
}

struct Naming<'a, 'g> {
    land: &'a Land<'a>,
    field: &'a mut Field<'g>,
    /// Where no name may stand apart.
    closed: Sums,
    scale: f32,
    done: Vec<Label>,
}

impl Naming<'_, '_> {
    fn s(&self, length: f32) -> f32 {
        length * self.scale
    }

    /// Sizes at type scale 1, none under the least.
    fn sizes(&self, largest: f32, smallest: f32, cover: f32) -> Inside {
        let smallest = self.s(smallest).max(self.least());
        Inside { largest: self.s(largest).max(smallest), smallest, cover }
    }

    /// 18 pixels, less on pictures too small for that.
    fn least(&self) -> f32 {
        self.s(24.3).min(18.0)
    }

    /// Inside the target, else over its edge, else anywhere near.
    fn target(&mut self, target: TerritoryId) {
        let name = &self.land.atlas.names[target.index()];
        let field = &*self.field;
        let (ids, id) = (self.land.ids, target.0 as u16);
        let frame = self.land.view.frame(&self.land.atlas.bounds(target));
        let anchor = self.land.view.at(self.land.atlas.poles[target.index()]);
        let within = |x: usize, y: usize| ids.at(field.grid.centre(x, y)) == id;
        let well = |x: usize, y: usize| within(x, y) && field.depth(x, y) >= self.s(6.0);
        let named = |inside: Sums, sizes| Room { field, inside: &inside, anchor }.inside(name, sizes);
        let cells = |frame: Frame| field.cells(&frame);
        let found = named(Sums::of(cells(frame), well), self.sizes(38.0, 24.0, 0.96))
            .or_else(|| {
                let edge = cells(frame.grown(self.s(20.0)));
                named(Sums::of(edge, within), self.sizes(26.0, 22.0, 0.60))
            })
            .or_else(|| {
                let whole = cells(field.grid.frame);
                named(Sums::of(whole, |_, _| true), self.sizes(26.0, 26.0, 0.99))
            });
        found.into_iter().for_each(|label| self.put(label));
        let reach = self.s(6.0);
        let field = &mut *self.field;
        field.take(frame.grown(reach), |p| ids.at(p) == id);
    }

    /// Inside, else on open ground, else tightly; specks get no name.
    fn realm(&self, realm: &Realm, acts: bool) -> Option<Label> {
        let name = &self.land.atlas.names[realm.faction.home().index()];
        let speck = if acts { 600.0 } else { 2200.0 };
        let shows = |least: f32| realm.visible > least * self.scale * self.scale;
        if !shows(speck) {
            return None;
        }
        let land = realm.land(self.field, self.s(4.0))?;
        let room = Room { field: self.field, inside: &land, anchor: realm.pole };
        let apart = |forced| {
            let size = self.s(24.0).max(self.least());
            room.apart(name, Apart { size, longest: self.s(200.0), forced }, &self.closed)
        };
        room.inside(name, self.sizes(30.0, 22.0, 0.96))
            .or_else(|| (acts || shows(4000.0)).then(|| apart(acts)).flatten())
            .or_else(|| {
                let tight = if acts { self.sizes(24.0, 22.0, 0.5) } else { self.sizes(21.0, 20.0, 0.9) };
                room.inside(name, tight)
            })
    }

    fn put(&mut self, label: Label) {
        if let Some((from, to)) = label.leader {
            self.field.take_line(&[from, to], self.s(4.0));
        }
        self.field.take_text(&label.frame, self.s(3.0));
        self.done.push(label);
    }
}
