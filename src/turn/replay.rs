use super::TurnError;
use crate::map::Map;
use crate::rules::guerra::{self, Rules, State};
use crate::store::{Store, War, WarState};

/// What playing a stored war again from its seed showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Turns that were compared.
    pub turns: u32,
    /// The whole war is there, up to its end.
    pub over: bool,
    /// Every disagreement that was found; empty if the war is the one that was committed.
    pub faults: Vec<String>,
}

/// Plays the war again from its secret and salt and compares every turn, the map and the commitment.
pub fn verify(store: &Store, war: &War) -> Result<Verdict, TurnError> {
    let map = store.map(&war.map)?;
    let mut faults = Vec::new();
    let rules = Rules::parse(&war.rules).map_err(|e| TurnError::broken(war, e))?;
    if rules.line() != war.rules {
        faults.push("the stored rules line is not canonical".to_string());
    }
    let commitment = guerra::commitment(map.digest(), &rules, &war.secret);
    if commitment != war.commitment {
        let (said, found) = (hex::encode(war.commitment), hex::encode(commitment));
        faults.push(format!("the commitment was {said}, but map, rules and secret give {found}"));
    }
    let (turns, over) = compare(store, war, &map, &rules, &mut faults)?;
    if war.state == WarState::Running && over {
        faults.push("one faction holds everything, but the war is not marked as over".to_string());
    }
    Ok(Verdict { turns, over, faults })
}

fn compare(
    store: &Store,
    war: &War,
    map: &Map,
    rules: &Rules,
    faults: &mut Vec<String>,
) -> Result<(u32, bool), TurnError> {
    let seed = guerra::seed(&war.secret, war.salt.as_deref());
    let mut state = State::start(map);
    for turn in store.turns(war.number, 0)? {
        let expected = state.turns_played() + 1;
        let played = guerra::advance(map, rules, &seed, &mut state);
        if turn.number != expected || played.map(|t| t.event) != Some(turn.event) {
            let played = played.map_or("the war is over".to_string(), |t| format!("{:?}", t.event));
            faults.push(format!(
                "turn {}: stored {:?}, the seed gives turn {expected} {played}",
                turn.number, turn.event
            ));
            break;
        }
    }
    Ok((state.turns_played(), state.is_over()))
}
