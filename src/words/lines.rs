use super::caption::capitalised;
use super::facts::Facts;
use super::kind::{Kind, Voice};
use super::{Words, date};

/// Every text that a picture may show, finished; which of them it shows is its own affair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// `Guerra dell'Oltrepò Pavese`.
    pub kicker: String,
    /// `lunedì 7 dicembre 2026, ore 14`.
    pub date: String,
    /// `Turno 149`.
    pub turn: String,
    /// `Portalbera conquista Montù Beccaria`, in parts that a colour chip may precede.
    pub sentence: Vec<Part>,
    /// One or two sentences.
    pub detail: String,
    pub ranking: Block,
    /// `18 fazioni in gara`, `57 già fuori`.
    pub in_play: String,
    pub out: String,
    /// The curve's head, `I primi cinque`, widest wording first.
    pub curve: Vec<String>,
    /// The beginning of the curve's axis, `turno 0`.
    pub axis: String,
    /// `Come funziona`: the rules in five lines.
    pub how: Block,
    /// `Come si legge`: a line an outline: the attacker's, the target's, the borders'; without the first for a
    /// rebellion.
    pub legend: Block,
    /// `In campo`, for the opening; else empty.
    pub field: Block,
    /// `I numeri della guerra`, for the end; else empty.
    pub numbers: Block,
    /// Beside the winner in the final table.
    pub winner: String,
    /// What the map's licence wants printed.
    pub attribution: String,
}

/// A head and the lines under or beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub head: String,
    /// For a head of one line: its note, widest wording first.
    pub lines: Vec<String>,
}

/// A piece of the sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Drawn before the text.
    pub chip: Option<Chip>,
    pub text: String,
}

/// The colour of whom a chip shows, and in which outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    Attacker,
    Target,
    Rebel,
    Winner,
}

/// The picture texts of a kind are two parts of the sentence, then the detail's sentences.
const PARTS: usize = 2;

pub(super) fn of(words: &Words, facts: &Facts) -> Lines {
    let (what, subject) = (facts.moment.what, facts.subject);
    let say = |kind| words.say(Voice::Picture, facts, kind, []);
    let block = |head: Kind, lines: Kind| Block {
        head: say(head),
        lines: words.list(Voice::Picture, facts, lines, []),
    };
    let only = |wanted: Kind, head, lines| if what == wanted { block(head, lines) } else { Block::default() };
    let mut sentence = words.render(Voice::Picture, what, 0, facts.context(what));
    let detail = sentence.split_off(PARTS.min(sentence.len()));
    let detail: Vec<String> = detail.iter().filter(|s| !s.is_empty()).map(|s| capitalised(s)).collect();
    let curve = if what == Kind::Victory { Kind::CurveHeadFinal } else { Kind::CurveHead };
    let rebellion = matches!(what, Kind::Rebellion | Kind::RebellionLast);
    Lines {
        kicker: say(Kind::Kicker),
        date: date::spoken(facts.language, &subject.slot),
        turn: words.language.marker(subject.turn),
        sentence: parts(what, sentence),
        detail: detail.join(" "),
        ranking: ranking(words, facts),
        in_play: say(Kind::InPlay),
        out: say(Kind::Out),
        curve: words.list(Voice::Picture, facts, curve, []),
        axis: say(Kind::CurveAxis),
        how: block(Kind::HowHead, Kind::How),
        legend: block(Kind::LegendHead, if rebellion { Kind::LegendRebellion } else { Kind::LegendAttack }),
        field: only(Kind::Opening, Kind::FieldHead, Kind::Field),
        numbers: only(Kind::Victory, Kind::NumbersHead, Kind::Numbers),
        winner: say(Kind::FinalWinner),
        attribution: subject.map.attribution().to_string(),
    }
}

fn parts(what: Kind, texts: Vec<String>) -> Vec<Part> {
    let chips = match what {
        Kind::Opening => [None, None],
        Kind::Victory => [Some(Chip::Winner), None],
        Kind::Rebellion | Kind::RebellionLast => [Some(Chip::Rebel), None],
        _ => [Some(Chip::Attacker), Some(Chip::Target)],
    };
    let parts = chips.into_iter().zip(texts).filter(|(_, text)| !text.is_empty());
    let mut parts: Vec<Part> = parts.map(|(chip, text)| Part { chip, text }).collect();
    if let Some(first) = parts.first_mut() {
        first.text = capitalised(&first.text);
    }
    parts
}

fn ranking(words: &Words, facts: &Facts) -> Block {
    let (head, note) = match facts.moment {
        m if m.what == Kind::Victory => (Kind::FinalHead, Kind::FinalNote),
        m if m.turn < 10 => (Kind::RankingHead, Kind::RankingNoteEarly),
        _ => (Kind::RankingHead, Kind::RankingNote),
    };
    Block {
        head: words.say(Voice::Picture, facts, head, []),
        lines: words.list(Voice::Picture, facts, note, []),
    }
}
