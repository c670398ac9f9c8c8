//! Captions, alt texts and picture lines over whole wars.

mod words_war;

use guerrabot::rules::guerra::Event;
use guerrabot::words::*;
use words_war::War;
use words_war::lint::{Names, faults};

/// The networks' limits, the narrowest first.
fn limits() -> [Limit; 5] {
    let bluesky = Limit { max_bytes: Some(3000), ..Limit::of(Ruler::Graphemes, 300) };
    let of = Limit::of;
    [
        of(Ruler::Weighted, 280),
        bluesky,
        of(Ruler::Characters, 500),
        of(Ruler::Utf16, 1024),
        of(Ruler::Characters, 2000),
    ]
}

/// Every text of every turn: captions at all limits, alt texts, and the picture's sentences.
fn for_each_turn(war: &War, words: &Words, mut visit: impl FnMut(u32, &Subject, &Caption)) {
    for turn in 0..=war.turns() {
        war.with_subject(turn, |subject| visit(turn, subject, &words.caption(subject)));
    }
}

#[test]
fn every_text_of_the_war_is_clean() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    let names = Names::of(&war.map);
    let mut bad = Vec::new();
    for_each_turn(&war, &words, |turn, subject, caption| {
        let lines = words.lines(subject);
        let sentence: Vec<&str> = lines.sentence.iter().map(|part| part.text.as_str()).collect();
        let mut texts = vec![words.alt(subject, true), lines.detail, format!("{}.", sentence.join(" "))];
        texts.extend(limits().iter().map(|limit| caption.fit(limit).unwrap()));
        texts.dedup();
        for text in texts {
            bad.extend(
                faults(&text, Language::Italian, &names)
                    .into_iter()
                    .map(|f| format!("{turn}: {f}\n  {text}")),
            );
        }
        assert_eq!(caption.faults(), []);
    });
    assert!(bad.is_empty(), "{} faults\n{}", bad.len(), bad[..bad.len().min(20)].join("\n"));
}

#[test]
fn the_marker_begins_exactly_one_line_and_tags_end_the_text() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    for_each_turn(&war, &words, |turn, _, caption| {
        for text in limits().iter().map(|limit| caption.fit(limit).unwrap()) {
            let marker = Language::Italian.marker(turn);
            assert_eq!(text.lines().filter(|l| l.starts_with("Turno ")).count(), 1, "{text}");
            assert!(Language::Italian.is_marked(&text, turn), "{text}");
            assert!(text.lines().last().unwrap().starts_with(&marker), "{text}");
            assert!(text.ends_with("#OltrepòPavese #GuerraBot"), "{text}");
        }
    });
}

#[test]
fn a_longer_limit_never_shows_less() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    for_each_turn(&war, &words, |_, _, caption| {
        let texts: Vec<String> = limits().iter().map(|limit| caption.fit(limit).unwrap()).collect();
        assert!(texts.windows(2).all(|w| w[0].len() <= w[1].len()));
        assert_eq!(texts[4], caption.whole());
        let mut last = String::new();
        for max in (60..600).step_by(20) {
            let text = caption.fit(&Limit::of(Ruler::Characters, max)).unwrap_or_default();
            assert!(text.chars().count() <= max && text.len() >= last.len());
            last = text;
        }
    });
}

/// What the Italian templates say when a faction goes out, and never else.
const EXITS: [&str; 14] = [
    "esce dalla guerra",
    "finisce qui",
    "finisce presto",
    "finisce dopo",
    "finisce anche",
    "finiscono qui",
    "saluta la compagnia",
    "salvo ripensamenti",
    "lascia la guerra",
    "mette via le bandiere",
    "esce di",
    "guarda.",
    "esce: la porta",
    "ne esce dalla stessa porta",
];

#[test]
fn the_actors_are_named_and_the_exit_is_told_exactly_when_it_happens() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    for_each_turn(&war, &words, |turn, subject, caption| {
        let Some(event) = war.chronicle.event(turn) else { return };
        let board = war.chronicle.board(turn);
        let name = |t| war.map.territory(t).name.as_str();
        let sentences = caption.whole();
        let sentences = sentences.split("\n\n").next().unwrap();
        assert!(sentences.contains(name(event.actor().home())), "{turn} {sentences}");
        if board.alive() > 1 {
            let target = event.target() == event.actor().home() || sentences.contains(name(event.target()));
            assert!(target && sentences.contains(name(event.loser().home())), "{turn} {sentences}");
            let told = EXITS.iter().any(|words| sentences.contains(words));
            assert_eq!(told, board.holdings(event.loser()) == 0, "{turn} {sentences}");
        }
        let half = sentences.to_lowercase().contains("metà della mappa");
        assert!(!half || 2 * board.holdings(event.actor()) > war.map.len() as u32, "{turn} {sentences}");
        assert!(!sentences.contains("scende a 0") && !sentences.contains("con 0"), "{turn} {sentences}");
        let rebels = matches!(event, Event::Rebellion { .. });
        assert_eq!(words.alt(subject, true).contains("si ribella"), rebels, "{turn}");
    });
}

#[test]
fn the_opening_shows_the_commitment_and_the_end_the_secret() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    let hex_lines = |text: &str| -> Vec<String> {
        let hex = |l: &&str| l.len() == 64 && l.chars().all(|c| c.is_ascii_hexdigit());
        text.lines().filter(hex).map(String::from).collect()
    };
    for_each_turn(&war, &words, |turn, subject, caption| {
        let expected = match turn {
            0 => vec![hex::encode(subject.commitment)],
            550 => vec![hex::encode(war.secret)],
            _ => vec![],
        };
        for limit in limits() {
            assert_eq!(hex_lines(&caption.fit(&limit).unwrap()), expected, "{turn}");
        }
    });
}

#[test]
fn the_same_turn_has_the_same_words_whatever_comes_later() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    for turn in [0, 1, 60, 149, 150, 300] {
        let whole = war.with_subject(turn, |s| words.caption(s).whole());
        let cut = war.until(turn);
        assert_eq!(cut.with_subject(turn, |s| Words::built_in(Language::Italian).caption(s).whole()), whole);
    }
}

#[test]
fn alt_texts_tell_the_news_within_1000_characters() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    let alt = war.with_subject(149, |s| words.alt(s, true));
    assert_eq!(
        alt,
        "Mappa dell'Oltrepò Pavese, turno 149. Portalbera conquista Montù Beccaria, che era di Pietra de' Giorgi. \
         Una freccia parte dal territorio di Portalbera, contornato in blu, e arriva a Montù Beccaria, con tratteggio \
         e contorno rosso, a nord-est della mappa. Portalbera sale a 7 comuni, Pietra de' Giorgi scende a 4. \
         Un riquadro mostra il punto da vicino. Classifica: 1. Rocca de' Giorgi 12, 2. Castana 8, 3. Portalbera 7 e \
         Redavalle 7, 5. Brallo di Pregola 6 e Torrazza Coste 6. Pietra de' Giorgi è in posizione 8 con 4 comuni. \
         Restano in gara 18 fazioni su 75, 57 sono fuori. Lunedì 7 dicembre 2026, ore 14."
    );
    for_each_turn(&war, &words, |turn, subject, _| {
        let alt = words.alt(subject, true);
        assert!(alt.chars().count() <= 1000 && alt.ends_with('.'), "{turn}: {alt}");
    });
}

#[test]
fn the_picture_has_its_lines() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    let sentence = |lines: &Lines| -> Vec<(Option<Chip>, String)> {
        lines.sentence.iter().map(|part| (part.chip, part.text.clone())).collect()
    };
    war.with_subject(149, |s| {
        let lines = words.lines(s);
        let expected =
            [(Some(Chip::Attacker), "Portalbera conquista"), (Some(Chip::Target), "Montù Beccaria")];
        assert_eq!(sentence(&lines), expected.map(|(chip, text)| (chip, text.to_string())));
        assert_eq!(lines.kicker, "Guerra dell'Oltrepò Pavese");
        assert_eq!(lines.date, "lunedì 7 dicembre 2026, ore 14");
        assert_eq!(lines.turn, "Turno 149");
        assert_eq!(
            lines.detail,
            "Montù Beccaria era di Pietra de' Giorgi, che scende a 4 comuni. Portalbera sale a 7 comuni."
        );
        assert_eq!((lines.in_play.as_str(), lines.out.as_str()), ("18 fazioni in gara", "57 già fuori"));
        assert_eq!(lines.ranking.lines[0], "comuni e differenza in 10 turni");
    });
    war.with_subject(150, |s| {
        let lines = words.lines(s);
        let expected = (Some(Chip::Rebel), "Cigognola si ribella a Pietra de' Giorgi".to_string());
        assert_eq!(sentence(&lines), [expected]);
        assert_eq!(
            lines.detail,
            "Pietra de' Giorgi resta con 3 comuni. Cigognola torna in guerra con il suo comune."
        );
    });
    war.with_subject(0, |s| {
        let lines = words.lines(s);
        assert_eq!(sentence(&lines), [(None, "75 comuni, un solo vincitore".to_string())]);
        assert_eq!(lines.detail, "Si comincia martedì 1º dicembre 2026, ore 10. Un turno ogni ora.");
        assert_eq!(lines.field.lines[3], "Un solo vicino: Brallo di Pregola");
        assert_eq!(words.ranking_rest(s, 73), "e altre 73 con un solo comune");
        assert_eq!(words.ranking_rest(s, 1), "e un'altra con un solo comune");
    });
    war.with_subject(550, |s| {
        let lines = words.lines(s);
        assert_eq!(sentence(&lines), [(Some(Chip::Winner), "Portalbera vince la guerra".to_string())]);
        assert_eq!(
            lines.detail,
            "Con Brallo di Pregola prende l'ultimo comune che mancava: adesso sono suoi tutti e 75."
        );
        let numbers = [
            "550 turni in 23 giorni",
            "518 conquiste, 32 ribellioni",
            "Pietra de' Giorgi passa di mano 18 volte",
            "Ultima ribellione: turno 512",
        ];
        assert_eq!(lines.numbers.lines, numbers);
    });
}

#[test]
#[ignore = "prints a sample to read"]
fn print() {
    let war = War::vector();
    let words = Words::built_in(Language::Italian);
    let number =
        |key: &str, default: u32| std::env::var(key).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    for turn in (number("FROM", 0)..=war.turns()).step_by(number("STEP", 1) as usize) {
        war.with_subject(turn, |s| println!("{}\n[alt] {}\n", words.caption(s).whole(), words.alt(s, true)));
    }
}
