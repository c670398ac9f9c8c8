use super::context::{Context, clock};
use crate::publish::{Settings, Studio};
use crate::render::Theme;
use crate::store::{Inbox, Pulse, Store};
use crate::web::{Draw, Limits, Site, Web, serve};
use anyhow::bail;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

/// Why a game cannot do without the server.
pub(super) const GAME_NEEDS: &str = "a game of Dobyvatelé needs [web]: its teams play over it";

/// The server of the followers' page, if it runs.
pub(super) struct Page(Option<(oneshot::Sender<()>, JoinHandle<std::io::Result<()>>)>);

/// Starts to serve the page, unless it is switched off. A port that is taken or a page that cannot be made is no reason not to play a
/// war; but the teams of a game need the server.
///
/// # Errors
/// The database cannot be opened for reading, or a game's teams could not play.
pub(super) async fn open(
    context: &Context,
    press: &Settings,
    studio: &Studio,
    pulse: watch::Receiver<Pulse>,
    inbox: Arc<Inbox>,
    has_game: bool,
) -> anyhow::Result<Page> {
    let settings = &context.config.web;
    if !settings.enabled {
        if has_game {
            tracing::warn!("{GAME_NEEDS}; it is switched off, so `fallback` plays for all");
        }
        return Ok(Page(None));
    }
    let listener = match TcpListener::bind(settings.listen).await {
        Ok(listener) => listener,
        Err(e) if has_game => {
            bail!(
                "{GAME_NEEDS}; {} cannot be listened on ({e}); [web] listen names another address",
                settings.listen
            )
        }
        Err(e) => {
            tracing::warn!(
                "no followers' page: {} cannot be listened on ({e}); [web] listen names another address",
                settings.listen
            );
            return Ok(Page(None));
        }
    };
    let page = context.web(press, true);
    let url = page.url.clone().unwrap_or_default();
    let (zone, language) = (page.zone, page.language);
    let site = match Site::closed(&context.db, page) {
        Ok(site) => site,
        Err(e) if has_game => bail!("{GAME_NEEDS}; it cannot be made: {e}"),
        Err(e) => {
            tracing::warn!("no followers' page: {e}");
            return Ok(Page(None));
        }
    };
    let web = Web {
        store: Store::open_read_only(&context.db)?,
        door: Store::open_read_only(&context.db)?,
        inbox,
        draw: draw(studio, press.theme),
        url,
        zone,
        language,
        site,
        pulse,
        clock,
        limits: Limits::default(),
    };
    tracing::info!("followers' page on http://{}", listener.local_addr()?);
    allow_many_files();
    let (stop, stopped) = oneshot::channel();
    let server = serve(listener, web, async move {
        // Dropped or sent: either is a stop.
        let _ = stopped.await;
    });
    Ok(Page(Some((stop, tokio::spawn(server)))))
}

/// Pictures of turns come from where posts are drawn: one heap holds what a picture needs.
fn draw(studio: &Studio, theme: Theme) -> Draw {
    let studio = studio.clone();
    Arc::new(move |shot| {
        let studio = studio.clone();
        Box::pin(async move {
            studio.png(shot.war, shot.turn, shot.canvas, theme).await.map_err(|e| e.to_string())
        })
    })
}

impl Page {
    /// Stops listening, and lets answers under way finish.
    pub async fn close(self) {
        let Page(Some((stop, server))) = self else { return };
        let _ = stop.send(());
        match server.await {
            Ok(Ok(())) => {}
            Ok(Err(e)) => tracing::warn!("followers' page: {e}"),
            Err(e) => tracing::warn!("followers' page: {e}"),
        }
    }
}

/// Each reader is an open file, and a shell allows 1,024.
fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(e) = setrlimit(Resource::Nofile, limit) {
        tracing::debug!("the number of open files stays as it is: {e}");
    }
}
