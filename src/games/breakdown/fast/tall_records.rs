//! Lines of game records in the form with [one word per column](super::tall), and their answers.
//!
//! A fast path reads and plays a usual word: `|3`, `-B` or `!` with a single blank or a newline
//! behind it. The parser of [`Move`] reads every other word. A stick outside the board has no room,
//! because the columns there have the greatest height, so the fast path needs no check of its own.

use alloc::string::String;

use super::super::{Move, setup};
use super::answers::AnswerLine;
use super::lines::read;
use super::tall::{TallBoard, WORDS};
use super::tall_plan::{TallPlan, TallStick};
use crate::cell::Side;
use crate::level::{BitMoves, BitTask, Level};
use crate::rules::Outcome;
use crate::text::lines::{eight_bytes, line_end};
use crate::text::{is_blank, label_index};

/// The column that a label byte names; 64 for a byte that is not a label.
static LABELS: [u8; 256] = {
    let mut columns = [64; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(column) = label_index(byte as u8 as char) {
            columns[byte] = column as u8;
        }
        byte += 1;
    }
    columns
};

/// A game after its line. If a move of the line is wrong, the game stops before it, and the error
/// is the number of that move, from 1.
struct Ended {
    turn: Side,
    result: Result<Outcome, u64>,
}

/// Plays a line from the beginning of a game. Returns the board and the side to move at its end, or
/// before the wrong move, whose number is then the error.
pub(super) fn play_line(plan: TallPlan, line: &[u8]) -> (TallBoard, Side, Result<Outcome, u64>) {
    let mut board = TallBoard::new(&plan);
    let Ended { turn, result } = Level::best().run_moving_bits(OneLine { plan, line, board: &mut board });
    (board, turn, result)
}

/// Appends the answers to complete lines. A newline ends every line; the last line may lack it.
pub(super) fn answer_lines(plan: TallPlan, level: Level, lines: &[u8], answers: &mut String) {
    level.run_moving_bits(Lines { plan, lines, answers });
}

struct OneLine<'a> {
    plan: TallPlan,
    line: &'a [u8],
    board: &'a mut TallBoard,
}

struct Lines<'a> {
    plan: TallPlan,
    lines: &'a [u8],
    answers: &'a mut String,
}

impl BitTask for OneLine<'_> {
    type Output = Ended;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> Ended {
        let OneLine { plan, line, board } = self;
        play(&plan, board, line, &mut 0, moves)
    }
}

impl BitTask for Lines<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) {
        let Lines { plan, lines, answers } = self;
        match plan.with_lengths::<3, 3>() {
            Some(usual) => answer_all(&usual, lines, answers, moves),
            None => answer_all(&plan, lines, answers, moves),
        }
    }
}

#[inline(always)]
fn answer_all(plan: &TallPlan, lines: &[u8], answers: &mut String, moves: Option<BitMoves>) {
    let mut board = TallBoard::new(plan);
    let mut digits = Digits::new(plan.words());
    let mut at = 0;
    while at < lines.len() {
        board.clear(plan);
        let result = play(plan, &mut board, lines, &mut at, moves).result;
        digits.of(plan, &board).append(result, answers);
    }
}

/// The words of boards, as digits of an answer.
struct Digits {
    words: [u32; WORDS],
    /// The number of words.
    count: usize,
    line: AnswerLine,
    /// The number of words at the front whose digits are all zero.
    zeros: usize,
}

impl Digits {
    fn new(count: usize) -> Digits {
        Digits { words: [0; WORDS], count, line: AnswerLine::new(count), zeros: count }
    }

    /// The answer with the words of a board. The zeros of empty rows at its top are mostly in the
    /// line already.
    #[inline(always)]
    fn of(&mut self, plan: &TallPlan, board: &TallBoard) -> &mut AnswerLine {
        let empty = board.write_words(plan, &mut self.words);
        let first = empty.min(self.zeros);
        for (index, &word) in self.words[..self.count].iter().enumerate().skip(first) {
            self.line.set_word(index, setup::hexadecimal(word));
        }
        self.zeros = empty;
        &mut self.line
    }
}

/// Plays the line that begins at a place of the text; the place is then the one after it.
#[inline(always)]
fn play(plan: &TallPlan, board: &mut TallBoard, text: &[u8], at: &mut usize, moves: Option<BitMoves>) -> Ended {
    let (mut turn, mut plies, mut ended) = (Side::First, 0_u64, None);
    let result = loop {
        let bytes = eight_bytes(text, *at);
        let (kind, label, behind) = (bytes as u8, (bytes >> 8) as u8, (bytes >> 16) as u8);
        let column = LABELS[usize::from(label)];
        // A newline where the label should be is the end of the line, which the next one follows.
        let is_stick = ((kind == b'|') | (kind == b'-')) & (column < 64);
        let mv = if is_stick & ((behind == b' ') | (behind == b'\n')) & ended.is_none() {
            let upright = if kind == b'|' { u64::MAX } else { 0 };
            *at += 2 + usize::from(behind == b' ');
            Some((upright, usize::from(column)))
        } else {
            // The empty board at the beginning is not over.
            if ended.is_none() && plies > 0 && board.is_dead(plan, &board.room(plan, moves)) {
                ended = Some(Outcome::Draw);
            }
            if kind == b'!' && (label == b' ' || label == b'\n') && ended.is_none() {
                *at += 1 + usize::from(label == b' ');
                None
            } else {
                let end = line_end(text, *at);
                let line = text[..end].strip_suffix(b"\n").unwrap_or(&text[..end]);
                *at += line[*at..].iter().take_while(|&&byte| is_blank(byte)).count();
                if *at == line.len() {
                    break Ok(ended.unwrap_or(Outcome::InProgress));
                }
                match read(line, at).filter(|_| ended.is_none()) {
                    None => break Err(plies + 1),
                    Some(Move::Breakdown) => None,
                    Some(Move::Vertical(col)) => Some((u64::MAX, col.min(64) as usize)),
                    Some(Move::Horizontal(col)) => Some((0, col.min(64) as usize)),
                }
            }
        };
        let Some((upright, col)) = mv else {
            ended = board.call(plan, turn, moves);
            (plies, turn) = (plies + 1, turn.other());
            continue;
        };
        let stick = TallStick { upright, col };
        let height = board.landing(plan, stick);
        if !plan.holds(plan.top(stick, height)) {
            break Err(plies + 1);
        }
        if board.drop(plan, turn, stick, height) {
            ended = Some(Outcome::Win(turn));
        }
        (plies, turn) = (plies + 1, turn.other());
    };
    // `at` is still in the line.
    *at = line_end(text, *at);
    Ended { turn, result }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::board::PackedBoard;
    use crate::games::breakdown::{Breakdown, Parameters};
    use crate::record::wrong_lines;
    use crate::rules::{Notation, play_record_by_words};

    const OTHERS: [&str; 13] =
        ["|0", "-1", "!", "-8", "|z", "x", "|(0)", "-(63)", "|(64)", "", "|B", "!!", "|(4000000000)"];

    #[test]
    fn lines_are_answered_as_word_by_word() {
        for (width, height) in [(9, 9), (9, 3), (3, 9), (32, 32), (33, 7), (62, 62), (64, 64), (1, 64), (64, 1)] {
            for (stick, square) in [(3, 3), (2, 2), (5, 1), (4, 6), (65, 1), (1, 70)] {
                let parameters = Parameters::new(width, height, stick, square).unwrap();
                let rules = Breakdown::<PackedBoard>::new(parameters).unwrap();
                let plan = rules.tall.unwrap();
                let mut text = wrong_lines(&rules, 1, 60, &OTHERS);
                text.extend_from_slice(b"\n!\n \n\xff\n-\n\n|\n! |\n\n-0 -\n\n! !\n! -0");
                let mut expected = String::new();
                for line in text.split(|&byte| byte == b'\n') {
                    let one = play_record_by_words(&rules, line);
                    assert_eq!(rules.play_record(line), one, "{parameters}");
                    rules.write_answer(&one.position, one.result, &mut expected);
                }
                for level in Level::available() {
                    let mut found = "before ".to_string();
                    answer_lines(plan, level, &text, &mut found);
                    assert_eq!(found.strip_prefix("before ").unwrap(), expected, "{parameters} at {level}");
                }
            }
        }
    }
}
