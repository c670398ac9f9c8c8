use super::super::Words;
use super::super::caption::{ALWAYS, Caption, Clause, Section, tags};
use super::super::kind::Kind;
use super::facts::Teller;
use super::subject::{GameSubject, Player};

/// Keep-priorities by place: what the post is about, and more on it.
const OPENING: [u8; 4] = [ALWAYS, 80, 70, 60];
const FRONT: [u8; 2] = [ALWAYS, 70];
const END: [u8; 4] = [ALWAYS, 70, 60, 30];
/// What came of a battle says nothing without it.
const CLASH: [u8; 2] = [62, 61];
const LAND: [u8; 1] = [55];

/// Sentences with keep-priorities, the standing, the marker and the tags.
pub(super) fn of(words: &Words, s: &GameSubject) -> Caption {
    let teller = Teller { words, s };
    let mut clauses = Vec::new();
    let mut say = |kind: Kind, keep: &[u8]| {
        let texts = teller.caption(kind).into_iter().zip(keep).filter(|(text, _)| !text.is_empty());
        clauses.extend(texts.map(|(text, keep)| Clause { section: Section::Sentences, keep: *keep, text }));
    };
    let what = s.what();
    match what {
        Kind::GameOpening => say(what, &OPENING),
        Kind::GameEnd | Kind::GameEndLevel => say(what, &END),
        _ => {
            say(what, &FRONT);
            s.fight().into_iter().for_each(|fight| say(fight, &CLASH));
            (s.taken > 0).then(|| say(Kind::GameLand, &LAND));
        }
    }
    if s.tick > 0 {
        clauses.extend(standing(&teller));
    }
    let marker = words.language.game_marker(s.tick, s.ticks);
    clauses.push(Clause { section: Section::Footer, keep: ALWAYS, text: marker });
    clauses.extend(tags(s.hashtags));
    Caption { clauses, short: None }
}

/// The first five; the first three stay longer.
fn standing(teller: &Teller) -> Vec<Clause> {
    let entry = |(i, p): (usize, &Player)| {
        let keep = if i < 3 { 40 - i as u8 } else { 15 - i as u8 };
        let text = format!("{}. {} {}", p.rank, teller.name(p), teller.words.language.digits(p.score));
        Clause { section: Section::Standing, keep, text }
    };
    teller.s.players.iter().take(5).enumerate().map(entry).collect()
}
