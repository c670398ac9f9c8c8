//! What must hold in any game of Dobyvatelé, whatever the orders are.

use guerrabot::rules::dice::Dice;
use guerrabot::rules::dobyvatele::{
    Board, Field, Ground, Order, Orders, Plan, Rules, RulesJson, Soldier, State, StateJson, Strategy as Bot,
    TeamId, TeamOrders, fitting_side, step,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The beginning of a game on a small generated board, where armies soon meet.
fn any_game() -> impl Strategy<Value = (State, [u8; 32])> {
    let shape = (prop::sample::select(vec![2, 3, 4, 6]), 0..2u32, 0..25u32, any::<bool>());
    let rules = (0..30i64, 0..4i64, 0..4i64, 1..5i64);
    (shape, rules, any::<[u8; 32]>(), 5..40u32).prop_filter_map(
        "no lawful board",
        |((teams, wider, hills, wrap), (base, step, upkeep, more), seed, ticks)| {
            let plan = Plan { teams, width: 12, height: 12 + 6 * wider, hills, wrap, seed };
            let board = Board::generate(&plan).ok()?;
            let json = RulesJson {
                budget_base: base,
                budget_step: step,
                upkeep,
                recruit_cost: upkeep + more.min(3 - upkeep.min(2)),
            };
            Some((State::start(Arc::new(board), Rules::new(json).ok()?, ticks).ok()?, seed))
        },
    )
}

/// What each team tells whom in a tick: mostly its own soldiers, sometimes others, sometimes nonsense.
type Words = Vec<(TeamId, Vec<(u64, &'static str)>)>;

fn any_words(state: &State, dice: &mut Dice) -> Words {
    let words = ["left", "right", "up", "down", "stay", "left", "right", "up", "down", "north"];
    let mut of = |team| {
        let mut said = Vec::new();
        for soldier in state.soldiers() {
            if soldier.team == team && dice.below(10) > 0 || dice.below(100) == 0 {
                said.push((soldier.id, words[dice.below(10) as usize]));
            }
        }
        if dice.below(4) == 0 {
            said.push((state.next_id() + dice.below(5), "up"));
        }
        said
    };
    state.board().teams().map(|team| (team, of(team))).collect()
}

fn orders(words: &Words) -> Orders {
    let set = |said: &Vec<(u64, &str)>| {
        let mut orders = TeamOrders::default();
        said.iter().for_each(|(id, word)| drop(orders.give(*id, Order::of(word))));
        orders
    };
    words.iter().map(|(team, said)| (*team, set(said))).collect()
}

fn dice(seed: &[u8; 32], state: &State) -> Dice {
    Dice::for_turn(seed, 1_000_000 + state.tick())
}

fn is_allowed(state: &State, team: TeamId, field: Field) -> bool {
    match state.board().ground(field) {
        Ground::Free => true,
        Ground::Hill => false,
        Ground::Square(of) => of == team,
    }
}

/// The state seen in a mirror that hangs to the right of the board.
fn mirrored(state: &State) -> State {
    let mut json = state.written();
    let across = |x: &mut i64| *x = i64::from(state.board().width()) - 1 - *x;
    json.hills.iter_mut().for_each(|hill| across(&mut hill.0));
    json.hills.sort_by_key(|(x, y)| (*y, *x));
    json.teams.iter_mut().for_each(|team| across(&mut team.home.0));
    json.owner.iter_mut().for_each(|row| *row = row.chars().rev().collect());
    json.soldiers.iter_mut().for_each(|soldier| across(&mut soldier.x));
    State::try_from(json).unwrap()
}

/// The state with x and y exchanged.
fn transposed(state: &State) -> State {
    let mut json = state.written();
    (json.width, json.height) = (json.height, json.width);
    json.hills.iter_mut().for_each(|hill| *hill = (hill.1, hill.0));
    json.hills.sort_by_key(|(x, y)| (*y, *x));
    json.teams.iter_mut().for_each(|team| team.home = (team.home.1, team.home.0));
    let rows: Vec<Vec<char>> = json.owner.iter().map(|row| row.chars().collect()).collect();
    json.owner = (0..rows[0].len()).map(|x| rows.iter().map(|row| row[x]).collect()).collect();
    json.soldiers.iter_mut().for_each(|soldier| (soldier.x, soldier.y) = (soldier.y, soldier.x));
    State::try_from(json).unwrap()
}

fn translated(words: &Words, pairs: [(&'static str, &'static str); 4]) -> Words {
    let word = |word: &'static str| pairs.iter().find(|(from, _)| *from == word).map_or(word, |(_, to)| *to);
    let said = |said: &Vec<(u64, &'static str)>| said.iter().map(|(id, w)| (*id, word(w))).collect();
    words.iter().map(|(team, all)| (*team, said(all))).collect()
}

/// The fields of a team's soldiers, by rising id.
fn posts(state: &State, team: TeamId) -> Vec<(u64, Field)> {
    state.soldiers().iter().filter(|s| s.team == team).map(|s| (s.id, s.field)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_stays_lawful((mut state, seed) in any_game()) {
        while !state.is_over() {
            let words = any_words(&state, &mut dice(&seed, &state));
            let (next, report) = step(&state, &orders(&words)).unwrap();
            let mut on = BTreeMap::new();
            for soldier in next.soldiers() {
                prop_assert!(is_allowed(&next, soldier.team, soldier.field), "{soldier:?}");
                prop_assert_eq!(*on.entry(soldier.field).or_insert(soldier.team), soldier.team);
            }
            prop_assert!(next.soldiers().is_sorted_by(|a, b| a.id < b.id));
            prop_assert!(next.soldiers().iter().all(|soldier| soldier.id < next.next_id()));
            let newest = |soldier: &&Soldier| soldier.id >= state.next_id();
            let recruits = next.soldiers().iter().filter(newest).count() as u64;
            prop_assert_eq!(recruits, next.next_id() - state.next_id(), "ids only rise");
            prop_assert_eq!(recruits, report.recruits.values().sum::<u64>());
            for team in next.board().teams() {
                let fields = next.owners().iter().filter(|owner| **owner == Some(team)).count() as u64;
                prop_assert_eq!(next.score(team), state.score(team) + fields);
                let alive = next.armies()[team.index()];
                prop_assert!(next.rules().left_after_feeding(next.tick(), alive).is_some() || next.is_over());
            }
            for (field, owner) in next.board().fields().zip(next.owners()) {
                prop_assert!(owner.is_none_or(|owner| is_allowed(&next, owner, field)));
            }
            let written = serde_json::to_string(&next).unwrap();
            let read: StateJson = serde_json::from_str(&written).unwrap();
            prop_assert_eq!(&State::try_from(read).unwrap(), &next, "saved and loaded");
            state = next;
        }
    }

    #[test]
    fn a_mirrored_game_has_a_mirrored_result((mut state, seed) in any_game()) {
        let sides = [("left", "right"), ("right", "left"), ("up", "up"), ("down", "down")];
        let axes = [("left", "up"), ("up", "left"), ("right", "down"), ("down", "right")];
        while !state.is_over() {
            let words = any_words(&state, &mut dice(&seed, &state));
            let next = step(&state, &orders(&words)).unwrap().0;
            let (across, _) = step(&mirrored(&state), &orders(&translated(&words, sides))).unwrap();
            prop_assert_eq!(across, mirrored(&next));
            let (turned, _) = step(&transposed(&state), &orders(&translated(&words, axes))).unwrap();
            prop_assert_eq!(turned, transposed(&next));
            state = next;
        }
    }

    /// Recruits take their ids team after team, so renumbered teams have other ids, in the same order within a team.
    #[test]
    fn renumbered_teams_have_the_renumbered_result((mut state, seed) in any_game(), by in 1..6usize) {
        let teams: Vec<TeamId> = state.board().teams().collect();
        let other = |team: TeamId| teams[(teams.iter().position(|t| *t == team).unwrap() + by) % teams.len()];
        let homes: BTreeMap<TeamId, Field> = state.board().homes().iter().map(|(t, home)| (other(*t), *home)).collect();
        let mut json = state.written();
        for team in &mut json.teams {
            let (x, y) = state.board().xy(homes[&team.id]);
            team.home = (x.into(), y.into());
        }
        json.soldiers.clear();
        json.tick = json.ticks;
        let board = State::try_from(json).unwrap().board().clone();
        let mut renamed = State::start(board, *state.rules(), state.ticks()).unwrap();
        while !state.is_over() {
            let words = any_words(&state, &mut dice(&seed, &state));
            let theirs = |id: u64| {
                let (team, place) = teams.iter().find_map(|team| {
                    posts(&state, *team).iter().position(|(own, _)| *own == id).map(|place| (*team, place))
                })?;
                Some(posts(&renamed, other(team))[place].0)
            };
            // An id that nobody has stays one: the other game has given out as many.
            let said = |all: &Vec<(u64, &'static str)>| all.iter().map(|(id, w)| (theirs(*id).unwrap_or(*id), *w)).collect();
            let renamed_words: Words = words.iter().map(|(team, all)| (other(*team), said(all))).collect();
            let (next, report) = step(&state, &orders(&words)).unwrap();
            let (renamed_next, renamed_report) = step(&renamed, &orders(&renamed_words)).unwrap();
            for team in &teams {
                let fields = |state: &State, team| posts(state, team).into_iter().map(|(_, field)| field).collect::<Vec<_>>();
                prop_assert_eq!(fields(&next, *team), fields(&renamed_next, other(*team)));
                prop_assert_eq!(next.score(*team), renamed_next.score(other(*team)));
                prop_assert_eq!(report.recruits[team], renamed_report.recruits[&other(*team)]);
            }
            let owners: Vec<_> = next.owners().iter().map(|owner| owner.map(other)).collect();
            prop_assert_eq!(&owners[..], renamed_next.owners());
            prop_assert_eq!(report.bumped.len(), renamed_report.bumped.len());
            prop_assert_eq!(report.rejected.len(), renamed_report.rejected.len());
            (state, renamed) = (next, renamed_next);
        }
    }

    #[test]
    fn the_order_of_orders_does_not_matter((state, seed) in any_game()) {
        let words = any_words(&state, &mut dice(&seed, &state));
        let text = |turned: bool| {
            let turn = |mut entries: Vec<(String, Value)>| {
                if turned {
                    entries.reverse();
                }
                Value::Object(entries.into_iter().collect::<Map<_, _>>())
            };
            let said = |all: &Vec<(u64, &str)>| turn(all.iter().map(|(id, w)| (id.to_string(), json!(w))).collect());
            turn(words.iter().map(|(team, all)| (team.to_string(), said(all))).collect()).to_string()
        };
        prop_assert_ne!(text(false), text(true));
        let read = |turned| serde_json::from_str::<Orders>(&text(turned)).unwrap();
        prop_assert_eq!(step(&state, &read(false)), step(&state, &read(true)));
        prop_assert_eq!(step(&state, &read(false)), step(&state, &orders(&words)));
    }

    #[test]
    fn generated_boards_are_lawful_fair_and_repeatable(
        teams in 2..=26u32, more in 0..30u32, hills in 0..31u32, wrap: bool, seed: [u8; 32]
    ) {
        let side = fitting_side(teams).max(24);
        let plan = Plan { teams, width: side, height: side, hills: hills.min(more), wrap, seed };
        let board = Board::generate(&plan).unwrap();
        let text = board.to_string();
        prop_assert_eq!(&Board::parse(&text, board.wraps()).unwrap(), &board);
        prop_assert_eq!(&Board::generate(&plan).unwrap(), &board);
        prop_assert_eq!(board.homes().len(), teams as usize);
        prop_assert!(board.hills().len() >= board.len() * plan.hills as usize / 100);
        prop_assert!(board.hills().len() <= board.len() * (plan.hills as usize + 5) / 100 + teams as usize, "{}", text);
        // Every field has an image for each team, or lies on an axis.
        prop_assert!(matches!(teams, 2 | 4) || board.hills().len().is_multiple_of(teams as usize));
        prop_assert!(wrap == board.wraps() || !matches!(teams, 2 | 4));
    }

    #[test]
    fn strategies_move_their_own_soldiers_and_repeat(
        (mut state, seed) in any_game(), strategy in prop::sample::select(Bot::ALL.to_vec())
    ) {
        for _ in 0..6 {
            if state.is_over() {
                break;
            }
            let play = |team| (team, strategy.orders(&state, team, &seed));
            let orders: Orders = state.board().teams().map(play).collect();
            prop_assert_eq!(&state.board().teams().map(play).collect::<Orders>(), &orders);
            let (next, report) = step(&state, &orders).unwrap();
            prop_assert_eq!(&report.rejected, &[]);
            prop_assert!(strategy == Bot::Random || report.bumped.is_empty(), "{:?}", report);
            state = next;
        }
    }
}
