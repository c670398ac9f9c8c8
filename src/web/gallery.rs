use super::WebError;
use super::document::{Document, Keep, PNG};
use super::site::Shot;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Whoever has a painter draws the picture of a turn, as PNG.
pub type Draw =
    Arc<dyn Fn(Shot) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, String>> + Send>> + Send + Sync>;

/// Pictures that were drawn, the oldest first.
type Wall = VecDeque<(Shot, Arc<Document>)>;

/// The most that pictures which were drawn may take up.
const WALL_BYTES: usize = 8_000_000;
/// How many readers may wait for a picture to be drawn; posts are drawn by the same hand.
const WAITING: usize = 16;

/// The pictures of turns, drawn one at a time when they are asked for; the last ones stay at hand.
#[derive(Clone)]
pub(super) struct Gallery {
    draw: Draw,
    wall: Arc<Mutex<Wall>>,
    waiting: Arc<Semaphore>,
    hand: Arc<tokio::sync::Mutex<()>>,
}

impl Gallery {
    pub fn open(draw: Draw) -> Self {
        Gallery {
            draw,
            wall: Arc::default(),
            waiting: Arc::new(Semaphore::new(WAITING)),
            hand: Arc::default(),
        }
    }

    pub async fn picture(&self, shot: Shot) -> Result<Arc<Document>, WebError> {
        if let Some(ready) = self.ready(shot) {
            return Ok(ready);
        }
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| WebError::Busy)?;
        // What is begun is finished, or whoever hangs up and asks again would have it drawn again and again.
        let gallery = self.clone();
        let drawing = tokio::spawn(async move {
            let _place = place;
            gallery.drawn(shot).await
        });
        drawing.await.map_err(|_| WebError::Ended)?
    }

    async fn drawn(&self, shot: Shot) -> Result<Arc<Document>, WebError> {
        let _hand = self.hand.lock().await;
        // Whoever waited before has had it drawn.
        if let Some(ready) = self.ready(shot) {
            return Ok(ready);
        }
        let png = (self.draw)(shot).await.map_err(WebError::Drawing)?;
        let keep = if shot.immutable { Keep::Ever } else { Keep::Ask };
        let drawn = Arc::new(Document::new(PNG, keep, png));
        self.hang(shot, drawn.clone());
        Ok(drawn)
    }

    fn ready(&self, shot: Shot) -> Option<Arc<Document>> {
        // Nothing that could panic is done while it is held.
        let wall = self.wall.lock().unwrap_or_else(PoisonError::into_inner);
        wall.iter().find(|(known, _)| *known == shot).map(|(_, drawn)| drawn.clone())
    }

    /// The oldest make room.
    fn hang(&self, shot: Shot, drawn: Arc<Document>) {
        let mut wall = self.wall.lock().unwrap_or_else(PoisonError::into_inner);
        wall.push_back((shot, drawn));
        let mut bytes: usize = wall.iter().map(|(_, drawn)| drawn.weight()).sum();
        while bytes > WALL_BYTES
            && let Some((_, oldest)) = wall.pop_front()
        {
            bytes -= oldest.weight();
        }
    }
}
