//! Dobyvatelé: what config.toml says of a new game.

use super::board;
use super::context::{Context, clock, parse_hex, random_bytes};
use crate::config::{self, Strategy as Fallback};
use crate::rules::dobyvatele::{Board, Rules, RulesJson, State, Strategy};
use crate::store::{Game, NewGame, Store, War};
use crate::turn::begin_game;
use anyhow::{anyhow, bail};
use std::sync::Arc;

/// The game that config.toml describes; dice and a board without a seed of its own come from `seed`.
///
/// # Errors
/// Everything that is against it, at once.
pub(super) fn new_game(context: &Context, seed: [u8; 32]) -> anyhow::Result<Game> {
    let settings = &context.config.dobyvatele;
    let board = board(context, seed);
    let written = RulesJson {
        budget_base: settings.budget_base.into(),
        budget_step: settings.budget_step.into(),
        upkeep: settings.upkeep.into(),
        recruit_cost: settings.recruit_cost.into(),
    };
    let rules = Rules::new(written).map_err(|faults| anyhow!("[dobyvatele]: {faults}"));
    let (board, rules) = match (board, rules) {
        (Ok(board), Ok(rules)) => (board, rules),
        (Err(board), Err(rules)) => bail!("{board:#}\n{rules:#}"),
        (Err(fault), _) | (_, Err(fault)) => return Err(fault),
    };
    let opening = State::start(Arc::new(board), rules, settings.ticks);
    let opening = opening.map_err(|faults| anyhow!("[dobyvatele]: {faults}"))?;
    let fallback = match settings.fallback {
        Fallback::Stay => Strategy::Stay,
        Fallback::Random => Strategy::Random,
        Fallback::Expand => Strategy::Expand,
        Fallback::Guard => Strategy::Guard,
        Fallback::Swarm => Strategy::Swarm,
    };
    Ok(Game { opening, post_every: settings.post_every, fallback, seed })
}

fn board(context: &Context, game_seed: [u8; 32]) -> anyhow::Result<Board> {
    match &context.config.dobyvatele.board {
        config::Board::File(file) => board::read(file, context.config.dobyvatele.wrap),
        config::Board::Generated { teams, seed, .. } => {
            let seed =
                seed.as_deref().map_or(Ok(game_seed), parse_hex).map_err(|e| anyhow!("board: seed: {e}"))?;
            board::draw(context, &board::DrawArgs::default(), *teams, seed)
        }
    }
}

/// Writes a new game from the settings, which waits in the lobby; gives its number.
pub(super) fn begin(context: &Context, store: &mut Store, secret: Option<[u8; 32]>) -> anyhow::Result<u32> {
    let game = new_game(context, secret.map_or_else(random_bytes, Ok)?)?;
    let start = context.config.dobyvatele.start.map(|start| start.timestamp_millis());
    let begun_at = clock().timestamp_millis();
    let new = NewGame { name: &context.config.war.name, game: &game, begun_at, start };
    Ok(begin_game(store, &new)?)
}

/// What an organiser wants to hear of a new game.
pub(super) fn announce(context: &Context, store: &Store, war: &War) -> anyhow::Result<()> {
    let game = store.game(war)?;
    let (board, ticks) = (game.opening.board(), game.opening.ticks());
    let (width, height, teams) = (board.width(), board.height(), board.homes().len());
    say!("game {}, {ticks} ticks on {width}x{height} fields, {teams} teams", war.number);
    say!("tick        {}", context.config.schedule.when);
    say!("teams       `guerrabot team add NAME` gives a team its seat and its token");
    match war.next_due {
        Some(start) => say!("start       {}, or `guerrabot war resume`", context.local(start)),
        None => say!("start       `guerrabot war resume`, while `guerrabot run` runs"),
    }
    Ok(())
}

/// A running game keeps its own rules: say which edits of config.toml wait for the next.
pub(super) fn warn_of_changes(context: &Context, store: &Store, war: &War) -> anyhow::Result<()> {
    let (game, settings) = (store.game(war)?, &context.config.dobyvatele);
    let rules = game.opening.rules().written();
    let fallback = format!("{:?}", settings.fallback).to_lowercase();
    let number = |value: u32| value.to_string();
    let keys = [
        ("ticks", number(settings.ticks), game.opening.ticks().to_string()),
        ("budget_base", number(settings.budget_base), rules.budget_base.to_string()),
        ("budget_step", number(settings.budget_step), rules.budget_step.to_string()),
        ("upkeep", number(settings.upkeep), rules.upkeep.to_string()),
        ("recruit_cost", number(settings.recruit_cost), rules.recruit_cost.to_string()),
        ("post_every", number(settings.post_every), game.post_every.to_string()),
        ("fallback", fallback, game.fallback.word().to_string()),
    ];
    for (key, ours, kept) in keys.iter().filter(|(_, ours, kept)| ours != kept) {
        tracing::warn!(
            war = war.number,
            "[dobyvatele] {key} = {ours} waits for the next game; this one keeps {kept}"
        );
    }
    Ok(())
}
