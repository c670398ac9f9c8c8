use super::event::Event;
use super::settings::Rules;
use super::state::State;
use super::target::{Stage, Targets, targets};
use crate::map::Map;

/// Why a turn went as it did, computed on demand from the state before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    Attack {
        /// The attacker was favoured as a fresh rebel; so many turns of its cooldown were left, this one included.
        boost_left: Option<u32>,
        targets: Targets,
        /// The last stage that took targets away, the drawn one being among those it left.
        decided_by: Stage,
    },
    Rebellion {
        /// Among so many dead factions the rebel was drawn.
        dead: u32,
    },
}

/// Explains an event of the turn after `before`.
pub fn explain(map: &Map, rules: &Rules, before: &State, event: Event) -> Reason {
    match event {
        Event::Rebellion { .. } => Reason::Rebellion { dead: before.dead_count() },
        Event::Attack { attacker, .. } => {
            let targets = targets(map, rules, before, attacker);
            let decided_by = (1..Stage::ALL.len())
                .rev()
                .find(|i| targets.after[*i] < targets.after[i - 1])
                .map_or(Stage::Borders, |i| Stage::ALL[i]);
            let boost = before.favoured(rules).filter(|r| r.rebel == attacker);
            let boost_left =
                boost.map(|r| rules.cooldown_turns.saturating_sub(1) - (before.turns_played() - r.turn));
            Reason::Attack { boost_left, targets, decided_by }
        }
    }
}
