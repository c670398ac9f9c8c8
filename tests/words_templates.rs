//! A user's own templates: mistakes with their lines, and the built-in words where there are none.

mod words_war;

use guerrabot::words::*;
use words_war::War;

fn mistakes(text: &str) -> Vec<(usize, String)> {
    let error = Words::with_templates(Language::Italian, text).err().expect("a file with mistakes");
    error.mistakes.into_iter().map(|mistake| (mistake.line, mistake.what)).collect()
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let text = r#"
[caption]
attack = [
  ["{{ A }} vince su {{ T }}."],
  ["{{ A }} e {{ streak }}."],
  ["{{ A|does('annienta') }} {{ T }}."],
]
exit = "{{ L|does('scende') }} a {{ L.n|units }}."
rebellion = "{{ L|dy }}"
nonsense = "x"
"#;
    let found = mistakes(text);
    let at =
        |line: usize| found.iter().find(|(l, _)| *l == line).map(|(_, what)| what.as_str()).unwrap_or("");
    assert!(at(5).contains("caption.attack"), "{found:?}");
    assert!(at(6).contains("annienta"), "{found:?}");
    assert!(at(8).contains("caption.exit"), "an eliminated loser has no number: {found:?}");
    assert!(at(9).contains("dy"), "{found:?}");
    assert!(at(10).contains("nonsense"), "{found:?}");
    assert_eq!(found.len(), 5, "{found:?}");
}

#[test]
fn broken_files_are_refused() {
    assert!(mistakes("[caption]\nattack = [")[0].0 >= 2);
    assert!(mistakes("[caption]\nattack = \"{{ A\"")[0].1.contains("caption.attack"));
    assert!(mistakes("[captions]\n")[0].1.contains("[caption]"));
    assert!(mistakes("[caption]\nattack = 3")[0].1.contains("quotes"));
    assert!(mistakes("[caption]\nattack = []")[0].1.contains("no variant"));
    assert!(mistakes("[caption]\nattack = [[\"\"]]")[0].1.contains("nothing"));
}

#[test]
fn the_built_in_words_stand_where_a_file_is_silent() {
    let text = "[caption]\nattack = [\"{{ A|does('prende') }} {{ T }} {{ L|a }}, punto.\"]";
    let words = Words::with_templates(Language::Italian, text).unwrap();
    assert!(!words.fallbacks().contains(&(Voice::Caption, Kind::Attack)));
    assert!(words.fallbacks().contains(&(Voice::Caption, Kind::Rebellion)));
    assert!(Words::built_in(Language::Italian).fallbacks().is_empty());
    let war = War::vector();
    let text = |turn| war.with_subject(turn, |s| words.caption(s).whole());
    assert!(
        text(149).starts_with("Portalbera prende Montù Beccaria a Pietra de' Giorgi, punto."),
        "{}",
        text(149)
    );
    let built_in = war.with_subject(150, |s| Words::built_in(Language::Italian).caption(s).whole());
    assert_eq!(text(150), built_in);
}

#[test]
fn a_template_that_fails_in_the_war_gives_way_and_is_reported() {
    let late = "{% if turn > 100 %}{{ nobody }}{% else %}{{ A }} su {{ T }}.{% endif %}";
    let text = format!(
        "[caption]\nattack = [\"{late}\"]\n[alt]\nattack = \"{late}\"\n[picture]\nattack = [[\"{late}\", \"{{{{ T }}}}\"]]"
    );
    let words = Words::with_templates(Language::Italian, &text).unwrap();
    let lines_of_faults = || words.take_faults().iter().map(|fault| fault.line).collect::<Vec<_>>();
    War::vector().with_subject(149, |s| {
        let (caption, alt, lines) = (words.caption(s).whole(), words.alt(s, true), words.lines(s));
        assert!(caption.contains("Portalbera") && caption.contains("Montù Beccaria"), "{caption}");
        assert!(alt.contains("Portalbera") && alt.contains("Montù Beccaria"), "{alt}");
        assert!(lines.sentence[1].text.contains("Montù Beccaria"), "{lines:?}");
    });
    assert_eq!(lines_of_faults(), [2, 4, 6]);
    assert_eq!(lines_of_faults(), [0; 0], "each is said once");
}

#[test]
fn every_language_is_complete() {
    for language in Language::ALL {
        for voice in Voice::ALL {
            assert!(voice.kinds().count() > 5, "{voice:?}");
        }
        let words = Words::built_in(language);
        let text = War::vector().with_subject(150, |s| words.caption(s).whole());
        assert!(language.is_marked(&text, 150), "{text}");
    }
    assert_eq!("it".parse(), Ok(Language::Italian));
    assert!("de".parse::<Language>().unwrap_err().to_string().contains("de"));
}
