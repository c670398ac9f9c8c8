use super::history::History;
use super::kind::Kind;
use super::moment::Moment;
use super::subject::Subject;
use crate::rules::guerra::{Event, FactionId, Reason, Rebellion, State, explain};

/// Why the turn went as it did, in one clause's facts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Why {
    pub kind: Kind,
    /// Conquests to go, turns of cooldown left, targets or rebels that were drawn among: what the kind counts.
    pub count: u32,
}

/// A rule is recalled in one turn of three while it is new, later in one of nine; a way home always, a rebel's haste at
/// its first conquest.
const RECALL_EVERY: [u32; 2] = [3, 9];
/// Who follows the war has read the rules by then.
const NEW: u32 = 60;

impl Why {
    /// The reason worth giving, if there is one this turn.
    pub fn of(subject: &Subject, history: &History, moment: &Moment) -> Option<Why> {
        let event = moment.event?;
        let before = before(subject, history, moment, event)?;
        reason(subject, &before, event, moment.streak)
    }

    /// The turns before this one that had the same reason, ascending; none on a map where looking takes too long.
    pub fn told(&self, subject: &Subject) -> Option<Vec<u32>> {
        if subject.map.len() > COUNTABLE {
            return None;
        }
        let (mut state, mut streak, mut told) = (State::start(subject.map), 0, Vec::new());
        for event in subject.chronicle.events().iter().take(subject.turn.saturating_sub(1) as usize) {
            let rebel = state.rebellion().map(|rebellion| rebellion.rebel);
            streak = match event {
                Event::Rebellion { .. } => 0,
                Event::Attack { attacker, .. } => streak + u32::from(rebel == Some(*attacker)),
            };
            if self.may_hold(&state, *event, streak)
                && reason(subject, &state, *event, streak).is_some_and(|why| why.kind == self.kind)
            {
                told.push(state.turns_played() + 1);
            }
            state.replay(subject.map, *event).ok()?;
        }
        Some(told)
    }

    /// What can be seen without a look at the borders.
    fn may_hold(&self, before: &State, event: Event, streak: u32) -> bool {
        let at_home = before.owner(event.actor().home()) == event.actor();
        match (self.kind, event) {
            (Kind::WhyRebellion, Event::Rebellion { .. }) => true,
            (_, Event::Rebellion { .. }) | (Kind::WhyRebellion, _) => false,
            (Kind::WhyBoost, _) => streak == 1,
            (Kind::WhyHome, _) => !at_home,
            _ => at_home && is_recalled(before.turns_played() + 1),
        }
    }
}

/// A larger map has longer wars and longer borders: a second and more for a caption.
const COUNTABLE: usize = 200;

fn is_recalled(turn: u32) -> bool {
    turn.is_multiple_of(RECALL_EVERY[usize::from(turn > NEW)])
}

/// Why the turn after `before` went as it did; `streak` counts the last rebel's conquests, this one included.
fn reason(subject: &Subject, before: &State, event: Event, streak: u32) -> Option<Why> {
    let why = |kind, count| Some(Why { kind, count });
    match explain(subject.map, subject.rules, before, event) {
        Reason::Rebellion { dead } if dead > 1 => why(Kind::WhyRebellion, dead),
        Reason::Rebellion { .. } => None,
        Reason::Attack { boost_left, targets, .. } => {
            let [borders, homewards, sized, near] = targets.after;
            let small = before.holdings(event.actor()) < subject.rules.small_faction as usize;
            match (boost_left, targets.hops_home) {
                (Some(left), _) if left >= 2 && streak == 1 => why(Kind::WhyBoost, left - 1),
                (None, Some(hops)) if hops >= 2 => why(Kind::WhyHome, hops - 1),
                (Some(_), _) | (_, Some(_)) => None,
                _ if !is_recalled(before.turns_played() + 1) => None,
                _ if borders == 1 => why(Kind::WhyOnly, 1),
                _ if sized < homewards && small => why(Kind::WhySmall, 0),
                _ if sized < homewards => why(Kind::WhyBig, 0),
                _ if near < sized && near == 1 => why(Kind::WhyNear, 0),
                _ => None,
            }
        }
    }
}

/// The state before the turn, from the owners after it.
fn before(subject: &Subject, history: &History, moment: &Moment, event: Event) -> Option<State> {
    let mut owners: Vec<FactionId> = history.owners().to_vec();
    owners[event.target().index()] = event.loser();
    let turns = moment.turn - 1;
    let rebellion = match event {
        // A rebellion's reason does not depend on the one before.
        Event::Rebellion { .. } => None,
        Event::Attack { .. } => history.rebellion().filter(|r: &Rebellion| r.turn <= turns),
    };
    State::from_parts(subject.map, turns, owners, rebellion).ok()
}
