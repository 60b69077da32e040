//! Makes `docs/solved.md` and `docs/solved.svg`: the solved games and their values, found by one
//! thread.
//!
//! `nice cargo run -p gridlaw-programs --release --example solved -- [SECONDS]` searches every game
//! for the given seconds, 5 by default, and the games that stay unsolved for 40 times as long with
//! a larger table.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;
use std::{env, fs, io};

use gridlaw::games::{AnyGame, Game, SearchFunction, breakdown, connect4, jump61};
use gridlaw::rules::Rules;
use gridlaw::search::weak::WeakSearchable;
use gridlaw::search::{Bounds, Options, PositionOf, Searchable, Searcher, Solver, Solving, Value};
use gridlaw::solving::AnySolver;

/// The longest sides of a Breakdown board in the table, and the longest sticks and squares.
const SIDE: u32 = 6;
const LENGTH: u32 = 4;

/// The size of the transposition table in MiB: in the first attempt and in the second.
const TABLE: usize = 64;
const LARGE_TABLE: usize = 4096;

/// The factor by which the second attempt may take longer.
const LONGER: f64 = 40.0;

/// The result for a game.
struct Solved {
    table: usize,
    /// The value and the first move, if it was solved.
    value: Option<(Value, String)>,
    bounds: Bounds,
    nodes: u64,
    seconds: f64,
}

struct Solve {
    table: usize,
    seconds: f64,
}

impl SearchFunction for Solve {
    type Output = Solved;

    fn call<S, W>(self, game: S, weak: W) -> Solved
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let start = game.rules().start();
        let searcher =
            Searcher::new(game, Options { table: self.table, ..Options::default() }).expect("a table can be had");
        let mut solver = Solver::with_weak_form(searcher, weak, &start);
        let begun = Instant::now();
        let mut watch = |_: Solving<'_>| match begun.elapsed().as_secs_f64() > self.seconds {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let value = solver.solve(&mut watch).ok();
        let (nodes, seconds) = (solver.searcher().nodes(), begun.elapsed().as_secs_f64());
        let value = value.and_then(|value| {
            let line = solver.line(&mut |_| ControlFlow::Continue(())).ok()?;
            Some((value, line.first().map(ToString::to_string).unwrap_or_default()))
        });
        Solved { table: self.table, value, bounds: solver.bounds(), nodes, seconds }
    }
}

/// A row of a game's weak value: who wins, without distances.
fn weak_row(text: &mut String, game: impl Into<AnyGame>, seconds: f64, command: &str) {
    let game = game.into();
    let solver = AnySolver::new(&game.start(), Options { table: TABLE, ..Options::default() });
    let mut solver = solver.expect("a table can be had").expect("a game for two");
    let begun = Instant::now();
    let mut watch = |_: Solving<'_>| match begun.elapsed().as_secs_f64() > LONGER * seconds {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let value = solver.solve_weakly(&mut watch).map_or("not solved".to_string(), |value| value.to_string());
    let (nodes, seconds) = (solver.nodes(), begun.elapsed().as_secs_f64());
    let _ = writeln!(text, "| {game} | {value} | {nodes} | {seconds:.3} | `{command} --weak` |");
}

fn solve(game: impl Into<AnyGame>, seconds: f64) -> io::Result<Solved> {
    let game = game.into();
    let attempt = |table, seconds| game.call_search(Solve { table, seconds }).expect("a game for two");
    let mut solved = attempt(TABLE, seconds);
    if solved.value.is_none() {
        solved = attempt(LARGE_TABLE, LONGER * seconds);
    }
    let said = solved.value.as_ref().map_or("not solved".to_string(), |(value, mv)| format!("{value} by {mv}"));
    writeln!(io::stderr(), "{game}: {said}, {} positions, {:.2} s", solved.nodes, solved.seconds)?;
    Ok(solved)
}

/// The columns of a table's row after the game's name.
fn row(text: &mut String, solved: &Solved, command: &str) {
    let (value, mv) = match &solved.value {
        Some((value, mv)) => (value.to_string(), format!("`{}`", mv.replace('|', "\\|"))),
        None => (format!("not solved; nobody wins within {} plies", solved.bounds.plies), "".to_string()),
    };
    let table = if solved.table == TABLE { String::new() } else { format!(" --table {}", solved.table) };
    let _ = writeln!(text, "| {value} | {mv} | {} | {:.3} | `{command}{table}` |", solved.nodes, solved.seconds);
}

const COLUMNS: &str = "value | first move | positions | seconds | command |\n|---|---|---|---|---|---|\n";

fn main() -> io::Result<()> {
    let seconds = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5.0);
    let mut text = format!(
        "# Solved games\n\n\
         The tables list the values of games for the side that begins, under best play by both. `win in 3` means that it wins \
         within three plies, whatever the other side plays. The first move is the first one, in the order of moves, that keeps \
         the value. Two passes in a row count as a draw; the documentation of `gridlaw::search` explains why. \
         [solve.md](solve.md) explains the commands.\n\n\
         This page is the output of `nice cargo run -p gridlaw-programs --release --example solved -- {seconds}`: one thread, a table of \
         {TABLE} MiB, {seconds} seconds per game. Games that were not solved had {LONGER} times as many seconds and a table of \
         {LARGE_TABLE} MiB. Seconds are those of a shared machine; numbers of positions are exact and repeat. The command of a \
         row prints the value with a whole line of best play.\n\n\
         ## Breakdown\n\n\
         ![values of all boards up to {SIDE}×{SIDE}](solved.svg)\n\n\
         A panel for every stick length *k* and square side *q*, a cell for every board: columns are widths, rows are heights. \
         Green: black wins, with the number of plies. Red: white wins. Gray: a draw. White: not solved.\n\n"
    );
    let mut cells = Vec::new();
    let mut table = format!("| game | {COLUMNS}");
    for (stick, square) in (1..=LENGTH).flat_map(|stick| (1..=LENGTH).map(move |square| (stick, square))) {
        for (width, height) in (1..=SIDE).flat_map(|width| (1..=SIDE).map(move |height| (width, height))) {
            let parameters = breakdown::Parameters::new(width, height, stick, square).expect("numbers of a game");
            let solved = solve(parameters, seconds)?;
            let command = format!("gridlaw solve breakdown -w {width} -h {height} -k {stick} -q {square}");
            let _ = write!(table, "| {parameters} ");
            row(&mut table, &solved, &command);
            cells.push(([width, height, stick, square], solved.value.map(|(value, _)| value)));
        }
    }
    let fallen = cells.iter().filter(|(_, value)| value.is_some()).count();
    let _ =
        write!(text, "{fallen} of {} games are solved.\n\n## Connect4 and Jump61\n\n| game | {COLUMNS}", cells.len());
    for size in 4..=5 {
        let solved = solve(connect4::Parameters::new(size).expect("a size"), seconds)?;
        let _ = write!(text, "| connect4 {size}x{size} ");
        row(&mut text, &solved, &format!("gridlaw solve connect4 --size {size}"));
    }
    for size in 2..=4 {
        let solved = solve(jump61::Parameters::new(size).expect("a size"), seconds)?;
        let _ = write!(text, "| jump61 {size}x{size} ");
        row(&mut text, &solved, &format!("gridlaw solve jump61 --size {size}"));
    }
    text.push_str(
        "\n## Who wins, without distances\n\n| game | value | positions | seconds | command |\n|---|---|---|---|---|\n",
    );
    for size in 4..=5 {
        let game = connect4::Parameters::new(size).expect("a size");
        weak_row(&mut text, game, seconds, &format!("gridlaw solve connect4 --size {size}"));
    }
    for size in 2..=4 {
        let game = jump61::Parameters::new(size).expect("a size");
        weak_row(&mut text, game, seconds, &format!("gridlaw solve jump61 --size {size}"));
    }
    let _ = write!(text, "\n## Every Breakdown board up to {SIDE}×{SIDE}\n\n{table}");
    fs::write("docs/solved.md", text)?;
    fs::write("docs/solved.svg", picture(&cells))
}

/// The table of Breakdown as a picture.
fn picture(cells: &[([u32; 4], Option<Value>)]) -> String {
    const CELL: u32 = 26;
    let panel = CELL * SIDE + 44;
    let side = panel * LENGTH + 20;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" font-family=\"sans-serif\" \
         font-size=\"11\" text-anchor=\"middle\">\n<rect width=\"{side}\" height=\"{side}\" fill=\"#ffffff\"/>\n"
    );
    let origin = |stick: u32, square: u32| (20 + panel * (square - 1) + 14, 20 + panel * (stick - 1) + 24);
    for (stick, square) in (1..=LENGTH).flat_map(|stick| (1..=LENGTH).map(move |square| (stick, square))) {
        let (left, top) = origin(stick, square);
        let middle = left + CELL * SIDE / 2;
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\" font-weight=\"bold\">k{stick} q{square}</text>", top - 18);
        for number in 1..=SIDE {
            let at = CELL * number - CELL / 2;
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"#777\">{number}</text>", left + at, top - 4);
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"#777\">{number}</text>", left - 8, top + at + 4);
        }
    }
    for &([width, height, stick, square], value) in cells {
        let (left, top) = origin(stick, square);
        let (x, y) = (left + CELL * (width - 1), top + CELL * (height - 1));
        let (fill, label) = match value {
            None => ("#ffffff", "?".to_string()),
            Some(Value::Draw) => ("#d0d0d0", "".to_string()),
            Some(Value::Win(plies)) => ("#7fc97f", plies.to_string()),
            Some(Value::Loss(plies)) => ("#f4887c", plies.to_string()),
        };
        let size = CELL - 1;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" fill=\"{fill}\" stroke=\"#999\" stroke-width=\"0.5\"/>"
        );
        if !label.is_empty() {
            let (x, y) = (x + size / 2, y + size / 2 + 4);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{label}</text>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}
