use super::app::App;
use super::chapter::Chapter;
use super::data;
use super::forecast::Forecast;
use super::game_page::{self, GameSeason, PART};
use super::html::Templates;
use super::pages::Press;
use super::season::{Season, local};
use super::{Settings, WebError};
use crate::render::Canvas;
use crate::store::{Store, War};
use crate::words::Words;
use chrono::DateTime;
use std::path::Path;

/// The picture of a turn.
pub const WIDE: Canvas = Canvas { width: 1600, height: 1200 };
/// The last turn's, for phones.
pub const TALL: Canvas = Canvas { width: 1080, height: 1350 };

/// The followers' page as files, made from what is stored when they are asked for.
pub struct Site {
    store: Store,
    words: Words,
    settings: Settings,
    templates: Templates,
    app: App,
    /// Oldest first; the last has the root.
    chapters: Vec<Chapter>,
    /// Past seasons that cannot be read: the page does without them.
    broken: Vec<u32>,
    /// With the date of its median end.
    forecast: Option<(Forecast, Option<String>)>,
}

/// What stands at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Asset(Asset),
    /// To be drawn by whoever has a painter.
    Picture(Shot),
}

/// A finished file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
    /// The path will never have other bytes.
    pub immutable: bool,
}

/// The picture of a turn, as PNG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub war: u32,
    pub turn: u32,
    pub canvas: Canvas,
    /// The path will never have another picture.
    pub immutable: bool,
    /// Of turn 0, which is not always drawn alike; else 0.
    pub edition: u64,
}

/// Where a page stands.
pub struct Address {
    /// From the site's root, without a slash before it.
    pub path: String,
    /// Back to the root: empty, `../`, …
    pub root: String,
    /// Where the chapter's pictures stand, from the site's root.
    pub figures: String,
    /// To the script and style.
    pub app: String,
    pub modules: Vec<&'static str>,
    /// Of the newest war.
    pub current: bool,
}

impl Site {
    /// Reads through a connection of its own.
    ///
    /// # Errors
    /// The database's, or every mistake of the user's templates.
    pub fn open(db: &Path, settings: Settings) -> Result<Self, WebError> {
        let mut site = Site::closed(db, settings)?;
        site.refresh()?;
        Ok(site)
    }

    /// The same, but nothing is read before the first `refresh`: on a large map that takes seconds.
    pub fn closed(db: &Path, settings: Settings) -> Result<Self, WebError> {
        let words = match &settings.templates {
            Some(text) => Words::with_templates(settings.language, text)?,
            None => Words::built_in(settings.language),
        };
        let (store, chapters) = (Store::open_read_only(db)?, Vec::new());
        let (templates, app) = (Templates::new(), App::new());
        Ok(Site { store, words, settings, templates, app, chapters, broken: Vec::new(), forecast: None })
    }

    /// Reads what happened since; true if any file may have changed.
    pub fn refresh(&mut self) -> Result<bool, WebError> {
        let mut changed = false;
        let wars = self.store.wars()?;
        let newest = wars.last().map(|war| war.number);
        for war in wars {
            let number = war.number;
            if self.broken.contains(&number) {
                continue;
            }
            match self.read(war) {
                Ok(news) => changed |= news,
                Err(fault) if Some(number) == newest || fault.may_pass() => return Err(fault),
                Err(fault) => {
                    tracing::warn!(season = number, %fault, "the page does without this past season");
                    self.chapters.retain(|chapter| chapter.war().number != number);
                    self.broken.push(number);
                    changed = true;
                }
            }
        }
        let newest = self.chapters.last().and_then(Chapter::guerra);
        let turns = newest.map_or(0, Season::turns);
        // A forecast from an earlier turn is better than none, one of another war is not.
        if self.forecast.as_ref().is_some_and(|(f, _)| f.turn > turns)
            || newest.is_some_and(|s| s.winner().is_some())
        {
            self.forecast = None;
        }
        if changed && let Some(forecast) = newest.and_then(Season::foresee) {
            self.set_forecast(forecast);
        }
        Ok(changed)
    }

    /// Reads on in one war; true if anything did happen.
    fn read(&mut self, war: War) -> Result<bool, WebError> {
        match self.chapters.iter_mut().find(|chapter| chapter.war().number == war.number) {
            Some(chapter) => chapter.read_on(&self.store),
            None => {
                self.chapters.push(Chapter::open(&self.store, war, &self.words)?);
                Ok(true)
            }
        }
    }

    /// Takes a forecast of the newest war, to be shown from now on.
    pub fn set_forecast(&mut self, forecast: Forecast) {
        let date = forecast.end.and_then(|[_, median, _]| self.date_of(median));
        self.forecast = Some((forecast, date));
    }

    /// When a later turn is due by the schedule, in words.
    fn date_of(&self, turn: u32) -> Option<String> {
        let season = self.chapters.last()?.guerra()?;
        let next = DateTime::from_timestamp_millis(season.next_due()?)?;
        let due = self.settings.schedule.nth_after(next, turn.saturating_sub(season.turns() + 1));
        (due < DateTime::<chrono::Utc>::MAX_UTC)
            .then(|| self.settings.language.date(&local(due.timestamp_millis(), self.settings.zone)))
    }

    /// The newest war's number and turn; none before the first war.
    pub fn newest(&self) -> Option<(u32, u32)> {
        self.chapters.last().map(|chapter| (chapter.war().number, chapter.turns()))
    }

    /// Where the newest war's pictures stand; none before the first war.
    pub fn figures(&self) -> Option<String> {
        self.chapters.last().map(Chapter::figures)
    }

    /// The newest war, if it is a game of Dobyvatelé.
    pub fn game(&self) -> Option<&GameSeason> {
        self.chapters.last().and_then(Chapter::game)
    }

    /// The sentence of a turn of the newest war and what stands under it, as the page has them.
    pub fn told(&self, turn: u32) -> Option<[String; 2]> {
        let chapter = self.chapters.last().filter(|chapter| turn <= chapter.turns())?;
        Some(match chapter {
            Chapter::Guerra(season) => data::said(&self.words.lines(&season.subject(turn, &self.settings))),
            Chapter::Dobyvatele(season) => season.said(turn, &self.words, &self.settings),
        })
    }

    /// Every file there is, those that change from turn to turn last.
    pub fn paths(&self) -> Vec<String> {
        let app = App::names().map(|name| format!("{}{name}", self.app.folder));
        let mut paths: Vec<String> = app.collect();
        for chapter in &self.chapters {
            let figures = chapter.figures();
            paths.extend(chapter.told().into_iter().map(|turn| format!("{figures}{turn}.png")));
        }
        for chapter in &self.chapters {
            let folder = self.folder(chapter);
            let files = chapter.told().into_iter().map(|turn| format!("turno/{turn}/index.html"));
            let mut files: Vec<String> = files.collect();
            if let Some(game) = chapter.game() {
                files.extend((0..game.turns().div_ceil(PART)).map(|part| format!("passato/{part}.json")));
            }
            let own =
                if chapter.game().is_some() { &["gioco.json"][..] } else { &["mappa.json", "guerra.json"] };
            let all = ["turno/index.html", "ultimo.png", "ultimo-alta.png"];
            files.extend(all.iter().chain(own).chain(&["index.html"]).map(ToString::to_string));
            paths.extend(files.into_iter().map(|name| format!("{folder}{name}")));
        }
        paths.push("robots.txt".to_string());
        paths
    }

    /// What stands at a path such as ``, `turno/12/` or `guerra.json`; none for everything else.
    pub fn file(&self, path: &str) -> Option<Found> {
        let folder =
            path.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        let path = folder.unwrap_or(path);
        if path == "robots.txt" {
            return Some(owned("text/plain; charset=utf-8", "User-agent: *\nAllow: /\n".to_string()));
        }
        if let Some(name) = path.strip_prefix(self.app.folder.as_str()) {
            let (content_type, bytes) = (content_type(name), App::text(name)?.into_bytes());
            return Some(Found::Asset(Asset { content_type, bytes, immutable: true }));
        }
        if path.starts_with("figure/") {
            return self.picture(path);
        }
        match path.strip_prefix("stagioni/").and_then(|rest| rest.split_once('/')) {
            Some((number, rest)) => {
                let (_, past) = self.chapters.split_last()?;
                let number = number_of(number)?;
                self.chapter_file(past.iter().find(|chapter| chapter.war().number == number)?, rest)
            }
            None => self.chapter_file(self.chapters.last()?, path),
        }
    }

    fn picture(&self, path: &str) -> Option<Found> {
        let of = |chapter: &Chapter| {
            let turn = number_of(path.strip_prefix(&chapter.figures())?.strip_suffix(".png")?)?;
            (turn <= chapter.turns()).then(|| shot(chapter, turn, WIDE, turn > 0))
        };
        // A war that was begun again with the same secret hides the one before it.
        self.chapters.iter().rev().find_map(of).map(Found::Picture)
    }

    fn chapter_file(&self, chapter: &Chapter, path: &str) -> Option<Found> {
        let (war, turn) = (chapter.war().number, chapter.turns());
        let html = |bytes| Some(Found::Asset(Asset { content_type: HTML, bytes, immutable: false }));
        let last = |canvas| Some(Found::Picture(shot(chapter, turn, canvas, false)));
        let press = Press {
            templates: &self.templates,
            words: &self.words,
            settings: &self.settings,
            chapters: &self.chapters,
            forecast: self.forecast.as_ref().filter(|_| Some((war, turn)) == self.newest()),
        };
        let at = self.address(chapter, path);
        match (path, chapter) {
            ("", Chapter::Guerra(season)) => html(press.index(season, &at)),
            ("", Chapter::Dobyvatele(season)) => html(press.game_index(season, &at)),
            ("guerra.json", Chapter::Guerra(season)) => {
                Some(owned(JSON, data::json(season, &self.words, &self.settings)))
            }
            ("gioco.json", Chapter::Dobyvatele(season)) => {
                Some(owned(JSON, game_page::present(season, &self.words, &self.settings)))
            }
            ("mappa.json", Chapter::Guerra(season)) => Some(owned(JSON, season.table())),
            ("ultimo.png", _) => last(WIDE),
            ("ultimo-alta.png", _) => last(TALL),
            ("turno/", Chapter::Guerra(season)) => html(press.turns(season, &at)),
            ("turno/", Chapter::Dobyvatele(season)) => html(press.game_turns(season, &at)),
            (_, Chapter::Dobyvatele(season)) if path.starts_with("passato/") => {
                let part = number_of(path.strip_prefix("passato/")?.strip_suffix(".json")?)?;
                Some(owned(JSON, game_page::past(season, part, &self.words, &self.settings)?))
            }
            _ => {
                let wanted = number_of(path.strip_prefix("turno/")?.strip_suffix('/')?)?;
                match chapter {
                    Chapter::Guerra(season) if wanted <= turn => html(press.turn(season, &at, wanted)),
                    Chapter::Dobyvatele(season) if season.told().contains(&wanted) => {
                        html(press.game_turn(season, &at, wanted))
                    }
                    Chapter::Guerra(_) | Chapter::Dobyvatele(_) => None,
                }
            }
        }
    }

    /// The folder of a season, empty for the newest.
    fn folder(&self, chapter: &Chapter) -> String {
        match self.newest() {
            Some((newest, _)) if newest == chapter.war().number => String::new(),
            _ => format!("stagioni/{}/", chapter.war().number),
        }
    }

    fn address(&self, chapter: &Chapter, path: &str) -> Address {
        let folder = self.folder(chapter);
        let current = folder.is_empty();
        let path = format!("{folder}{path}");
        let root = "../".repeat(path.matches('/').count());
        let modules = App::modules(chapter.war().ruleset);
        let (figures, app) = (chapter.figures(), format!("{root}{}", self.app.folder));
        Address { figures, app, modules, path, root, current }
    }
}

fn shot(chapter: &Chapter, turn: u32, canvas: Canvas, immutable: bool) -> Shot {
    let edition = if turn == 0 { chapter.edition() } else { 0 };
    Shot { war: chapter.war().number, turn, canvas, immutable, edition }
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

fn owned(content_type: &'static str, text: String) -> Found {
    Found::Asset(Asset { content_type, bytes: text.into_bytes(), immutable: false })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "image/svg+xml",
    }
}

/// Digits only, without a zero before them: one address for one page.
fn number_of(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}
