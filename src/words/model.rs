//! Sentences whose facts are still open, for whoever tells many turns at once: the page fills them in as time runs.
//!
//! The picture's own templates are rendered with open names and numbers, so that page and picture say the same. What is
//! open stays as a mark: `{A}` a name, `{A.di}` a form of it, `{A:sale|salgono}` what agrees with it, `{n}` a number and
//! `{n:turno|turni}` the form that goes with it.

use super::Words;
use super::caption::capitalised;
use super::facts::unit;
use super::grammar::{self, UnitWords};
use super::kind::{Kind, Voice};
use super::language::Language;
use super::name::{Form, Name};
use crate::map::{Map, TerritoryId};
use minijinja::value::{Object, Rest, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The kinds of turns that a picture tells, by their keys in the templates file; the opening is told once.
pub const TOLD: [Kind; 9] = [
    Kind::Attack,
    Kind::AttackHome,
    Kind::AttackLast,
    Kind::AttackOnly,
    Kind::Reconquest,
    Kind::ReconquestLast,
    Kind::Rebellion,
    Kind::RebellionLast,
    Kind::Victory,
];

/// What a kind of turn says: the news, then the sentences under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub kind: &'static str,
    pub sentence: String,
    pub detail: Vec<String>,
}

/// The forms of a territory's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    pub text: String,
    pub bare: String,
    pub di: String,
    pub a: String,
    pub da: String,
    pub e: String,
    pub plural: bool,
}

/// What an open mark stands for.
#[derive(Clone, Copy, Debug)]
pub enum Fact<'a> {
    Name(&'a Forms, u32),
    Number(u64),
}

impl Words {
    /// The picture's sentences for every kind of turn; a user's template that needs more facts gives way to the built-in.
    pub fn models(&self, map: &Map) -> Vec<Model> {
        TOLD.into_iter().map(|kind| self.model(map, kind)).collect()
    }

    fn model(&self, map: &Map, kind: Kind) -> Model {
        let templates = [self.templates(Voice::Picture, kind), &self.built_in];
        let open = |sources: Vec<&str>| {
            sources.into_iter().map(|source| self.phrase(map, source)).collect::<Result<Vec<_>, _>>()
        };
        let found = templates.iter().find_map(|t| open(t.sources(Voice::Picture, kind)).ok());
        let mut texts = found.unwrap_or_default();
        let detail = texts.split_off(texts.len().min(2));
        texts.retain(|text| !text.is_empty());
        let detail = detail.into_iter().filter(|text| !text.is_empty()).collect();
        Model { kind: kind.key(), sentence: texts.join(" "), detail }
    }

    /// A template with its facts left open; the map's unit and title are filled in.
    ///
    /// # Errors
    /// The template has a mistake, or needs a fact that cannot be left open.
    pub fn phrase(&self, map: &Map, source: &str) -> Result<String, Error> {
        let env = engine(self.language);
        let open = |name: &'static str| Value::from_object(Open { name: name.to_string(), number: false });
        let numbers = NUMBERS.map(|n| (n, Value::from_object(Open { name: n.to_string(), number: true })));
        let mut facts = BTreeMap::from([
            ("A", open("A")),
            ("R", open("A")),
            ("T", open("T")),
            ("L", open("L")),
            ("total", Value::from(map.len())),
            ("unit", Value::from_object(unit(map, self.language))),
            ("title", Value::from_object(super::facts::title(map, self.language))),
        ]);
        facts.extend(numbers);
        env.render_str(source, Value::from(facts)).map(|text| text.trim().to_string())
    }

    /// The name of a territory in all its forms.
    pub fn forms(&self, map: &Map, place: TerritoryId) -> Forms {
        Forms::of(&Name::of(map, self.language, Form::Full, place, None))
    }
}

/// Numbers that phrases may leave open.
const NUMBERS: [&str; 3] = ["n", "m", "turn"];

/// A name or a number that is not known yet.
#[derive(Debug)]
struct Open {
    name: String,
    number: bool,
}

impl Object for Open {
    fn repr(self: &Arc<Self>) -> minijinja::value::ObjectRepr {
        minijinja::value::ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let part = |name: String, number| Some(Value::from_object(Open { name, number }));
        match key.as_str()? {
            "n" if !self.number => part(format!("{}.n", self.name), true),
            "bare" if !self.number => part(format!("{}.bare", self.name), false),
            _ => None,
        }
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.name)
    }
}

fn engine(language: Language) -> Environment<'static> {
    let mut env = grammar::engine(language);
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    for form in ["di", "a", "da", "e"] {
        env.add_filter(form, move |name: Value| match name.downcast_object_ref::<Name>() {
            Some(known) => Ok(Forms::of(known).form(form).to_string()),
            None => open_name(&name).map(|n| format!("{{{n}.{form}}}")),
        });
    }
    env.add_filter("does", |name: Value, verb: String| {
        Ok::<_, Error>(format!("{name} {}", agreeing(&name, &verb)?))
    });
    env.add_filter("verb", |name: Value, verb: String| agreeing(&name, &verb));
    env.add_filter("suo", |name: Value, his: String, their: String| {
        open_name(&name).map(|n| format!("{{{n}:{his}|{their}}}"))
    });
    env.add_filter("casa", |name: Value| open_name(&name).map(|n| format!("{{{n}:casa sua|casa loro}}")));
    env.add_filter("units", move |state: &State, n: Value, case: Option<String>| {
        let unit = state.lookup("unit").ok_or_else(|| wrong("no unit here"))?;
        let unit = unit.downcast_object_ref::<UnitWords>().ok_or_else(|| wrong("`unit` is not the map's"))?;
        let mut forms = unit.forms.clone();
        if case.is_some() {
            forms[0].clone_from(&unit.accusative);
        }
        counted(language, &n, &forms).map(|word| format!("{} {word}", digits(language, &n)))
    });
    env.add_filter("count", move |n: Value, forms: Rest<String>| {
        counted(language, &n, &forms).map(|word| format!("{} {word}", digits(language, &n)))
    });
    env.add_filter("pl", move |n: Value, forms: Rest<String>| counted(language, &n, &forms));
    env
}

fn wrong(what: &str) -> Error {
    Error::new(ErrorKind::InvalidOperation, what.to_string())
}

fn open_name(value: &Value) -> Result<&str, Error> {
    let open = value.downcast_object_ref::<Open>().filter(|open| !open.number);
    open.map(|open| open.name.as_str()).ok_or_else(|| wrong("this filter wants a name"))
}

fn agreeing(name: &Value, verb: &str) -> Result<String, Error> {
    let (one, many) = (grammar::conjugate(verb, false)?, grammar::conjugate(verb, true)?);
    open_name(name).map(|n| format!("{{{n}:{one}|{many}}}"))
}

/// The form of a word that goes with a number, open or known.
fn counted(language: Language, n: &Value, forms: &[String]) -> Result<String, Error> {
    if forms.len() != language.plurals() {
        return Err(wrong("a wrong number of number forms"));
    }
    match n.downcast_object_ref::<Open>() {
        Some(open) => Ok(format!("{{{}:{}}}", open.name, forms.join("|"))),
        None => Ok(forms[language.plural(n.as_usize().unwrap_or_default() as u64)].clone()),
    }
}

fn digits(language: Language, n: &Value) -> String {
    n.as_usize().map_or_else(|| n.to_string(), |n| language.digits(n as u64))
}

impl Language {
    /// Fills the marks of a phrase; what is not known stays open.
    pub fn fill(self, phrase: &str, facts: &[(&str, Fact)]) -> String {
        let mut text = String::with_capacity(phrase.len());
        let mut rest = phrase;
        while let Some((before, (mark, after))) =
            rest.split_once('{').and_then(|(b, r)| Some((b, r.split_once('}')?)))
        {
            text.push_str(before);
            match self.filled(mark, facts) {
                Some(filled) => text.push_str(&filled),
                None => text.extend(["{", mark, "}"]),
            }
            rest = after;
        }
        text + rest
    }

    fn filled(self, mark: &str, facts: &[(&str, Fact)]) -> Option<String> {
        let (key, choices) = mark.split_once(':').map_or((mark, None), |(key, c)| (key, Some(c)));
        let (name, form) = key.split_once('.').unwrap_or((key, ""));
        let fact = facts.iter().find(|(known, _)| *known == name).map(|(_, fact)| *fact)?;
        let number = match (fact, form) {
            (Fact::Number(n), _) => Some(n),
            (Fact::Name(_, held), "n") => Some(u64::from(held)),
            (Fact::Name(..), _) => None,
        };
        match (fact, number, choices) {
            (_, Some(n), Some(choices)) => choices.split('|').nth(self.plural(n)).map(str::to_string),
            (_, Some(n), None) => Some(self.digits(n)),
            (Fact::Name(forms, _), None, Some(choices)) => {
                choices.split('|').nth(usize::from(forms.plural)).map(str::to_string)
            }
            (Fact::Name(forms, _), None, None) => Some(forms.form(form).to_string()),
            (Fact::Number(_), None, _) => None,
        }
    }

    /// Sentences with their facts, each with a capital, one after the other.
    pub fn tell(self, sentences: &[String], facts: &[(&str, Fact)]) -> String {
        let told: Vec<String> = sentences.iter().map(|s| capitalised(&self.fill(s, facts))).collect();
        told.join(" ")
    }
}

impl Forms {
    fn of(name: &Name) -> Self {
        let Name { text, bare, di, a, da, e, plural, .. } = name.clone();
        Forms { text, bare, di, a, da, e, plural }
    }

    fn form(&self, form: &str) -> &str {
        match form {
            "bare" => &self.bare,
            "di" => &self.di,
            "a" => &self.a,
            "da" => &self.da,
            "e" => &self.e,
            _ => &self.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::sample;

    #[test]
    fn a_template_keeps_its_facts_open() {
        let words = Words::built_in(Language::Italian);
        let map = sample::map();
        let open = |source| words.phrase(&map, source).unwrap();
        assert_eq!(open("{{ A|does('sale') }} {{ T|a }}"), "{A} {A:sale|salgono} {T.a}");
        assert_eq!(open("{{ n|count('turno', 'turni') }}"), "{n} {n:turno|turni}");
        assert!(words.phrase(&map, "{{ held }}").is_err());
    }

    #[test]
    fn marks_are_filled_and_agree() {
        let words = Words::built_in(Language::Italian);
        let map = sample::map();
        let forms = words.forms(&map, TerritoryId(0));
        let facts = [("A", Fact::Name(&forms, 1)), ("n", Fact::Number(2))];
        let told = Language::Italian.fill("{A.bare}: {A.n} {A.n:uno|molti}, {n:turno|turni}, {x}", &facts);
        assert_eq!(told, format!("{}: 1 uno, turni, {{x}}", forms.bare));
    }
}
