//! Reads the output of a program: dumps, automatic moves and winners.

use super::cases::Case;
use crate::clauses::ClauseTable;
use crate::difference::Difference;
use gridlaw::cell::Side;
use gridlaw::games::jump61::Board;
use gridlaw::games::jump61::session::NAMES;

/// Everything shown up to a dump.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    /// `P moves R C.`, with row and column from 1.
    pub(super) moves: Vec<(Side, i64, i64)>,
    /// `P wins.`
    pub(super) wins: Vec<Side>,
    /// The dump, or the text between the markers if it is not a board.
    pub(super) board: Option<Result<Board, String>>,
    /// The text between the markers if it is a board in another form than the document's.
    odd: Option<String>,
    /// Whether the first marker stands on the winner's line.
    pub(super) runs_on: bool,
}

/// The dumps of an output, each with what precedes it. A marker may follow a prompt.
pub(super) fn chunks(text: &str) -> Vec<Chunk> {
    let mut chunks = vec![Chunk::default()];
    let mut dump: Option<String> = None;
    for line in text.lines() {
        let Some(chunk) = chunks.last_mut() else { break };
        let bare = line.trim();
        let is_marker = bare == "====" || bare == "===" || bare.ends_with("> ====") || bare.ends_with("> ===");
        match &mut dump {
            None if is_marker => dump = Some("====\n".to_string()),
            None => {
                chunk.moves.extend(automatic_move(bare));
                chunk.wins.extend(winners(bare));
                chunk.runs_on = bare.ends_with("wins.====");
                dump = chunk.runs_on.then(|| "====\n".to_string());
            }
            Some(rows) if is_marker => {
                rows.push_str("====\n");
                let board = read_dump(rows);
                let lawful = board.as_ref().map(Board::to_string).unwrap_or_default();
                let is_odd = board.is_some() && lawful.lines().ne(rows.lines().map(str::trim_end));
                chunk.odd = Some(rows.clone()).filter(|_| is_odd);
                chunk.board = Some(board.ok_or(core::mem::take(rows)));
                dump = None;
                chunks.push(Chunk::default());
            }
            Some(rows) => {
                rows.push_str(line);
                rows.push('\n');
            }
        }
    }
    if chunks.last().is_some_and(|chunk| chunk.board.is_none() && chunk.moves.is_empty() && chunk.wins.is_empty()) {
        chunks.pop();
    }
    chunks
}

/// Reads a dump, perhaps with blank lines or capitals in it.
fn read_dump(rows: &str) -> Option<Board> {
    let some = || rows.lines().filter(|line| !line.trim().is_empty()).map(|line| line.to_lowercase() + "\n");
    rows.parse().ok().or_else(|| some().collect::<String>().parse().ok())
}

/// Whether a text is a board but for the spots of neutral squares, which have one.
pub(super) fn is_board_but_for_spots(rows: &str) -> bool {
    let lawful = |word: &str| {
        let is_neutral = word.strip_suffix('-').is_some_and(|spots| spots.parse::<u32>().is_ok());
        if is_neutral { "1-" } else { word }.to_string() + " "
    };
    let line = |line: &str| line.split_whitespace().map(lawful).collect::<String>() + "\n";
    read_dump(&rows.lines().map(line).collect::<String>()).is_some()
}

/// The first dump in another form than the document's.
pub(super) fn odd_dump(chunks: &[Chunk]) -> Option<Difference> {
    let (turns, chunk) = (1..).zip(chunks).find(|(_, chunk)| chunk.odd.is_some())?;
    let (board, odd) = (chunk.board.as_ref()?.as_ref().ok()?, chunk.odd.as_ref()?);
    let what = "the dump has another form than the document's; the judge reads it, and goes on";
    Some(Case::Dump.difference(turns, what).lines(board.to_string().as_bytes(), odd.as_bytes()))
}

/// The first winner's line without its end.
pub(super) fn unended_win(chunks: &[Chunk]) -> Option<Difference> {
    let (turns, _) = (1..).zip(chunks).find(|(_, chunk)| chunk.runs_on)?;
    Some(*Case::Wins.difference(turns, "the winner's line has no end: the dump begins on it"))
}

/// The winners that a line names, in order. The phrases may stand in no other context, so they
/// count anywhere.
fn winners(line: &str) -> impl Iterator<Item = Side> {
    let of = |side: Side| {
        let phrase = format!("{} wins.", NAMES[side.index()]);
        line.match_indices(&phrase).map(|(at, _)| (at, side)).collect::<Vec<_>>()
    };
    let mut found = Side::BOTH.map(of).concat();
    found.sort_by_key(|&(at, _)| at);
    found.into_iter().map(|(_, side)| side)
}

/// Parses `Red moves 3 4.`, perhaps after a prompt: the side, the row and the column, from 1.
#[must_use]
pub fn automatic_move(line: &str) -> Option<(Side, i64, i64)> {
    let (before, after) = line.split_once(" moves ")?;
    let side = NAMES.iter().position(|name| before.ends_with(name))?;
    let mut numbers = after.strip_suffix('.')?.split(' ').map(|number| number.parse().ok());
    let (row, col) = (numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some((Side::BOTH[side], row, col))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_and_lines_are_found_behind_prompts() {
        let text = "> Red> Blue moves 1 2.\nRed> ===\n  1- 2r\n  1b 1-\n===\nsay\nBlue> Red wins.\n====\n x\n====\n";
        let chunks = chunks(text);
        assert_eq!(chunks.len(), 2);
        assert_eq!(chunks[0].moves, [(Side::Second, 1, 2)]);
        assert!(matches!(&chunks[0].board, Some(Ok(board)) if board.spots() == 5));
        assert_eq!(chunks[1].wins, [Side::First]);
        assert!(unended_win(&chunks).is_none());
        let chunks = self::chunks("Blue wins.====\n    1b 1b\n    1b 1b\n====\n");
        assert_eq!((&chunks[0].wins[..], chunks.len()), (&[Side::Second][..], 1));
        assert!(unended_win(&chunks).is_some_and(|difference| difference.clause == Case::Wins.clause()));
        let chunks = self::chunks(text);
        assert!(matches!(chunks[1].board, Some(Err(_))));
        assert!(odd_dump(&chunks).is_some_and(|difference| difference.turns == 1), "two blanks, and not four");
    }

    #[test]
    fn a_dump_in_another_form_is_read_and_named() {
        for (text, is_odd) in [
            ("====\n    1- 2r\n    1b 1-\n====\n", false),
            ("===\n    1- 2r  \n    1b 1-\r\n===\n", false),
            ("====\n1- 2R\n\n1B 1-\n====\n", true),
            ("====\n\t1-  2r\n\t1b  1-\n====\n", true),
        ] {
            let chunks = chunks(text);
            assert!(matches!(&chunks[0].board, Some(Ok(board)) if board.spots() == 5), "{text}");
            assert_eq!(odd_dump(&chunks).is_some(), is_odd, "{text}");
        }
    }
}
