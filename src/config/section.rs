//! One table of the file, read key by key. The keys that are asked for are the keys that are allowed.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Fault;
use super::value::kind;

pub(super) struct Section<'a, 'i> {
    /// ` in [schedule]`, for messages; empty at the top of the file.
    place: String,
    /// Where the table itself stands, for a key that is missing.
    here: Range<usize>,
    table: Option<&'a DeTable<'i>>,
    asked: Vec<&'static str>,
    faults: Vec<Fault>,
}

/// Words in a key that betray a secret.
const SECRET_WORDS: [&str; 5] = ["token", "password", "secret", "credential", "api_key"];

impl<'a, 'i> Section<'a, 'i> {
    pub(super) fn top(table: &'a DeTable<'i>) -> Self {
        Section {
            place: String::new(),
            here: 0..0,
            table: Some(table),
            asked: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Reads a key; a fault is noted with its place and gives `None`, as a missing key does.
    pub(super) fn read<T>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(&DeValue<'i>) -> Result<T, String>,
    ) -> Option<T> {
        let value = self.ask(key)?;
        parse(value.get_ref()).map_err(|reason| self.fault_at(key, &reason)).ok()
    }

    /// Reads a table inside this one; a missing or faulty one is read as if it were empty.
    pub(super) fn table<T>(&mut self, key: &'static str, read: impl FnOnce(&mut Self) -> T) -> T {
        let value = self.ask(key);
        if let Some(value) = value.map(Spanned::get_ref).filter(|v| !v.is_table()) {
            self.fault_at(key, &format!("expected a table [{key}], found {}", kind(value)));
        }
        self.inner(format!(" in [{key}]"), value, read)
    }

    /// Reads an array of tables; `None` when the key is missing.
    pub(super) fn tables<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&mut Self) -> T,
    ) -> Option<Vec<T>> {
        let array = self.ask(key)?.get_ref().as_array();
        let Some(array) = array.filter(|array| array.iter().all(|v| v.get_ref().is_table())) else {
            self.fault_at(key, &format!("expected tables, each headed [[{key}]]"));
            return None;
        };
        let place = format!(" in [[{key}]]");
        Some(array.iter().map(|table| self.inner(place.clone(), Some(table), &mut read)).collect())
    }

    /// Notes a fault at a key, unless the key is missing: a default is not at fault.
    pub(super) fn fault_at(&mut self, key: &str, reason: &str) {
        if let Some(span) = self.span(key) {
            self.faults.push(Fault { span, message: format!("{key}{}: {reason}", self.place) });
        }
    }

    /// Notes a fault at a key or, when the key is missing, at the table's head.
    pub(super) fn fault_at_or_here(&mut self, key: &str, reason: &str) {
        let span = self.span(key).unwrap_or(self.here.clone());
        self.faults.push(Fault { span, message: format!("{key}{}: {reason}", self.place) });
    }

    pub(super) fn is_text(&self, key: &str) -> bool {
        self.table.and_then(|t| t.get(key)).is_some_and(|v| v.get_ref().is_str())
    }

    /// The place of a key's value.
    pub(super) fn span(&self, key: &str) -> Option<Range<usize>> {
        self.table?.get(key).map(Spanned::span)
    }

    /// All faults, the keys that nobody asked for among them.
    pub(super) fn finish(mut self) -> Vec<Fault> {
        for key in self.table.into_iter().flat_map(|t| t.keys()) {
            let name: &str = key.get_ref();
            if !self.asked.contains(&name) {
                self.faults.push(Fault { span: key.span(), message: self.unknown(name) });
            }
        }
        self.faults
    }

    fn ask(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'i>>> {
        self.asked.push(key);
        self.table?.get(key)
    }

    fn inner<T>(
        &mut self,
        place: String,
        table: Option<&'a Spanned<DeValue<'i>>>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut inner = Section {
            place,
            here: table.map_or(0..0, Spanned::span),
            table: table.and_then(|t| t.get_ref().as_table()),
            asked: Vec::new(),
            faults: Vec::new(),
        };
        let value = read(&mut inner);
        self.faults.extend(inner.finish());
        value
    }

    fn unknown(&self, name: &str) -> String {
        let lower = name.to_lowercase();
        if SECRET_WORDS.iter().any(|word| lower.contains(word)) {
            return format!(
                "\"{name}\"{}: no secrets in this file; put them in the environment, such as \
                 GUERRABOT_<NAME>_TOKEN, or in a file that GUERRABOT_<NAME>_TOKEN_FILE names",
                self.place
            );
        }
        format!("unknown key \"{name}\"{}; allowed: {}", self.place, self.asked.join(", "))
    }
}
