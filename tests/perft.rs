//! Counts the suites of `tests/perft` again, and by frontiers.
//!
//! A suite is a text file. `#` begins a comment, and the first comment names the source. `game` and
//! the arguments of the command line choose the game (a file after the name, then flags with
//! values), `from` and moves choose a position, and a line of numbers gives its counts for depths
//! from 0. The reference engine recounts the smaller counts.

mod in_parallel;

use std::fs;
use std::path::{Path, PathBuf};

use gridlaw::AnyPlaying;
use gridlaw::frontier::{FrontierError, frontier};
use gridlaw::games::{AnyGame, Argument, Engine, Game, GameFunction, GameKind};
use gridlaw::perft::perft;
use gridlaw::record::replay;

/// The largest counts that the reference recounts, by default and in the long test.
const NAIVE_LIMITS: [u64; 2] = [20_000, 200_000];

/// The game of a line, without the word `game`.
fn game(arguments: &str) -> AnyGame {
    let words: Vec<&str> = arguments.split(' ').collect();
    let kind = GameKind::from_name(words[0]).expect("the name of a game");
    if kind.content().is_none() {
        return arguments.parse().unwrap_or_else(|error| panic!("{arguments}: {error}"));
    }
    let content = fs::read(words[1]).unwrap_or_else(|error| panic!("cannot read {}: {error}", words[1]));
    let value = |argument: &Argument| -> u32 {
        let flag = words.iter().position(|&word| word == argument.flag).expect("every flag of the game");
        words[flag + 1].parse().expect("a number after a flag")
    };
    let numbers: Vec<u32> = kind.numbers().iter().map(value).collect();
    assert_eq!(words.len(), 2 + 2 * numbers.len(), "{arguments}: too many words");
    kind.create(&numbers, &content).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

struct Count<'a> {
    from: &'a str,
    counts: &'a [u64],
    limit: u64,
}

impl GameFunction for Count<'_> {
    type Output = Vec<u64>;

    fn call<G: Game>(self, game: &G) -> Vec<u64> {
        let mut position = game.start();
        replay(game, &mut position, self.from, |_| ()).unwrap_or_else(|error| panic!("{}: {error}", self.from));
        let depths = (0..).zip(self.counts).take_while(|&(_, &count)| count <= self.limit);
        depths.map(|(depth, _)| perft(game, &position, depth)).collect()
    }
}

#[test]
fn suites_are_counted_again() {
    count_suites(NAIVE_LIMITS[0]);
}

#[test]
#[ignore = "takes 10 s; .ci/run runs it: `cargo test -p gridlaw --features json --test perft -- --ignored`"]
fn suites_are_counted_again_by_the_reference_further_on() {
    count_suites(NAIVE_LIMITS[1]);
}

fn count_suites(naive_limit: u64) {
    let mut suites: Vec<PathBuf> = fs::read_dir("tests/perft").unwrap().map(|entry| entry.unwrap().path()).collect();
    suites.sort();
    let names: Vec<String> = suites.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into()).collect();
    let mut expected: Vec<String> = GameKind::ALL.iter().map(|kind| kind.name().to_string()).collect();
    expected.sort();
    assert_eq!(names, expected, "a suite for each game, and no other file");
    in_parallel::for_each(suites.iter().flat_map(|path| lines(path)), |line| line.count_again(naive_limit));
}

/// A line of counts.
struct Line {
    place: String,
    game: AnyGame,
    from: String,
    counts: Vec<u64>,
}

fn lines(path: &Path) -> Vec<Line> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.starts_with("# "), "{path:?} does not name its source");
    let (mut chosen, mut from, mut lines): (Option<AnyGame>, _, _) = (None, "", Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("", _) | ("#", _) => {}
            ("game", arguments) => {
                chosen = Some(game(arguments));
                from = "";
            }
            ("from", moves) => from = moves,
            _ => lines.push(Line {
                place: format!("{}:{number}", path.display()),
                game: chosen.clone().expect("a game before its counts"),
                from: from.into(),
                counts: line.split(' ').map(|count| count.parse().unwrap()).collect(),
            }),
        }
    }
    assert!(!lines.is_empty(), "{path:?} has no counts");
    lines
}

impl Line {
    fn count_again(&self, naive_limit: u64) {
        let Line { place, game, from, counts } = self;
        let fast = game.call(Engine::Fast, Count { from, counts, limit: u64::MAX });
        assert_eq!(fast, *counts, "{place}");
        let naive = game.call(Engine::Naive, Count { from, counts, limit: naive_limit });
        assert_eq!(naive, counts[..naive.len()], "{place}, the reference");
        assert!(!naive.is_empty(), "{place} has no count small enough for the reference");
    }
}

/// Perft by frontiers of every ply equals perft from the start, with and without positions that are
/// over.
#[test]
fn frontiers_sum_up_to_perft() {
    for (game, depth) in
        [("breakdown -w 3 -h 4 -k 2 -q 2", 6), ("connect4 --size 4", 4), ("jump61 --size 2", 7), ("jump61 --size 3", 5)]
    {
        let start: AnyPlaying = game.parse().unwrap();
        for plies in 0..=depth {
            let positions = frontier(&start, plies, 100_000).unwrap();
            let ways: u128 = positions.values().sum();
            assert_eq!(ways, start.perft(plies).into(), "{game}, ply {plies}");
            let parts = positions.iter().map(|(setup, ways)| {
                let position = start.game().position(setup).unwrap();
                assert_eq!(position, position.canonical(), "{game}");
                ways * u128::from(position.perft(depth - plies))
            });
            assert_eq!(parts.sum::<u128>(), start.perft(depth).into(), "{game}, ply {plies}");
        }
    }
}

#[test]
fn a_frontier_has_a_greatest_size() {
    let start: AnyPlaying = "breakdown -w 3 -h 4 -k 2 -q 2".parse().unwrap();
    let most = frontier(&start, 3, 1000).unwrap().len();
    assert_eq!(frontier(&start, 3, most).map(|positions| positions.len()), Ok(most));
    let error = FrontierError::Positions { most: most - 1, ply: 3 };
    assert_eq!(frontier(&start, 3, most - 1), Err(error));
}
