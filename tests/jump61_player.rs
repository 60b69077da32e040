//! Ruling J10: the automatic player of Jump61 against a plain search over all moves of both sides,
//! which uses only the rules.

mod in_parallel;

use std::io::Write;
use std::time::{Duration, Instant};

use gridlaw::cell::Side;
use gridlaw::games::jump61::player::{HORIZON, Player};
use gridlaw::games::jump61::{Board, Jump61, Move, Parameters, Position};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};

type Fast = Jump61<u64>;

fn rules(size: u32) -> Fast {
    Jump61::new(Parameters::new(size).unwrap()).unwrap()
}

fn after(rules: &Fast, position: &Position<u64>, mv: Move) -> Position<u64> {
    let mut after = *position;
    rules.play_unchecked(&mut after, mv);
    after
}

/// Returns whether the side to move can force a win within `plies`, an odd number.
fn wins(rules: &Fast, position: &Position<u64>, plies: u32) -> bool {
    rules.moves(position).into_iter().any(|mv| wins_by(rules, position, mv, plies))
}

fn wins_by(rules: &Fast, position: &Position<u64>, mv: Move, plies: u32) -> bool {
    let after_move = after(rules, position, mv);
    if rules.outcome(&after_move).is_over() {
        return true;
    }
    let loses_to = |reply| {
        let after_reply = after(rules, &after_move, reply);
        !rules.outcome(&after_reply).is_over() && wins(rules, &after_reply, plies - 2)
    };
    plies > 1 && rules.moves(&after_move).into_iter().all(loses_to)
}

/// The plies within which the side to move can force a win, if that is within the horizon.
fn win(rules: &Fast, position: &Position<u64>) -> Option<u32> {
    (1..=HORIZON).step_by(2).find(|&plies| wins(rules, position, plies))
}

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The side to move could win.
    Won,
    /// Every move lost.
    Lost,
    /// Some other move would have lost.
    Saved,
    /// No move would have lost.
    Quiet,
}

/// Checks a player's choice: it wins if there is a win, and no other move delays a loss for longer.
fn check(rules: &Fast, position: &Position<u64>, mv: Move) -> Kind {
    let shown = || format!("{mv} on {}", rules.setup_text(position));
    assert!(rules.is_legal(position, mv), "{}", shown());
    if let Some(plies) = win(rules, position) {
        assert!(wins_by(rules, position, mv, plies), "{} does not win within {plies} plies", shown());
        return Kind::Won;
    }
    let loses_within = |mv, plies| wins(rules, &after(rules, position, mv), plies);
    let Some(plies) = win(rules, &after(rules, position, mv)) else {
        let saved = rules.moves(position).into_iter().any(|other| loses_within(other, HORIZON));
        return if saved { Kind::Saved } else { Kind::Quiet };
    };
    for other in rules.moves(position) {
        assert!(loses_within(other, plies), "{} loses within {} plies, and {other} does not", shown(), plies + 1);
    }
    Kind::Lost
}

/// A position of a random game, never the terminal one. Every second one is among the last dozen.
fn position(rules: &Fast, number: u64) -> Position<u64> {
    let mut generator = Generator::for_game(610, number);
    let mut positions = Vec::new();
    let mut position = rules.start();
    while let Some(mv) = rules.choose_move(&position, |count| generator.below(count)) {
        positions.push(position);
        rules.play_unchecked(&mut position, mv);
    }
    let from = if number.is_multiple_of(2) { 0 } else { positions.len().saturating_sub(12) };
    positions[from + generator.below((positions.len() - from) as u64) as usize]
}

/// Checks `positions` positions, and returns the time of each choice and the numbers of positions
/// won, lost and saved.
fn check_all(size: u32, positions: u64) -> (Vec<Duration>, [usize; 3]) {
    let rules = rules(size);
    let mut times = Vec::new();
    let mut kinds = Vec::new();
    for number in 0..positions {
        let position = position(&rules, number);
        let begun = Instant::now();
        let mv = Player::new(number).choose(&rules.board(&position)).expect("the game goes on");
        times.push(begun.elapsed());
        kinds.push(check(&rules, &position, mv));
    }
    times.sort_unstable();
    let count = |kind| kinds.iter().filter(|&&found| found == kind).count();
    (times, [Kind::Won, Kind::Lost, Kind::Saved].map(count))
}

#[test]
fn wins_are_found_and_losses_put_off_on_small_boards() {
    // On 2x2 every position is won or lost within the horizon.
    check_small_boards([(2, 100, 2), (3, 60, 3), (4, 40, 3)]);
}

#[test]
#[ignore = "takes 15 s; .ci/run runs it: `cargo test -p gridlaw --test jump61_player -- --ignored --skip six`"]
fn wins_are_found_and_losses_put_off_on_more_small_boards() {
    check_small_boards([(2, 100, 2), (3, 200, 3), (4, 60, 3)]);
}

/// Checks sizes, each with the number of positions and of kinds that they must show.
fn check_small_boards(sizes: [(u32, u64, usize); 3]) {
    for (size, positions, expected) in sizes {
        let (_, kinds) = check_all(size, positions);
        let found = kinds.iter().filter(|&&count| count > 0).count();
        assert_eq!(found, expected, "{size}x{size}: {kinds:?} won, lost, saved: not what they are to show");
    }
}

/// `cargo test -p gridlaw --release --test jump61_player -- --ignored --nocapture six` prints
/// times.
#[test]
#[ignore = "takes minutes in a release; run by hand, as above"]
fn wins_are_found_and_losses_put_off_on_six_by_six() {
    for (size, positions) in [(5, 200), (6, 200)] {
        let (times, [won, lost, saved]) = check_all(size, positions);
        let median = times[times.len() / 2];
        let slowest = times[times.len() - 1];
        let mut output = std::io::stdout();
        writeln!(
            output,
            "{size}x{size}: {positions} positions, {won} won, {lost} lost, {saved} saved; a move takes {median:.1?} (median), \
             {slowest:.1?} (slowest)"
        )
        .unwrap();
    }
}

#[test]
fn a_seed_repeats_the_game_and_another_makes_another() {
    fn game(seed: u64) -> Vec<Move> {
        let rules = rules(3);
        let mut player = Player::new(seed);
        let mut position = rules.start();
        std::iter::from_fn(|| {
            let mv = player.choose(&rules.board(&position))?;
            rules.play(&mut position, mv).unwrap();
            Some(mv)
        })
        .collect()
    }
    let games: Vec<Vec<Move>> = (0..4).map(game).collect();
    assert_eq!(games, (0..4).map(game).collect::<Vec<_>>());
    assert!(games.iter().any(|other| *other != games[0]));
}

#[test]
fn nothing_is_chosen_when_nothing_can_be_played() {
    let mut player = Player::new(0);
    let won: Board = "===\n1r 2r\n2r 3r\n===\n".parse().unwrap();
    assert_eq!(player.choose(&won), None);
    let overfull: Board = "===\n1r 2r\n2b 3r\n===\n".parse().unwrap();
    assert_eq!(player.choose(&overfull), None);
}

/// The player finds a legal move on every size, from the start and from a crowded board.
#[test]
fn there_is_a_move_on_every_size() {
    in_parallel::for_each(2..=10, |size| {
        let rules = Jump61::<u128>::new(Parameters::new(size).unwrap()).unwrap();
        for plies in [0, size * size] {
            let mut position = rules.start();
            let mut generator = Generator::for_game(3, u64::from(size));
            gridlaw::playout::playout(&rules, &mut position, &mut generator, plies, |_| ());
            if rules.outcome(&position).is_over() {
                continue;
            }
            let mv = Player::new(1).choose(&rules.board(&position)).unwrap();
            assert!(rules.is_legal(&position, mv), "{mv} on {}", rules.setup_text(&position));
        }
    });
    assert_eq!(rules(2).turn(&rules(2).start()), Side::First);
}
