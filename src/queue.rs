//! Threads that own one thing each: a connection for writing, the press, the followers' library.

use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};
use tokio::sync::oneshot;

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// A queue of work before the thread that owns a `T`; it is done in the order it comes.
pub struct Queue<T>(mpsc::Sender<Job<T>>);

impl<T> Clone for Queue<T> {
    fn clone(&self) -> Self {
        Queue(self.0.clone())
    }
}

/// The thread has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

impl<T: Send + 'static> Queue<T> {
    /// Starts the thread; it ends when the last `Queue` is dropped and all work is done.
    pub fn start(name: &str, mut owned: T) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, jobs) = mpsc::channel::<Job<T>>();
        let work = move || jobs.into_iter().for_each(|job| job(&mut owned));
        Ok((Queue(queue), Builder::new().name(name.to_string()).spawn(work)?))
    }

    /// Has the work done and waits for what comes of it.
    pub async fn run<A: Send + 'static>(
        &self,
        work: impl FnOnce(&mut T) -> A + Send + 'static,
    ) -> Result<A, Ended> {
        let (answer, answered) = oneshot::channel();
        let job: Job<T> = Box::new(move |owned| drop(answer.send(work(owned))));
        self.0.send(job).map_err(|_| Ended)?;
        answered.await.map_err(|_| Ended)
    }
}
