//! Follows the output of a program, dump by dump, and compares it with the law.

use super::cases::Case;
use super::law::{both, command, picture, session};
use super::read::{Chunk, chunks, is_board_but_for_spots};
use super::strength::Search;
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::difference::{Difference, Shown};
use crate::script::Script;
use gridlaw::cell::{Pos, Side};
use gridlaw::games::GameParameters;
use gridlaw::games::jump61::session::{Command, InputError, NAMES, WORDS};
use gridlaw::games::jump61::{Board, Jump61, Move, Parameters, Setup, Square};
use gridlaw::rules::{Notation, Rules};

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

/// The board after a move of the color whose turn it is not; `None` if it could not move there.
fn moved_by_other(board: &Board, row: i64, col: i64) -> Option<Board> {
    // Whose turn it is follows from the spots, so the squares change their colors instead.
    let rules = Jump61::<u128>::new(board.parameters())?;
    let mut position = rules.position(&Setup(recolored(board))).ok()?;
    rules.play(&mut position, Move(square(board, row, col)?)).ok()?;
    Some(recolored(&rules.board(&position)))
}

/// The board with the colors exchanged.
fn recolored(board: &Board) -> Board {
    let mut other = board.clone();
    for (pos, square) in board.squares() {
        if let Square::Owned(side, spots) = square {
            other.set(pos, Square::Owned(side.other(), spots));
        }
    }
    other
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
    let mut follower = Follower::new(strength, coverage);
    for (turns, turn) in (1..).zip(&script.turns) {
        let chunk = chunks.get(turns - 1);
        if command(turn) == Some(Command::Quit) {
            let goes_on = || Case::Ends.difference(turns, "the program goes on after `quit`");
            return if chunk.is_some_and(|chunk| chunk.board.is_some()) { Err(goes_on()) } else { Ok(()) };
        }
        let Some(law) = shown.next() else { return Ok(()) };
        let case = follower.obey(turn, &law.board);
        let Some(chunk) = chunk else {
            return Err(Case::Dump.difference(turns, format!("there is no dump after line {turns}")));
        };
        let Some(moved) = follower.play(turns, chunk, law, &mut shown)? else { return Ok(()) };
        compare(case, turns, moved.law, &moved.wins, chunk)
            .map_err(|difference| follower.blame(*difference, case, turn, &moved, chunk))?;
        let winner = if moved.wins.is_empty() { Case::FalseWin } else { Case::Wins };
        [Case::Dump, case, winner].into_iter().for_each(|case| case.count(coverage));
        if follower.waits_for_automatic(&moved.law.board) {
            let what = "it is an automatic side's turn in a game, and it does not move";
            let board = Shown::Board(picture(&moved.law.board));
            return Err(Box::new(Case::AutomaticPlays.difference(turns, what).between(board, Shown::Nothing)));
        }
        follower.end(case, &moved.law.board);
    }
    if chunks.len() > script.turns.len() {
        return Err(Case::Dump.difference(script.turns.len(), "there are more dumps than were asked for"));
    }
    Ok(())
}

/// The law's state of a session between two lines, and the earlier lines that may be to blame for a
/// later difference.
struct Follower<'c> {
    strength: bool,
    coverage: &'c Coverage,
    before: Board,
    playing: bool,
    /// Whether the program plays for a side.
    automatic: [bool; 2],
    /// The side that has the first move of the game, until there is a move.
    first: Option<Side>,
    /// Whether `start` was typed on the won board.
    started_won: bool,
    /// Whether there was a short word, whose effect may show only later.
    shortened: bool,
    /// Whether there was an error, and no move since.
    erred: bool,
    /// The clause of the line that stopped the game that ran.
    stopper: Option<Case>,
}

/// The automatic moves after a line.
struct Moved<'l> {
    /// The board after them.
    law: &'l Lawful,
    /// The winner's lines since the dump before.
    wins: Vec<Side>,
    /// Their clause.
    case: Option<Case>,
}

impl<'c> Follower<'c> {
    fn new(strength: bool, coverage: &'c Coverage) -> Follower<'c> {
        Follower {
            strength,
            coverage,
            before: Board::new(Parameters::usual()),
            playing: false,
            automatic: [false, true],
            first: None,
            started_won: false,
            shortened: false,
            erred: false,
            stopper: None,
        }
    }

    /// Obeys a line, after which the law has `board`. Returns the clause that the line tries.
    fn obey(&mut self, turn: &[u8], board: &Board) -> Case {
        let asked = command(turn);
        let mut case = case_of(turn, &self.before, board, self.playing);
        self.shortened = case == Case::Words || self.shortened && case != Case::Size;
        if case == Case::NotPlaying {
            case = if self.started_won { Case::StartWon } else { self.stopper.unwrap_or(case) };
        }
        let was_won = self.before.winner().is_some();
        self.started_won = was_won && (self.started_won || asked == Some(Command::Start));
        let was_playing = self.playing;
        match asked {
            Some(Command::Start) => {
                self.first = self.first.or(turn_of(board).filter(|_| !was_playing));
                self.playing = !was_won;
            }
            Some(Command::Clear | Command::Size(_)) => self.playing = false,
            Some(Command::Auto(side) | Command::Manual(side)) => {
                self.playing = false;
                self.automatic[side.index()] = matches!(asked, Some(Command::Auto(_)));
            }
            Some(Command::Set { .. }) if case == Case::Set => self.playing = false,
            _ => {}
        }
        match case {
            Case::Turn => self.stopper = None,
            Case::Size | Case::Set if was_playing && !self.playing => self.stopper = Some(case),
            _ => {}
        }
        case
    }

    /// Plays the automatic moves after a line on the law's boards, from `law` on. Returns `None` if
    /// the law has no further board.
    ///
    /// # Errors
    /// The difference of the first move that is not legal, out of turn, or worse than another.
    fn play<'l>(
        &mut self,
        turns: usize,
        chunk: &Chunk,
        law: &'l Lawful,
        shown: &mut impl Iterator<Item = &'l Lawful>,
    ) -> Result<Option<Moved<'l>>, Box<Difference>> {
        if !chunk.moves.is_empty() {
            Case::AutomaticPlays.count(self.coverage);
        }
        let mut moved = Moved { law, wins: law.wins.clone(), case: None };
        self.playing &= law.wins.is_empty();
        for &(side, row, col) in &chunk.moves {
            Case::AutomaticLegal.count(self.coverage);
            let board = &moved.law.board;
            let at = |what: String| {
                let case = self.stopper.unwrap_or(Case::AutomaticLegal);
                Box::new(case.difference(turns, what).between(Shown::Board(picture(board)), Shown::Nothing))
            };
            if !self.playing || !self.automatic[side.index()] || turn_of(board) != Some(side) {
                let side = NAMES[side.index()];
                return Err(at(format!("the program moves {row} {col} for {side} out of turn")));
            }
            let rules = Jump61::<u128>::new(board.parameters()).expect("every size fits");
            let position = rules.position(&Setup(board.clone())).expect("the board is at rest");
            let mv = square(board, row, col).map(Move);
            let Some(mv) = mv.filter(|&mv| rules.is_legal(&position, mv)) else {
                return Err(at(format!("the automatic move {row} {col} is not legal")));
            };
            if self.strength {
                Search::check(&rules, &position, mv, board, turns, self.coverage)?;
            }
            let Some(next) = shown.next() else { return Ok(None) };
            if moved.case != Some(Case::Cascades) {
                moved.case = Some(move_case(board, &next.board));
            }
            moved.law = next;
            moved.wins.extend(&next.wins);
            self.playing &= next.wins.is_empty();
        }
        Ok(Some(moved))
    }

    /// Whether the program has to move.
    fn waits_for_automatic(&self, board: &Board) -> bool {
        self.playing && turn_of(board).is_some_and(|side| self.automatic[side.index()])
    }

    /// Finds the clause to blame for a difference after a line that tries `case`.
    fn blame(
        &self,
        mut difference: Difference,
        case: Case,
        turn: &[u8],
        moved: &Moved<'_>,
        chunk: &Chunk,
    ) -> Box<Difference> {
        let is_of_line = difference.clause == case.clause();
        let is_unchanged = matches!(&chunk.board, Some(Ok(shown)) if *shown == self.before);
        if self.shortened {
            difference.clause = Case::Words.clause();
        } else if is_of_line && moved.case.is_none() && self.is_of_other_turn(case, turn, chunk) {
            difference.clause = Case::Turn.clause();
            difference.what = "the board is that of the other color's turn".to_string();
        } else if self.erred && matches!(case, Case::Moves | Case::Cascades) && is_unchanged {
            difference.clause = Case::Refused.clause();
            difference.what = "the move is not played after an error".to_string();
        } else if let Some(moved) = moved.case.filter(|_| is_of_line) {
            difference.clause = moved.clause();
        } else if is_of_line && self.waits_for_automatic(&moved.law.board) {
            difference.clause = Case::AutomaticLegal.clause();
            difference.what = "the board changes, and no automatic move is told".to_string();
        }
        Box::new(difference.after(picture(&self.before)))
    }

    /// Whether a program has taken a move for one of the color whose turn it is not.
    fn is_of_other_turn(&self, case: Case, turn: &[u8], chunk: &Chunk) -> bool {
        let (Some(Command::Move { row, col }), Some(Ok(shown))) = (command(turn), &chunk.board) else { return false };
        matches!(case, Case::Moves | Case::Cascades | Case::Opponents)
            && match moved_by_other(&self.before, row, col) {
                Some(other) => is_same(&other, shown),
                // A program that lets red begin every game refuses blue's square. After an error a
                // program may refuse any square.
                None => self.first == Some(Side::Second) && !self.erred && *shown == self.before,
            }
    }

    /// Ends a line that tried `case`, and after which the law has `board`.
    fn end(&mut self, case: Case, board: &Board) {
        self.erred = matches!(case, Case::Refused | Case::Opponents)
            || self.erred && !matches!(case, Case::Moves | Case::Cascades | Case::Turn);
        if *board != self.before {
            self.first = None;
        }
        self.before = board.clone();
    }
}

fn compare(case: Case, turns: usize, law: &Lawful, wins: &[Side], chunk: &Chunk) -> Result<(), Box<Difference>> {
    let found = match &chunk.board {
        Some(Ok(board)) => board,
        Some(Err(text)) => {
            let (case, what) = if is_board_but_for_spots(text) {
                (case, "the board is wrong: a neutral square has one spot")
            } else {
                let case = if matches!(case, Case::Refused | Case::Set) { case } else { Case::Dump };
                (case, "the text between the markers is no board")
            };
            let difference = case.difference(turns, what);
            return Err(Box::new(difference.lines(law.board.to_string().as_bytes(), text.as_bytes())));
        }
        None => return Err(Case::Dump.difference(turns, "there is no dump")),
    };
    if !is_same(&law.board, found) {
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

/// Whether a program shows the law's board. The spots of a won board are free, the owners are not.
fn is_same(law: &Board, found: &Board) -> bool {
    match law.winner() {
        Some(winner) => found.parameters() == law.parameters() && found.winner() == Some(winner),
        None => found == law,
    }
}

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

    /// Spots on a neutral square are a fault of the move that left them, not of the dump.
    #[test]
    fn neighbors_that_are_not_recolored_are_a_fault_of_the_cascade() {
        let mut script = Script::new(());
        ["size 2", "manual blue", "start", "1 1", "2 2", "1 1"].into_iter().for_each(|line| script.push(line));
        let dump = |rows: &str| format!("====\n{rows}====\n");
        let before = ["    1- 1-\n    1- 1-\n"; 3].map(dump).concat() + &dump("    2r 1-\n    1- 1-\n");
        let before = before + &dump("    2r 1-\n    1- 2b\n");
        for (rows, named) in [
            ("    1r 2-\n    2- 2b\n", "cascades"),
            ("    1r 2r\n    2r 1b\n", "cascades"),
            ("    1r 2?\n    2? 2b\n", "dump"),
        ] {
            let output = before.clone() + &dump(rows);
            let found = follow(&script, &chunks(&output), false, &Coverage::new(Case::ALL));
            assert_eq!(found.err().map(|difference| difference.clause.name), Some(named), "{rows}");
        }
    }

    /// Whose turn it is follows from the spots, also after `set`.
    #[test]
    fn a_move_of_the_other_color_breaks_the_turn() {
        let mut script = Script::new(());
        ["size 3", "manual blue", "set 1 1 2 r", "start"].into_iter().for_each(|line| script.push(line));
        let dump =
            |first: &str, second: &str| format!("====\n    {first} 1- 1-\n    1- {second} 1-\n    1- 1- 1-\n====\n");
        let start = dump("1-", "1-").repeat(2) + &dump("2r", "1-").repeat(2);
        // It is blue's turn. The spots of a square count, too: a wrong number is a wrong move.
        for (line, shown, named) in [
            ("2 2", dump("2r", "2b"), None),
            ("2 2", dump("2r", "2r"), Some("J2-turn")),
            ("2 2", dump("2r", "3b"), Some("moves")),
            ("2 2", dump("2r", "1-"), Some("moves")),
            ("1 1", dump("2r", "1-"), None),
            ("1 1", dump("3b", "1-"), Some("opponents-square")),
        ] {
            let mut script = script.clone();
            script.push(line);
            let output = start.clone() + &shown;
            let found = follow(&script, &chunks(&output), false, &Coverage::new(Case::ALL));
            assert_eq!(found.err().map(|difference| difference.clause.name), named, "{line}: {shown}");
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
}
