use super::phrases::{Phrases, name};
use super::season::Season;
use crate::rules::guerra::{Event, FactionId};
use minijinja::{Value, context};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// A name with a bar of its share.
pub fn row(phrases: &Phrases, name: String, share: f64) -> Value {
    context! { name, width => format!("{:.1}", 100.0 * share), share => phrases.percent(share) }
}

/// How many attackers have a row.
const ROWS: usize = 5;

/// Who attacks or rebels likeliest in the next turn; none when there can be none.
pub fn next_turn(season: &Season) -> Option<Value> {
    let law = season.law();
    let phrases = &season.phrases;
    let shares: Vec<(Event, f64)> =
        law.iter().map(|chance| (chance.event, chance.p.to_f64().unwrap_or_default())).collect();
    let (best, p) = *shares.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let mut attackers: BTreeMap<FactionId, f64> = BTreeMap::new();
    let mut rebellion = 0.0;
    for (event, share) in &shares {
        match event {
            Event::Attack { attacker, .. } => *attackers.entry(*attacker).or_default() += share,
            Event::Rebellion { .. } => rebellion += share,
        }
    }
    let mut rows: Vec<(String, f64)> =
        attackers.iter().map(|(f, share)| (season.forms[f.index()].bare.clone(), *share)).collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    rows.truncate(ROWS);
    if rebellion > 0.0 {
        rows.push((phrases.get("odds_rebellion").to_string(), rebellion));
    }
    let rows: Vec<Value> = rows.into_iter().map(|(name, share)| row(phrases, name, share)).collect();
    let form = |place: u32| name(&season.forms[place as usize], 1);
    let best = phrases.say("odds_best", &[("A", form(best.actor().0)), ("T", form(best.target().0))]);
    let note = phrases.count("odds_note", season.turns() + 1, "");
    Some(context! { note, rows, best => best.replace("{x}", &phrases.percent(p)) })
}
