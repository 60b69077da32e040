//! The functions of `pos.h`, `board.h` and `logic.h` of the Breakdown document.

use super::case::{Case, Right, by_size, numbers, one, plain};
use super::suite::{Function, Suite};
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::games::breakdown::{Breakdown, Parameters, Setup};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules};
use gridlaw::text::{GLYPHS, Grid};

/// The functions of the three headers.
pub(super) static SUITE: Suite = Suite {
    functions: &FUNCTIONS,
    headers: &[
        ("pos.h", include_str!("headers/pos.h")),
        ("board.h", include_str!("headers/board.h")),
        ("logic.h", include_str!("headers/logic.h")),
    ],
    // The document's own headers are lost; a submission may have them.
    replaces_headers: false,
    calls: include_str!("breakdown.c"),
};

const ACCESS: &[&str] = &["make_pos", "board_get", "board_set"];

static FUNCTIONS: [Function; 11] = [
    Function::new(
        "make_pos",
        "a square of the board",
        "The function make_pos is simply a convenience function to create a pos value.",
        make_pos,
        plain,
    ),
    Function::new(
        "board_new",
        "an empty board of the size asked for, in either representation",
        "The board_new function is called to create a fully-empty board of the desired size.",
        board_new,
        draw_board,
    ),
    Function::new(
        "board_free",
        "all memory of a board is freed",
        "The board_free function fully frees the board, including whichever internal representation it is using.",
        board_free,
        draw_leak,
    )
    .calling(&["board_new"]),
    Function::new(
        "board_show",
        "the board on the screen, with its labels",
        "The board_show function prints the board to the screen, along with row and column headers.",
        board_show,
        super::case::quoted_lines,
    )
    .calling(ACCESS),
    Function::new(
        "board_get",
        "the content of every square, and an error beyond the board",
        "The board_get and board_set functions retrieve or modify cells within the board. […] they give us the opportunity to perform bounds-checking.",
        board_get,
        draw_got,
    ),
    Function::new(
        "board_set",
        "one square is changed, and an error beyond the board",
        "The board_get and board_set functions retrieve or modify cells within the board. […] they give us the opportunity to perform bounds-checking.",
        board_set,
        draw_board,
    ),
    Function::new(
        "new_game",
        "a game of the size asked for, black to move",
        "The function new_game should create a new game with the specified size and using the desired data representation.",
        new_game,
        draw_game,
    )
    .calling(&["board_new"]),
    Function::new(
        "game_free",
        "all memory of a game is freed",
        "The header files specify the bare minimum set of functions required for this assignment.",
        game_free,
        draw_leak,
    )
    .calling(&["new_game", "board_new", "board_free"]),
    Function::new(
        "drop_stick",
        "a stick falls as far as it can, or does not fit",
        "If the column is too full to fit it, it does nothing and returns false; otherwise, it returns true.",
        drop_stick,
        draw_dropped,
    )
    .calling(ACCESS),
    Function::new(
        "breakdown",
        "every square falls within its column",
        "These squares then fall within their columns if there was \"air\" beneath them.",
        breakdown,
        draw_game,
    )
    .calling(ACCESS),
    Function::new(
        "game_outcome",
        "who has won, draws included",
        "The game_outcome function should report the outcome of a completed game, or that the game is still in progress.",
        game_outcome,
        draw_outcome,
    )
    .calling(ACCESS),
];

const TYPES: [&str; 2] = ["MATRIX", "BITS"];

const CELLS: [&str; 3] = ["EMPTY", "BLACK", "WHITE"];

const OUTCOMES: [&str; 4] = ["BLACK_WIN", "WHITE_WIN", "DRAW", "IN_PROGRESS"];

/// The name of a value of an enum.
fn name(names: &[&str], value: f64) -> String {
    names.get(value as usize).map_or(format!("{value}"), ToString::to_string)
}

fn draw_leak(numbers: &[f64]) -> String {
    format!("{} bytes are left", plain(numbers))
}

/// Type, width, height and cells.
fn draw_board(numbers: &[f64]) -> String {
    let [code, width, height, cells @ ..] = numbers else { return plain(numbers) };
    let glyph = |&cell: &f64| [".", "*", "o"].get(cell as usize).copied().unwrap_or("?");
    let rows = cells.chunks((*width as usize).max(1)).map(|row| row.iter().map(glyph).collect::<String>());
    let head = format!("{}, width {width}, height {height}", name(&TYPES, *code));
    [head].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

fn draw_game(numbers: &[f64]) -> String {
    let [stick, square, next, board @ ..] = numbers else { return plain(numbers) };
    let next = name(&["BLACK_NEXT", "WHITE_NEXT"], *next);
    format!("stick {stick}, square {square}, {next}\n{}", draw_board(board))
}

fn draw_first(numbers: &[f64], first: impl Fn(f64) -> String, rest: fn(&[f64]) -> String) -> String {
    numbers.split_first().map_or(String::new(), |(&one, others)| format!("{}\n{}", first(one), rest(others)))
}

fn draw_got(numbers: &[f64]) -> String {
    draw_first(numbers, |cell| name(&CELLS, cell), draw_board)
}

fn draw_dropped(numbers: &[f64]) -> String {
    draw_first(numbers, |fits| if fits == 0.0 { "false".into() } else { "true".into() }, draw_game)
}

fn draw_outcome(numbers: &[f64]) -> String {
    draw_first(numbers, |outcome| name(&OUTCOMES, outcome), draw_game)
}

fn size(width: u32, height: u32) -> Size {
    Size::new(width, height).expect("a small board")
}

/// The sizes of boards, the smallest first.
const SIZES: [(u32, u32); 16] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (2, 2),
    (3, 2),
    (2, 3),
    (4, 3),
    (3, 5),
    (4, 4),
    (5, 4),
    (7, 3),
    (6, 6),
    (16, 1),
    (8, 6),
    (17, 3),
    (5, 13),
];

/// Type, width, height and cells of a board.
fn board_numbers(kind: usize, board: &PackedBoard) -> impl Iterator<Item = i64> {
    let size = Grid::size(board);
    let cells: Vec<i64> = size.positions().map(|pos| board.cell(pos).code().into()).collect();
    [kind as i64, size.width().into(), size.height().into()].into_iter().chain(cells)
}

fn rows(board: &PackedBoard) -> String {
    let size = Grid::size(board);
    let row = |row| (0..size.width()).map(|col| GLYPHS.of(board.cell(Pos::new(row, col)))).collect::<String>();
    (0..size.height()).map(|at| format!("\n{}", row(at))).collect()
}

/// A board of any cells, of which about `share` in four are taken.
fn scattered(size: Size, share: u64, generator: &mut Generator) -> PackedBoard {
    let mut words = vec![0; size.words()];
    for index in 0..size.cells() as usize {
        if generator.below(4) < share {
            words[index / 16] |= (1 + generator.below(2) as u32) << (index % 16 * 2);
        }
    }
    PackedBoard::from_words(size, &words).expect("bits beyond the last cell are zero")
}

fn stones(board: &PackedBoard) -> usize {
    Grid::size(board).positions().filter(|&pos| board.cell(pos).code() != 0).count()
}

/// The size of a case with a board.
fn weight(board: &PackedBoard) -> usize {
    Grid::size(board).cells() as usize * 100 + stones(board)
}

/// Cases for both representations of boards of every size.
fn for_boards(generator: &mut Generator, mut cases: impl FnMut(usize, PackedBoard, &mut Generator)) {
    for (width, height) in SIZES {
        for share in 0..=4 {
            let board = scattered(size(width, height), share, generator);
            (0..TYPES.len()).for_each(|kind| cases(kind, board.clone(), generator));
        }
    }
}

fn make_pos(generator: &mut Generator) -> Vec<Case> {
    let mut pairs = vec![[0, 0], [0, 1], [1, 0], [2, 5], [u32::MAX.into(), 7]];
    pairs.extend((0..50).map(|_| [0; 2].map(|_| generator.below(100) as i64)));
    let case = |[r, c]: [i64; 2]| {
        Case::new((r + c) as usize, numbers([r, c]), format!("make_pos({r}, {c})"), Right::Numbers(numbers([r, c])))
    };
    by_size(pairs.into_iter().map(case).collect())
}

/// Cases of sizes, with the right answer to each.
fn for_sizes(call: impl Fn(&str, u32, u32) -> String, right: impl Fn(i64, Size) -> Right) -> Vec<Case> {
    let mut cases = Vec::new();
    for (width, height) in SIZES.into_iter().chain([(64, 64), (3, 100)]) {
        for (kind, name) in TYPES.iter().enumerate() {
            let kind = kind as i64;
            let (input, size) = (numbers([kind, width.into(), height.into()]), size(width, height));
            cases.push(Case::new(size.cells() as usize, input, call(name, width, height), right(kind, size)));
        }
    }
    by_size(cases)
}

fn board_new(_: &mut Generator) -> Vec<Case> {
    let call = |name: &str, width, height| format!("board_new({width}, {height}, {name})");
    let empty = |kind: i64, size| Right::Numbers(numbers(board_numbers(kind as usize, &PackedBoard::new(size))));
    let mut cases = for_sizes(call, empty);
    for (width, height) in [(0, 3), (3, 0)] {
        let case = Case::new(
            usize::MAX,
            numbers([0, width, height]),
            call("MATRIX", width as u32, height as u32),
            Right::Error,
        );
        cases.push(case.by_ruling_if(true));
    }
    cases
}

fn board_free(_: &mut Generator) -> Vec<Case> {
    for_sizes(|name, width, height| format!("board_free(board_new({width}, {height}, {name}))"), |_, _| one(0))
}

fn board_show(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |kind: usize, board: PackedBoard, _: &mut Generator| {
        let call = format!("board_show(b), {}{}", TYPES[kind], rows(&board));
        let right = Right::Picture(board.to_string());
        cases.push(Case::new(weight(&board), numbers(board_numbers(kind, &board)), call, right));
    };
    for_boards(generator, &mut add);
    // Labels beyond the digits, the capitals and the small letters.
    for (width, height) in [(12, 2), (2, 12), (38, 2), (2, 38), (64, 2), (2, 64)] {
        let board = scattered(size(width, height), 1, generator);
        (0..TYPES.len()).for_each(|kind| add(kind, board.clone(), generator));
    }
    by_size(cases)
}

/// Squares beyond a board.
fn beyond(size: Size) -> [[i64; 2]; 6] {
    let (width, height) = (i64::from(size.width()), i64::from(size.height()));
    let far = i64::from(u32::MAX);
    [[height, 0], [0, width], [height, width], [far, 0], [0, far], [height - 1, width]]
}

fn board_get(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    for_boards(generator, |kind, board, generator| {
        let size = Grid::size(&board);
        let mut add = |[r, c]: [i64; 2], right: Right| {
            let call = format!("board_get(b, make_pos({r}, {c})), {}{}", TYPES[kind], rows(&board));
            let input = [r, c].into_iter().chain(board_numbers(kind, &board));
            cases.push(Case::new(weight(&board), numbers(input), call, right));
        };
        for pos in size.positions().filter(|_| size.cells() < 10 || generator.below(6) == 0) {
            let code = i64::from(board.cell(pos).code());
            let right = numbers([code].into_iter().chain(board_numbers(kind, &board)));
            add([pos.row.into(), pos.col.into()], Right::Numbers(right));
        }
        if generator.below(5) == 0 {
            beyond(size).into_iter().for_each(|square| add(square, Right::Error));
        }
    });
    by_size(cases)
}

fn board_set(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    for_boards(generator, |kind, board, generator| {
        let size = Grid::size(&board);
        let code = generator.below(3) as u32;
        let mut add = |[r, c]: [i64; 2], right: Right| {
            let cell = CELLS[code as usize];
            let call = format!("board_set(b, make_pos({r}, {c}), {cell}), {}{}", TYPES[kind], rows(&board));
            let input = [r, c, code.into()].into_iter().chain(board_numbers(kind, &board));
            cases.push(Case::new(weight(&board), numbers(input), call, right));
        };
        for (index, pos) in size.positions().enumerate().filter(|_| size.cells() < 10 || generator.below(6) == 0) {
            let mut words = board.words().to_vec();
            let shift = index % 16 * 2;
            words[index / 16] = words[index / 16] & !(3 << shift) | code << shift;
            let after = PackedBoard::from_words(size, &words).expect("a cell of the board");
            add([pos.row.into(), pos.col.into()], Right::Numbers(numbers(board_numbers(kind, &after))));
        }
        if generator.below(5) == 0 {
            beyond(size).into_iter().for_each(|square| add(square, Right::Error));
        }
    });
    by_size(cases)
}

/// Cases of new games: stick, square, width, height, type.
fn for_games(call: impl Fn(String) -> String, right: impl Fn([i64; 2], usize, Size) -> Right) -> Vec<Case> {
    let mut cases = Vec::new();
    for (width, height) in SIZES {
        for (kind, name) in TYPES.iter().enumerate() {
            for (stick, square) in [(1, 2), (2, 3), (3, 2)] {
                let input = [stick, square, width.into(), height.into(), kind as i64];
                let call = call(format!("new_game({stick}, {square}, {width}, {height}, {name})"));
                let size = size(width, height);
                cases.push(Case::new(size.cells() as usize, numbers(input), call, right([stick, square], kind, size)));
            }
        }
    }
    by_size(cases)
}

fn new_game(_: &mut Generator) -> Vec<Case> {
    let begun = |[stick, square]: [i64; 2], kind, size| {
        let board = PackedBoard::new(size);
        Right::Numbers(numbers([stick, square, 0].into_iter().chain(board_numbers(kind, &board))))
    };
    for_games(|call| call, begun)
}

fn game_free(_: &mut Generator) -> Vec<Case> {
    for_games(|call| format!("game_free({call})"), |_, _, _| one(0))
}

/// A game in the numbers of the harness.
fn game_numbers([stick, square, next]: [u32; 3], kind: usize, board: &PackedBoard) -> Vec<i64> {
    [stick, square, next].into_iter().map(i64::from).chain(board_numbers(kind, board)).collect()
}

/// A game for people.
fn game_text([stick, square, next]: [u32; 3], kind: usize, board: &PackedBoard) -> String {
    let next = ["BLACK_NEXT", "WHITE_NEXT"][next as usize];
    format!("stick {stick}, square {square}, {next}, {}{}", TYPES[kind], rows(board))
}

fn drop_stick(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    for_boards(generator, |kind, board, generator| {
        let (width, height) = (Grid::size(&board).width(), Grid::size(&board).height());
        for _ in 0..8 {
            let stick = 1 + generator.below(u64::from(width.max(height).min(4))) as u32;
            let next = generator.below(2) as u32;
            let (col, vertical) = (generator.below(u64::from(width) + 1) as u32, generator.below(2) as u32);
            let mut after = board.clone();
            let side = Side::BOTH[next as usize];
            let dropped = match vertical {
                0 => after.drop_horizontal(col, stick, side),
                _ => after.drop_vertical(col, stick, side),
            };
            let game = [stick, 2, next];
            let word = ["false", "true"][vertical as usize];
            let call = format!("drop_stick(g, {col}, {word}), {}", game_text(game, kind, &board));
            let input = [col, vertical].map(i64::from).into_iter().chain(game_numbers(game, kind, &board));
            let right = [i64::from(dropped.is_ok())].into_iter().chain(game_numbers(game, kind, &after));
            let case = Case::new(weight(&board), numbers(input), call, Right::Numbers(numbers(right)));
            cases.push(case.by_ruling_if(col >= width));
        }
    });
    by_size(cases)
}

fn breakdown(generator: &mut Generator) -> Vec<Case> {
    let mut cases = Vec::new();
    for_boards(generator, |kind, board, generator| {
        let game = [2, 2, generator.below(2) as u32];
        let mut after = board.clone();
        after.fall();
        let call = format!("breakdown(g), {}", game_text(game, kind, &board));
        let right = Right::Numbers(numbers(game_numbers(game, kind, &after)));
        cases.push(Case::new(weight(&board), numbers(game_numbers(game, kind, &board)), call, right));
    });
    by_size(cases)
}

/// The outcome of a board as the document's enum has it.
fn outcome(board: &PackedBoard, stick: u32, square: u32) -> Option<i64> {
    let size = Grid::size(board);
    let parameters = Parameters::new(size.width(), size.height(), stick, square).ok()?;
    let rules = Breakdown::<PackedBoard>::new(parameters)?;
    // The law does not judge an empty board with black to move, the beginning of a game.
    let position = rules.position(&Setup::new(board, Side::Second)).ok()?;
    Some(match rules.outcome(&position) {
        Outcome::Win(Side::First) => 0,
        Outcome::Win(Side::Second) => 1,
        Outcome::Draw => 2,
        Outcome::InProgress => 3,
    })
}

fn game_outcome(generator: &mut Generator) -> Vec<Case> {
    let mut boards: Vec<PackedBoard> = Vec::new();
    for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (4, 4), (5, 4), (4, 6), (7, 5)] {
        for round in 0..60 {
            let mut board = scattered(size(width, height), round % 5, generator);
            if round % 3 == 0 {
                board.fall();
            }
            boards.push(board);
        }
        // Columns that are nearly full, with and without air below.
        for round in 0..20 {
            let mut board = scattered(size(width, height), 4, generator);
            let hole = generator.below(u64::from(width * height)) as u32;
            let row = if round % 2 == 0 { 0 } else { hole / width };
            board.set_cell(Pos::new(row, hole % width), Cell::Empty);
            boards.push(board);
        }
    }
    // Open columns apart from each other: a stick of two cells fits nowhere.
    for (width, height) in [(3, 1), (3, 2), (3, 3), (5, 4), (7, 5)] {
        for first in [0, 1] {
            let mut board = PackedBoard::new(size(width, height));
            for pos in size(width, height).positions().filter(|pos| pos.row > 0 || pos.col % 2 != first) {
                board.set_cell(pos, [Cell::Black, Cell::White][(pos.row + pos.col) as usize % 2]);
            }
            boards.extend(vec![board; 4]);
        }
    }
    let mut cases = Vec::new();
    for board in boards {
        let least = u64::from(Grid::size(&board).width().min(Grid::size(&board).height()));
        let (stick, square) = (1 + generator.below(least + 1) as u32, 2 + generator.below(least) as u32);
        let game = [stick, square, generator.below(2) as u32];
        let Some(outcome) = outcome(&board, stick, square) else { continue };
        // Sizes that make no sense, and the board before the first move.
        let is_odd = u64::from(stick) > least || u64::from(square) > least || board.is_empty();
        for kind in 0..TYPES.len() {
            let call = format!("game_outcome(g), {}", game_text(game, kind, &board));
            let input = game_numbers(game, kind, &board);
            let right = [outcome].into_iter().chain(input.iter().copied());
            let case = Case::new(weight(&board), numbers(input.iter().copied()), call, Right::Numbers(numbers(right)));
            cases.push(case.by_ruling_if(is_odd));
        }
    }
    by_size(cases)
}
