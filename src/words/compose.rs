use super::caption::{ALWAYS, Caption, Clause, Section, tags};
use super::choice;
use super::facts::Facts;
use super::kind::{Group, Kind, Voice};
use super::name::Form;
use super::standing;
use super::subject::Subject;
use super::{Words, facts::Context};

/// Keep-priorities by place: what happened, what it means for the loser, for the actor.
const WHAT: [u8; 3] = [ALWAYS, 70, 60];
/// What else there is to say, and its second sentence.
const EXTRA: [u8; 2] = [90, 45];
/// The opening has its commitment to show; rebellions can wait for the picture.
const OPENING_REBELS: [u8; 1] = [44];
const STANDING: u8 = 40;
const WHY: u8 = 30;
const ASIDE: u8 = 20;
const ALIVE: u8 = 15;
/// Places four and five.
const STANDING_LONG: u8 = 10;

/// The caption of a turn.
pub(super) fn caption(words: &Words, subject: &Subject) -> Caption {
    let facts = Facts::of_turn(subject, words.language, Form::Full);
    let clauses = Composer { words, facts: &facts }.clauses();
    let has_short = subject.map.wording().places.iter().any(|place| place.short.is_some());
    let short = has_short.then(|| {
        let facts = Facts { form: Form::Short, ..facts };
        Composer { words, facts: &facts }.clauses()
    });
    Caption { clauses, short }
}

struct Composer<'a> {
    words: &'a Words,
    facts: &'a Facts<'a>,
}

impl Composer<'_> {
    fn clauses(&self) -> Vec<Clause> {
        let moment = self.facts.moment;
        let mut clauses = Vec::new();
        // What is said of the actor below need not be said twice.
        let actor_told =
            [Kind::Half, Kind::HalfAgain, Kind::Leader, Kind::Rampage].into_iter().any(|k| moment.has(k));
        let what = if actor_told { &WHAT[..2] } else { &WHAT[..] };
        clauses.extend(self.told(moment.what, Section::Sentences, what));
        for (i, kind) in moment.extras.into_iter().flatten().enumerate() {
            let keep = match (kind, i, moment.extras[1]) {
                (Kind::OpeningRebels, _, _) => &OPENING_REBELS[..],
                // Two pieces of news leave no room for a second sentence on the first, which often counts the same.
                (_, 0, Some(_)) => &EXTRA[..1],
                _ => &EXTRA[..],
            };
            clauses.extend(self.told(kind, Section::Sentences, keep));
        }
        clauses.extend(self.why());
        clauses.extend(self.aside());
        clauses.extend(self.proof());
        clauses.extend(self.standing());
        clauses.extend(self.footer());
        clauses
    }

    /// The variant whose turn it is, clause by clause.
    fn told(&self, kind: Kind, section: Section, keep: &[u8]) -> Vec<Clause> {
        let subject = self.facts.subject;
        let k = self.words.count(Voice::Caption, kind);
        let told = self.facts.history.told(kind);
        let began = |i: usize| told.get(i).copied().unwrap_or(subject.turn);
        let variant = choice::variant(&subject.words_key(), k, told.len(), began);
        self.variant(kind, variant, section, keep)
    }

    fn variant(&self, kind: Kind, variant: usize, section: Section, keep: &[u8]) -> Vec<Clause> {
        let context: Context = self.facts.context(kind);
        let texts = self.words.render(Voice::Caption, kind, variant, context);
        let clauses = texts.into_iter().zip(keep).map(|(text, keep)| Clause { section, keep: *keep, text });
        clauses.filter(|clause| !clause.text.is_empty()).collect()
    }

    /// Where earlier whys take too long to count, the turn's number moves the choice on.
    fn why(&self) -> Vec<Clause> {
        let Some(why) = self.facts.why else { return Vec::new() };
        let subject = self.facts.subject;
        let k = self.words.count(Voice::Caption, why.kind);
        let key = subject.words_key();
        let variant = match why.told(subject) {
            Some(told) => {
                choice::variant(&key, k, told.len(), |i| told.get(i).copied().unwrap_or(subject.turn))
            }
            None => choice::variant(&key, k, subject.turn as usize, |turn| turn as u32),
        };
        self.variant(why.kind, variant, Section::Sentences, &[WHY])
    }

    /// Not when somebody goes out, nor on a war's first and last turn.
    fn aside(&self) -> Vec<Clause> {
        let (subject, moment) = (self.facts.subject, self.facts.moment);
        if moment.loser_n == 0 || matches!(moment.what, Kind::Opening | Kind::Victory) {
            return Vec::new();
        }
        if moment.restless {
            return self.told(Kind::Restless, Section::Sentences, &[ASIDE]);
        }
        let anywhere = self.words.count(Voice::Caption, Kind::AnyAside);
        let in_towns = if self.on_comuni() { self.words.count(Voice::Caption, Kind::TownAside) } else { 0 };
        match choice::aside(&subject.words_key(), anywhere + in_towns, subject.turn) {
            None => Vec::new(),
            Some(i) if i < anywhere => self.variant(Kind::AnyAside, i, Section::Sentences, &[ASIDE]),
            Some(i) => self.variant(Kind::TownAside, i - anywhere, Section::Sentences, &[ASIDE]),
        }
    }

    fn on_comuni(&self) -> bool {
        self.facts.subject.map.wording().unit.get("it").is_some_and(|unit| unit.one == "comune")
    }

    fn proof(&self) -> Vec<Clause> {
        let subject = self.facts.subject;
        let kind = match (self.facts.moment.what, subject.secret, subject.salt) {
            (Kind::Opening, _, _) => Kind::Commitment,
            (Kind::Victory, Some(_), None) => Kind::Secret,
            (Kind::Victory, Some(_), Some(_)) => Kind::SecretSalted,
            _ => return Vec::new(),
        };
        self.told(kind, Section::Proof, &[ALWAYS])
    }

    fn standing(&self) -> Vec<Clause> {
        if self.facts.moment.event.is_none() || self.facts.ranking.len() < 2 {
            return Vec::new();
        }
        let rows = standing::rows(self.words, self.facts);
        let clause =
            |keep, rows: &[String]| Clause { section: Section::Standing, keep, text: rows.join(", ") };
        let more = (!rows.more.is_empty()).then(|| clause(STANDING_LONG, &rows.more));
        std::iter::once(clause(STANDING, &rows.top)).chain(more).collect()
    }

    fn footer(&self) -> Vec<Clause> {
        let (subject, moment) = (self.facts.subject, self.facts.moment);
        let clause = |keep, text| Clause { section: Section::Footer, keep, text };
        let mut footer = vec![clause(ALWAYS, self.words.language.marker(subject.turn))];
        let said =
            moment.kinds().any(|k| matches!(k.group(), Group::Extra)) || moment.what == Kind::RebellionLast;
        if !matches!(moment.what, Kind::Opening | Kind::Victory) && !said {
            footer.extend(self.variant(Kind::Alive, 0, Section::Footer, &[ALIVE]));
        }
        footer.extend(tags(subject.hashtags));
        footer
    }
}
