//! Captions and alt texts over whole wars, in every language and on maps with difficult names.

mod words_war;

use guerrabot::map::load_bundled;
use guerrabot::words::*;
use words_war::lint::{Names, faults};
use words_war::{War, grid, only_variant, truth};

/// The networks' limits, the narrowest first.
fn limits() -> [Limit; 5] {
    let of = Limit::of;
    let bluesky = Limit { max_bytes: Some(3000), ..of(Ruler::Graphemes, 300) };
    let (x, mastodon) = (of(Ruler::Weighted, 280), of(Ruler::Characters, 500));
    [x, bluesky, mastodon, of(Ruler::Utf16, 1024), of(Ruler::Characters, 2000)]
}

/// Reads every text of a war and says what is wrong, with its turn.
fn read(war: &War, words: &Words, pictures: bool) -> Vec<String> {
    let (language, names) = (words.language(), Names::of(&war.map));
    let mut wrong = Vec::new();
    let mut last = String::new();
    for turn in 0..=war.turns() {
        war.with_subject(turn, |subject| {
            let caption = words.caption(subject);
            let texts = fitted(&caption, turn, language, &mut wrong);
            wrong.extend(content(&texts, war, turn, language));
            if texts[0] == last {
                wrong.push(format!("{turn}: the same as the turn before"));
            }
            last = texts[0].clone();
            wrong.extend(words.take_faults().iter().map(|fault| format!("{turn}: {fault}")));
            // Between the shortest and the longest stand the same sentences.
            let mut shown = vec![texts[0].clone(), texts[4].clone()];
            shown.dedup();
            if pictures {
                shown.extend(pictured(words, subject, turn, &mut wrong));
            }
            for text in shown {
                let found = faults(&text, language, &names);
                wrong.extend(found.into_iter().map(|fault| format!("{turn}: {fault}\n{text}\n")));
            }
        });
    }
    wrong
}

/// The caption at every limit; it must fit, keep its marker, and grow with the limit.
fn fitted(caption: &Caption, turn: u32, language: Language, wrong: &mut Vec<String>) -> Vec<String> {
    let fit = |limit: &Limit| {
        caption.fit(limit).unwrap_or_else(|| panic!("{turn}: {limit:?}\n{}", caption.whole()))
    };
    let texts: Vec<String> = limits().iter().map(fit).collect();
    let marker = language.marker(turn);
    for text in &texts {
        let marked = text.lines().filter(|line| line.starts_with(&marker)).count();
        if marked != 1
            || !language.is_marked(text, turn)
            || !text.lines().last().unwrap().starts_with(&marker)
        {
            wrong.push(format!("{turn}: marked {marked} times\n{text}"));
        }
    }
    let grows = texts.windows(2).all(|w| w[0].len() <= w[1].len()) && texts[4] == caption.whole();
    if !grows {
        wrong.push(format!("{turn}: a longer limit shows less"));
    }
    texts
}

fn content(texts: &[String], war: &War, turn: u32, language: Language) -> Vec<String> {
    let Some(event) = war.chronicle.event(turn).filter(|_| language == Language::Italian) else {
        return vec![];
    };
    let board = war.chronicle.board(turn);
    let whole = texts.last().unwrap();
    let mut wrong = truth::lies(whole, &war.map, &board);
    wrong.extend(truth::omissions(whole, &war.map, &board, event));
    wrong.into_iter().map(|what| format!("{turn}: {what}\n{whole}\n")).collect()
}

/// The alt text and the picture's sentences.
fn pictured(words: &Words, subject: &Subject, turn: u32, wrong: &mut Vec<String>) -> Vec<String> {
    let (alt, lines) = (words.alt(subject, turn.is_multiple_of(2)), words.lines(subject));
    if alt.chars().count() > 1000 {
        wrong.push(format!("{turn}: {} characters\n{alt}", alt.chars().count()));
    }
    let sentence: Vec<&str> = lines.sentence.iter().map(|part| part.text.as_str()).collect();
    vec![alt, lines.detail, format!("{}.", sentence.join(" "))]
}

fn assert_clean(war: &War, words: &Words) {
    assert_none(&read(war, words, true));
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

fn bundled(map: &str, secret: u8) -> War {
    War::played(load_bundled(map).unwrap().unwrap().0, [secret; 32])
}

#[test]
fn the_vector_war_in_italian() {
    assert_clean(&War::vector(), &Words::built_in(Language::Italian));
}

#[test]
fn two_other_wars_in_italian() {
    assert_clean(&bundled("oltrepo", 1), &Words::built_in(Language::Italian));
    assert_clean(&bundled("oltrepo", 2), &Words::built_in(Language::Italian));
}

#[test]
fn three_wars_in_english_and_czech() {
    for language in [Language::English, Language::Czech] {
        for war in [War::vector(), bundled("oltrepo", 1), bundled("oltrepo", 2)] {
            assert_clean(&war, &Words::built_in(language));
        }
    }
}

#[test]
fn three_wars_of_the_regions_in_every_language() {
    for language in Language::ALL {
        (1..4).for_each(|secret| assert_clean(&bundled("regioni", secret), &Words::built_in(language)));
    }
}

#[test]
fn three_wars_of_the_provinces_in_every_language() {
    for language in Language::ALL {
        (1..4).for_each(|secret| assert_clean(&bundled("province", secret), &Words::built_in(language)));
    }
}

#[test]
fn names_with_articles_of_every_kind_in_every_language() {
    for language in Language::ALL {
        for secret in 1..4 {
            assert_clean(&War::played(grid::regions(), [secret; 32]), &Words::built_in(language));
        }
    }
}

#[test]
fn the_longest_names_fit_everywhere() {
    for language in Language::ALL {
        assert_clean(&War::played(grid::long_names(), [7; 32]), &Words::built_in(language));
    }
}

#[test]
fn every_variant_reads_well_and_fits() {
    for language in Language::ALL {
        let most = if language == Language::Italian { 14 } else { 5 };
        for variant in 0..most {
            let words = only_variant(language, variant);
            let wars =
                [War::played(grid::regions(), [variant as u8; 32]), War::played(grid::long_names(), [9; 32])];
            // Pictures have no variants.
            wars.iter().for_each(|war| assert_none(&read(war, &words, false)));
        }
    }
}

/// Each kind's variants by number, so that what was said can be told from the text.
const NUMBERED: [(&str, usize); 8] = [
    ("why_home", 3),
    ("why_boost", 3),
    ("why_small", 3),
    ("why_big", 4),
    ("why_near", 3),
    ("why_only", 3),
    ("why_rebellion", 3),
    ("restless", 3),
];

#[test]
fn no_reason_and_no_aside_is_given_in_the_same_words_twice_running() {
    let kind = |(kind, k): (&str, usize)| {
        let variants: Vec<String> = (0..k).map(|i| format!("\"Perché {kind} {i}.\"")).collect();
        format!("{kind} = [{}]\n", variants.join(", "))
    };
    let text = format!("[caption]\n{}", NUMBERED.map(kind).concat());
    let words = Words::with_templates(Language::Italian, &text).unwrap();
    let said = regex::Regex::new(r"Perché (\w+) (\d)\.").unwrap();
    for war in [War::vector(), bundled("oltrepo", 1), bundled("regioni", 2)] {
        let mut last = std::collections::BTreeMap::new();
        let mut count = 0;
        for turn in 1..=war.turns() {
            let whole = war.with_subject(turn, |s| words.caption(s).whole());
            for found in said.captures_iter(&whole) {
                let (kind, variant) = (found[1].to_string(), found[2].to_string());
                assert_ne!(last.insert(kind, variant.clone()), Some(variant), "{turn}: {whole}");
                count += 1;
            }
        }
        assert!(count > 10, "{count} reasons");
    }
}

#[test]
fn names_survive_as_they_are() {
    let war = War::played(grid::markup(), [3; 32]);
    let words = Words::built_in(Language::Italian);
    for turn in 1..=war.turns() {
        let event = war.chronicle.event(turn).unwrap();
        let whole = war.with_subject(turn, |s| words.caption(s).whole());
        assert!(whole.contains(truth::spoken(&war.map, event.actor().index())), "{whole}");
        assert!(!whole.contains('\\') && !whole.contains("&amp;") && !whole.contains("&lt;"), "{whole}");
    }
}

/// Sentences of the built-in asides, as far as they hold no fact.
fn asides(language: Language) -> Vec<String> {
    let path = format!("{}/assets/words/{}.toml", env!("CARGO_MANIFEST_DIR"), language.code());
    let file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let lists = ["aside", "aside_comune"].map(|kind| file["caption"][kind].as_array().unwrap().clone());
    lists.iter().flatten().map(|text| text.as_str().unwrap().to_string()).collect()
}

#[test]
fn five_hundred_characters_cost_nothing_but_asides() {
    let mastodon = Limit::of(Ruler::Characters, 500);
    for map in ["oltrepo", "province", "regioni"] {
        let (war, words) = (bundled(map, 3), Words::built_in(Language::Italian));
        for turn in 1..=war.turns() {
            let (whole, fitted) = war.with_subject(turn, |s| {
                let caption = words.caption(s);
                (caption.whole(), caption.fit(&mastodon).unwrap())
            });
            let lost =
                whole.split_inclusive(['.', '\n']).filter(|sentence| !fitted.contains(sentence.trim()));
            for sentence in lost {
                let known = asides(Language::Italian).iter().any(|aside| aside.contains(sentence.trim()));
                assert!(known, "{map} {turn}: {sentence:?} of\n{whole}");
            }
        }
    }
}

#[test]
fn a_short_name_saves_a_post_that_would_not_fit() {
    let giant = "N".repeat(150);
    let words = |i: usize| serde_json::json!({"name": format!("{giant}{i}"), "short": format!("N{i}")});
    let war = War::played(grid::map((0..6).map(words).collect(), serde_json::json!({})), [1; 32]);
    let x = Limit::of(Ruler::Weighted, 280);
    let caption = war.with_subject(1, |s| Words::built_in(Language::Italian).caption(s));
    assert!(caption.whole().contains(&giant));
    assert!(caption.fit(&x).is_some_and(|text| !text.contains(&giant) && text.contains("Turno 1")));
    let words = |i: usize| serde_json::json!({"name": format!("{giant}{giant}{i}")});
    let war = War::played(grid::map((0..6).map(words).collect(), serde_json::json!({})), [1; 32]);
    assert_eq!(war.with_subject(1, |s| Words::built_in(Language::Italian).caption(s)).fit(&x), None);
}

#[test]
fn the_opening_shows_the_commitment_and_the_end_the_secret() {
    let (war, words) = (War::vector(), Words::built_in(Language::Italian));
    let hex_lines = |turn: u32, limit: &Limit| -> Vec<String> {
        let text = war.with_subject(turn, |s| words.caption(s).fit(limit).unwrap());
        let hex = |l: &&str| l.len() == 64 && l.chars().all(|c| c.is_ascii_hexdigit());
        text.lines().filter(hex).map(String::from).collect()
    };
    for limit in limits() {
        assert_eq!(hex_lines(0, &limit), [war.with_subject(0, |s| hex::encode(s.commitment))]);
        assert_eq!(hex_lines(550, &limit), [hex::encode(war.secret)]);
        assert!(hex_lines(549, &limit).is_empty());
    }
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
fn tags_end_the_text_and_hold_letters_only() {
    let mut war = War::vector();
    war.tags = ["#Rocca-de'-Giorgi", "Oltrepò Pavese", "third"].map(String::from).to_vec();
    let text = war.with_subject(9, |s| Words::built_in(Language::Italian).caption(s).whole());
    assert!(text.ends_with(" · #RoccadeGiorgi #OltrepòPavese"), "{text}");
}

#[test]
fn asides_and_openings_differ_from_war_to_war() {
    let words = Words::built_in(Language::Italian);
    let text = |war: &War, turn| war.with_subject(turn, |s| words.caption(s).whole());
    let openings: Vec<String> = (1..9).map(|secret| text(&bundled("oltrepo", secret), 0)).collect();
    let first = |text: &String| text.split('.').next().unwrap().to_string();
    assert!(openings.iter().any(|o| first(o) != first(&openings[0])));
}

#[test]
#[ignore = "prints a war to read: FROM, STEP, LANGUAGE, SECRET"]
fn print() {
    let setting = |key: &str| std::env::var(key).ok();
    let number = |key: &str, default: u32| setting(key).and_then(|v| v.parse().ok()).unwrap_or(default);
    let language = setting("LANGUAGE").map_or(Language::Italian, |code| code.parse().unwrap());
    let war =
        if number("SECRET", 0) == 0 { War::vector() } else { bundled("oltrepo", number("SECRET", 0) as u8) };
    let words = Words::built_in(language);
    for turn in (number("FROM", 0)..=war.turns()).step_by(number("STEP", 1) as usize) {
        war.with_subject(turn, |s| {
            println!(
                "{}\n[x] {}\n[alt] {}\n",
                words.caption(s).whole(),
                words.caption(s).fit(&limits()[0]).unwrap(),
                words.alt(s, true)
            )
        });
    }
}
