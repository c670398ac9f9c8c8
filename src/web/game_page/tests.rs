//! A game's files, made from whole games in a real database.

use super::PART;
use crate::rules::dobyvatele::{Board, Orders, Plan, Rules, State, Strategy, TeamId, step};
use crate::store::{Game, NewGame, StoreError, WarState};
use crate::web::code::reading::numbers;
use crate::web::tests::{Shelf, assert_links, bundled, text};
use crate::web::{Found, Site};
use crate::words::Language;
use regex::Regex;
use serde_json::Value;
use std::sync::Arc;

const BEGUN: i64 = 1_796_115_600_000;
const NAMES: [&str; 2] =
    ["<b>Ti & \"z lesa\"</b>", "Dossi dal nome lunghissimo davvero, che non finisce mai"];

impl Shelf {
    /// A game of four built-in teams, two of which have names; gives its states before, after 1, … so many ticks.
    fn play_game(&mut self, ticks: u32, resolved: u32) -> Vec<State> {
        let plan = Plan { teams: 4, width: 14, height: 12, hills: 12, wrap: false, seed: [7; 32] };
        let board = Arc::new(Board::generate(&plan).unwrap());
        let opening = State::start(board, Rules::default(), ticks).unwrap();
        let game = Game { opening, post_every: 10, fallback: Strategy::Expand, seed: [1; 32] };
        let mut states = vec![game.opening.clone()];
        let played = self.store.transaction(|tx| {
            let war = tx.begin_game(&NewGame { name: "Prova", game: &game, begun_at: BEGUN, start: None })?;
            for (team, name) in TeamId::all().zip(NAMES) {
                tx.take_seat(war, team, name, &[26 * war as u8 + team.index() as u8; 32], BEGUN)?;
            }
            if resolved > 0 {
                tx.set_state(war, WarState::Running, None)?;
                tx.set_due(war, "every 1s", BEGUN + 1000 * i64::from(resolved + 1))?;
            }
            for tick in 1..=resolved {
                let state = states.last().unwrap();
                let strategies = [Strategy::Expand, Strategy::Random, Strategy::Swarm, Strategy::Guard];
                let teams = state.board().teams().zip(strategies);
                let orders: Orders =
                    teams.map(|(team, plays)| (team, plays.orders(state, team, &[3; 32]))).collect();
                let (next, report) = step(state, &orders).unwrap();
                tx.append_tick(war, BEGUN + 1000 * i64::from(tick), &orders, &next, &report)?;
                states.push(next);
            }
            if resolved == ticks {
                tx.set_state(war, WarState::Over, None)?;
            }
            Ok::<_, StoreError>(())
        });
        played.unwrap();
        states
    }
}

fn json(site: &Site, path: &str) -> Value {
    serde_json::from_str(&text(site, path)).unwrap()
}

/// Owners and soldiers by field, as a reader of the files has them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen(Vec<i32>, Vec<i32>);

impl Seen {
    fn of(state: &State) -> Self {
        let owners = state.owners().iter().map(|owner| owner.map_or(0, |team| team.index() as i32 + 1));
        let mut soldiers = vec![0; state.board().len()];
        state.soldiers().iter().for_each(|soldier| soldiers[soldier.field.index()] += 1);
        Seen(owners.collect(), soldiers)
    }

    fn read(data: &Value, fields: usize) -> Self {
        let mut owners = Vec::new();
        for run in numbers(data["campi"].as_str().unwrap()).chunks(2) {
            owners.extend(std::iter::repeat_n(run[0], run[1] as usize));
        }
        let (mut soldiers, mut field) = (vec![0; fields], 0);
        for step in numbers(data["soldati"].as_str().unwrap()).chunks(2) {
            field += step[0] as usize;
            soldiers[field] = step[1];
        }
        Seen(owners, soldiers)
    }

    fn change(&mut self, changes: &str) {
        let (mut numbers, mut field) = (numbers(changes).into_iter(), 0);
        while let Some(step) = numbers.next() {
            field += step as usize;
            let count = numbers.next().unwrap();
            self.1[field] = if count < 0 { -1 - count } else { count };
            if count < 0 {
                self.0[field] = numbers.next().unwrap();
            }
        }
    }
}

#[test]
fn the_files_hold_every_tick() {
    let mut shelf = Shelf::new();
    let states = shelf.play_game(60, 47);
    let site = shelf.site(Language::Italian);
    let (last, fields) = (states.last().unwrap(), states[0].board().len());
    let data = json(&site, "gioco.json");
    assert_eq!((&data["turno"], &data["turni"], &data["passo"]), (&47.into(), &60.into(), &PART.into()));
    assert_eq!(Seen::read(&data, fields), Seen::of(last));
    let (mut scores, lands) = ([0; 4], numbers(data["terre"].as_str().unwrap()));
    for (state, lands) in states[1..].iter().zip(lands.chunks(4)) {
        scores.iter_mut().zip(lands).for_each(|(score, land)| *score += *land as u64);
        let wanted: Vec<u64> = state.board().teams().map(|team| state.score(team)).collect();
        assert_eq!(scores.to_vec(), wanted);
    }
    for (number, states) in states.chunks(PART as usize).enumerate() {
        let part = json(&site, &format!("passato/{number}.json"));
        let mut seen = Seen::read(&part, fields);
        assert_eq!((&part["da"], &seen), (&(number as u32 * PART).into(), &Seen::of(&states[0])));
        for (state, tick) in states[1..].iter().zip(part["turni"].as_array().unwrap()) {
            seen.change(tick[0].as_str().unwrap());
            assert_eq!(seen, Seen::of(state), "after {} ticks", state.tick());
            assert!(tick[2].as_str().unwrap().len() > 8, "{tick}");
        }
    }
    assert_eq!(site.file("passato/3.json"), None);
    let battles: i32 = numbers(data["scontri"].as_str().unwrap()).iter().sum();
    assert!(battles > 10, "{battles}");
}

#[test]
fn no_file_holds_the_budget_or_the_seed() {
    let mut shelf = Shelf::new();
    shelf.play_game(60, 25);
    let site = shelf.site(Language::Czech);
    let seed = hex::encode([1_u8; 32]);
    let mut looked = 0;
    for path in site.paths().iter().filter(|path| !path.starts_with("app/")) {
        if let Some(Found::Asset(asset)) = site.file(path) {
            let text = String::from_utf8(asset.bytes).unwrap();
            assert!(!text.contains("budget") && !text.contains(&seed), "{path}");
            looked += 1;
        }
    }
    assert!(looked > 8);
}

#[test]
fn war_and_game_stand_side_by_side() {
    let mut shelf = Shelf::new();
    shelf.play_game(30, 30);
    shelf.play(bundled("regioni"), 30);
    shelf.play_game(60, 25);
    let site = shelf.site(Language::Italian);
    assert_links(&site);
    assert!(text(&site, "stagioni/2/").contains("guerra.json"));
    let page = text(&site, "");
    assert!(
        page.contains("gioco.json") && page.contains("stagioni/1/") && page.contains("stagioni/2/"),
        "{page}"
    );
    assert_eq!(json(&site, "stagioni/1/gioco.json")["stato"], "finita");
    for told in [0, 10, 20] {
        let picture = format!("{}{told}.png", site.figures().unwrap());
        assert!(text(&site, &format!("turno/{told}/")).contains(&picture));
    }
    for path in
        ["turno/25/", "turno/5/", "guerra.json", "mappa.json", "stagioni/2/gioco.json", "passato/x.json"]
    {
        assert_eq!(site.file(path), None, "{path}");
    }
    let same = text(&site, "stagioni/2/turno/20/");
    assert!(
        same.contains("../../../../turno/20/") && same.contains("../../../../stagioni/1/turno/20/"),
        "{same}"
    );
}

#[test]
fn names_are_shown_and_break_nothing() {
    let mut shelf = Shelf::new();
    shelf.play_game(60, 25);
    let inline = Regex::new(r#"(?i)<style|\sstyle=|\son[a-z]+="|javascript:|<script>"#).unwrap();
    for language in Language::ALL {
        let site = shelf.site(language);
        for path in ["", "turno/", "turno/10/"] {
            let page = text(&site, path);
            assert!(!page.contains("<b>Ti ") && !inline.is_match(&page), "{path}");
            assert!(!page.contains("{n}") && !page.contains("{x}") && !page.contains("{m}"), "{page}");
        }
        assert!(text(&site, "").contains("&lt;b&gt;Ti &amp; &quot;z lesa&quot;&lt;/b&gt;"));
        let data = json(&site, "gioco.json");
        assert_eq!((&data["nomi"][0], &data["liberi"]), (&NAMES[0].into(), &"CD".into()));
    }
}

#[test]
fn a_lobby_shows_who_is_there_and_what_comes() {
    let mut shelf = Shelf::new();
    shelf.play_game(60, 0);
    let mut site = shelf.site(Language::Italian);
    let data = json(&site, "gioco.json");
    assert_eq!(
        (&data["stato"], &data["turno"], &data["prossimo"]),
        (&"da cominciare".into(), &0.into(), &Value::Null)
    );
    assert!(text(&site, "").contains("Squadre al loro posto: 2 di 4"));
    let opening = site.file(&format!("{}0.png", site.figures().unwrap()));
    assert!(matches!(opening, Some(Found::Picture(shot)) if !shot.immutable));
    let third = TeamId::all().nth(2).unwrap();
    shelf.store.transaction(|tx| tx.take_seat(1, third, "Tre", &[9; 32], BEGUN)).unwrap();
    assert!(site.refresh().unwrap(), "somebody came");
    assert!(text(&site, "").contains("Squadre al loro posto: 3 di 4"));
    assert!(!site.refresh().unwrap());
}

#[test]
fn the_past_weighs_little() {
    let mut shelf = Shelf::new();
    shelf.play_game(200, 200);
    let site = shelf.site(Language::Italian);
    let (now, parts) = (text(&site, "gioco.json").len(), 0..10);
    let whole: usize = parts.map(|part| text(&site, &format!("passato/{part}.json")).len()).sum();
    assert!(now < 16_000 && whole < 200_000, "{now} and {whole} bytes");
}
