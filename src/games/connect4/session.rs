//! The document's program: two people, a person and a bot, or a tournament of bots (ruling C6).
//!
//! The program asks for a board size from 4 to 10, the type of game, and for a tournament the
//! number of games from 1. It repeats a question until the answer is valid. An answer is a line;
//! blanks around it do not matter. The program skips a question that the settings answer.
//!
//! The program shows the board as its [display string](super::read_display) before every move and
//! at the end. A person enters a side, in either case, and a position on the board, for example
//! `N3`; the program repeats its question for any other line. A player has only one attempt:
//! choosing an occupied entry forfeits the turn, and the program says so. The program shows a bot's
//! move in the words of the document. The person is player 1 and begins.
//!
//! ```
//! use gridlaw::console::Console;
//! use gridlaw::games::connect4::{session, tournament::tournament};
//!
//! let input = &b"4\n1\nE0\nS0\nE0\nS0\nE0\nS0\nE0\n"[..];
//! let mut console = Console::new(input, Vec::new(), Vec::new());
//! let settings = session::Settings::default();
//! let status = session::run(settings, &mut console, |parameters, seed, games| {
//!     tournament(parameters, seed, 0..games)
//! });
//! assert_eq!(status.unwrap(), 0);
//! let shown = String::from_utf8(console.output).unwrap();
//! assert!(shown.ends_with("Game over! Congratulations! Winner is Player 1\n"));
//! ```

use std::io::{self, BufRead, Write};

use super::bots::Bot;
use super::tasks::side_and_position;
use super::tournament::Score;
use super::{Arrange, FastFunction, Move, Parameters};
use crate::cell::Side;
use crate::console::{AnyConsole, Console};
use crate::rng::Generator;
use crate::rules::Outcome;

/// The kind of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GameType {
    /// Two people.
    HumanVsHuman = 1,
    /// A person and [`Bot::Bot1`].
    HumanVsBot = 2,
    /// [`Bot::Bot1`] and [`Bot::Bot2`], many times.
    BotVsBot = 3,
}

impl GameType {
    /// The type of a number, 1 to 3.
    #[must_use]
    pub fn from_number(number: u64) -> Option<GameType> {
        [GameType::HumanVsHuman, GameType::HumanVsBot, GameType::BotVsBot]
            .into_iter()
            .find(|&kind| kind as u64 == number)
    }
}

/// The answers that the program need not ask for, and the seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The size of the board.
    pub parameters: Option<Parameters>,
    /// The type of game.
    pub game_type: Option<GameType>,
    /// The number of games of a tournament, at least 1.
    pub games: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Runs the program. Returns its exit status: 0 if the game or tournament is over, 1 if the input
/// ended first. `tournament` plays a tournament of a board size, a seed and a number of games.
///
/// # Errors
/// Any error of reading the input or writing the output.
pub fn run(
    settings: Settings,
    console: &mut Console<impl BufRead, impl Write, impl Write>,
    tournament: impl FnOnce(Parameters, u64, u64) -> Score,
) -> io::Result<u8> {
    let mut tournament = Some(tournament);
    let mut once = |parameters, seed, games| match tournament.take() {
        Some(tournament) => tournament(parameters, seed, games),
        None => Score::default(),
    };
    match play(settings, &mut console.of_any(), &mut once)? {
        Some(()) => Ok(0),
        None => console.give_up(),
    }
}

/// Asks and plays. Returns `None` if the input ended first.
fn play(
    settings: Settings,
    console: &mut AnyConsole<'_>,
    tournament: &mut dyn FnMut(Parameters, u64, u64) -> Score,
) -> io::Result<Option<()>> {
    let parameters = match settings.parameters {
        Some(parameters) => parameters,
        None => {
            let size = |number: u64| u32::try_from(number).ok().and_then(|size| Parameters::new(size).ok());
            let Some(answer) = ask_number(console, "Enter board size: ", size)? else { return Ok(None) };
            answer
        }
    };
    let game_type = match settings.game_type {
        Some(game_type) => game_type,
        None => {
            writeln!(console.output, "Options:")?;
            writeln!(console.output, " [1] = Human vs. Human\n [2] = Human vs. Bot1\n [3] = Bot1 vs. Bot2")?;
            let Some(answer) = ask_number(console, "Choose game type: ", GameType::from_number)? else {
                return Ok(None);
            };
            answer
        }
    };
    let bot = match game_type {
        GameType::HumanVsHuman => None,
        GameType::HumanVsBot => Some(Bot::Bot1),
        GameType::BotVsBot => {
            let games = match settings.games {
                Some(games) => games,
                None => {
                    let some = |games: u64| (games > 0).then_some(games);
                    let Some(answer) = ask_number(console, "Number of games: ", some)? else { return Ok(None) };
                    answer
                }
            };
            console.output.flush()?;
            let score = tournament(parameters, settings.seed, games);
            let [first, second] = score.wins;
            writeln!(console.output, "\nTournament over! Games played = {}", score.games())?;
            writeln!(console.output, "Player 1 wins = {first} / Player 2 wins = {second}")?;
            console.output.flush()?;
            return Ok(Some(()));
        }
    };
    parameters.call_fast(OneGame { console, bot, generator: Generator::for_game(settings.seed, 0) })
}

/// One game: a person against `bot`, or two people.
struct OneGame<'c, 's> {
    console: &'c mut AnyConsole<'s>,
    bot: Option<Bot>,
    generator: Generator,
}

impl FastFunction for OneGame<'_, '_> {
    type Output = io::Result<Option<()>>;

    fn call<G: Arrange>(mut self, rules: G) -> Self::Output {
        let console = self.console;
        let mut position = rules.start();
        loop {
            write!(console.output, "{}", rules.picture(&position))?;
            if let Outcome::Win(side) = rules.outcome(&position) {
                writeln!(console.output, "Game over! Congratulations! Winner is Player {}", player(side))?;
                console.output.flush()?;
                return Ok(Some(()));
            }
            let turn = rules.turn(&position);
            let chosen = self.bot.filter(|_| turn == Side::Second);
            let chosen = chosen.and_then(|bot| bot.choose(&rules, &position, &mut self.generator));
            let mv = if let Some(mv) = chosen {
                let (side, position) = side_and_position(mv);
                writeln!(console.output, "Bot has chosen: side={side} move={position}")?;
                mv
            } else {
                let prompt = format!("Player {}: enter move [side/position]: ", player(turn));
                let read = |text: &str| -> Option<Move> {
                    text.to_ascii_uppercase().parse().ok().filter(|&mv| rules.accepts(&position, mv))
                };
                let Some(mv) = ask(console, &prompt, read)? else { return Ok(None) };
                mv
            };
            if !rules.is_legal(&position, mv) {
                writeln!(console.output, "{mv} is taken: Player {} forfeits the turn.", player(turn))?;
            }
            rules.play_unchecked(&mut position, mv);
        }
    }
}

/// The document's number of a player: 1 moves first.
fn player(side: Side) -> u32 {
    side as u32 + 1
}

/// Asks for a number until `read` accepts it. Returns `None` at the end of input.
fn ask_number<T>(console: &mut AnyConsole<'_>, prompt: &str, read: impl Fn(u64) -> Option<T>) -> io::Result<Option<T>> {
    ask(console, prompt, |text| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain).and_then(&read)
    })
}

/// Asks until `read` accepts the answer. Returns `None` at the end of input.
fn ask<T>(console: &mut AnyConsole<'_>, prompt: &str, read: impl Fn(&str) -> Option<T>) -> io::Result<Option<T>> {
    while let Some(line) = console.ask(prompt)? {
        let answer = if line.cut { None } else { read(line.text().trim()) };
        if answer.is_some() {
            return Ok(answer);
        }
    }
    Ok(None)
}
