use super::{Press, PressError};
use crate::queue::Queue;
use crate::render::{Canvas, Effort, Theme};
use std::thread::JoinHandle;

/// The one place where posts are drawn: a thread of its own, so that one heap holds what a picture needs, and so
/// that no look-up of a network's address waits behind a picture.
#[derive(Clone)]
pub struct Studio(Queue<Press>);

impl Studio {
    /// Starts the thread; it ends when the last `Studio` is dropped.
    pub fn start(press: Press) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, thread) = Queue::start("press", press)?;
        Ok((Studio(queue), thread))
    }

    /// The picture of a turn, as PNG.
    pub async fn png(
        &self,
        war: u32,
        turn: u32,
        canvas: Canvas,
        theme: Theme,
    ) -> Result<Vec<u8>, PressError> {
        self.run(move |press| Ok(press.picture(war, turn, canvas, theme)?.to_png(Effort::Post))).await
    }

    /// Does the work in the studio and waits for it.
    ///
    /// # Errors
    /// The work's own, or that the thread has died.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Press) -> Result<T, PressError> + Send + 'static,
    ) -> Result<T, PressError> {
        self.0.run(work).await.map_err(|_| PressError::Died)?
    }
}
