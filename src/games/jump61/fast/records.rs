//! Game records in [lanes](crate::line_lanes), up to 8×8: the usual words and their plies.
//!
//! The usual words are two digits with a comma between. A lane whose squares jump takes no word
//! until they rest: a step is a move or a front, as in random games.

use super::cascade::Loads;
use super::{Jump61, Position};
use crate::cell::Side;
use crate::lanes::{Lanes, all_ones, lanes_where};
use crate::level::Runs;
use crate::line_lanes::{LANES, LineEnd, LineGame, Reading, play_lines};

/// Steps of a round: as many as there are words in eight bytes.
const ROUND: usize = 2;

/// The position of a line of usual words, or the line itself.
type LineResult<'t> = Result<Position<u64>, &'t [u8]>;

/// Plays complete lines and passes their last positions to `played`. A newline ends every line; the
/// last line may lack it.
pub(super) fn play(rules: Jump61<u64>, level: impl Runs, lines: &[u8], played: &mut dyn FnMut(LineResult<'_>)) {
    play_lines(rules, level, lines, |text, ends| {
        for end in ends.iter_mut().flat_map(|ends| ends.drain(..)) {
            match end {
                LineEnd::Played(position) => played(Ok(position)),
                LineEnd::Unusual(place) => played(Err(&text[place])),
            }
        }
    });
}

/// The code of a word: the bit of its square, and above it two less than the bytes of the word and
/// the blank behind it.
const SQUARE: u64 = 0x3f;
const LENGTH: u64 = 0xc0;

/// The games in all lanes. `mine` is the side to move between moves, and the side that has moved
/// during a cascade and on a won board.
pub(crate) struct LaneGames {
    mine: Lanes<u64, LANES>,
    theirs: Lanes<u64, LANES>,
    low: Lanes<u64, LANES>,
    middle: Lanes<u64, LANES>,
    high: Lanes<u64, LANES>,
    /// All ones where the second side has the next move.
    second: Lanes<u64, LANES>,
}

impl LineGame for Jump61<u64> {
    type Games = LaneGames;
    type End = Position<u64>;

    fn few(self) -> u32 {
        7
    }

    #[inline(always)]
    fn code(self, [row, comma, col, behind]: [u8; 4]) -> u8 {
        let (row, col) = (row.wrapping_sub(b'1'), col.wrapping_sub(b'1'));
        let size = self.parameters.size() as u8;
        let is_blank = behind == b' ';
        let is_usual = (comma == b',') & (row < size) & (col < size) & (is_blank | (behind == b'\n'));
        let code = row << 3 | col | (1 + u8::from(is_blank)) << 6;
        if is_usual { code } else { 0 }
    }

    #[inline(always)]
    fn start(self) -> LaneGames {
        let zero = Lanes([0_u64; LANES]);
        let Loads { low, middle, .. } = self.edges.one_spot_each();
        let (low, middle) = (Lanes([low; LANES]), Lanes([middle; LANES]));
        LaneGames { mine: zero, theirs: zero, low, middle, high: zero, second: zero }
    }

    #[inline(always)]
    fn round<const COUNTS: bool>(self, games: &mut LaneGames, reading: &mut Reading<'_>) -> u64 {
        let LaneGames { mine, theirs, low, middle, high, second } = games;
        let all = self.edges.all;
        let mut over = Lanes([0_u64; LANES]);
        reading.read();
        for _ in 0..ROUND {
            for lane in 0..LANES {
                let word = reading.next.0[lane] & 0xff;
                let is_word = word & LENGTH != 0;
                let square = 1 << (word & SQUARE) & !theirs.0[lane] & all_ones(is_word);
                let at_rest = high.0[lane] == 0;
                let plays = (square != 0) & at_rest & (over.0[lane] == 0);
                let spot = square & all_ones(plays);
                // At the end of a line the reader stays, so that every later step of the round
                // finds the end again.
                reading.take(lane, if plays { 2 + (word >> 6) } else { 0 });

                let carry = low.0[lane] & spot;
                let mut loads = Loads {
                    low: low.0[lane] ^ spot,
                    middle: middle.0[lane] ^ carry,
                    high: high.0[lane] | middle.0[lane] & carry,
                };
                let taken = self.edges.jump(&mut loads);
                let ours = mine.0[lane] | spot | taken;
                let others = theirs.0[lane] & !taken;
                let wins = ours == all;
                let moves = plays | !at_rest;
                let done = moves & (loads.high == 0) & !wins;
                (low.0[lane], middle.0[lane]) = (loads.low, loads.middle);
                high.0[lane] = if wins { 0 } else { loads.high };
                mine.0[lane] = if done { others } else { ours };
                theirs.0[lane] = if done { ours } else { others };
                second.0[lane] ^= u64::from(plays);
                over.0[lane] |= u64::from(wins | !moves);
            }
        }
        lanes_where::<LANES>(|lane| over.0[lane] != 0)
    }

    #[inline(always)]
    fn end(self, games: &LaneGames, lane: usize) -> Option<Position<u64>> {
        let (mine, theirs) = (games.mine.0[lane], games.theirs.0[lane]);
        let turn = if games.second.0[lane] == 0 { Side::First } else { Side::Second };
        Some(if mine == self.edges.all {
            self.won_by(turn.other())
        } else {
            Position { mine, theirs, low: games.low.0[lane], middle: games.middle.0[lane], turn }
        })
    }

    #[inline(always)]
    fn restart(self, games: &mut LaneGames, lane: usize) {
        let Loads { low, middle, .. } = self.edges.one_spot_each();
        (games.mine.0[lane], games.theirs.0[lane]) = (0, 0);
        (games.low.0[lane], games.middle.0[lane], games.high.0[lane]) = (low, middle, 0);
        games.second.0[lane] = 0;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::games::jump61::Parameters;
    use crate::level::Level;
    use crate::record::wrong_lines;
    use crate::rules::{Notation, PlayedRecord};

    const OTHERS: [&str; 17] = [
        "1,1", "2,1", "2,2", "1,4", "4,1", "1,9", "9,1", "0,1", "1,0", "01,1", "1;1", "1,", ",1", "1,1,", "", "11,1",
        "x",
    ];

    #[test]
    fn lines_side_by_side_are_played_as_one_by_one() {
        for size in 2..=8 {
            let rules = Jump61::<u64>::new(Parameters::new(size).unwrap()).unwrap();
            for count in [0, 1, rules.few().into(), LANES as u64 - 1, LANES as u64 + 1, 2_000] {
                let text = wrong_lines(&rules, count, count, &OTHERS);
                // With and without a newline behind the last line.
                for text in [&text[..], text.strip_suffix(b"\n").unwrap_or(&text)] {
                    let one = |line: &[u8]| {
                        let PlayedRecord { position, result } =
                            rules.play_record(line.strip_suffix(b"\n").unwrap_or(line));
                        (position, result)
                    };
                    let expected: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(one).collect();
                    for level in Level::available() {
                        let (mut found, mut unusual) = (Vec::new(), 0);
                        play(rules, level, text, &mut |end| {
                            unusual += u32::from(end.is_err());
                            found.push(match end {
                                Ok(position) => (position, Ok(crate::rules::outcome_of(&rules, &position))),
                                Err(line) => one(line),
                            });
                        });
                        assert!(found == expected, "{size} at {level}, {count} lines");
                        assert!(unusual < 1_300, "{size} at {level}: {unusual} lines of {count} are unusual");
                    }
                }
            }
        }
    }
}
