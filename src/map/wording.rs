use serde::Deserialize;
use std::collections::BTreeMap;

/// How the map's places are spoken of: data for captions, read by no rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// What the whole map is called, `Oltrepò Pavese`; empty if the file does not say.
    pub title: String,
    /// The title's article.
    pub article: Article,
    /// What one territory is called, by language (`it`: comune, comuni).
    pub unit: BTreeMap<String, Unit>,
    /// One a territory, in map order.
    pub places: Vec<Place>,
}

/// The words of one territory; each may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Place {
    pub article: Article,
    /// The article belongs to the name and keeps its capital: La Spezia.
    pub article_in_name: bool,
    pub number: Option<Number>,
    /// `m` or `f`; no built-in template needs it.
    pub gender: Option<String>,
    /// A shorter name where a caption would not fit.
    pub short: Option<String>,
    /// Whole forms that override the grammar: di, a, da, e, en, cs.
    pub forms: BTreeMap<String, String>,
}

impl Place {
    /// Plural if said so, or if the article is.
    pub fn is_plural(&self) -> bool {
        match self.number {
            Some(number) => number == Number::Plural,
            None => matches!(self.article, Article::I | Article::Gli | Article::Le),
        }
    }
}

/// The Italian article that a name takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Article {
    #[default]
    #[serde(rename = "")]
    None,
    #[serde(rename = "il")]
    Il,
    #[serde(rename = "lo")]
    Lo,
    #[serde(rename = "la")]
    La,
    #[serde(rename = "l'")]
    L,
    #[serde(rename = "i")]
    I,
    #[serde(rename = "gli")]
    Gli,
    #[serde(rename = "le")]
    Le,
}

/// Grammatical number of a name; it decides the verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Number {
    #[serde(rename = "s")]
    Singular,
    #[serde(rename = "p")]
    Plural,
}

/// What one territory is called, and several.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Unit {
    pub one: String,
    pub many: String,
    /// The genitive plural, for languages that count so (cs: obcí); `many` if missing.
    #[serde(default)]
    pub five: Option<String>,
    /// The accusative singular, where it differs (cs: provincii).
    #[serde(default)]
    pub accusative: Option<String>,
    /// `m` or `f`.
    #[serde(default)]
    pub gender: Option<String>,
}

impl Wording {
    /// The same with exactly one entry a territory.
    pub(super) fn for_territories(mut self, count: usize) -> Self {
        self.places.resize_with(count, Place::default);
        self
    }
}
