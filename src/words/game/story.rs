use super::subject::{self, Clash, Front, GameSubject, Player};
use crate::rules::dobyvatele::replay::header_line;
use crate::rules::dobyvatele::{Chronicle, Rank, State, TeamId, Told};
use crate::rules::guerra;
use chrono::DateTime;
use chrono_tz::Tz;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A game of which any tick can be told.
#[derive(Clone, Copy, Debug)]
pub struct GameStory<'a> {
    pub name: &'a str,
    pub opening: &'a State,
    pub seed: &'a [u8; 32],
    /// In ticks; 0 is never.
    pub post_every: u32,
    pub chronicle: &'a Chronicle,
    /// Of the teams that have taken their seats.
    pub names: &'a BTreeMap<TeamId, String>,
    pub hashtags: &'a [String],
}

impl<'a> GameStory<'a> {
    /// What is told after so many ticks, to somebody who was told the last time after `before` of them; `at` is when the
    /// last was resolved, or for the opening when the first will be.
    pub fn subject(&self, tick: u32, before: u32, at: DateTime<Tz>) -> GameSubject<'a> {
        let GameStory { name, opening, chronicle, hashtags, .. } = *self;
        let (since, ranking) = (chronicle.between(before, tick), chronicle.ranking(tick));
        let old = chronicle.leader(before);
        GameSubject {
            name,
            tick,
            ticks: opening.ticks(),
            width: opening.board().width(),
            height: opening.board().height(),
            at,
            players: ranking.iter().map(|rank| self.player(rank, chronicle.after(tick), since)).collect(),
            old_leader: old.and_then(|old| ranking.iter().position(|rank| rank.team == old)),
            span: tick - before,
            clash: clash(since, &ranking),
            taken: since.iter().flat_map(|told| told.gained).sum(),
            battles: chronicle.between(0, tick).iter().map(|told| told.battles.len() as u64).sum(),
            words_key: self.words_key(),
            earlier: self.earlier(tick, &ranking),
            hashtags,
        }
    }

    /// The first line of the game's replay stands for the commitment that a game has not (rule 6.8); without the program's
    /// version, so that a newer one says the same.
    fn words_key(&self) -> [u8; 32] {
        let line = header_line(&self.opening.written(), "guerrabot", &hex::encode(self.seed));
        guerra::words_key(&Sha256::digest(line).into())
    }

    /// What the posts before told, the opening left out.
    fn earlier(&self, tick: u32, ranking: &[Rank]) -> Vec<subject::Told> {
        let every = self.post_every;
        let posts = (1..).map(|i| i * every).take_while(|post| every > 0 && *post < tick);
        let told = |post: u32| {
            let since = self.chronicle.between(post - every, post);
            let front = match (self.chronicle.leader(post - every), self.chronicle.leader(post)) {
                (_, None) => Front::Level,
                (Some(old), Some(new)) if old != new => Front::New,
                (_, Some(_)) => Front::Lead,
            };
            subject::Told {
                tick: post,
                front,
                clash: clash(since, ranking).map(|clash| clash.winner.is_some()),
                land: since.iter().any(|told| told.gained.iter().any(|n| *n > 0)),
            }
        };
        posts.map(told).collect()
    }

    fn player(&self, rank: &Rank, now: &Told, since: &[Told]) -> Player {
        let i = rank.team.index();
        Player {
            letter: rank.team.letter(),
            name: self.names.get(&rank.team).cloned(),
            rank: rank.rank,
            score: rank.score,
            fields: now.lands[i],
            soldiers: now.armies[i],
            gained: since.iter().map(|told| told.gained[i]).sum(),
        }
    }
}

/// The battle with most soldiers; of equals the first.
fn clash(since: &[Told], ranking: &[Rank]) -> Option<Clash> {
    let battles = since.iter().flat_map(|told| &told.battles);
    let met = battles.rev().max_by_key(|met| met.soldiers())?;
    let place = |team: TeamId| ranking.iter().position(|rank| rank.team == team);
    let mut armies: Vec<(usize, u64)> =
        met.armies.iter().filter_map(|(team, n)| Some((place(*team)?, *n))).collect();
    armies.sort_by_key(|(i, n)| (std::cmp::Reverse(*n), *i));
    let winner = met.winner.and_then(place).map(|i| (i, met.survivors)).filter(|(_, left)| *left > 0);
    Some(Clash { x: met.x, y: met.y, armies, winner })
}
