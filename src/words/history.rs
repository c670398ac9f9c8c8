use super::kind::Kind;
use super::moment::{Lead, Moment};
use crate::map::TerritoryId;
use crate::rules::guerra::{Chronicle, Event, FactionId, Rebellion, Rules};

/// What a war's words need to remember of the turns so far: a fold over the events, a few steps each.
pub(super) struct History {
    total: u32,
    /// Turns after which wars are usually over, if known.
    median: Option<u32>,
    owner: Vec<FactionId>,
    holdings: Vec<u32>,
    alive: u32,
    /// In which turn each territory came to its owner.
    since: Vec<u32>,
    /// How often each territory changed hands.
    moves: Vec<u32>,
    /// The most a faction ever held, and since which turn.
    peak: Vec<(u32, u32)>,
    /// The turn of a faction's last exit, and of its home's last loss.
    out: Vec<u32>,
    homeless: Vec<u32>,
    sizes: Sizes,
    lead: Option<Lead>,
    /// The last turn after which a faction held more than half the map.
    half: Vec<Option<u32>>,
    rebellion: Option<Rebellion>,
    /// Conquests of the last rebel since its rebellion.
    streak: u32,
    rebellions: u32,
    last_exit: u32,
    /// The turns in which each kind was told, by its place in [`Kind::ALL`].
    told: Vec<Vec<u32>>,
}

/// How many factions hold 0, 1, 2 … territories, and the sum of their numbers: who is alone at the top, in one step.
struct Sizes {
    count: Vec<u32>,
    sum: Vec<u64>,
    top: usize,
}

impl Sizes {
    fn start(total: u32) -> Self {
        let mut sizes =
            Sizes { count: vec![0; total as usize + 2], sum: vec![0; total as usize + 2], top: 1 };
        (0..total).for_each(|f| sizes.put(FactionId(f), 1));
        sizes
    }

    fn put(&mut self, faction: FactionId, size: u32) {
        self.count[size as usize] += 1;
        self.sum[size as usize] += u64::from(faction.0);
        self.top = self.top.max(size as usize);
    }

    fn shift(&mut self, faction: FactionId, from: u32, to: u32) {
        self.count[from as usize] -= 1;
        self.sum[from as usize] -= u64::from(faction.0);
        self.put(faction, to);
        while self.count[self.top] == 0 {
            self.top -= 1;
        }
    }

    fn sole_first(&self) -> Option<FactionId> {
        (self.count[self.top] == 1).then(|| FactionId(self.sum[self.top] as u32))
    }
}

impl History {
    fn start(total: usize, median: Option<u32>) -> Self {
        let n = total as u32;
        History {
            total: n,
            median,
            owner: (0..n).map(FactionId).collect(),
            holdings: vec![1; total],
            alive: n,
            since: vec![0; total],
            moves: vec![0; total],
            peak: vec![(1, 0); total],
            out: vec![0; total],
            homeless: vec![0; total],
            sizes: Sizes::start(n),
            lead: None,
            half: vec![None; total],
            rebellion: None,
            streak: 0,
            rebellions: 0,
            last_exit: 0,
            told: vec![Vec::new(); Kind::ALL.len()],
        }
    }

    /// The war up to the given turn, and that turn's moment; its turn 0 is the opening.
    pub fn at(chronicle: &Chronicle, rules: &Rules, turn: u32, median: Option<u32>) -> (History, Moment) {
        let total = chronicle.board(0).owners().len();
        let mut history = History::start(total, median);
        let mut moment = Moment::opening(rules);
        for (turn, event) in (1..=turn).zip(chronicle.events()) {
            history.tell(&moment);
            moment = history.step(rules, turn, *event);
        }
        (history, moment)
    }

    /// The turns before this one in which a kind was told, ascending.
    pub fn told(&self, kind: Kind) -> &[u32] {
        &self.told[kind as usize]
    }

    fn tell(&mut self, moment: &Moment) {
        for kind in moment.kinds() {
            self.told[kind as usize].push(moment.turn);
        }
        if moment.restless {
            self.told[Kind::Restless as usize].push(moment.turn);
        }
    }

    fn step(&mut self, rules: &Rules, turn: u32, event: Event) -> Moment {
        let (actor, target, loser) = (event.actor(), event.target(), event.loser());
        let old_lead = self.lead;
        let mut moment = Moment {
            turn,
            event: Some(event),
            held: turn - self.since[target.index()],
            away: turn - self.homeless[actor.index()],
            out: turn - self.out[actor.index()],
            ..Moment::opening(rules)
        };
        self.hand_over(turn, actor, target, loser);
        self.note_rebel(event, turn);
        self.note_lead();
        moment.actor_n = self.holdings[actor.index()];
        moment.loser_n = self.holdings[loser.index()];
        moment.alive = self.alive;
        moment.rebellions = self.rebellions;
        moment.peak = self.peak[loser.index()];
        moment.streak = self.streak;
        moment.lasted = self.rebellion.map_or(0, |r| turn - r.turn);
        moment.lead = self.lead.filter(|lead| self.sizes.sole_first() == Some(lead.faction));
        moment.old_lead = old_lead.filter(|old| moment.lead.is_some_and(|new| new.faction != old.faction));
        moment.since_exit = turn - self.last_exit;
        moment.what = self.what(&moment, event);
        moment.extras = self.extras(rules, &moment, event);
        let times = self.moves[target.index()];
        moment.restless =
            times >= 10 && times.is_multiple_of(5) && moment.loser_n > 0 && moment.what != Kind::Victory;
        if moment.loser_n == 0 {
            self.last_exit = turn;
        }
        if 2 * moment.actor_n > self.total {
            self.half[actor.index()] = Some(turn);
        }
        moment
    }

    fn hand_over(&mut self, turn: u32, actor: FactionId, target: TerritoryId, loser: FactionId) {
        let (gains, loses) = (self.holdings[actor.index()], self.holdings[loser.index()]);
        self.owner[target.index()] = actor;
        self.since[target.index()] = turn;
        self.moves[target.index()] += 1;
        self.sizes.shift(actor, gains, gains + 1);
        self.sizes.shift(loser, loses, loses - 1);
        self.holdings[actor.index()] += 1;
        self.holdings[loser.index()] -= 1;
        self.alive += u32::from(gains == 0);
        if gains + 1 > self.peak[actor.index()].0 {
            self.peak[actor.index()] = (gains + 1, turn);
        }
        if loser.home() == target {
            self.homeless[loser.index()] = turn;
        }
        if loses == 1 {
            self.alive -= 1;
            self.out[loser.index()] = turn;
        }
    }

    fn note_rebel(&mut self, event: Event, turn: u32) {
        match event {
            Event::Rebellion { rebel, .. } => {
                self.rebellion = Some(Rebellion { rebel, turn });
                self.streak = 0;
                self.rebellions += 1;
            }
            Event::Attack { attacker, .. } => {
                self.streak += u32::from(self.rebellion.is_some_and(|r| r.rebel == attacker));
            }
        }
    }

    fn note_lead(&mut self) {
        self.lead = match (self.sizes.sole_first(), self.lead) {
            (Some(first), Some(lead)) if lead.faction == first => {
                Some(Lead { turns: lead.turns + 1, ..lead })
            }
            (Some(first), _) => Some(Lead { faction: first, turns: 1 }),
            // Shared: who was alone last stays on record, but does not lead this turn.
            (None, lead) => lead,
        };
    }

    fn what(&self, m: &Moment, event: Event) -> Kind {
        let last = m.loser_n == 0;
        match event {
            _ if self.alive == 1 => Kind::Victory,
            Event::Rebellion { .. } if last => Kind::RebellionLast,
            Event::Rebellion { .. } => Kind::Rebellion,
            Event::Attack { attacker, target, .. } if attacker.home() == target && last => {
                Kind::ReconquestLast
            }
            Event::Attack { attacker, target, .. } if attacker.home() == target => Kind::Reconquest,
            Event::Attack { target, loser, .. } if loser.home() == target && last => Kind::AttackOnly,
            Event::Attack { target, loser, .. } if loser.home() == target => Kind::AttackHome,
            Event::Attack { .. } if last => Kind::AttackLast,
            Event::Attack { .. } => Kind::Attack,
        }
    }

    /// What else there is to say of the turn, at most two things, the weightiest first.
    fn extras(&self, rules: &Rules, m: &Moment, event: Event) -> [Option<Kind>; 2] {
        if m.what == Kind::Victory {
            return [None, None];
        }
        let all = [
            self.exit(rules, m, event),
            self.half(m, event),
            self.leader(m, event),
            self.great(m, event.loser()),
            self.rampage(rules, m, event).then_some(Kind::Rampage),
            m.turn.is_multiple_of(50).then_some(if m.lead.is_some() {
                Kind::Milestone
            } else {
                Kind::MilestoneTied
            }),
            self.overtime(m).then_some(Kind::Overtime),
            (m.since_exit >= 100 && m.since_exit.is_multiple_of(100) && m.loser_n > 0)
                .then_some(Kind::Stalemate),
        ];
        let mut some = all.into_iter().flatten();
        [some.next(), some.next()]
    }

    fn exit(&self, rules: &Rules, m: &Moment, event: Event) -> Option<Kind> {
        if m.loser_n > 0 || m.what == Kind::RebellionLast {
            return None;
        }
        let crushed =
            self.rebellion.is_some_and(|r| r.rebel == event.loser() && m.lasted < rules.cooldown_turns);
        Some(match event {
            _ if crushed => Kind::Crushed,
            _ if m.turn < m.first_rebellion && rules.rebellion_probability.numerator() > 0 => Kind::ExitEarly,
            _ if m.peak.0 >= 4 => Kind::ExitPeak,
            _ if event.loser().home() != event.target() => Kind::ExitAway,
            _ => Kind::Exit,
        })
    }

    /// Crossing back and forth within 20 turns is told once.
    fn half(&self, m: &Moment, event: Event) -> Option<Kind> {
        if 2 * m.actor_n <= self.total || 2 * (m.actor_n - 1) > self.total {
            return None;
        }
        match self.half[event.actor().index()] {
            None => Some(Kind::Half),
            Some(before) => (m.turn - before > 20).then_some(Kind::HalfAgain),
        }
    }

    /// Silent about an old leader that is out by now.
    fn leader(&self, m: &Moment, event: Event) -> Option<Kind> {
        let (new, old) = (m.lead?, m.old_lead?);
        let kind = if new.faction == event.actor() { Kind::Leader } else { Kind::LeaderLeft };
        (self.holdings[old.faction.index()] > 0).then_some(kind)
    }

    fn great(&self, m: &Moment, loser: FactionId) -> Option<Kind> {
        let fallen = m.loser_n == 1 && m.peak.0 >= 8 && 10 * m.peak.0 >= self.total;
        let at_home = self.owner[loser.home().index()] == loser;
        fallen.then_some(if at_home { Kind::GreatHome } else { Kind::GreatLast })
    }

    fn rampage(&self, rules: &Rules, m: &Moment, event: Event) -> bool {
        let rebel = self.rebellion.is_some_and(|r| r.rebel == event.actor());
        rebel && m.streak >= 3 && m.lasted < rules.cooldown_turns
    }

    fn overtime(&self, m: &Moment) -> bool {
        m.turn.is_multiple_of(100) && self.median.is_some_and(|median| m.turn > median)
    }

    /// The owner of each territory, in map order.
    pub fn owners(&self) -> &[FactionId] {
        &self.owner
    }

    /// The last rebellion so far.
    pub fn rebellion(&self) -> Option<Rebellion> {
        self.rebellion
    }

    /// How often each territory changed hands, in map order.
    pub fn moves(&self) -> &[u32] {
        &self.moves
    }

    /// The first territory in map order that a faction holds.
    pub fn land_of(&self, faction: FactionId) -> Option<TerritoryId> {
        (0..).map(TerritoryId).zip(&self.owner).find(|(_, owner)| **owner == faction).map(|(t, _)| t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::guerra::{State, advance};
    use crate::words::sample;

    /// The fold's numbers, counted again from the whole chronicle, in small wars with everything in them.
    #[test]
    fn the_fold_agrees_with_counting_from_the_start() {
        let map = sample::map();
        let rules = Rules { grace_turns: 0, ..Rules::default() };
        for secret in 0..60 {
            let mut state = State::start(&map);
            let mut chronicle = Chronicle::new(map.len());
            while let Some(taken) = advance(&map, &rules, &[secret; 32], &mut state) {
                chronicle.push(taken.event);
            }
            (1..=chronicle.turns()).for_each(|turn| check(&chronicle, &rules, turn));
        }
    }

    fn check(chronicle: &Chronicle, rules: &Rules, turn: u32) {
        let (history, m) = History::at(chronicle, rules, turn, None);
        let event = chronicle.event(turn).unwrap();
        let (actor, loser, target) = (event.actor(), event.loser(), event.target());
        let board = chronicle.board(turn);
        let curve = chronicle.curve(loser, turn);
        assert_eq!(history.owners(), board.owners());
        assert_eq!((m.actor_n, m.loser_n), (board.holdings(actor), board.holdings(loser)));
        assert_eq!(m.alive as usize, board.alive());
        let since = (0..turn).rev().find(|t| chronicle.board(*t).owner(target) != loser).map_or(0, |t| t + 1);
        assert_eq!(m.held, turn - since, "turn {turn}");
        let peak = curve.iter().max().copied().unwrap();
        assert_eq!(m.peak, (peak, curve.iter().position(|n| *n == peak).unwrap() as u32));
        if matches!(event, Event::Rebellion { .. }) {
            let held = chronicle.curve(actor, turn - 1);
            let out = held.iter().rposition(|n| *n > 0).unwrap() as u32 + 1;
            assert_eq!(m.out, turn - out);
        }
        let lead = |t: u32| {
            let board = chronicle.board(t);
            let top = (0..5).map(|f| board.holdings(FactionId(f))).max();
            let mut first = (0..5).map(FactionId).filter(|f| Some(board.holdings(*f)) == top);
            first.next().filter(|_| first.next().is_none())
        };
        assert_eq!(m.lead.map(|lead| lead.faction), lead(turn));
        let before = (1..turn).rev().find_map(lead);
        let changed = lead(turn).is_some() && before.is_some() && before != lead(turn);
        assert_eq!(m.old_lead.map(|lead| lead.faction), before.filter(|_| changed));
        if let Some(old) = m.old_lead {
            let run = (1..turn).rev().filter_map(lead).take_while(|f| *f == old.faction).count();
            assert_eq!(old.turns as usize, run, "turn {turn}");
        }
    }
}
