use super::{Store, StoreError};
use std::sync::mpsc;
use std::thread::JoinHandle;
use tokio::sync::oneshot;

type Job = Box<dyn FnOnce(&mut Store) + Send>;

/// The one writer: a thread that owns the write connection and does its work in the order it comes.
#[derive(Clone)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the thread; it ends when the last `Writer` is dropped and its queue is done.
    pub fn start(mut store: Store) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, jobs) = mpsc::channel::<Job>();
        let work = move || jobs.into_iter().for_each(|job| job(&mut store));
        let thread = std::thread::Builder::new().name("writer".to_string()).spawn(work)?;
        Ok((Writer { queue }, thread))
    }

    /// Does the work on the writer's thread and waits for its answer.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |store| drop(answer.send(work(store))));
        let gone = || StoreError::Broken("the writer thread has ended".to_string());
        self.queue.send(job).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())
    }
}
