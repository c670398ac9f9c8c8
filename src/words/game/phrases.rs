//! The languages' sentences. Names of teams are free: never declined, no article, no gender.

use super::super::language::Language::{self, Czech, English, Italian};
use super::super::name;
use super::facts::{Clash, GameSubject, Player, tame};

/// What is counted.
#[derive(Clone, Copy)]
pub(super) enum Unit {
    Point,
    Field,
    Soldier,
    Tick,
    Team,
}

/// One language's way to say things.
#[derive(Clone, Copy)]
pub(super) struct Tongue(pub Language);

impl Tongue {
    /// `1 campo`, `12 campi`.
    pub fn count(self, n: u64, unit: Unit) -> String {
        let forms: [&str; 3] = match (self.0, unit) {
            (Italian, Unit::Point) => ["punto", "punti", ""],
            (Italian, Unit::Field) => ["campo", "campi", ""],
            (Italian, Unit::Soldier) => ["soldato", "soldati", ""],
            (Italian, Unit::Tick) => ["turno", "turni", ""],
            (Italian, Unit::Team) => ["squadra", "squadre", ""],
            (English, Unit::Point) => ["point", "points", ""],
            (English, Unit::Field) => ["field", "fields", ""],
            (English, Unit::Soldier) => ["soldier", "soldiers", ""],
            (English, Unit::Tick) => ["tick", "ticks", ""],
            (English, Unit::Team) => ["team", "teams", ""],
            (Czech, Unit::Point) => ["bod", "body", "bodů"],
            (Czech, Unit::Field) => ["pole", "pole", "polí"],
            (Czech, Unit::Soldier) => ["voják", "vojáci", "vojáků"],
            (Czech, Unit::Tick) => ["takt", "takty", "taktů"],
            (Czech, Unit::Team) => ["tým", "týmy", "týmů"],
        };
        format!("{} {}", self.0.digits(n), forms[self.0.plural(n)])
    }

    /// The team's name, or its letter while it has none.
    pub fn name(self, player: &Player) -> String {
        let name = player.name.as_deref().map(tame).filter(|name| !name.is_empty());
        let word = match self.0 {
            Italian => "Squadra",
            English => "Team",
            Czech => "Tým",
        };
        name.unwrap_or_else(|| format!("{word} {}", player.letter))
    }

    /// `A, B e C`.
    pub fn list(self, items: &[String]) -> String {
        let and = match (self.0, items.last()) {
            (Italian, last) => name::and(last.map_or("", String::as_str)),
            (English, _) => "and",
            (Czech, _) => "a",
        };
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [front @ .., last] => format!("{} {and} {last}", front.join(", ")),
        }
    }

    pub fn opening(self, s: &GameSubject) -> String {
        let (w, h) = (s.width, s.height);
        let teams = self.count(s.players.len() as u64, Unit::Team);
        let ticks = self.count(s.ticks.into(), Unit::Tick);
        match self.0 {
            Italian => format!("{teams}, un tabellone di {w} per {h} campi, {ticks}."),
            English => format!("{teams}, a board of {w} by {h} fields, {ticks}."),
            Czech => format!("{teams}, hrací plán {w} krát {h}, {ticks}."),
        }
    }

    pub fn lineup(self, s: &GameSubject) -> String {
        let mut players: Vec<&Player> = s.players.iter().collect();
        players.sort_by_key(|p| p.letter);
        let names = self.list(&players.into_iter().map(|p| self.name(p)).collect::<Vec<_>>());
        match self.0 {
            Italian => format!("In gara: {names}."),
            English => format!("Playing: {names}."),
            Czech => format!("Hrají: {names}."),
        }
    }

    pub fn how(self) -> &'static str {
        match self.0 {
            Italian => "A ogni turno un campo vale un punto: vince chi ne raccoglie di più.",
            English => "Each field is worth a point a tick: most points win.",
            Czech => "Každé pole dává za takt bod: vyhrává, kdo jich nasbírá nejvíc.",
        }
    }

    pub fn start(self, s: &GameSubject) -> String {
        let at = self.0.date(&s.at);
        match self.0 {
            Italian => format!("Il primo turno si chiude {at}."),
            English => format!("The first tick closes {at}."),
            Czech => format!("První takt se uzavře {at}."),
        }
    }

    /// Who is in front, without a full stop.
    pub fn leads(self, s: &GameSubject) -> String {
        let leaders = s.leaders();
        let points = self.count(leaders.first().map_or(0, |p| p.score), Unit::Point);
        if let ([leader], Some(_)) = (leaders.as_slice(), s.lead()) {
            let name = self.name(leader);
            return match (self.0, s.is_new_lead()) {
                (Italian, true) => format!("{name} passa in testa con {points}"),
                (Italian, false) => format!("In testa {name} con {points}"),
                (English, true) => format!("{name} takes the lead with {points}"),
                (English, false) => format!("{name} leads with {points}"),
                (Czech, true) => format!("Do vedení jde {name}, {points}"),
                (Czech, false) => format!("Vede {name}, {points}"),
            };
        }
        let who = self.sharers(&leaders);
        match self.0 {
            Italian => format!("In testa alla pari {who}, con {points}"),
            English => format!("Level in front: {who}, with {points}"),
            Czech => format!("V čele shodně {who}, {points}"),
        }
    }

    /// The names of those who share a rank, or how many they are.
    fn sharers(self, players: &[&Player]) -> String {
        match players {
            [] | [_] | [_, _] => self.list(&players.iter().map(|p| self.name(p)).collect::<Vec<_>>()),
            more => self.count(more.len() as u64, Unit::Team),
        }
    }

    pub fn margin(self, s: &GameSubject) -> Option<String> {
        let (_, Some((second, by))) = s.lead()? else { return None };
        let (name, points) = (self.name(second), self.count(by, Unit::Point));
        Some(match self.0 {
            Italian => format!("Il vantaggio su {name} è di {points}."),
            English => format!("The margin over {name} is {points}."),
            Czech => format!("Náskok: {points}, druhé místo {name}."),
        })
    }

    /// The battle, and what came of it.
    pub fn clash(self, s: &GameSubject, clash: &Clash) -> [String; 2] {
        let (x, y) = (clash.x, clash.y);
        let against = match self.0 {
            Italian => " contro ",
            English => " against ",
            Czech => " proti ",
        };
        let armies: Vec<String> = clash.armies.iter().map(|(_, n)| n.to_string()).collect();
        let armies = armies.join(against);
        let battle = match self.0 {
            Italian => format!("La mischia più grande è in ({x}, {y}): {armies}."),
            English => format!("The biggest battle is at ({x}, {y}): {armies}."),
            Czech => format!("Největší bitva ({x}, {y}): {armies}."),
        };
        let outcome = match clash.winner.and_then(|(i, left)| Some((s.players.get(i)?, left))) {
            Some((winner, left)) => {
                let (name, left) = (self.name(winner), self.count(left, Unit::Soldier));
                match self.0 {
                    Italian => format!("Il campo resta {} {name}, con {left}.", name::to(&name)),
                    English => format!("{name} keeps the field with {left}."),
                    Czech => format!("Pole drží {name}, {left}."),
                }
            }
            None => match self.0 {
                Italian => "Pari e patta: il campo resta com'era.",
                English => "A draw: the field stays as it was.",
                Czech => "Nerozhodně: pole zůstává, jak bylo.",
            }
            .to_string(),
        };
        [battle, outcome]
    }

    pub fn land(self, s: &GameSubject) -> Option<String> {
        let span = self.count(s.span.into(), Unit::Tick);
        let taken = self.count(s.taken, Unit::Field);
        let total = match self.0 {
            Italian => format!("Campi passati di mano in {span}: {}", self.0.digits(s.taken)),
            English => format!("{taken} changed hands in {span}"),
            Czech => format!("Majitele změnilo {taken} ({span})"),
        };
        let most = s.most_gained().map(|p| {
            let (name, fields) = (self.name(p), self.0.digits(p.gained));
            match self.0 {
                Italian => format!(", {fields} {} {name}", name::to(&name)),
                English => format!(", {fields} of them to {name}"),
                Czech => format!(", nejvíc bere {name}: {fields}"),
            }
        });
        (s.taken > 0).then(|| format!("{total}{}.", most.unwrap_or_default()))
    }

    /// The end, without a full stop.
    pub fn wins(self, s: &GameSubject) -> String {
        let leaders = s.leaders();
        let points = self.count(leaders.first().map_or(0, |p| p.score), Unit::Point);
        let who = self.sharers(&leaders);
        match (self.0, leaders.len()) {
            (Italian, 1) => format!("Vince {who} con {points}"),
            (English, 1) => format!("{who} wins with {points}"),
            (Czech, 1) => format!("Vítěz: {who}, {points}"),
            (Italian, _) => format!("Primo posto in comune per {who}, con {points}"),
            (English, _) => format!("First place is shared by {who}, with {points}"),
            (Czech, _) => format!("O první místo se dělí {who}, {points}"),
        }
    }

    pub fn game_over(self, s: &GameSubject) -> String {
        let ticks = self.count(s.ticks.into(), Unit::Tick);
        match self.0 {
            Italian => format!("Fine della partita dopo {ticks}."),
            English => format!("Game over after {ticks}."),
            Czech => format!("Konec hry, trvala {ticks}."),
        }
    }

    pub fn most_land(self, s: &GameSubject) -> Option<String> {
        let best = s.most_land()?;
        let (name, fields) = (self.name(best), self.count(best.fields, Unit::Field));
        Some(match self.0 {
            Italian => format!("La terra più estesa è di {name}: {fields}."),
            English => format!("{name} holds the most land: {fields}."),
            Czech => format!("Nejvíc půdy drží {name}: {fields}."),
        })
    }

    pub fn battles(self, s: &GameSubject) -> String {
        let n = self.0.digits(s.battles);
        match self.0 {
            Italian => format!("Battaglie in tutto: {n}."),
            English => format!("Battles in all: {n}."),
            Czech => format!("Bitev celkem: {n}."),
        }
    }
}
