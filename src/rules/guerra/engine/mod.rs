//! The turn of Guerra once more, for playing many wars: the same events as [`advance`](super::advance), which stays
//! the readable text of the rules, from structures that are kept up to date instead of searched. Nothing is allocated
//! in a turn, and an engine serves one war after another.

mod bags;
mod bits;
mod borders;
mod dead;
mod dice;
mod nearest;

use super::event::{Event, FactionId, Taken};
use super::settings::Rules;
use super::state::{Rebellion, State};
use crate::map::{Map, TerritoryId};
use bits::Bits;
use borders::Borders;
use dead::Dead;
use dice::{Dice, Die, Odds};
use nearest::{Lands, Nearest};

/// Plays wars on one map by one set of rules.
pub struct Engine {
    rules: Rules,
    /// Rules 1.3 and 3.2, and which of the territories.
    rebellion_odds: Odds,
    rebel_attack_odds: Odds,
    territory: Die,
    dice: Dice,
    turns_played: u32,
    rebellion: Option<Rebellion>,
    seats: Seats,
    alive: u32,
    dead: Dead,
    front: Front,
    lands: Vec<Lands>,
    nearest: Nearest,
    /// Targets at hand.
    left: Vec<u32>,
}

/// Who holds what.
struct Seats {
    /// Of each territory.
    owner: Vec<u32>,
    /// How many territories each faction holds.
    size: Vec<u32>,
}

/// What happens in a turn.
#[derive(Clone, Copy)]
struct Stroke {
    rebels: bool,
    actor: u32,
    target: u32,
    loser: u32,
}

impl Stroke {
    fn event(self) -> Event {
        let Stroke { rebels, actor, target, loser } = self;
        let (actor, loser) = (FactionId(actor), FactionId(loser));
        if rebels {
            Event::Rebellion { rebel: actor, loser }
        } else {
            Event::Attack { attacker: actor, target: TerritoryId(target), loser }
        }
    }
}

/// Who borders whom.
#[allow(clippy::large_enum_variant, reason = "an engine has one")]
enum Front {
    Small(Bits),
    Large(Borders),
}

impl Engine {
    /// An engine at the start of a war; all the memory it ever needs.
    pub fn new(map: &Map, rules: &Rules, seed: &[u8; 32]) -> Self {
        let n = map.len();
        let front =
            if n <= Bits::MOST { Front::Small(Bits::new(map)) } else { Front::Large(Borders::new(map)) };
        let mut engine = Engine {
            rules: *rules,
            rebellion_odds: Odds::new(rules.rebellion_probability),
            rebel_attack_odds: Odds::new(rules.rebel_attack_probability),
            territory: Die::new(n as u64),
            dice: Dice::new(seed),
            turns_played: 0,
            rebellion: None,
            seats: Seats { owner: vec![0; n], size: vec![0; n] },
            alive: 0,
            dead: Dead::none(n),
            front,
            lands: vec![Lands::default(); n],
            nearest: Nearest::new(map),
            // A target may be at hand once for each of its borders.
            left: Vec::with_capacity(map.borders().max(n)),
        };
        engine.begin(&State::start(map), seed);
        engine
    }

    /// Takes up a war of the same map at any turn.
    pub fn begin(&mut self, state: &State, seed: &[u8; 32]) {
        self.dice = Dice::new(seed);
        self.turns_played = state.turns_played();
        self.rebellion = state.rebellion();
        self.seats.size.fill(0);
        self.lands.fill(Lands::default());
        for (t, owner) in (0u32..).zip(state.owners()) {
            self.seats.owner[t as usize] = owner.0;
            self.seats.size[owner.index()] += 1;
            self.nearest.add(&mut self.lands[owner.index()], t);
        }
        self.alive = state.alive();
        self.dead.clear();
        for (f, _) in (0..).zip(&self.seats.size).filter(|(_, size)| **size == 0) {
            self.dead.insert(f);
        }
        match &mut self.front {
            Front::Small(bits) => bits.set(&self.seats.owner),
            Front::Large(borders) => borders.set(&self.seats.owner),
        }
    }

    /// Plays the next turn; none once the war is over.
    pub fn step(&mut self) -> Option<Taken> {
        if self.alive == 1 {
            return None;
        }
        self.dice.turn(self.turns_played + 1);
        let favoured = self.favoured();
        let stroke = match self.rebel(favoured) {
            Some(rebel) => Stroke { rebels: true, actor: rebel, target: rebel, loser: self.owner(rebel) },
            None => self.attack(favoured),
        };
        self.apply(stroke);
        let eliminated = self.seats.size[stroke.loser as usize] == 0;
        Some(Taken { event: stroke.event(), eliminated, over: self.alive == 1 })
    }

    /// The number of turns already taken.
    pub fn turns_played(&self) -> u32 {
        self.turns_played
    }

    /// Who holds everything; none before the war is over.
    pub fn winner(&self) -> Option<FactionId> {
        (self.alive == 1).then(|| FactionId(self.owner(0)))
    }

    /// The war between two turns, as the readable rules keep it.
    pub fn state(&self, map: &Map) -> State {
        let owner = self.seats.owner.iter().map(|f| FactionId(*f)).collect();
        State::from_parts(map, self.turns_played, owner, self.rebellion)
            .expect("factions of the map, a rebellion in a turn that was played")
    }

    fn owner(&self, t: u32) -> u32 {
        self.seats.owner[t as usize]
    }

    /// The rebel that is favoured in the next turn (rules 2.4, 2.5).
    fn favoured(&self) -> Option<u32> {
        let Rebellion { rebel, turn } = self.rebellion?;
        let next = u64::from(self.turns_played) + 1;
        let cools = next < u64::from(turn) + u64::from(self.rules.cooldown_turns);
        (cools && self.seats.size[rebel.index()] > 0).then_some(rebel.0)
    }

    /// Who rebels in this turn, if anybody does (rules 1.2, 2.2).
    fn rebel(&mut self, favoured: Option<u32>) -> Option<u32> {
        let dead = self.seats.owner.len() as u32 - self.alive;
        let possible = dead > 0 && self.turns_played >= self.rules.grace_turns && favoured.is_none();
        let happens = possible && self.dice.chance(&self.rebellion_odds);
        happens.then(|| self.dead.nth(self.dice.below(u64::from(dead)) as u32))
    }

    fn attack(&mut self, favoured: Option<u32>) -> Stroke {
        let actor = match favoured {
            Some(rebel) if self.dice.chance(&self.rebel_attack_odds) => rebel,
            Some(rebel) => self.draw_owner(Some(rebel)),
            None => self.draw_owner(None),
        };
        let largest = self.seats.size[actor as usize] < self.rules.small_faction;
        self.find_targets(actor, largest);
        let target = match *self.left {
            [target] => target,
            _ => {
                self.left.sort_unstable();
                self.left[self.dice.below(self.left.len() as u64) as usize]
            }
        };
        Stroke { rebels: false, actor, target, loser: self.owner(target) }
    }

    /// What the first four filters leave of the attacker's targets (rule 4).
    fn find_targets(&mut self, attacker: u32, largest: bool) {
        let Engine { front, seats, nearest, left, .. } = self;
        let lands = &self.lands[attacker as usize];
        left.clear();
        match front {
            Front::Small(bits) => bits.targets(attacker, largest, seats, (nearest, lands), left),
            Front::Large(borders) => borders.targets(attacker, largest, seats, (nearest, lands), left),
        }
    }

    /// Draws territories until the owner is somebody else (rule 6.4).
    fn draw_owner(&mut self, other_than: Option<u32>) -> u32 {
        loop {
            let t = self.dice.roll(&self.territory) as u32;
            let owner = self.owner(t);
            if Some(owner) != other_than {
                return owner;
            }
        }
    }

    fn apply(&mut self, Stroke { rebels, actor, target, loser }: Stroke) {
        self.turns_played += 1;
        match &mut self.front {
            Front::Small(bits) => bits.hand_over(target, loser, actor),
            Front::Large(borders) => borders.hand_over(target, loser, actor, &self.seats.owner),
        }
        self.nearest.hand_over(&mut self.lands, target, loser, actor);
        let Seats { owner, size } = &mut self.seats;
        owner[target as usize] = actor;
        size[actor as usize] += 1;
        size[loser as usize] -= 1;
        if size[loser as usize] == 0 {
            self.dead.insert(loser);
            self.alive -= 1;
        }
        if rebels {
            self.rebellion = Some(Rebellion { rebel: FactionId(actor), turn: self.turns_played });
            self.dead.remove(actor);
            self.alive += 1;
        }
    }
}
