use super::{Press, PressError};
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce(&mut Press) + Send>;

/// The one place where posts are drawn: a thread of its own, so that one heap holds what a picture needs, and so
/// that no look-up of a network's address waits behind a picture.
#[derive(Clone)]
pub struct Studio {
    queue: mpsc::Sender<Job>,
}

impl Studio {
    /// Starts the thread; it ends when the last `Studio` is dropped.
    pub fn start(mut press: Press) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, jobs) = mpsc::channel::<Job>();
        let work = move || jobs.into_iter().for_each(|job| job(&mut press));
        let thread = Builder::new().name("press".to_string()).spawn(work)?;
        Ok((Studio { queue }, thread))
    }

    /// Does the work in the studio and waits for it.
    ///
    /// # Errors
    /// The work's own, or that the thread has died.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Press) -> Result<T, PressError> + Send + 'static,
    ) -> Result<T, PressError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |press| drop(answer.send(work(press))));
        self.queue.send(job).map_err(|_| PressError::Died)?;
        answered.await.map_err(|_| PressError::Died)?
    }
}
