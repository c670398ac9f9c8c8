use super::press::{PressError, Settings};
use crate::map::Map;
use crate::render::{Bar, Bars, Palette, Scene, Texts, Theme};
use crate::rules::guerra::{Chronicle, Forecast, Rules, Runs, State, StateError, words_key};
use crate::schedule;
use crate::store::{Store, StoreError, War, WarState};
use crate::words::{Lines, Opening, Prospects, Subject, Words};
use std::sync::atomic::AtomicBool;

/// A stored war as a story: its map, what happened and when, and the colours of the page that is open.
pub(super) struct Book {
    pub war: War,
    pub map: Map,
    pub chronicle: Chronicle,
    rules: Rules,
    /// When each turn was due, UTC milliseconds; turn n at n − 1.
    slots: Vec<i64>,
    palette: Palette,
    /// How long half of all such wars last, if that can be said; counted when it is first of use.
    median: Option<Option<u32>>,
}

/// A war of this length is worth comparing with others.
const LONG: u32 = 600;
/// On larger maps counting takes too long for a caption.
const COUNTABLE: usize = 200;

impl Book {
    pub fn open(store: &Store, war: War) -> Result<Self, PressError> {
        let map = store.map(&war.map)?;
        let rules = Rules::parse(&war.rules).map_err(|e| PressError::Broken(war.number, e.to_string()))?;
        let (chronicle, palette) = (Chronicle::new(map.len()), Palette::start(&map));
        Ok(Book { war, map, chronicle, rules, slots: Vec::new(), palette, median: None })
    }

    /// Reads what happened since the book was last open.
    pub fn read_on(&mut self, store: &Store) -> Result<(), StoreError> {
        for turn in store.turns(self.war.number, self.chronicle.turns())? {
            self.chronicle.push(turn.event);
            self.slots.push(turn.slot);
        }
        if let Some(war) = store.war(Some(self.war.number))? {
            self.war = war;
        }
        if self.chronicle.turns() >= LONG && self.median.is_none() && self.map.len() <= COUNTABLE {
            self.median = Some(self.count_median());
        }
        Ok(())
    }

    /// All that the words of a turn depend on.
    pub fn subject<'a>(&'a self, turn: u32, settings: &'a Settings) -> Subject<'a> {
        let local = |ms: i64| schedule::local(ms, settings.zone);
        let slot = (turn as usize).checked_sub(1).and_then(|i| self.slots.get(i)).copied();
        let first = self.slots.first().copied().or(self.war.next_due);
        let last = turn == self.chronicle.turns() && self.chronicle.board(turn).alive() == 1;
        let over = self.war.state == WarState::Over && last;
        Subject {
            map: &self.map,
            rules: &self.rules,
            chronicle: &self.chronicle,
            turn,
            name: &self.war.name,
            slot: local(slot.unwrap_or(self.war.begun_at)),
            commitment: self.war.commitment,
            opening: first.map(|first| Opening { first: local(first), schedule: &settings.schedule }),
            secret: over.then_some(self.war.secret),
            salt: self.war.salt.as_deref(),
            median: self.median.flatten(),
            hashtags: &settings.hashtags,
        }
    }

    /// What the picture of a turn shows.
    pub fn scene(&mut self, turn: u32, words: &Words, settings: &Settings) -> Scene {
        self.palette.go_to(&self.map, &self.chronicle, turn);
        let subject = self.subject(turn, settings);
        let texts = texts(words.lines(&subject));
        let mut scene = Scene::of_turn(&self.map, &self.chronicle, &self.palette, turn, texts);
        if scene.ranking.others > 0 {
            scene.texts.others = words.ranking_rest(&subject, scene.ranking.others);
        }
        scene
    }

    fn count_median(&self) -> Option<u32> {
        let from = State::start(&self.map);
        let seed = words_key(&self.war.commitment);
        let (wars, most_turns) = (200, 10 * LONG);
        let runs = Runs { map: &self.map, rules: &self.rules, from: &from, seed, wars, most_turns };
        runs.play(&AtomicBool::new(false), || {}).ends_by(50)
    }

    /// Many wars played on from a turn: the same whenever and wherever it is asked for.
    pub fn forecast(&self, turn: u32) -> Result<Forecast, PressError> {
        let mut from = State::start(&self.map);
        for event in self.chronicle.events().iter().take(turn as usize) {
            let broken = |e: StateError| PressError::Broken(self.war.number, e.to_string());
            from.replay(&self.map, *event).map_err(broken)?;
        }
        let runs = Runs::public(&self.map, &self.rules, &from, &self.war.commitment, FORECAST_TURNS);
        Ok(runs.play(&AtomicBool::new(false), || {}))
    }

    /// The bars of a turn's forecast.
    pub fn bars(&mut self, turn: u32, prospects: Prospects, forecast: &Forecast) -> Bars {
        self.palette.go_to(&self.map, &self.chronicle, turn);
        let bar = |row: crate::words::Prospect| {
            let share = forecast.share(row.wins);
            Bar {
                name: row.name,
                colours: [Theme::Light, Theme::Dark].map(|theme| self.palette.colour(row.faction, theme)),
                share: row.share,
                value: share.value as f32,
                low: share.low as f32,
                high: share.high as f32,
            }
        };
        Bars {
            kicker: prospects.kicker,
            date: prospects.date,
            turn: prospects.turn,
            title: prospects.title,
            note: prospects.note,
            rest: prospects.rest,
            legend: prospects.legend,
            ends: prospects.ends,
            rows: prospects.rows.into_iter().map(bar).collect(),
        }
    }
}

/// A forecast plays about so many turns, a second or two of two slow cores.
const FORECAST_TURNS: u64 = 8_000_000;

/// The finished strings in the picture's own order.
fn texts(lines: Lines) -> Texts {
    let text = |block: &[String], i: usize| block.get(i).cloned().unwrap_or_default();
    // Without an attacker, a rebellion's legend begins with the target.
    let skip = usize::from(lines.legend.lines.len() > 2);
    let facts = if lines.field.head.is_empty() { lines.numbers } else { lines.field };
    Texts {
        kicker: lines.kicker,
        date: lines.date,
        turn: lines.turn,
        sentence: lines.sentence.into_iter().map(|part| part.text).collect::<Vec<_>>().join(" "),
        detail: lines.detail,
        ranking_title: lines.ranking.head,
        ranking_notes: lines.ranking.lines,
        others: String::new(),
        wins: lines.winner,
        alive: lines.in_play,
        out: lines.out,
        curve_titles: lines.curve,
        curve_start: lines.axis,
        legend_title: lines.legend.head,
        legend_attacker: if skip == 1 { text(&lines.legend.lines, 0) } else { String::new() },
        legend_target: text(&lines.legend.lines, skip),
        legend_border: text(&lines.legend.lines, skip + 1),
        rules_title: lines.how.head,
        rules: lines.how.lines,
        facts_title: facts.head,
        facts: facts.lines,
        attribution: lines.attribution,
    }
}
