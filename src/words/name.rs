use super::language::Language;
use crate::map::{Article, Map, Place, TerritoryId};
use minijinja::value::{Object, ObjectRepr, Value};
use std::fmt;
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// A name as templates see it: it prints itself with its article, and knows its other forms.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// As subject or object: `il Lazio`, `Voghera`.
    pub text: String,
    /// Without the article, for lists: `Lazio`.
    pub bare: String,
    pub di: String,
    pub a: String,
    pub da: String,
    /// Behind "and": `e Broni`, `ed Emilia`.
    pub e: String,
    pub plural: bool,
    /// Territories held; none for a mere place, and for a faction that holds nothing: no clause may count those.
    pub holdings: Option<u32>,
}

impl Name {
    /// The name of a territory, or of the faction that has its home there.
    pub fn of(map: &Map, language: Language, form: Form, place: TerritoryId, holdings: Option<u32>) -> Self {
        let words = &map.wording().places[place.index()];
        let full = first_form(&map.territory(place).name);
        let name = match form {
            Form::Full => full,
            Form::Short => words.short.as_deref().unwrap_or(full),
        };
        match language {
            Language::Italian => Name { holdings, ..Name::italian(name, words) },
            Language::English | Language::Czech => {
                let text =
                    words.forms.get(language.code()).cloned().unwrap_or_else(|| nominative(name, words));
                Name { holdings, ..Name::plain(text) }
            }
        }
    }

    /// The whole map's name, `l'Oltrepò Pavese`.
    pub fn of_map(title: &str, article: Article, language: Language) -> Self {
        match language {
            Language::Italian => Name::italian(title, &Place { article, ..Place::default() }),
            Language::English | Language::Czech => Name::plain(title.to_string()),
        }
    }

    /// A team's name, which is free: never declined, without article.
    pub fn of_team(name: &str, language: Language) -> Self {
        Name::of_map(name, Article::None, language)
    }

    fn plain(text: String) -> Self {
        let [bare, di, a, da, e] = std::array::from_fn(|_| text.clone());
        Name { text, bare, di, a, da, e, plural: false, holdings: None }
    }

    fn italian(name: &str, words: &Place) -> Self {
        let form = |key: &str, built: String| words.forms.get(key).cloned().unwrap_or(built);
        let article = words.article;
        let core = if words.article_in_name { without_article(name, article) } else { name };
        let text = nominative(name, words);
        let bare = if words.article_in_name { text.clone() } else { name.to_string() };
        Name {
            di: form("di", behind(contracted("di", article), core)),
            a: form(
                "a",
                behind(if article == Article::None { to(core) } else { contracted("a", article) }, core),
            ),
            da: form("da", behind(contracted("da", article), core)),
            e: form("e", format!("{} {text}", if article == Article::None { and(&text) } else { "e" })),
            bare,
            text,
            plural: words.is_plural(),
            holdings: None,
        }
    }
}

/// Whether names are written out or in the map's `short` form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Full,
    Short,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Object for Name {
    /// Plain: true in a condition, though it lists no keys.
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "n" => self.holdings.map(Value::from),
            "bare" => Some(Value::from(self.bare.clone())),
            _ => None,
        }
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// `Bolzano` of `Bolzano/Bozen`.
fn first_form(name: &str) -> &str {
    name.split('/').map(str::trim).find(|part| !part.is_empty()).unwrap_or(name)
}

fn nominative(name: &str, words: &Place) -> String {
    let core = without_article(name, words.article);
    match (words.article, words.article_in_name) {
        (Article::None, _) => name.to_string(),
        (article, true) => {
            let word = plain_article(article);
            behind(&format!("{}{}", word[..1].to_uppercase(), &word[1..]), core)
        }
        (article, false) => behind(plain_article(article), name),
    }
}

/// The name without the article it begins with, if it does.
fn without_article(name: &str, article: Article) -> &str {
    let word = plain_article(article);
    match name.get(..word.len()) {
        Some(head) if !word.is_empty() && head.eq_ignore_ascii_case(word) => {
            let rest = &name[word.len()..];
            if word.ends_with('\'') { rest } else { rest.strip_prefix(' ').unwrap_or(name) }
        }
        _ => name,
    }
}

/// `l'` and its contractions join without a space.
fn behind(word: &str, name: &str) -> String {
    if word.is_empty() || word.ends_with('\'') { format!("{word}{name}") } else { format!("{word} {name}") }
}

fn plain_article(article: Article) -> &'static str {
    match article {
        Article::None => "",
        Article::Il => "il",
        Article::Lo => "lo",
        Article::La => "la",
        Article::L => "l'",
        Article::I => "i",
        Article::Gli => "gli",
        Article::Le => "le",
    }
}

/// A preposition and an article in one word; the preposition itself if there is none.
fn contracted(preposition: &'static str, article: Article) -> &'static str {
    let [del, al, dal] = match article {
        Article::None => return preposition,
        Article::Il => ["del", "al", "dal"],
        Article::Lo => ["dello", "allo", "dallo"],
        Article::La => ["della", "alla", "dalla"],
        Article::L => ["dell'", "all'", "dall'"],
        Article::I => ["dei", "ai", "dai"],
        Article::Gli => ["degli", "agli", "dagli"],
        Article::Le => ["delle", "alle", "dalle"],
    };
    match preposition {
        "di" => del,
        "a" => al,
        _ => dal,
    }
}

/// `a`, or `ad` before another a.
pub(super) fn to(next: &str) -> &'static str {
    if meets(next, 'a') { "ad" } else { "a" }
}

/// `e`, or `ed` before another e.
pub(super) fn and(next: &str) -> &'static str {
    if meets(next, 'e') { "ed" } else { "e" }
}

/// The word begins with this vowel, accents aside, and no d follows it (a Adria).
fn meets(word: &str, vowel: char) -> bool {
    let mut letters = word.nfd().filter(|c| !unicode_normalization::char::is_combining_mark(*c));
    let first = letters.next().is_some_and(|c| c.eq_ignore_ascii_case(&vowel));
    first && !letters.next().is_some_and(|c| c.eq_ignore_ascii_case(&'d'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(article: Article, article_in_name: bool) -> Place {
        Place { article, article_in_name, ..Place::default() }
    }

    fn forms(name: &str, article: Article, in_name: bool) -> String {
        let n = Name::italian(name, &place(article, in_name));
        format!("{} | {} | {} | {} | {} | {}", n.text, n.di, n.a, n.da, n.e, n.bare)
    }

    #[test]
    fn articles_contract_and_names_without_one_stay() {
        let row = |name, article| forms(name, article, false);
        assert_eq!(
            row("Lazio", Article::Il),
            "il Lazio | del Lazio | al Lazio | dal Lazio | e il Lazio | Lazio"
        );
        assert_eq!(
            row("Umbria", Article::L),
            "l'Umbria | dell'Umbria | all'Umbria | dall'Umbria | e l'Umbria | Umbria"
        );
        assert_eq!(
            row("Marche", Article::Le),
            "le Marche | delle Marche | alle Marche | dalle Marche | e le Marche | Marche"
        );
        assert_eq!(
            row("Voghera", Article::None),
            "Voghera | di Voghera | a Voghera | da Voghera | e Voghera | Voghera"
        );
    }

    #[test]
    fn an_article_in_the_name_keeps_its_capital_and_drops_behind_a_preposition() {
        for name in ["Spezia", "La Spezia"] {
            let row = "La Spezia | della Spezia | alla Spezia | dalla Spezia | e La Spezia | La Spezia";
            assert_eq!(forms(name, Article::La, true), row);
        }
        for name in ["Aquila", "L'Aquila"] {
            let row = "L'Aquila | dell'Aquila | all'Aquila | dall'Aquila | e L'Aquila | L'Aquila";
            assert_eq!(forms(name, Article::L, true), row);
        }
    }

    #[test]
    fn d_only_before_the_same_vowel_and_not_before_a_d() {
        let a = |name| Name::italian(name, &Place::default()).a;
        assert_eq!(a("Arena Po"), "ad Arena Po");
        assert_eq!(a("Àrena"), "ad Àrena");
        assert_eq!(a("Adria"), "a Adria");
        assert_eq!(a("Oliva Gessi"), "a Oliva Gessi");
        let e = |name| Name::italian(name, &Place::default()).e;
        assert_eq!(e("Empoli"), "ed Empoli");
        assert_eq!(e("Edolo"), "e Edolo");
    }

    #[test]
    fn the_map_overrides_any_form() {
        let mut words = place(Article::None, false);
        words.forms.insert("di".to_string(), "de La Morra".to_string());
        assert_eq!(Name::italian("La Morra", &words).di, "de La Morra");
        assert_eq!(Name::italian("La Morra", &words).a, "a La Morra");
    }

    #[test]
    fn a_bilingual_name_is_called_by_its_first_form() {
        assert_eq!(first_form("Bolzano/Bozen"), "Bolzano");
        assert_eq!(first_form("/"), "/");
    }
}
