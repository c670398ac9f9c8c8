//! What is written about forecasts, over a whole war, in three languages and in every network's room.

mod words_war;

use guerrabot::rules::guerra::{Forecast, Rules, Runs, State, forecast_seed};
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
                    (words.forecast_caption(subject, &forecast), words.forecast_alt(subject, &forecast))
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
    let begin = |turn| {
        let forecast = forecast(&war, turn, 20);
        let text = war.with_subject(turn, |subject| words.forecast_caption(subject, &forecast).whole());
        text.split_whitespace().next().unwrap().to_string()
    };
    let mut begins: Vec<String> = (1..=9).map(|i| begin(10 * i)).collect();
    begins.sort();
    begins.dedup();
    assert_eq!(begins, ["Abbiamo", "Chi", "Pronostici"]);
}
