use super::field::Field;
use super::place::{Apart, Inside, Label, Room};
use super::realms::{Realm, realms};
use crate::map::TerritoryId;
use crate::render::land::Land;
use std::cmp::Reverse;

/// Names in the close-up: the target first, then the actors' realms, then the others by how much of them shows.
pub(crate) fn name_close_up(land: &Land, field: &mut Field, target: TerritoryId, scale: f32) -> Vec<Label> {
    let mut naming = Naming { land, field, scale, done: Vec::new() };
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

struct Naming<'a> {
    land: &'a Land<'a>,
    field: &'a mut Field,
    scale: f32,
    done: Vec<Label>,
}

impl Naming<'_> {
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
        let within = |x: usize, y: usize| ids.at(field.centre(x, y)) == id;
        let well = |x: usize, y: usize| within(x, y) && field.depth(x, y) >= self.s(6.0);
        let room = |inside, frame| Room { field, cells: field.cells(&frame), inside, anchor };
        let found = room(&well, frame)
            .inside(name, self.sizes(38.0, 24.0, 0.96))
            .or_else(|| room(&within, frame.grown(self.s(20.0))).inside(name, self.sizes(26.0, 22.0, 0.60)))
            .or_else(|| room(&|_, _| true, field.frame).inside(name, self.sizes(26.0, 26.0, 0.99)));
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
        let inside = |sizes| realm.room(self.field, self.s(4.0), |room| room.inside(name, sizes));
        let apart = |forced| {
            let (size, longest) = (self.s(24.0).max(self.least()), self.s(200.0));
            let wanted = Apart { size, longest, forced, clearance: self.s(6.0) };
            realm.room(self.field, self.s(4.0), |room| room.apart(name, wanted))
        };
        inside(self.sizes(30.0, 22.0, 0.96))
            .or_else(|| (acts || shows(4000.0)).then(|| apart(acts)).flatten())
            .or_else(|| inside(if acts { self.sizes(24.0, 22.0, 0.5) } else { self.sizes(21.0, 20.0, 0.9) }))
    }

    fn put(&mut self, label: Label) {
        if let Some((from, to)) = label.leader {
            self.field.take_line(&[from, to], self.s(4.0));
        }
        self.field.take_text(&label.frame, self.s(3.0));
        self.done.push(label);
    }
}
