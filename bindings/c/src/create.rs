//! A game from its name, its numbers and its file.

use law::games::{AnyGame, GameKind, breakdown, candy, connect4, fitz, jump61};

use crate::status::{Fault, Status};

/// The game of this name. Which numbers and what file each takes is said at `gridlaw_game_new`.
pub(crate) fn create(name: &str, numbers: &[u32], file: &[u8]) -> Result<AnyGame, Fault> {
    let kind = GameKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let names = GameKind::ALL.map(GameKind::name).join(", ");
        Fault::new(Status::Name, format!("no game is called {name:?}; there are {names}"))
    })?;
    let (wanted, takes_file) = wanted(kind);
    if numbers.len() != wanted.len() {
        let message = format!("{kind} takes {} numbers ({}), not {}", wanted.len(), wanted.join(", "), numbers.len());
        return Err(Fault::new(Status::Parameters, message));
    }
    if !takes_file && !file.is_empty() {
        return Err(Fault::new(Status::Parameters, format!("{kind} takes no file")));
    }
    match (kind, numbers) {
        (GameKind::Breakdown, &[width, height, stick, square]) => {
            game(breakdown::Parameters::new(width, height, stick, square))
        }
        (GameKind::Connect4, &[size]) => game(connect4::Parameters::new(size)),
        (GameKind::Jump61, &[size]) => game(jump61::Parameters::new(size)),
        (GameKind::Candy, &[]) => game(candy::json::read(file)),
        (GameKind::Fitz, &[rows, columns]) => {
            let tiles = fitz::files::read_tiles(file).map_err(|error| Fault::of(Status::Parameters, error))?;
            game(fitz::Parameters::new(rows, columns, tiles))
        }
        _ => unreachable!("the numbers have been counted"),
    }
}

/// The numbers that a game takes, and whether it takes a file.
fn wanted(kind: GameKind) -> (&'static [&'static str], bool) {
    match kind {
        GameKind::Breakdown => (&["width", "height", "stick", "square"], false),
        GameKind::Connect4 | GameKind::Jump61 => (&["size"], false),
        GameKind::Candy => (&[], true),
        GameKind::Fitz => (&["rows", "columns"], true),
    }
}

fn game<P: Into<AnyGame>, E: std::error::Error>(parameters: Result<P, E>) -> Result<AnyGame, Fault> {
    parameters.map(P::into).map_err(|error| Fault::of(Status::Parameters, error))
}
