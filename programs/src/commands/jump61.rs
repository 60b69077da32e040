//! The program `jump61`.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use clap::Parser;
use clap::builder::styling::{Ansi256Color, Color, Style};

use crate::Failure;
use gridlaw::cell::{Pos, Side};
use gridlaw::console::Console;
use gridlaw::games::jump61::Board;
use gridlaw::games::jump61::session::{self, BoardDisplay, Options};

/// Play Jump61: spots jump from overfull squares and take their neighbors.
///
/// Commands are read from standard input; `help` lists them.
#[derive(Clone, Copy, Debug, Parser)]
#[command(name = "jump61", version, disable_help_flag = true)]
pub struct Jump61Program {
    /// Show the board in color whenever it changes
    #[arg(long)]
    display: bool,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

impl Jump61Program {
    /// Runs the program. Its exit status is 0 whatever the input is (ruling J4), even one that
    /// cannot be read.
    ///
    /// # Errors
    /// Only a closed output.
    pub fn run(
        self,
        options: Options,
        mut painter: Painter,
        console: &mut Console<impl BufRead, impl Write, impl Write>,
    ) -> Result<u8, Failure> {
        let ended = match self.display {
            true => session::run(options, &mut painter, console),
            false => session::run(options, &mut (), console),
        };
        match ended {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                // An error of this write cannot be reported.
                let _ = writeln!(console.errors, "Error: {error}");
                Ok(0)
            }
            ended => Ok(ended.map(|()| 0)?),
        }
    }
}

/// Paints the board, and every front of a cascade.
#[derive(Clone, Copy, Debug)]
pub struct Painter {
    /// Whether the output is a terminal, on which cascades can be animated in place.
    pub animate: bool,
    /// Whether squares have colors. Without them only cascades need sequences of a terminal.
    pub colors: bool,
}

/// The time for which each of the first jumps of a cascade is shown.
const JUMP: Duration = Duration::from_millis(120);

/// The number of jumps that are shown for [`JUMP`]. The rest of a long cascade is faster.
const JUMPS: usize = 16;

/// The time for which each of the rest is shown.
const QUICK_JUMP: Duration = Duration::from_millis(20);

impl BoardDisplay for Painter {
    fn show(&mut self, board: &Board, jumps: usize, output: &mut impl Write) -> io::Result<()> {
        if self.animate && jumps > 0 {
            std::thread::sleep(if jumps <= JUMPS { JUMP } else { QUICK_JUMP });
            // To the beginning of the line that shows the columns.
            write!(output, "\x1b[{}F", board.parameters().size() + 1)?;
        }
        paint(board, self.colors, output)?;
        output.flush()
    }
}

/// A text color on another, by their numbers in the terminal's palette.
const fn style(text: u8, ground: u8) -> Style {
    Style::new().fg_color(Some(color(text))).bg_color(Some(color(ground)))
}

const fn color(number: u8) -> Color {
    Color::Ansi256(Ansi256Color(number))
}

const BLACK_ON_GREY: Style = style(0, 7);
const WHITE_ON_RED: Style = style(15, 1);
const WHITE_ON_BLUE: Style = style(15, 4);

/// Paints the numbers of the columns, then each row with its number.
fn paint(board: &Board, colors: bool, output: &mut impl Write) -> io::Result<()> {
    let size = board.parameters().size();
    write!(output, "  ")?;
    for col in 1..=size {
        write!(output, "{col:>3}")?;
    }
    for row in 0..size {
        write!(output, "\n{:>2} ", row + 1)?;
        for col in 0..size {
            let square = board.square(Pos::new(row, col));
            // The letter is for people and terminals that see no colors.
            let (letter, style) = match square.owner() {
                None => ('-', BLACK_ON_GREY),
                Some(Side::First) => ('r', WHITE_ON_RED),
                Some(Side::Second) => ('b', WHITE_ON_BLUE),
            };
            let style = if colors { style } else { Style::new() };
            write!(output, "{style}{:>2}{letter}{style:#}", square.spots())?;
        }
    }
    writeln!(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of the program for an input, on a terminal or not.
    fn shown(display: bool, animate: bool, input: &str) -> String {
        painted(display, Painter { animate, colors: true }, input)
    }

    fn painted(display: bool, painter: Painter, input: &str) -> String {
        let mut console = Console::new(input.as_bytes(), Vec::new(), Vec::new());
        let program = Jump61Program { display, help: None };
        assert_eq!(program.run(Options::default(), painter, &mut console).unwrap(), 0);
        assert_eq!(console.errors, b"");
        String::from_utf8(console.output).unwrap()
    }

    /// The text without the terminal's sequences, which end at their first letter.
    fn plain(text: &str) -> String {
        let mut parts = text.split("\x1b[");
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |plain, part| {
            let end = part.find(|letter: char| letter.is_ascii_alphabetic()).expect("a sequence ends");
            plain + &part[end + 1..]
        })
    }

    const GAME: &str = "size 2\nset 1 1 2 r\nset 1 2 1 b\nmanual blue\nstart\n2 2\n1 1\n";

    #[test]
    fn the_board_is_shown_whenever_it_changes_and_only_when_asked_for() {
        let painted = shown(true, false, GAME);
        let six = "    1  2  3  4  5  6\n 1  1- 1- 1- 1- 1- 1-\n";
        assert!(plain(&painted).starts_with(six), "{painted}");
        let boards: Vec<String> = plain(&painted).split("    1  2\n").skip(1).map(str::to_string).collect();
        let expected = [
            " 1  1- 1-\n 2  1- 1-\n",
            " 1  2r 1-\n 2  1- 1-\n",
            " 1  2r 1b\n 2  1- 1-\n",
            " 1  2r 1b\n 2  1- 2b\n",
            " 1  3r 1b\n 2  1- 2b\n",
            " 1  1r 2r\n 2  2r 2b\n",
        ];
        assert_eq!(boards, expected);
        assert!(!painted.contains('F'), "nothing to be painted over: {painted}");
        assert_eq!(shown(false, true, GAME), "");
    }

    #[test]
    fn without_colors_the_board_is_plain_text() {
        let colored = shown(true, false, GAME);
        assert!(colored.contains("\x1b[38;5;15m\x1b[48;5;1m 2r\x1b[0m"), "{colored}");
        assert_eq!(painted(true, Painter { animate: false, colors: false }, GAME), plain(&colored));
    }

    #[test]
    fn on_a_terminal_a_cascade_is_painted_over_itself() {
        let painted = shown(true, true, GAME);
        assert_eq!(plain(&painted), plain(&shown(true, false, GAME)));
        assert_eq!(painted.matches("\x1b[3F").count(), 1, "{painted}");
    }
}
