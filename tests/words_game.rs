//! What is said of whole games, in three languages, by the checks on finished text.

mod words_war;

use chrono::TimeZone;
use guerrabot::map::load_bundled;
use guerrabot::rules::dobyvatele::{Board, Orders, Plan, Report, Rules, State, Strategy, step};
use guerrabot::words::{Clash, GameSubject, Language, Limit, Player, Ruler, Words};
use regex::Regex;
use std::sync::Arc;
use words_war::lint::{Names, faults};

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

fn subject<'a>(state: &State, since: &[Report], tags: &'a [String]) -> GameSubject<'a> {
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
        hashtags: tags,
    }
}

#[test]
fn every_post_of_whole_games_reads_well_and_fits() {
    let names = Names::of(&load_bundled("oltrepo").unwrap().unwrap().0);
    let counts = Regex::new(
        r"\b1 (?:campi|punti|soldati|squadre|fields|points|soldiers|teams|ticks|body|bodů|polí|vojáci|vojáků|takty|taktů)\b|\b(?:0|[2-9]|\d\d+) (?:campo|punto|soldato|field|point|soldier|tick|team|bod|voják|takt|tým)\b",
    )
    .unwrap();
    let tags = ["Torneo".to_string()];
    let limits = [
        Limit::of(Ruler::Weighted, 280),
        Limit { max_bytes: Some(3000), ..Limit::of(Ruler::Graphemes, 300) },
        Limit::of(Ruler::Characters, 500),
        Limit::of(Ruler::Utf16, 1024),
    ];
    for (seed, language) in [1, 2, 3].into_iter().flat_map(|seed| Language::ALL.map(|l| (seed, l))) {
        let words = Words::built_in(language);
        for (state, since) in game(seed) {
            let subject = subject(&state, &since, &tags);
            let (caption, alt) = (words.game_caption(&subject), words.game_alt(&subject));
            let whole = caption.whole();
            let mut texts: Vec<String> =
                limits.iter().map(|limit| caption.fit(limit).expect("room for what must be said")).collect();
            texts.push(whole.clone());
            for text in &texts {
                assert_eq!(faults(text, language, &names), [""; 0], "{text}");
                assert!(!counts.is_match(text), "{text}");
                assert!(language.is_marked(text, state.tick()), "{text}");
                assert!(!text.contains('@') && text.matches('#').count() <= 1, "{text}");
            }
            assert!(texts.windows(2).all(|pair| pair[0].len() <= pair[1].len()), "{texts:?}");
            assert!(alt.chars().count() <= 1000 && !counts.is_match(&alt), "{alt}");
            assert_eq!(whole, words.game_caption(&subject).whole());
        }
    }
}
