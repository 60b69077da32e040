//! Game records in [lanes](crate::line_lanes): the usual words, their plies, and the answers.
//!
//! The usual words are an edge and a digit. They include forfeits, which place nothing and pass the
//! turn.

use alloc::string::String;

use super::canvas::Canvas;
use super::lane::{self, Bits, LaneBits, LanePlan, choose, not, union, without};
use crate::lanes::Lanes;
use crate::level::{Level, Task};
use crate::line_lanes::{LANES, LineEnd, LineEnds, LineGame, Reading, play_lines};

/// Plies of a round: as many as there are words in eight bytes.
const ROUND: usize = 2;

/// Appends the answers to complete lines. A newline ends every line; the last line may lack it.
/// Calls `answer_unusual` with every line that has other words.
pub(super) fn answer_lines(
    size: u32,
    level: Level,
    lines: &[u8],
    answers: &mut String,
    answer_unusual: &mut dyn FnMut(&[u8], &mut String),
) {
    if size <= 8 {
        answer(LanePlan::<1>::new(size), level, lines, answers, answer_unusual);
    } else {
        answer(LanePlan::<2>::new(size), level, lines, answers, answer_unusual);
    }
}

fn answer<const WORDS: usize>(
    plan: LanePlan<WORDS>,
    level: Level,
    lines: &[u8],
    answers: &mut String,
    answer_unusual: &mut dyn FnMut(&[u8], &mut String),
) {
    let mut canvas = Canvas::answer(&plan);
    play_lines(plan, level, lines, |text, ends| {
        level.run(Print { plan, canvas: &mut canvas, text, ends, answers, answer_unusual });
    });
}

/// The end of a line: the tokens of the first side and of the second, and the character of the
/// outcome.
pub(crate) struct Played<const WORDS: usize> {
    tokens: [Bits<WORDS>; 2],
    mark: u8,
}

/// Writes the answers, and empties the list of line ends.
struct Print<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    canvas: &'a mut Canvas,
    text: &'a [u8],
    ends: &'a mut LineEnds<Played<WORDS>>,
    answers: &'a mut String,
    answer_unusual: &'a mut dyn FnMut(&[u8], &mut String),
}

impl<const WORDS: usize> Task for Print<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Print { plan, canvas, text, ends, answers, answer_unusual } = self;
        for end in ends.iter_mut().flat_map(|ends| ends.drain(..)) {
            match end {
                LineEnd::Played(Played { tokens, mark }) => {
                    let line = canvas.paint(&plan, tokens);
                    line[0] = mark;
                    answers.push_str(core::str::from_utf8(line).expect("the characters are ASCII"));
                }
                LineEnd::Unusual(place) => answer_unusual(&text[place], answers),
            }
        }
    }
}

/// The games in all lanes.
pub(crate) struct LaneGames<const WORDS: usize> {
    mine: LaneBits<WORDS, LANES>,
    free: LaneBits<WORDS, LANES>,
    /// All ones where the second side is to move, and where the last token won.
    second: Lanes<u64, LANES>,
    won: Lanes<u64, LANES>,
}

impl<const WORDS: usize> LineGame for LanePlan<WORDS> {
    const FEW: usize = 5;

    type Games = LaneGames<WORDS>;
    type End = Played<WORDS>;

    #[inline(always)]
    fn start(self) -> LaneGames<WORDS> {
        let zero = Lanes([0_u64; LANES]);
        let free = self.free([0; WORDS], [0; WORDS]).map(|word| Lanes([word; LANES]));
        LaneGames { mine: [zero; WORDS], free, second: zero, won: zero }
    }

    #[inline(always)]
    fn round(self, games: &mut LaneGames<WORDS>, reading: &mut Reading) {
        let LaneGames { mine, free, second, won } = games;
        for _ in 0..ROUND {
            for lane in 0..LANES {
                let bytes = reading.next.0[lane];
                let (letter, index) = (bytes & 0xff, (bytes >> 8 & 0xff).wrapping_sub(u64::from(b'0')));
                let is = |wanted: u8| letter == u64::from(wanted);
                let in_row = is(b'E') | is(b'W');
                let descending = is(b'E') | is(b'S');
                let behind = bytes >> 16 & 0xff;
                let is_blank = behind == u64::from(b' ');
                let is_usual = is_blank | (behind == u64::from(b'\n'));
                let is_move = (in_row | descending | is(b'N')) & (index < self.size) & is_usual;
                let plays = is_move & (reading.over.0[lane] == 0);

                let (before, places) = (lane::get(mine, lane), lane::get(free, lane));
                let cell = self.cell(not(places), self.entry(in_row, descending, index & 15));
                let cell = choose(plays, cell, [0; WORDS]);
                let left = without(places, cell);
                let after = union(before, cell);
                // A forfeit ends no game.
                let wins = !lane::is_empty(cell) & self.ends(after, not(left));
                // At the end of a line the reader stays, so that every later ply of the round finds
                // the end again.
                reading.take(lane, if plays { 2 + u64::from(is_blank) } else { 0 });
                won.0[lane] |= u64::from(wins);
                reading.over.0[lane] |= u64::from(wins | !is_move);
                second.0[lane] ^= u64::from(plays);
                let swap = choose(plays, self.taken(places), [0; WORDS]);
                lane::set(mine, lane, lane::difference(before, swap));
                lane::set(free, lane, left);
            }
        }
    }

    #[inline(always)]
    fn end(self, games: &LaneGames<WORDS>, lane: usize) -> Option<Played<WORDS>> {
        let mover = lane::get(&games.mine, lane);
        let last = without(self.taken(lane::get(&games.free, lane)), mover);
        let is_second = games.second.0[lane] != 0;
        // The winner is the side that is not to move.
        let winner = if is_second { b'1' } else { b'2' };
        let mark = if games.won.0[lane] != 0 { winner } else { b'.' };
        Some(Played { tokens: if is_second { [last, mover] } else { [mover, last] }, mark })
    }

    #[inline(always)]
    fn restart(self, games: &mut LaneGames<WORDS>, lane: usize) {
        (games.won.0[lane], games.second.0[lane]) = (0, 0);
        lane::set(&mut games.mine, lane, [0; WORDS]);
        lane::set(&mut games.free, lane, self.free([0; WORDS], [0; WORDS]));
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::super::Connect4;
    use super::*;
    use crate::board::Wide;
    use crate::games::connect4::Parameters;
    use crate::record::wrong_lines;
    use crate::rules::{Notation, PlayedRecord};

    const OTHERS: [&str; 13] = ["N0", "E3", "S1", "W2", "W9", "N9", "n0", "", "N", "E33", "X1", "S/", "E:"];

    #[test]
    fn lines_side_by_side_are_answered_as_one_by_one() {
        for size in Parameters::SMALLEST..=Parameters::LARGEST {
            let rules = Connect4::<Wide<4>>::new(Parameters::new(size).unwrap()).unwrap();
            for count in [0, 1, LanePlan::<1>::FEW as u64, LANES as u64 - 1, LANES as u64 + 1, 3_000] {
                let text = wrong_lines(&rules, count, count, &OTHERS);
                // With and without a newline behind the last line.
                for text in [&text[..], text.strip_suffix(b"\n").unwrap_or(&text)] {
                    let mut expected = String::new();
                    for line in text.split_inclusive(|&byte| byte == b'\n') {
                        let PlayedRecord { position, result } =
                            rules.play_record(line.strip_suffix(b"\n").unwrap_or(line));
                        rules.write_answer(&position, result, &mut expected);
                    }
                    for level in Level::available() {
                        let (mut found, mut unusual) = (String::new(), 0);
                        answer_lines(size, level, text, &mut found, &mut |line, answers| {
                            let PlayedRecord { position, result } = rules.play_record(line);
                            rules.write_answer(&position, result, answers);
                            unusual += 1;
                        });
                        assert!(found == expected, "{size} at {level}, {count} lines");
                        assert!(unusual < 2_000, "{size} at {level}: most lines are usual, {unusual} are not");
                    }
                }
            }
        }
    }
}
