//! What is said of whole games, in three languages, by the checks on finished text.

mod words_war;

use chrono::TimeZone;
use guerrabot::map::load_bundled;
use guerrabot::rules::dobyvatele::{Board, Orders, Plan, Report, Rules, State, Strategy, step};
use guerrabot::words::{Clash, Front, GameSubject, Language, Limit, Player, Ruler, Told, Words};
use regex::Regex;
use std::sync::Arc;
use std::sync::LazyLock;
use words_war::lint::{Names, faults};
use words_war::only_variant;

const TEAMS: [&str; 4] =
    ["Gli Aironi", "@Edera #1", "www.bisce.example", "Dossi *bassi* dal nome lunghissimo davvero"];
const EVERY: usize = 10;

/// Every tenth state of a game of random players, with what happened since the one before.
fn game(seed: u8) -> Vec<(State, Vec<Report>)> {
    let plan = Plan { teams: 4, width: 12, height: 12, hills: 10, wrap: false, seed: [seed; 32] };
    let board = Board::generate(&plan).unwrap();
    let mut state = State::start(Arc::new(board), Rules::default(), 60).unwrap();
    let (mut told, mut since) = (vec![(state.clone(), vec![])], Vec::new());
    loop {
        let strategies = [Strategy::Expand, Strategy::Random, Strategy::Swarm, Strategy::Guard];
        let teams = state.board().teams().zip(strategies);
        let orders: Orders =
            teams.map(|(team, strategy)| (team, strategy.orders(&state, team, &[seed; 32]))).collect();
        let Ok((next, report)) = step(&state, &orders) else { return told };
        since.push(report);
        if since.len() == EVERY {
            told.push((next.clone(), std::mem::take(&mut since)));
        }
        state = next;
    }
}

fn subject<'a>(state: &State, since: &[Report], tags: &'a [String], earlier: &[Told]) -> GameSubject<'a> {
    let (lands, armies, ranking) = (state.lands(), state.armies(), state.ranking());
    let gained = |team| since.iter().flat_map(|r| &r.taken).filter(|taken| taken.to == team).count() as u64;
    let player = |rank: &guerrabot::rules::dobyvatele::Rank| Player {
        letter: rank.team.letter(),
        name: TEAMS.get(rank.team.index()).map(|name| name.to_string()),
        rank: rank.rank,
        score: rank.score,
        fields: lands[rank.team.index()],
        soldiers: armies[rank.team.index()],
        gained: gained(rank.team),
    };
    let place = |team| ranking.iter().position(|rank| rank.team == team).unwrap();
    let clash =
        since.iter().flat_map(|r| &r.battles).max_by_key(|b| b.armies.values().sum::<u64>()).map(|b| {
            let (x, y) = state.board().xy(b.field);
            let armies = b.armies.iter().map(|(team, n)| (place(*team), *n)).collect();
            Clash { x, y, armies, winner: b.winner.map(|team| (place(team), b.survivors)) }
        });
    GameSubject {
        name: "Prova",
        tick: state.tick(),
        ticks: state.ticks(),
        width: 12,
        height: 12,
        at: chrono_tz::Europe::Rome.with_ymd_and_hms(2026, 12, 13, 21, 0, 0).unwrap(),
        players: ranking.iter().map(player).collect(),
        old_leader: (state.tick() > 0).then_some(state.tick() as usize / EVERY % 2),
        span: since.len() as u32,
        clash,
        taken: since.iter().map(|r| r.taken.len() as u64).sum(),
        battles: 12,
        words_key: [8; 32],
        earlier: earlier.to_vec(),
        hashtags: tags,
    }
}

/// What a post told, for those after it.
fn told(s: &GameSubject) -> Told {
    let level = s.players[1].rank == 1;
    let front = match s.old_leader {
        _ if level => Front::Level,
        Some(old) if old != 0 => Front::New,
        _ => Front::Lead,
    };
    let clash = s.clash.as_ref().map(|clash| clash.winner.is_some());
    Told { tick: s.tick, front, clash, land: s.taken > 0 }
}

/// Calls back with every post of a game.
fn posts(seed: u8, mut read: impl FnMut(&GameSubject)) {
    let (tags, mut earlier) = (["Torneo".to_string()], Vec::new());
    for (state, since) in game(seed) {
        let subject = subject(&state, &since, &tags, &earlier);
        read(&subject);
        earlier.extend((state.tick() > 0).then(|| told(&subject)));
    }
}

static NAMES: LazyLock<Names> = LazyLock::new(|| Names::of(&load_bundled("oltrepo").unwrap().unwrap().0));
/// Numbers beside a wrong form of what they count.
static COUNTS: LazyLock<Regex> = LazyLock::new(|| {
    let one = "campi|punti|soldati|squadre|passaggi|fields|points|soldiers|teams|ticks|transfers|body|bodů|polí|vojáci|vojáků|takty|taktů|týmy|týmů";
    let many =
        "campo|punto|soldato|squadra|passaggio|field|point|soldier|tick|team|transfer|bod|voják|takt|tým";
    let few = "bodů|polí|vojáků|taktů|týmů";
    let lots = "body|pole|vojáci|takty|týmy";
    let before = r"(?:^|[^\d\u{a0}])";
    Regex::new(&format!(
        r"{before}(?:1 (?:{one})|[2-4] (?:{many}|{few})|(?:0|[5-9]|\d[\d\u{{a0}}.,]*\d) (?:{many}|{lots}))\b"
    ))
    .unwrap()
});

fn check(text: &str, language: Language) {
    assert_eq!(faults(text, language, &NAMES), [""; 0], "{text}");
    assert!(!COUNTS.is_match(text), "{text}");
    assert!(!text.contains('@') && text.matches('#').count() <= 1, "{text}");
}

/// Caption at every limit, alt text and the picture's sentences.
fn read(words: &Words, s: &GameSubject) -> String {
    let language = words.language();
    let limits = [
        Limit::of(Ruler::Weighted, 280),
        Limit { max_bytes: Some(3000), ..Limit::of(Ruler::Graphemes, 300) },
        Limit::of(Ruler::Characters, 500),
        Limit::of(Ruler::Utf16, 1024),
    ];
    let (caption, alt, lines) = (words.game_caption(s), words.game_alt(s), words.game_lines(s));
    let whole = caption.whole();
    let mut texts: Vec<String> =
        limits.iter().map(|limit| caption.fit(limit).expect("room for what must be said")).collect();
    texts.push(whole.clone());
    texts.iter().for_each(|text| check(text, language));
    assert!(texts.iter().all(|text| language.is_marked(text, s.tick)), "{whole}");
    assert!(texts.windows(2).all(|pair| pair[0].len() <= pair[1].len()), "{texts:?}");
    check(&alt, language);
    check(&format!("{}. {}", lines.sentence, lines.detail), language);
    assert!(alt.chars().count() <= 1000, "{alt}");
    assert_eq!(whole, words.game_caption(s).whole());
    assert_eq!(words.take_faults(), []);
    whole
}

#[test]
fn every_post_of_whole_games_reads_well_and_fits() {
    for (seed, language) in [1, 2, 3].into_iter().flat_map(|seed| Language::ALL.map(|l| (seed, l))) {
        let words = Words::built_in(language);
        posts(seed, |subject| {
            read(&words, subject);
        });
    }
}

#[test]
fn every_way_to_say_it_reads_well_and_fits() {
    for language in Language::ALL {
        for variant in 0..6 {
            let words = only_variant(language, variant);
            posts(4 + variant as u8, |subject| {
                read(&words, subject);
            });
        }
    }
}

#[test]
fn neighbouring_posts_say_it_in_other_ways() {
    let words = Words::built_in(Language::Italian);
    let mut land = Vec::new();
    posts(1, |subject| {
        let whole = words.game_caption(subject).whole();
        // Names and numbers aside, what is said of the land that changed hands.
        let sentence = whole
            .split_inclusive(['.', '\n'])
            .find(|s| s.contains(" in 10 turni") || s.contains("In 10 turni") || s.contains("di 10 turni"));
        let bare = |s: &str| {
            s.split_whitespace().filter(|w| w.chars().all(|c| c.is_lowercase())).collect::<String>()
        };
        land.extend(sentence.map(bare));
    });
    assert!(land.len() >= 5, "{land:?}");
    assert!(land.windows(2).all(|pair| pair[0] != pair[1]), "{land:?}");
}

#[test]
fn a_battle_names_its_teams_in_caption_and_alt_text() {
    for language in Language::ALL {
        let words = Words::built_in(language);
        let mut battles = 0;
        posts(2, |subject| {
            let Some(clash) = subject.clash.as_ref().filter(|_| subject.tick < subject.ticks) else { return };
            battles += 1;
            for text in [words.game_caption(subject).whole(), words.game_alt(subject)] {
                let place = format!("({}, {})", clash.x, clash.y);
                let (_, battle) = text.split_once(&place).unwrap_or_else(|| panic!("no {place}: {text}"));
                for (army, n) in &clash.armies {
                    let name = ["Aironi", "Edera 1", "www bisce example", "Dossi bassi"];
                    let own = subject.players[*army].letter as usize - 'A' as usize;
                    assert!(battle.contains(name[own]) && battle.contains(&n.to_string()), "{text}");
                }
            }
        });
        assert!(battles > 2);
    }
}

#[test]
fn a_users_templates_stand_in_for_the_games_own() {
    let text = "[caption]\ngame_lead = [\"{{ A }} davanti {{ B|a }}, {{ margin|digits }}.\"]\ngame_clash = \"{{ W }}: {{ left }}.\"";
    let words = Words::with_templates(Language::Italian, text).unwrap();
    let mut seen = 0;
    posts(1, |subject| {
        let whole = words.game_caption(subject).whole();
        seen += usize::from(whole.contains(" davanti a"));
    });
    assert!(seen > 0);
    let wrong =
        Words::with_templates(Language::Italian, "[caption]\ngame_lead = [\"{{ W }}.\"]\ngame_over = \"x\"");
    let wrong = wrong.err().unwrap().to_string();
    assert!(wrong.contains("line 2") && wrong.contains("line 3") && wrong.contains("game_over"), "{wrong}");
}

#[test]
#[ignore = "prints a game to read: LANGUAGE, SEED"]
fn print() {
    let setting = |key: &str| std::env::var(key).ok();
    let language = setting("LANGUAGE").map_or(Language::Italian, |code| code.parse().unwrap());
    let words = Words::built_in(language);
    posts(setting("SEED").and_then(|s| s.parse().ok()).unwrap_or(1), |subject| {
        let lines = words.game_lines(subject);
        println!(
            "{}\n[alt] {}\n[picture] {} | {}\n",
            words.game_caption(subject).whole(),
            words.game_alt(subject),
            lines.sentence,
            lines.detail
        );
    });
}
