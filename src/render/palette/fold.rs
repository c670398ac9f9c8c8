use super::contacts::{Pair, pair};
use super::swatches::Swatch;
use super::{Change, Palette};
use crate::map::Map;
use crate::rules::guerra::{Event, FactionId};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A colour stays at least so many turns.
const STAY: u32 = 20;
/// How many lead by rank, and how many territories make a leader whatever its rank.
const FIRST: usize = 5;
const GREAT: u32 = 10;
/// With fewer territories a leader is compared with other leaders only where they touch.
const NOTABLE: u32 = 4;

/// What distances a war wants as its factions get fewer.
struct Demands {
    /// Of realms that touch and of leaders.
    touching: f32,
    /// Of a changing faction and any leader.
    leaders: f32,
    /// Of any two living factions, in normal vision.
    living: f32,
}

/// With more factions than this only those that touch or lead are told apart.
const CROWD: usize = 250;

fn demands(alive: usize) -> Demands {
    let (touching, living) = match alive {
        0..=20 => (0.10, 0.05),
        21..=40 => (0.08, 0.035),
        41..=CROWD => (0.065, 0.02),
        // There are not so many colours that all could differ.
        _ => (0.065, 0.0),
    };
    Demands { touching, leaders: touching, living }
}

/// How much a coming neighbour that would be too near counts against a colour.
const SOON: f32 = 1.0;
/// What must hold whatever else gives.
const LEAST: Demands = Demands { touching: 0.0605, leaders: 0.03, living: 0.008 };

impl Palette {
    /// The event of the next turn, then at most one change for each faction that came too near another.
    pub fn advance(&mut self, map: &Map, event: Event) {
        self.shown = None;
        let before = demands(self.board.alive());
        let (actor, loser, target) = (event.actor(), event.loser(), event.target());
        let Palette { contacts, suspects, board, .. } = self;
        contacts.pass(map, board.owners(), target, (loser, actor), |met| {
            suspects.insert(met);
        });
        self.board.apply(event);
        let area = map.territory(target).area;
        self.areas[loser.index()] -= area;
        self.areas[actor.index()] += area;
        self.turn += 1;
        let now = demands(self.board.alive());
        if now.touching > before.touching || now.living > before.living {
            self.suspects.extend(self.contacts.pairs());
        }
        if let Event::Rebellion { rebel, .. } = event
            && now.living > 0.0
        {
            let living = self.living().filter(|f| *f != rebel).map(|f| pair(f, rebel)).collect::<Vec<_>>();
            self.suspects.extend(living);
        }
        self.promote();
        self.settle(&now);
    }

    fn living(&self) -> impl Iterator<Item = FactionId> + '_ {
        (0..self.colours.len() as u32).map(FactionId).filter(|f| self.board.holdings(*f) > 0)
    }

    /// Who leads now; new leaders are compared with the old ones, touching or not.
    fn promote(&mut self) {
        let rank = |f: &FactionId| (Reverse((self.board.holdings(*f), self.areas[f.index()])), *f);
        let mut first: Vec<FactionId> = self.living().filter(|f| self.board.holdings(*f) > 1).collect();
        if first.len() > FIRST {
            first.select_nth_unstable_by_key(FIRST, rank);
            first.truncate(FIRST);
        }
        let mut leaders: BTreeSet<FactionId> = first.into_iter().collect();
        leaders.extend(self.living().filter(|f| self.board.holdings(*f) >= GREAT));
        for new in leaders.difference(&self.leaders) {
            self.suspects.extend(leaders.iter().filter(|l| *l != new).map(|l| pair(*l, *new)));
        }
        self.leaders = leaders;
    }

    /// Changes colours, nearest pair first, until nothing more can be mended; what cannot stays suspect.
    fn settle(&mut self, demands: &Demands) {
        loop {
            let mut faults: Vec<(f32, Pair)> =
                self.suspects.iter().filter_map(|p| Some((self.fault(*p, demands)?, *p))).collect();
            faults.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let mended = faults.iter().any(|(_, pair)| self.mend(*pair, demands));
            if !mended {
                self.suspects = faults.into_iter().map(|(_, pair)| pair).collect();
                return;
            }
        }
    }

    /// A leader with enough land to be told from the others by hue alone.
    fn leads(&self, faction: FactionId) -> bool {
        self.leaders.contains(&faction) && self.board.holdings(faction) >= NOTABLE
    }

    /// The distance of a pair that is too near.
    fn fault(&self, pair: Pair, demands: &Demands) -> Option<f32> {
        let (a, b) = (self.colours[pair.0.index()], self.colours[pair.1.index()]);
        let alive = self.board.holdings(pair.0) > 0 && self.board.holdings(pair.1) > 0;
        let leaders = self.leads(pair.0) && self.leads(pair.1);
        let hue = if leaders { 1.25 * self.swatches.hue(a, b) } else { 1.0 };
        let near = self.swatches.apart(a, b).min(hue);
        let wanted = if leaders { demands.touching.min(0.065) } else { demands.touching };
        let too_near = near < wanted && (leaders || self.contacts.touch(pair));
        (alive && (too_near || self.swatches.plain(a, b) < demands.living)).then_some(near)
    }

    /// One of the two takes a clear colour: the smaller, else the other unless it leads. If neither may and they touch
    /// below the least, a leader short of greatness may, and at last the smaller once more.
    fn mend(&mut self, (a, b): Pair, demands: &Demands) -> bool {
        let weight =
            |f: FactionId| (self.leaders.contains(&f), self.board.holdings(f), self.areas[f.index()]);
        let (small, great) = if weight(a) <= weight(b) { (a, b) } else { (b, a) };
        let apart = self.swatches.apart(self.colours[a.index()], self.colours[b.index()]);
        let urgent = apart < LEAST.touching && self.contacts.touch(pair(a, b));
        let minor = |f: FactionId| !self.leaders.contains(&f);
        let short = |f: FactionId| urgent && self.board.holdings(f) < GREAT;
        let movers = [
            (small, self.free(small)),
            (great, self.free(great) && minor(great)),
            (great, self.free(great) && short(great)),
            (small, urgent && self.changed[small.index()] != Some(self.turn)),
        ];
        for mover in movers.into_iter().filter_map(|(f, may)| may.then_some(f)) {
            let least = Demands { living: LEAST.living.min(demands.living), ..LEAST };
            let swatch = self.clear_swatch(mover, demands).or_else(|| self.clear_swatch(mover, &least));
            if let Some(swatch) = swatch {
                self.colours[mover.index()] = swatch;
                self.changed[mover.index()] = Some(self.turn);
                self.changes.push(Change { turn: self.turn, faction: mover, to: swatch });
                return true;
            }
        }
        false
    }

    fn free(&self, faction: FactionId) -> bool {
        self.changed[faction.index()].is_none_or(|turn| turn + STAY <= self.turn)
    }

    /// The best colour that clears the faction's neighbours, the leaders and, in normal vision, everyone alive.
    ///
    /// Neighbours' neighbours count too: it will meet them while the colour has to stay.
    fn clear_swatch(&self, mover: FactionId, demands: &Demands) -> Option<Swatch> {
        let neighbours: BTreeSet<FactionId> = self.contacts.of(mover).collect();
        let second: BTreeSet<FactionId> = neighbours.iter().flat_map(|f| self.contacts.of(*f)).collect();
        let swatches = |factions: &mut dyn Iterator<Item = FactionId>| -> Vec<Swatch> {
            factions.filter(|f| *f != mover).map(|f| self.colours[f.index()]).collect()
        };
        let near = swatches(&mut neighbours.iter().copied());
        let soon = swatches(&mut second.difference(&neighbours).copied());
        let leaders = swatches(&mut self.leaders.iter().copied());
        let others = if demands.living > 0.0 { swatches(&mut self.living()) } else { Vec::new() };
        let own = self.colours[mover.index()];
        let leads = self.leads(mover);
        let least = |swatch: Swatch, among: &[Swatch]| {
            among.iter().map(|o| self.swatches.apart(swatch, *o)).fold(0.14_f32, f32::min)
        };
        let mut best: Option<(f32, Swatch)> = None;
        for swatch in self.swatches.all() {
            let hue = |o: &Swatch| if leads { 1.25 * self.swatches.hue(swatch, *o) } else { 1.0 };
            let to_hue = leaders.iter().map(hue).fold(0.14_f32, f32::min);
            let (to_near, to_leaders) = (least(swatch, &near), least(swatch, &leaders).min(to_hue));
            let plain = others.iter().map(|o| self.swatches.plain(swatch, *o)).fold(0.12_f32, f32::min);
            if to_near < demands.touching || to_leaders < demands.leaders || plain < demands.living {
                continue;
            }
            let clash = |o: &Swatch| (0.075 - self.swatches.apart(swatch, *o)).max(0.0);
            let clashes: f32 = soon.iter().map(clash).sum();
            let score = to_near + 0.8 * to_leaders + 0.9 * plain
                - SOON * clashes
                - 0.12 * self.swatches.apart(swatch, own)
                + 0.2 * self.swatches.chroma[swatch as usize].min(0.085);
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, swatch));
            }
        }
        best.map(|(_, swatch)| swatch)
    }
}
