use super::super::alt::within;
use super::super::caption::capitalised;
use super::super::kind::{Kind, Voice};
use super::super::{Words, date};
use super::facts::Teller;
use super::subject::{GameSubject, Player};
use minijinja::Value;

/// Every text of a game's picture, finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLines {
    pub kicker: String,
    pub date: String,
    /// `Turno 40 / 200`.
    pub tick: String,
    pub sentence: String,
    pub detail: String,
    pub ranking_head: String,
    /// What the ranking's columns are: points, fields, soldiers.
    pub columns: [String; 3],
    /// In place of the teams that have no row; `{n}` of them.
    pub rest: Vec<String>,
    pub curve_head: String,
    /// Soldiers, battle, hill, protected square.
    pub legend: [String; 4],
    /// The teams' names, in the order of the players.
    pub names: Vec<String>,
}

pub(super) fn lines(words: &Words, s: &GameSubject) -> GameLines {
    let teller = Teller { words, s };
    let say = |kind| teller.say(Voice::Picture, kind);
    let word = |kind| say(kind).into_iter().next().unwrap_or_default();
    let rest = |k: usize| teller.word(Voice::Picture, Kind::GameRest, [("k", Value::from(k))]);
    let mut news = say(s.what()).into_iter();
    let sentence = news.next().unwrap_or_default();
    GameLines {
        kicker: s.name.to_string(),
        date: date::spoken(words.language, &s.at),
        tick: format!("{} / {}", words.language.game_word(s.tick), s.ticks),
        sentence: capitalised(&sentence),
        detail: detail(&teller, news.collect()),
        ranking_head: word(Kind::GameRankingHead),
        columns: each(say(Kind::GameColumns)),
        rest: (0..=s.players.len()).map(rest).collect(),
        curve_head: word(Kind::GameCurveHead),
        legend: each(say(Kind::GameLegend)),
        names: s.players.iter().map(|p| p.name.clone().unwrap_or_else(|| teller.name(p))).collect(),
    }
}

/// What stands under the news: more on it, else the battle, else the land.
fn detail(teller: &Teller, more: Vec<String>) -> String {
    let s = teller.s;
    let land = (s.taken > 0).then_some(Kind::GameLand);
    let texts = match s.fight().or(land) {
        Some(kind) if more.is_empty() && !s.is_over() => teller.say(Voice::Picture, kind),
        _ => more,
    };
    texts.iter().map(|text| capitalised(text)).collect::<Vec<_>>().join(" ")
}

/// So many texts, empty ones where there are fewer.
fn each<const N: usize>(texts: Vec<String>) -> [String; N] {
    let mut texts = texts.into_iter();
    std::array::from_fn(|_| texts.next().unwrap_or_default())
}

/// Sentence by sentence; what there is no room for is dropped from the end.
pub(super) fn alt(words: &Words, s: &GameSubject) -> String {
    let teller = Teller { words, s };
    let say = |kind| teller.say(Voice::Alt, kind);
    let mut said = say(Kind::GameBoard);
    said.extend(say(s.what()));
    if s.tick > 0 {
        let ranking = [("list", Value::from(ranking(&teller)))];
        said.push(teller.word(Voice::Alt, Kind::GameStanding, ranking));
        said.extend(s.fight().into_iter().flat_map(say));
        said.extend((s.taken > 0).then(|| say(Kind::GameLand)).into_iter().flatten());
        said.push(format!("{}.", date::spoken(words.language, &s.at)));
    }
    within(said.iter().map(|text| capitalised(text)).collect())
}

/// The first five in a line; only the first names the units.
fn ranking(teller: &Teller) -> String {
    let row = |(i, p): (usize, &Player)| {
        let facts = [
            ("rank", p.rank.into()),
            ("A", teller.name(p).into()),
            ("points", p.score.into()),
            ("fields", p.fields.into()),
            ("head", (i == 0).into()),
        ];
        teller.word(Voice::Alt, Kind::GameRow, facts)
    };
    teller.s.players.iter().take(5).enumerate().map(row).collect::<Vec<_>>().join(", ")
}
