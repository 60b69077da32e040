//! The document's program `play`: two people at one keyboard (ruling B9).
//!
//! ```
//! use gridlaw::console::Console;
//! use gridlaw::games::breakdown::{Breakdown, Parameters, session};
//!
//! let parameters = Parameters::new(2, 2, 2, 2).unwrap();
//! let rules = Breakdown::<u32>::new(parameters).unwrap();
//! let mut console = Console::new(&b"|\n0\n|\n1\n"[..], Vec::new(), Vec::new());
//! assert_eq!(session::play(&rules, parameters, &mut console).unwrap(), 0);
//! let shown = String::from_utf8(console.output).unwrap();
//! assert!(shown.starts_with("  01\n\n0 ..\n1 ..\nBlack: Column:   01\n\n0 *.\n1 *.\nWhite: "));
//! assert!(shown.ends_with("  01\n\n0 *o\n1 *o\nDraw.\n"));
//! ```

use std::io::{self, BufRead, Write};

use super::player::Player;
use super::{Move, Parameters};
use crate::cell::Side;
use crate::console::Console;
use crate::rng::Generator;
use crate::rules::{Notation, Outcome};
use crate::text::label_index;

/// The answer to the prompt for a move.
enum Asked {
    Move(Move),
    Invalid,
    EndOfInput,
}

/// Runs a game between two people to its end. Returns the exit status of the program: 0 if the game
/// is over, 1 if the input ended first.
///
/// # Errors
/// Any error of reading the input or writing the output.
pub fn play<G: Notation<Move = Move>>(
    game: &G,
    parameters: Parameters,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<u8> {
    play_with(game, parameters, [Player::Human; 2], 0, console)
}

/// Plays a game as [`play`] does, between any two players, black's first. The program shows a
/// machine's move after the prompt, as in `Black: |3`. Random choices follow from the seed. Between
/// two searches the game is drawn when both pass, because they would pass for ever: they call
/// breakdown one after the other, and nothing falls.
///
/// # Errors
/// Any error of reading the input or writing the output.
pub fn play_with<G: Notation<Move = Move>>(
    game: &G,
    parameters: Parameters,
    players: [Player; 2],
    seed: u64,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<u8> {
    let mut generator = Generator::for_game(seed, 0);
    let mut position = game.start();
    write!(console.output, "{}", game.picture(&position))?;
    let are_searches = players.iter().all(|player| matches!(player, Player::Best(_)));
    let mut passes = 0;
    loop {
        let turn = game.turn(&position);
        let chosen = players[turn.index()].choose(game, parameters, &position, &mut generator);
        if let Some(mv) = chosen {
            writeln!(console.output, "{}{mv}", prompt(turn))?;
            console.output.flush()?;
        }
        let mv = match chosen.map_or_else(|| ask(console, parameters, turn), |mv| Ok(Asked::Move(mv)))? {
            Asked::Move(mv) => mv,
            Asked::Invalid => {
                writeln!(console.output, "Invalid input.")?;
                continue;
            }
            Asked::EndOfInput => return console.give_up(),
        };
        let before = are_searches.then(|| game.picture(&position));
        if game.play(&mut position, mv).is_err() {
            writeln!(console.output, "No room there.")?;
            continue;
        }
        let picture = game.picture(&position);
        console.output.write_all(picture.as_bytes())?;
        passes = if before == Some(picture) { passes + 1 } else { 0 };
        let ending = match game.outcome(&position) {
            Outcome::InProgress if passes == 2 => "Draw.",
            Outcome::InProgress => continue,
            Outcome::Win(Side::First) => "Black wins!",
            Outcome::Win(Side::Second) => "White wins!",
            Outcome::Draw => "Draw.",
        };
        writeln!(console.output, "{ending}")?;
        console.output.flush()?;
        return Ok(0);
    }
}

fn prompt(turn: Side) -> &'static str {
    match turn {
        Side::First => "Black: ",
        Side::Second => "White: ",
    }
}

fn ask(
    console: &mut Console<impl BufRead, impl Write, impl Write>,
    parameters: Parameters,
    turn: Side,
) -> io::Result<Asked> {
    let kind = match ask_character(console, prompt(turn))? {
        None => return Ok(Asked::EndOfInput),
        Some(Some('!')) => return Ok(Asked::Move(Move::Breakdown)),
        Some(Some('|')) => Move::Vertical,
        Some(Some('-')) => Move::Horizontal,
        Some(_) => return Ok(Asked::Invalid),
    };
    let Some(column) = ask_character(console, "Column: ")? else { return Ok(Asked::EndOfInput) };
    let column = column.and_then(label_index).filter(|&col| col < parameters.size().width());
    Ok(column.map_or(Asked::Invalid, |col| Asked::Move(kind(col))))
}

/// Prompts once and reads a line that is not blank. Returns `None` at the end of input and
/// `Some(None)` for a line that is not exactly one character.
fn ask_character(
    console: &mut Console<impl BufRead, impl Write, impl Write>,
    prompt: &str,
) -> io::Result<Option<Option<char>>> {
    let mut answer = console.ask(prompt)?;
    while let Some(line) = answer {
        let text = line.text();
        let mut characters = text.trim().chars();
        match (characters.next(), characters.next(), line.cut) {
            (None, _, false) => answer = console.read_line()?,
            (only, None, false) => return Ok(Some(only)),
            _ => return Ok(Some(None)),
        }
    }
    Ok(None)
}
