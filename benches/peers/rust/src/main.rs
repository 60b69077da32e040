//! Random games of Connect Four on the `board-game` crate, and of Connect4 and Breakdown on
//! gridlaw, as rows of a table. Usage: gridlaw-peers SECONDS

use std::time::{Duration, Instant};

use board_game::board::{Board, Outcome, Player};
use board_game::games::connect4::Connect4 as PeerBoard;
use gridlaw::level::Level;
use gridlaw::games::breakdown::{self, Breakdown};
use gridlaw::games::connect4::{self, Connect4};
use gridlaw::playout::{PLY_LIMIT, Playouts};
use gridlaw::rng::Generator;
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The number of games between two readings of the clock.
const GAMES: u64 = 2000;

/// The best rate of three. `play` plays [`GAMES`] games, numbered from its argument, and returns
/// their plies.
fn best(time: Duration, mut play: impl FnMut(u64) -> u64) -> f64 {
    let mut number = 0;
    let rates = [(); 3].map(|()| {
        let (begun, mut plies) = (Instant::now(), 0);
        while begun.elapsed() < time {
            plies += play(number);
            number += GAMES;
        }
        plies as f64 / begun.elapsed().as_secs_f64()
    });
    rates.into_iter().fold(0.0, f64::max)
}

fn peer(time: Duration) {
    let mut generator = SmallRng::seed_from_u64(7);
    let (mut games, mut plies, mut wins) = (0, 0, 0);
    let rate = best(time, |_| {
        let before = plies;
        for _ in 0..GAMES {
            let mut board = PeerBoard::default();
            while board.outcome().is_none() {
                board.play_random_available_move(&mut generator).expect("the game goes on");
                plies += 1;
            }
            wins += u64::from(board.outcome() == Some(Outcome::WonBy(Player::A)));
        }
        games += GAMES;
        plies - before
    });
    let (mean, won) = (plies as f64 / games as f64, wins as f64 / games as f64);
    assert!((mean - 21.4).abs() < 0.3 && (won - 0.556).abs() < 0.02, "{mean} plies a game, {won} won by the first");
    println!("board-game 0.8.2\tits own loop, in Rust\t{rate:.0}");
}

fn ours<R: Playouts>(game: &str, rules: &R, time: Duration) {
    let name = "**gridlaw**";
    let rate = best(time, |number| {
        let one = |number| {
            let mut generator = Generator::for_game(1, number);
            u64::from(rules.playout(&mut rules.start(), &mut generator, PLY_LIMIT, |_| ()).plies)
        };
        (number..number + GAMES).map(one).sum()
    });
    println!("{name}\t{game}, one game at a time\t{rate:.0}");
    for level in Level::available() {
        let rate = best(time, |number| rules.playouts(1, number..number + GAMES, level).plies);
        println!("{name}\t{game}, in bulk, {level}\t{rate:.0}");
    }
}

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).expect("a number of seconds");
    let time = Duration::from_secs_f64(seconds);
    peer(time);
    let parameters = connect4::Parameters::new(7).expect("a size from 4 to 10");
    ours("four-sided Connect4 7×7", &Connect4::<u128>::new(parameters).expect("49 cells fit 64"), time);
    let parameters = breakdown::Parameters::new(7, 6, 3, 3).expect("a small board");
    ours("Breakdown 7×6 k3 q3", &Breakdown::<u128>::new(parameters).expect("42 cells fit 64"), time);
}
