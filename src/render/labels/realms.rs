use super::field::{Cells, Field};
use super::place::{Apart, Inside, Label, Room, Sums};
use crate::map::TerritoryId;
use crate::render::atlas::{Atlas, Frame, Point};
use crate::render::scene::Scene;
use crate::rules::guerra::FactionId;
use std::cmp::Reverse;

/// A faction's land as a field shows it.
#[derive(Clone, Debug)]
pub(crate) struct Realm {
    pub faction: FactionId,
    pub holdings: u32,
    pub(super) cells: Option<Cells>,
    /// Pixels in the field.
    pub visible: f32,
    /// Pixels of the largest connected part.
    pub largest: f32,
    /// Where that part is widest.
    pub pole: Point,
}

/// A territory's name inside it, from the largest to the smallest of two sizes, on free ground.
pub(crate) fn name_inside(
    field: &Field,
    territory: TerritoryId,
    anchor: Point,
    name: &str,
    (largest, smallest): (f32, f32),
    cover: f32,
) -> Option<Label> {
    let owner = territory.0 as u16;
    let cells = field.cells(&Frame::around([anchor]).grown(6.0 * largest));
    let inside = Sums::of_cells(field, cells, |cell, _| cell == owner);
    Room { field, inside: &inside, anchor }.inside(name, Inside { largest, smallest, cover })
}

impl Realm {
    /// Its cells at least `inset` pixels off its border; none where it does not show.
    pub(super) fn land(&self, field: &Field, inset: f32) -> Option<Sums> {
        let (faction, least) = (self.faction.0 as u16, field.thirds(inset));
        Some(Sums::of_cells(field, self.cells?, |owner, depth| owner == faction && depth >= least))
    }
}

/// Sizes of names, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub largest: f32,
    pub smallest: f32,
    /// The picture's type scale.
    pub scale: f32,
}

/// All living realms; of one with other land the target is left out, for it has a name and marks of its own.
pub(crate) fn realms(atlas: &Atlas, scene: &Scene, field: &Field, scale: f32) -> Vec<Realm> {
    let largest = largest_parts(atlas, &scene.owners);
    let mut found: Vec<Option<Found>> = vec![None; scene.owners.len()];
    for y in 0..field.grid.height {
        let (owners, depths) = field.row(y, 0, field.grid.width);
        let mut x = 0;
        for run in owners.chunk_by(|a, b| a == b) {
            if let Some(found) = found.get_mut(usize::from(run[0])) {
                found.get_or_insert_with(|| Found::at(x, y)).see((x, y), &depths[x..x + run.len()]);
            }
            x += run.len();
        }
    }
    let living = (0..scene.holdings.len()).filter(|f| scene.holdings[*f] > 0);
    living
        .map(|f| {
            let faction = FactionId(f as u32);
            let found = found[f].as_ref();
            Realm {
                faction,
                holdings: scene.holdings[f],
                cells: found.map(Found::cells),
                visible: found.map_or(0.0, |found| found.count as f32 * field.grid.cell * field.grid.cell),
                largest: largest[f] * scale * scale,
                pole: found.map_or((0.0, 0.0), |found| field.grid.centre(found.pole.0, found.pole.1)),
            }
        })
        .collect()
}

/// What a walk over the field finds of one owner.
#[derive(Clone, Debug)]
struct Found {
    low: (usize, usize),
    high: (usize, usize),
    pole: (usize, usize),
    /// Of the pole, in thirds of a cell.
    depth: u16,
    count: usize,
}

impl Found {
    fn at(x: usize, y: usize) -> Self {
        Found { low: (x, y), high: (x, y), pole: (x, y), depth: 0, count: 0 }
    }

    /// A run of cells in a row.
    fn see(&mut self, (x, y): (usize, usize), depths: &[u16]) {
        self.count += depths.len();
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x + depths.len() - 1), self.high.1.max(y));
        let deepest = depths.iter().copied().max().unwrap_or(0);
        if deepest > self.depth {
            let first = depths.iter().position(|depth| *depth == deepest).unwrap_or(0);
            (self.depth, self.pole) = (deepest, (x + first, y));
        }
    }

    fn cells(&self) -> Cells {
        Cells {
            left: self.low.0,
            top: self.low.1,
            width: self.high.0 - self.low.0 + 1,
            height: self.high.1 - self.low.1 + 1,
        }
    }
}

/// The area of each faction's largest connected piece of land, in square metres.
fn largest_parts(atlas: &Atlas, owners: &[FactionId]) -> Vec<f32> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); owners.len()];
    for arc in &atlas.arcs {
        if let (a, Some(b)) = arc.sides
            && owners[a.index()] == owners[b.index()]
        {
            near[a.index()].push(b.index());
            near[b.index()].push(a.index());
        }
    }
    let mut seen = vec![false; owners.len()];
    let mut largest = vec![0.0; owners.len()];
    for (start, owner) in owners.iter().enumerate() {
        let mut area = 0.0;
        let mut open = vec![start];
        while let Some(t) = open.pop() {
            if !std::mem::replace(&mut seen[t], true) {
                area += atlas.areas[t];
                open.extend(&near[t]);
            }
        }
        let part: &mut f32 = &mut largest[owner.index()];
        *part = part.max(area);
    }
    largest
}

/// So many realms make a picture in which nobody looks for a single territory.
const CROWD: usize = 200;

/// Names as many realms as have room: the news' actors first, then by holdings, then by size.
///
/// `closed`: where no name may stand apart.
pub(crate) fn name_realms(
    atlas: &Atlas,
    scene: &Scene,
    field: &mut Field,
    closed: &Sums,
    realms: &[Realm],
    sizes: Sizes,
) -> Vec<(FactionId, Label)> {
    let clear = 2.0 * sizes.scale;
    let land = |r: &'_ Realm| Some((r.clone(), r.land(field, clear)?));
    let mut order: Vec<(Realm, Sums)> = realms.iter().filter_map(land).collect();
    let size = |r: &Realm| r.largest as u32;
    order.sort_by_key(|(r, _)| (!scene.acts(r.faction), Reverse(r.holdings), Reverse(size(r)), r.faction));
    let crowd = order.len();
    let mut naming = Naming { atlas, scene, field, closed, sizes, done: Vec::new() };
    let steps: [&Step; 3] = [
        &|naming, realm, land| naming.first(realm, land),
        &|naming, realm, land| naming.second(realm, land, crowd),
        &|naming, realm, land| naming.third(realm, land),
    ];
    for step in steps {
        order.retain(|(realm, land)| match step(&naming, realm, land) {
            Some(label) => {
                naming.put(realm.faction, label);
                false
            }
            None => true,
        });
    }
    naming.done
}

/// A way to find room for a realm's name, given its cells.
type Step<'s> = dyn Fn(&Naming, &Realm, &Sums) -> Option<Label> + 's;

struct Naming<'a, 'g> {
    atlas: &'a Atlas,
    scene: &'a Scene,
    field: &'a mut Field<'g>,
    closed: &'a Sums,
    sizes: Sizes,
    done: Vec<(FactionId, Label)>,
}

impl Naming<'_, '_> {
    fn name(&self, realm: &Realm) -> &str {
        &self.atlas.names[realm.faction.home().index()]
    }

    /// In proportion to the realm.
    fn largest(&self, realm: &Realm, least: f32) -> f32 {
        (0.36 * realm.largest.sqrt()).clamp(least, self.sizes.largest.max(least))
    }

    /// Inside; an actor that does not fit is led out at once, before others take the room, or stands on others' land.
    fn first(&self, realm: &Realm, land: &Sums) -> Option<Label> {
        let Sizes { smallest, scale, .. } = self.sizes;
        if !self.scene.acts(realm.faction) {
            let largest = self.largest(realm, smallest);
            return self.inside(realm, land, Inside { largest, smallest, cover: 0.95 });
        }
        let largest = self.largest(realm, smallest + 3.0 * scale);
        self.inside(realm, land, Inside { largest, smallest: smallest + 2.0 * scale, cover: 0.95 })
            .or_else(|| self.apart(realm, land, smallest + 3.0 * scale, 420.0 * scale, true))
            .or_else(|| self.over(realm, land, smallest + 3.0 * scale))
    }

    /// Over other land near by, for an actor in the middle of a map of hundreds.
    fn over(&self, realm: &Realm, land: &Sums, size: f32) -> Option<Label> {
        let actors = self.scene.news.actors().unwrap_or([realm.faction; 2]).map(|f| f.0 as u16);
        let whole = self.field.cells(&self.field.grid.frame);
        let closed = Sums::of_cells(self.field, whole, |owner, _| actors.contains(&owner));
        let wanted = Apart { size, longest: 300.0 * self.sizes.scale, forced: true };
        self.room(realm, land).apart(self.name(realm), wanted, &closed)
    }

    /// On open ground near by, or a greater realm inside as far as it goes.
    fn second(&self, realm: &Realm, land: &Sums, crowd: usize) -> Option<Label> {
        let Sizes { smallest, scale, .. } = self.sizes;
        let acts = self.scene.acts(realm.faction);
        let longest = match crowd {
            // Their leaders would be all that shows.
            CROWD.. => 0.0,
            40.. if realm.holdings == 1 => 110.0,
            _ => 170.0,
        };
        let tight = Inside { largest: smallest, smallest, cover: 0.60 };
        let apart = if acts || longest == 0.0 {
            None
        } else {
            self.apart(realm, land, smallest, longest * scale, false)
        };
        apart.or_else(|| (acts || realm.holdings > 1).then(|| self.inside(realm, land, tight)).flatten())
    }

    /// Smaller, for who taps to enlarge.
    fn third(&self, realm: &Realm, land: &Sums) -> Option<Label> {
        let Sizes { smallest, scale, .. } = self.sizes;
        self.inside(
            realm,
            land,
            Inside { largest: smallest - 1.0, smallest: smallest - 3.0 * scale, cover: 0.92 },
        )
    }

    fn inside(&self, realm: &Realm, land: &Sums, wanted: Inside) -> Option<Label> {
        self.room(realm, land).inside(self.name(realm), wanted)
    }

    fn apart(&self, realm: &Realm, land: &Sums, size: f32, longest: f32, forced: bool) -> Option<Label> {
        let wanted = Apart { size, longest, forced };
        self.room(realm, land).apart(self.name(realm), wanted, self.closed)
    }

    fn room<'r>(&'r self, realm: &Realm, land: &'r Sums) -> Room<'r> {
        Room { field: self.field, inside: land, anchor: realm.pole }
    }

    fn put(&mut self, faction: FactionId, label: Label) {
        let scale = self.sizes.scale;
        if let Some((from, to)) = label.leader {
            self.field.take_line(&[from, to], 4.0 * scale);
            self.field.take(Frame::around([to]).grown(8.0 * scale), |_| true);
        }
        self.field.take_text(&label.frame, 3.0 * scale);
        self.done.push((faction, label));
    }
}
