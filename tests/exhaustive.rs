//! Proof by exhaustion: every filling of every shape of up to 16 cells, every stick and square that
//! fits, on every packed form of Breakdown, against the matrix; Connect4 and Jump61 on their
//! smallest boards, from every position that a game can reach.
//!
//! `cargo test` takes a slice of it, `.ci/exhaustive` all of it or a larger slice. The shapes of up
//! to 7 cells are whole in every slice. On every board,
//!
//! - `u32`, `u64`, `u128` and `Wide<2>` give what the matrix gives: gravity, looseness, the mirror
//!   image, the owners of squares of every side, the room for every stick, the board after every
//!   drop of every stick;
//! - the bulk kernels do so at every level: gravity, the owners of squares of every side, the facts
//!   for every stick with every square, and outcomes for one stick and square of each part;
//! - the rules in a `u32` give moves and outcome by ruling B1, for one stick and square that change
//!   from board to board. The board after a move is another filling, so its outcome is compared
//!   there.
//!
//! One part in 32 is also compared in words (`PackedBoard`, slower than all registers together),
//! with the reference engine through its setup, and in the number of replies, which boards of up to
//! 8×8 count in the columnar form.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;

use gridlaw::batch::BatchOutcome;
use gridlaw::board::{ColumnSet, Owners, PackedBoard, Wide};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::conformance::{laws, lockstep};
use gridlaw::games::breakdown::{BoardFacts, Boards, Breakdown, Move, NaiveBreakdown, Parameters, Setup, Store};
use gridlaw::games::{AnyGame, Game, PairFunction};
use gridlaw::level::Level;
use gridlaw::matrix::MatrixBoard;
use gridlaw::rules::{Notation, Outcome, Rules};
use gridlaw::text::Grid;

/// The cells of the largest shapes: a board is one word.
const MOST_CELLS: u32 = 16;

/// Boards of a part: a power of 3, and no multiple of the bulk kernels' lanes.
const PART: u64 = 2187;

/// One part in this many is also compared with the slow forms.
const SLOW: u64 = 32;

/// The parts that are compared: one in `of`, others for another `seed`. `EXHAUSTIVE` holds both.
struct Slice {
    of: u64,
    seed: u64,
}

impl Slice {
    fn from_environment() -> Slice {
        let text = std::env::var("EXHAUSTIVE").unwrap_or_else(|_| "2000 1".into());
        let mut numbers = text.split_ascii_whitespace().map(|word| word.parse().expect("EXHAUSTIVE: OF SEED"));
        Slice { of: numbers.next().unwrap_or(1).max(1), seed: numbers.next().unwrap_or(0) }
    }

    fn takes(&self, part: u64) -> bool {
        scatter(part) % self.of == self.seed % self.of
    }

    /// Prints a line of figures, unless this is the slice of `cargo test`.
    fn report(&self, figures: std::fmt::Arguments) {
        if std::env::var_os("EXHAUSTIVE").is_some() {
            let _ = writeln!(std::io::stdout(), "exhaustive, 1/{} (seed {}): {figures}", self.of, self.seed);
        }
    }
}

/// A number without the period of 3 that neighboring boards have.
fn scatter(number: u64) -> u64 {
    number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24
}

/// A shape with every stick and square that makes a difference: up to one that is too long.
struct Shape {
    size: Size,
    sticks: Vec<u32>,
    squares: Vec<u32>,
}

impl Shape {
    fn all() -> Vec<Shape> {
        let sizes = (1..=MOST_CELLS).flat_map(|width| (1..=MOST_CELLS / width).map(move |height| (width, height)));
        let shape = |(width, height): (u32, u32)| Shape {
            size: Size::new(width, height).unwrap(),
            sticks: (1..=width.max(height) + 1).collect(),
            squares: (1..=width.min(height) + 1).collect(),
        };
        sizes.map(shape).collect()
    }

    /// The stick and the square, by their indices, that a board or a part takes.
    fn pair(&self, number: u64) -> (usize, usize) {
        let pair = scatter(number) as usize % (self.sticks.len() * self.squares.len());
        (pair / self.squares.len(), pair % self.squares.len())
    }

    fn parameters(&self, (stick, square): (usize, usize)) -> Parameters {
        Parameters::new(self.size.width(), self.size.height(), self.sticks[stick], self.squares[square]).unwrap()
    }
}

fn cell(word: u32, index: u32) -> Cell {
    Cell::from_code(word >> (2 * index) & 3)
}

fn matrix_of(size: Size, word: u32) -> MatrixBoard {
    let mut matrix = MatrixBoard::new(size);
    size.positions().for_each(|pos| matrix.set_cell(pos, cell(word, size.index(pos))));
    matrix
}

/// The word of a matrix, and of its mirror image.
fn words_of(matrix: &MatrixBoard) -> (u32, u32) {
    let (width, height) = (matrix.size().width(), matrix.size().height());
    let (mut word, mut mirrored) = (0, 0);
    for row in 0..height {
        for col in 0..width {
            let code = matrix.cell(Pos::new(row, col)).code();
            word |= code << (2 * (row * width + col));
            mirrored |= code << (2 * (row * width + width - 1 - col));
        }
    }
    (word, mirrored)
}

fn owners_of(matrix: &MatrixBoard, square: u32) -> Owners {
    let mut owners = Owners::empty();
    owners.set(Owners::BLACK, matrix.owns_square(Side::First, square));
    owners.set(Owners::WHITE, matrix.owns_square(Side::Second, square));
    owners
}

/// The columns in which a stick fits, a bit each, upright and flat.
fn room_of(matrix: &MatrixBoard, stick: u32) -> [u32; 2] {
    let columns =
        |fits: &dyn Fn(u32) -> bool| (0..matrix.size().width()).fold(0, |all, col| all | u32::from(fits(col)) << col);
    [columns(&|col| matrix.fits_vertical(col, stick)), columns(&|col| matrix.fits_horizontal(col, stick))]
}

/// The matrix's answers about a board.
struct Expected {
    word: u32,
    turn: Side,
    fallen: u32,
    mirrored: u32,
    loose: bool,
    /// For every square.
    owners: Vec<Owners>,
    /// For every stick.
    room: Vec<[u32; 2]>,
    /// The board after every drop of the side to move, with the stick's index.
    drops: Vec<(usize, Move, u32)>,
}

impl Expected {
    fn of(shape: &Shape, matrix: &MatrixBoard, turn: Side) -> Expected {
        let (word, mirrored) = words_of(matrix);
        let mut fallen = matrix.clone();
        fallen.fall();
        let room: Vec<[u32; 2]> = shape.sticks.iter().map(|&stick| room_of(matrix, stick)).collect();
        let mut drops = Vec::new();
        for (index, &[vertical, horizontal]) in room.iter().enumerate().filter(|(_, room)| **room != [0, 0]) {
            let stick = shape.sticks[index];
            for col in (0..shape.size.width()).filter(|col| vertical >> col & 1 == 1) {
                let mut after = matrix.clone();
                assert!(after.drop_vertical(col, stick, turn));
                drops.push((index, Move::Vertical(col), words_of(&after).0));
            }
            for col in (0..shape.size.width()).filter(|col| horizontal >> col & 1 == 1) {
                let mut after = matrix.clone();
                assert!(after.drop_horizontal(col, stick, turn));
                drops.push((index, Move::Horizontal(col), words_of(&after).0));
            }
        }
        let owners = shape.squares.iter().map(|&square| owners_of(matrix, square)).collect();
        let fallen = words_of(&fallen).0;
        Expected { word, turn, fallen, mirrored, loose: matrix.has_loose(), owners, room, drops }
    }

    fn facts(&self, stick: usize, square: usize) -> BoardFacts {
        let mut facts = BoardFacts::from_bits_truncate(self.owners[square].bits());
        facts.set(BoardFacts::STUCK, !self.loose && self.room[stick] == [0, 0]);
        facts.set(BoardFacts::EMPTY, self.word == 0);
        facts
    }

    /// The outcome by ruling B1, in its order.
    fn outcome(&self, stick: usize, square: usize) -> Outcome {
        let owners = self.owners[square];
        if self.word == 0 && self.turn == Side::First {
            Outcome::InProgress
        } else if owners.is_all() {
            Outcome::Draw
        } else if owners == Owners::BLACK {
            Outcome::Win(Side::First)
        } else if owners == Owners::WHITE {
            Outcome::Win(Side::Second)
        } else if self.facts(stick, square).contains(BoardFacts::STUCK) {
            Outcome::Draw
        } else {
            Outcome::InProgress
        }
    }
}

/// One part of a shape's boards, in the order of their numbers to base 3.
fn part(shape: &Shape, first: u64, count: u64) -> Vec<Expected> {
    let size = shape.size;
    let mut digits: Vec<u32> = (0..size.cells()).map(|cell| (first / 3_u64.pow(cell) % 3) as u32).collect();
    let word = digits.iter().rev().fold(0, |word, digit| word << 2 | digit);
    let mut matrix = matrix_of(size, word);
    let mut expected = Vec::with_capacity(count as usize);
    for number in first..first + count {
        expected.push(Expected::of(shape, &matrix, Side::BOTH[(scatter(number) >> 20 & 1) as usize]));
        for (digit, pos) in digits.iter_mut().zip(size.positions()) {
            *digit = (*digit + 1) % 3;
            matrix.set_cell(pos, Cell::from_code(*digit));
            if *digit != 0 {
                break;
            }
        }
    }
    expected
}

/// The place of a difference.
fn place(what: &str, shape: &Shape, board: &Expected) -> String {
    let mut place = format!("{what}, {:?} to move\n", board.turn);
    let _ = write!(place, "{}", matrix_of(shape.size, board.word));
    place
}

/// Compares the kernels of one form, a board at a time.
fn check_form<B: Store>(shape: &Shape, boards: &[Expected]) {
    let absent = *shape.squares.last().unwrap();
    let by_stick: Vec<_> = shape.sticks.iter().map(|&stick| B::plan(shape.size, stick, absent).unwrap()).collect();
    let by_square: Vec<_> = shape.squares.iter().map(|&square| B::plan(shape.size, 1, square).unwrap()).collect();
    let plan = &by_stick[0];
    let word = |board: &B| {
        let mut words = [0];
        board.write_words(&mut words);
        words[0]
    };
    for expected in boards {
        let at = |what: &str| place(&format!("{}, {what}", std::any::type_name::<B>()), shape, expected);
        let board = B::from_words(&[expected.word], plan);
        assert_eq!(word(&board), expected.word, "{}", at("words"));
        let mut fallen = board.clone();
        fallen.fall(plan);
        assert_eq!(word(&fallen), expected.fallen, "{}", at("gravity"));
        assert_eq!(board.has_loose(plan), expected.loose, "{}", at("looseness"));
        assert_eq!(word(&board.mirrored(plan)), expected.mirrored, "{}", at("mirror image"));
        for (plan, &owners) in by_square.iter().zip(&expected.owners) {
            assert_eq!(board.squares(plan), owners, "{}", at("squares"));
        }
        for (plan, &room) in by_stick.iter().zip(&expected.room) {
            let found = [columns(&board.vertical_room(plan)), columns(&board.horizontal_room(plan))];
            assert_eq!(found, room, "{}", at("room"));
        }
        for &(stick, mv, expected_word) in &expected.drops {
            let (mut after, plan) = (board.clone(), &by_stick[stick]);
            match mv {
                Move::Vertical(col) => after.drop_vertical(plan, col, expected.turn),
                Move::Horizontal(col) => after.drop_horizontal(plan, col, expected.turn),
                Move::Breakdown => unreachable!("it is no drop"),
            }
            assert_eq!(word(&after), expected_word, "{}", at(&format!("stick {}, {mv}", shape.sticks[stick])));
        }
    }
}

fn columns(set: &impl ColumnSet) -> u32 {
    let mut columns = 0;
    let _ = set.try_for_each(|col| {
        columns |= 1 << col;
        ControlFlow::<()>::Continue(())
    });
    columns
}

/// Compares all boards of a part at once, at every level.
fn check_bulk(shape: &Shape, boards: &[Expected], chosen: (usize, usize)) {
    let words: Vec<u32> = boards.iter().map(|board| board.word).collect();
    let turns: Vec<Side> = boards.iter().map(|board| board.turn).collect();
    for (square, &side) in shape.squares.iter().enumerate() {
        for (stick, &length) in shape.sticks.iter().enumerate() {
            let expected: Vec<BoardFacts> = boards.iter().map(|board| board.facts(stick, square)).collect();
            for level in Level::available() {
                let bulk = Boards::new(shape.size, length, side).at_level(level);
                let at = |what: &str, index: usize| {
                    place(&format!("{level}, stick {length}, square {side}, {what}"), shape, &boards[index])
                };
                let mut facts = vec![BoardFacts::empty(); words.len()];
                bulk.facts(&words, &mut facts);
                same(&facts, &expected, |index| at("facts", index));
                if stick == 0 {
                    let mut owners = vec![Owners::empty(); words.len()];
                    bulk.squares(&words, &mut owners);
                    let expected: Vec<Owners> = boards.iter().map(|board| board.owners[square]).collect();
                    same(&owners, &expected, |index| at("squares", index));
                }
                if (stick, square) == chosen {
                    let mut outcomes = vec![BatchOutcome::Illegal; words.len()];
                    bulk.outcomes(&words, &turns, &mut outcomes);
                    let expected: Vec<BatchOutcome> =
                        boards.iter().map(|board| board.outcome(stick, square).into()).collect();
                    same(&outcomes, &expected, |index| at("outcomes", index));
                }
                if (stick, square) == (0, 0) {
                    let mut fallen = words.clone();
                    bulk.fall(&mut fallen);
                    let expected: Vec<u32> = boards.iter().map(|board| board.fallen).collect();
                    same(&fallen, &expected, |index| at("gravity", index));
                }
            }
        }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T], place: impl Fn(usize) -> String) {
    if found != expected {
        let index = (0..found.len()).find(|&index| found[index] != expected[index]).unwrap();
        panic!("{:?} instead of {:?}: {}", found[index], expected[index], place(index));
    }
}

/// Compares moves and outcome; if `slow`, also the reference engine, and the number of replies.
fn check_law(shape: &Shape, boards: &[Expected], first: u64, slow: bool) {
    let pairs = shape.sticks.len() * shape.squares.len();
    let by_pair: Vec<Breakdown<u32>> = (0..pairs)
        .map(|pair| Breakdown::new(shape.parameters((pair / shape.squares.len(), pair % shape.squares.len()))).unwrap())
        .collect();
    for (number, board) in (first..).zip(boards) {
        let (stick, square) = shape.pair(number);
        let rules = &by_pair[stick * shape.squares.len() + square];
        let at = |what: &str| place(&format!("{}, {what}", rules.parameters()), shape, board);
        let packed = PackedBoard::from_words(shape.size, &[board.word]).unwrap();
        let setup = Setup::new(&packed, board.turn);
        let position = rules.position(&setup).unwrap();
        let outcome = board.outcome(stick, square);
        assert_eq!(rules.outcome(&position), outcome, "{}", at("outcome"));
        let mut expected: Vec<Move> = Vec::new();
        if outcome == Outcome::InProgress {
            expected.extend(board.drops.iter().filter(|drop| drop.0 == stick).map(|drop| drop.1));
            expected.push(Move::Breakdown);
        }
        assert_eq!(rules.moves(&position), expected, "{}", at("moves"));
        assert_eq!(rules.count_moves(&position), expected.len() as u64, "{}", at("number of moves"));
        if slow {
            let naive = NaiveBreakdown::new(rules.parameters());
            let theirs = naive.position(&setup).unwrap();
            if let Err(difference) = lockstep::check_position(rules, &position, &naive, &theirs) {
                panic!("{difference}: {}", at("the reference engine"));
            }
            let replies = expected.iter().map(|&mv| {
                let mut after = theirs.clone();
                naive.play_unchecked(&mut after, mv);
                naive.count_moves(&after)
            });
            assert_eq!(rules.count_replies(&position), replies.sum::<u64>(), "{}", at("number of replies"));
        }
    }
}

#[test]
fn every_filling_is_what_the_matrix_says() {
    let slice = Slice::from_environment();
    let (mut parts, mut boards, mut drops) = (0, 0, 0);
    for shape in Shape::all() {
        let all = 3_u64.pow(shape.size.cells());
        for first in (0..all).step_by(PART as usize) {
            parts += 1;
            if all > PART && !slice.takes(parts) {
                continue;
            }
            let slow = all <= PART || scatter(!parts).is_multiple_of(SLOW);
            let expected = part(&shape, first, PART.min(all - first));
            check_form::<u32>(&shape, &expected);
            check_form::<u64>(&shape, &expected);
            check_form::<u128>(&shape, &expected);
            check_form::<Wide<2>>(&shape, &expected);
            if slow {
                check_form::<PackedBoard>(&shape, &expected);
            }
            check_bulk(&shape, &expected, shape.pair(parts));
            check_law(&shape, &expected, first, slow);
            boards += expected.len() as u64;
            drops += expected.iter().map(|board| board.drops.len() as u64).sum::<u64>();
        }
    }
    // The shapes that every slice has whole.
    assert!(boards >= 16 * 729, "only {boards} boards");
    slice.report(format_args!("{boards} boards of {} shapes, {drops} drops: all agree", Shape::all().len()));
}

/// Walks to every reachable position of a game with both engines, and checks one in `of` of them:
/// in lockstep, and the laws of the fast engine. Returns the numbers of positions and of moves.
struct Reach<'s>(&'s Slice);

impl PairFunction for Reach<'_> {
    type Output = (u64, u64);

    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> (u64, u64) {
        let mut seen = HashSet::from([fast.start()]);
        let mut waiting = vec![(fast.start(), naive.start())];
        let (mut walked, mut moves) = (0, 0);
        while let Some((ours, theirs)) = waiting.pop() {
            walked += 1;
            if self.0.takes(walked) {
                lockstep::check_position(fast, &ours, naive, &theirs)
                    .unwrap_or_else(|difference| panic!("{difference}"));
                laws::check_position(fast, &ours, &[]).unwrap_or_else(|violation| panic!("{violation}: {ours:?}"));
            }
            let _ = fast.visit_moves(&ours, |mv| {
                moves += 1;
                let mut after = ours.clone();
                fast.play_unchecked(&mut after, mv);
                if !seen.contains(&after) {
                    let mut theirs = theirs.clone();
                    naive.play_unchecked(&mut theirs, mv);
                    seen.insert(after.clone());
                    waiting.push((after, theirs));
                }
                ControlFlow::<()>::Continue(())
            });
        }
        (walked, moves)
    }
}

#[test]
fn every_reachable_position_is_the_same_on_both_engines() {
    let slice = Slice::from_environment();
    for (text, expected) in [
        ("connect4 --size 4", (141_759, 781_360)),
        ("jump61 --size 2", (41, 92)),
        ("jump61 --size 3", (288_295, 1_439_922)),
    ] {
        let game: AnyGame = text.parse().unwrap();
        let (positions, moves) = game.call_both(Reach(&slice));
        assert_eq!((positions, moves), expected, "{text}");
        slice.report(format_args!("{text}, {positions} positions, {moves} moves: both engines agree"));
    }
}
