use super::super::caption::{ALWAYS, Caption, Clause, Section};
use super::super::language::Language;
use super::facts::GameSubject;
use super::phrases::Tongue;

/// Sentences with keep-priorities, the standing, the marker and the tags.
pub(super) fn of(language: Language, s: &GameSubject) -> Caption {
    let tongue = Tongue(language);
    let sentences = match s.tick {
        0 => opening(tongue, s),
        _ if s.is_over() => end(tongue, s),
        _ => tick(tongue, s),
    };
    let clause = |section, (keep, text)| Clause { section, keep, text };
    let mut clauses: Vec<Clause> =
        sentences.into_iter().map(|said| clause(Section::Sentences, said)).collect();
    if s.tick > 0 {
        clauses.extend(standing(tongue, s).into_iter().map(|entry| clause(Section::Standing, entry)));
    }
    clauses.push(clause(Section::Footer, (ALWAYS, language.game_marker(s.tick, s.ticks))));
    let tags = s.tags().join(" ");
    clauses.extend((!tags.is_empty()).then(|| clause(Section::Footer, (50, tags))));
    Caption { clauses, short: None }
}

type Said = (u8, String);

fn opening(tongue: Tongue, s: &GameSubject) -> Vec<Said> {
    vec![
        (ALWAYS, tongue.opening(s)),
        (80, tongue.lineup(s)),
        (60, tongue.how().to_string()),
        (70, tongue.start(s)),
    ]
}

fn tick(tongue: Tongue, s: &GameSubject) -> Vec<Said> {
    let mut said = vec![(ALWAYS, format!("{}.", tongue.leads(s)))];
    said.extend(tongue.margin(s).map(|text| (70, text)));
    if let Some(clash) = &s.clash {
        let [battle, outcome] = tongue.clash(s, clash);
        // What came of a battle says nothing without it.
        said.extend([(62, battle), (61, outcome)]);
    }
    said.extend(tongue.land(s).map(|text| (55, text)));
    said
}

fn end(tongue: Tongue, s: &GameSubject) -> Vec<Said> {
    let mut said = vec![(90, tongue.game_over(s)), (ALWAYS, format!("{}.", tongue.wins(s)))];
    said.extend(tongue.margin(s).map(|text| (70, text)));
    said.extend(tongue.most_land(s).map(|text| (60, text)));
    said.push((30, tongue.battles(s)));
    said
}

/// The first five; the first three stay longer.
fn standing(tongue: Tongue, s: &GameSubject) -> Vec<Said> {
    let entry = |(i, p): (usize, &super::Player)| {
        let keep = if i < 3 { 40 - i as u8 } else { 15 - i as u8 };
        (keep, format!("{}. {} {}", p.rank, tongue.name(p), tongue.0.digits(p.score)))
    };
    s.players.iter().take(5).enumerate().map(entry).collect()
}
