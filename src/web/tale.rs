use super::season::Season;
use crate::rules::guerra::{Board, Event, FactionId, Taken};
use crate::words::{Fact, Language};

/// A turn in the picture's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub turn: u32,
    pub sentence: String,
    pub detail: String,
    /// Who went out of the war.
    pub out: Option<FactionId>,
}

/// The last turns so far, at most so many, from the models that the page's script fills in the same way.
pub fn tales(season: &Season, language: Language, most: usize) -> Vec<Told> {
    let skipped = (season.turns() as usize).saturating_sub(most) as u32;
    let mut told = Vec::with_capacity(most.min(season.turns() as usize));
    season.chronicle.walk(|turn, taken, board| {
        if turn > skipped {
            told.push(tell(season, language, turn, taken, board));
        }
    });
    told
}

fn tell(season: &Season, language: Language, turn: u32, taken: Taken, after: &Board) -> Told {
    let (actor, target, loser) = (taken.event.actor(), taken.event.target(), taken.event.loser());
    let form = |place: usize, held: u32| Fact::Name(&season.forms[place], held);
    let facts = [
        ("A", form(actor.index(), after.holdings(actor))),
        ("T", form(target.index(), 0)),
        ("L", form(loser.index(), after.holdings(loser))),
    ];
    let kind = kind(taken);
    let model = season.models.iter().find(|model| model.kind == kind);
    let (sentence, detail) = model.map_or_else(Default::default, |model| {
        let sentence = std::slice::from_ref(&model.sentence);
        (language.tell(sentence, &facts), language.tell(&model.detail, &facts))
    });
    Told { turn, sentence, detail, out: taken.eliminated.then_some(loser) }
}

/// The kind's key in the templates file.
fn kind(taken: Taken) -> &'static str {
    let (event, last) = (taken.event, taken.eliminated);
    let (home, own) = (event.loser().home() == event.target(), event.actor().home() == event.target());
    let rebels = matches!(event, Event::Rebellion { .. });
    match (taken.over, rebels, own, home, last) {
        (true, ..) => "victory",
        (_, true, _, _, true) => "rebellion_last",
        (_, true, ..) => "rebellion",
        (_, _, true, _, true) => "reconquest_last",
        (_, _, true, ..) => "reconquest",
        (_, _, _, true, true) => "attack_only",
        (_, _, _, true, _) => "attack_home",
        (.., true) => "attack_last",
        _ => "attack",
    }
}
