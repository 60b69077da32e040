//! Game records in [lanes](crate::line_lanes): the usual words, their plies, and the answers.
//!
//! The usual words are an edge and a digit. They include forfeits, which place nothing and pass the
//! turn.

use alloc::string::String;

use super::canvas::Canvas;
use super::lane::{self, Bits, LanePlan, choose, not, union, without};
use crate::lanes::{self, LaneWords, Lanes, lanes_where};
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
        for ends in ends {
            for end in ends.drain(..) {
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
}

/// The code of a word:
///
/// ```text
///   bit 7      6             5           4         3   2   1   0
///     the bytes of the     descending   in a row    the index
///     word and the blank
///     behind it
/// ```
const INDEX: u64 = 0x0f;
const IN_ROW: u64 = 0x10;
const DESCENDING: u64 = 0x20;
const LENGTH: u64 = 0xc0;

/// The games in all lanes.
pub(crate) struct LaneGames<const WORDS: usize> {
    mine: LaneWords<WORDS, LANES>,
    free: LaneWords<WORDS, LANES>,
    /// All ones where the second side is to move, and where the last token won.
    second: Lanes<u64, LANES>,
    won: Lanes<u64, LANES>,
}

impl<const WORDS: usize> LineGame for LanePlan<WORDS> {
    type Games = LaneGames<WORDS>;
    type End = Played<WORDS>;

    fn few(self) -> u32 {
        5
    }

    #[inline(always)]
    fn code(self, [letter, digit, behind, _]: [u8; 4]) -> u8 {
        let index = digit.wrapping_sub(b'0');
        let in_row = (letter == b'E') | (letter == b'W');
        let descending = (letter == b'E') | (letter == b'S');
        let is_blank = behind == b' ';
        let is_usual =
            (in_row | descending | (letter == b'N')) & (index < self.size as u8) & (is_blank | (behind == b'\n'));
        let edge = u8::from(in_row) << 4 | u8::from(descending) << 5;
        if is_usual { index | edge | (2 + u8::from(is_blank)) << 6 } else { 0 }
    }

    #[inline(always)]
    fn start(self) -> LaneGames<WORDS> {
        let zero = Lanes([0_u64; LANES]);
        let free = self.free([0; WORDS], [0; WORDS]).map(|word| Lanes([word; LANES]));
        LaneGames { mine: [zero; WORDS], free, second: zero, won: zero }
    }

    #[inline(always)]
    fn round<const COUNTS: bool>(self, games: &mut LaneGames<WORDS>, reading: &mut Reading<'_>) -> u64 {
        let LaneGames { mine, free, second, won } = games;
        let mut over = Lanes([0_u64; LANES]);
        reading.read();
        for _ in 0..ROUND {
            for lane in 0..LANES {
                let word = reading.next.0[lane] & 0xff;
                let (in_row, descending) = (word & IN_ROW != 0, word & DESCENDING != 0);
                let is_move = word & LENGTH != 0;
                let plays = is_move & (over.0[lane] == 0);

                let (before, places) = (lanes::get(mine, lane), lanes::get(free, lane));
                let cell = self.cell(not(places), self.entry(in_row, descending, word & INDEX));
                let cell = choose(plays, cell, [0; WORDS]);
                let left = without(places, cell);
                let after = union(before, cell);
                // A forfeit ends no game.
                let wins = !lane::is_empty(cell) & self.ends(after, not(left));
                // At the end of a line the reader stays, so that every later ply of the round finds
                // the end again.
                reading.take(lane, if plays { word >> 6 } else { 0 });
                won.0[lane] |= u64::from(wins);
                over.0[lane] |= u64::from(wins | !is_move);
                second.0[lane] ^= u64::from(plays);
                let swap = choose(plays, self.taken(places), [0; WORDS]);
                lanes::set(mine, lane, lane::difference(before, swap));
                lanes::set(free, lane, left);
            }
        }
        lanes_where::<LANES>(|lane| over.0[lane] != 0)
    }

    #[inline(always)]
    fn end(self, games: &LaneGames<WORDS>, lane: usize) -> Option<Played<WORDS>> {
        let mover = lanes::get(&games.mine, lane);
        let last = without(self.taken(lanes::get(&games.free, lane)), mover);
        let is_second = games.second.0[lane] != 0;
        // The winner is the side that is not to move.
        let winner = if is_second { b'1' } else { b'2' };
        let mark = if games.won.0[lane] != 0 { winner } else { b'.' };
        Some(Played { tokens: if is_second { [last, mover] } else { [mover, last] }, mark })
    }

    #[inline(always)]
    fn restart(self, games: &mut LaneGames<WORDS>, lane: usize) {
        (games.won.0[lane], games.second.0[lane]) = (0, 0);
        lanes::set(&mut games.mine, lane, [0; WORDS]);
        lanes::set(&mut games.free, lane, self.free([0; WORDS], [0; WORDS]));
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
            for count in [0, 1, LanePlan::<2>::new(size).few().into(), LANES as u64 - 1, LANES as u64 + 1, 3_000] {
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
