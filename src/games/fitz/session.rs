//! The document's program `fitz`: a board, the two players, and a line for every turn.
//!
//! Where the document and the rulings leave a choice, the program decides as follows. A row, column
//! or angle may have a sign and leading zeros; one that does not fit 32 bits is invalid (only an
//! empty tile could lie that far out, F11). A line that begins with `save` saves, however long it
//! is: the limit of 70 characters is for moves. Saving replaces an existing file. Any other line
//! that is not a move is invalid.
//!
//! ```
//! use gridlaw::console::Console;
//! use gridlaw::games::fitz::player::{Automatic, Player};
//! use gridlaw::games::fitz::{Fitz, Parameters, session};
//! use gridlaw::rules::Rules;
//!
//! let game = Fitz::new(Parameters::sample(2, 3).unwrap());
//! let mut console = Console::new(&b"0 0 0\n1 1 0\n"[..], Vec::new(), Vec::new());
//! let players = [Player::Human, Player::Automatic(Automatic::Type1)];
//! let save = |_: &[u8], _: &[u8]| Ok(());
//! assert_eq!(session::play(&game, game.start(), players, save, &mut console).unwrap(), 0);
//! assert_eq!(
//!     String::from_utf8(console.output).unwrap(),
//!     "...\n...\n,,,,,\n,!!,,\n,!!!,\n,,,,,\n,,,,,\nPlayer *] Player *] **.\n***\nPlayer * wins\n"
//! );
//! ```

use std::io::{self, BufRead, Write};

use super::player::{Latest, Player, choose};
use super::{Angle, FitzRules, GLYPHS, Move, files, side_glyph};
use crate::cell::{Pos, Side};
use crate::console::{Console, Line};
use crate::text::Grid;

/// Why the program stops before a game is over: the document's table of errors, in the order in
/// which the program checks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[repr(u8)]
#[non_exhaustive]
pub enum Stop {
    /// The number of arguments is not 1, 4 or 5.
    #[error("Usage: fitz tilefile [p1type p2type [height width | filename]]")]
    Usage = 1,
    /// The tile file cannot be read.
    #[error("Can't access tile file")]
    TileAccess = 2,
    /// The tile file is invalid, or a game would have only empty tiles (F11).
    #[error("Invalid tile file contents")]
    TileContents = 3,
    /// A player type is not `h`, `1` or `2`.
    #[error("Invalid player type")]
    PlayerType = 4,
    /// The height or width is not a decimal number from 1 to 999.
    #[error("Invalid dimensions")]
    Dimensions = 5,
    /// The saved game cannot be read.
    #[error("Can't access save file")]
    SaveAccess = 6,
    /// The saved game is invalid, or does not fit these tiles.
    #[error("Invalid save file contents")]
    SaveContents = 7,
    /// The input ended before a person's move.
    #[error("End of input")]
    EndOfInput = 10,
}

impl Stop {
    /// Flushes the output and writes why the program stops. Returns its exit status.
    ///
    /// # Errors
    /// Any error of flushing the output.
    pub fn report(self, console: &mut Console<impl BufRead, impl Write, impl Write>) -> io::Result<u8> {
        console.output.flush()?;
        // The caller learns the status even if the message cannot be written.
        let _ = writeln!(console.errors, "{self}");
        Ok(self as u8)
    }
}

/// Plays a game from a position to its end. Returns the exit status of the program: 0 if the game
/// is over, that of [`Stop::EndOfInput`] if the input ended first.
///
/// `save` writes a file, whole or not at all: it receives the path as it was typed, and the
/// contents.
///
/// # Errors
/// Any error of reading the input or writing the output. The program reports errors of `save` to
/// the user.
pub fn play<G: FitzRules>(
    game: &G,
    mut position: G::Position,
    players: [Player; 2],
    mut save: impl FnMut(&[u8], &[u8]) -> io::Result<()>,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<u8> {
    let (mut memory, mut latest) = (game.memory(), Latest::default());
    let mut picture = Picture::new(game.board(&position));
    console.output.write_all(&picture.bytes)?;
    loop {
        let side = game.turn(&position);
        let mv = match players[side.index()] {
            Player::Automatic(automatic) => {
                let chosen = choose(game, &position, &mut memory, automatic, &latest);
                if let Some(Move { row, col, angle }) = chosen {
                    writeln!(console.output, "Player {} => {row} {col} rotated {angle}", side_glyph(side))?;
                }
                chosen
            }
            Player::Human if game.fits_anywhere(&position, &mut memory) => {
                let Some(mv) = ask(game, &position, &picture, &mut save, console)? else {
                    return Stop::EndOfInput.report(console);
                };
                Some(mv)
            }
            Player::Human => None,
        };
        let Some(mv) = mv else {
            writeln!(console.output, "Player {} wins", side_glyph(side.other()))?;
            console.output.flush()?;
            return Ok(0);
        };
        game.play_unchecked(&mut position, mv);
        latest.played(side, mv);
        picture.update(game.board(&position), mv);
        console.output.write_all(&picture.bytes)?;
    }
}

/// Shows the tile and prompts until the answer is a move that fits. Returns `None` at the end of
/// input.
fn ask<G: FitzRules>(
    game: &G,
    position: &G::Position,
    picture: &Picture,
    save: &mut impl FnMut(&[u8], &[u8]) -> io::Result<()>,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<Option<Move>> {
    let (turn, tile) = (game.turn(position), game.tile(position));
    write!(console.output, "{}", game.parameters().tiles()[tile])?;
    let prompt = format!("Player {}] ", side_glyph(turn));
    while let Some(line) = console.ask(&prompt)? {
        if let Some(path) = line.bytes.strip_prefix(b"save") {
            let contents = picture.save(tile, turn, game.parameters().size());
            // A cut line has lost the rest of its path; no system has file names of that length.
            if line.cut || save(path, &contents).is_err() {
                let _ = writeln!(console.errors, "Unable to save game");
            }
        } else if let Some(mv) = read_move(&line).filter(|&mv| game.fits(position, mv)) {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// The greatest length of a line that can be a move, in bytes. A move is ASCII, so these are
/// characters.
const LONGEST_LINE: usize = 70;

/// Reads the row, column and angle of a line (ruling F4).
fn read_move(line: &Line) -> Option<Move> {
    if line.bytes.len() > LONGEST_LINE {
        return None;
    }
    let mut words = line.bytes.split(|&byte| byte == b' ');
    let mut number = || core::str::from_utf8(words.next()?).ok()?.parse::<i32>().ok();
    let (row, col, degrees) = (number()?, number()?, number()?);
    let angle = Angle::from_degrees(degrees.into())?;
    words.next().is_none().then_some(Move { row, col, angle })
}

/// The board as the program shows it: rows that end with a newline. The session keeps the picture
/// and updates it only where a tile was placed: the largest board takes a megabyte, and the program
/// shows it two hundred thousand times in a game with tiles of 5 cells.
struct Picture {
    bytes: Vec<u8>,
}

impl Picture {
    fn new(board: &impl Grid) -> Picture {
        let size = board.size();
        let mut picture = Picture { bytes: vec![b'\n'; ((size.width() + 1) * size.height()) as usize] };
        size.positions().for_each(|pos| picture.show(board, pos));
        picture
    }

    /// Updates the squares around a placed tile.
    fn update(&mut self, board: &impl Grid, mv: Move) {
        let reach = |middle: i32, length: u32| {
            let (from, to) = (middle.saturating_sub(2), middle.saturating_add(3));
            from.clamp(0, length as i32) as u32..to.clamp(0, length as i32) as u32
        };
        for row in reach(mv.row, board.size().height()) {
            for col in reach(mv.col, board.size().width()) {
                self.show(board, Pos::new(row, col));
            }
        }
    }

    fn show(&mut self, board: &impl Grid, pos: Pos) {
        let place = pos.row * (board.size().width() + 1) + pos.col;
        self.bytes[place as usize] = GLYPHS.of(board.cell(pos)) as u8;
    }

    /// The contents of a saved game.
    fn save(&self, tile: usize, turn: Side, size: crate::cell::Size) -> Vec<u8> {
        let mut header = String::new();
        // A `String` takes everything.
        let _ = files::write_header(tile, turn, size, &mut header);
        [header.as_bytes(), &self.bytes].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_three_integers_with_single_blanks() {
        let read = |text: &str| read_move(&Line { bytes: text.into(), cut: false, ended: true });
        let long = |length: usize| format!("{}1 2 90", "0".repeat(length - 6));
        for text in ["1 2 90", "01 002 0090", "+1 2 +90", &long(70)] {
            assert_eq!(read(text), Some(Move::new(1, 2, Angle::Quarter)), "{text:?}");
        }
        assert_eq!(read("-1 -2 0"), Some(Move::new(-1, -2, Angle::Zero)));
        assert_eq!(read("-0 -00 -0"), Some(Move::new(0, 0, Angle::Zero)));
        assert_eq!(read("2147483647 -2147483648 270"), Some(Move::new(i32::MAX, i32::MIN, Angle::ThreeQuarters)));
        for text in [
            "",
            " ",
            "  ",
            "1",
            "1 2",
            "1 2 ",
            " 1 2 90",
            "1 2 90 ",
            "1  2 90",
            "1 2  90",
            "1\t2 90",
            "1 2 90\r",
            "1 2 90 0",
            "1 2 45",
            "1 2 360",
            "1 2 -90",
            "1 2 91",
            "1,2,90",
            "1 2 9O",
            "- 2 90",
            "+ 2 90",
            "--1 2 90",
            "1.0 2 90",
            "0x1 2 90",
            "1 2 90\0",
            "\u{661} 2 90",
            "2147483648 2 0",
            "1 -2147483649 0",
            "1 99999999999999999999999999 0",
            &long(71),
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
        assert_eq!(read_move(&Line { bytes: b"1 \xff 90".into(), cut: false, ended: true }), None);
    }

    #[test]
    fn a_path_too_long_to_be_kept_is_not_saved_to() {
        use crate::console::LONGEST_LINE;
        use crate::games::fitz::{Fitz, Parameters};
        use crate::rules::Rules;

        let game = Fitz::new(Parameters::sample(3, 3).unwrap());
        for (length, errors) in
            [(LONGEST_LINE, "End of input\n"), (LONGEST_LINE + 1, "Unable to save game\nEnd of input\n")]
        {
            let input = [&b"save"[..], &vec![b'x'; length - 4], b"\n"].concat();
            let (mut console, mut saved) = (Console::new(&input[..], Vec::new(), Vec::new()), Vec::new());
            let save = |path: &[u8], contents: &[u8]| {
                saved.push((path.len(), contents.to_vec()));
                Ok(())
            };
            assert_eq!(play(&game, game.start(), [Player::Human; 2], save, &mut console).unwrap(), 10);
            assert_eq!(console.errors, errors.as_bytes());
            let expected =
                if length == LONGEST_LINE { vec![(length - 4, b"0 0 3 3\n...\n...\n...\n".to_vec())] } else { vec![] };
            assert_eq!(saved, expected);
        }
    }
}
