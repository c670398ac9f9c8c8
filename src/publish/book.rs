use super::press::{PressError, Settings};
use crate::map::Map;
use crate::render::{Palette, Scene, Texts};
use crate::rules::guerra::{Chronicle, Rules, State, advance, words_key};
use crate::store::{Store, StoreError, War, WarState};
use crate::words::{Lines, Opening, Subject, Words};
use chrono::{DateTime, TimeZone};
use chrono_tz::Tz;

/// A stored war as a story: its map, what happened and when, and the colours of the page that is open.
pub(super) struct Book {
    pub war: War,
    pub map: Map,
    pub chronicle: Chronicle,
    rules: Rules,
    /// When each turn was due, UTC milliseconds; turn n at n − 1.
    slots: Vec<i64>,
    palette: Palette,
    /// How long half of all such wars last; counted when it is first of use.
    median: Option<u32>,
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
        let local = |ms: i64| local(ms, settings.zone);
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
            opening: first.map(|first| Opening { first: local(first), period: settings.period }),
            secret: over.then_some(self.war.secret),
            salt: self.war.salt.as_deref(),
            median: self.median,
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

    fn count_median(&self) -> u32 {
        let key = words_key(&self.war.commitment);
        let length = |war: u8| {
            let (mut seed, mut state) = (key, State::start(&self.map));
            seed[0] = war;
            while state.turns_played() < 10 * LONG
                && advance(&self.map, &self.rules, &seed, &mut state).is_some()
            {}
            state.turns_played()
        };
        let mut lengths: Vec<u32> = (0..200).map(length).collect();
        lengths.sort_unstable();
        lengths[lengths.len() / 2]
    }
}

fn local(ms: i64, zone: Tz) -> DateTime<Tz> {
    zone.from_utc_datetime(&DateTime::from_timestamp_millis(ms).unwrap_or_default().naive_utc())
}

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
