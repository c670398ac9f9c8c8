use super::error::Mistake;
use super::grammar;
use super::kind::{Kind, Voice};
use super::language::Language;
use minijinja::{Environment, Value};
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use unicode_normalization::UnicodeNormalization;

/// The compiled variants of a templates file.
pub(super) struct Templates {
    env: Environment<'static>,
    variants: BTreeMap<(Voice, Kind), Vec<Variant>>,
}

/// One way to say something: its clauses, in a fixed order of meaning.
struct Variant {
    clauses: Vec<Source>,
}

/// A clause as it stands in the file; empty if the variant says nothing there.
struct Source {
    text: String,
    line: usize,
}

impl Templates {
    /// Reads and compiles a file: a table a voice, in it a list of variants a kind; and all that is wrong with it.
    pub fn parse(language: Language, text: &str) -> (Self, Vec<Mistake>) {
        let mut reader = Reader { text, mistakes: Vec::new() };
        let variants = reader.file();
        let mut templates = Templates { env: grammar::engine(language), variants };
        templates.compile(&mut reader.mistakes);
        (templates, reader.mistakes)
    }

    fn compile(&mut self, mistakes: &mut Vec<Mistake>) {
        for ((voice, kind), variants) in &mut self.variants {
            // A variant that does not compile is told of once, and left out of the trial that follows.
            let mut v = 0;
            variants.retain(|variant| {
                let failed = variant.clauses.iter().enumerate().find_map(|(c, source)| {
                    let added = self.env.add_template_owned(name(*voice, *kind, v, c), source.text.clone());
                    added.err().map(|e| Mistake::at(source.line, *voice, *kind, &e))
                });
                v += usize::from(failed.is_none());
                failed.map(|mistake| mistakes.push(mistake)).is_none()
            });
        }
    }

    /// How many variants there are; 0 if the file leaves the kind out.
    pub fn count(&self, voice: Voice, kind: Kind) -> usize {
        self.variants.get(&(voice, kind)).map_or(0, Vec::len)
    }

    /// The clauses of a kind's first variant as they stand in the file.
    pub fn sources(&self, voice: Voice, kind: Kind) -> Vec<&str> {
        let first = self.variants.get(&(voice, kind)).and_then(|variants| variants.first());
        first.map_or(Vec::new(), |variant| variant.clauses.iter().map(|c| c.text.as_str()).collect())
    }

    /// Kinds that the file leaves out.
    pub fn missing(&self) -> Vec<(Voice, Kind)> {
        let all = Voice::ALL.into_iter().flat_map(|voice| voice.kinds().map(move |kind| (voice, kind)));
        all.filter(|(voice, kind)| self.count(*voice, *kind) == 0).collect()
    }

    /// The clauses of a variant; an empty one says nothing.
    pub fn render(
        &self,
        voice: Voice,
        kind: Kind,
        variant: usize,
        facts: &Value,
    ) -> Result<Vec<String>, Mistake> {
        let sources =
            self.variants.get(&(voice, kind)).and_then(|v| v.get(variant)).map_or(&[][..], |v| &v.clauses);
        let clause = |(c, source): (usize, &Source)| {
            let template = self.env.get_template(&name(voice, kind, variant, c));
            let text = template.and_then(|t| t.render(facts.clone()));
            text.map(|t| t.trim().nfc().collect()).map_err(|e| Mistake::at(source.line, voice, kind, &e))
        };
        sources.iter().enumerate().map(clause).collect()
    }

    /// Renders everything with sample facts; what fails is added to `mistakes`, once a clause.
    pub fn check(&self, samples: &[(Kind, Value)], mistakes: &mut Vec<Mistake>) {
        for (voice, kind) in self.variants.keys() {
            for variant in 0..self.count(*voice, *kind) {
                let of_kind = samples.iter().filter(|(k, _)| k == kind);
                let failed =
                    of_kind.filter_map(|(_, facts)| self.render(*voice, *kind, variant, facts).err());
                mistakes.extend(failed.take(1));
            }
        }
        mistakes.sort_by_key(|mistake| mistake.line);
    }
}

fn name(voice: Voice, kind: Kind, variant: usize, clause: usize) -> String {
    format!("{}.{}.{variant}.{clause}", voice.key(), kind.key())
}

/// Walks a templates file and notes every mistake with its line.
struct Reader<'a> {
    text: &'a str,
    mistakes: Vec<Mistake>,
}

impl Reader<'_> {
    fn file(&mut self) -> BTreeMap<(Voice, Kind), Vec<Variant>> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for e in errors {
            let at = e.span().map_or(0, |span| span.start);
            self.mistake(at, e.message().to_string());
        }
        let mut variants = BTreeMap::new();
        for (key, value) in table.get_ref() {
            let known = Voice::ALL.into_iter().find(|v| v.key() == key.get_ref());
            match (known, value.get_ref().as_table()) {
                (Some(voice), Some(kinds)) => self.voice(voice, kinds, &mut variants),
                _ => self.mistake(
                    key.span().start,
                    format!(
                        "`{}` is no table of words; there are [caption], [picture] and [alt]",
                        key.get_ref()
                    ),
                ),
            }
        }
        variants
    }

    fn voice(
        &mut self,
        voice: Voice,
        kinds: &DeTable<'_>,
        variants: &mut BTreeMap<(Voice, Kind), Vec<Variant>>,
    ) {
        for (key, value) in kinds {
            match voice.kinds().find(|kind| kind.key() == key.get_ref()) {
                Some(kind) => {
                    let read = self.kind(value);
                    variants.insert((voice, kind), read);
                }
                None => {
                    let known: Vec<&str> = voice.kinds().map(Kind::key).collect();
                    let what = format!(
                        "[{}] has no kind `{}`; it has {}",
                        voice.key(),
                        key.get_ref(),
                        known.join(", ")
                    );
                    self.mistake(key.span().start, what);
                }
            }
        }
    }

    /// One text, or a list of variants, each a text or a list of clauses.
    fn kind(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Variant> {
        let variants: Vec<Variant> = match value.get_ref().as_array() {
            None => self.variant(value).into_iter().collect(),
            Some(list) => list.iter().filter_map(|v| self.variant(v)).collect(),
        };
        if variants.is_empty() && self.mistakes.is_empty() {
            self.mistake(value.span().start, "no variant here; give at least one text".to_string());
        }
        variants
    }

    fn variant(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Variant> {
        let clauses = match value.get_ref().as_array() {
            None => vec![self.clause(value)?],
            Some(list) => list.iter().map(|clause| self.clause(clause)).collect::<Option<Vec<_>>>()?,
        };
        if clauses.first().is_none_or(|first| first.text.trim().is_empty()) {
            self.mistake(value.span().start, "a variant that says nothing first".to_string());
            return None;
        }
        Some(Variant { clauses })
    }

    fn clause(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Source> {
        match value.get_ref().as_str() {
            Some(text) => Some(Source { text: text.to_string(), line: self.line(value.span().start) }),
            None => {
                self.mistake(value.span().start, "a clause is a text in quotes".to_string());
                None
            }
        }
    }

    fn mistake(&mut self, at: usize, what: String) {
        self.mistakes.push(Mistake { line: self.line(at), what });
    }

    /// Counted from 1.
    fn line(&self, at: usize) -> usize {
        1 + self.text.as_bytes().iter().take(at).filter(|b| **b == b'\n').count()
    }
}
