//! The law's session, its commands, and its boards for people.

use crate::difference::{Picture, Shown};
use crate::transcript::Transcript;
use gridlaw::games::jump61::session::{self, Command, Options};
use gridlaw::games::jump61::{Board, Square};

/// The command of a turn, if it is one.
pub(super) fn command(turn: &[u8]) -> Option<Command> {
    Command::read(String::from_utf8_lossy(turn).trim_end_matches('\n')).ok().flatten()
}

/// The law's run of an input.
pub(super) fn session(input: &[u8]) -> Transcript {
    let options = Options { limit: 1, ..Options::default() };
    let law = Transcript::of_law(input, &mut |console| session::run(options, &mut (), console).map(|()| 0));
    law.expect("a console in memory does not fail")
}

/// A board for people: spots and owner of every square.
pub(super) fn picture(board: &Board) -> Picture {
    let size = board.parameters().size();
    let glyph = |square: Square| match square.owner() {
        None => format!("{}-", square.spots()),
        Some(side) => format!("{}{}", square.spots(), ["r", "b"][side.index()]),
    };
    let cell = |row, col| glyph(board.square(gridlaw::cell::Pos::new(row, col)));
    Picture {
        columns: (1..=size).map(|col| col.to_string()).collect(),
        rows: (0..size).map(|row| ((row + 1).to_string(), (0..size).map(|col| cell(row, col)).collect())).collect(),
        ..Picture::default()
    }
}

/// Both boards for people.
pub(super) fn both(expected: &Board, found: &Board) -> (Shown, Shown) {
    (Shown::Board(picture(expected)), Shown::Board(picture(found)))
}
