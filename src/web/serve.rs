use super::{Draw, Site, router};
use crate::store::{Inbox, Pulse, Store};
use crate::words::Language;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

/// What the server needs to know; it decides nothing about a war.
pub struct Web {
    /// A connection of its own, for reading only.
    pub store: Store,
    /// Another one, for what players of Dobyvatelé ask for with their tokens.
    pub door: Store,
    /// Where they hand in orders, and see the open tick.
    pub inbox: Arc<Inbox>,
    pub site: Site,
    pub draw: Draw,
    /// Where followers find the page, without a slash at its end; empty if nobody said.
    pub url: String,
    /// Whose clock the times mean.
    pub zone: Tz,
    pub language: Language,
    pub pulse: watch::Receiver<Pulse>,
    pub clock: fn() -> DateTime<Utc>,
    pub limits: Limits,
}

/// What strangers may take up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections that are open at a time; more wait at the door.
    pub connections: usize,
    /// Readers of events at a time, fewer than connections: others shall get in as well.
    pub listeners: usize,
    /// Replays that are sent at a time.
    pub replays: usize,
    /// For a request's head, and between two requests.
    pub head: Duration,
    /// Without a sign of life from the other end while something is sent to it.
    pub stalled: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            connections: 4096,
            listeners: 3072,
            replays: 8,
            head: Duration::from_secs(30),
            stalled: Duration::from_secs(60),
        }
    }
}

/// Bytes of a request's head.
const HEAD_BYTES: usize = 16 * 1024;
/// How long answers under way may take after a stop.
const GOODBYE: Duration = Duration::from_secs(1);

/// The places for connections, and how many are taken.
#[derive(Clone)]
pub(super) struct Open {
    places: Arc<Semaphore>,
    all: usize,
    pub listeners: Arc<Semaphore>,
    pub replays: Arc<Semaphore>,
}

impl Open {
    /// How many connections are open.
    pub fn open(&self) -> usize {
        self.all - self.places.available_permits()
    }
}

/// Answers until `stop` resolves.
///
/// # Errors
/// The thread that reads cannot be started.
pub async fn serve(listener: TcpListener, web: Web, stop: impl Future<Output = ()>) -> std::io::Result<()> {
    let limits = web.limits;
    let semaphore = |places| Arc::new(Semaphore::new(places));
    let open = Open {
        places: semaphore(limits.connections),
        all: limits.connections,
        listeners: semaphore(limits.listeners),
        replays: semaphore(limits.replays),
    };
    let service = TowerToHyperService::new(router::router(web, open.clone())?);
    let connections = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let (place, stream) = tokio::select! {
            accepted = accept(&listener, &open) => accepted,
            () = &mut stop => break,
        };
        ready(&stream, &limits);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_buf_size(HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service.clone());
        let watched = connections.watch(connection);
        tokio::spawn(async move {
            // A reader that went away is no news.
            let _ = watched.await;
            drop(place);
        });
    }
    // Readers of events never finish by themselves.
    let _ = tokio::time::timeout(GOODBYE, connections.shutdown()).await;
    Ok(())
}

async fn accept(
    listener: &TcpListener,
    open: &Open,
) -> (Option<tokio::sync::OwnedSemaphorePermit>, TcpStream) {
    // The semaphore is never closed.
    let place = open.places.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (place, stream),
            Err(e) => {
                // Files are used up, or the other end has gone already: both pass.
                tracing::debug!("web: {e}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Small answers leave at once; who neither reads nor goes away is let go.
fn ready(stream: &TcpStream, limits: &Limits) {
    let _ = stream.set_nodelay(true);
    let patience = u32::try_from(limits.stalled.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, patience);
    let _ = rustix::net::sockopt::set_socket_keepalive(stream, true);
}
