//! The laws and the lockstep, for every game and for sizes on both sides of every limit of words
//! and registers.

use gridlaw::conformance::{laws, lockstep};
use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, Parameters};
use gridlaw::games::connect4::{Connect4, NaiveConnect4};
use gridlaw::games::fitz::{self, Tile};
use gridlaw::games::{AnyGame, Engine, Game, PairFunction, connect4, jump61};
use gridlaw::rng::Generator;
use gridlaw::verdict::{Workers, verdict, verdict_in_bulk};

struct Check {
    games: u64,
}

impl PairFunction for Check {
    type Output = Result<(), String>;

    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Self::Output {
        for number in 0..self.games {
            laws::check_game(fast, 61, number).map_err(|violation| format!("fast: {violation}"))?;
            laws::check_game(naive, 61, number).map_err(|violation| format!("naive: {violation}"))?;
            lockstep::check_game(fast, naive, 62, number).map_err(|difference| difference.to_string())?;
        }
        Ok(())
    }
}

fn check(game: &AnyGame, games: u64) {
    game.call_both(Check { games }).unwrap_or_else(|error| panic!("{game}: {error}"));
}

#[test]
fn every_game_keeps_the_laws() {
    for game in AnyGame::samples() {
        check(&game, 1);
    }
}

#[test]
#[ignore = "takes a minute; .ci/run runs it: `cargo test -p gridlaw --test conformance -- --ignored`"]
fn every_game_keeps_the_laws_in_more_games() {
    for game in AnyGame::samples() {
        check(&game, 4);
    }
}

/// Cells around 16, 32, 64, 128 and 256, and strides that do and do not divide a word.
#[rustfmt::skip]
const BREAKDOWN_SIZES: [(u32, u32); 60] = [
        (1, 1), (2, 1), (1, 2), (15, 1), (16, 1), (17, 1), (1, 15), (1, 16), (1, 17), (4, 4), (5, 3), (3, 5), (2, 8),
        (8, 2), (17, 2), (31, 1), (32, 1), (33, 1), (1, 33), (8, 4), (4, 8), (5, 6), (11, 3), (3, 11), (6, 5), (7, 9),
        (9, 7), (8, 8), (16, 4), (4, 16), (2, 32), (32, 2), (64, 1), (1, 64), (65, 1), (1, 65), (13, 5), (5, 13),
        (10, 10), (16, 8), (8, 16), (43, 3), (3, 43), (127, 1), (1, 128), (129, 1), (16, 16), (15, 17), (17, 15),
        (257, 1), (1, 257), (128, 2), (2, 129), (33, 8), (31, 9), (63, 5), (64, 5), (65, 5), (19, 19), (300, 2),
];

/// The sticks and squares with which the test checks size number `number` of [`BREAKDOWN_SIZES`].
fn breakdown_rules(number: u32, (width, height): (u32, u32)) -> [(u32, u32); 5] {
    [(1, 1), (2, 2), (3, 2), (1 + number % 5, 1 + number % 4), (width + height, 9)]
}

/// Every size, with one of its five rules in turn.
#[test]
fn breakdown_keeps_the_laws_at_every_border() {
    for (number, size) in (0..).zip(BREAKDOWN_SIZES) {
        let (stick, square) = breakdown_rules(number, size)[number as usize % 5];
        check(&Parameters::new(size.0, size.1, stick, square).unwrap().into(), 1);
    }
}

#[test]
#[ignore = "takes a minute; .ci/run runs it: `cargo test -p gridlaw --test conformance -- --ignored`"]
fn breakdown_keeps_the_laws_at_every_border_with_all_rules() {
    for (number, size) in (0..).zip(BREAKDOWN_SIZES) {
        for (stick, square) in breakdown_rules(number, size) {
            check(&Parameters::new(size.0, size.1, stick, square).unwrap().into(), 1);
        }
    }
}

/// Sticks and squares as large as the board, larger, and of the largest number.
#[test]
fn games_with_oversized_sticks_and_squares_end() {
    for (stick, square) in [(8, 8), (9, 9), (u32::MAX, u32::MAX), (1, u32::MAX), (u32::MAX, 1), (1, 9)] {
        for (width, height) in [(8, 8), (5, 5), (1, 1), (20, 20)] {
            check(&Parameters::new(width, height, stick, square).unwrap().into(), 2);
        }
    }
}

#[test]
fn connect4_keeps_the_laws_at_every_size() {
    for size in 4..=10 {
        check(&connect4::Parameters::new(size).unwrap().into(), 4);
    }
}

/// `check` takes boards in a `u64` or larger.
#[test]
fn small_boards_in_a_u32_keep_the_laws() {
    for (width, height) in BREAKDOWN_SIZES.into_iter().filter(|(width, height)| width * height <= 16) {
        for (stick, square) in [(1, 1), (2, 2), (3, 2)] {
            let parameters = Parameters::new(width, height, stick, square).unwrap();
            let fast = Breakdown::<u32>::new(parameters).unwrap();
            Check { games: 1 }.call(&fast, &NaiveBreakdown::new(parameters)).unwrap();
        }
    }
    let parameters = connect4::Parameters::new(4).unwrap();
    let fast = Connect4::<u32>::new(parameters).unwrap();
    Check { games: 4 }.call(&fast, &NaiveConnect4::new(parameters)).unwrap();
}

/// Every size. `check` takes the smallest register, and `tests/jump61.rs` compares both.
#[test]
fn jump61_keeps_the_laws_at_every_size() {
    for size in 2..=10 {
        check(&jump61::Parameters::new(size).unwrap().into(), if size < 6 { 10 } else { 1 });
    }
}

/// Tiles that reach every edge of their grid or none, equal their rotations or not, and an empty
/// one.
fn tile_sets() -> [Vec<Tile>; 5] {
    let cells = |cells: &[(usize, usize)]| Tile::from_cells(cells.iter().copied());
    let corner = cells(&[(3, 3), (3, 4), (4, 3)]);
    let far = cells(&[(0, 0), (4, 4), (0, 3)]);
    let cross = cells(&[(1, 2), (2, 1), (2, 2), (2, 3), (3, 2)]);
    let bars = [cells(&[(2, 0), (2, 2), (2, 4)]), cells(&[(0, 4)])];
    let full = Tile::from_cells((0..25).map(|index| (index / 5, index % 5)));
    let sample = fitz::Parameters::sample(1, 1).unwrap().tiles().to_vec();
    [sample, bars.to_vec(), vec![far, cross, corner], vec![Tile::default(), corner], vec![full, far]]
}

/// Rows that take one, two and three words with their margin, and boards around one block of rows.
#[rustfmt::skip]
const FITZ_SIZES: [(u32, u32); 24] = [
        (1, 1), (1, 2), (2, 1), (3, 3), (5, 5), (1, 58), (1, 59), (1, 60), (1, 123), (1, 124), (1, 187), (1, 300),
        (59, 1), (123, 1), (300, 1), (2, 59), (59, 2), (2, 122), (2, 68), (2, 69), (26, 11), (27, 11), (3, 26), (6, 26),
];

/// Every size, with one set of tiles in turn.
#[test]
fn fitz_keeps_the_laws_at_every_border() {
    let sets = tile_sets();
    for (number, (rows, cols)) in FITZ_SIZES.into_iter().enumerate() {
        check(&fitz::Parameters::new(rows, cols, sets[number % sets.len()].clone()).unwrap().into(), 1);
    }
}

#[test]
#[ignore = "takes a minute; .ci/run runs it: `cargo test -p gridlaw --test conformance -- --ignored`"]
fn fitz_keeps_the_laws_at_every_border_with_all_tiles() {
    for (rows, cols) in FITZ_SIZES {
        for tiles in tile_sets() {
            check(&fitz::Parameters::new(rows, cols, tiles).unwrap().into(), 1);
        }
    }
}

/// Both engines give the same answers to lines that are almost records: words cut off, blanks and
/// newlines in place of a column or a comma. The fast engine has a fast path for usual words.
#[test]
fn noise_is_answered_alike_by_both_engines() {
    let games: [(&str, &[u8]); 10] = [
        ("connect4 --size 4", b"NESW0123 \n\n\t\r9"),
        ("connect4 --size 10", b"NESW0123456789 \n\n\r"),
        ("jump61 --size 2", b"1,2 \n\n,12\t"),
        ("jump61 --size 6", b"123456,,, \n\n0"),
        ("jump61 --size 10", b"12345678,,, \n\n0"),
        ("breakdown -w 8 -h 8 -k 3 -q 3", b"|-!01234567 \n\n8("),
        ("breakdown -w 4 -h 5 -k 2 -q 2", b"|-!0123 \n\n\t)"),
        ("breakdown -w 9 -h 9 -k 3 -q 3", b"|-!012345678 \n\n(\r"),
        ("breakdown -w 34 -h 11 -k 4 -q 2", b"|-!01AZaz \n\n()"),
        ("breakdown -w 64 -h 64 -k 3 -q 3", b"|-!0AZaz \n\n(63)"),
    ];
    for (text, alphabet) in games {
        let game: AnyGame = text.parse().unwrap();
        let (fast, naive) = (game.start(), game.start_on(Engine::Naive));
        for number in 0..300 {
            let mut random = Generator::for_game(77, number);
            let mut lines = Vec::new();
            for _ in 0..random.below(200) {
                let length = 1 + random.below(3);
                lines.extend((0..length).map(|_| *random.pick(alphabet)));
                lines.extend(*random.pick(&[&b"\n"[..], b" ", b" ", b""]));
            }
            let (mut expected, mut one_by_one, mut in_bulk) = (Vec::new(), Vec::new(), Vec::new());
            verdict(naive.oracle(), &mut &lines[..], &mut expected).unwrap();
            verdict(fast.oracle(), &mut &lines[..], &mut one_by_one).unwrap();
            verdict_in_bulk(fast.oracle(), &mut &lines[..], &mut in_bulk, &Workers::alone()).unwrap();
            let lines = String::from_utf8_lossy(&lines);
            assert!(expected == one_by_one, "{text}: {lines:?}");
            assert!(expected == in_bulk, "{text}, in bulk: {lines:?}");
        }
    }
}

/// Lines before a failure are answered, and the failure is the result.
#[test]
fn an_input_that_breaks_off_is_an_error() {
    use std::io::{self, ErrorKind, Read};

    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }
    let playing = "jump61 --size 2".parse::<AnyGame>().unwrap().start();
    for in_bulk in [false, true] {
        let (mut input, mut output) = ((&b"1,1\n9,9\n1,"[..]).chain(Broken), Vec::new());
        let result = match in_bulk {
            false => verdict(playing.oracle(), &mut input, &mut output),
            true => verdict_in_bulk(playing.oracle(), &mut input, &mut output, &Workers::alone()),
        };
        assert_eq!(result.unwrap_err().kind(), ErrorKind::ConnectionReset);
        assert_eq!(output, b". 2r 1-/1- 1-\nX1 1- 1-/1- 1-\n");
    }
}
