use crate::map::Map;
use crate::words::{Fact, Forms, Language, Words};
use std::collections::BTreeMap;

/// The page's words in a language, with the map's own in them; assets/web has a file for each.
#[derive(Clone, Debug)]
pub struct Phrases {
    language: Language,
    /// In the HTML.
    pub page: BTreeMap<String, String>,
    /// For the script, with facts left open.
    pub script: BTreeMap<String, String>,
}

fn source(language: Language) -> &'static str {
    match language {
        Language::Italian => include_str!("../../assets/web/it.toml"),
        Language::English => include_str!("../../assets/web/en.toml"),
        Language::Czech => include_str!("../../assets/web/cs.toml"),
    }
}

/// What the page of a game of Dobyvatelé says otherwise.
fn game_source(language: Language) -> &'static str {
    match language {
        Language::Italian => include_str!("../../assets/web/game/it.toml"),
        Language::English => include_str!("../../assets/web/game/en.toml"),
        Language::Czech => include_str!("../../assets/web/game/cs.toml"),
    }
}

type File = BTreeMap<String, BTreeMap<String, String>>;

impl Phrases {
    /// For a map and its words.
    pub fn of(words: &Words, map: &Map) -> Self {
        // Tests hold each file to be without mistakes.
        let mut file: File = toml::from_str(source(words.language())).unwrap_or_default();
        let mut table = |name: &str| {
            let phrases = file.remove(name).unwrap_or_default();
            phrases.into_iter().map(|(key, text)| (key, words.phrase(map, &text).unwrap_or(text))).collect()
        };
        Phrases { language: words.language(), page: table("page"), script: table("script") }
    }

    /// For a game of Dobyvatelé: its own, and of the HTML's those that need no map.
    pub fn of_game(language: Language) -> Self {
        // Tests hold each file to be without mistakes.
        let mut shared: File = toml::from_str(source(language)).unwrap_or_default();
        let mut own: File = toml::from_str(game_source(language)).unwrap_or_default();
        let mut page = shared.remove("page").unwrap_or_default();
        page.retain(|_, text| !text.contains("{{"));
        page.extend(own.remove("page").unwrap_or_default());
        Phrases { language, page, script: own.remove("script").unwrap_or_default() }
    }

    /// A phrase of the HTML, empty if there is none.
    pub fn get(&self, key: &str) -> &str {
        self.page.get(key).map_or("", String::as_str)
    }

    /// A phrase of the HTML with its facts.
    pub fn say(&self, key: &str, facts: &[(&str, Fact)]) -> String {
        self.language.fill(self.get(key), facts)
    }

    /// A phrase with a number, and a text in place of `{x}`.
    pub fn count(&self, key: &str, n: u32, x: &str) -> String {
        self.say(key, &[("n", Fact::Number(u64::from(n)))]).replace("{x}", x)
    }

    /// A share of all, rounded: `12 %`.
    pub fn percent(&self, share: f64) -> String {
        match (share * 100.0).round() as u64 {
            0 => self.get("less").to_string(),
            n => self.say("percent", &[("n", Fact::Number(n))]),
        }
    }
}

/// A name as a fact.
pub fn name(forms: &Forms, held: u32) -> Fact<'_> {
    Fact::Name(forms, held)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_the_same_phrases_and_each_is_sound() {
        let keys = |language| -> Vec<(String, String)> {
            let file: File = toml::from_str(source(language)).unwrap();
            file.into_iter().flat_map(|(t, p)| p.into_keys().map(move |k| (t.clone(), k))).collect()
        };
        let (map, _) = crate::map::load_bundled("regioni").unwrap().unwrap();
        for language in Language::ALL {
            assert_eq!(keys(language), keys(Language::Italian));
            let words = Words::built_in(language);
            let file: File = toml::from_str(source(language)).unwrap();
            for (key, text) in file.values().flatten() {
                let phrase = words.phrase(&map, text).unwrap_or_else(|e| panic!("{key}: {e:#}"));
                assert!(!phrase.contains("{{") && !phrase.is_empty(), "{key}: {phrase}");
            }
        }
    }

    #[test]
    fn a_game_s_phrases_are_the_same_in_every_language() {
        let parse =
            |language: Language| -> File { toml::from_str(game_source(language)).expect("a sound file") };
        let keys = |file: File| -> Vec<(String, Vec<String>)> {
            file.into_iter().map(|(table, phrases)| (table, phrases.into_keys().collect())).collect()
        };
        for language in Language::ALL {
            assert_eq!(keys(parse(language)), keys(parse(Language::Italian)));
            for (key, text) in parse(language).values().flatten() {
                let forms = if language == Language::Czech { 3 } else { 2 };
                let marks = text.split('{').filter(|mark| mark.contains(':') && mark.contains('}'));
                for mark in marks.filter_map(|mark| mark.split('}').next()) {
                    assert!(!mark.contains(':') || mark.split('|').count() == forms, "{key}: {text}");
                }
            }
        }
    }
}
