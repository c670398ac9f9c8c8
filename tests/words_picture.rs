//! The picture's lines and its description, word by word, at the turns of the reference pictures.

mod words_war;

use guerrabot::schedule::Schedule;
use guerrabot::words::*;
use words_war::War;

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
fn rebellions_and_ends_are_described_by_what_is_drawn() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    assert_eq!(
        war.with_subject(150, |s| words.alt(s, true)),
        "Mappa dell'Oltrepò Pavese, turno 150. Cigognola si ribella a Pietra de' Giorgi e torna in guerra da casa sua, \
         a nord-est della mappa: un territorio tratteggiato, contornato in rosso e circondato da raggi. \
         Pietra de' Giorgi resta con 3 comuni. Un riquadro mostra il punto da vicino. Classifica: 1. Rocca de' Giorgi 12, \
         2. Castana 8, 3. Portalbera 7 e Redavalle 7, 5. Brallo di Pregola 6 e Torrazza Coste 6. \
         Pietra de' Giorgi è in posizione 8 con 3 comuni. Cigognola è in posizione 15 con 1 comune. \
         Restano in gara 19 fazioni su 75, 56 sono fuori. Lunedì 7 dicembre 2026, ore 15."
    );
    let end = war.with_subject(550, |s| words.alt(s, false));
    assert!(end.contains("Portalbera vince la guerra: tutta la mappa è di un solo colore."), "{end}");
    assert!(!end.contains("riquadro") && end.ends_with("Giovedì 24 dicembre 2026, ore 7."), "{end}");
}

#[test]
fn the_legend_and_the_heads_follow_the_turn() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    let lines = |turn| war.with_subject(turn, |s| words.lines(s));
    assert_eq!(lines(149).legend.lines.len(), 3);
    assert_eq!(
        lines(150).legend.lines,
        ["rosso tratteggiato: chi si ribella", "linea grossa: confine tra fazioni"]
    );
    assert_eq!(lines(3).ranking.lines[0], "comuni e differenza");
    let end = lines(550);
    assert_eq!(
        (end.ranking.head.as_str(), end.ranking.lines[0].as_str()),
        ("Classifica finale", "massimo · fuori al turno")
    );
    assert_eq!((end.curve[0].as_str(), end.winner.as_str()), ("Chi è arrivato più in alto", "vince"));
    assert!(lines(149).numbers.lines.is_empty() && lines(149).field.lines.is_empty());
}

#[test]
fn the_pace_is_said_if_it_is_even() {
    let (mut war, words) = (War::vector(), Words::built_in(Language::Italian));
    let mut detail = |schedule: &str| {
        let cron = || Schedule::parse_cron(schedule, chrono_tz::Europe::Rome).unwrap();
        war.schedule = Schedule::every(schedule).unwrap_or_else(|_| cron());
        war.with_subject(0, |s| words.lines(s).detail).split(". ").nth(1).unwrap_or("").to_string()
    };
    let even = ["1d", "2h", "1m", "*/30 * * * *", "2s", "0 18 * * *", "0 6,18 * * *"].map(&mut detail);
    let expected = [
        "al giorno",
        "ogni 2 ore",
        "al minuto",
        "ogni 30 minuti",
        "ogni 2 secondi",
        "al giorno",
        "ogni 12 ore",
    ];
    let uneven = ["500ms", "1500ms", "0 18 * * 1-5", "0 9-18 * * *", "0 18 1 * *"].map(&mut detail);
    assert_eq!(uneven, [""; 5]);
    assert_eq!(even, expected.map(|pace| format!("Un turno {pace}.")));
}
