//! Game records by the block: one game in every lane of a vector.
//!
//! A block of lines is cut at newlines into as many segments as there are lanes, and every lane
//! plays the lines of its segment one after the other. A lane reads the next eight bytes of its
//! line as one number, from which all lanes at once take their words:
//!
//! ```text
//!   byte     0      1      2      3      4      5      6      7
//!            N      3    blank    E      0    newline
//!            the first word       the second           read again from here after two plies
//! ```
//!
//! These are the usual words, with one blank or a newline behind each. They include forfeits, which
//! place nothing and pass the turn. A line with any other word, or with one that is wrong, is
//! unusual and left to the caller.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::canvas::Canvas;
use super::lane::{self, Bits, LaneEntry, LanePlan, choose, union};
use crate::lanes::{Lanes, all_ones};
use crate::level::{Level, Task};
use crate::text::lines::{eight_bytes, line_end, segment_end};

/// Games at once.
const LANES: usize = 32;

/// Plies from one look at which lines have ended to the next: as many as there are words in eight
/// bytes.
const ROUND: usize = 2;

/// Segments that are played faster one after the other than in lanes most of which idle.
const FEW: usize = 5;

/// Bytes of lines that are laid into lanes together: with their answers, less than a second-level
/// cache. Not a power of two, because lanes that read 4096 bytes apart push each other out of the
/// first-level cache.
const BLOCK: usize = 100_000;

/// The end of a line.
enum LineEnd<const WORDS: usize> {
    /// The tokens of the first side and of the second, and the character of the outcome.
    Played([Bits<WORDS>; 2], u8),
    /// An unusual line: its place, without the newline.
    Unusual(Range<usize>),
}

/// Appends the answers to complete lines, each ended by a newline but for the last, which may do
/// without. Calls `answer_unusual` with every line that is not of usual words.
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
    let mut ends = [const { Vec::new() }; LANES];
    let mut rest = lines;
    while !rest.is_empty() {
        let (block, after) = rest.split_at(line_end(rest, BLOCK.min(rest.len()) - 1));
        level.run(LineLanes { plan, text: block, ends: &mut ends });
        level.run(Print { plan, canvas: &mut canvas, text: block, ends: &mut ends, answers, answer_unusual });
        rest = after;
    }
}

/// Writes the answers, and empties the list of line ends.
struct Print<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    canvas: &'a mut Canvas,
    text: &'a [u8],
    ends: &'a mut [Vec<LineEnd<WORDS>>; LANES],
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
                LineEnd::Played(tokens, mark) => {
                    let line = canvas.paint(&plan, tokens);
                    line[0] = mark;
                    answers.push_str(core::str::from_utf8(line).expect("the characters are ASCII"));
                }
                LineEnd::Unusual(place) => answer_unusual(&text[place], answers),
            }
        }
    }
}

/// Plays lines.
struct LineLanes<'a, const WORDS: usize> {
    plan: LanePlan<WORDS>,
    text: &'a [u8],
    /// The ends of the lines of each segment.
    ends: &'a mut [Vec<LineEnd<WORDS>>; LANES],
}

impl<const WORDS: usize> Task for LineLanes<'_, WORDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LineLanes { plan, text, ends } = self;
        let zero = Lanes([0_u64; LANES]);
        let (mut mine, mut theirs) = ([zero; WORDS], [zero; WORDS]);
        // All ones where the second side is to move, where the last token won, and where the line
        // is over: won, at its end, or unusual.
        let (mut second, mut won, mut over) = (zero, zero, zero);
        // The next bytes of every lane and their place; where its line and its segment begin and
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
                    line[lane] = leave(text, line[lane], &mut ends[lane]);
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
                    let bytes = next.0[lane];
                    let (letter, index) = (bytes & 0xff, (bytes >> 8 & 0xff).wrapping_sub(u64::from(b'0')));
                    let is = |wanted: u8| letter == u64::from(wanted);
                    let in_row = is(b'E') | is(b'W');
                    let descending = is(b'E') | is(b'S');
                    let behind = bytes >> 16 & 0xff;
                    let is_blank = behind == u64::from(b' ');
                    let is_usual = is_blank | (behind == u64::from(b'\n'));
                    let is_move = (in_row | descending | is(b'N')) & (index < plan.size) & is_usual;
                    let plays = is_move & (over.0[lane] == 0);

                    let (before, opponent) = (lane::get(&mine, lane), lane::get(&theirs, lane));
                    let occupied = plan.occupied(before, opponent);
                    let cell = plan.cell(occupied, LaneEntry { in_row, descending, index: index & 15 });
                    let cell = choose(plays, cell, [0; WORDS]);
                    let after = union(before, cell);
                    // A forfeit ends no game.
                    let wins = !lane::is_empty(cell) & plan.ends(after, union(occupied, cell));
                    // At the end of a line nothing is taken, so that every ply finds the same
                    // again.
                    let taken = if plays { 2 + u64::from(is_blank) } else { 0 };
                    at.0[lane] += taken;
                    next.0[lane] = bytes >> (8 * taken);
                    won.0[lane] |= all_ones(wins);
                    over.0[lane] |= all_ones(wins | !is_move);
                    second.0[lane] ^= all_ones(plays);
                    lane::set(&mut mine, lane, choose(plays, opponent, before));
                    lane::set(&mut theirs, lane, choose(plays, after, opponent));
                }
            }
            if over.0.iter().fold(0, |any, &over| any | over) == 0 {
                continue;
            }
            for lane in 0..LANES {
                if over.0[lane] == 0 || line[lane] == end[lane] {
                    continue;
                }
                let place = at.0[lane] as usize;
                let after = if text.get(place).is_none_or(|&byte| byte == b'\n') {
                    let (mover, last) = (lane::get(&mine, lane), lane::get(&theirs, lane));
                    let is_second = second.0[lane] != 0;
                    // The winner is the side that is not to move.
                    let winner = if is_second { b'1' } else { b'2' };
                    let mark = if won.0[lane] != 0 { winner } else { b'.' };
                    let tokens = if is_second { [last, mover] } else { [mover, last] };
                    ends[lane].push(LineEnd::Played(tokens, mark));
                    (place + 1).min(end[lane])
                } else {
                    leave(text, line[lane], &mut ends[lane])
                };
                (line[lane], at.0[lane]) = (after, after as u64);
                let goes_on = after < end[lane];
                playing -= usize::from(!goes_on);
                over.0[lane] = all_ones(!goes_on);
                (won.0[lane], second.0[lane]) = (0, 0);
                lane::set(&mut mine, lane, [0; WORDS]);
                lane::set(&mut theirs, lane, [0; WORDS]);
            }
        }
    }
}

/// Leaves the line from a place on to the caller of [`answer_lines`]; returns the place after it.
#[cold]
fn leave<const WORDS: usize>(text: &[u8], first: usize, ends: &mut Vec<LineEnd<WORDS>>) -> usize {
    let after = line_end(text, first);
    let end = if text[..after].ends_with(b"\n") { after - 1 } else { after };
    ends.push(LineEnd::Unusual(first..end));
    after
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::super::Connect4;
    use super::*;
    use crate::board::Wide;
    use crate::games::connect4::Parameters;
    use crate::record::random_game;
    use crate::rng::Generator;
    use crate::rules::{Notation, PlayedRecord};

    /// Random games, some of them cut off, some with a word or a forfeit put in, and lines of any
    /// bytes.
    fn lines(rules: &Connect4<Wide<4>>, count: u64) -> Vec<u8> {
        let mut random = Generator::for_game(3, count);
        let (mut text, mut line) = (Vec::new(), String::new());
        for number in 0..count {
            line.clear();
            random_game(rules, 11, number, &mut line);
            let mut words: Vec<&str> = line.split(' ').collect();
            let place = random.below(words.len() as u64 + 1) as usize;
            let others = ["N0", "E3", "S1", "W2", "W9", "N9", "n0", "", "N", "E33", "X1", "S/", "E:"];
            let other = others[random.below(others.len() as u64) as usize];
            match random.below(5) {
                0 => words.truncate(place),
                1 => words.insert(place, other),
                2 if place < words.len() => words[place] = other,
                3 => (0..random.below(30)).for_each(|_| words.insert(place, others[random.below(4) as usize])),
                _ => {}
            }
            text.extend_from_slice(words.join(" ").as_bytes());
            text.extend_from_slice([&b"\n"[..], b" \n", b"\r\n", b"\n\n"][random.below(60).min(3) as usize ^ 3]);
            if random.below(60) == 0 {
                text.extend_from_slice(b"\xff\xfe\n");
            }
        }
        text
    }

    #[test]
    fn lines_side_by_side_are_answered_as_one_by_one() {
        for size in Parameters::SMALLEST..=Parameters::LARGEST {
            let rules = Connect4::<Wide<4>>::new(Parameters::new(size).unwrap()).unwrap();
            for count in [0, 1, FEW as u64, LANES as u64 - 1, LANES as u64 + 1, 3_000] {
                let text = lines(&rules, count);
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
