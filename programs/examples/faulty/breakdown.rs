//! A `play` of Breakdown with planted faults.

use std::io::{BufRead, Write};

use crate::misbehave;

/// The names of the faults.
pub(crate) const FAULTS: &[&str] = &[
    "black-first",
    "mover-first",
    "own-square-only",
    "short-fall",
    "tall-columns-float",
    "right-edge",
    "sticks-out",
    "labels-past-9",
    "labels-past-z",
    "no-full-draw",
    "no-dead-draw",
    "early-draw",
    "empty-judged",
    "square-at-edge",
    "square-off-by-one",
    "leftmost-support",
    "slips-under",
    "vertical-slips-under",
    "no-pass",
    "invalid-passes-turn",
    "no-room-passes-turn",
    "last-row",
    "word-border",
    "one-kind-for-single-cells",
    "wrong-column-letters",
    "hang",
    "crash",
    "flood",
    "status",
    "goes-on",
    "no-final-board",
    "no-result",
    "hang-at-end-of-input",
    "child",
    "closes-output",
    "no-utf8",
    "prompt-words",
    "no-blank-line",
    "spaced-cells",
    "option-order",
    "neither-accepted",
    "neither-crashes",
    "both-accepted",
    "both-crashes",
    "unknown-accepted",
    "unknown-crashes",
    "false-win",
];

struct Program<'f> {
    fault: &'f str,
    width: usize,
    height: usize,
    stick: usize,
    square: usize,
    board: Vec<Vec<char>>,
    black: bool,
}

pub(crate) fn main(fault: &str, arguments: &[String]) -> u8 {
    if fault != "none" && !FAULTS.contains(&fault) {
        eprintln!("there is no such fault");
        return 2;
    }
    if let Some(status) = refuse(fault, arguments) {
        return status;
    }
    let number = |name: &str| -> usize {
        let at = arguments.iter().position(|word| word == name).expect("a number is missing");
        arguments[at + 1].parse().expect("a number")
    };
    let (width, height) = (number("-w"), number("-h"));
    let mut program = Program {
        fault,
        width,
        height,
        stick: number("-k"),
        square: number("-q"),
        board: vec![vec!['.'; width]; height],
        black: true,
    };
    if fault == "child" {
        misbehave::leave_a_child();
    }
    program.play()
}

/// The exit status if the options are wrong, `None` if they are right.
fn refuse(fault: &str, arguments: &[String]) -> Option<u8> {
    let forms = arguments.iter().filter(|word| ["-m", "-b"].contains(&&word[..])).count();
    let is_unknown = arguments.iter().any(|word| word == "-x");
    match fault {
        "neither-crashes" if forms == 0 => misbehave::crash(),
        "both-crashes" if forms == 2 => misbehave::crash(),
        "unknown-crashes" if is_unknown => misbehave::crash(),
        "neither-accepted" if forms == 0 => return None,
        "both-accepted" if forms == 2 => return None,
        "unknown-accepted" if is_unknown => return None,
        _ => {}
    }
    let is_out_of_order = fault == "option-order" && arguments.first().is_some_and(|word| word != "-w");
    (forms != 1 || is_unknown || is_out_of_order).then(|| {
        eprintln!("usage: play -w W -h H -k K -q Q (-m | -b)");
        2
    })
}

impl Program<'_> {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn label(&self, index: usize) -> char {
        match index {
            0..10 => (b'0' + index as u8).into(),
            10.. if self.is("labels-past-9") => '?',
            10..36 => (b'A' + (index - 10) as u8).into(),
            36.. if self.is("labels-past-z") => '?',
            36..62 => (b'a' + (index - 36) as u8).into(),
            _ => '?',
        }
    }

    fn show(&self) {
        let mut text = "  ".to_string();
        (0..self.width).for_each(|col| text.push(self.label(col)));
        text.push_str(if self.is("no-blank-line") { "\n" } else { "\n\n" });
        for (row, cells) in self.board.iter().enumerate() {
            let apart = if self.is("spaced-cells") { " " } else { "" };
            let cells = cells.iter().map(char::to_string).collect::<Vec<_>>().join(apart);
            text.push_str(&format!("{} {cells}\n", self.label(row)));
        }
        print!("{text}");
        if self.is("no-utf8") && !self.black {
            let _ = std::io::stdout().write_all(b"\xff\xfe\xc3");
        }
    }

    fn play(&mut self) -> u8 {
        self.show();
        if self.is("empty-judged") && self.cannot_drop() {
            println!("Draw.");
            return 0;
        }
        let mut breakdowns = 0;
        loop {
            let ask = if self.is("prompt-words") { " to move" } else { "" };
            print!("{}{ask}: ", if self.black { "Black" } else { "White" });
            let Some(kind) = self.ask() else { return self.end_of_input() };
            if !"|-!".contains(kind) {
                println!("Invalid input.");
                if self.is("invalid-passes-turn") {
                    self.black = !self.black;
                }
                continue;
            }
            let moved = if kind == '!' {
                breakdowns += 1;
                match self.fault {
                    "hang" if breakdowns == 2 => misbehave::hang(),
                    "flood" if breakdowns == 2 => misbehave::flood(),
                    _ => {}
                }
                let moved = self.fall();
                moved || !self.is("no-pass")
            } else {
                print!("Column: ");
                let Some(name) = self.ask() else { return self.end_of_input() };
                let Some(col) = self.column(name) else {
                    println!("Invalid input.");
                    continue;
                };
                if self.is("one-kind-for-single-cells") && self.stick == 1 && kind == '-' {
                    println!("Invalid input.");
                    continue;
                }
                let moved = if kind == '|' { self.drop_vertical(col) } else { self.drop_horizontal(col) };
                if !moved && self.is("crash") {
                    misbehave::crash();
                }
                moved
            };
            if !moved {
                println!("No room there.");
                if self.is("no-room-passes-turn") {
                    self.black = !self.black;
                }
                continue;
            }
            let mover = self.black;
            self.black = !self.black;
            let pieces = self.board.iter().flatten().filter(|&&cell| cell != '.').count();
            let told = self.result(mover).or_else(|| (self.is("false-win") && pieces > 6).then_some("White wins!"));
            if told.is_none() || !self.is("no-final-board") {
                self.show();
            }
            let Some(result) = told else { continue };
            match self.fault {
                "no-result" => println!("Game over."),
                "closes-output" if result == "Draw." => {}
                _ => println!("{result}"),
            }
            match self.fault {
                "goes-on" if result == "White wins!" => continue,
                "status" if result == "Draw." => return 3,
                _ => return 0,
            }
        }
    }

    fn end_of_input(&self) -> u8 {
        if self.is("hang-at-end-of-input") {
            misbehave::hang();
        }
        let _ = std::io::stdout().flush();
        eprintln!("End of input.");
        1
    }

    fn ask(&self) -> Option<char> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if std::io::stdin().lock().read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if !text.is_empty() {
                return Some(if text.chars().count() == 1 { text.chars().next()? } else { '?' });
            }
        }
    }

    fn column(&self, name: char) -> Option<usize> {
        if self.is("wrong-column-letters") && name.is_ascii_lowercase() {
            return self.column(name.to_ascii_uppercase());
        }
        (0..self.width.min(62)).find(|&col| match col {
            0..10 => name == (b'0' + col as u8) as char,
            10..36 => name == (b'A' + (col - 10) as u8) as char,
            _ => name == (b'a' + (col - 36) as u8) as char,
        })
    }

    fn empty_from_top(&self, col: usize) -> usize {
        (0..self.height).take_while(|&row| self.board[row][col] == '.').count()
    }

    /// The row below the lowest empty cell, for sticks that slip under an overhang.
    fn lowest_empty(&self, col: usize) -> usize {
        (0..self.height).rev().find(|&row| self.board[row][col] == '.').map_or(0, |row| row + 1)
    }

    fn piece(&self) -> char {
        if self.black { '*' } else { 'o' }
    }

    fn vertical_end(&self, col: usize) -> Option<usize> {
        let mut end = self.empty_from_top(col);
        if self.is("vertical-slips-under") {
            let lowest = self.lowest_empty(col);
            if lowest >= self.stick && (lowest - self.stick..lowest).all(|row| self.board[row][col] == '.') {
                end = lowest;
            }
        }
        if self.is("last-row") && end == self.height && self.height > 3 {
            end -= 1;
        }
        (end >= self.stick).then_some(end)
    }

    fn drop_vertical(&mut self, col: usize) -> bool {
        let Some(end) = self.vertical_end(col) else { return false };
        for row in end - self.stick..end {
            self.board[row][col] = self.piece();
        }
        true
    }

    fn horizontal_end(&self, col: usize) -> Option<usize> {
        let last = col + self.stick;
        let most = if self.is("right-edge") && self.width > self.stick { self.width - 1 } else { self.width };
        if last > most && !(self.is("sticks-out") && last == self.width + 1) {
            return None;
        }
        let last = last.min(self.width);
        if self.is("leftmost-support") {
            let end = self.empty_from_top(col);
            return (end > 0 && (col..last).all(|col| self.board[end - 1][col] == '.')).then_some(end);
        }
        let mut end = (col..last).map(|col| self.empty_from_top(col)).min()?;
        if self.is("slips-under") && end > 0 {
            let under = |end: usize| (col..last).all(|col| self.board[end - 1][col] == '.');
            end = (end..=self.height).rev().find(|&end| under(end)).unwrap_or(end);
        }
        (end > 0).then_some(end)
    }

    fn drop_horizontal(&mut self, col: usize) -> bool {
        let Some(end) = self.horizontal_end(col) else { return false };
        for col in col..(col + self.stick).min(self.width) {
            self.board[end - 1][col] = self.piece();
        }
        true
    }

    fn fall(&mut self) -> bool {
        let before = self.board.clone();
        for col in 0..self.width {
            let pieces: Vec<char> =
                (0..self.height).map(|row| self.board[row][col]).filter(|&cell| cell != '.').collect();
            if self.is("tall-columns-float") && pieces.len() > 3 {
                continue;
            }
            if self.is("short-fall") {
                // Every piece falls by one row.
                for row in (0..self.height.saturating_sub(1)).rev() {
                    if self.board[row + 1][col] == '.' {
                        self.board[row + 1][col] = self.board[row][col];
                        self.board[row][col] = '.';
                    }
                }
                continue;
            }
            if self.is("word-border") && (self.width * (self.height - 1) + col) == 16 {
                continue;
            }
            let air = self.height - pieces.len();
            for row in 0..self.height {
                self.board[row][col] = if row < air { '.' } else { pieces[row - air] };
            }
        }
        self.board != before
    }

    fn owns_square(&self, piece: char) -> bool {
        let side = if self.is("square-off-by-one") { self.square + 1 } else { self.square };
        let edge = usize::from(self.is("square-at-edge"));
        (0..self.height).any(|top| {
            (0..self.width).any(|left| {
                top + side <= self.height
                    && left + side + edge <= self.width
                    && (top..top + side).all(|row| (left..left + side).all(|col| self.board[row][col] == piece))
            })
        })
    }

    fn cannot_drop(&self) -> bool {
        (0..self.width).all(|col| self.vertical_end(col).is_none() && self.horizontal_end(col).is_none())
    }

    fn is_loose(&self) -> bool {
        (0..self.width)
            .any(|col| (1..self.height).any(|row| self.board[row - 1][col] != '.' && self.board[row][col] == '.'))
    }

    fn result(&self, black_moved: bool) -> Option<&'static str> {
        let (black, white) = (self.owns_square('*'), self.owns_square('o'));
        match self.fault {
            "black-first" if black => return Some("Black wins!"),
            "mover-first" if black && white => return Some(if black_moved { "Black wins!" } else { "White wins!" }),
            "own-square-only" if black != white && black != black_moved => return None,
            _ => {}
        }
        if black && white {
            return Some("Draw.");
        }
        if black || white {
            return Some(if black { "Black wins!" } else { "White wins!" });
        }
        let full = self.board.iter().flatten().all(|&cell| cell != '.');
        if full && !self.is("no-full-draw") {
            return Some("Draw.");
        }
        let dead = self.cannot_drop() && (self.is("early-draw") || !self.is_loose());
        let unseen = self.is("no-dead-draw") && !full || self.is("no-full-draw") && full;
        (dead && !unseen).then_some("Draw.")
    }
}
