use super::WebError;
use super::document::Document;
use super::library::Library;
use crate::queue::{Ended, Queue};
use crate::store::{News, Pulse};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The most that ready documents may take up, and what one takes beside its bytes.
const SHELF_BYTES: usize = 16_000_000;
const PLACE_BYTES: usize = 512;

/// Where documents are asked for: ready ones are handed out at once, others are made one by one in the library.
#[derive(Clone)]
pub(super) struct Desk {
    library: Queue<Library>,
    shelf: Arc<Mutex<Shelf>>,
    pulse: watch::Receiver<Pulse>,
}

/// Documents as they are right now; with the next turn all are made anew.
#[derive(Default)]
struct Shelf {
    news: Option<News>,
    documents: BTreeMap<String, Arc<Document>>,
    bytes: usize,
}

impl Desk {
    pub fn open(library: Library, pulse: watch::Receiver<Pulse>) -> std::io::Result<Self> {
        let (library, _) = Queue::start("library", library)?;
        Ok(Desk { library, shelf: Arc::default(), pulse })
    }

    /// The document of this name, made by `make` unless it is ready.
    pub async fn document(
        &self,
        name: String,
        make: impl FnOnce(&mut Library) -> Result<Document, WebError> + Send + 'static,
    ) -> Result<Arc<Document>, WebError> {
        if let Some(ready) = self.ready(&name) {
            return Ok(ready);
        }
        let desk = self.clone();
        let work = move |library: &mut Library| {
            // Whoever asked a moment earlier has had it made.
            if let Some(ready) = desk.ready(&name) {
                return Ok(ready);
            }
            let news = desk.pulse.borrow().news;
            let made = Arc::new(make(library)?);
            desk.put(name, made.clone(), news);
            Ok(made)
        };
        self.library.ask(work).await?
    }

    /// Reads something that is not worth keeping.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Library) -> Result<T, WebError> + Send + 'static,
    ) -> Result<T, WebError> {
        self.library.ask(work).await?
    }

    fn ready(&self, name: &str) -> Option<Arc<Document>> {
        let news = self.pulse.borrow().news;
        self.shelf(news).documents.get(name).cloned()
    }

    /// A document that was made while a turn was taken may be of either side: it is not kept.
    fn put(&self, name: String, made: Arc<Document>, news: Option<News>) {
        let now = self.pulse.borrow().news;
        if now != news {
            return;
        }
        let mut shelf = self.shelf(now);
        let weight = PLACE_BYTES + name.len() + made.weight();
        if shelf.bytes + weight > SHELF_BYTES {
            *shelf = Shelf { news: now, ..Shelf::default() };
        }
        shelf.bytes += weight;
        shelf.documents.insert(name, made);
    }

    fn shelf(&self, news: Option<News>) -> MutexGuard<'_, Shelf> {
        // Nothing that could panic is done while it is held.
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if shelf.news != news {
            *shelf = Shelf { news, ..Shelf::default() };
        }
        shelf
    }
}

impl From<Ended> for WebError {
    fn from(_: Ended) -> Self {
        WebError::Ended
    }
}
