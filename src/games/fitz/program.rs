//! The document's program `fitz` with its arguments. The caller chooses where saved games go.
//!
//! The arguments and the messages about wrong ones are the document's: `fitz --help` shows the tile
//! file called `--help`, or reports that it cannot read one.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::vec::Vec;

use super::files::{FileError, Save, load_save, load_tiles};
use super::player::Player;
use super::session::{self, Stop};
use super::{Fitz, LONGEST, Parameters, Setup, Show, Tile, check_tiles};
use crate::board::PackedBoard;
use crate::console::Console;
use crate::rules::{Notation, Rules};

/// Runs the program with its arguments, without its own name, and returns its exit status. `save`
/// writes saved games: it receives the path as it was typed, and the contents.
///
/// # Errors
/// Any error of reading the input or writing to the console.
pub fn run(
    arguments: &[OsString],
    save: impl FnMut(&[u8], &[u8]) -> io::Result<()>,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<u8> {
    let (game, position, players) = match prepare(arguments) {
        Ok(Prepared::Show(tiles)) => {
            // Written in one call: for a large file this is some megabytes of text.
            console.output.write_all(Show(&tiles).to_string().as_bytes())?;
            console.output.flush()?;
            return Ok(0);
        }
        Ok(Prepared::Play(game, position, players)) => (game, position, players),
        Err(stop) => return stop.report(console),
    };
    session::play(&game, position, players, save, console)
}

/// A run of the program after its arguments have been checked.
enum Prepared {
    Show(Vec<Tile>),
    Play(Fitz, <Fitz as Rules>::Position, [Player; 2]),
}

/// Looks for the errors of the document's table in its order.
fn prepare(arguments: &[OsString]) -> Result<Prepared, Stop> {
    let (path, players, rest) = match arguments {
        [path] => (path, None, &[][..]),
        [path, first, second, rest @ ..] if rest.len() == 1 || rest.len() == 2 => (path, Some([first, second]), rest),
        _ => return Err(Stop::Usage),
    };
    let tiles = load_tiles(path).map_err(|error| match error {
        FileError::Access(_) => Stop::TileAccess,
        FileError::Contents(_) => Stop::TileContents,
    })?;
    let Some(names) = players else { return Ok(Prepared::Show(tiles)) };
    check_tiles(&tiles).map_err(|_| Stop::TileContents)?;
    let player = |name: &OsString| name.to_str().and_then(Player::from_name).ok_or(Stop::PlayerType);
    let players = [player(names[0])?, player(names[1])?];
    let (game, position) = match rest {
        [height, width] => {
            let parameters = Parameters::new(length(height)?, length(width)?, tiles).map_err(|_| Stop::Dimensions)?;
            let game = Fitz::new(parameters);
            let start = game.start();
            (game, start)
        }
        rest => {
            let save = load_save(&rest[0], tiles.len()).map_err(|error| match error {
                FileError::Access(_) => Stop::SaveAccess,
                FileError::Contents(_) => Stop::SaveContents,
            })?;
            resume(save, tiles).ok_or(Stop::SaveContents)?
        }
    };
    Ok(Prepared::Play(game, position, players))
}

/// The game and position of a saved game, or `None` if it cannot continue with these tiles.
fn resume(save: Save<PackedBoard>, tiles: Vec<Tile>) -> Option<(Fitz, <Fitz as Rules>::Position)> {
    let size = crate::text::Grid::size(&save.board);
    let game = Fitz::new(Parameters::new(size.height(), size.width(), tiles).ok()?);
    let position = game.position(&Setup::new(&save.board, save.turn, save.tile)).ok()?;
    Some((game, position))
}

/// Parses a height or width: plain decimal digits (ruling F2).
fn length(text: &OsString) -> Result<u32, Stop> {
    let digits = text.to_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    number.filter(|number| (1..=LONGEST).contains(number)).ok_or(Stop::Dimensions)
}
