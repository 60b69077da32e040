//! The page of solved games, from the tables.

use std::fmt::Write as _;

use gridlaw::games::AnyGame;
use gridlaw::search::weak::WeakValue;

use crate::tables::{Check, LENGTH, Row, SIDE, Table};

/// The most positions of a board that the page leaves out as trivial.
const TRIFLE: u64 = 100;

const INTRODUCTION: &str = "\
# Solved games

Values of games for the side that begins, under best play by both: `win`, `loss`, `draw`, or `open`
if they are not known. Two passes in a row count as a draw; the documentation of `gridlaw::search`
explains why. [solve.md](solve.md) explains the commands that find values.

The values are data: [breakdown.csv](../data/solved/breakdown.csv),
[connect4.csv](../data/solved/connect4.csv), [jump61.csv](../data/solved/jump61.csv) and
[fitz.csv](../data/solved/fitz.csv), a row a game after a header. This page and its picture are
written from them, and a test holds them together.

| column | content |
|---|---|
| `w`, `h`, `k`, `q`; `size`; `rows`, `cols` | the numbers of the game, as on the command line; Fitz has the two tiles of its document |
| `value` | `win`, `loss`, `draw` or `open` |
| `nodes` | positions searched for the value, or in vain |
| `plies` | plies until the win or loss under best play; empty if open, and for draws |
| `plies_nodes` | positions searched for the value and the plies, or in vain |
| `table` | size of the transposition table in MiB |
| `checked` | how the value was found again: see [below](#how-values-are-checked) |

`gridlaw solve GAME … --weak --table MIB` repeats a row: one thread, the same value and the same
number of positions on every machine. So the row of Connect4 6×6 was made, in 23 minutes; two threads
had found the same value before, in another order. All other rows come from

```text
$ nice cargo run -p gridlaw-programs --release --example solved -- --threads 2
```

which solves what is open, row by row, and can be killed at any moment: it goes on when it is started
again. `--nodes N` and `--distance N` limit the positions for a value and for the plies. The files are
the same to the byte whatever the number of threads, and whether or not the command was killed. The
hardest games come last. Here the limits were 200 million and 20 million, except where a row that is
open says less; for the values of Breakdown the limit was 400 million at last.

";

/// Observations about the values of Breakdown. The tests check every sentence against the rows.
const NOTICED: &str = "
What is noticed:

- **Nobody loses by beginning.** Black may pass on the empty board, and is then the second side of the
  same game. So if the second side could force a win, so could black.
- **q1**: black's first stick is a square, so black wins in one ply on every board that a stick fits on,
  and all others are draws.
- **k1, q2 and more: all draws, by pairing.** A side that answers every drop by a drop in the same column,
  and passes if the column is full, makes sure that no column has two cells of one color on top of each
  other; a square of side 2 would need that. The second side answers so from the beginning, the first
  side once it has passed. Nothing hangs, so a breakdown changes nothing. This holds on boards of all
  sizes, whatever the search reached.
- **k2 q2: black wins in three plies on every board with w ≥ 3 and h ≥ 2**, and all others are draws. Black
  drops `|1`, which threatens `|0` and `|2`. Each of them completes a square, and no stick of length 2
  covers both columns 0 and 2. White has one stick and no square yet.
- **k3 and longer** do not follow from that: a stick of three cells or more on top of the first one covers
  both columns.
- **q3 and q4: every board is a draw.**

";

const CHECKS: &str = "
## How values are checked

The command finds a value again, in as many of these ways as are short enough, before it writes the
row, and stops if one of them disagrees.

- `retrograde`: retrograde analysis of all positions of the reference engine, up to 200,000 of them. The
  plies must be the same, too.
- `unfolded`: a search with other keys, which fold nothing: no symmetries, and no positions that count as
  one. Up to a million positions a question.
- `proof`: the reference engine walks through all replies to a book of moves, up to 20,000 positions a
  side, and must reach the goal in every end. Moves come from the solver, but the walk believes no table.
  A win is shown for one side, a draw for both.

";

/// The whole page.
pub(crate) fn page(tables: &[Table], solved: &[Vec<Row>]) -> String {
    let mut text = INTRODUCTION.to_string();
    for (table, rows) in tables.iter().zip(solved) {
        let known = rows.iter().filter(|row| row.value.is_some()).count();
        let name = table.kind.to_string();
        let _ = write!(text, "## {}{}\n\n", name[..1].to_uppercase(), &name[1..]);
        if rows.len() > 3 {
            let _ = write!(text, "{known} of {} games are solved.\n\n", rows.len());
        }
        match table.columns.len() {
            4 => breakdown(&mut text, table, rows),
            2 => by_rows_and_columns(&mut text, table, rows),
            _ => list(&mut text, table.games.iter().zip(rows)),
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text += CHECKS;
    text += "| check | games | of more than 100 positions |\n|---|--:|--:|\n";
    for check in Check::ALL {
        let rows = || solved.iter().flatten().filter(move |row| row.checked.contains(&check));
        let hard = rows().filter(|row| row.nodes > TRIFLE).count();
        let _ = writeln!(text, "| `{}` | {} | {hard} |", check.name(), rows().count());
    }
    text
}

fn breakdown(text: &mut String, table: &Table, rows: &[Row]) {
    let _ = write!(
        text,
        "![values of all boards up to {SIDE}×{SIDE}](solved.svg)\n\n\
         A panel for every stick length *k* and square side *q*, a cell for every board: columns are widths, rows are \
         heights.\nGreen: black wins, with the number of plies. Gray: a draw. White: open.\n\n\
         | sticks and squares | wins | draws | losses | open | longest win | most positions for a value |\n\
         |---|--:|--:|--:|--:|---|---|\n"
    );
    for (stick, square) in (1..=LENGTH).flat_map(|stick| (1..=LENGTH).map(move |square| (stick, square))) {
        let of = |(game, _): &(&AnyGame, &Row)| game.numbers()[2..] == [stick, square];
        let boards = || table.games.iter().zip(rows).filter(of);
        let count = |value| boards().filter(|(_, row)| row.value == value).count();
        let size = |game: &AnyGame| format!("{}×{}", game.numbers()[0], game.numbers()[1]);
        let longest =
            boards().filter(|(_, row)| row.plies.is_some()).min_by_key(|(_, row)| std::cmp::Reverse(row.plies));
        let longest = longest.map_or(String::new(), |(game, row)| {
            let plies = row.plies.unwrap_or_default();
            format!("{plies} {} on {}", if plies == 1 { "ply" } else { "plies" }, size(game))
        });
        let solved = boards().filter(|(_, row)| row.value.is_some());
        let hardest = solved.min_by_key(|(_, row)| std::cmp::Reverse(row.nodes));
        let hardest = hardest.map_or(String::new(), |(game, row)| format!("{} on {}", grouped(row.nodes), size(game)));
        let [win, draw, loss] = [WeakValue::Win, WeakValue::Draw, WeakValue::Loss].map(|value| count(Some(value)));
        let open = count(None);
        let _ = writeln!(text, "| k{stick} q{square} | {win} | {draw} | {loss} | {open} | {longest} | {hardest} |");
    }
    if rows.iter().any(|row| row.value.is_none()) {
        text.push_str("\nBoards that are still open:\n\n");
        list(text, table.games.iter().zip(rows).filter(|(_, row)| row.value.is_none()));
    }
    text.push_str(NOTICED);
    text.truncate(text.trim_end().len());
    text.push('\n');
}

/// A line for each game.
fn list<'a>(text: &mut String, rows: impl Iterator<Item = (&'a AnyGame, &'a Row)>) {
    text.push_str("| game | value | positions | positions with plies |\n|---|---|--:|--:|\n");
    for (game, row) in rows {
        let plies = match (row.value, row.plies) {
            (Some(WeakValue::Win | WeakValue::Loss), Some(plies)) => format!(" in {plies}"),
            (Some(WeakValue::Win | WeakValue::Loss), None) => ", plies open".to_string(),
            _ => String::new(),
        };
        let (nodes, with_plies) = (grouped(row.nodes), grouped(row.plies_nodes));
        let _ = writeln!(text, "| {game} | {}{plies} | {nodes} | {with_plies} |", row.value_text());
    }
}

/// A cell for each game: the value and the plies.
fn by_rows_and_columns(text: &mut String, table: &Table, rows: &[Row]) {
    text.push_str("| rows \\ columns |");
    for number in 1..=SIDE {
        let _ = write!(text, " {number} |");
    }
    let _ = write!(text, "\n|--:|{}", "---|".repeat(SIDE as usize));
    for (game, row) in table.games.iter().zip(rows) {
        if game.numbers()[1] == 1 {
            let _ = write!(text, "\n| **{}** |", game.numbers()[0]);
        }
        let plies = row.plies.map_or(String::new(), |plies| format!(" in {plies}"));
        let _ = write!(text, " {}{plies} |", row.value_text());
    }
    text.push('\n');
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
