//! Game records by the block: one game in every lane of a vector.
//!
//! A line of usual words (`|3`, `-0`, `!`, one blank between them) becomes a code a word, and the codes of many lines are played
//! side by side in the [columnar form](crate::batch::columnar), as the random games of [`lanes`](super::lanes) are. A lane
//! whose game is over takes the next line; the answers keep the order of the lines. Any other line is left to
//! [`play_line`](SingleGame::play_line), which knows all words.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::single::SingleGame;
use crate::batch::columnar::ColumnPlan;
use crate::batch::{Level, Task};
use crate::cell::Side;
use crate::rules::Outcome;
use crate::text::label_index;

/// Games at once.
const LANES: usize = 16;

/// Lines whose codes are kept at once: some kilobytes, and enough that lanes seldom idle.
const LINES: usize = 256;

/// Room for the codes of a line, its end among them. Nobody plays so long a game on such boards but for passes.
const SLOT: usize = 128;

/// Codes that a lane takes at once, as one number.
const CODES: usize = 8;

/// The code of breakdown; below it are vertical sticks and, from 8 on, horizontal ones, by column.
const BREAKDOWN: u8 = 16;
/// What lanes without a game read.
const IDLE: u8 = 17;
/// The end of a line.
const END: u8 = 18;
/// What is part of no usual word.
const UNUSUAL: u8 = 0x80;

/// The code of a word by its first byte, and what its second byte adds to it.
static KINDS: [u8; 256] = {
    let mut kinds = [UNUSUAL; 256];
    (kinds[b'|' as usize], kinds[b'-' as usize], kinds[b'!' as usize]) = (0, 8, BREAKDOWN);
    kinds
};
static COLUMNS: [u8; 256] = {
    let mut columns = [UNUSUAL; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(column @ 0..8) = label_index(byte as u8 as char) {
            columns[byte] = column as u8;
        }
        byte += 1;
    }
    columns
};

/// A line that has been judged: the game as [`play_line`](SingleGame::play_line) leaves it, and its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedLine {
    pub(super) game: SingleGame,
    pub(super) result: Result<Outcome, u64>,
}

/// Judges complete lines, each ended by a newline but for the last, which may do without, and hands on the answers in their order.
pub(super) fn judge_lines(plan: ColumnPlan, level: Level, lines: &[u8], judged: &mut dyn FnMut(JudgedLine)) {
    let game = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
    let mut answers = [JudgedLine { game, result: Ok(Outcome::InProgress) }; LINES];
    let mut chunk = Chunk::new();
    let mut rest = lines;
    while !rest.is_empty() {
        let bytes = chunk.fill(rest);
        let answers = &mut answers[..chunk.lines];
        let codes = chunk.slots.as_flattened();
        match plan.is_short() {
            true => level.run(LineLanes::<false> { plan, codes, answers }),
            false => level.run(LineLanes::<true> { plan, codes, answers }),
        }
        for (number, line) in chunk.unusual.drain(..) {
            let (line, mut game) = (&rest[line], game);
            let result = if plan.is_short() { game.play_line::<false>(line) } else { game.play_line::<true>(line) };
            answers[number] = JudgedLine { game, result };
        }
        answers.iter().for_each(|&answer| judged(answer));
        rest = &rest[bytes..];
    }
}

/// Some lines, as codes.
struct Chunk {
    /// The codes of every line with an [`END`] behind them (that is all there is of an unusual line), and [`IDLE`] in the last slot.
    slots: Vec<[u8; SLOT]>,
    /// How many lines there are.
    lines: usize,
    /// Lines that are not usual: their number, and where they lie.
    unusual: Vec<(usize, Range<usize>)>,
}

impl Chunk {
    fn new() -> Chunk {
        let mut slots = vec![[END; SLOT]; LINES + 1];
        slots[LINES] = [IDLE; SLOT];
        Chunk { slots, lines: 0, unusual: Vec::new() }
    }

    /// Takes complete lines from the front of a block; how many bytes they were.
    fn fill(&mut self, lines: &[u8]) -> usize {
        let mut at = 0;
        self.lines = 0;
        for (number, slot) in self.slots[..LINES].iter_mut().enumerate() {
            if at == lines.len() {
                break;
            }
            self.lines += 1;
            at = read_line(lines, at, slot).unwrap_or_else(|| {
                slot[0] = END;
                let end = lines[at..].iter().position(|&byte| byte == b'\n').map(|end| at + end);
                self.unusual.push((number, at..end.unwrap_or(lines.len())));
                end.map_or(lines.len(), |end| end + 1)
            });
        }
        at
    }
}

/// Reads the line at a place as codes, and gives the place after it; `None` when it is not usual, or so near to the
/// end of all lines that there are no bytes to look ahead to.
#[inline(always)]
fn read_line(lines: &[u8], mut at: usize, slot: &mut [u8; SLOT]) -> Option<usize> {
    if lines[at] == b'\n' {
        slot[0] = END;
        return Some(at + 1);
    }
    for place in 0..SLOT - 1 {
        let &[kind, column, next] = lines.get(at..at + 3)?.first_chunk()?;
        let is_call = kind == b'!';
        let code = KINDS[usize::from(kind)] | if is_call { 0 } else { COLUMNS[usize::from(column)] };
        let after = if is_call { column } else { next };
        slot[place] = code;
        at += if is_call { 2 } else { 3 };
        if code & UNUSUAL != 0 || after != b' ' {
            slot[place + 1] = END;
            return (code & UNUSUAL == 0 && after == b'\n').then_some(at);
        }
    }
    None
}

/// One value in every lane, on a boundary that vectors like.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Lanes<T>([T; LANES]);

/// Plays the codes of lines. `LONG` must be true unless [`ColumnPlan::is_short`].
struct LineLanes<'a, const LONG: bool> {
    plan: ColumnPlan,
    /// The slots of a [`Chunk`].
    codes: &'a [u8],
    /// One for every line.
    answers: &'a mut [JudgedLine],
}

/// All ones for true.
#[inline(always)]
fn mask(condition: bool) -> u64 {
    if condition { u64::MAX } else { 0 }
}

impl<const LONG: bool> Task for LineLanes<'_, LONG> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LineLanes { plan, codes, answers } = self;
        let zero = Lanes([0_u64; LANES]);
        let (mut mine, mut theirs, mut filled, mut plies) = (zero, zero, zero, zero);
        let (mut won, mut lost, mut dead, mut calls, mut over) = (zero, zero, zero, zero, zero);
        let (mut halted, mut ended) = (zero, zero);
        // The next codes of every lane, the first one lowest, and where those after them are. A lane without a game stays
        // where it is.
        let (mut next, mut cursor, mut step) = (zero, [LINES * SLOT; LANES], [0; LANES]);
        let mut line = [usize::MAX; LANES];
        let take = |from: usize| codes[from..].first_chunk().map_or(0, |codes| u64::from_le_bytes(*codes));
        let mut playing = LANES.min(answers.len());
        let mut next_line = playing;
        for lane in 0..playing {
            (cursor[lane], step[lane], line[lane]) = (lane * SLOT, CODES, lane);
        }
        let mut ahead = 0;
        while playing > 0 {
            if ahead == 0 {
                for lane in 0..LANES {
                    next.0[lane] = take(cursor[lane]);
                    cursor[lane] += step[lane];
                }
                ahead = CODES;
            }
            ahead -= 1;
            let (mut any_calls, mut any_over) = (0, 0);
            for lane in 0..LANES {
                let (tops, code) = (filled.0[lane], next.0[lane] & 0xff);
                next.0[lane] >>= 8;
                let room = plan.room::<LONG>(tops);
                let vertical = code < 8;
                let is_stick = code < u64::from(BREAKDOWN);
                let column = (1 << (8 * (code & 7))) & if vertical { room.vertical } else { room.horizontal };
                let column = if is_stick { column } else { 0 };
                let nothing_loose = tops == mine.0[lane] | theirs.0[lane];
                let is_dead = room.is_empty() & nothing_loose & (plies.0[lane] != 0) & (code != u64::from(IDLE));
                let is_call = (code == u64::from(BREAKDOWN)) & !is_dead;
                let is_halted = is_dead | (code == u64::from(END)) | (is_stick & (column == 0));
                let dropped = plan.drop::<LONG>(tops, &room, vertical, column);
                filled.0[lane] = dropped.filled;
                mine.0[lane] |= dropped.stick;
                won.0[lane] = plan.squares::<LONG>(mine.0[lane]);
                lost.0[lane] = 0;
                dead.0[lane] = mask(is_dead);
                plies.0[lane] += u64::from(!is_halted);
                calls.0[lane] = mask(is_call);
                halted.0[lane] = mask(is_halted);
                ended.0[lane] = mask(code == u64::from(END));
                over.0[lane] = mask(is_halted | (won.0[lane] != 0));
                any_calls |= calls.0[lane];
                any_over |= over.0[lane];
            }
            if any_calls != 0 {
                for lane in 0..LANES {
                    let (ours, others) = plan.fall(mine.0[lane], theirs.0[lane]);
                    let called = calls.0[lane] != 0;
                    mine.0[lane] = if called { ours } else { mine.0[lane] };
                    theirs.0[lane] = if called { others } else { theirs.0[lane] };
                    filled.0[lane] = if called { ours | others } else { filled.0[lane] };
                    let (ours, others) = (plan.squares::<LONG>(ours), plan.squares::<LONG>(others));
                    won.0[lane] = if called { ours } else { won.0[lane] };
                    lost.0[lane] = if called { others } else { 0 };
                    over.0[lane] |= mask(called & (ours | others != 0));
                    any_over |= over.0[lane];
                }
            }
            if any_over != 0 {
                for lane in 0..LANES {
                    // A lane that idles is over at no time.
                    if over.0[lane] == 0 {
                        continue;
                    }
                    let plies_here = plies.0[lane];
                    let halted = halted.0[lane] != 0;
                    // The side whose pieces are `mine`: it is to move, or has just moved.
                    let [side, other] = if (plies_here % 2 == 0) == halted {
                        [Side::First, Side::Second]
                    } else {
                        [Side::Second, Side::First]
                    };
                    let (outcome, at_end) = match halted {
                        true if dead.0[lane] != 0 => (Outcome::Draw, ended.0[lane] != 0),
                        true => (Outcome::InProgress, ended.0[lane] != 0),
                        false => {
                            let outcome = match (won.0[lane] != 0, lost.0[lane] != 0) {
                                (true, true) => Outcome::Draw,
                                (true, false) => Outcome::Win(side),
                                _ => Outcome::Win(other),
                            };
                            (outcome, codes[cursor[lane] - ahead] == END)
                        }
                    };
                    let (mine_here, theirs_here) = (mine.0[lane], theirs.0[lane]);
                    let game = match halted {
                        true => SingleGame { plan, mine: mine_here, theirs: theirs_here, turn: side },
                        false => SingleGame { plan, mine: theirs_here, theirs: mine_here, turn: other },
                    };
                    let result = if at_end { Ok(outcome) } else { Err(plies_here + 1) };
                    if let Some(answer) = answers.get_mut(line[lane]) {
                        *answer = JudgedLine { game, result };
                    }
                    (mine.0[lane], theirs.0[lane], filled.0[lane], plies.0[lane]) = (0, 0, 0, 0);
                    if next_line < answers.len() {
                        let start = next_line * SLOT;
                        (next.0[lane], cursor[lane], line[lane]) = (take(start), start + ahead, next_line);
                    } else {
                        let idle = LINES * SLOT;
                        (next.0[lane], cursor[lane], step[lane], line[lane]) = (take(idle), idle, 0, usize::MAX);
                        playing -= 1;
                    }
                    next_line += 1;
                }
            }
            core::mem::swap(&mut mine, &mut theirs);
        }
    }
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
            for count in [0, 1, LANES as u64 - 1, LANES as u64 + 1, 3 * LINES as u64 + 5] {
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
                    judge_lines(plan, level, &text, &mut |JudgedLine { game, result }| {
                        found.push((game.mine, game.theirs, game.turn, result));
                    });
                    assert_eq!(found, expected, "{parameters} at {level}");
                }
            }
        }
    }
}
