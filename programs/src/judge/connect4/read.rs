//! Reads the display strings and the winner out of an output.

use super::cases::Case;
use crate::judge::clauses::ClauseTable;
use crate::judge::difference::{Difference, Shown};
use gridlaw::board::PackedBoard;
use gridlaw::cell::Side;
use gridlaw::games::connect4::{NaiveConnect4, Parameters, read_display};
use gridlaw::rules::{Notation, Rules};

/// The boards of an output, up to the first display string that is wrong; equal boards in sequence
/// count once.
pub(super) fn displays(text: &str, parameters: Parameters) -> (Vec<PackedBoard>, Option<Box<Difference>>) {
    let size = parameters.size().width() as usize;
    let top = format!("--{}--", "N".repeat(size));
    let lines: Vec<&str> = text.lines().collect();
    let mut boards: Vec<PackedBoard> = Vec::new();
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let bare = line.trim_end();
        if !bare.ends_with(&top) && !bare.ends_with("NN--") {
            at += 1;
            continue;
        }
        // The first line may follow a prompt.
        let first = if bare.ends_with(&top) { &top } else { bare };
        let rest = &lines[at + 1..lines.len().min(at + size + 4)];
        let shown: Vec<&str> = std::iter::once(first).chain(rest.iter().map(|line| line.trim_end())).collect();
        match read_display::<PackedBoard>(&shown.join("\n"), parameters) {
            Ok(board) if boards.last() == Some(&board) => {}
            Ok(board) => boards.push(board),
            Err(error) => {
                let empty = NaiveConnect4::new(parameters);
                let lawful = empty.picture(&empty.start());
                let difference = Case::Display.difference(boards.len(), format!("a display string is wrong: {error}"));
                let expected = Shown::Text(lawful.lines().map(String::from).collect());
                let found = Shown::Text(shown.iter().map(|line| line.escape_debug().to_string()).collect());
                return (boards, Some(Box::new(difference.between(expected, found))));
            }
        }
        at += size + 4;
    }
    (boards, None)
}

/// The player named by the last line that speaks of a winner.
pub(super) fn winner_of(text: &str) -> Option<Side> {
    text.lines().rev().map(str::to_lowercase).filter(|line| line.contains("win") || line.contains("won")).find_map(
        |line| {
            let (_, after) = line.rsplit_once("layer")?;
            match after.chars().find(char::is_ascii_digit)? {
                '1' => Some(Side::First),
                '2' => Some(Side::Second),
                _ => None,
            }
        },
    )
}
