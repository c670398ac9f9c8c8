//! `cargo run --release --example soak-seats [GAMES]`: equal bots on generated boards, wins by seat; a shared first
//! place counts as a share. Prints chi-square beside the value that chance exceeds once in a thousand times.

use guerrabot::rules::dobyvatele::*;
use rayon::prelude::*;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

const TICKS: u32 = 100;

/// Chi-square of 1 to 5 degrees of freedom that chance exceeds once in a thousand times.
const LIMITS: [f64; 5] = [10.83, 13.82, 16.27, 18.47, 20.52];

fn main() -> ExitCode {
    let games: u32 = std::env::args().nth(1).map_or(2000, |games| games.parse().expect("how many games"));
    let mut fair = true;
    println!("{games} games each; wins by seat");
    for strategy in [Strategy::Expand, Strategy::Guard, Strategy::Swarm, Strategy::Random] {
        for teams in [2, 3, 4, 6] {
            fair &= seats(strategy, teams, games);
        }
    }
    if fair { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn seats(strategy: Strategy, teams: u32, games: u32) -> bool {
    let begun = Instant::now();
    let shares = (0..games)
        .into_par_iter()
        .map(|game| play(strategy, teams, game))
        .reduce(|| vec![0.0; teams as usize], |a, b| a.iter().zip(b).map(|(a, b)| a + b).collect());
    let expected = f64::from(games) / f64::from(teams);
    let chi_square: f64 = shares.iter().map(|wins| (wins - expected).powi(2) / expected).sum();
    let limit = LIMITS[teams as usize - 2];
    let wins: Vec<String> = shares.iter().map(|wins| format!("{wins:.1}")).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let (word, wins) = (strategy.word(), wins.join(" "));
    println!("{word:<7} {teams} teams: {wins}   chi-square {chi_square:.2} (<= {limit})   {seconds:.1} s");
    chi_square <= limit
}

/// Each seat's share of the victory.
fn play(strategy: Strategy, teams: u32, game: u32) -> Vec<f64> {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&game.to_be_bytes());
    let plan = Plan { teams, width: 24, height: 24, hills: 12, wrap: false, seed };
    let board = Board::generate(&plan).expect("a lawful board");
    let mut state = State::start(Arc::new(board), Rules::default(), TICKS).expect("usual rules");
    while !state.is_over() {
        let orders = state.board().teams().map(|team| (team, strategy.orders(&state, team, &seed))).collect();
        state = step(&state, &orders).expect("the game goes on").0;
    }
    let ranking = state.ranking();
    let first: Vec<TeamId> = ranking.iter().filter(|rank| rank.rank == 1).map(|rank| rank.team).collect();
    let share = |team| if first.contains(&team) { 1.0 / first.len() as f64 } else { 0.0 };
    state.board().teams().map(share).collect()
}
