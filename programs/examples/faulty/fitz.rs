//! A `fitz` with planted faults.

use std::io::{BufRead, Write};

use crate::misbehave;

/// The names of the faults.
pub(crate) const FAULTS: &[&str] = &[
    "counterclockwise",
    "no-wrap-of-tiles",
    "tile-counter-each",
    "overlaps",
    "off-the-board",
    "middle-must-be-on-board",
    "board-again-after-invalid",
    "prompt-without-space",
    "angle-360",
    "trailing-blank-accepted",
    "type1-from-origin",
    "type1-own-latest",
    "type1-places-first",
    "type2-second-from-top",
    "type2-either-latest",
    "late-end",
    "wins-with-full-stop",
    "end-of-input-status",
    "end-of-input-on-stdout",
    "show-trailing-blank",
    "show-no-blank-line",
    "dimension-1000",
    "player-before-tiles",
    "save-takes-turn",
    "save-next-tile",
    "save-swaps-size",
    "load-ignores-turn",
    "load-takes-long-rows",
    "long-tile-file",
    "status",
    "hang",
    "crash",
    "flood",
    "partial-line-lost",
    "directory-is-contents",
    "path-up-to-blank",
    "wraps-integers",
    "type2-never-wraps",
    "plus-accepted",
];

type Tile = [[bool; 5]; 5];

struct Program<'f> {
    fault: &'f str,
    tiles: Vec<Tile>,
    next: usize,
    each: [usize; 2],
    side: usize,
    board: Vec<Vec<char>>,
    players: Vec<String>,
    latest: Option<(i64, i64)>,
    own: [Option<(i64, i64)>; 2],
    moves: usize,
}

pub(crate) fn main(fault: &str, arguments: &[String]) -> u8 {
    if fault != "none" && !FAULTS.contains(&fault) {
        eprintln!("there is no such fault");
        return 2;
    }
    match prepare(fault, arguments) {
        Err((status, message)) => {
            eprintln!("{message}");
            status
        }
        Ok(None) => 0,
        Ok(Some(mut program)) => program.play(),
    }
}

type Stop = (u8, &'static str);

fn prepare<'f>(fault: &'f str, arguments: &[String]) -> Result<Option<Program<'f>>, Stop> {
    if ![1, 4, 5].contains(&arguments.len()) {
        return Err((1, "Usage: fitz tilefile [p1type p2type [height width | filename]]"));
    }
    let players: Vec<String> = arguments.iter().skip(1).take(2).cloned().collect();
    let wrong_player = players.iter().any(|player| !["h", "1", "2"].contains(&player.as_str()));
    if wrong_player && fault == "player-before-tiles" {
        return Err((4, "Invalid player type"));
    }
    if fault == "directory-is-contents" && std::path::Path::new(&arguments[0]).is_dir() {
        return Err((3, "Invalid tile file contents"));
    }
    let text = std::fs::read(&arguments[0]).map_err(|_| (2, "Can't access tile file"))?;
    let tiles = read_tiles(fault, &text).ok_or((3, "Invalid tile file contents"))?;
    if arguments.len() == 1 {
        show(fault, &tiles);
        return Ok(None);
    }
    if tiles.iter().all(|tile| tile.iter().flatten().all(|&cell| !cell)) {
        return Err((3, "Invalid tile file contents"));
    }
    if wrong_player {
        return Err((4, "Invalid player type"));
    }
    let mut program = Program {
        fault,
        tiles,
        next: 0,
        each: [0; 2],
        side: 0,
        board: Vec::new(),
        players,
        latest: None,
        own: [None; 2],
        moves: 0,
    };
    if let [_, _, _, file] = arguments {
        let text = std::fs::read(file).map_err(|_| (6, "Can't access save file"))?;
        program.load(&text).ok_or((7, "Invalid save file contents"))?;
    } else {
        let most = if fault == "dimension-1000" { 1000 } else { 999 };
        let number = |text: &String| -> Result<usize, Stop> {
            let text = if fault == "plus-accepted" { text.trim_start_matches('+') } else { text };
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number: Option<usize> = if plain { text.parse().ok() } else { None };
            number.filter(|number| (1..=most).contains(number)).ok_or((5, "Invalid dimensions"))
        };
        let (rows, cols) = (number(&arguments[3])?, number(&arguments[4])?);
        program.board = vec![vec!['.'; cols]; rows];
    }
    Ok(Some(program))
}

fn read_tiles(fault: &str, text: &[u8]) -> Option<Vec<Tile>> {
    let mut text = text;
    if fault == "long-tile-file" {
        text = text.strip_suffix(b"\n\n").map_or(text, |_| &text[..text.len() - 1]);
    }
    let text = std::str::from_utf8(text).ok()?.strip_suffix('\n')?;
    let lines: Vec<&str> = text.split('\n').collect();
    if lines.len() % 6 != 5 {
        return None;
    }
    let mut tiles = Vec::new();
    for chunk in lines.chunks(6) {
        let mut tile = [[false; 5]; 5];
        for (row, line) in chunk[..5].iter().enumerate() {
            if line.len() != 5 {
                return None;
            }
            for (col, cell) in line.bytes().enumerate() {
                tile[row][col] = match cell {
                    b'!' => true,
                    b',' => false,
                    _ => return None,
                };
            }
        }
        if chunk.get(5).is_some_and(|blank| !blank.is_empty()) {
            return None;
        }
        tiles.push(tile);
    }
    Some(tiles)
}

fn turned(fault: &str, tile: &Tile, quarters: usize) -> Tile {
    let mut tile = *tile;
    for _ in 0..quarters {
        let mut next = tile;
        for (row, cells) in next.iter_mut().enumerate() {
            for (col, cell) in cells.iter_mut().enumerate() {
                *cell = if fault == "counterclockwise" { tile[col][4 - row] } else { tile[4 - col][row] };
            }
        }
        tile = next;
    }
    tile
}

/// Row and column of every cell of a tile.
fn present(tile: &Tile) -> Vec<(i64, i64)> {
    let places = (0..5).flat_map(|row| (0..5).map(move |col| (row, col)));
    places.filter(|&(row, col)| tile[row as usize][col as usize]).collect()
}

fn row_of(tile: &Tile, row: usize) -> String {
    tile[row].iter().map(|&cell| if cell { '!' } else { ',' }).collect()
}

fn show(fault: &str, tiles: &[Tile]) {
    for (number, tile) in tiles.iter().enumerate() {
        if number > 0 && fault != "show-no-blank-line" {
            println!();
        }
        for row in 0..5 {
            let rows: Vec<String> = (0..4).map(|quarters| row_of(&turned(fault, tile, quarters), row)).collect();
            println!("{}{}", rows.join(" "), if fault == "show-trailing-blank" { " " } else { "" });
        }
    }
}

enum Reply {
    Line(String),
    Partial(String),
    End,
}

impl Program<'_> {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn load(&mut self, text: &[u8]) -> Option<()> {
        let text = std::str::from_utf8(text).ok()?.strip_suffix('\n')?;
        let mut lines = text.split('\n');
        let head: Vec<&str> = lines.next()?.split(' ').collect();
        let [next, side, rows, cols] = head[..] else { return None };
        let number = |text: &str| -> Option<usize> {
            if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) { None } else { text.parse().ok() }
        };
        let (next, side, rows, cols) = (number(next)?, number(side)?, number(rows)?, number(cols)?);
        if next >= self.tiles.len() || side > 1 || !(1..=999).contains(&rows) || !(1..=999).contains(&cols) {
            return None;
        }
        for line in lines {
            let mut line = line;
            if self.is("load-takes-long-rows") && line.len() == cols + 1 {
                line = &line[..cols];
            }
            if line.len() != cols || !line.bytes().all(|cell| b".*#".contains(&cell)) {
                return None;
            }
            self.board.push(line.chars().collect());
        }
        self.next = next;
        self.side = if self.is("load-ignores-turn") { 0 } else { side };
        (self.board.len() == rows).then_some(())
    }

    fn glyph(&self) -> char {
        ['*', '#'][self.side]
    }

    fn tile(&self) -> Tile {
        let index = if self.is("tile-counter-each") { self.each[self.side] } else { self.next };
        self.tiles[index]
    }

    fn print_board(&self) {
        let mut text = String::new();
        for row in &self.board {
            text.extend(row);
            text.push('\n');
        }
        print!("{text}");
    }

    fn fits(&self, row: i64, col: i64, quarters: usize) -> bool {
        let tile = turned(self.fault, &self.tile(), quarters);
        let (rows, cols) = (self.board.len() as i64, self.board[0].len() as i64);
        if self.is("middle-must-be-on-board") && (row < 0 || col < 0 || row >= rows || col >= cols) {
            return false;
        }
        for (down, across) in present(&tile) {
            let (row, col) = (row + down - 2, col + across - 2);
            if row < 0 || col < 0 || row >= rows || col >= cols {
                if self.is("off-the-board") && row == rows {
                    continue;
                }
                return false;
            }
            if self.board[row as usize][col as usize] != '.' && !self.is("overlaps") {
                return false;
            }
        }
        true
    }

    fn put(&mut self, row: i64, col: i64, quarters: usize) {
        let tile = turned(self.fault, &self.tile(), quarters);
        let glyph = self.glyph();
        for (down, across) in present(&tile) {
            let (row, col) = (row + down - 2, col + across - 2);
            if row >= 0 && col >= 0 && (row as usize) < self.board.len() {
                self.board[row as usize][col as usize] = glyph;
            }
        }
        self.latest = Some((row, col));
        self.own[self.side] = Some((row, col));
        self.pass();
    }

    fn pass(&mut self) {
        self.next = if self.is("no-wrap-of-tiles") {
            (self.next + 1).min(self.tiles.len() - 1)
        } else {
            (self.next + 1) % self.tiles.len()
        };
        self.each[self.side] = (self.each[self.side] + 1) % self.tiles.len();
        self.side = 1 - self.side;
        self.moves += 1;
    }

    fn fits_anywhere(&self) -> bool {
        let (rows, cols) = (self.board.len() as i64, self.board[0].len() as i64);
        (-2..=rows + 2).any(|row| (-2..=cols + 2).any(|col| (0..4).any(|quarters| self.fits(row, col, quarters))))
    }

    fn play(&mut self) -> u8 {
        self.print_board();
        loop {
            if !self.fits_anywhere() {
                if self.is("late-end") && self.players[self.side] == "h" && self.moves == 0 {
                    print!("Player {}] ", self.glyph());
                }
                let winner = ['*', '#'][1 - self.side];
                println!("Player {winner} wins{}", if self.is("wins-with-full-stop") { "." } else { "" });
                return u8::from(self.is("status") && winner == '#');
            }
            match (self.fault, self.moves) {
                ("hang", 3) => misbehave::hang(),
                ("crash", 3) => misbehave::crash(),
                ("flood", 3) => misbehave::flood(),
                _ => {}
            }
            if self.players[self.side] == "h" {
                if let Some(status) = self.ask() {
                    return status;
                }
            } else {
                let (row, col, quarters) = self.choose();
                println!("Player {} => {row} {col} rotated {}", self.glyph(), quarters * 90);
                self.put(row, col, quarters);
                self.print_board();
            }
        }
    }

    fn read(&self) -> Reply {
        let _ = std::io::stdout().flush();
        let mut line = Vec::new();
        match std::io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(read) if read > 0 => {}
            _ => return Reply::End,
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        match text.strip_suffix('\n') {
            Some(line) => Reply::Line(line.to_string()),
            None => Reply::Partial(text),
        }
    }

    fn ask(&mut self) -> Option<u8> {
        let tile = self.tile();
        (0..5).for_each(|row| println!("{}", row_of(&tile, row)));
        loop {
            print!("Player {}]{}", self.glyph(), if self.is("prompt-without-space") { "" } else { " " });
            let line = match self.read() {
                Reply::Line(line) => line,
                Reply::Partial(_) if self.is("partial-line-lost") => return self.end_of_input(),
                Reply::Partial(line) => line,
                Reply::End => return self.end_of_input(),
            };
            if let Some(path) = line.strip_prefix("save") {
                let words = path.split(' ').next().unwrap_or_default();
                let path = if self.is("path-up-to-blank") { words } else { path };
                if std::fs::write(path, self.saved()).is_err() {
                    eprintln!("Unable to save game");
                } else if self.is("save-takes-turn") {
                    self.pass();
                    self.print_board();
                    return None;
                }
                continue;
            }
            match self.read_move(&line) {
                Some((row, col, quarters)) if self.fits(row, col, quarters) => {
                    self.put(row, col, quarters);
                    self.print_board();
                    return None;
                }
                _ if self.is("board-again-after-invalid") => self.print_board(),
                _ => {}
            }
        }
    }

    fn end_of_input(&self) -> Option<u8> {
        let _ = std::io::stdout().flush();
        if self.is("end-of-input-on-stdout") {
            println!("End of input");
        } else {
            eprintln!("End of input");
        }
        Some(if self.is("end-of-input-status") { 0 } else { 10 })
    }

    fn saved(&self) -> String {
        let (rows, cols) = (self.board.len(), self.board[0].len());
        let (rows, cols) = if self.is("save-swaps-size") { (cols, rows) } else { (rows, cols) };
        let next = if self.is("save-next-tile") { (self.next + 1) % self.tiles.len() } else { self.next };
        let mut text = format!("{next} {} {rows} {cols}\n", self.side);
        for row in &self.board {
            text.extend(row);
            text.push('\n');
        }
        text
    }

    fn read_move(&self, line: &str) -> Option<(i64, i64, usize)> {
        let line = if self.is("trailing-blank-accepted") { line.trim_end_matches(' ') } else { line };
        if line.len() > 70 {
            return None;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let [row, col, angle] = words[..] else { return None };
        let number = |word: &str| -> Option<i32> {
            match word.parse::<i64>() {
                Ok(number) if self.is("wraps-integers") => Some(number as i32),
                Ok(number) => i32::try_from(number).ok(),
                _ => None,
            }
        };
        let (row, col, angle) = (number(row)?, number(col)?, number(angle)?);
        let angle = if self.is("angle-360") && angle == 360 { 0 } else { angle };
        let quarters = [0, 90, 180, 270].iter().position(|&known| known == angle)?;
        Some((row.into(), col.into(), quarters))
    }

    fn choose(&self) -> (i64, i64, usize) {
        let (rows, cols) = (self.board.len() as i64, self.board[0].len() as i64);
        let places: Vec<(i64, i64)> =
            (-2..=rows + 2).flat_map(|row| (-2..=cols + 2).map(move |col| (row, col))).collect();
        let first = self.players[self.side] == "1";
        let latest = match self.fault {
            "type1-from-origin" if first => self.latest.or(Some((0, 0))),
            "type1-own-latest" if first => self.own[self.side],
            "type2-either-latest" if !first => self.latest,
            _ if first => self.latest,
            _ => self.own[self.side],
        };
        let backwards = !first && self.side == 1 && !self.is("type2-second-from-top");
        let start = latest.unwrap_or(if backwards { (rows + 2, cols + 2) } else { (-2, -2) });
        let start = places.iter().position(|&place| place == start).unwrap_or(0);
        let count = places.len();
        let nth = |step: usize| places[if backwards { (start + count - step) % count } else { (start + step) % count }];
        if first && !self.is("type1-places-first") {
            for quarters in 0..4 {
                if let Some((row, col)) = (0..count).map(nth).find(|&(row, col)| self.fits(row, col, quarters)) {
                    return (row, col, quarters);
                }
            }
        }
        for step in 0..count {
            let index = if backwards { start.checked_sub(step) } else { Some(start + step).filter(|&at| at < count) };
            if index.is_none() && self.is("type2-never-wraps") {
                misbehave::hang();
            }
            let (row, col) = nth(step);
            if let Some(quarters) = (0..4).find(|&quarters| self.fits(row, col, quarters)) {
                return (row, col, quarters);
            }
        }
        (0, 0, 0)
    }
}
