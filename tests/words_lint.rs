//! Each check on finished texts is shown to fail on a planted mistake, and to let the right text pass.

mod words_war;

use guerrabot::map::TerritoryId;
use guerrabot::rules::guerra::{Chronicle, Event, FactionId};
use guerrabot::words::Language;
use words_war::lint::{Names, faults};
use words_war::{grid, truth};

/// The check named must find the first text wrong, and no check the second.
const PLANTED: &[(&str, &str, &str)] = &[
    ("uncontracted", "Rea cede Empoli a il Lazio.", "Rea cede Empoli al Lazio."),
    ("uncontracted", "Rea passa da L'Aquila a Empoli.", "Rea passa dall'Aquila a Empoli."),
    ("article", "Rea cede Empoli all'Albaredo Arnaboldi.", "Rea cede Empoli ad Albaredo Arnaboldi."),
    ("article", "La Rea resta con 2 regioni.", "Rea resta con 2 regioni."),
    ("elision", "Rea cede Empoli all' Umbria.", "Rea cede Empoli all'Umbria."),
    ("elision", "La Umbria sale a 2 regioni.", "L'Umbria sale a 2 regioni."),
    ("elision", "L’Umbria sale a 2 regioni.", "L'Umbria sale a 2 regioni."),
    ("euphony", "Rea cede Empoli a Albaredo Arnaboldi.", "Rea cede Empoli ad Albaredo Arnaboldi."),
    ("euphony", "Rea cede Empoli ad Oliva Gessi.", "Rea cede Empoli a Oliva Gessi."),
    ("1 of many", "Rea resta con 1 regioni.", "Rea resta con 1 regione."),
    ("many of one", "Rea resta con 21 regione.", "Rea resta con 21 regioni."),
    ("verb of a count", "Restano 1 fazione.", "Resta 1 fazione."),
    ("agreement", "Le Marche conquista Rea.", "Le Marche conquistano Rea."),
    ("agreement", "Rea, che era di Empoli. Colli Verdi conquistano Rea.", "Colli Verdi conquista Rea."),
    ("gender", "Rea, eliminata, saluta.", "Rea esce dalla guerra."),
    ("spacing", "Rea  conquista Empoli.", "Rea conquista Empoli."),
    ("stop", "Rea conquista Empoli", "Rea conquista Empoli."),
    ("spacing", "Rea conquista Empoli..", "Rea conquista Empoli."),
    ("lower case", "Rea conquista Empoli. rea sale.", "Rea conquista Empoli. Rea sale."),
    ("left-over", "Rea conquista {{ T }}.", "Rea conquista S. Maria."),
    ("left-over", "Rea conquista undefined.", "Rea conquista Empoli."),
    ("auto-link", "Rea conquista Empoli.Rea sale.", "Rea conquista Empoli. Rea sale."),
    ("shouting", "Rea conquista Empoli!", "Rea conquista Empoli."),
    ("shouting", "REA conquista Empoli.", "Rea conquista Empoli."),
    ("forbidden", "Rea fa strage a Empoli.", "Rea conquista Empoli."),
    ("hash", "Rea #conquista Empoli.\n\nTurno 3 · #Italia", "Rea conquista Empoli.\n\nTurno 3 · #Italia"),
    ("repeated word", "Rea conquista conquista Empoli.", "Rea conquista Empoli."),
    (
        "repeated sentence",
        "Rea sale a 2 regioni. Rea sale a 2 regioni. E fine.",
        "Rea sale a 2 regioni. E fine.",
    ),
    ("itself", "Rea conquista Rea.", "Rea conquista Empoli."),
    ("leak", "Rea takes Empoli from the Lazio.", "Rea prende Empoli al Lazio."),
];

#[test]
fn every_check_finds_its_mistake_and_nothing_else() {
    let names = Names::of(&grid::regions());
    for (check, wrong, right) in PLANTED {
        let found = faults(wrong, Language::Italian, &names);
        assert!(found.iter().any(|fault| fault.starts_with(check)), "{check} not in {found:?}: {wrong}");
        assert_eq!(faults(right, Language::Italian, &names), Vec::<String>::new(), "{right}");
    }
}

#[test]
fn czech_counts_and_leaks_are_found() {
    let names = Names::of(&grid::regions());
    let czech = |text: &str| faults(text, Language::Czech, &names).join("; ");
    for wrong in ["Frakci Rea zbývají 5 obcí.", "Frakci Rea zbývá 3 obce.", "Rea: 3 obcí.", "Rea: 22 obce."]
    {
        assert!(czech(wrong).contains("Czech counts"), "{wrong}");
    }
    for right in ["Frakci Rea zbývá 5 obcí.", "Frakci Rea zbývají 3 obce.", "Rea: 22 obcí.", "Rea: 1 obec."]
    {
        assert_eq!(czech(right), "", "{right}");
    }
    assert!(faults("Rea prende Empoli dalla guerra.", Language::English, &names)[0].starts_with("leak"));
}

#[test]
fn untrue_numbers_and_omissions_are_found() {
    let map = grid::regions();
    let mut chronicle = Chronicle::new(map.len());
    let event = Event::Attack { attacker: FactionId(28), target: TerritoryId(9), loser: FactionId(9) };
    chronicle.push(event);
    let board = chronicle.board(1);
    let lies = |text: &str| truth::lies(text, &map, &board);
    assert_eq!(lies("Rea conquista Empoli. Rea sale a 2 regioni. Restano 29 fazioni."), Vec::<String>::new());
    assert!(lies("Rea sale a 3 regioni.")[0].contains("Rea"));
    assert!(lies("Restano 30 fazioni.")[0].contains("alive"));
    assert!(lies("Rea sale a 2 regioni.\n\n1. Rea 3, 2. altre 28 a 1\nTurno 1")[0].contains("standing"));
    let omitted = |text: &str| truth::omissions(text, &map, &board, event);
    assert_eq!(omitted("Rea conquista Empoli. Empoli esce dalla guerra."), Vec::<String>::new());
    assert!(omitted("Rea conquista Empoli.")[0].contains("exit"));
    assert!(omitted("Empoli esce dalla guerra.")[0].contains("actor"));
    assert!(omitted("Rea conquista Rea. Tutto esce dalla guerra.")[0].contains("target"));
    assert!(omitted("Rea ha metà della mappa. Empoli esce dalla guerra.")[0].contains("half"));
}
