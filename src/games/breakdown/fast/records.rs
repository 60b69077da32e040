//! Game records in [lanes](crate::line_lanes), in the [columnar form](super::columnar): the usual
//! words and their plies.
//!
//! The usual words are `|3`, `-0` and `!`. Lines are played like the random games of
//! [`lanes`](super::super::lanes): a lane that calls breakdown waits for the end of the round.
//! [`play_line`](SingleGame::play_line), which reads every word, plays a line with any other word
//! or a wrong one.
//!
//! Tried and dropped: a first pass that translates every word into a code, one line after the other
//! (mispredicted ends of lines and short words made it a quarter of all time); 16 lanes (a tenth
//! slower); 48 lanes (no faster).

use alloc::string::String;

use super::super::setup::hexadecimal;
use super::answers::AnswerLine;
use super::columnar::ColumnPlan;
use super::rows::WORDS;
use super::single::{SingleGame, by_squares};
use crate::cell::Side;
use crate::lanes::{Lanes, all_ones};
use crate::level::{Level, Task};
use crate::line_lanes::{LANES, LineEnd, LineGame, Reading, play_lines};
use crate::rules::Outcome;

/// Plies in a round. Calls of breakdown and ends of lines are handled after each round. Eight bytes
/// hold at least this many words, however long they are.
const ROUND: usize = 2;

/// Appends the answers to complete lines. A newline ends every line; the last line may lack it.
pub(super) fn append_answers(plan: ColumnPlan, level: Level, lines: &[u8], answers: &mut String) {
    let mut waiting = Waiting {
        plan,
        colors: [Lanes([0; LANES]); 2],
        results: [Ok(Outcome::InProgress); LANES],
        count: 0,
        line: AnswerLine::new(plan.words()),
        answers,
    };
    answer_lines(plan, level, lines, &mut |game, result| {
        waiting.push(game.colors(), result);
        if waiting.count == LANES {
            level.run(&mut waiting);
        }
    });
    level.run(&mut waiting);
}

/// Answers that wait to be written: boards become words, and words digits, in one lane each.
struct Waiting<'a> {
    plan: ColumnPlan,
    /// The pieces of the first side and of the second.
    colors: [Lanes<u64, LANES>; 2],
    results: [Result<Outcome, u64>; LANES],
    count: usize,
    line: AnswerLine,
    answers: &'a mut String,
}

impl Waiting<'_> {
    fn push(&mut self, colors: [u64; 2], result: Result<Outcome, u64>) {
        for (lanes, color) in self.colors.iter_mut().zip(colors) {
            lanes.0[self.count] = color;
        }
        self.results[self.count] = result;
        self.count += 1;
    }
}

impl Task for &mut Waiting<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Waiting { plan, colors: [black, white], results, count, line, answers } = self;
        let mut digits = [Lanes([0; LANES]); WORDS];
        for lane in 0..LANES {
            let words = plan.packed_words([black.0[lane], white.0[lane]]);
            for (digits, word) in digits.iter_mut().zip(words) {
                digits.0[lane] = u64::from_le_bytes(hexadecimal(word));
            }
        }
        for (lane, result) in results[..*count].iter().enumerate() {
            for (index, digits) in digits.iter().enumerate() {
                line.set_word(index, digits.0[lane].to_le_bytes());
            }
            line.append(*result, answers);
        }
        *count = 0;
    }
}

/// Plays complete lines and passes the answers on in their order. An answer is the game as
/// [`play_line`](SingleGame::play_line) leaves it, and its result. A newline ends every line; the
/// last line may lack it.
pub(super) fn answer_lines(
    plan: ColumnPlan,
    level: Level,
    lines: &[u8],
    answered: &mut dyn FnMut(&SingleGame, Result<Outcome, u64>),
) {
    match plan.longest() {
        ..=3 => answer::<3>(plan, level, lines, answered),
        4 => answer::<4>(plan, level, lines, answered),
        _ => answer::<8>(plan, level, lines, answered),
    }
}

fn answer<const RUN: u32>(
    plan: ColumnPlan,
    level: Level,
    lines: &[u8],
    answered: &mut dyn FnMut(&SingleGame, Result<Outcome, u64>),
) {
    play_lines(LinePlan::<RUN>(plan), level, lines, |text, ends| {
        for end in ends.iter_mut().flat_map(|ends| ends.drain(..)) {
            match end {
                LineEnd::Played(Answer { mine, theirs, turn, outcome }) => {
                    answered(&SingleGame { plan, mine, theirs, turn }, Ok(outcome));
                }
                LineEnd::Unusual(place) => {
                    let mut game = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
                    let result = game.play_line::<RUN>(&text[place]);
                    answered(&game, result);
                }
            }
        }
    });
}

/// The answer to a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    mine: u64,
    theirs: u64,
    turn: Side,
    outcome: Outcome,
}

/// The plan of a board. `RUN` must be at least [`ColumnPlan::longest`].
#[derive(Clone, Copy)]
struct LinePlan<const RUN: u32>(ColumnPlan);

/// The games in all lanes.
pub(crate) struct LaneGames {
    mine: Lanes<u64, LANES>,
    theirs: Lanes<u64, LANES>,
    filled: Lanes<u64, LANES>,
    plies: Lanes<u64, LANES>,
    /// All ones where the lane called breakdown and waits for it.
    calls: Lanes<u64, LANES>,
    /// The squares of the side that moved last, and after a call those of the other side.
    won: Lanes<u64, LANES>,
    lost: Lanes<u64, LANES>,
    /// All ones where no move but breakdown is left, and it would change nothing.
    dead: Lanes<u64, LANES>,
    /// All ones where the next byte ends the line.
    ended: Lanes<u64, LANES>,
}

impl<const RUN: u32> LineGame for LinePlan<RUN> {
    const FEW: usize = 9;

    type Games = LaneGames;
    type End = Answer;

    #[inline(always)]
    fn start(self) -> LaneGames {
        let zero = Lanes([0_u64; LANES]);
        LaneGames {
            mine: zero,
            theirs: zero,
            filled: zero,
            plies: zero,
            calls: zero,
            won: zero,
            lost: zero,
            dead: zero,
            ended: zero,
        }
    }

    #[inline(always)]
    fn round(self, games: &mut LaneGames, reading: &mut Reading) {
        let LaneGames { mine, theirs, filled, plies, calls, won, lost, dead, ended } = games;
        let LinePlan(plan) = self;
        for _ in 0..ROUND {
            for lane in 0..LANES {
                let (tops, bytes) = (filled.0[lane], reading.next.0[lane]);
                let waiting = calls.0[lane] | reading.over.0[lane] != 0;
                let (kind, label) = (bytes & 0xff, (bytes >> 8 & 0xff).wrapping_sub(u64::from(b'0')));
                let vertical = kind == u64::from(b'|');
                let is_call = kind == u64::from(b'!');
                let is_end = kind == u64::from(b'\n');
                let is_stick = (vertical | (kind == u64::from(b'-'))) & (label < 8);
                let length = if is_call { 1 } else { 2 };
                let behind = bytes >> (8 * length) & 0xff;
                let is_blank = behind == u64::from(b' ');
                let is_usual = is_blank | (behind == u64::from(b'\n'));

                let room = plan.room::<RUN>(tops);
                let column = (1 << (8 * (label & 7))) & if vertical { room.vertical } else { room.horizontal };
                let nothing_loose = tops == mine.0[lane] | theirs.0[lane];
                let is_dead = room.is_empty() & nothing_loose & (plies.0[lane] != 0);
                let is_move = is_usual & (is_call | (is_stick & (column != 0))) & !is_dead;
                let plays = is_move & !waiting;
                let column = if plays & !is_call { column } else { 0 };
                let dropped = plan.drop::<RUN>(tops, &room, vertical, column);
                filled.0[lane] = dropped.filled;
                let after = mine.0[lane] | dropped.stick;
                won.0[lane] = plan.squares::<RUN>(after);
                let wins = won.0[lane] != 0;
                plies.0[lane] += u64::from(plays);
                let taken = if plays { length + u64::from(is_blank) } else { 0 };
                reading.take(lane, taken);
                // Takes nothing at the end of a line: every later ply of the round finds the end
                // again.
                dead.0[lane] = all_ones(is_dead);
                ended.0[lane] = all_ones(is_end);
                calls.0[lane] |= u64::from(is_call & plays);
                reading.over.0[lane] |= u64::from(wins | !is_move) & !calls.0[lane];
                let goes_on = (column != 0) & !wins;
                let others = theirs.0[lane];
                let swap = if goes_on { after ^ others } else { 0 };
                mine.0[lane] = after ^ swap;
                theirs.0[lane] = others ^ swap;
            }
        }
        for lane in 0..LANES {
            let (ours, others) = plan.fall(mine.0[lane], theirs.0[lane]);
            let (our_squares, their_squares) = (plan.squares::<RUN>(ours), plan.squares::<RUN>(others));
            let called = calls.0[lane] != 0;
            let ends = called & (our_squares | their_squares != 0);
            let goes_on = called & !ends;
            let (here, there) = (mine.0[lane], theirs.0[lane]);
            let (ours, others) = if called { (ours, others) } else { (here, there) };
            mine.0[lane] = if goes_on { others } else { ours };
            theirs.0[lane] = if goes_on { ours } else { others };
            filled.0[lane] = if called { ours | others } else { filled.0[lane] };
            won.0[lane] = if called { our_squares } else { won.0[lane] };
            lost.0[lane] = if called { their_squares } else { 0 };
            reading.over.0[lane] |= all_ones(ends);
            calls.0[lane] = 0;
        }
    }

    #[inline(always)]
    fn end(self, games: &LaneGames, lane: usize) -> Option<Answer> {
        let (ours, others, plies) = (games.mine.0[lane], games.theirs.0[lane], games.plies.0[lane]);
        let turn = if plies % 2 == 0 { Side::First } else { Side::Second };
        match by_squares(games.won.0[lane] != 0, games.lost.0[lane] != 0, turn.other()) {
            Some(outcome) => Some(Answer { mine: others, theirs: ours, turn, outcome }),
            None if games.ended.0[lane] != 0 => {
                let outcome = if games.dead.0[lane] != 0 { Outcome::Draw } else { Outcome::InProgress };
                Some(Answer { mine: ours, theirs: others, turn, outcome })
            }
            None => None,
        }
    }

    #[inline(always)]
    fn restart(self, games: &mut LaneGames, lane: usize) {
        (games.mine.0[lane], games.theirs.0[lane], games.filled.0[lane], games.plies.0[lane]) = (0, 0, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::games::breakdown::{Breakdown, Parameters};
    use crate::record::wrong_lines;

    const OTHERS: [&str; 11] = ["|0", "-1", "!", "|7", "-7", "x", "|(0)", "", "|B", "!!", "!@"];

    #[test]
    fn lines_side_by_side_are_answered_as_one_by_one() {
        for (width, height, stick, square) in [
            (8, 8, 3, 3),
            (4, 5, 2, 2),
            (1, 1, 1, 1),
            (1, 1, 2, 1),
            (8, 1, 3, 2),
            (2, 7, 2, 5),
            (8, 8, 6, 7),
            (3, 3, 9, 9),
        ] {
            let parameters = Parameters::new(width, height, stick, square).unwrap();
            let plan = ColumnPlan::new(parameters.size(), stick, square).unwrap();
            let rules = Breakdown::<u128>::new(parameters).unwrap();
            for count in [0, 1, LinePlan::<8>::FEW as u64, LANES as u64 - 1, LANES as u64 + 1, 3_000] {
                let mut text = wrong_lines(&rules, u64::from(square), count, &OTHERS);
                text.extend_from_slice(b"\n!\n");
                let start = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
                let one = |line: &[u8]| {
                    let mut game = start;
                    let result = game.play_line::<8>(line.strip_suffix(b"\n").unwrap());
                    (game.mine, game.theirs, game.turn, result)
                };
                let expected: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(one).collect();
                for level in Level::available() {
                    let mut found = Vec::new();
                    answer_lines(plan, level, &text, &mut |game, result| {
                        found.push((game.mine, game.theirs, game.turn, result));
                    });
                    assert_eq!(found, expected, "{parameters} at {level}");
                }
            }
        }
    }
}
