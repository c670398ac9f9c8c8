use super::color::Rgb;
use super::palette::Palette;
use super::ranking::{Ranking, final_table, ranking};
use super::theme::Theme;
use crate::map::{Map, TerritoryId};
use crate::rules::guerra::{Chronicle, Event, FactionId};

/// Every word of a picture save the names of places; finished, in the reader's language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// What this is: `Guerra dell'Oltrepò Pavese`.
    pub kicker: String,
    /// `lunedì 7 dicembre 2026, ore 15`.
    pub date: String,
    /// `Turno 150`.
    pub turn: String,
    /// The news; the target's name in it gets a chip of the target's colour.
    pub sentence: String,
    pub detail: String,
    pub ranking_title: String,
    /// What the ranking's numbers are, longest first; the first that fits is printed.
    pub ranking_notes: Vec<String>,
    /// The factions that have no row of their own: `e altre 73 con un solo comune` (see [`Ranking::others`]).
    pub others: String,
    /// In place of a turn in the final table: `vince`.
    pub wins: String,
    /// `19 fazioni in gara`.
    pub alive: String,
    /// `56 già fuori`.
    pub out: String,
    /// Longest first.
    pub curve_titles: Vec<String>,
    /// Under the curve's left end: `turno 0`.
    pub curve_start: String,
    /// `Come si legge`.
    pub legend_title: String,
    pub legend_attacker: String,
    /// The hatched target: taken, or rebelling.
    pub legend_target: String,
    pub legend_border: String,
    /// `Come funziona`.
    pub rules_title: String,
    /// One sentence each.
    pub rules: Vec<String>,
    /// `In campo`, or at the end `I numeri della guerra`.
    pub facts_title: String,
    pub facts: Vec<String>,
    /// What must be printed wherever the map's shapes are shown.
    pub attribution: String,
}

/// What a picture tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Opening,
    Attack { attacker: FactionId, target: TerritoryId, loser: FactionId },
    Rebellion { rebel: FactionId, loser: FactionId },
    End { winner: FactionId },
}

impl News {
    /// Who did it, and whom it was done to: named on the map whatever it takes.
    pub fn actors(&self) -> Option<[FactionId; 2]> {
        match *self {
            News::Attack { attacker, loser, .. } => Some([attacker, loser]),
            News::Rebellion { rebel, loser } => Some([rebel, loser]),
            News::Opening | News::End { .. } => None,
        }
    }

    /// The territory that changed hands.
    pub fn target(&self) -> Option<TerritoryId> {
        match *self {
            News::Attack { target, .. } => Some(target),
            News::Rebellion { rebel, .. } => Some(rebel.home()),
            News::Opening | News::End { .. } => None,
        }
    }
}

/// A faction's holdings after turns 0, 1, … up to the picture's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    pub faction: FactionId,
    /// Its rank when the picture is drawn.
    pub rank: u32,
    pub held: Vec<u32>,
}

/// What to draw of one turn, whatever the size and theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    pub turn: u32,
    pub news: News,
    /// The owner of each territory, in map order.
    pub owners: Vec<FactionId>,
    /// Each faction's holdings.
    pub holdings: Vec<u32>,
    pub alive: usize,
    pub ranking: Ranking,
    pub curves: Vec<Curve>,
    /// Each faction's colour, light and dark.
    pub colours: Vec<[Rgb; 2]>,
    pub texts: Texts,
}

/// Before this turn there is no curve worth drawing.
const EARLY: u32 = 12;
const CURVES: usize = 5;

impl Scene {
    /// A turn's picture; turn 0 is the opening, the last turn of a finished war its end.
    ///
    /// `palette` must stand at this turn of this war.
    pub fn of_turn(map: &Map, chronicle: &Chronicle, palette: &Palette, turn: u32, texts: Texts) -> Self {
        let board = chronicle.board(turn);
        let news = match chronicle.event(turn) {
            None => News::Opening,
            Some(event) if board.alive() == 1 => News::End { winner: event.actor() },
            Some(Event::Attack { attacker, target, loser }) => News::Attack { attacker, target, loser },
            Some(Event::Rebellion { rebel, loser }) => News::Rebellion { rebel, loser },
        };
        let factions = || map.ids().map(|id| FactionId(id.0));
        let (ranking, leaders) = match news {
            News::End { .. } => final_table(map, chronicle),
            News::Opening | News::Attack { .. } | News::Rebellion { .. } => {
                let standings = board.standings(map);
                let leaders = standings.iter().map(|s| (s.faction, s.rank)).take(CURVES).collect();
                (ranking(map, chronicle, turn), leaders)
            }
        };
        let curve = |(faction, rank)| Curve { faction, rank, held: chronicle.curve(faction, turn) };
        Scene {
            turn,
            news,
            owners: board.owners().to_vec(),
            holdings: factions().map(|f| board.holdings(f)).collect(),
            alive: board.alive(),
            ranking,
            curves: leaders.into_iter().take(CURVES).map(curve).collect(),
            colours: factions()
                .map(|f| [Theme::Light, Theme::Dark].map(|theme| palette.colour(f, theme)))
                .collect(),
            texts,
        }
    }

    /// Too soon for a curve: the rules stand in its place.
    pub fn is_early(&self) -> bool {
        self.turn < EARLY
    }

    pub fn colour(&self, faction: FactionId, theme: Theme) -> Rgb {
        self.colours[faction.index()][theme as usize]
    }

    pub fn owner(&self, territory: TerritoryId) -> FactionId {
        self.owners[territory.index()]
    }

    /// Acts in the news.
    pub fn acts(&self, faction: FactionId) -> bool {
        self.news.actors().is_some_and(|actors| actors.contains(&faction))
    }
}
