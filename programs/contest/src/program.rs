//! Moves of somebody's program, through the protocol of its game's document.
//!
//! The match starts the program anew for every move. It types the position, with the program's side
//! automatic and the other side manual, and reads the move that the program shows. So a program
//! that hangs or floods costs one run, and no program remembers earlier moves.
//!
//! | game | position | move |
//! |---|---|---|
//! | jump61 | `size`, `seed` and `set` | `Red moves R C.` after `start` |
//! | fitz | a saved game; `{args}` has type 1, `{args2}` 2 | `Player * => R C rotated A` |
//!
//! Breakdown's document has only human players, and Connect4's bots are functions of C: neither has
//! a protocol in which a program plays one side.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::time::Duration;

use super::error::MatchError;
use gridlaw::games::{AnyGame, GameKind, fitz, jump61};
use gridlaw::{AnyPlaying, Side};
use gridlaw_judge::jump61::automatic_move;
use gridlaw_judge::process::{self, Bounds, RunLimits};
use gridlaw_judge::{Desk, Template, shell_words};

/// The most bytes that a program may write for one move.
const MOST_BYTES: usize = 1 << 24;

/// Checks that programs can play a game, and that the command has what the game's protocol needs.
pub(super) fn check(words: &[OsString], kind: GameKind) -> Result<(), MatchError> {
    let template = Template::new(words.iter().cloned());
    let trouble = match kind {
        GameKind::Jump61 => return Ok(()),
        GameKind::Fitz if template.has("args") || template.has("args2") => return Ok(()),
        GameKind::Fitz => "a program for fitz must have {args} or {args2}, for its player type 1 or 2".to_string(),
        kind => format!("{kind} has no protocol in which a program plays one side: its document does not define one"),
    };
    Err(MatchError(trouble))
}

/// The move of a program.
pub(super) fn choose(
    words: &[OsString],
    game: &AnyGame,
    playing: &AnyPlaying,
    seed: u64,
    timeout: Duration,
) -> Result<Option<String>, MatchError> {
    check(words, game.kind())?;
    let template = Template::new(words.iter().cloned());
    let run = || -> io::Result<(Option<String>, String)> {
        let mut desk = Desk::default();
        let (mut values, mut input) = (Vec::new(), Vec::new());
        match game {
            AnyGame::Fitz(_) => {
                let directory = desk.path()?.to_path_buf();
                let [tiles, save] = ["t", "s"].map(|name| directory.join(name));
                fs::write(&tiles, game.content().unwrap_or_default())?;
                fs::write(&save, saved(playing))?;
                for (name, kind) in [("args", "1"), ("args2", "2")] {
                    let mut types = ["h", "h"];
                    types[playing.turn().index()] = kind;
                    let [one, two] = types.map(OsString::from);
                    values.push((name, vec![tiles.clone().into(), one, two, save.clone().into()]));
                }
            }
            _ => input = typed(playing, seed).into_bytes(),
        }
        let limits = RunLimits { reply: timeout, total: Duration::MAX, bytes: MOST_BYTES };
        let run = process::run(&template.fill(&values), None, &input, limits, Bounds::default())?;
        let output = String::from_utf8_lossy(&run.output);
        let found = output.lines().find_map(|line| read(line.trim(), playing.turn(), game.kind()));
        Ok((found, run.ending.to_string()))
    };
    let name = shell_words(words);
    match run() {
        Ok((Some(mv), _)) => Ok(Some(mv)),
        Ok((None, ending)) => Err(MatchError(format!("{name}: it shows no move of its own; {ending}"))),
        Err(error) => Err(MatchError(format!("{name}: {error}"))),
    }
}

/// The saved game of a position of Fitz.
fn saved(playing: &AnyPlaying) -> String {
    let setup = playing.setup_as::<fitz::Setup>();
    setup.map_or_else(String::new, |setup| {
        fitz::files::Save { tile: setup.tile, turn: setup.turn, board: setup.board }.to_string()
    })
}

/// The input that sets up a position of Jump61 and lets the program move.
fn typed(playing: &AnyPlaying, seed: u64) -> String {
    let Some(jump61::Setup(board)) = playing.setup_as::<jump61::Setup>() else { return String::new() };
    let mut input = format!("size {}\nseed {}\n", board.parameters().size(), seed >> 1);
    for (pos, square) in board.squares() {
        if let Some(owner) = square.owner() {
            let owner = ["r", "b"][owner.index()];
            input.push_str(&format!("set {} {} {} {owner}\n", pos.row + 1, pos.col + 1, square.spots()));
        }
    }
    let [own, other] = [playing.turn(), playing.turn().other()].map(|side| ["red", "blue"][side.index()]);
    input.push_str(&format!("manual {other}\nauto {own}\nstart\n"));
    input
}

/// Reads the line of an automatic move of a side.
fn read(line: &str, side: Side, kind: GameKind) -> Option<String> {
    if kind == GameKind::Fitz {
        let line = line.strip_prefix(&format!("Player {} => ", fitz::side_glyph(side)))?;
        let mut words = line.split(' ');
        let (row, col, rotated, angle) = (words.next()?, words.next()?, words.next()?, words.next()?);
        return (rotated == "rotated" && words.next().is_none()).then(|| format!("{row},{col},{angle}"));
    }
    let (mover, row, col) = automatic_move(line)?;
    (mover == side).then(|| format!("{row},{col}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_moves_are_read_and_other_lines_are_not() {
        let red = |line| read(line, Side::First, GameKind::Jump61);
        assert_eq!(red("> Red moves 3 4."), Some("3,4".to_string()));
        assert_eq!(red("Blue moves 3 4."), None);
        assert_eq!(red("Red wins."), None);
        let second = |line| read(line, Side::Second, GameKind::Fitz);
        assert_eq!(second("Player # => 2 -2 rotated 270"), Some("2,-2,270".to_string()));
        assert_eq!(second("Player * => 2 -2 rotated 270"), None);
        assert_eq!(second("Player #] "), None);
    }

    #[test]
    fn a_position_is_set_up_as_the_document_has_it() {
        let game: AnyGame = "jump61 --size 3".parse().unwrap();
        let playing = game.record("1,1 1,2").unwrap();
        let expected = "size 3\nseed 5\nset 1 1 2 r\nset 1 2 2 b\nmanual blue\nauto red\nstart\n";
        assert_eq!(typed(&playing, 11), expected);
    }
}
