//! What is written about forecasts, over a whole war, in three languages and in every network's room.

mod words_war;

use guerrabot::rules::guerra::{FactionId, Forecast, Rules, Runs, State, forecast_seed};
use guerrabot::schedule::Schedule;
use guerrabot::words::{Language, Limit, Ruler, Words};
use std::sync::atomic::AtomicBool;
use words_war::lint::{Names, faults};
use words_war::{War, grid};

fn forecast(war: &War, turn: u32, wars: u32) -> Forecast {
    let mut from = State::start(&war.map);
    for event in &war.chronicle.events()[..turn as usize] {
        from.replay(&war.map, *event).unwrap();
    }
    let (map, rules, seed) = (&war.map, &Rules::default(), forecast_seed(&[7; 32], turn));
    Runs { map, rules, from: &from, seed, wars, most_turns: 5000 }.play(&AtomicBool::new(false), || {})
}

#[test]
fn captions_and_alt_texts_pass_the_checks_of_all_others() {
    for war in [War::vector(), War::played(grid::regions(), [3; 32])] {
        let names = Names::of(&war.map);
        for turn in [1, war.turns() / 4, war.turns() / 2, war.turns() - 1] {
            let forecast = forecast(&war, turn, 150);
            for language in Language::ALL {
                let words = Words::built_in(language);
                let (caption, alt) = war.with_subject(turn, |subject| {
                    (words.forecast_caption(subject, &forecast, &[]), words.forecast_alt(subject, &forecast))
                });
                for text in [&caption.whole(), &alt] {
                    assert_eq!(faults(text, language, &names), Vec::<String>::new(), "{text}");
                }
                assert!(alt.chars().count() <= 1000 && alt.contains(&turn.to_string()), "{alt}");
                for limit in [Limit::of(Ruler::Weighted, 280), Limit::of(Ruler::Graphemes, 300)] {
                    let text = caption.fit(&limit).expect("who wins and the marker always fit");
                    assert!(language.is_marked_forecast(&text, turn), "{text}");
                    assert!(!language.is_marked(&text, turn), "taken for the turn's own post: {text}");
                }
            }
        }
    }
}

#[test]
fn the_three_ways_to_say_it_take_turns() {
    let war = War::vector();
    let words = Words::built_in(Language::Italian);
    for every in [1, 5, 10, 12, 50] {
        let turns: Vec<u32> = (1..=11).map(|i| i * every).collect();
        let begin = |i: usize| {
            let (turn, ended) = (turns[i], ended(&[turns[i] + 9; 40], &[40]));
            let text = war
                .with_subject(turn, |subject| words.forecast_caption(subject, &ended, &turns[..i]).whole());
            text.split_whitespace().next().unwrap().to_string()
        };
        let begins: Vec<String> = (0..turns.len()).map(begin).collect();
        assert!(begins.windows(2).all(|pair| pair[0] != pair[1]), "every {every}: {begins:?}");
        let mut some = begins[..3].to_vec();
        some.sort();
        assert_eq!(some, ["Abbiamo", "Chi", "Pronostici"]);
    }
}

/// Wars that ended in these turns, ascending, the first factions having won so many; the others were given up in the
/// last turn.
fn ended(turns: &[u32], wins: &[u32]) -> Forecast {
    let unfinished = turns.len() as u32 - wins.iter().sum::<u32>();
    Forecast {
        turns: turns.to_vec(),
        rebellions: vec![0; turns.len()],
        wins: (0..).map(FactionId).zip(wins.iter().copied()).collect(),
        unfinished,
        played: 1,
    }
}

/// Caption and alt text of the vector war's turn 149, Monday 7 December 2026, 14 o'clock.
fn told(schedule: &Schedule, forecast: &Forecast, language: Language) -> [String; 2] {
    let mut war = War::vector();
    war.schedule = schedule.clone();
    let words = Words::built_in(language);
    let texts = war.with_subject(149, |subject| {
        let picture = words.prospects(subject, forecast);
        let texts =
            [words.forecast_caption(subject, forecast, &[]).whole(), words.forecast_alt(subject, forecast)];
        for text in texts.iter().chain(&picture.ends[1.min(picture.ends.len())..]) {
            assert_eq!(faults(text, language, &Names::of(&war.map)), Vec::<String>::new(), "{text}");
        }
        texts
    });
    assert_eq!(words.take_faults(), []);
    texts
}

fn cron(line: &str) -> Schedule {
    Schedule::parse_cron(line, chrono_tz::Europe::Rome).unwrap()
}

fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in: {text}");
}

#[test]
fn the_days_are_those_of_the_schedule() {
    // The first war ends 5 turns on, the last 200 turns on.
    let turns: Vec<u32> = (0..40).map(|i| 154 + 5 * i).collect();
    let forecast = ended(&turns, &[40]);
    let range = |schedule: &Schedule| {
        let [_, alt] = told(schedule, &forecast, Language::Italian);
        let (_, range) = alt.split_once("il turno 339, da ").unwrap_or_else(|| panic!("{alt}"));
        range.split_once(". ").unwrap().0.to_string()
    };
    // Turn 159 is the tenth and turn 339 the 190th from Monday 7 December at 14 o'clock on.
    assert_eq!(range(&cron("0 18 * * 1-5")), "venerdì 18 dicembre 2026 a venerdì 27 agosto 2027");
    assert_eq!(range(&cron("0 9-18 * * *")), "martedì 8 dicembre 2026 a sabato 26 dicembre 2026");
    assert_eq!(range(&cron("0 14 * * *")), "giovedì 17 dicembre 2026 a martedì 15 giugno 2027");
    assert_eq!(range(&Schedule::every("1d").unwrap()), "giovedì 17 dicembre 2026 a martedì 15 giugno 2027");
    // An hour to midnight is lost in spring.
    let late = [&cron("30 23 * * *"), &Schedule::every("1d").unwrap()].map(range);
    assert_eq!(late[0], "mercoledì 16 dicembre 2026 a lunedì 14 giugno 2027");
    // All within some seconds of each other.
    let [caption, alt] = told(&Schedule::every("500ms").unwrap(), &forecast, Language::Italian);
    has(&caption, "entro lunedì 7 dicembre 2026 in 19 guerre su 20.");
    has(&alt, "tra il turno 159 e il turno 339, lunedì 7 dicembre 2026.");
}

#[test]
fn wars_that_were_given_up_have_no_end() {
    let hourly = Schedule::every("1h").unwrap();
    let caption =
        |turns: &[u32], wins: &[u32], language| told(&hourly, &ended(turns, wins), language)[0].clone();
    let none = [5000; 200];
    let text = "delle 200 guerre simulate nessuna finisce entro il turno 5000.";
    has(&caption(&none, &[], Language::Italian), text);
    for language in Language::ALL {
        let [caption, alt] = told(&hourly, &ended(&none, &[]), language);
        assert!(caption.contains("5000") && alt.contains("5000"), "{caption}\n{alt}");
        assert!(!caption.contains(": .") && !alt.contains(" . "), "{caption}\n{alt}");
    }
    let most = [vec![300; 40], vec![5000; 160]].concat();
    has(&caption(&most, &[40], Language::Italian), "Più della metà di queste guerre va oltre il turno 5000.");
    has(&caption(&most, &[40], Language::English), "More than half of these wars go on beyond turn 5000.");
    has(&caption(&most, &[40], Language::Czech), "Víc než polovina simulací trvá déle než do kola 5000.");
    let some = [vec![300; 150], vec![5000; 50]].concat();
    let text = "Fine prevista intorno al turno 300, ma 50 guerre su 200 vanno oltre il turno 5000.";
    has(&caption(&some, &[150], Language::Italian), text);
    has(&caption(&some, &[150], Language::English), "turn 300, but 50 wars go on beyond turn 5000.");
    has(&caption(&some, &[150], Language::Czech), "kola 300, ale 50 simulací trvá déle než do kola 5000.");
    let one = [vec![300; 9], vec![5000]].concat();
    has(&caption(&one, &[9], Language::Italian), "ma 1 guerra su 10 va oltre il turno 5000.");
}

#[test]
fn small_numbers_and_equal_ends_are_said_as_they_are() {
    let hourly = Schedule::every("1h").unwrap();
    // Ten wars: the last of 20 is the very last.
    let ten: Vec<u32> = (200..210).collect();
    let [caption, alt] = told(&hourly, &ended(&ten, &[9, 1]), Language::Italian);
    has(&caption, "Fine prevista intorno al turno 204, entro giovedì 10 dicembre 2026 in tutte.");
    has(
        &alt,
        "in tutte tra il turno 200 e il turno 209, da mercoledì 9 dicembre 2026 a giovedì 10 dicembre 2026.",
    );
    let same = ended(&[551; 10_000], &[9960, 10, 10, 5, 5, 4, 3, 2, 1]);
    let [caption, alt] = told(&hourly, &same, Language::Italian);
    has(&caption, "Albaredo Arnaboldi più del 99%");
    has(&alt, "in nove guerre su dieci al turno 551, giovedì 24 dicembre 2026.");
    has(&alt, "1 altra fazione: meno dell'1%.");
    let [_, alt] = told(&hourly, &same, Language::English);
    has(&alt, "in nine wars out of ten in turn 551, Thursday 24 December 2026.");
    has(&alt, "1 other faction: under 1%.");
    let [_, alt] = told(&hourly, &same, Language::Czech);
    has(&alt, "v devíti simulacích z deseti v kole 551: čtvrtek 24. prosince 2026.");
    has(&alt, "1 další frakce: pod 1\u{a0}%.");
    let many: Vec<u32> = [vec![9000], vec![50; 20]].concat();
    let [_, alt] = told(&hourly, &ended(&[551; 10_000], &many), Language::Czech);
    has(&alt, "13 dalších frakcí dohromady:");
}
