use super::WebError;
use super::game_page::GameSeason;
use super::phrases::Phrases;
use super::season::Season;
use crate::store::{Ruleset, Store, War};
use crate::words::Words;
use sha2::{Digest, Sha256};

/// A war or a game, as the site tells it.
pub enum Chapter {
    Guerra(Box<Season>),
    Dobyvatele(Box<GameSeason>),
}

impl Chapter {
    pub fn open(store: &Store, war: War, words: &Words) -> Result<Self, WebError> {
        Ok(match war.ruleset {
            Ruleset::Guerra => Chapter::Guerra(Box::new(Season::open(store, war, words)?)),
            Ruleset::Dobyvatele => Chapter::Dobyvatele(Box::new(GameSeason::open(store, war, words)?)),
        })
    }

    /// Reads what happened since; true if anything did.
    pub fn read_on(&mut self, store: &Store) -> Result<bool, WebError> {
        match self {
            Chapter::Guerra(season) => season.read_on(store),
            Chapter::Dobyvatele(season) => season.read_on(store),
        }
    }

    pub fn war(&self) -> &War {
        match self {
            Chapter::Guerra(season) => &season.war,
            Chapter::Dobyvatele(season) => &season.war,
        }
    }

    /// Where its pictures stand; a war of the same number in another database has them elsewhere.
    pub fn figures(&self) -> String {
        let key = match self {
            Chapter::Guerra(season) => season.key(),
            Chapter::Dobyvatele(season) => season.key(),
        };
        format!("figure/{}/", &key[..8])
    }

    /// Of the picture of turn 0, which tells who has taken a seat, or when the first turn is due: another whenever that is.
    pub fn edition(&self) -> u64 {
        let told = match self {
            Chapter::Guerra(season) => format!("{:?}", season.slots.first().copied().or(season.war.next_due)),
            Chapter::Dobyvatele(season) => format!("{:?} {}", season.names, season.at(0)),
        };
        let [a, b, c, d, e, f, g, h, ..] = Sha256::digest(told).0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// The number of turns played, or of ticks resolved.
    pub fn turns(&self) -> u32 {
        match self {
            Chapter::Guerra(season) => season.turns(),
            Chapter::Dobyvatele(season) => season.turns(),
        }
    }

    pub fn phrases(&self) -> &Phrases {
        match self {
            Chapter::Guerra(season) => &season.phrases,
            Chapter::Dobyvatele(season) => &season.phrases,
        }
    }

    /// The turns that have a page of their own.
    pub fn told(&self) -> Vec<u32> {
        match self {
            Chapter::Guerra(season) => (0..=season.turns()).collect(),
            Chapter::Dobyvatele(season) => season.told(),
        }
    }

    /// If it is a war of Guerra.
    pub fn guerra(&self) -> Option<&Season> {
        match self {
            Chapter::Guerra(season) => Some(season),
            Chapter::Dobyvatele(_) => None,
        }
    }

    /// If it is a game of Dobyvatelé.
    pub fn game(&self) -> Option<&GameSeason> {
        match self {
            Chapter::Guerra(_) => None,
            Chapter::Dobyvatele(season) => Some(season),
        }
    }
}
