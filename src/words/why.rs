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
        let recalled = moment.turn.is_multiple_of(RECALL_EVERY[usize::from(moment.turn > NEW)]);
        let before = before(subject, history, moment, event)?;
        let why = |kind, count| Some(Why { kind, count });
        match explain(subject.map, subject.rules, &before, event) {
            Reason::Rebellion { dead } if dead > 1 => why(Kind::WhyRebellion, dead),
            Reason::Rebellion { .. } => None,
            Reason::Attack { boost_left, targets, .. } => {
                let [borders, homewards, sized, near] = targets.after;
                let small = before.holdings(event.actor()) < subject.rules.small_faction as usize;
                match (boost_left, targets.hops_home) {
                    (Some(left), _) if left >= 2 && moment.streak == 1 => why(Kind::WhyBoost, left - 1),
                    (None, Some(hops)) if hops >= 2 => why(Kind::WhyHome, hops - 1),
                    (Some(_), _) | (_, Some(_)) => None,
                    _ if !recalled => None,
                    _ if borders == 1 => why(Kind::WhyOnly, 1),
                    _ if sized < homewards && small => why(Kind::WhySmall, 0),
                    _ if sized < homewards => why(Kind::WhyBig, 0),
                    _ if near < sized && near == 1 => why(Kind::WhyNear, 0),
                    _ => None,
                }
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
