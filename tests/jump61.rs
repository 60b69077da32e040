//! The Jump61 document and its rulings, move by move, and their consequences for every board.

use std::ops::ControlFlow;

use gridlaw::cell::{Pos, Side};
use gridlaw::conformance::laws;
use gridlaw::conformance::lockstep::check_position;
use gridlaw::games::jump61::{Board, Jump61, Move, NaiveJump61, NaivePosition, Parameters, Setup, Square, SquareGrid};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules, SetupError};
use quickcheck::{Arbitrary, Gen, QuickCheck};
use quickcheck_macros::quickcheck;

fn parameters(size: u32) -> Parameters {
    Parameters::new(size).unwrap()
}

/// Reads a position, plays a move and writes the position after it: on both engines, in every
/// register that holds the board.
fn after(size: u32, position: &str, mv: &str) -> String {
    fn by<R: Notation<Move = Move>>(rules: &R, position: &str, mv: &str) -> String {
        let mut position = rules.read_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
        rules.play(&mut position, mv.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
        rules.setup_text(&position)
    }
    let naive = by(&NaiveJump61::new(parameters(size)), position, mv);
    assert_eq!(by(&Jump61::<u128>::new(parameters(size)).unwrap(), position, mv), naive);
    if let Some(rules) = Jump61::<u64>::new(parameters(size)) {
        assert_eq!(by(&rules, position, mv), naive);
    }
    naive
}

#[test]
fn a_spot_colors_its_square_and_changes_nothing_else_below_the_limit() {
    assert_eq!(after(2, "1- 1-/1- 1-", "2,1"), "1- 1-/2r 1-");
    assert_eq!(after(3, "2r 1- 1-/1- 1- 1-/1- 1- 1-", "3,3"), "2r 1- 1-/1- 1- 1-/1- 1- 2b");
    assert_eq!(after(3, "1- 1- 1-/1- 3r 1-/1- 1- 1-", "2,2"), "1- 1- 1-/1- 4r 1-/1- 1- 1-");
}

/// "The four corner squares are overfull when they have more than two spots; other squares on the
/// edge are overfull with more than three spots; and all others are overfull with more than four
/// spots."
#[test]
fn squares_are_overfull_with_more_spots_than_neighbors() {
    assert_eq!(after(3, "2r 1- 1-/1- 1- 1-/1- 2b 1-", "1,1"), "1r 2r 1-/2r 1- 1-/1- 2b 1-");
    assert_eq!(after(3, "1- 3r 1-/1- 1- 1-/1b 1- 1-", "1,2"), "2r 1r 2r/1- 2r 1-/1b 1- 1-");
    assert_eq!(after(3, "2b 1- 1-/1- 4r 1-/1b 1- 1-", "2,2"), "2b 2r 1-/2r 1r 2r/1b 2r 1-");
}

/// "Move one spot out of the square and into the neighbor (even if occupied by the opposing side)."
#[test]
fn neighbors_become_the_players_whoever_owned_them() {
    assert_eq!(after(3, "2r 2b 1-/1b 1- 1-/1- 1- 1b", "1,1"), "1r 3r 1-/2r 1- 1-/1- 1- 1b");
}

/// The cascade in the module's documentation.
#[test]
fn a_cascade_goes_on_until_nothing_is_overfull() {
    assert_eq!(after(3, "1- 1- 1-/3b 4r 1-/2b 3b 1-", "2,2"), "2r 2r 1-/2r 3r 2r/2r 2r 2r");
}

#[test]
fn the_game_is_over_when_all_squares_are_of_one_color() {
    // By the last jump, by a spot on the last neutral square, and in the middle of a cascade that
    // would never end.
    assert_eq!(after(2, "2r 1b/1b 2r", "1,1"), "r r/r r");
    assert_eq!(after(2, "1r 1-/2r 2r", "1,2"), "r r/r r");
    assert_eq!(after(2, "2r 2b/2b 2b", "1,1"), "r r/r r");
    let full = "2b 3b 3b 2b/3b 4b 4b 3b/3b 4b 4b 3b/2b 3b 3b 2r";
    assert_eq!(after(4, full, "4,4"), "r r r r/r r r r/r r r r/r r r r");
}

#[test]
fn whose_move_it_is_follows_from_the_spots_and_the_size() {
    for size in 2..=10 {
        let (fast, naive) = (Jump61::<u128>::new(parameters(size)).unwrap(), NaiveJump61::new(parameters(size)));
        let mut board = Board::new(parameters(size));
        let mut turn = Side::First;
        assert_eq!(fast.position(&Setup(board.clone())), Ok(fast.start()));
        for spots in [2, 1, 2] {
            board.set(Pos::new(0, 1), Square::Owned(Side::Second, spots));
            turn = if spots == 2 { Side::Second } else { Side::First };
            assert_eq!(fast.turn(&fast.position(&Setup(board.clone())).unwrap()), turn, "{board}");
            assert_eq!(naive.turn(&naive.position(&Setup(board.clone())).unwrap()), turn, "{board}");
        }
        assert_eq!(turn, Side::Second);
    }
}

#[test]
fn only_the_opponents_squares_and_those_beyond_the_edge_are_forbidden() {
    for (size, position) in [(2, "2r 1-/1- 1-"), (3, "2r 1- 1-/1- 1b 1-/1- 1- 1-")] {
        let (fast, naive) = (Jump61::<u64>::new(parameters(size)).unwrap(), NaiveJump61::new(parameters(size)));
        let (ours, theirs) = (fast.read_position(position).unwrap(), naive.read_position(position).unwrap());
        for row in 0..12 {
            for col in (0..12).chain([u32::MAX]) {
                let mv = Move(Pos::new(row, col));
                let legal = row < size && col < size && (row, col) != (0, 0);
                assert_eq!(fast.is_legal(&ours, mv), legal, "{mv} on {position}");
                assert_eq!(naive.is_legal(&theirs, mv), legal, "{mv} on {position}");
            }
        }
        assert_eq!(fast.turn(&ours), Side::Second);
    }
}

/// The example of section 3, to the letter.
#[test]
fn dump_matches_the_document_exactly() {
    let dump = "====\n    2r 1- 2r 2r 1- 2b\n    1- 1- 2r 1- 3r 1-\n    2r 3r 2r 3r 1- 2b\n    3r 1r 3r 2r 2r 2b\n    \
                2b 4r 3r 1r 3r 2b\n    2b 2b 3b 2r 3b 1b\n====\n";
    let board: Board = dump.parse().unwrap();
    let rules = Jump61::<u64>::new(parameters(6)).unwrap();
    let position = rules.position(&Setup(board.clone())).unwrap();
    assert_eq!(rules.picture(&position), dump);
    let naive = NaiveJump61::new(parameters(6));
    assert_eq!(naive.picture(&naive.position(&Setup(board.clone())).unwrap()), dump);
    assert_eq!(
        rules.setup_text(&position),
        "2r 1- 2r 2r 1- 2b/1- 1- 2r 1- 3r 1-/2r 3r 2r 3r 1- 2b/3r 1r 3r 2r 2r 2b/2b 4r 3r 1r 3r 2b/2b 2b 3b 2r 3b 1b"
    );
}

#[test]
fn dumps_of_other_programs_are_read_as_they_come() {
    let board: Board = "====\n    2r 1-\n    1- 3b\n====\n".parse().unwrap();
    for text in
        ["===\n    2r 1-\n    1- 3b\n===\n", "====\n2r 1-\n1- 3b\n====", "====  \r\n\t2r   1- \r\n 1- 3b\r\n===\r\n"]
    {
        assert_eq!(text.parse(), Ok(board.clone()), "{text:?}");
    }
    for (text, line, column) in [
        ("", 1, 1),
        ("2r 1-\n1- 3b\n", 1, 1),
        ("=====\n2r 1-\n1- 3b\n====\n", 1, 1),
        ("====\n", 2, 1),
        ("====\n====\n", 2, 1),
        ("====\n 2r\n====\n", 2, 1),
        ("====\n 2r 1-\n====\n", 3, 1),
        ("====\n 2r 1-\n", 3, 1),
        ("====\n 2r 1-\n 1-\n====\n", 3, 4),
        ("====\n 2r 1-\n 1- 3b 1-\n====\n", 3, 8),
        ("====\n 2r 1-\n 1- 3g\n====\n", 3, 6),
        ("====\n 2r 1-\n 1- r\n====\n", 3, 5),
        ("====\n 2r 1-\n 1- 2-\n====\n", 3, 6),
        ("====\n 2r 1-\n 1-3b\n====\n", 3, 4),
        ("====\n 2r 1-\n 1- 99999999999r\n====\n", 3, 5),
        ("====\n 2r 1-\n 1- \u{e9}\n====\n", 3, 5),
        ("====\n 2r 1-\n 1- 3b\n", 4, 1),
        ("====\n 2r 1-\n 1- 3b\n====\n\n", 5, 1),
        ("====\n 2r 1-\n 1- 3b\n====\nx", 5, 1),
    ] {
        let error = text.parse::<Board>().unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
    assert!(format!("====\n{}====\n", "1- 1- 1- 1- 1- 1- 1- 1- 1- 1- 1-\n".repeat(11)).parse::<Board>().is_err());
}

#[test]
fn unreadable_positions_say_where() {
    let rules = Jump61::<u64>::new(parameters(2)).unwrap();
    let naive = NaiveJump61::new(parameters(2));
    for (text, column) in [
        ("", 1),
        ("1-", 3),
        ("1- 1-", 6),
        ("1- 1-/1-", 9),
        ("1- 1-/1- 1- ", 12),
        ("1- 1- 1- 1-", 6),
        ("1-  1-/1- 1-", 4),
        ("1- 1-/1- 1x", 11),
        ("0r 1-/1- 1-", 1),
        ("3r 1-/1- 1-", 1),
        ("12r 1-/1- 1-", 2),
        ("2- 1-/1- 1-", 2),
        ("r 1-/1- 1-", 1),
        ("- 1-/1- 1-", 1),
        ("r r/r b", 1),
        ("1r r/r b", 4),
        ("1\u{e9} 1-/1- 1-", 2),
    ] {
        assert_eq!(rules.read_position(text).unwrap_err().column(), Some(column), "{text:?}");
        assert_eq!(naive.read_position(text).unwrap_err().column(), Some(column), "{text:?}");
    }
    // The text of a won board may contain spots, which are ignored.
    for text in ["r r/r r", "1r r/2r r", "1r 2r/2r 1r"] {
        let position = rules.read_position(text).unwrap();
        assert_eq!(rules.outcome(&position), Outcome::Win(Side::First));
        assert_eq!(rules.setup_text(&position), "r r/r r");
        assert_eq!(naive.setup_text(&naive.read_position(text).unwrap()), "r r/r r");
    }
}

#[test]
fn boards_that_are_no_position_are_refused() {
    let (fast, naive) = (Jump61::<u64>::new(parameters(3)).unwrap(), NaiveJump61::new(parameters(3)));
    let refused = |board: &Board| {
        let error = fast.position(&Setup(board.clone())).unwrap_err();
        assert_eq!(naive.position(&Setup(board.clone())).unwrap_err(), error);
        error
    };
    let found = parameters(4);
    assert_eq!(refused(&Board::new(found)), SetupError::Size { found: found.board(), expected: parameters(3).board() });
    for (pos, most) in [(Pos::new(0, 0), 2), (Pos::new(1, 0), 3), (Pos::new(1, 1), 4)] {
        for spots in [0, most + 1, u32::MAX] {
            let mut board = Board::new(parameters(3));
            board.set(pos, Square::Owned(Side::Second, spots));
            let error = refused(&board);
            let named = matches!(error, SetupError::Square { pos: at, found, .. } if at == pos && found == spots);
            assert!(named, "{error}");
        }
    }
    assert_eq!(Jump61::<u64>::new(parameters(9)), None);
    assert!(Jump61::<u64>::new(parameters(8)).is_some() && Jump61::<u128>::new(parameters(10)).is_some());
}

/// No game exceeds the bound in the module's documentation, and one on 2×2 reaches it.
#[test]
fn games_end_before_the_board_is_full_of_spots() {
    for size in 2..=10 {
        let rules = Jump61::<u128>::new(parameters(size)).unwrap();
        let bound = 3 * size * size - 4 * size + 1;
        for number in 0..20 {
            let mut generator = Generator::for_game(1, number);
            let playout = gridlaw::playout::playout(&rules, &mut rules.start(), &mut generator, bound, |_| ());
            assert!(playout.outcome.is_over(), "game {number} on {size}x{size}");
        }
    }
    let rules = Jump61::<u64>::new(parameters(2)).unwrap();
    assert_eq!([5, 6].map(|depth| gridlaw::perft::perft(&rules, &rules.start(), depth)), [48, 0]);
}

/// Any stable board that nobody has won, and a move on it. Owners and spots are drawn at random
/// densities.
#[derive(Clone, Debug)]
struct Situation {
    board: Board,
    mv: Move,
}

impl Arbitrary for Situation {
    fn arbitrary(source: &mut Gen) -> Situation {
        let mut below = |bound: u32| u32::arbitrary(source) % bound;
        let parameters = parameters(2 + below(9));
        let (owned, red, full) = (below(101), below(101), below(101));
        let mut board = Board::new(parameters);
        let last = parameters.size() - 1;
        for pos in parameters.board().positions() {
            let neighbors = 4 - [pos.row, last - pos.row, pos.col, last - pos.col]
                .map(|way| u32::from(way == 0))
                .iter()
                .sum::<u32>();
            if below(100) < owned {
                let side = Side::BOTH[usize::from(below(100) >= red)];
                let spots = if below(100) < full { neighbors } else { 1 + below(neighbors) };
                board.set(pos, Square::Owned(side, spots));
            }
        }
        if board.winner().is_some() {
            board.set(Pos::new(0, 0), Square::Neutral);
        }
        let rules = NaiveJump61::new(parameters);
        let mv =
            rules.choose_move(&rules.position(&Setup(board.clone())).unwrap(), |count| u64::from(below(count as u32)));
        Situation { board, mv: mv.expect("nobody has won") }
    }
}

fn played(
    rules: &NaiveJump61,
    board: &Board,
    mv: Move,
    pick: impl FnMut(&mut dyn Iterator<Item = Pos>) -> Option<Pos>,
) -> NaivePosition {
    let mut position = rules.position(&Setup(board.clone())).unwrap();
    rules.play_in_order(&mut position, mv, pick);
    position
}

/// Ruling J9: the winner is the same in every order, and if nobody wins the spots are the same too.
#[test]
fn the_order_of_redistribution_does_not_matter() {
    QuickCheck::new().tests(1000).quickcheck(any_order_ends_alike as fn(Situation, u64));
}

fn any_order_ends_alike(situation: Situation, seed: u64) {
    let Situation { board, mv } = situation;
    let rules = NaiveJump61::new(board.parameters());
    let first = played(&rules, &board, mv, |overfull| overfull.next());
    let last = played(&rules, &board, mv, |overfull| overfull.last());
    assert_eq!(first, last);
    for number in 0..3 {
        let mut generator = Generator::for_game(seed, number);
        let any = played(&rules, &board, mv, |overfull| {
            let overfull: Vec<Pos> = overfull.collect();
            Some(*generator.pick(&overfull))
        });
        assert_eq!(first, any);
    }
    // The newest or the oldest overfull square first, as with recursion and with a queue.
    let mut stack = Vec::new();
    let newest = played(&rules, &board, mv, |overfull| {
        line_up(&mut stack, overfull);
        stack.last().copied()
    });
    assert_eq!(first, newest);
    let mut queue = Vec::new();
    let oldest = played(&rules, &board, mv, |overfull| {
        line_up(&mut queue, overfull);
        queue.first().copied()
    });
    assert_eq!(first, oldest);
}

/// The squares that are still overfull, in the order in which they became so.
fn line_up(waiting: &mut Vec<Pos>, overfull: &mut dyn Iterator<Item = Pos>) {
    let overfull: Vec<Pos> = overfull.collect();
    waiting.retain(|pos| overfull.contains(pos));
    let new: Vec<Pos> = overfull.into_iter().filter(|pos| !waiting.contains(pos)).collect();
    waiting.extend(new);
}

fn compare<P: SquareGrid>(board: &Board, mv: Move) {
    let Some(fast) = Jump61::<P>::new(board.parameters()) else { return };
    let naive = NaiveJump61::new(board.parameters());
    let (mut ours, mut theirs) =
        (fast.position(&Setup(board.clone())).unwrap(), naive.position(&Setup(board.clone())).unwrap());
    assert_eq!(fast.board(&ours), *board);
    assert_eq!(naive.board(&theirs), *board);
    let strangers: Vec<Move> = board.squares().map(|(pos, _)| Move(pos)).chain([Move(Pos::new(2, 10))]).collect();
    laws::check_position(&fast, &ours, &strangers).unwrap_or_else(|violation| panic!("{violation}{board:?}"));
    check_position(&fast, &ours, &naive, &theirs).unwrap_or_else(|difference| panic!("{difference}"));
    // The shortcut for immediate wins agrees with playing the move.
    let wins = |mv: &Move| {
        let mut after = theirs.clone();
        naive.play(&mut after, *mv).unwrap();
        naive.outcome(&after).is_over()
    };
    match fast.winning_move(&ours) {
        Some(winning) => assert!(wins(&winning), "{winning} does not win{board:?}"),
        None => assert_eq!(naive.moves(&theirs).iter().find(|mv| wins(mv)), None, "{board:?}"),
    }
    // Moves on squares with as many spots as neighbors come first.
    let last = board.parameters().size() - 1;
    let is_full = |Move(pos): &Move| {
        let sides = [pos.row, pos.col].into_iter().flat_map(|at| [at > 0, at < last]).filter(|&has| has).count();
        board.square(*pos).spots() as usize == sides
    };
    let (full, others): (Vec<Move>, Vec<Move>) = naive.moves(&theirs).into_iter().partition(is_full);
    let mut visited = Vec::new();
    let _ = fast.visit_jumps_first(&ours, |mv| {
        visited.push(mv);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(visited, [full, others].concat(), "{board:?}");
    fast.play(&mut ours, mv).unwrap();
    naive.play(&mut theirs, mv).unwrap();
    check_position(&fast, &ours, &naive, &theirs).unwrap_or_else(|difference| panic!("{difference}, {mv}{board:?}"));
}

#[test]
fn arbitrary_boards_are_judged_and_played_as_on_the_matrix() {
    fn alike(situation: Situation) {
        compare::<u64>(&situation.board, situation.mv);
        compare::<u128>(&situation.board, situation.mv);
    }
    QuickCheck::new().tests(300).quickcheck(alike as fn(Situation));
}

/// Every stable 2×2 board, with every move.
#[test]
fn every_smallest_board_is_judged_and_played_as_on_the_matrix() {
    let contents = [Square::Neutral, Square::Owned(Side::First, 1), Square::Owned(Side::First, 2)]
        .into_iter()
        .chain([Square::Owned(Side::Second, 1), Square::Owned(Side::Second, 2)]);
    let contents: Vec<Square> = contents.collect();
    let rules = NaiveJump61::new(parameters(2));
    for number in 0..5_usize.pow(4) {
        let mut board = Board::new(parameters(2));
        for (place, pos) in (0..).zip(parameters(2).board().positions()) {
            board.set(pos, contents[number / 5_usize.pow(place) % 5]);
        }
        for mv in rules.moves(&rules.position(&Setup(board.clone())).unwrap()) {
            compare::<u64>(&board, mv);
            compare::<u128>(&board, mv);
        }
    }
}

/// An observer of a cascade sees the spot, then every front, and no spot is lost.
#[quickcheck]
fn a_watched_cascade_loses_no_spot_and_ends_where_it_ends_unwatched(situation: Situation) {
    let Situation { board, mv } = situation;
    let rules = Jump61::<u128>::new(board.parameters()).unwrap();
    let (mut watched, mut unwatched) =
        (rules.position(&Setup(board.clone())).unwrap(), rules.position(&Setup(board.clone())).unwrap());
    let mover = rules.turn(&watched);
    let mut boards = Vec::new();
    rules.play_watched(&mut watched, mv, |frame| boards.push(rules.frame_board(frame)));
    rules.play_unchecked(&mut unwatched, mv);
    assert_eq!(watched, unwatched);
    let mut expected = board.clone();
    expected.set(mv.0, Square::Owned(mover, board.square(mv.0).spots() + 1));
    assert_eq!(boards[0], expected);
    assert!(boards.iter().all(|shown| shown.spots() == board.spots() + 1));
    let last = boards.last().unwrap();
    match rules.outcome(&watched) {
        Outcome::Win(winner) => assert_eq!(last.winner(), Some(winner)),
        _ => assert_eq!(*last, rules.board(&watched)),
    }
    assert!(boards[..boards.len() - 1].iter().all(|shown| shown.winner().is_none()));
}
