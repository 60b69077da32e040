//! The program `fitz`.
//!
//! Its arguments are the document's, and so is what is said about wrong ones: `fitz --help` shows the tile file
//! of that name, or says that there is none.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use super::files::replace;
use crate::board::PackedBoard;
use crate::console::Console;
use crate::games::fitz::files::{FileError, Save, load_save, load_tiles};
use crate::games::fitz::player::Player;
use crate::games::fitz::session::{self, Stop};
use crate::games::fitz::{Fitz, FitzRules, LONGEST, Parameters, Show, Tile, check_tiles};
use crate::rules::Rules;

/// Runs the program with its arguments, its own name not among them; its exit status.
///
/// # Errors
/// What reading the input or writing to the console reports.
pub fn run(arguments: &[OsString], console: &mut Console<impl BufRead, impl Write, impl Write>) -> io::Result<u8> {
    run_saving(arguments, |path, contents| replace(&path_of(path)?, contents), console)
}

/// As [`run`], with `save` to write saved games: it is given the path as it was typed and the contents.
///
/// # Errors
/// What reading the input or writing to the console reports.
pub fn run_saving(
    arguments: &[OsString],
    save: impl FnMut(&[u8], &[u8]) -> io::Result<()>,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<u8> {
    let (game, position, players) = match prepare(arguments) {
        Ok(Prepared::Show(tiles)) => {
            // Some megabytes of text, if the file is large: not a piece at a time.
            console.output.write_all(Show(&tiles).to_string().as_bytes())?;
            console.output.flush()?;
            return Ok(0);
        }
        Ok(Prepared::Play(game, position, players)) => (game, position, players),
        Err(stop) => return stop.report(console),
    };
    session::play(&game, position, players, save, console)
}

/// The path of bytes that were typed, which on Unix need not be text.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;

    Ok(std::ffi::OsStr::from_bytes(bytes).into())
}

/// The path of bytes that were typed, which must be text.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> io::Result<PathBuf> {
    core::str::from_utf8(bytes).map(Into::into).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}

/// What the arguments ask for.
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

/// The game and position of a saved game; `None` for one that cannot go on with these tiles.
fn resume(save: Save<PackedBoard>, tiles: Vec<Tile>) -> Option<(Fitz, <Fitz as Rules>::Position)> {
    let size = crate::text::Grid::size(&save.board);
    let game = Fitz::new(Parameters::new(size.height(), size.width(), tiles).ok()?);
    let position = game.position(save.board, save.turn, save.tile).ok()?;
    Some((game, position))
}

/// A height or width: plain decimal digits (ruling F2).
fn length(text: &OsString) -> Result<u32, Stop> {
    let digits = text.to_str().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    number.filter(|number| (1..=LONGEST).contains(number)).ok_or(Stop::Dimensions)
}
