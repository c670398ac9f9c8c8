//! `cargo bench --bench dobyvatele`: what a tick of a crowded board costs on one core, in processor time, which other
//! programs do not lengthen much; and how fast whole games are, on two.

use guerrabot::rules::dice::Dice;
use guerrabot::rules::dobyvatele::*;
use rayon::prelude::*;
use std::time::{Duration, Instant};

const SIDE: u32 = 1000;
const TEAMS: u32 = 20;
const SOLDIERS: u64 = 100_000;
const TICKS: u32 = 100;

fn main() {
    // `cargo test --benches` only wants to know that it builds; `cargo bench` says what it is.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    tick();
    games();
}

fn tick() {
    let seed = [7; 32];
    let plan = Plan { teams: TEAMS, width: SIDE, height: SIDE, hills: 12, wrap: true, seed };
    let board = Board::generate(&plan).expect("twenty teams share a thousand fields");
    let mut state = crowded(&board, &mut Dice::for_turn(&seed, 1));
    println!("{} teams, {SIDE}x{SIDE} fields, {} soldiers", TEAMS, state.soldiers().len());
    let (mut times, mut battles, mut taken) = (Vec::new(), 0, 0);
    for tick in 0..20 {
        let orders = scatter(&state, &mut Dice::for_turn(&seed, 2 + tick));
        let begun = on_processor();
        let (next, report) = step(&state, &orders).expect("the game goes on");
        times.push(on_processor() - begun);
        (battles, taken) = (battles + report.battles.len(), taken + report.taken.len());
        state = next;
    }
    times.sort();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{battles} battles, {taken} fields taken, {} soldiers left", state.soldiers().len());
    let (best, median, worst) = (ms(times[0]), ms(times[10]), ms(times[19]));
    println!("a tick: best {best:.1} ms, median {median:.1} ms, worst {worst:.1} ms   promise <= 15 ms");
}

/// A thousand games of a hundred ticks with four `expand` bots, on two threads.
fn games() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let timed = |number| {
        let begun = on_processor();
        (game(number), on_processor() - begun)
    };
    let begun = Instant::now();
    let played: Vec<(usize, Duration)> = pool.install(|| (0..1000).into_par_iter().map(timed).collect());
    let seconds = begun.elapsed().as_secs_f64();
    let soldiers: usize = played.iter().map(|(soldiers, _)| soldiers).sum();
    let processor = played.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>() / 2.0;
    println!("1,000 games of 100 ticks, {soldiers} soldiers at their ends");
    println!("by the clock {seconds:.1} s, by each of two processors {processor:.1} s   promise <= 20 s");
}

fn game(number: u16) -> usize {
    let mut seed = [0; 32];
    seed[..2].copy_from_slice(&number.to_be_bytes());
    let plan = Plan { teams: 4, width: 24, height: 24, hills: 12, wrap: false, seed };
    let board = Board::generate(&plan).expect("a lawful board");
    let mut state = State::start(board.into(), Rules::default(), 100).expect("usual rules");
    while !state.is_over() {
        let play = |team| (team, Strategy::Expand.orders(&state, team, &seed));
        let orders = state.board().teams().map(play).collect();
        state = step(&state, &orders).expect("the game goes on").0;
    }
    state.soldiers().len()
}

/// How long this thread has run, waiting not counted.
fn on_processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux keeps it");
    let nanoseconds = stat.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.expect("its first number"))
}

/// Soldiers of all teams all over the board, none on another team's field.
fn crowded(board: &Board, dice: &mut Dice) -> State {
    let rules = RulesJson { budget_base: 5200, budget_step: 0, upkeep: 1, recruit_cost: 1 };
    let start = State::start(board.clone().into(), Rules::new(rules).expect("sound"), TICKS);
    let mut json = start.expect("not too many").written();
    let mut on = vec![None; board.len()];
    let teams: Vec<TeamId> = board.teams().collect();
    json.soldiers.clear();
    while json.soldiers.len() < SOLDIERS as usize {
        let field = board.fields().nth(dice.below(board.len() as u64) as usize).expect("below the count");
        let team = teams[json.soldiers.len() % teams.len()];
        if board.admits(team, field) && on[field.index()].is_none_or(|other| other == team) {
            on[field.index()] = Some(team);
            let ((x, y), id) = (board.xy(field), json.soldiers.len() as u64 + 1);
            json.soldiers.push(SoldierJson { id, team, x: x.into(), y: y.into() });
        }
    }
    json.next_id = SOLDIERS + 1;
    State::try_from(json).expect("sound")
}

/// An order to every soldier.
fn scatter(state: &State, dice: &mut Dice) -> Orders {
    let mut order = |soldier: &Soldier| (soldier.id, Direction::ALL[dice.below(5) as usize]);
    let mut of = |team| state.soldiers().iter().filter(|s| s.team == team).map(&mut order).collect();
    let teams: Vec<(TeamId, TeamOrders)> = state.board().teams().map(|team| (team, of(team))).collect();
    teams.into_iter().collect()
}
