//! Game records in [lanes](crate::line_lanes), in the [columnar form](super::columnar): the usual
//! words and their plies.
//!
//! The usual words are `|3`, `-0` and `!`. Lines are played like the random games of
//! [`lanes`](super::super::lanes): a lane that calls breakdown waits for the end of the round.
//! [`play_line`](SingleGame::play_line), which reads every word, plays a line with any other word
//! or a wrong one.
//!
//! Tried and dropped: boards gathered from the lanes that called, as random games have them (1.03
//! of the time); rounds of four plies (1.07); a fall after every second round (1.03); the fall and
//! what follows from it in one loop (1.05); lengths that the compiler knows (1); outcomes that
//! become characters by a `match` (1.18, as it mispredicts).

use alloc::string::String;

use super::super::setup::hexadecimal;
use super::answers::{AnswerLines, mark_of};
use super::columnar::ColumnPlan;
use super::rows::WORDS;
use super::single::SingleGame;
use crate::cell::Side;
use crate::lanes::{Lanes, all_ones, lanes_where};
use crate::level::{LaneLevel, Runs, Task};
use crate::line_lanes::{LANES, LineEnd, LineEnds, LineGame, Reading, play_lines};
use crate::rules::Outcome;

/// The bytes of a few lines, which are faster one after the other than in lanes.
pub(super) const FEW: usize = 1_000;

/// Appends the answers to complete lines. A newline ends every line; the last line may lack it.
pub(super) fn append_answers(plan: ColumnPlan, level: LaneLevel, lines: &[u8], answers: &mut String) {
    let mut waiting = Waiting {
        plan,
        colors: [Lanes([0; LANES]); 2],
        marks: [Ok(0); LANES],
        count: 0,
        lines: AnswerLines::new(plan.words()),
    };
    play(plan, level, lines, &mut |text, ends| level.run(Print { waiting: &mut waiting, text, ends, answers }));
    waiting.write(answers);
}

/// Writes the answers to a block of lines, and empties the lists of their ends.
struct Print<'a> {
    waiting: &'a mut Waiting,
    text: &'a [u8],
    ends: &'a mut LineEnds<Answer>,
    answers: &'a mut String,
}

impl Task for Print<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Print { waiting, text, ends, answers } = self;
        // What is looked up mispredicts no branch.
        let marks = OUTCOMES.map(mark_of);
        for ends in ends {
            for end in ends.drain(..) {
                let (colors, mark) = match end {
                    LineEnd::Played(Answer { colors, outcome, .. }) => (colors, Ok(marks[usize::from(outcome)])),
                    LineEnd::Unusual(place) => {
                        let (game, result) = SingleGame::of_line(waiting.plan, &text[place]);
                        (game.colors(), result.map(mark_of))
                    }
                };
                waiting.push(colors, mark);
                if waiting.count == LANES {
                    waiting.write(answers);
                }
            }
        }
    }
}

/// Answers that wait to be written: boards become words, and words digits, one in every lane.
struct Waiting {
    plan: ColumnPlan,
    /// The pieces of the first side and of the second.
    colors: [Lanes<u64, LANES>; 2],
    /// The character of the outcome, or the number of the wrong move.
    marks: [Result<u8, u64>; LANES],
    count: usize,
    lines: AnswerLines,
}

impl Waiting {
    #[inline(always)]
    fn push(&mut self, colors: [u64; 2], mark: Result<u8, u64>) {
        for (lanes, color) in self.colors.iter_mut().zip(colors) {
            lanes.0[self.count] = color;
        }
        self.marks[self.count] = mark;
        self.count += 1;
    }

    #[inline(always)]
    fn write(&mut self, answers: &mut String) {
        let Waiting { plan, colors: [black, white], marks, count, lines } = self;
        let mut digits = [Lanes([0; LANES]); WORDS];
        for lane in 0..LANES {
            let words = plan.packed_words([black.0[lane], white.0[lane]]);
            for (digits, word) in digits.iter_mut().zip(words) {
                digits.0[lane] = u64::from_le_bytes(hexadecimal(word));
            }
        }
        for (lane, &mark) in marks[..*count].iter().enumerate() {
            lines.push(mark, digits.each_ref().map(|digits| digits.0[lane].to_le_bytes()), answers);
        }
        lines.move_to(answers);
        *count = 0;
    }
}

/// Plays complete lines and passes the answers on in their order. An answer is the game as
/// [`play_line`](SingleGame::play_line) leaves it, and its result. A newline ends every line; the
/// last line may lack it.
pub(super) fn answer_lines(
    plan: ColumnPlan,
    level: impl Runs,
    lines: &[u8],
    answered: &mut dyn FnMut(&SingleGame, Result<Outcome, u64>),
) {
    play(plan, level, lines, &mut |text, ends| {
        for end in ends.iter_mut().flat_map(|ends| ends.drain(..)) {
            let (game, result) = match end {
                LineEnd::Played(answer) => (answer.game(plan), Ok(OUTCOMES[usize::from(answer.outcome)])),
                LineEnd::Unusual(place) => SingleGame::of_line(plan, &text[place]),
            };
            answered(&game, result);
        }
    });
}

/// Plays complete lines, as [`play_lines`] does.
fn play(plan: ColumnPlan, level: impl Runs, lines: &[u8], ended: &mut dyn FnMut(&[u8], &mut LineEnds<Answer>)) {
    match plan.longest() {
        ..=3 => play_lines(LinePlan::<3>(plan), level, lines, ended),
        4 => play_lines(LinePlan::<4>(plan), level, lines, ended),
        _ => play_lines(LinePlan::<8>(plan), level, lines, ended),
    }
}

/// The answer to a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    /// The pieces of the first side and of the second.
    colors: [u64; 2],
    turn: Side,
    /// The place of the outcome in [`OUTCOMES`].
    outcome: u8,
}

/// The outcomes, winners at the numbers of their sides.
const OUTCOMES: [Outcome; 4] =
    [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw, Outcome::InProgress];
const DRAW: u8 = 2;
const IN_PROGRESS: u8 = 3;

impl Answer {
    fn game(&self, plan: ColumnPlan) -> SingleGame {
        let [first, second] = self.colors;
        let (mine, theirs) = if self.turn == Side::First { (first, second) } else { (second, first) };
        SingleGame { plan, mine, theirs, turn: self.turn }
    }
}

/// The plan of a board. `RUN` must be at least [`ColumnPlan::longest`].
#[derive(Clone, Copy)]
struct LinePlan<const RUN: u32>(ColumnPlan);

/// The code of a word, a stick or a call of breakdown:
///
/// ```text
///   bit 7     6     5   4   3     2          1   0
///     stick  call  the column    vertical   the bytes of the word and the blank behind it
/// ```
const LENGTH: u8 = 3;
const VERTICAL: u8 = 4;
const COLUMN: u8 = 0x38;
const CALL: u8 = 0x40;
const STICK: u8 = 0x80;

/// Why a lane stopped, in bits: in the second ply of the round; with a square of its stick; at all.
/// The bits [`CALL`] and [`STICK`] are those of its last word. A stick that has no room stops it.
const SECOND: u64 = 1;
const WON: u64 = 2;
const STOPPED: u64 = 4;

/// The games in all lanes.
pub(crate) struct LaneGames {
    /// The pieces of the side that moves in the first ply of a round, and in the second.
    sides: [Lanes<u64, LANES>; 2],
    /// Every column filled up to its top.
    filled: Lanes<u64, LANES>,
    /// 1 where the second side moves first in a round.
    second: Lanes<u64, LANES>,
    /// Why a lane stopped in this round; 0 if it goes on.
    stopped: Lanes<u64, LANES>,
}

impl<const RUN: u32> LineGame for LinePlan<RUN> {
    type Games = LaneGames;
    type End = Answer;

    /// A dead board in a lane is the end of a game. Where no stick fits, the empty one is none.
    fn few(self) -> u32 {
        let LinePlan(plan) = self;
        if plan.room::<RUN>(0).is_empty() { u32::MAX } else { 14 }
    }

    #[inline(always)]
    fn code(self, [kind, label, behind, _]: [u8; 4]) -> u8 {
        let (is_vertical, is_horizontal, is_call) = (kind == b'|', kind == b'-', kind == b'!');
        let is_stick = (is_vertical | is_horizontal) & (label & 0xf8 == b'0');
        let behind = if is_call { label } else { behind };
        let is_usual = (is_call | is_stick) & ((behind == b' ') | (behind == b'\n'));
        let stick = STICK | if is_vertical { VERTICAL } else { 0 } | label << 3 & COLUMN;
        let length = if is_call { 1 } else { 2 } + u8::from(behind == b' ');
        let word = if is_call { CALL } else { stick };
        if is_usual { word | length } else { 0 }
    }

    #[inline(always)]
    fn start(self) -> LaneGames {
        let zero = Lanes([0_u64; LANES]);
        LaneGames { sides: [zero; 2], filled: zero, second: zero, stopped: zero }
    }

    #[inline(always)]
    fn round<const COUNTS: bool>(self, games: &mut LaneGames, reading: &mut Reading<'_>) -> u64 {
        let LinePlan(plan) = self;
        let LaneGames { sides, filled, second, stopped } = games;
        let zero = Lanes([0; LANES]);
        let (mut sticks, mut words, mut live) = (zero, zero, Lanes([u64::MAX; LANES]));
        *stopped = zero;
        reading.read();
        for (ply, side) in (0..).zip(&mut *sides) {
            for lane in 0..LANES {
                let word = reading.next.0[lane] & 0xff;
                let vertical = word & u64::from(VERTICAL) != 0;
                let tops = filled.0[lane];
                let room = plan.room::<RUN>(tops);
                let column = (word / u64::from(STICK)) << (word & u64::from(COLUMN));
                let column = column & live.0[lane] & if vertical { room.vertical } else { room.horizontal };
                // Where an instruction multiplies words, lines take 0.97 of the time with it.
                let dropped = match COUNTS {
                    true => plan.drop_by_products(tops, &room, vertical, column),
                    false => plan.drop::<RUN>(tops, &room, vertical, column),
                };
                filled.0[lane] = dropped.filled;
                sticks.0[lane] = dropped.stick;
                words.0[lane] = word;
            }
            for lane in 0..LANES {
                let (word, lives) = (words.0[lane], live.0[lane]);
                let mine = side.0[lane] | sticks.0[lane];
                side.0[lane] = mine;
                reading.take(lane, word & u64::from(LENGTH) & lives);
                let no_stick = word & u64::from(CALL | STICK) | STOPPED | ply;
                let no_stick = if sticks.0[lane] == 0 { no_stick } else { 0 };
                let won = if plan.squares::<RUN>(mine) != 0 { WON | STOPPED | ply } else { 0 };
                stopped.0[lane] |= (no_stick | won) & lives;
                live.0[lane] = all_ones(stopped.0[lane] == 0);
            }
        }
        let (mut ones, mut others) = (zero, zero);
        for lane in 0..LANES {
            (ones.0[lane], others.0[lane]) = plan.fall(sides[0].0[lane], sides[1].0[lane]);
        }
        for lane in 0..LANES {
            let stop = stopped.0[lane];
            let called = stop & u64::from(CALL) != 0;
            let (here, there) = (sides[0].0[lane], sides[1].0[lane]);
            let (one, other) = (ones.0[lane], others.0[lane]);
            let tops = one | other;
            let owned = plan.squares::<RUN>(one) | plan.squares::<RUN>(other) != 0;
            let was_dead = (tops == here | there) & plan.room::<RUN>(tops).is_empty();
            let goes_on = called & !owned & !was_dead;
            // If the side of the first ply called, the other one moves next.
            let swaps = goes_on & (stop & SECOND == 0);
            let (one, other) = if called { (one, other) } else { (here, there) };
            filled.0[lane] = if called { tops } else { filled.0[lane] };
            let swap = if swaps { one ^ other } else { 0 };
            sides[0].0[lane] = one ^ swap;
            sides[1].0[lane] = other ^ swap;
            second.0[lane] ^= u64::from(swaps);
            stopped.0[lane] = if goes_on { 0 } else { stop };
        }
        lanes_where::<LANES>(|lane| stopped.0[lane] != 0)
    }

    #[inline(always)]
    fn end(self, games: &LaneGames, lane: usize) -> Option<Answer> {
        let LinePlan(plan) = self;
        let LaneGames { sides, filled, second, stopped } = games;
        let stop = stopped.0[lane];
        let [one, other] = sides.each_ref().map(|side| side.0[lane]);
        let [movers, others] = if stop & SECOND == 0 { [one, other] } else { [other, one] };
        let mover = if second.0[lane] == stop & SECOND { Side::First } else { Side::Second };
        let colors = if second.0[lane] == 0 { [one, other] } else { [other, one] };
        if stop & u64::from(CALL | STICK) == 0 {
            // Without branches: about as many games are won as drawn.
            let tops = filled.0[lane];
            let is_dead = (tops == movers | others) & plan.room::<RUN>(tops).is_empty();
            let has_won = stop & WON != 0;
            let outcome = if is_dead { DRAW } else { IN_PROGRESS };
            let outcome = if has_won { mover as u8 } else { outcome };
            return Some(Answer { colors, turn: if has_won { mover.other() } else { mover }, outcome });
        }
        let outcome = match [movers, others].map(|side| plan.squares::<RUN>(side) != 0) {
            // A stick without room, or a call on a dead board.
            [false, false] => return None,
            [true, true] => DRAW,
            [true, false] => mover as u8,
            [false, true] => mover.other() as u8,
        };
        Some(Answer { colors, turn: mover.other(), outcome })
    }

    #[inline(always)]
    fn restart(self, games: &mut LaneGames, lane: usize) {
        let LaneGames { sides: [one, other], filled, second, .. } = games;
        (one.0[lane], other.0[lane], filled.0[lane]) = (0, 0, 0);
        second.0[lane] = 0;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::games::breakdown::{Breakdown, Parameters};
    use crate::level::Level;
    use crate::record::wrong_lines;

    const OTHERS: [&str; 15] = ["|0", "-1", "!", "|7", "-7", "x", "|(0)", "", "|B", "!!", "!@", "|8", "-/", "x3", "03"];

    #[test]
    fn lines_side_by_side_are_answered_as_one_by_one() {
        // The last number is the most lines, of about 6,200, that are left to be played one by one.
        for (width, height, stick, square, most) in [
            (8, 8, 3, 3, 3_320),
            (4, 5, 2, 2, 3_210),
            (1, 1, 1, 1, 4_430),
            (1, 1, 2, 1, usize::MAX),
            (8, 1, 3, 2, 2_960),
            (2, 7, 2, 5, 3_460),
            (8, 8, 6, 7, 3_460),
            (3, 3, 9, 9, usize::MAX),
        ] {
            let parameters = Parameters::new(width, height, stick, square).unwrap();
            let plan = ColumnPlan::new(parameters.size(), stick, square).unwrap();
            let rules = Breakdown::<u128>::new(parameters).unwrap();
            for count in [0, 1, 8, 9, 12, 13, LANES as u64 - 1, LANES as u64 + 1, 3_000] {
                let mut text = wrong_lines(&rules, u64::from(square), count, &OTHERS);
                text.extend_from_slice(b"\n!\n");
                if count > 1_000 {
                    // Among many lines one that is longer than a block.
                    text.extend_from_slice(&[&b"! ".repeat(70_000)[..], b"\n", &text].concat());
                }
                let one = |line: &[u8]| {
                    let (game, result) = SingleGame::of_line(plan, line.strip_suffix(b"\n").unwrap());
                    (game.mine, game.theirs, game.turn, result)
                };
                let expected: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(one).collect();
                for level in Level::available() {
                    let mut found = Vec::new();
                    answer_lines(plan, level, &text, &mut |game, result| {
                        found.push((game.mine, game.theirs, game.turn, result));
                    });
                    assert_eq!(found, expected, "{parameters} at {level}");
                    let mut unusual = 0;
                    play(plan, level, &text, &mut |_, ends| {
                        let ends = ends.iter_mut().flat_map(|ends| ends.drain(..));
                        unusual += ends.filter(|end| matches!(end, LineEnd::Unusual(_))).count();
                    });
                    assert!(unusual <= most, "{parameters} at {level}: {unusual} lines are unusual");
                }
            }
        }
    }
}
