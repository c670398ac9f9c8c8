use super::date;
use super::grammar::UnitWords;
use super::history::History;
use super::kind::Kind;
use super::label;
use super::language::Language;
use super::moment::Moment;
use super::name::{Form, Name};
use super::subject::Subject;
use super::why::Why;
use crate::map::{Map, TerritoryId};
use crate::rules::guerra::{Event, FactionId, Standing};
use crate::schedule::Schedule;
use minijinja::Value;
use std::collections::BTreeMap;

/// What is true of a turn, as its templates may say it.
pub(super) struct Facts<'a> {
    pub subject: &'a Subject<'a>,
    pub language: Language,
    pub form: Form,
    pub moment: Moment,
    pub history: History,
    pub why: Option<Why>,
    /// After the turn.
    pub ranking: Vec<Standing>,
}

/// Named values of one kind; a template that asks for another fails.
pub(super) type Context = BTreeMap<&'static str, Value>;

impl<'a> Facts<'a> {
    /// Everything that is told of a turn; facts of later turns do not matter.
    pub fn of_turn(subject: &'a Subject<'a>, language: Language, form: Form) -> Self {
        let (history, moment) = History::at(subject.chronicle, subject.rules, subject.turn, subject.median);
        let why = Why::of(subject, &history, &moment);
        let ranking = subject.chronicle.board(subject.turn).standings(subject.map);
        Facts { subject, language, form, moment, history, why, ranking }
    }

    /// The facts that the templates of a kind may use.
    pub fn context(&self, kind: Kind) -> Context {
        let mut facts = self.common();
        match self.moment.event {
            None => facts.extend(self.opening_facts()),
            Some(event) => self.add_event_facts(kind, event, &mut facts),
        }
        facts.extend(label::facts(self, kind));
        facts
    }

    fn common(&self) -> Context {
        let rules = self.subject.rules;
        let total = self.subject.map.len();
        BTreeMap::from([
            ("turn", Value::from(self.moment.turn)),
            ("total", Value::from(total)),
            ("alive", Value::from(self.ranking.len())),
            ("dead", Value::from(total - self.ranking.len())),
            ("unit", Value::from_object(unit(self.subject.map, self.language))),
            ("title", Value::from_object(self.title())),
            ("small", Value::from(rules.small_faction)),
            ("first", Value::from(self.moment.first_rebellion)),
        ])
    }

    fn opening_facts(&self) -> Context {
        let first = self.subject.opening.map_or(self.subject.slot, |opening| opening.first);
        BTreeMap::from([
            ("slot", Value::from(date::spoken(self.language, &first))),
            ("period", Value::from(self.subject.opening.and_then(|opening| seconds(opening.schedule)))),
            ("hex", Value::from(hex::encode(self.subject.commitment))),
        ])
    }

    fn add_event_facts(&self, kind: Kind, event: Event, facts: &mut Context) {
        let m = &self.moment;
        facts.extend([
            ("A", self.faction(event.actor())),
            ("T", self.place(event.target())),
            ("L", self.faction(event.loser())),
            ("reb", Value::from(m.rebellions)),
            label::place(self, event),
        ]);
        facts.extend(self.kind_facts(kind, event));
    }

    fn kind_facts(&self, kind: Kind, event: Event) -> Vec<(&'static str, Value)> {
        let m = &self.moment;
        match kind {
            Kind::Attack | Kind::AttackLast => vec![("held", m.held.into())],
            Kind::Reconquest | Kind::ReconquestLast => vec![("held", m.held.into()), ("away", m.away.into())],
            Kind::Rebellion | Kind::RebellionLast => {
                let cool = self.subject.rules.cooldown_turns.saturating_sub(1);
                vec![("R", self.faction(event.actor())), ("out", m.out.into()), ("cool", cool.into())]
            }
            Kind::ExitPeak | Kind::GreatLast | Kind::GreatHome => {
                let last = self.history.land_of(event.loser());
                let mut facts = vec![("peak", m.peak.0.into()), ("peak_turn", m.peak.1.into())];
                facts.extend(last.map(|t| ("last", self.place(t))));
                facts
            }
            Kind::Crushed => vec![("R", self.faction(event.loser())), ("lasted", m.lasted.into())],
            Kind::Rampage => vec![
                ("R", self.faction(event.actor())),
                ("streak", m.streak.into()),
                ("lasted", m.lasted.into()),
            ],
            Kind::Leader | Kind::LeaderLeft => {
                let lead =
                    |lead: Option<super::moment::Lead>| lead.map(|l| (self.faction(l.faction), l.turns));
                let new = lead(m.lead).map(|(new, _)| ("new", new));
                let old = lead(m.old_lead).map(|(old, turns)| [("old", old), ("led", turns.into())]);
                new.into_iter().chain(old.into_iter().flatten()).collect()
            }
            Kind::Milestone => m.lead.map(|l| ("L1", self.faction(l.faction))).into_iter().collect(),
            Kind::Stalemate => vec![("since", m.since_exit.into())],
            Kind::Overtime => {
                self.subject.median.map(|median| ("median", median.into())).into_iter().collect()
            }
            Kind::Restless => vec![("times", self.history.moves()[event.target().index()].into())],
            Kind::Victory => vec![("attacks", (m.turn - m.rebellions).into())],
            Kind::Secret | Kind::SecretSalted => self.secret_facts(),
            _ => self
                .why
                .filter(|why| why.kind == kind)
                .map(|why| ("k", why.count.into()))
                .into_iter()
                .collect(),
        }
    }

    fn secret_facts(&self) -> Vec<(&'static str, Value)> {
        let secret = self.subject.secret.map(|secret| ("hex", Value::from(hex::encode(secret))));
        let salt = self.subject.salt.map(|salt| ("salt", Value::from(salt)));
        secret.into_iter().chain(salt).collect()
    }

    /// The map's title, or its short name.
    pub fn title(&self) -> Name {
        title(self.subject.map, self.language)
    }

    pub fn holdings(&self, faction: FactionId) -> u32 {
        self.ranking.iter().find(|s| s.faction == faction).map_or(0, |s| s.holdings)
    }

    /// A faction by name; it can be counted only while it holds something.
    pub fn name(&self, faction: FactionId) -> Name {
        let held = Some(self.holdings(faction)).filter(|n| *n > 0);
        Name::of(self.subject.map, self.language, self.form, faction.home(), held)
    }

    pub fn place_name(&self, place: TerritoryId) -> Name {
        Name::of(self.subject.map, self.language, self.form, place, None)
    }

    pub fn faction(&self, faction: FactionId) -> Value {
        Value::from_object(self.name(faction))
    }

    pub fn place(&self, place: TerritoryId) -> Value {
        Value::from_object(self.place_name(place))
    }
}

/// Seconds from turn to turn, if they are always as many, and whole.
fn seconds(schedule: &Schedule) -> Option<i64> {
    schedule.period().filter(|period| period.subsec_nanos() == 0).map(|period| period.num_seconds())
}

/// The map's title, or its short name.
pub(super) fn title(map: &Map, language: Language) -> Name {
    let words = map.wording();
    let title = if words.title.is_empty() { map.name() } else { &words.title };
    Name::of_map(title, words.article, language)
}

/// What a territory is called: the map's word, or the plainest.
pub(super) fn unit(map: &Map, language: Language) -> UnitWords {
    let plain = |forms: [&str; 3]| {
        let forms: Vec<String> = forms[..language.plurals()].iter().map(|f| f.to_string()).collect();
        UnitWords { accusative: forms[0].clone(), forms, feminine: false }
    };
    match (map.wording().unit.get(language.code()), language) {
        (Some(words), _) => {
            let mut forms = vec![words.one.clone(), words.many.clone()];
            if language.plurals() == 3 {
                forms.push(words.five.clone().unwrap_or_else(|| words.many.clone()));
            }
            UnitWords {
                accusative: words.accusative.clone().unwrap_or_else(|| words.one.clone()),
                feminine: words.gender.as_deref() == Some("f"),
                forms,
            }
        }
        (None, Language::Italian) => plain(["territorio", "territori", ""]),
        (None, Language::English) => plain(["territory", "territories", ""]),
        (None, Language::Czech) => plain(["území", "území", "území"]),
    }
}
