//! Game records by the block: one game in every lane of a vector.
//!
//! A block of lines is cut into as many segments as there are lanes, at newlines, and every lane
//! plays the lines of its segment, one after the other, in the [columnar form](super::columnar), as
//! the random games of [`lanes`](super::lanes) are played: who calls breakdown, or has come to the
//! end of a line, waits until all are looked at. A lane reads the next bytes of its line as one
//! number, from which all lanes at once take their words:
//!
//! ```text
//!   byte     0      1      2      3      4      5      6      7
//!            |      3    blank    !    blank    -      0    newline
//!            the first word       the second           read again from here after two plies
//! ```
//!
//! These are the usual words, `|3`, `-0` and `!`, with one blank or a newline behind each. A line
//! with any other, or with one that is wrong, is left to [`play_line`](SingleGame::play_line),
//! which knows all.
//!
//! Tried and dropped: making a code of every word first, one line after the other (where a line
//! ends, and which words are shorter, is guessed wrong so often that it took a quarter of all
//! time); 16 lanes (a tenth slower) and 48 (no faster).

use alloc::vec::Vec;

use super::columnar::ColumnPlan;
use super::single::{SingleGame, by_squares};
use crate::cell::Side;
use crate::lanes::{Lanes, all_ones};
use crate::level::{Level, Task};
use crate::rules::Outcome;
use crate::text::lines::{eight_bytes, line_end, segment_end};

/// Games at once.
const LANES: usize = 32;

/// Plies from one look at what was called, and which lines have ended, to the next: as many as
/// there are words in eight bytes, however long they are.
const ROUND: usize = 2;

/// Segments that are played faster one after the other than in lanes most of which idle.
const FEW: usize = 9;

/// Bytes of lines that are laid into lanes together: with their answers, less than a second-level
/// cache. Not a power of two, because lanes that read 4096 bytes apart push each other out of the
/// first-level cache (that took a tenth longer).
const BLOCK: usize = 100_000;

/// A line that has been judged.
#[derive(Clone, Copy, Debug)]
struct Answer {
    mine: u64,
    theirs: u64,
    turn: Side,
    result: Result<Outcome, u64>,
}

/// Judges complete lines, each ended by a newline but for the last, which may do without, and hands
/// on the answers in their order: the game as [`play_line`](SingleGame::play_line) leaves it, and
/// its result.
pub(super) fn judge_lines(
    plan: ColumnPlan,
    level: Level,
    lines: &[u8],
    judged: &mut dyn FnMut(&SingleGame, Result<Outcome, u64>),
) {
    let mut game = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
    let mut answers = [const { Vec::new() }; LANES];
    let mut rest = lines;
    while !rest.is_empty() {
        let (block, after) = rest.split_at(line_end(rest, BLOCK.min(rest.len()) - 1));
        match plan.is_short() {
            true => level.run(LineLanes::<false> { plan, text: block, answers: &mut answers }),
            false => level.run(LineLanes::<true> { plan, text: block, answers: &mut answers }),
        }
        for Answer { mine, theirs, turn, result } in answers.iter_mut().flat_map(|answers| answers.drain(..)) {
            (game.mine, game.theirs, game.turn) = (mine, theirs, turn);
            judged(&game, result);
        }
        rest = after;
    }
}

/// Plays lines. `LONG` must be true unless [`ColumnPlan::is_short`].
struct LineLanes<'a, const LONG: bool> {
    plan: ColumnPlan,
    text: &'a [u8],
    /// The answers to the lines of each segment.
    answers: &'a mut [Vec<Answer>; LANES],
}

impl<const LONG: bool> Task for LineLanes<'_, LONG> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LineLanes { plan, text, answers } = self;
        let zero = Lanes([0_u64; LANES]);
        let (mut mine, mut theirs, mut filled, mut plies) = (zero, zero, zero, zero);
        // Who called breakdown and waits for it, and whose line is over: by squares, at its end, or
        // by a word that is not usual.
        let (mut calls, mut over, mut won, mut lost, mut dead, mut ended) = (zero, zero, zero, zero, zero, zero);
        // The next bytes of every lane and where they are, where its line and its segment begin and
        // end.
        let (mut next, mut at) = (zero, zero);
        let (mut line, mut end) = ([0; LANES], [0; LANES]);
        let mut playing = 0;
        let mut first = 0;
        for lane in 0..LANES {
            let last = segment_end(text, first, lane, LANES);
            (line[lane], end[lane], at.0[lane]) = (first, last, first as u64);
            // A lane without a line is over for good.
            over.0[lane] = all_ones(first == last);
            playing += usize::from(first < last);
            first = last;
        }
        if playing < FEW {
            for lane in 0..LANES {
                while line[lane] < end[lane] {
                    let (answer, after) = one_by_one::<LONG>(plan, text, line[lane]);
                    answers[lane].push(answer);
                    line[lane] = after;
                }
            }
            return;
        }
        while playing > 0 {
            for lane in 0..LANES {
                next.0[lane] = eight_bytes(text, at.0[lane] as usize);
            }
            for _ in 0..ROUND {
                for lane in 0..LANES {
                    let (tops, bytes) = (filled.0[lane], next.0[lane]);
                    let waiting = calls.0[lane] | over.0[lane] != 0;
                    let (kind, label) = (bytes & 0xff, (bytes >> 8 & 0xff).wrapping_sub(u64::from(b'0')));
                    let vertical = kind == u64::from(b'|');
                    let is_call = kind == u64::from(b'!');
                    let is_end = kind == u64::from(b'\n');
                    let is_stick = (vertical | (kind == u64::from(b'-'))) & (label < 8);
                    let length = if is_call { 1 } else { 2 };
                    let behind = bytes >> (8 * length) & 0xff;
                    let is_blank = behind == u64::from(b' ');
                    let is_usual = is_blank | (behind == u64::from(b'\n'));

                    let room = plan.room::<LONG>(tops);
                    let column = (1 << (8 * (label & 7))) & if vertical { room.vertical } else { room.horizontal };
                    let nothing_loose = tops == mine.0[lane] | theirs.0[lane];
                    let is_dead = room.is_empty() & nothing_loose & (plies.0[lane] != 0);
                    let is_move = is_usual & (is_call | (is_stick & (column != 0))) & !is_dead;
                    let plays = is_move & !waiting;
                    let column = if plays & !is_call { column } else { 0 };
                    let dropped = plan.drop::<LONG>(tops, &room, vertical, column);
                    filled.0[lane] = dropped.filled;
                    let after = mine.0[lane] | dropped.stick;
                    won.0[lane] = plan.squares::<LONG>(after);
                    let wins = won.0[lane] != 0;
                    plies.0[lane] += u64::from(plays);
                    let taken = if plays { length + u64::from(is_blank) } else { 0 };
                    at.0[lane] += taken;
                    next.0[lane] = bytes >> (8 * taken);
                    // At the end of a line nothing is taken, so that every ply finds the same
                    // again.
                    dead.0[lane] = all_ones(is_dead);
                    ended.0[lane] = all_ones(is_end);
                    calls.0[lane] |= all_ones(is_call & plays);
                    over.0[lane] |= all_ones(wins | !is_move) & !calls.0[lane];
                    let goes_on = (column != 0) & !wins;
                    mine.0[lane] = if goes_on { theirs.0[lane] } else { after };
                    theirs.0[lane] = if goes_on { after } else { theirs.0[lane] };
                }
            }
            let mut any_over = 0;
            for lane in 0..LANES {
                let (ours, others) = plan.fall(mine.0[lane], theirs.0[lane]);
                let (our_squares, their_squares) = (plan.squares::<LONG>(ours), plan.squares::<LONG>(others));
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
                over.0[lane] |= all_ones(ends);
                any_over |= over.0[lane];
                calls.0[lane] = 0;
            }
            if any_over == 0 {
                continue;
            }
            for lane in 0..LANES {
                if over.0[lane] == 0 || line[lane] == end[lane] {
                    continue;
                }
                let (ours, others, plies_here) = (mine.0[lane], theirs.0[lane], plies.0[lane]);
                let turn = if plies_here % 2 == 0 { Side::First } else { Side::Second };
                let outcome = by_squares(won.0[lane] != 0, lost.0[lane] != 0, turn.other());
                let place = at.0[lane] as usize;
                let (answer, after) = match outcome {
                    Some(outcome) if text.get(place) == Some(&b'\n') => {
                        (Answer { mine: others, theirs: ours, turn, result: Ok(outcome) }, place + 1)
                    }
                    None if ended.0[lane] != 0 => {
                        let outcome = if dead.0[lane] != 0 { Outcome::Draw } else { Outcome::InProgress };
                        (Answer { mine: ours, theirs: others, turn, result: Ok(outcome) }, place + 1)
                    }
                    _ => one_by_one::<LONG>(plan, text, line[lane]),
                };
                answers[lane].push(answer);
                (line[lane], at.0[lane]) = (after, after as u64);
                let goes_on = after < end[lane];
                playing -= usize::from(!goes_on);
                over.0[lane] = all_ones(!goes_on);
                (mine.0[lane], theirs.0[lane], filled.0[lane], plies.0[lane]) = (0, 0, 0, 0);
            }
        }
    }
}

/// Judges the line from a place on, move by move, and gives the place after it.
#[cold]
fn one_by_one<const LONG: bool>(plan: ColumnPlan, text: &[u8], first: usize) -> (Answer, usize) {
    let after = line_end(text, first);
    let line = &text[first..after];
    let mut game = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
    let result = game.play_line::<LONG>(line.strip_suffix(b"\n").unwrap_or(line));
    let SingleGame { mine, theirs, turn, .. } = game;
    (Answer { mine, theirs, turn, result }, after)
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::games::breakdown::{Breakdown, Parameters};
    use crate::record::random_game;
    use crate::rng::Generator;

    /// Random games, some of them cut off, some with a word exchanged, and lines of any bytes.
    fn lines(parameters: Parameters, count: u64) -> Vec<u8> {
        let rules = Breakdown::<u128>::new(parameters).unwrap();
        let mut random = Generator::for_game(3, u64::from(parameters.square()));
        let (mut text, mut line) = (Vec::new(), String::new());
        for number in 0..count {
            line.clear();
            random_game(&rules, 11, number, &mut line);
            let mut words: Vec<&str> = line.split(' ').collect();
            let place = random.below(words.len() as u64 + 1) as usize;
            let other = ["|0", "-1", "!", "|7", "-7", "x", "|(0)", "", "|B", "!!"][random.below(10) as usize];
            match random.below(5) {
                0 => words.truncate(place),
                1 => words.insert(place, other),
                2 if place < words.len() => words[place] = other,
                _ => {}
            }
            text.extend_from_slice(words.join(" ").as_bytes());
            if random.below(20) == 0 {
                text.push(b' ');
            }
            text.push(b'\n');
        }
        text
    }

    #[test]
    fn lines_side_by_side_are_judged_as_one_by_one() {
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
            for count in [0, 1, FEW as u64, LANES as u64 - 1, LANES as u64 + 1, 3_000] {
                let mut text = lines(parameters, count);
                text.extend_from_slice(b"\n!\n");
                let start = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
                let one = |line: &[u8]| {
                    let mut game = start;
                    let result = game.play_line::<true>(line.strip_suffix(b"\n").unwrap());
                    (game.mine, game.theirs, game.turn, result)
                };
                let expected: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(one).collect();
                for level in Level::available() {
                    let mut found = Vec::new();
                    judge_lines(plan, level, &text, &mut |game, result| {
                        found.push((game.mine, game.theirs, game.turn, result));
                    });
                    assert_eq!(found, expected, "{parameters} at {level}");
                }
            }
        }
    }
}
