use super::book::Book;
use super::fit::{self, Limits};
use super::game::GameBook;
use crate::render::{Bars, Canvas, Effort, Film, GameScene, Painter, Picture, Scene, Theme};
use crate::rules::guerra::Forecast;
use crate::schedule::Schedule;
use crate::store::{Frozen, Post, PostKind, Ruleset, Store, StoreError};
use crate::words::{Caption, Language, Words, WordsError};
use chrono_tz::Tz;
use std::path::Path;

/// How posts look and speak.
#[derive(Clone, Debug)]
pub struct Settings {
    pub language: Language,
    /// The text of a user's templates file.
    pub templates: Option<String>,
    pub hashtags: Vec<String>,
    /// Whose clock the dates mean.
    pub zone: Tz,
    pub canvas: Canvas,
    pub theme: Theme,
    /// When turns are due, for the days that a forecast names.
    pub schedule: Schedule,
}

/// What one network wants.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub limits: Limits,
    /// None: the size in the settings.
    pub canvas: Option<Canvas>,
}

/// Why a post could not be made.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("war {0}: {1}")]
    Broken(u32, String),
    #[error(transparent)]
    Words(#[from] WordsError),
    #[error(
        "even what must be said is longer than the network's {0} characters; give long names a `short` form"
    )]
    TooLong(usize),
    #[error("even the smallest picture has more than the network's {0} bytes")]
    TooLarge(usize),
    #[error("the thread that draws has died")]
    Died,
    #[error("film: {0}")]
    Film(String),
    #[error("there is no war {0}")]
    NoWar(u32),
    #[error("turn {turn}: the war has {turns} turns so far")]
    NoTurn { turn: u32, turns: u32 },
}

/// Which picture: war, turn, kind of post, size.
type Drawn = (u32, u32, PostKind, Canvas);

/// Makes words and pictures from what is stored; nothing here can change a war.
pub struct Press {
    store: Store,
    settings: Settings,
    words: Words,
    book: Option<Book>,
    /// Of a war that is a game of Dobyvatelé.
    game: Option<GameBook>,
    painter: Option<(u32, Canvas, Theme, Painter)>,
    /// The last picture posted: several networks want the same.
    last: Option<(Drawn, Vec<u8>)>,
    /// The last forecast: several networks want the same.
    forecast: Option<((u32, u32), Forecast)>,
}

impl Press {
    /// Reads through a connection of its own.
    ///
    /// # Errors
    /// The database's, or every mistake of the user's templates.
    pub fn open(db: &Path, settings: Settings) -> Result<Self, PressError> {
        let words = match &settings.templates {
            Some(text) => Words::with_templates(settings.language, text)?,
            None => Words::built_in(settings.language),
        };
        let store = Store::open_read_only(db)?;
        Ok(Press {
            store,
            settings,
            words,
            book: None,
            game: None,
            painter: None,
            last: None,
            forecast: None,
        })
    }

    /// The bytes of a post in a network's style.
    pub fn compose(&mut self, post: &Post, style: &Style) -> Result<Frozen, PressError> {
        if self.is_game(post.war)? {
            return self.compose_game(post, style);
        }
        match post.kind {
            PostKind::Opening | PostKind::Turn | PostKind::Test => self.compose_turn(post, style),
            PostKind::Pronostici => self.compose_forecast(post, style),
        }
    }

    fn compose_turn(&mut self, post: &Post, style: &Style) -> Result<Frozen, PressError> {
        let (canvas, theme) = (style.canvas.unwrap_or(self.settings.canvas), self.settings.theme);
        let scene = self.scene(post.war, post.turn)?;
        let close_up = self.painter(post.war, canvas, theme)?.shows_close_up(&scene);
        let png = self.png(post, canvas, &style.limits, |press, canvas| {
            Ok(press.painter(post.war, canvas, theme)?.paint(&scene).clone())
        })?;
        let subject = self.book(post.war)?.subject(post.turn, &self.settings);
        let (caption, alt) = (self.words.caption(&subject), self.words.alt(&subject, close_up));
        self.freeze(post, style, (caption, alt), png)
    }

    fn compose_game(&mut self, post: &Post, style: &Style) -> Result<Frozen, PressError> {
        let (canvas, theme) = (style.canvas.unwrap_or(self.settings.canvas), self.settings.theme);
        let scene = self.game_scene(post.war, post.turn)?;
        let png = self.png(post, canvas, &style.limits, |_, canvas| Ok(scene.paint(canvas, theme)))?;
        let Some(game) = &self.game else { return Err(PressError::NoWar(post.war)) };
        let subject = game.subject(&scene.state, &self.settings);
        let said = (self.words.game_caption(&subject), self.words.game_alt(&subject));
        self.freeze(post, style, said, png)
    }

    /// What the picture of a game after a tick shows.
    fn game_scene(&mut self, war: u32, tick: u32) -> Result<GameScene, PressError> {
        let Press { game: Some(game), store, settings, words, .. } = self else {
            return Err(PressError::NoWar(war));
        };
        game.read_on(store)?;
        let state = game.state(store, tick)?;
        let lines = words.game_lines(&game.subject(&state, settings));
        Ok(game.scene(state, lines))
    }

    /// The war is a game of Dobyvatelé, whose book is now open.
    fn is_game(&mut self, war: u32) -> Result<bool, PressError> {
        if self.game.as_ref().is_some_and(|game| game.war.number == war) {
            return Ok(true);
        }
        if self.book.as_ref().is_some_and(|book| book.war.number == war) {
            return Ok(false);
        }
        let stored = self.store.war(Some(war))?.ok_or(PressError::NoWar(war))?;
        let is_game = stored.ruleset == Ruleset::Dobyvatele;
        if is_game {
            self.game = Some(GameBook::open(&self.store, stored)?);
        }
        Ok(is_game)
    }

    fn compose_forecast(&mut self, post: &Post, style: &Style) -> Result<Frozen, PressError> {
        let canvas = style.canvas.unwrap_or(self.settings.canvas);
        let bars = self.bars(post.war, post.turn)?;
        let theme = self.settings.theme;
        let png = self.png(post, canvas, &style.limits, |_, canvas| Ok(bars.paint(canvas, theme)))?;
        let subject = self.book(post.war)?.subject(post.turn, &self.settings);
        let Some((_, forecast)) = &self.forecast else { return Err(PressError::NoWar(post.war)) };
        let earlier = self.store.turns_told(post.war, post.kind, post.turn)?;
        let caption = self.words.forecast_caption(&subject, forecast, &earlier);
        let alt = self.words.forecast_alt(&subject, forecast);
        self.freeze(post, style, (caption, alt), png)
    }

    /// A turn's forecast, and the bars that show it.
    pub fn bars(&mut self, war: u32, turn: u32) -> Result<Bars, PressError> {
        self.turn_to(war, turn)?;
        let forecast = match self.forecast.take_if(|(key, _)| *key == (war, turn)) {
            Some((_, forecast)) => forecast,
            None => self.book(war)?.forecast(turn)?,
        };
        let prospects = self.words.prospects(&self.book(war)?.subject(turn, &self.settings), &forecast);
        let Some(book) = &mut self.book else { return Err(PressError::NoWar(war)) };
        let bars = book.bars(turn, prospects, &forecast);
        self.forecast = Some(((war, turn), forecast));
        Ok(bars)
    }

    fn freeze(
        &self,
        post: &Post,
        style: &Style,
        (caption, alt): (Caption, String),
        png: Vec<u8>,
    ) -> Result<Frozen, PressError> {
        let caption = match &style.limits.caption {
            None => caption.whole(),
            Some(limit) => caption.fit(limit).ok_or(PressError::TooLong(limit.max))?,
        };
        let alt = fit::alt(&alt, style.limits.alt.as_ref());
        self.report(post.war, post.turn);
        Ok(Frozen { caption, alt, language: self.words.language().code().to_string(), png })
    }

    /// The picture as a file that the network takes.
    fn png(
        &mut self,
        post: &Post,
        canvas: Canvas,
        limits: &Limits,
        mut paint: impl FnMut(&mut Self, Canvas) -> Result<Picture, PressError>,
    ) -> Result<Vec<u8>, PressError> {
        let canvas = fit::within(canvas, limits.sides);
        let key = (post.war, post.turn, post.kind, canvas);
        let whole = match self.last.take_if(|(last, _)| *last == key) {
            Some((_, png)) => png,
            None => paint(self, canvas)?.to_png(Effort::Post),
        };
        self.last = Some((key, whole.clone()));
        let Some(most) = limits.bytes.filter(|most| whole.len() > *most) else { return Ok(whole) };
        fit::picture(canvas, most, |canvas| paint(self, canvas))?.ok_or(PressError::TooLarge(most))
    }

    /// Says which of the user's templates failed.
    fn report(&self, war: u32, turn: u32) {
        for fault in self.words.take_faults() {
            tracing::warn!(war, turn, "your templates, {fault}; the built-in words stand in");
        }
    }

    /// The picture of a turn.
    pub fn picture(
        &mut self,
        war: u32,
        turn: u32,
        canvas: Canvas,
        theme: Theme,
    ) -> Result<Picture, PressError> {
        if self.is_game(war)? {
            return Ok(self.game_scene(war, turn)?.paint(canvas, theme));
        }
        let scene = self.scene(war, turn)?;
        Ok(self.painter(war, canvas, theme)?.paint(&scene).clone())
    }

    /// The picture of a turn as an SVG document.
    pub fn svg(&mut self, war: u32, turn: u32, canvas: Canvas, theme: Theme) -> Result<String, PressError> {
        if self.is_game(war)? {
            return Ok(self.game_scene(war, turn)?.svg(canvas, theme));
        }
        let scene = self.scene(war, turn)?;
        Ok(self.painter(war, canvas, theme)?.svg(&scene))
    }

    /// The war so far as a GIF; `drawn` is told each turn's number.
    pub fn film(
        &mut self,
        war: u32,
        canvas: Canvas,
        theme: Theme,
        drawn: impl FnMut(u32),
    ) -> Result<Vec<u8>, PressError> {
        self.turn_to(war, 0)?;
        let book = self.book(war)?;
        let geography = self.store.geography(&book.map)?;
        let lines = self.words.lines(&book.subject(0, &self.settings));
        self.report(war, 0);
        let language = self.words.language();
        let film = Film {
            map: &book.map,
            geography: &geography,
            chronicle: &book.chronicle,
            canvas,
            theme,
            title: &lines.kicker,
            attribution: &lines.attribution,
            marker: &|turn| language.marker(turn),
        };
        film.gif(drawn).map_err(|e| PressError::Film(e.to_string()))
    }

    fn scene(&mut self, war: u32, turn: u32) -> Result<Scene, PressError> {
        self.turn_to(war, turn)?;
        let Press { book: Some(book), words, settings, .. } = self else {
            return Err(PressError::NoWar(war));
        };
        let scene = book.scene(turn, words, settings);
        self.report(war, turn);
        Ok(scene)
    }

    fn painter(&mut self, war: u32, canvas: Canvas, theme: Theme) -> Result<&mut Painter, PressError> {
        let fits = |(w, c, t, _): &(u32, Canvas, Theme, Painter)| (*w, *c, *t) == (war, canvas, theme);
        if !self.painter.as_ref().is_some_and(fits) {
            let map = &self.book(war)?.map;
            let geography = self.store.geography(map)?;
            self.painter = Some((war, canvas, theme, Painter::new(map, &geography, canvas, theme)));
        }
        self.painter.as_mut().map(|(.., painter)| painter).ok_or(PressError::NoWar(war))
    }

    /// Opens the war's book and reads on in it, until it holds the turn.
    fn turn_to(&mut self, war: u32, turn: u32) -> Result<(), PressError> {
        if self.book.as_ref().is_none_or(|book| book.war.number != war) {
            let stored = self.store.war(Some(war))?.ok_or(PressError::NoWar(war))?;
            self.book = Some(Book::open(&self.store, stored)?);
        }
        let Some(book) = &mut self.book else { return Err(PressError::NoWar(war)) };
        book.read_on(&self.store)?;
        let turns = book.chronicle.turns();
        if turn <= turns { Ok(()) } else { Err(PressError::NoTurn { turn, turns }) }
    }

    fn book(&self, war: u32) -> Result<&Book, PressError> {
        self.book.as_ref().filter(|book| book.war.number == war).ok_or(PressError::NoWar(war))
    }
}
