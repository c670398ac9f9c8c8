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

    /// Has the work done and waits for what comes of it; it is done even if nobody waits any more.
    pub async fn run<A: Send + 'static>(
        &self,
        work: impl FnOnce(&mut T) -> A + Send + 'static,
    ) -> Result<A, Ended> {
        let (answer, answered) = oneshot::channel();
        self.wait(Box::new(move |owned| drop(answer.send(work(owned)))), answered).await
    }

    /// Has something looked up; left out if whoever asked went away before its turn, so that strangers cannot pile up work.
    pub async fn ask<A: Send + 'static>(
        &self,
        work: impl FnOnce(&mut T) -> A + Send + 'static,
    ) -> Result<A, Ended> {
        let (answer, answered) = oneshot::channel::<A>();
        let job = move |owned: &mut T| {
            if !answer.is_closed() {
                let _ = answer.send(work(owned));
            }
        };
        self.wait(Box::new(job), answered).await
    }

    async fn wait<A>(&self, job: Job<T>, answered: oneshot::Receiver<A>) -> Result<A, Ended> {
        self.0.send(job).map_err(|_| Ended)?;
        answered.await.map_err(|_| Ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_looked_up_but_done() {
        let (queue, thread) = Queue::start("test", Vec::new()).unwrap();
        let (go, gone) = mpsc::channel::<()>();
        let blocked = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(move |_| gone.recv().is_ok()).await }
        });
        tokio::task::yield_now().await;
        let (asked, told) =
            (queue.ask(|seen: &mut Vec<u8>| seen.push(1)), queue.run(|seen: &mut Vec<u8>| seen.push(2)));
        let _ = tokio::time::timeout(Duration::from_millis(1), async { tokio::join!(asked, told) }).await;
        go.send(()).unwrap();
        assert_eq!(blocked.await.unwrap(), Ok(true));
        assert_eq!(queue.ask(|seen| seen.clone()).await, Ok(vec![2]));
        drop(queue);
        thread.join().unwrap();
    }
}
