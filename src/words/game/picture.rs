use super::super::caption::capitalised;
use super::super::date;
use super::super::language::Language::{self, Czech, English, Italian};
use super::facts::GameSubject;
use super::phrases::{Tongue, Unit};

/// Every text of a game's picture, finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLines {
    pub kicker: String,
    pub date: String,
    /// `Turno 40 / 200`.
    pub tick: String,
    pub sentence: String,
    pub detail: String,
    pub ranking_head: String,
    /// What the ranking's columns are: points, fields, soldiers.
    pub columns: [String; 3],
    /// In place of the teams that have no row; `{n}` of them.
    pub rest: Vec<String>,
    pub curve_head: String,
    /// Soldiers, battle, hill, protected square.
    pub legend: [String; 4],
    /// The teams' names, in the order of the players.
    pub names: Vec<String>,
}

pub(super) fn lines(language: Language, s: &GameSubject) -> GameLines {
    let tongue = Tongue(language);
    let clash = s.clash.as_ref().map(|clash| tongue.clash(s, clash));
    let (sentence, detail) = match s.tick {
        0 => (tongue.opening(s).trim_end_matches('.').to_string(), tongue.how().to_string()),
        _ if s.is_over() => (tongue.wins(s), tongue.most_land(s).unwrap_or_default()),
        _ => (
            tongue.leads(s),
            [clash.map(|c| c.join(" ")), tongue.land(s)].into_iter().flatten().next().unwrap_or_default(),
        ),
    };
    let head = |it: &str, en: &str, cs: &str| {
        match language {
            Italian => it,
            English => en,
            Czech => cs,
        }
        .to_string()
    };
    let rest = |n: usize| match language {
        Italian => format!("e altre {n} squadre"),
        English => format!("and {n} more teams"),
        Czech => format!("další týmy: {n}"),
    };
    GameLines {
        kicker: s.name.to_string(),
        date: date::spoken(language, &s.at),
        tick: format!("{} / {}", language.game_word(s.tick), s.ticks),
        sentence: capitalised(&sentence),
        detail,
        ranking_head: head("Classifica", "Ranking", "Pořadí"),
        columns: [
            head("punti", "points", "body"),
            head("campi", "fields", "pole"),
            head("soldati", "soldiers", "vojáci"),
        ],
        rest: (0..=s.players.len()).map(rest).collect(),
        curve_head: head("Punti, turno per turno", "Points, tick by tick", "Body takt po taktu"),
        legend: [
            head("soldati", "soldiers", "vojáci"),
            head("battaglia", "battle", "bitva"),
            head("collina", "hill", "kopec"),
            head("casa protetta", "protected home", "chráněný domov"),
        ],
        names: s.players.iter().map(|p| p.name.clone().unwrap_or_else(|| tongue.name(p))).collect(),
    }
}

/// The most of an alt text, in characters.
const MOST: usize = 1000;

/// Sentence by sentence, as many as there is room for.
pub(super) fn alt(language: Language, s: &GameSubject) -> String {
    let tongue = Tongue(language);
    let (w, h, tick, ticks) = (s.width, s.height, s.tick, s.ticks);
    let mut said = vec![match language {
        Italian => format!("Tabellone di {w} per {h} campi, turno {tick} di {ticks}."),
        English => format!("Board of {w} by {h} fields, tick {tick} of {ticks}."),
        Czech => format!("Hrací plán {w} krát {h}, takt {tick} z {ticks}."),
    }];
    said.push(
        match language {
            Italian => "I campi delle squadre sono distinti da colore e lettera; le colline sono grigie, le case hanno un bordo doppio, i dischi contano i soldati.",
            English => "The teams' fields differ by colour and letter; hills are grey, homes have a double border, discs count soldiers.",
            Czech => "Pole týmů rozlišuje barva a písmeno; kopce jsou šedé, domovy mají dvojitý okraj, kolečka počítají vojáky.",
        }
        .to_string(),
    );
    match tick {
        0 => said.extend([tongue.lineup(s), tongue.start(s)]),
        _ => {
            said.push(format!("{}.", if s.is_over() { tongue.wins(s) } else { tongue.leads(s) }));
            said.push(ranking(tongue, s));
            said.extend(s.clash.iter().flat_map(|clash| tongue.clash(s, clash)));
            said.extend(tongue.land(s));
            said.push(format!("{}.", capitalised(&date::spoken(language, &s.at))));
        }
    }
    let mut alt = String::new();
    for sentence in said {
        let sentence = capitalised(&sentence);
        if alt.chars().count() + 1 + sentence.chars().count() <= MOST {
            alt.push_str(if alt.is_empty() { "" } else { " " });
            alt.push_str(&sentence);
        }
    }
    alt
}

fn ranking(tongue: Tongue, s: &GameSubject) -> String {
    let row = |(i, p): (usize, &super::Player)| {
        let and = tongue.list(&[tongue.count(p.score, Unit::Point), tongue.count(p.fields, Unit::Field)]);
        let numbers =
            if i == 0 { and } else { tongue.list(&[tongue.0.digits(p.score), tongue.0.digits(p.fields)]) };
        let with = match tongue.0 {
            Italian => "con ",
            English => "with ",
            Czech => "",
        };
        format!("{}. {} {with}{numbers}", p.rank, tongue.name(p))
    };
    let rows: Vec<String> = s.players.iter().take(5).enumerate().map(row).collect();
    let head = match tongue.0 {
        Italian => "Classifica",
        English => "Ranking",
        Czech => "Pořadí",
    };
    format!("{head}: {}.", rows.join(", "))
}
