//! A game's HTML; the templates are in assets/web, its own in assets/web/game.

use super::GameSeason;
use super::events::lines;
use crate::render::team_tints;
use crate::store::WarState;
use crate::web::colours::hex;
use crate::web::pages::{Cover, EVENTS, Press};
use crate::web::season::local;
use crate::web::site::Address;
use crate::words::{Fact, GameLines, Player};
use minijinja::{Value, context};

impl Press<'_> {
    /// The texts of a tick, as its picture has them.
    pub fn game_lines(&self, season: &GameSeason, tick: u32) -> GameLines {
        self.words.game_lines(&season.posted(tick, self.settings))
    }

    /// The page of a game.
    pub fn game_index(&self, season: &GameSeason, at: &Address) -> Vec<u8> {
        let (phrases, turns) = (&season.phrases, season.turns());
        let subject = season.subject(turns, self.settings);
        let lines = self.words.game_lines(&subject);
        let rows = subject.players.iter().zip(&lines.names).map(|(player, name)| row(season, player, name));
        let is_lobby = season.war.state == WarState::Lobby;
        let board = season.game.opening.board();
        let rules = season.game.opening.rules().written();
        let number = |n: i64| Fact::Number(n.unsigned_abs());
        let facts = context! {
            number => turns, turn => &lines.tick, date => &lines.date,
            sentence => &lines.sentence, detail => &lines.detail,
            title => format!("{}: {} · {}", lines.tick, lines.sentence, lines.kicker),
            description => format!("{} {}", lines.detail, phrases.get("about")),
            headline => format!("{} · {}", lines.sentence, lines.tick),
            next => self.game_next(season), running => season.next_due().is_some() && !is_lobby,
            ranking_note => phrases.count("ranking_note", turns, ""),
            ranking => rows.collect::<Vec<_>>(),
            seats => self.seats(season, board.homes().len()), lobby => is_lobby,
            events => self.game_events(season, EVENTS),
            rule_budget => phrases.say("rule_budget", &[("n", number(rules.upkeep)), ("m", number(rules.recruit_cost))]),
            torus => board.wraps(),
            replay => self.settings.live && at.current,
            seasons => self.seasons(season.war.number, at), past => !at.current,
            modules => &at.modules,
        };
        self.game_page("game.html", season, at, &format!("{}ultimo.png", at.path), turns, facts)
    }

    /// The page of a tick that has one.
    pub fn game_turn(&self, season: &GameSeason, at: &Address, tick: u32) -> Vec<u8> {
        let lines = self.game_lines(season, tick);
        let told = season.told();
        let place = told.iter().position(|known| *known == tick).unwrap_or_default();
        let facts = context! {
            number => tick, turn => &lines.tick, date => &lines.date,
            sentence => &lines.sentence, detail => &lines.detail,
            title => format!("{}: {} · {}", lines.tick, lines.sentence, lines.kicker),
            description => &lines.detail,
            headline => format!("{} · {}", lines.sentence, lines.tick),
            before => place.checked_sub(1).map(|before| told[before]), after => told.get(place + 1),
            others => self.same_turn(season.war.number, at, tick),
        };
        let picture = format!("{}{tick}.png", at.figures);
        self.game_page("turn.html", season, at, &picture, tick, facts)
    }

    /// All ticks in a list, for readers without JavaScript.
    pub fn game_turns(&self, season: &GameSeason, at: &Address) -> Vec<u8> {
        let title = season.phrases.get("turns_title");
        let facts = context! {
            title, headline => title, description => title, events => self.game_events(season, usize::MAX),
        };
        let picture = format!("{}0.png", at.figures);
        self.game_page("turns.html", season, at, &picture, 0, facts)
    }

    fn game_page(
        &self,
        template: &str,
        season: &GameSeason,
        at: &Address,
        picture: &str,
        tick: u32,
        facts: Value,
    ) -> Vec<u8> {
        let cover = Cover {
            phrases: &season.phrases,
            brand: &season.war.name,
            picture: picture.to_string(),
            alt: self.words.game_alt(&season.posted(tick, self.settings)),
            attribution: "",
        };
        self.page(template, &cover, at, facts)
    }

    /// When the open tick closes, or why no clock runs.
    fn game_next(&self, season: &GameSeason) -> String {
        let phrases = &season.phrases;
        let date = |due| self.settings.language.date(&local(due, self.settings.zone));
        match (season.war.state, season.next_due()) {
            (WarState::Lobby, Some(start)) => phrases.count("starts", 0, &date(start)),
            (WarState::Lobby, None) => phrases.get("lobby").to_string(),
            (_, Some(due)) => phrases.count("next_turn", season.turns() + 1, &date(due)),
            (WarState::Over, None) => phrases.get("over").to_string(),
            (WarState::Halted, None) => phrases.get("halted").to_string(),
            (WarState::Running, None) => phrases.get("soon").to_string(),
            (WarState::Paused | WarState::AwaitingSalt, None) => phrases.get("paused").to_string(),
        }
    }

    /// How many teams have taken their seats, until all have.
    fn seats(&self, season: &GameSeason, teams: usize) -> String {
        let (taken, phrases) = (season.names.len(), &season.phrases);
        if taken == teams {
            return String::new();
        }
        phrases.count("seats", taken as u32, "").replace("{m}", &teams.to_string())
    }

    /// The latest ticks first.
    fn game_events(&self, season: &GameSeason, most: usize) -> Vec<Value> {
        let told = season.told();
        let event = |line: super::events::Line| {
            let marker = season.phrases.count("turn_n", line.tick, "");
            context! { turn => line.tick, marker, text => line.text, page => told.contains(&line.tick) }
        };
        let lines = lines(season, self.words, self.settings);
        lines.into_iter().rev().take(most).map(event).collect()
    }
}

fn row(season: &GameSeason, player: &Player, name: &str) -> Value {
    let index = (player.letter as u8).saturating_sub(b'A');
    let [light, _] = team_tints(index.into());
    let is_free = player.name.is_none();
    context! {
        rank => player.rank, letter => player.letter, name, colour => hex(light),
        score => player.score, fields => player.fields, soldiers => player.soldiers,
        free => if is_free { season.phrases.get("free") } else { "" },
    }
}
