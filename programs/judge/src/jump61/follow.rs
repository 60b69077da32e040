//! Follows the output of a program, dump by dump, and compares it with the law.

use super::cases::Case;
use super::law::{both, command, picture, session};
use super::strength::Search;
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::difference::{Difference, Shown};
use crate::script::Script;
use gridlaw::cell::{Pos, Side};
use gridlaw::games::jump61::session::{Command, InputError};
use gridlaw::games::jump61::{Board, Jump61, Move, Parameters, Setup};
use gridlaw::rules::{Notation, Rules};

/// Everything shown up to a dump.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    /// `P moves R C.`, with row and column from 1.
    pub(super) moves: Vec<(Side, i64, i64)>,
    /// `P wins.`
    wins: Vec<Side>,
    /// The dump, or the text between the markers if it is not a board.
    board: Option<Result<Board, String>>,
    /// The text between the markers if it is a board in another form than the document's.
    odd: Option<String>,
    /// Whether the first marker stands on the winner's line.
    runs_on: bool,
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

/// The names of the sides.
const NAMES: [&str; 2] = ["Red", "Blue"];

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

/// Parses `Red moves 3 4.`, perhaps after a prompt.
fn automatic_move(line: &str) -> Option<(Side, i64, i64)> {
    let (before, after) = line.split_once(" moves ")?;
    let side = NAMES.iter().position(|name| before.ends_with(name))?;
    let mut numbers = after.strip_suffix('.')?.split(' ').map(|number| number.parse().ok());
    let (row, col) = (numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some((Side::BOTH[side], row, col))
}

/// A board that the law shows, and the winner's lines before it.
struct Lawful {
    board: Board,
    wins: Vec<Side>,
}

/// The boards of the law's run, in which automatic moves are typed, too: a dump for every turn and
/// for every automatic move.
fn lawful(script: &Script<()>, chunks: &[Chunk]) -> Vec<Lawful> {
    let mut input = Vec::from(&b"manual blue\n"[..]);
    for (number, turn) in script.turns.iter().enumerate() {
        match command(turn) {
            // On the judge's board both sides play by typed moves.
            Some(Command::Auto(side)) => {
                let name: &[u8] = if side == Side::First { b"manual red\n" } else { b"manual blue\n" };
                input.extend_from_slice(name);
            }
            Some(Command::Quit) => {}
            _ => input.extend_from_slice(turn),
        }
        input.extend_from_slice(b"dump\n");
        for (_, row, col) in chunks.get(number).map_or(&[][..], |chunk| &chunk.moves) {
            input.extend_from_slice(format!("{row} {col}\ndump\n").as_bytes());
        }
    }
    let output = session(&input).output;
    let text = String::from_utf8_lossy(&output);
    let shown = self::chunks(&text).into_iter();
    shown.filter_map(|chunk| Some(Lawful { board: chunk.board?.ok()?, wins: chunk.wins })).collect()
}

fn turn_of(board: &Board) -> Option<Side> {
    let rules = Jump61::<u128>::new(board.parameters())?;
    Some(rules.turn(&rules.position(&Setup(board.clone())).ok()?))
}

/// Compares the output of a program with the law. After a difference the remaining clauses count as
/// hidden.
///
/// # Errors
/// The first difference.
pub(super) fn follow(
    script: &Script<()>,
    chunks: &[Chunk],
    strength: bool,
    coverage: &Coverage,
) -> Result<(), Box<Difference>> {
    let compared = compare_all(script, chunks, strength, coverage);
    if compared.is_err() {
        coverage.hide_rest();
        let dumps = script.turns.iter().flat_map(|turn| [&turn[..], b"dump\n"].concat());
        let law = session(&dumps.collect::<Vec<u8>>());
        let _ = compare_all(script, &self::chunks(&String::from_utf8_lossy(&law.output)), false, coverage);
    }
    compared
}

fn compare_all(
    script: &Script<()>,
    chunks: &[Chunk],
    strength: bool,
    coverage: &Coverage,
) -> Result<(), Box<Difference>> {
    let lawful = lawful(script, chunks);
    let mut shown = lawful.iter();
    let mut before = Board::new(Parameters::new(6).expect("6 is a size"));
    let (mut playing, mut automatic) = (false, [false, true]);
    let (mut started_won, mut shortened, mut erred) = (false, false, false);
    // What has stopped a game that ran.
    let mut stopper = None;
    for (number, turn) in script.turns.iter().enumerate() {
        let turns = number + 1;
        let asked = command(turn);
        if asked == Some(Command::Quit) {
            let is_on = chunks.get(number).is_some_and(|chunk| chunk.board.is_some());
            let goes_on = || Case::Ends.difference(turns, "the program goes on after `quit`");
            return if is_on { Err(goes_on()) } else { Ok(()) };
        }
        let Some(mut law) = shown.next() else { return Ok(()) };
        let mut case = case_of(turn, &before, &law.board, playing);
        // The effect of a short word may show only later.
        shortened = case == Case::Words || shortened && case != Case::Size;
        if case == Case::NotPlaying {
            case = if started_won { Case::StartWon } else { stopper.unwrap_or(case) };
        }
        started_won = before.winner().is_some() && (started_won || asked == Some(Command::Start));
        let was_playing = playing;
        match asked {
            Some(Command::Start) => playing = before.winner().is_none(),
            Some(Command::Clear | Command::Size(_)) => playing = false,
            Some(Command::Auto(side) | Command::Manual(side)) => {
                playing = false;
                automatic[side.index()] = matches!(asked, Some(Command::Auto(_)));
            }
            Some(Command::Set { .. }) if case == Case::Set => playing = false,
            _ => {}
        }
        stopper = match case {
            Case::Turn => None,
            Case::Size | Case::Set if was_playing && !playing => Some(case),
            _ => stopper,
        };
        let Some(chunk) = chunks.get(number) else {
            return Err(Case::Dump.difference(turns, format!("there is no dump after line {turns}")));
        };
        if !chunk.moves.is_empty() {
            Case::AutomaticPlays.count(coverage);
        }
        // The clause of the automatic moves.
        let mut moved = None;
        let mut wins = law.wins.clone();
        playing &= wins.is_empty();
        for &(side, row, col) in &chunk.moves {
            Case::AutomaticLegal.count(coverage);
            let at = |what: String| {
                let board = Shown::Board(picture(&law.board));
                let case = stopper.unwrap_or(Case::AutomaticLegal);
                Box::new(case.difference(turns, what).between(board, Shown::Nothing))
            };
            if !playing || !automatic[side.index()] || turn_of(&law.board) != Some(side) {
                let side = NAMES[side.index()];
                return Err(at(format!("the program moves {row} {col} for {side} out of turn")));
            }
            let mv = square(&law.board, row, col).map(Move);
            let rules = Jump61::<u128>::new(law.board.parameters()).expect("every size fits");
            let position = rules.position(&Setup(law.board.clone())).expect("the board is at rest");
            let Some(mv) = mv.filter(|&mv| rules.is_legal(&position, mv)) else {
                return Err(at(format!("the automatic move {row} {col} is not legal")));
            };
            if strength {
                Search::check(&rules, &position, mv, &law.board, turns, coverage)?;
            }
            let Some(next) = shown.next() else { return Ok(()) };
            moved = match (moved, move_case(&law.board, &next.board)) {
                (Some(Case::Cascades), _) => moved,
                (_, case) => Some(case),
            };
            law = next;
            wins.extend(&law.wins);
            playing &= law.wins.is_empty();
        }
        let waits_for_automatic = playing && turn_of(&law.board).is_some_and(|side| automatic[side.index()]);
        compare(case, turns, law, &wins, chunk).map_err(|mut difference| {
            let shows = |board: &Board| matches!(&chunk.board, Some(Ok(shown)) if shown == board);
            if shortened {
                difference.clause = Case::Words.clause();
            } else if erred && matches!(case, Case::Moves | Case::Cascades) && shows(&before) {
                difference.clause = Case::Refused.clause();
                difference.what = "the move is not played after an error".to_string();
            } else if let Some(moved) = moved.filter(|_| difference.clause == case.clause()) {
                difference.clause = moved.clause();
            } else if waits_for_automatic && difference.clause == case.clause() {
                difference.clause = Case::AutomaticLegal.clause();
                difference.what = "the board changes, and no automatic move is told".to_string();
            }
            Box::new(difference.after(picture(&before)))
        })?;
        erred = matches!(case, Case::Refused | Case::Opponents)
            || erred && !matches!(case, Case::Moves | Case::Cascades | Case::Turn);
        let winner = if wins.is_empty() { Case::FalseWin } else { Case::Wins };
        [Case::Dump, case, winner].into_iter().for_each(|case| case.count(coverage));
        if waits_for_automatic {
            let what = "it is an automatic side's turn in a game, and it does not move";
            let board = Shown::Board(picture(&law.board));
            return Err(Box::new(Case::AutomaticPlays.difference(turns, what).between(board, Shown::Nothing)));
        }
        before = law.board.clone();
    }
    if chunks.len() > script.turns.len() {
        return Err(Case::Dump.difference(script.turns.len(), "there are more dumps than were asked for"));
    }
    Ok(())
}

fn compare(case: Case, turns: usize, law: &Lawful, wins: &[Side], chunk: &Chunk) -> Result<(), Box<Difference>> {
    let found = match &chunk.board {
        Some(Ok(board)) => board,
        Some(Err(text)) => {
            let case = if matches!(case, Case::Refused | Case::Set) { case } else { Case::Dump };
            let difference = case.difference(turns, "the text between the markers is no board");
            return Err(Box::new(difference.lines(law.board.to_string().as_bytes(), text.as_bytes())));
        }
        None => return Err(Case::Dump.difference(turns, "there is no dump")),
    };
    // The spots of a won board are free, the owners are not.
    let same = match law.board.winner() {
        Some(winner) => found.parameters() == law.board.parameters() && found.winner() == Some(winner),
        None => *found == law.board,
    };
    if !same {
        let (expected, found) = both(&law.board, found);
        return Err(Box::new(case.difference(turns, "the board is wrong").between(expected, found)));
    }
    if chunk.wins != wins {
        let names = |sides: &[Side]| -> Vec<String> {
            sides.iter().map(|side| format!("{} wins.", NAMES[side.index()])).collect()
        };
        let (expected, found) = (Shown::Text(names(wins)), Shown::Text(names(&chunk.wins)));
        let difference = match wins.is_empty() {
            true if case == Case::StartWon => case.difference(turns, "the board is won already, and a move wins again"),
            true => Case::FalseWin.difference(turns, "nobody has won, and the program says so"),
            false => Case::Wins.difference(turns, "the winner's line is not shown exactly once"),
        };
        return Err(Box::new(difference.between(expected, found)));
    }
    Ok(())
}

/// The words of the document, which it writes in full and in lower case.
const WORDS: [&str; 10] = ["clear", "start", "quit", "auto", "manual", "size", "set", "dump", "seed", "help"];

/// A turn with its word in full and in lower case, or `None` if the word is ambiguous.
pub(super) fn written_out(turn: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(turn);
    let word = text.split_whitespace().next().unwrap_or_default();
    if let Err(InputError::Ambiguous { .. }) = Command::read(text.trim_end_matches('\n')) {
        return None;
    }
    let is_begun = |known: &&&str| !word.is_empty() && known.starts_with(&word.to_lowercase());
    let full = WORDS.iter().find(is_begun).copied().unwrap_or(word);
    Some(text.replacen(word, full, 1).into_bytes())
}

/// The main clause that a turn tries.
fn case_of(turn: &[u8], before: &Board, after: &Board, playing: bool) -> Case {
    let text = String::from_utf8_lossy(turn);
    let word = text.split_whitespace().next().unwrap_or_default();
    let is_written_out = !word.starts_with(|letter: char| letter.is_ascii_alphabetic()) || WORDS.contains(&word);
    match Command::read(text.trim_end_matches('\n')) {
        Ok(Some(_)) if !is_written_out => Case::Words,
        Ok(Some(Command::Move { .. })) if !playing => Case::NotPlaying,
        Ok(Some(Command::Move { row, col })) if before == after => {
            if square(before, row, col).is_some() {
                Case::Opponents
            } else {
                Case::Refused
            }
        }
        Ok(Some(Command::Move { .. })) => move_case(before, after),
        Ok(Some(Command::Set { row, col, spots, .. })) => {
            let most = square(before, row, col).map_or(-1, |pos| before.parameters().neighbors(pos).into());
            if (0..=most).contains(&spots) { Case::Set } else { Case::Refused }
        }
        Ok(Some(Command::Size(_) | Command::Clear | Command::Auto(_) | Command::Manual(_))) => Case::Size,
        Ok(Some(Command::Start)) => Case::Turn,
        Ok(_) => Case::Comments,
        Err(InputError::Ambiguous { .. }) => Case::Words,
        Err(_) => Case::Refused,
    }
}

/// The square of the board with this row and column, from 1.
fn square(board: &Board, row: i64, col: i64) -> Option<Pos> {
    let index = |number: i64| u32::try_from(number.checked_sub(1)?).ok();
    let pos = index(row).zip(index(col)).map(|(row, col)| Pos::new(row, col));
    pos.filter(|&pos| board.parameters().board().contains(pos))
}

/// The clause of a move between these boards.
fn move_case(before: &Board, after: &Board) -> Case {
    let changed = before.squares().zip(after.squares()).filter(|(one, other)| one != other).count();
    if changed > 1 { Case::Cascades } else { Case::Moves }
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

    /// No number that a program writes is taken for another, or for one of the board.
    #[test]
    fn automatic_moves_of_any_numbers_are_judged() {
        let mut script = Script::new(());
        ["size 2", "manual blue", "auto red", "start"].into_iter().for_each(|line| script.push(line));
        let start = "====\n    1- 1-\n    1- 1-\n====\n";
        for (row, is_legal) in [("1", true), ("4294967297", false), ("-9223372036854775808", false)] {
            let after = if is_legal { "====\n    2r 1-\n    1- 1-\n====\n" } else { start };
            let output = format!("{}Red moves {row} 1.\n{after}", start.repeat(3));
            let found = follow(&script, &chunks(&output), false, &Coverage::new(Case::ALL));
            let clause = found.err().map(|difference| difference.clause.name);
            assert_eq!(clause, if is_legal { None } else { Some("automatic-legal") }, "{row}");
        }
    }

    #[test]
    fn words_are_written_out() {
        for (turn, full) in [
            ("st\n", Some("start\n")),
            ("S 1 2 1 r\n", None),
            ("SI 3\n", Some("size 3\n")),
            (" se 1 2 1 r", None),
            ("set 1 2 1 r\n", Some("set 1 2 1 r\n")),
            ("1 2\n", Some("1 2\n")),
            ("\n", Some("\n")),
        ] {
            assert_eq!(written_out(turn.as_bytes()).as_deref(), full.map(str::as_bytes), "{turn:?}");
        }
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
