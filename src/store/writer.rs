use super::{Store, StoreError};
use crate::queue::Queue;
use std::thread::JoinHandle;

/// The one writer: a thread that owns the write connection and does its work in the order it comes.
#[derive(Clone)]
pub struct Writer(Queue<Store>);

impl Writer {
    /// Starts the thread; it ends when the last `Writer` is dropped and its queue is done.
    pub fn start(store: Store) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, thread) = Queue::start("writer", store)?;
        Ok((Writer(queue), thread))
    }

    /// Does the work on the writer's thread and waits for its answer.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let ended = |_| StoreError::Broken("the writer thread has ended".to_string());
        self.0.run(work).await.map_err(ended)
    }
}
