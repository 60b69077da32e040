//! A `jump61` with planted faults.

use std::io::{BufRead, Write};

use crate::misbehave;

/// The names of the faults.
pub(crate) const FAULTS: &[&str] = &[
    "edges-like-corners",
    "color-kept",
    "wins-twice",
    "wins-in-other-words",
    "wins-without-end",
    "no-win",
    "turn-alternates-from-start",
    "opponents-square",
    "moves-while-stopped",
    "set-zero-keeps-color",
    "set-zero-without-spots",
    "set-one-too-many",
    "set-keeps-playing",
    "manual-keeps-playing",
    "quit-ignored",
    "short-words-refused",
    "dump-by-columns",
    "dump-unindented",
    "automatic-illegal",
    "automatic-untold",
    "automatic-waits",
    "automatic-weak",
    "error-stops-game",
    "false-win",
    "comment-plays",
    "size-11-accepted",
    "start-on-won",
    "status",
    "hang",
    "crash",
    "flood",
];

struct Program<'f> {
    fault: &'f str,
    size: usize,
    spots: Vec<Vec<u32>>,
    /// 0 for nobody, 1 for red, 2 for blue.
    owner: Vec<Vec<u8>>,
    playing: bool,
    automatic: [bool; 2],
    moves: usize,
    errors: usize,
}

pub(crate) fn main(fault: &str, _: &[String]) -> u8 {
    if fault != "none" && !FAULTS.contains(&fault) {
        eprintln!("there is no such fault");
        return 2;
    }
    let mut program = Program {
        fault,
        size: 6,
        spots: Vec::new(),
        owner: Vec::new(),
        playing: false,
        automatic: [false, true],
        moves: 0,
        errors: 0,
    };
    program.clear();
    program.run()
}

impl Program<'_> {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn clear(&mut self) {
        self.spots = vec![vec![1; self.size]; self.size];
        self.owner = vec![vec![0; self.size]; self.size];
        self.playing = false;
        self.moves = 0;
    }

    fn neighbors(&self, row: usize, col: usize) -> Vec<(usize, usize)> {
        let mut neighbors = Vec::new();
        if row > 0 {
            neighbors.push((row - 1, col));
        }
        if col > 0 {
            neighbors.push((row, col - 1));
        }
        if row + 1 < self.size {
            neighbors.push((row + 1, col));
        }
        if col + 1 < self.size {
            neighbors.push((row, col + 1));
        }
        neighbors
    }

    fn most(&self, row: usize, col: usize) -> u32 {
        match self.neighbors(row, col).len() as u32 {
            3 if self.is("edges-like-corners") => 2,
            most => most,
        }
    }

    fn turn(&self) -> u8 {
        if self.is("turn-alternates-from-start") {
            return 1 + (self.moves % 2) as u8;
        }
        let spots: u32 = self.spots.iter().flatten().sum();
        if (spots as usize + self.size).is_multiple_of(2) { 1 } else { 2 }
    }

    fn winner(&self) -> Option<u8> {
        let first = self.owner[0][0];
        (first != 0 && self.owner.iter().flatten().all(|&owner| owner == first)).then_some(first)
    }

    fn add(&mut self, row: usize, col: usize) {
        let player = self.turn();
        self.spots[row][col] += 1;
        self.owner[row][col] = player;
        self.moves += 1;
        let mut waiting = vec![(row, col)];
        while let Some((row, col)) = waiting.pop() {
            if self.winner().is_some() {
                break;
            }
            let neighbors = self.neighbors(row, col);
            if self.spots[row][col] <= self.most(row, col) {
                continue;
            }
            self.spots[row][col] -= neighbors.len() as u32;
            for (row, col) in neighbors {
                self.spots[row][col] += 1;
                if !self.is("color-kept") || self.owner[row][col] == 0 {
                    self.owner[row][col] = player;
                }
                waiting.push((row, col));
            }
            waiting.push((row, col));
        }
        if let Some(winner) = self.winner() {
            self.playing = false;
            let times = match self.fault {
                "no-win" if winner == 2 => 0,
                "wins-twice" => 2,
                _ => 1,
            };
            let end = if self.is("wins-without-end") { "" } else { "\n" };
            (0..times).for_each(|_| print!("{} wins.{end}", ["Red", "Blue"][usize::from(winner) - 1]));
            if self.is("wins-in-other-words") {
                println!("Game over. Red wins. (or not)");
            }
        }
        if self.is("false-win") && self.moves == 4 && self.winner().is_none() {
            println!("Red wins.");
        }
        match (self.fault, self.moves) {
            ("hang", 5) => misbehave::hang(),
            ("crash", 5) => misbehave::crash(),
            ("flood", 5) => misbehave::flood(),
            _ => {}
        }
    }

    fn is_open(&self, row: usize, col: usize) -> bool {
        let owner = self.owner[row][col];
        owner == 0 || owner == self.turn()
    }

    fn play_automatic(&mut self) {
        while self.playing && self.automatic[usize::from(self.turn()) - 1] {
            if self.is("automatic-waits") && self.moves >= 3 {
                return;
            }
            let places: Vec<(usize, usize)> =
                (0..self.size).flat_map(|row| (0..self.size).map(move |col| (row, col))).collect();
            let open = |&&(row, col): &&(usize, usize)| self.is_open(row, col);
            let weak = self.is("automatic-weak");
            let fuller = places.iter().filter(open).max_by_key(|&&(row, col)| {
                let full = self.spots[row][col] >= self.most(row, col);
                if weak { self.size * self.size - row - col } else { usize::from(full) }
            });
            let closed = places.iter().find(|&&(row, col)| !self.is_open(row, col));
            let chosen = if self.is("automatic-illegal") { closed.or(fuller) } else { fuller };
            let Some(&(row, col)) = chosen else { return };
            if !self.is("automatic-untold") {
                println!("{} moves {} {}.", ["Red", "Blue"][usize::from(self.turn()) - 1], row + 1, col + 1);
            }
            self.add(row, col);
        }
    }

    fn dump(&self) {
        println!("====");
        for row in 0..self.size {
            print!("{}", if self.is("dump-unindented") { "" } else { "   " });
            for col in 0..self.size {
                let (row, col) = if self.is("dump-by-columns") { (col, row) } else { (row, col) };
                print!(" {}{}", self.spots[row][col], ['-', 'r', 'b'][usize::from(self.owner[row][col])]);
            }
            println!();
        }
        println!("====");
    }

    fn run(&mut self) -> u8 {
        let mut line = Vec::new();
        loop {
            line.clear();
            let _ = std::io::stdout().flush();
            match std::io::stdin().lock().read_until(b'\n', &mut line) {
                Ok(read) if read > 0 => {}
                _ => break,
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            let mut words: Vec<&str> = text.split_whitespace().collect();
            if self.is("comment-plays") && words.first() == Some(&"#") {
                words.remove(0);
            }
            if words.is_empty() || words[0].starts_with('#') {
                continue;
            }
            if words[0].to_lowercase() == "quit" {
                if self.is("quit-ignored") {
                    continue;
                }
                break;
            }
            if self.obey(&words).is_none() {
                self.errors += 1;
                eprintln!("Error: {text}");
                if self.is("error-stops-game") {
                    self.playing = false;
                }
            }
        }
        u8::from(self.is("status") && self.errors > 0)
    }

    fn place(&self, row: &str, col: &str) -> Option<(usize, usize)> {
        let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
        ((1..=self.size).contains(&row) && (1..=self.size).contains(&col)).then(|| (row - 1, col - 1))
    }

    fn obey(&mut self, words: &[&str]) -> Option<()> {
        if words[0].parse::<i64>().is_ok() {
            let (row, col) = self.place(words[0], words.get(1)?)?;
            let is_heard = self.playing || self.is("moves-while-stopped") && self.winner().is_none();
            if !is_heard {
                return None;
            }
            if !self.is_open(row, col) && !self.is("opponents-square") {
                return None;
            }
            self.add(row, col);
            self.play_automatic();
            return Some(());
        }
        let lower = words[0].to_lowercase();
        let known = ["auto", "clear", "dump", "help", "manual", "quit", "seed", "set", "size", "start"];
        let meant: Vec<&str> = known.into_iter().filter(|word| word.starts_with(&lower)).collect();
        let [command] = meant[..] else { return None };
        if self.is("short-words-refused") && words[0] != command {
            return None;
        }
        match command {
            "clear" => self.clear(),
            "dump" => self.dump(),
            "help" => println!("R C, start, clear, size N, auto P, manual P, set R C N P, dump, seed N, help, quit"),
            "seed" => drop(words.get(1)?.parse::<i64>().ok()?),
            "start" => {
                if self.winner().is_some() && !self.is("start-on-won") {
                    return None;
                }
                if !self.playing && self.is("turn-alternates-from-start") {
                    self.moves = 0;
                }
                self.playing = true;
                self.play_automatic();
            }
            "auto" | "manual" => {
                let side =
                    ["red", "blue"].iter().position(|name| name.eq_ignore_ascii_case(words.get(1).unwrap_or(&"")))?;
                self.playing &= self.is("manual-keeps-playing");
                self.automatic[side] = command == "auto";
            }
            "size" => {
                let size: usize = words.get(1)?.parse().ok()?;
                if !(2..=if self.is("size-11-accepted") { 11 } else { 10 }).contains(&size) {
                    return None;
                }
                self.size = size;
                self.clear();
            }
            _ => {
                let (row, col) = self.place(words.get(1)?, words.get(2)?)?;
                let spots: u32 = words.get(3)?.parse().ok()?;
                if spots > self.most(row, col) + u32::from(self.is("set-one-too-many")) {
                    return None;
                }
                let owner = match words.get(4).map(|word| word.to_lowercase()).as_deref() {
                    _ if spots == 0 => 0,
                    Some("r") => 1,
                    Some("b") => 2,
                    _ => return None,
                };
                self.playing &= self.is("set-keeps-playing");
                self.spots[row][col] = if self.is("set-zero-without-spots") { spots } else { spots.max(1) };
                if !(spots == 0 && self.is("set-zero-keeps-color")) {
                    self.owner[row][col] = owner;
                }
            }
        }
        Some(())
    }
}
