//! The HTML: what is true of a season at a turn, handed to the templates; a game's pages are in `game_page`.

use super::chapter::Chapter;
use super::colours::hex;
use super::data::said;
use super::forecast::Forecast;
use super::html::Templates;
use super::phrases::{Phrases, name};
use super::season::{Season, local};
use super::site::{Address, TALL, WIDE};
use super::tale::{Told, tales};
use super::{POLICY, Settings, odds};
use crate::render::{Mark, ranking};
use crate::rules::guerra::FactionId;
use crate::store::WarState;
use crate::words::{Fact, Words};
use minijinja::{Value, context};

/// How many events stand in the page itself.
pub const EVENTS: usize = 12;

/// What all pages are made with.
pub struct Press<'a> {
    pub templates: &'a Templates,
    pub words: &'a Words,
    pub settings: &'a Settings,
    pub chapters: &'a [Chapter],
    pub forecast: Option<&'a (Forecast, Option<String>)>,
}

/// What a page of either game says of itself.
pub struct Cover<'a> {
    pub phrases: &'a Phrases,
    pub brand: &'a str,
    /// From the site's root.
    pub picture: String,
    /// Of the picture.
    pub alt: String,
    pub attribution: &'a str,
}

impl Press<'_> {
    /// The page of a season.
    pub fn index(&self, season: &Season, at: &Address) -> Vec<u8> {
        let (words, phrases, turns) = (self.words, &season.phrases, season.turns());
        let subject = season.subject(turns, self.settings);
        let lines = words.lines(&subject);
        let [sentence, detail] = said(&lines);
        let board = season.chronicle.board(turns);
        let table = ranking(&season.map, &season.chronicle, turns);
        let rest = board.alive() - table.rows.len().min(board.alive());
        let others = season.phrases.script.get("rest").map_or("", String::as_str);
        let others = self.settings.language.fill(others, &[("n", Fact::Number(rest as u64))]);
        let facts = context! {
            number => turns, turn => &lines.turn, date => &lines.date,
            sentence => &sentence, detail => &detail,
            title => format!("{}: {sentence} · {}", lines.turn, lines.kicker),
            description => format!("{detail} {}", lines.in_play),
            headline => format!("{sentence} · {}", lines.turn),
            next => self.next(season), running => season.next_due().is_some(),
            over => season.war.state == WarState::Over,
            example => season.map.territories().iter().max_by_key(|t| t.area).map(|t| &t.name),
            ranking_note => phrases.count("ranking_note", turns, ""),
            ranking => table.rows.iter().map(|row| self.row(season, row)).collect::<Vec<_>>(),
            others => if rest > 0 { others } else { String::new() },
            alive => &lines.in_play, out => &lines.out, share => 100 * board.alive() / season.map.len(),
            odds => odds::next_turn(season), forecast => self.forecast(season),
            events => self.events(season, EVENTS),
            commitment => hex::encode(season.war.commitment), digest => &season.war.map,
            rules => &season.war.rules, salt => season.war.salt.as_ref(),
            secret => season.secret().map(hex::encode),
            seasons => self.seasons(season.war.number, at), past => !at.current,
            modules => &at.modules,
        };
        self.war_page("index.html", season, at, turns, facts)
    }

    /// The page of one turn.
    pub fn turn(&self, season: &Season, at: &Address, turn: u32) -> Vec<u8> {
        let lines = self.words.lines(&season.subject(turn, self.settings));
        let [sentence, detail] = said(&lines);
        let facts = context! {
            number => turn, turn => &lines.turn, date => &lines.date,
            sentence => &sentence, detail => &detail,
            title => format!("{}: {sentence} · {}", lines.turn, lines.kicker),
            description => if detail.is_empty() { lines.date.clone() } else { detail.clone() },
            headline => format!("{sentence} · {}", lines.turn),
            before => turn.checked_sub(1), after => (turn < season.turns()).then_some(turn + 1),
            others => self.same_turn(season.war.number, at, turn),
        };
        self.war_page("turn.html", season, at, turn, facts)
    }

    /// All turns of a season in a list, for readers without JavaScript.
    pub fn turns(&self, season: &Season, at: &Address) -> Vec<u8> {
        let title = season.phrases.get("turns_title");
        let facts = context! {
            title, headline => title, description => title, events => self.events(season, usize::MAX),
        };
        self.war_page("turns.html", season, at, season.turns(), facts)
    }

    fn war_page(&self, template: &str, season: &Season, at: &Address, turn: u32, facts: Value) -> Vec<u8> {
        let subject = season.subject(turn, self.settings);
        let cover = Cover {
            phrases: &season.phrases,
            brand: &self.words.lines(&subject).kicker,
            picture: format!("{}{turn}.png", at.figures),
            alt: self.words.alt(&subject, false),
            attribution: season.map.attribution(),
        };
        self.page(template, &cover, at, facts)
    }

    /// A page with what all pages have.
    pub fn page(&self, template: &str, cover: &Cover, at: &Address, facts: Value) -> Vec<u8> {
        let all = context! {
            lang => self.settings.language.code(), policy => POLICY, brand => cover.brand,
            p => &cover.phrases.page, root => &at.root, app => &at.app, live => self.settings.live,
            canonical => self.settings.url.as_ref().map(|url| format!("{url}/{}", at.path)),
            attribution => cover.attribution,
            picture => context! {
                url => match &self.settings.url {
                    Some(url) => format!("{url}/{}", cover.picture),
                    None => format!("{}{}", at.root, cover.picture),
                },
                path => format!("{}{}", at.root, cover.picture),
                width => WIDE.width, height => WIDE.height, tall => TALL.height, alt => &cover.alt,
            },
            ..facts
        };
        self.templates.page(template, all)
    }

    /// When the next turn is due, or why there is none.
    fn next(&self, season: &Season) -> String {
        let phrases = &season.phrases;
        match (season.war.state, season.next_due()) {
            (_, Some(due)) => {
                let date = self.settings.language.date(&local(due, self.settings.zone));
                phrases.count("next_turn", season.turns() + 1, &date)
            }
            (WarState::AwaitingSalt, _) => phrases.get("awaiting").to_string(),
            (WarState::Over, _) => phrases.get("over").to_string(),
            (WarState::Halted, _) => phrases.get("halted").to_string(),
            (WarState::Running | WarState::Paused | WarState::Lobby, _) => phrases.get("paused").to_string(),
        }
    }

    fn row(&self, season: &Season, row: &crate::render::Row) -> Value {
        let [light, _] = season.colours.colour(row.faction);
        let (way, change) = match row.mark {
            Mark::Change(n) if n > 0 => ("up", format!("▲ {n}")),
            Mark::Change(n) if n < 0 => ("down", format!("▼ {}", -n)),
            Mark::Change(_) | Mark::Out(_) | Mark::Wins => ("same", "=".to_string()),
        };
        let name = &season.forms[row.faction.index()].bare;
        context! { rank => row.rank, name, held => row.held, colour => hex(light), way, change }
    }

    /// The latest events first.
    fn events(&self, season: &Season, most: usize) -> Vec<Value> {
        let language = self.settings.language;
        let exit = |out: FactionId| season.phrases.say("exit", &[("L", name(&season.forms[out.index()], 0))]);
        let event = |told: Told| {
            let text = match told.out {
                None => told.sentence,
                Some(out) => format!("{}. {}", told.sentence, language.tell(&[exit(out)], &[])),
            };
            context! { turn => told.turn, marker => language.marker(told.turn), text, page => true }
        };
        tales(season, language, most).into_iter().rev().map(event).collect()
    }

    fn forecast(&self, season: &Season) -> Option<Value> {
        let (forecast, date) = self.forecast?;
        let phrases = &season.phrases;
        let number = |n: u32| Fact::Number(u64::from(n));
        let note =
            phrases.say("forecast_note", &[("n", number(forecast.wars)), ("m", number(forecast.turn))]);
        let mut rows: Vec<(String, f64)> = Vec::new();
        for (faction, share) in forecast.chances.iter().take(5) {
            rows.push((season.forms[faction.index()].bare.clone(), *share));
        }
        let rest: f64 = forecast.chances.iter().skip(5).map(|(_, share)| share).sum();
        rows.extend((rest > 0.0).then(|| (phrases.get("forecast_rest").to_string(), rest)));
        let end = forecast.end.map(|[low, median, high]| {
            let date = date.as_deref().unwrap_or_default();
            // Where all end in one turn, that has been said.
            let range = phrases.say("forecast_range", &[("n", number(low)), ("m", number(high))]);
            let range = if low == high { String::new() } else { range };
            (phrases.count("forecast_end", median, date), range)
        });
        let (end, range) = end.unwrap_or_default();
        let rows: Vec<Value> = rows.into_iter().map(|(n, s)| odds::row(phrases, n, s)).collect();
        Some(context! { note => note.replace("{x}", &phrases.percent(forecast.error)), rows, end, range })
    }

    /// Every war and game, the newest first, with where it is to be seen.
    pub fn seasons(&self, shown: u32, at: &Address) -> Vec<Value> {
        let newest = self.chapters.last().map(|chapter| chapter.war().number);
        let link = |chapter: &Chapter| {
            let number = chapter.war().number;
            let name = chapter.phrases().count("season", number, "");
            let elsewhere = number != shown && Some(number) != newest;
            let link = elsewhere.then(|| format!("{}stagioni/{number}/", at.root));
            context! { name, text => self.summary(chapter), link }
        };
        self.chapters.iter().rev().map(link).collect()
    }

    fn summary(&self, chapter: &Chapter) -> String {
        let (phrases, turns) = (chapter.phrases(), chapter.turns());
        let winner = chapter.guerra().and_then(|season| Some((season, season.winner()?)));
        match (winner, chapter.war().state) {
            (Some((season, winner)), _) => {
                let facts =
                    [("A", name(&season.forms[winner.index()], 1)), ("n", Fact::Number(u64::from(turns)))];
                self.settings.language.tell(&[phrases.say("season_won", &facts)], &[])
            }
            (None, WarState::Over) => chapter
                .game()
                .map(|game| self.game_lines(game, turns).sentence)
                .unwrap_or_else(|| phrases.count("season_ended", turns, "")),
            (None, WarState::Lobby) => phrases.get("lobby").to_string(),
            (None, _) => phrases.count("season_now", turns, ""),
        }
    }

    /// The other seasons' pages of the same turn.
    pub fn same_turn(&self, shown: u32, at: &Address, turn: u32) -> Vec<Value> {
        let newest = self.chapters.last().map(|chapter| chapter.war().number);
        let others = self.chapters.iter().filter(|c| c.war().number != shown && c.told().contains(&turn));
        let link = |chapter: &Chapter| {
            let number = chapter.war().number;
            let folder = if Some(number) == newest { String::new() } else { format!("stagioni/{number}/") };
            let link = format!("{}{folder}turno/{turn}/", at.root);
            context! { name => chapter.phrases().count("season", number, ""), link }
        };
        others.map(link).collect()
    }
}
