//! A `candy` with planted faults.

use std::io::BufRead;

use serde_json::{Value, json};

use crate::misbehave;

/// The names of the faults.
pub(crate) const FAULTS: &[&str] = &[
    "threes-first",
    "rows-first",
    "gravity-each-template",
    "no-second-step",
    "counts-zero-states",
    "states-below-zero",
    "offset-wrapped",
    "extension-never-wraps",
    "illegal-swap",
    "moves-not-counted",
    "score-per-template",
    "resets-state",
    "never-settles-first",
    "hundred-steps",
    "settles-for-ever",
    "type-from-top",
    "not-saved",
    "says-won",
    "bad-file-crashes",
    "bad-file-saved",
    "status",
    "hang",
    "crash",
    "flood",
];

struct Program<'f> {
    fault: &'f str,
    rows: usize,
    columns: usize,
    /// -1 for an empty square; row 0 is the bottom.
    board: Vec<Vec<i64>>,
    states: Vec<Vec<i64>>,
    extension: Vec<Vec<i64>>,
    offsets: Vec<usize>,
    moves: i64,
    score: i64,
}

fn table(value: &Value, read: impl Fn(&Value) -> i64) -> Vec<Vec<i64>> {
    let columns = value["columns"].as_u64().expect("columns") as usize;
    let data: Vec<i64> = value["data"].as_array().expect("data").iter().map(read).collect();
    data.chunks(columns).map(<[i64]>::to_vec).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// Whether a definition is valid. This program checks only a part of it.
fn is_valid(game: &Value) -> bool {
    let definition = &game["gamedef"];
    let colors = definition["colors"].as_u64();
    let is_table = |table: &Value, most: Option<u64>| {
        let (rows, columns) = (table["rows"].as_u64(), table["columns"].as_u64());
        let data = table["data"].as_array();
        let fits = |value: &Value| value.as_u64().is_some_and(|value| most.is_none_or(|most| value < most));
        data.is_some_and(|data| {
            data.iter().all(fits)
                && rows.zip(columns).is_some_and(|(rows, columns)| rows * columns == data.len() as u64)
        })
    };
    colors.is_some()
        && is_table(&definition["extensioncolor"], colors)
        && is_table(&definition["boardstate"], None)
        && definition["extensioncolor"]["columns"] == definition["boardstate"]["columns"]
}

pub(crate) fn main(fault: &str, arguments: &[String]) -> u8 {
    if fault != "none" && !FAULTS.contains(&fault) {
        eprintln!("there is no such fault");
        return 2;
    }
    let [file, rest @ ..] = arguments else { return 2 };
    let out = if let [.., out] = rest { out } else { "test.out" };
    let text = std::fs::read_to_string(file).expect("a game file");
    let game: Option<Value> = serde_json::from_str(&text).ok();
    let Some(mut game) = game.filter(|game| fault == "bad-file-crashes" || is_valid(game)) else {
        if fault == "bad-file-crashes" {
            misbehave::crash();
        }
        if fault == "bad-file-saved" {
            std::fs::write(out, "{}").expect("the game is saved");
        }
        eprintln!("error: {file}: no game");
        return 1;
    };
    let definition = &game["gamedef"];
    let states = table(&definition["boardstate"], number);
    let (rows, columns) = (states.len(), states[0].len());
    let mut program = Program {
        fault,
        rows,
        columns,
        board: vec![vec![-1; columns]; rows],
        states,
        extension: table(&definition["extensioncolor"], number),
        offsets: vec![0; columns],
        moves: 0,
        score: 0,
    };
    if let Some(state) = game.get("gamestate").filter(|_| fault != "resets-state") {
        program.board = table(&state["boardcandies"], |candy| number(&candy["color"]));
        program.states = table(&state["boardstate"], number);
        program.moves = number(&state["movesmade"]);
        program.score = number(&state["currentscore"]);
        program.offsets = state["extensionoffset"]
            .as_array()
            .expect("offsets")
            .iter()
            .map(|offset| number(offset) as usize)
            .collect();
    }
    program.fall();
    if fault != "never-settles-first" {
        program.settle();
    }
    program.play();
    let flat = |table: &[Vec<i64>]| table.concat();
    let offset = |&offset: &usize| if fault == "offset-wrapped" { offset % program.extension.len() } else { offset };
    game["gamestate"] = json!({
        "boardcandies": {"rows": rows, "columns": columns, "data": flat(&program.board).iter().map(|color| json!({"color": color, "type": 0})).collect::<Vec<_>>()},
        "boardstate": {"rows": rows, "columns": columns, "data": flat(&program.states)},
        "movesmade": program.moves,
        "currentscore": program.score,
        "extensionoffset": program.offsets.iter().map(offset).collect::<Vec<_>>(),
    });
    if fault != "not-saved" {
        std::fs::write(out, game.to_string()).expect("the game is saved");
    }
    if fault == "status" { 4 } else { 0 }
}

impl Program<'_> {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn fall(&mut self) {
        for col in 0..self.columns {
            let mut candies: Vec<i64> =
                (0..self.rows).map(|row| self.board[row][col]).filter(|&color| color >= 0).collect();
            while candies.len() < self.rows {
                let rows = self.extension.len();
                let offset = self.offsets[col];
                let row = if self.is("extension-never-wraps") { offset.min(rows - 1) } else { offset % rows };
                candies.push(self.extension[row][col]);
                self.offsets[col] += 1;
            }
            for (row, color) in candies.into_iter().enumerate() {
                self.board[row][col] = color;
            }
        }
    }

    /// The squares of a template at a place, if the template matches there.
    fn matches(&self, row: usize, col: usize, length: usize, vertical: bool) -> Option<Vec<(usize, usize)>> {
        let squares: Vec<(usize, usize)> =
            (0..length).map(|step| if vertical { (row + step, col) } else { (row, col + step) }).collect();
        let &(last_row, last_col) = squares.last()?;
        if last_row >= self.rows || last_col >= self.columns {
            return None;
        }
        let color = self.board[row][col];
        (color >= 0 && squares.iter().all(|&(row, col)| self.board[row][col] == color)).then_some(squares)
    }

    fn explode(&mut self, squares: &[(usize, usize)]) {
        for &(row, col) in squares {
            self.board[row][col] = -1;
            let state = &mut self.states[row][col];
            if *state > 0 {
                *state -= 1;
                self.score += 1;
            } else if self.fault == "counts-zero-states" {
                self.score += 1;
            }
        }
        if self.is("score-per-template") {
            self.score += 1;
        }
    }

    fn step(&mut self) -> bool {
        let order: [(usize, bool); 4] = match self.fault {
            "threes-first" => [(3, true), (3, false), (4, true), (4, false)],
            "rows-first" => [(4, false), (4, true), (3, false), (3, true)],
            _ => [(4, true), (4, false), (3, true), (3, false)],
        };
        let mut fired = false;
        for (length, vertical) in order {
            for row in 0..self.rows {
                let row = if self.is("type-from-top") { self.rows - 1 - row } else { row };
                for col in 0..self.columns {
                    if let Some(squares) = self.matches(row, col, length, vertical) {
                        self.explode(&squares);
                        fired = true;
                    }
                }
            }
            if self.is("gravity-each-template") {
                self.fall();
            }
        }
        self.fall();
        fired
    }

    fn settle(&mut self) {
        let steps = match self.fault {
            "hundred-steps" => 100,
            "settles-for-ever" => u64::MAX,
            _ => 1000,
        };
        for _ in 0..steps {
            if !self.step() || self.is("no-second-step") {
                return;
            }
        }
    }

    fn matches_anywhere(&self) -> bool {
        (0..self.rows).any(|row| {
            (0..self.columns)
                .any(|col| [true, false].iter().any(|&vertical| self.matches(row, col, 3, vertical).is_some()))
        })
    }

    fn is_won(&self) -> bool {
        self.states.iter().flatten().all(|&state| state <= 0)
    }

    fn play(&mut self) {
        let mut told = false;
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if !told && self.is_won() {
                println!("You have won!");
                told = true;
            }
            if line.trim() == "q" {
                return;
            }
            if line.trim().is_empty() {
                continue;
            }
            println!("{}", if self.swap(&line).is_some() { "ok" } else { "illegal" });
            match (self.fault, self.moves) {
                ("hang", 2) => misbehave::hang(),
                ("crash", 2) => misbehave::crash(),
                ("flood", 2) => misbehave::flood(),
                _ => {}
            }
        }
        if !told && self.is_won() || self.is("says-won") {
            println!("You have won!");
        }
    }

    fn swap(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [row, col, direction] = words[..] else { return None };
        let (row, col): (i64, i64) = (row.parse().ok()?, col.parse().ok()?);
        let (down, across) = match direction {
            "U" => (1, 0),
            "D" => (-1, 0),
            "R" => (0, 1),
            "L" => (0, -1),
            _ => return None,
        };
        let place = |row: i64, col: i64| -> Option<(usize, usize)> {
            let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
            (row < self.rows && col < self.columns).then_some((row, col))
        };
        let (one, other) = (place(row, col)?, place(row + down, col + across)?);
        let exchange = |board: &mut Vec<Vec<i64>>| {
            let kept = board[one.0][one.1];
            board[one.0][one.1] = board[other.0][other.1];
            board[other.0][other.1] = kept;
        };
        exchange(&mut self.board);
        if !self.matches_anywhere() && !self.is("illegal-swap") {
            exchange(&mut self.board);
            return None;
        }
        if !self.is("moves-not-counted") {
            self.moves += 1;
        }
        self.settle();
        if self.is("states-below-zero") {
            self.states[one.0][one.1] = (self.states[one.0][one.1] - 1).max(0);
        }
        Some(())
    }
}
