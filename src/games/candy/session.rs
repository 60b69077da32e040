//! The document's program `candy`: one person swaps candies (rulings K6 and K7).
//!
//! # The exchange
//!
//! A line of input is a move: `row column direction`, separated by blanks, with rows from the
//! bottom and a direction of `U`, `D`, `L` or `R`. The program answers `ok`, or `illegal` if the
//! line is not a legal swap. It skips blank lines. `q` or the end of input ends the session. Once,
//! at the beginning or after an answer, the program prints `You have won!` or `No moves left.`; a
//! player who has won may continue. Programs that play see nothing else.
//!
//! # The screen
//!
//! On a terminal the program also shows the board, each square as its candy's letter and its state,
//! and below it the score, the moves made and the explosions to go. `h` gives a hint, and `?`
//! explains. In colors the background shows the state, as in the document: white for 0, gray for 1,
//! orange for more; and the program shows the steps of a settling one by one.
//!
//! ```
//! use gridlaw::console::Console;
//! use gridlaw::games::candy::{Candy, CandyRules, NewGame, Small, session};
//! use gridlaw::rules::{Notation, Rules};
//!
//! let rules = Candy::<Small>::new(&NewGame::new(8, 8).make().unwrap().into()).unwrap();
//! let mut position = rules.start();
//! let mut console = Console::new(&b"0 0 U\n\n4 6 U\nx\nq\n0 0 U\n"[..], Vec::new(), Vec::new());
//! session::play(&rules, &mut position, session::Show::Answers, &mut console).unwrap();
//! assert_eq!(console.output, b"illegal\nok\nillegal\n");
//! assert_eq!(rules.setup(&position).moves, 1);
//! ```

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use super::{CandyRules, Direction, Move, State, Step, picture};
use crate::cell::Pos;
use crate::console::Console;
use crate::rules::Outcome;

/// The amount that the program shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Show {
    /// Answers and notices only, for programs that play.
    Answers,
    /// Also the board, in plain characters.
    Plain,
    /// The board in colors, and the steps of a settling with a pause before each.
    Colors {
        /// The length of the pause.
        pause: Duration,
    },
}

/// Lets a person play from `position` on until they leave or the input ends. `position` is then the
/// last position.
///
/// # Errors
/// Any error of reading the input or writing the output. `position` is then the last position.
pub fn play<C: CandyRules>(
    rules: &C,
    position: &mut C::Position,
    show: Show,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<()> {
    let mut told = false;
    show_board(rules, position, show, console)?;
    loop {
        if !told {
            told = tell(rules, position, console)?;
        }
        let prompt = if show == Show::Answers { "" } else { "> " };
        let Some(line) = console.ask(prompt)? else { break };
        let text = line.text();
        match text.trim() {
            _ if line.cut => writeln!(console.output, "illegal")?,
            "" => continue,
            "q" => break,
            "h" if show != Show::Answers => hint(rules, position, console)?,
            "?" if show != Show::Answers => write!(console.output, "{HELP}")?,
            text => match read_move(text).filter(|&mv| rules.can_swap(position, mv)) {
                Some(mv) => {
                    let before = rules.setup(position);
                    let mut steps = Vec::new();
                    rules.swap(position, mv, &mut |step| {
                        if steps.len() < SHOWN_STEPS {
                            steps.push(step);
                        }
                    });
                    writeln!(console.output, "ok")?;
                    if let Show::Colors { pause } = show {
                        animate(before, mv, &steps, pause, console)?;
                    }
                    show_board(rules, position, show, console)?;
                }
                None => writeln!(console.output, "illegal")?,
            },
        }
    }
    console.output.flush()
}

/// The most steps of a settling to show one by one. A settling may take a thousand.
const SHOWN_STEPS: usize = 30;

/// The most rows of a board to animate. Taller boards may not fit the screen.
const SHOWN_ROWS: u32 = 40;

const HELP: &str = "\
row column direction   swap a candy with its neighbor, for example 0 3 U; U is towards higher rows
h                      a hint
q                      save and leave
";

/// Reads a move as the player types it.
fn read_move(text: &str) -> Option<Move> {
    let mut words = text.split_whitespace();
    let mut number = || {
        let word = words.next()?;
        // `parse` would accept a sign.
        if word.bytes().all(|byte| byte.is_ascii_digit()) { word.parse().ok() } else { None }
    };
    let square = Pos::new(number()?, number()?);
    let mut letters = words.next()?.chars();
    let direction = letters.next().and_then(Direction::of_letter)?;
    (letters.next().is_none() && words.next().is_none()).then(|| Move::new(square, direction))
}

/// Prints a notice if the game is won or stuck. Returns whether it did.
fn tell<C: CandyRules>(
    rules: &C,
    position: &C::Position,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<bool> {
    match rules.outcome(position) {
        Outcome::InProgress => return Ok(false),
        Outcome::Win(_) => writeln!(console.output, "You have won!")?,
        Outcome::Draw => writeln!(console.output, "No moves left.")?,
    }
    Ok(true)
}

/// Prints the first possible swap.
fn hint<C: CandyRules>(
    rules: &C,
    position: &C::Position,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<()> {
    match rules.visit_swaps(position, ControlFlow::Break).break_value() {
        Some(mv) => {
            let Pos { row, col } = mv.square();
            writeln!(console.output, "Try {row} {col} {}.", mv.direction().letter())
        }
        None => writeln!(console.output, "There is no swap."),
    }
}

fn show_board<C: CandyRules>(
    rules: &C,
    position: &C::Position,
    show: Show,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<()> {
    let paint = match show {
        Show::Answers => return Ok(()),
        Show::Plain => None,
        Show::Colors { .. } => Some(style as Paint),
    };
    let state = rules.setup(position);
    let left: u64 = state.states.data.iter().copied().map(u64::from).sum();
    write!(console.output, "{}", board(&state, &[], paint))?;
    writeln!(console.output, "Score {}, {} moves made, {left} explosions to go.", state.score, state.moves)
}

/// Shows a settling in place, step by step: the exploding candies, then the board after the fall.
fn animate(
    mut state: State,
    mv: Move,
    steps: &[Step],
    pause: Duration,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
) -> io::Result<()> {
    let Some(neighbor) = mv.neighbor().filter(|_| state.colors.rows <= SHOWN_ROWS) else { return Ok(()) };
    state.colors.swap(mv.square(), neighbor);
    let mut frame = |state: &State, exploding: &[Pos]| {
        let picture = board(state, exploding, Some(style));
        // The cursor moves back up, so that the next frame, or the final board, replaces this one.
        write!(console.output, "{picture}\x1b[{}A", picture.lines().count())?;
        console.output.flush()?;
        thread::sleep(pause);
        io::Result::Ok(())
    };
    for step in steps {
        let exploding: Vec<Pos> = step.firings.iter().flat_map(|firing| firing.squares()).collect();
        frame(&state, &[])?;
        frame(&state, &exploding)?;
        step.apply(&mut state);
    }
    Ok(())
}

/// Chooses the color of a candy and of what is behind it, from the candy's color and its square's
/// state.
type Paint = fn(u32, u32) -> [u8; 2];

/// The picture of a board, with `**` for the candies that are exploding.
fn board(state: &State, exploding: &[Pos], paint: Option<Paint>) -> String {
    let mut text = String::new();
    // A `String` takes everything.
    let _ = picture::write_squares(&state.colors, &mut text, |square, text| {
        let (color, state) = (state.colors.at(square), state.states.at(square));
        if let Some([candy, background]) = paint.map(|paint| paint(color, state)) {
            write!(text, "\x1b[1m\x1b[38;5;{candy}m\x1b[48;5;{background}m")?;
        }
        match exploding.contains(&square) {
            true => write!(text, "**")?,
            false => write!(text, "{}{}", picture::letter(color), picture::digit(state))?,
        }
        if paint.is_some() { write!(text, "\x1b[0m") } else { Ok(()) }
    });
    text
}

/// Paints a candy as the document does: the letter in the candy's color, the state in the
/// background.
fn style(color: u32, state: u32) -> [u8; 2] {
    /// Red, green, blue, magenta, brown, cyan, black, olive: all dark enough for the three
    /// backgrounds.
    const CANDIES: [u8; 8] = [160, 28, 20, 127, 94, 30, 16, 58];
    let background = match state {
        0 => 231,
        1 => 250,
        _ => 215,
    };
    [CANDIES[color as usize % CANDIES.len()], background]
}
