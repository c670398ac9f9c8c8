use super::WebError;
use super::document::{Document, Keep};
use super::site::{Found, Shot, Site};
use crate::map::Map;
use crate::rules::dobyvatele::State;
use crate::rules::guerra::Chronicle;
use crate::store::{Ruleset, Seat, Store, Turn, War};
use crate::words::Language;

/// What the documents are made from: a connection for reading, and the war that was last asked for.
pub(super) struct Library {
    pub store: Store,
    pub site: Site,
    pub language: Language,
    book: Option<Book>,
}

/// A war as it stood when it was read.
pub(super) struct Book {
    pub war: War,
    pub map: Map,
    pub turns: Vec<Turn>,
    pub chronicle: Chronicle,
}

impl Library {
    pub fn new(store: Store, site: Site, language: Language) -> Self {
        Library { store, site, language, book: None }
    }

    /// The page's document at a path without the slash before it.
    pub fn page(&mut self, path: &str) -> Result<Document, WebError> {
        self.site.refresh()?;
        match self.site.file(path) {
            Some(Found::Asset(asset)) => {
                let keep = if asset.immutable { Keep::Ever } else { Keep::Ask };
                Ok(Document::new(asset.content_type, keep, asset.bytes))
            }
            None if self.site.file(&format!("{path}/")).is_some() => {
                let last = path.rsplit('/').next().unwrap_or_default();
                Err(WebError::Elsewhere(format!("{last}/")))
            }
            Some(Found::Picture(_)) | None => Err(nothing(path)),
        }
    }

    /// Which picture stands at a path.
    pub fn shot(&mut self, path: &str) -> Result<Shot, WebError> {
        self.site.refresh()?;
        match self.site.file(path) {
            Some(Found::Picture(shot)) => Ok(shot),
            Some(Found::Asset(_)) | None => Err(nothing(path)),
        }
    }

    /// The game of this number, or the newest, with its last state and who plays; none if that war is one of Guerra.
    pub fn game(&mut self, number: Option<u32>) -> Result<Option<(War, State, Vec<Seat>)>, WebError> {
        let Some(war) = self.store.war(number)?.filter(|war| war.ruleset == Ruleset::Dobyvatele) else {
            return Ok(None);
        };
        let (state, seats) = (self.store.last_state(&war)?, self.store.seats(war.number)?);
        Ok(Some((war, state, seats)))
    }

    /// The war of this number, or the newest, with all turns that it has now.
    pub fn book(&mut self, number: Option<u32>) -> Result<&Book, WebError> {
        let war = self.store.war(number)?.ok_or_else(|| {
            WebError::NotFound(number.map_or("no war yet".to_string(), |n| format!("there is no war {n}")))
        })?;
        if war.ruleset == Ruleset::Dobyvatele {
            let what = format!("war {} is a game of Dobyvatelé; see /api/v1/game", war.number);
            return Err(WebError::NotFound(what));
        }
        let book = match self.book.take().filter(|book| book.war.number == war.number) {
            Some(book) => Book { war, ..book },
            None => {
                let map = self.store.map(&war.map)?;
                Book { chronicle: Chronicle::new(map.len()), map, turns: Vec::new(), war }
            }
        };
        let book = self.book.insert(book);
        for turn in self.store.turns(book.war.number, book.chronicle.turns())? {
            book.chronicle.push(turn.event);
            book.turns.push(turn);
        }
        Ok(book)
    }
}

fn nothing(path: &str) -> WebError {
    WebError::NotFound(format!("there is nothing at /{path}"))
}
