use super::{Press, PressError};
use crate::queue::Queue;
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
