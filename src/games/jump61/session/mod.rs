//! The document's program `jump61`: two sides, each played by hand or by the program (sections 3
//! and 4 of the document; rulings J1 to J8).
//!
//! ```
//! use gridlaw::console::Console;
//! use gridlaw::games::jump61::session::{Options, run};
//!
//! let input = b"size 2\nmanual blue\nstart\n1 1\n2 2\n1 1\n2 2\ndump\n";
//! let mut console = Console::new(&input[..], Vec::new(), Vec::new());
//! run(Options::default(), &mut (), &mut console).unwrap();
//! let shown = String::from_utf8(console.output).unwrap();
//! assert_eq!(shown, "Blue wins.\n====\n    3b 1b\n    1b 3b\n====\n");
//! ```

mod command;

use std::io::{self, BufRead, Write};

pub use command::{Command, HELP, InputError, WORDS, Word};

use super::fast::{Jump61, Position};
use super::player::{self, Player};
use super::{Board, GameParameters, Move, Parameters, Setup, Square};
use crate::cell::{Pos, Side};
use crate::console::Console;
use crate::rules::{Notation, Outcome, Rules};

/// The behavior of the program where the document leaves a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the program prompts for commands, because a person types them (ruling J8).
    pub prompt: bool,
    /// The seed of the automatic player's choices until a `seed` command sets another one.
    pub seed: u64,
    /// The most positions that the automatic player searches in each step of a move. With fewer
    /// than [`LIMIT`](player::LIMIT) it is faster but may fail ruling J10.
    pub limit: u64,
}

impl Default for Options {
    /// No prompt, seed 0, and a player that keeps ruling J10.
    fn default() -> Options {
        Options { prompt: false, seed: 0, limit: player::LIMIT }
    }
}

/// A display that shows the board whenever it changes.
pub trait BoardDisplay {
    /// Shows a changed board. `jumps` counts the fronts of overfull squares that have jumped since
    /// the last move or command: 0 right after it, 1 after the first front, and so on.
    ///
    /// # Errors
    /// Any error of writing to `output`.
    fn show(&mut self, board: &Board, jumps: usize, output: &mut impl Write) -> io::Result<()>;
}

/// Shows nothing.
impl BoardDisplay for () {
    fn show(&mut self, _: &Board, _: usize, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the program until `quit` or the end of its input.
///
/// The program reports an invalid line on the console's errors and changes nothing. It flushes the
/// output after every line.
///
/// # Errors
/// Any error of reading the input or writing the output.
pub fn run<I: BufRead, O: Write, E: Write>(
    options: Options,
    display: &mut impl BoardDisplay,
    console: &mut Console<I, O, E>,
) -> io::Result<()> {
    let parameters = Parameters::usual();
    let mut session = Session {
        console,
        display,
        board: Board::new(parameters),
        playing: false,
        automatic: [false, true],
        player: Player::with_limit(options.seed, options.limit),
        limit: options.limit,
    };
    session.show()?;
    loop {
        let prompt = if options.prompt { session.prompt() } else { String::new() };
        let Some(line) = session.console.ask(&prompt)? else {
            if options.prompt {
                writeln!(session.console.output)?;
            }
            return session.console.output.flush();
        };
        let command = match Command::read(&line.text()) {
            Ok(Some(_)) | Err(_) if line.cut => Err(InputError::TooLong),
            command => command,
        };
        let done = match command {
            Ok(None) => continue,
            Ok(Some(Command::Quit)) => return session.console.output.flush(),
            Ok(Some(command)) => session.execute(command)?,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            // A user who does not read the errors may play on.
            let _ = writeln!(session.console.errors, "Error: {error}").and_then(|()| session.console.errors.flush());
        }
    }
}

/// The state of the program.
struct Session<'c, D, I, O, E> {
    console: &'c mut Console<I, O, E>,
    display: &'c mut D,
    /// The board at rest, or if it is won, the board at the moment when the cascade stopped, which
    /// may have overfull squares.
    board: Board,
    playing: bool,
    /// Whether the program plays each side.
    automatic: [bool; 2],
    player: Player,
    limit: u64,
}

impl<D: BoardDisplay, I: BufRead, O: Write, E: Write> Session<'_, D, I, O, E> {
    /// Executes a command. The inner error is a mistake of the user, the outer one an error of the
    /// console.
    fn execute(&mut self, command: Command) -> io::Result<Result<(), InputError>> {
        match command {
            Command::Clear => self.begin(self.board.parameters())?,
            Command::Size(parameters) => self.begin(parameters)?,
            Command::Auto(side) | Command::Manual(side) => {
                self.playing = false;
                self.automatic[side.index()] = command == Command::Auto(side);
            }
            Command::Set { row, col, spots, side } => {
                if let Err(error) = self.set(row, col, spots, side) {
                    return Ok(Err(error));
                }
                self.show()?;
            }
            Command::Start => {
                if self.board.winner().is_some() {
                    return Ok(Err(InputError::Over));
                }
                self.playing = true;
                self.play_automatic()?;
            }
            Command::Move { row, col } => match self.legal_move(row, col) {
                Ok(mv) => {
                    self.play(mv)?;
                    self.play_automatic()?;
                }
                Err(error) => return Ok(Err(error)),
            },
            Command::Seed(seed) => self.player = Player::with_limit(seed.cast_unsigned(), self.limit),
            Command::Dump => write!(self.console.output, "{}", self.board)?,
            Command::Help => write!(self.console.output, "{HELP}")?,
            Command::Quit => {}
        }
        Ok(Ok(()))
    }

    /// Stops the game and makes a clear board.
    fn begin(&mut self, parameters: Parameters) -> io::Result<()> {
        self.playing = false;
        self.board = Board::new(parameters);
        self.show()
    }

    fn set(&mut self, row: i64, col: i64, spots: i64, side: Side) -> Result<(), InputError> {
        let pos = self.square(row, col)?;
        let most = self.board.parameters().neighbors(pos);
        let square = match u32::try_from(spots) {
            Ok(0) => Square::Neutral,
            Ok(spots) if spots <= most => Square::Owned(side, spots),
            _ => return Err(InputError::Spots { row, col, spots, most }),
        };
        self.playing = false;
        self.forget_overfull();
        self.board.set(pos, square);
        Ok(())
    }

    /// Reduces the spots of overfull squares to the number of their neighbors. A won board may have
    /// any spots (J7), but the board that `set` makes of it may not.
    fn forget_overfull(&mut self) {
        let parameters = self.board.parameters();
        for pos in parameters.board().positions() {
            if let Square::Owned(side, spots) = self.board.square(pos) {
                self.board.set(pos, Square::Owned(side, spots.min(parameters.neighbors(pos))));
            }
        }
    }

    /// The square of a row and a column from 1.
    fn square(&self, row: i64, col: i64) -> Result<Pos, InputError> {
        let size = self.board.parameters().size();
        let index = |number: i64| u32::try_from(number).ok()?.checked_sub(1).filter(|&index| index < size);
        match (index(row), index(col)) {
            (Some(row), Some(col)) => Ok(Pos::new(row, col)),
            _ => Err(InputError::OffBoard { row, col, size }),
        }
    }

    /// The board as a position, with its rules.
    fn position(&self) -> (Jump61<u128>, Position<u128>) {
        let rules = Jump61::new(self.board.parameters()).expect("every size fits");
        let position = rules.position(&Setup(self.board.clone())).expect("the board is at rest or won");
        (rules, position)
    }

    fn turn(&self) -> Side {
        let (rules, position) = self.position();
        rules.turn(&position)
    }

    fn legal_move(&self, row: i64, col: i64) -> Result<Move, InputError> {
        if !self.playing {
            return Err(if self.board.winner().is_some() { InputError::Over } else { InputError::NotPlaying });
        }
        let mv = Move(self.square(row, col)?);
        let (rules, position) = self.position();
        if rules.is_legal(&position, mv) { Ok(mv) } else { Err(InputError::Opponents { row, col }) }
    }

    /// Plays a legal move, which may end the game.
    fn play(&mut self, mv: Move) -> io::Result<()> {
        let (rules, mut position) = self.position();
        let (mut jumps, mut shown) = (0, Ok(()));
        rules.play_watched(&mut position, mv, |frame| {
            self.board = rules.frame_board(frame);
            if shown.is_ok() {
                shown = self.display.show(&self.board, jumps, &mut self.console.output);
            }
            jumps += 1;
        });
        shown?;
        if let Outcome::Win(winner) = rules.outcome(&position) {
            self.playing = false;
            writeln!(self.console.output, "{} wins.", name(winner))?;
            self.console.output.flush()?;
        }
        Ok(())
    }

    /// Plays for the program until it is a person's turn or the game is over.
    fn play_automatic(&mut self) -> io::Result<()> {
        while self.playing && self.automatic[self.turn().index()] {
            let mv = self.player.choose(&self.board).expect("there is a move in a game that goes on");
            writeln!(self.console.output, "{} moves {} {}.", name(self.turn()), mv.0.row + 1, mv.0.col + 1)?;
            self.console.output.flush()?;
            self.play(mv)?;
        }
        Ok(())
    }

    fn show(&mut self) -> io::Result<()> {
        self.display.show(&self.board, 0, &mut self.console.output)
    }

    fn prompt(&self) -> String {
        match self.playing {
            true => format!("{}> ", name(self.turn())),
            false => "> ".to_string(),
        }
    }
}

/// The names of the sides, as the program writes them.
pub const NAMES: [&str; 2] = ["Red", "Blue"];

fn name(side: Side) -> &'static str {
    NAMES[side.index()]
}
