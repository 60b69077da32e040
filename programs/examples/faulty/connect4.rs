//! A `connect4` with planted faults.

use std::io::{BufRead, Write};

use crate::misbehave;

/// The names of the faults.
pub(crate) const FAULTS: &[&str] = &[
    "one-diagonal",
    "no-last-to-place",
    "full-board-only",
    "exactly-four",
    "stops-short",
    "slides-through-center",
    "forfeit-asks-again",
    "forfeit-overwrites",
    "wrong-winner",
    "labels-shifted",
    "spaced-display",
    "center-of-odd-boards",
    "bot-forfeits",
    "bot-misses-wins",
    "false-win",
    "hangs-on-forfeit",
    "lower-case-refused",
    "status",
    "hang",
    "crash",
    "flood",
];

struct Program<'f> {
    fault: &'f str,
    size: usize,
    board: Vec<Vec<char>>,
}

pub(crate) fn main(fault: &str, arguments: &[String]) -> u8 {
    if fault != "none" && !FAULTS.contains(&fault) {
        eprintln!("there is no such fault");
        return 2;
    }
    let option = |name: &str| {
        let at = arguments.iter().position(|word| word == name)?;
        arguments.get(at + 1)?.parse::<usize>().ok()
    };
    let Some(size) = option("--size").or_else(|| number("Enter board size: ")) else { return 1 };
    let Some(kind) = option("--type").or_else(|| number("Choose game type: ")) else { return 1 };
    let mut board = vec![vec!['.'; size]; size];
    let middle = size / 2;
    board[middle][middle] = '#';
    if size % 2 == 0 || fault == "center-of-odd-boards" {
        board[middle - 1][middle - 1] = '#';
        board[middle][middle - 1] = '#';
        board[middle - 1][middle] = '#';
    }
    Program { fault, size, board }.play(kind == 2)
}

fn ask(prompt: &str) -> Option<String> {
    print!("{prompt}");
    let _ = std::io::stdout().flush();
    let mut line = Vec::new();
    match std::io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(read) if read > 0 => Some(String::from_utf8_lossy(&line).trim().to_string()),
        _ => None,
    }
}

fn number(prompt: &str) -> Option<usize> {
    loop {
        if let Ok(number) = ask(prompt)?.parse() {
            return Some(number);
        }
    }
}

impl Program<'_> {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn show(&self) {
        let label = |at: usize| if self.is("labels-shifted") { (at + 1) % 10 } else { at };
        let labels: String = (0..self.size).map(|at| label(at).to_string()).collect();
        println!("--{}--\n--{labels}--", "N".repeat(self.size));
        for (row, cells) in self.board.iter().enumerate() {
            let apart = if self.is("spaced-display") { " " } else { "" };
            let cells = cells.iter().map(char::to_string).collect::<Vec<_>>().join(apart);
            println!("W{}{cells}{}E", label(row), label(row));
        }
        println!("--{labels}--\n--{}--", "S".repeat(self.size));
    }

    /// The cells of an entry's row or column, from the entry's edge on.
    fn way(&self, side: char, at: usize) -> Vec<(usize, usize)> {
        let last = self.size - 1;
        (0..self.size)
            .map(|step| match side {
                'N' => (step, at),
                'S' => (last - step, at),
                'W' => (at, step),
                _ => (at, last - step),
            })
            .collect()
    }

    fn add(&mut self, side: char, at: usize, token: char) -> Option<(usize, usize)> {
        let way = self.way(side, at);
        let is_free = |program: &Program<'_>, &(row, col): &(usize, usize)| {
            let cell = program.board[row][col];
            cell == '.' || cell == '#' && program.is("slides-through-center")
        };
        let free = way.iter().take_while(|place| is_free(self, place)).count();
        let end = match free {
            0 if self.is("forfeit-overwrites") => 1,
            0 => return None,
            free if free > 1 && free == self.size && self.is("stops-short") => free - 1,
            free => free,
        };
        let end = (1..=end).rev().find(|&end| self.board[way[end - 1].0][way[end - 1].1] != '#')?;
        let (row, col) = way[end - 1];
        self.board[row][col] = token;
        Some((row, col))
    }

    fn is_over(&self, row: usize, col: usize) -> bool {
        let token = self.board[row][col];
        let at = |row: i64, col: i64| {
            let inside = row >= 0 && col >= 0 && row < self.size as i64 && col < self.size as i64;
            inside && self.board[row as usize][col as usize] == token
        };
        for (down, across) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            if self.is("one-diagonal") && (down, across) == (1, -1) {
                continue;
            }
            let run = |sign: i64| {
                (1..).take_while(|&step| at(row as i64 + sign * step * down, col as i64 + sign * step * across)).count()
            };
            let length = 1 + run(1) + run(-1);
            if length == 4 || length > 4 && !self.is("exactly-four") {
                return true;
            }
        }
        let last = self.size - 1;
        let edge = |row: usize, col: usize| row == 0 || col == 0 || row == last || col == last;
        let free =
            |row: usize, col: usize| self.board[row][col] == '.' && (self.is("full-board-only") || edge(row, col));
        let any = (0..self.size).any(|row| (0..self.size).any(|col| free(row, col)));
        !any && !self.is("no-last-to-place")
    }

    fn bot(&mut self) -> (char, usize) {
        let mut free = Vec::new();
        for side in ['N', 'E', 'S', 'W'] {
            for at in 0..self.size {
                let (row, col) = self.way(side, at)[0];
                let is_free = self.board[row][col] == '.';
                if is_free != self.is("bot-forfeits") {
                    free.push((side, at));
                }
            }
        }
        if !self.is("bot-misses-wins") {
            for &(side, at) in &free {
                let before = self.board.clone();
                let wins = self.add(side, at, 'O').is_some_and(|(row, col)| self.is_over(row, col));
                self.board = before;
                if wins {
                    return (side, at);
                }
            }
        }
        free.first().copied().unwrap_or(('N', 0))
    }

    fn play(&mut self, bot: bool) -> u8 {
        let mut player = 0;
        let mut moves = 0;
        loop {
            self.show();
            let (side, at) = if bot && player == 1 {
                self.bot()
            } else {
                let Some(text) = ask(&format!("Player {}: enter move [side/position]: ", player + 1)) else {
                    eprintln!("End of input.");
                    return 1;
                };
                if self.is("lower-case-refused") && text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                    continue;
                }
                let text = text.to_uppercase();
                let mut letters = text.chars();
                match (letters.next(), letters.next().and_then(|digit| digit.to_digit(10)), letters.next()) {
                    (Some(side @ ('N' | 'E' | 'S' | 'W')), Some(at), None) if (at as usize) < self.size => {
                        (side, at as usize)
                    }
                    _ => continue,
                }
            };
            let placed = self.add(side, at, ['X', 'O'][player]);
            moves += usize::from(placed.is_some());
            match (self.fault, moves) {
                ("hang", 4) => misbehave::hang(),
                ("crash", 4) => misbehave::crash(),
                ("flood", 4) => misbehave::flood(),
                _ => {}
            }
            if placed.is_none() && self.is("hangs-on-forfeit") {
                misbehave::hang();
            }
            if placed.is_none() && self.is("forfeit-asks-again") {
                continue;
            }
            if placed.is_some_and(|(row, col)| self.is_over(row, col)) {
                self.show();
                let winner = if self.is("wrong-winner") { 2 - player } else { player + 1 };
                println!("Game over! Congratulations! Winner is Player {winner}");
                return if self.is("status") { 7 } else { 0 };
            }
            if self.is("false-win") && moves == 5 {
                self.show();
                println!("Game over! Congratulations! Winner is Player 2");
                return 0;
            }
            player = 1 - player;
        }
    }
}
