//! Game records in the lanes of a vector: one scheduler for all games.
//!
//! A block of lines is cut at newlines into as many segments as there are lanes, and every lane
//! plays the lines of its segment one after the other. Before that each place of the block gets a
//! *code*, a byte that says which word begins there: for all places side by side, as it needs only
//! the bytes behind the place. A lane reads the next eight codes of its line as one number, from
//! which all lanes at once take their words:
//!
//! ```text
//!   text      N      3    blank    E      0    newline  …
//!   code     N3·3                 E0·2                   the word, and how many bytes it takes
//!            the first word       the second             read again from here after two plies
//! ```
//!
//! A game knows its usual words, with one blank or a newline behind each. A line with any other
//! word, or with a wrong one, is unusual and left to the caller. A lane whose line is over waits
//! until the end of the round.
//!
//! Without codes, where lanes told words from their bytes, Breakdown took 1.27 of the time.

use alloc::vec::Vec;
use core::ops::Range;

use crate::lanes::{Each, Lanes};
use crate::level::{CountingTask, Runs};
use crate::text::lines::{line_end, segment_end};

/// Lines at once. With 32 lanes Breakdown took 1.03 of the time, Connect4 and Jump61 the same.
pub(crate) const LANES: usize = 64;

/// Bytes of lines that go into lanes together. With their codes and answers they fit the
/// second-level cache. Not a power of two, because lanes that read 4096 bytes apart evict each
/// other from the first-level cache (a tenth slower).
const BLOCK: usize = 100_000;

/// The bytes of a short line. Lists of ends have room for as many of them as there are.
const SHORT: usize = 32;

/// Codes that a lane reads at once.
const AHEAD: usize = 8;

/// The most bytes of a word and the blank behind it.
const WORD: usize = 4;

/// The code of a newline, and of the end of the text. Games must take it for no word.
const END: u8 = 4;

/// Writes the codes of a text, and [`AHEAD`] more for its end.
#[inline(always)]
fn write_codes<G: LineGame>(game: G, text: &[u8], codes: &mut Vec<u8>) {
    codes.resize(text.len() + AHEAD, END);
    let code = |bytes: [u8; WORD]| {
        let word = game.code(bytes);
        if bytes[0] == b'\n' { END } else { word }
    };
    let whole = text.len().saturating_sub(WORD - 1);
    let [first, second, third, fourth] = [0, 1, 2, 3].map(|byte| text.get(byte..byte + whole).unwrap_or_default());
    for ((((to, &first), &second), &third), &fourth) in codes.iter_mut().zip(first).zip(second).zip(third).zip(fourth) {
        *to = code([first, second, third, fourth]);
    }
    for (to, place) in codes[whole..].iter_mut().zip(whole..text.len()) {
        *to = code([0, 1, 2, 3].map(|byte| text.get(place + byte).copied().unwrap_or(0)));
    }
    codes[text.len()..][..AHEAD].fill(END);
}

/// The end of a line.
pub(crate) enum LineEnd<E> {
    /// A line that was played.
    Played(E),
    /// An unusual line: its place, without the newline.
    Unusual(Range<usize>),
}

/// The ends of the lines of each segment.
pub(crate) type LineEnds<E> = [Vec<LineEnd<E>>; LANES];

/// The input of the lanes.
pub(crate) struct Reading<'a> {
    codes: &'a [u8],
    /// The codes of every lane's next places, the first one lowest.
    pub(crate) next: Lanes<u64, LANES>,
    /// The first of these places. A lane without a line is at the end of the text.
    at: Lanes<u64, LANES>,
}

impl Reading<'_> {
    /// Reads the next codes of every lane: at least two words.
    #[inline(always)]
    pub(crate) fn read(&mut self) {
        for lane in 0..LANES {
            let codes = self.codes[self.at.0[lane] as usize..].first_chunk::<AHEAD>();
            self.next.0[lane] = u64::from_le_bytes(*codes.expect("no place is beyond the end of the text"));
        }
    }

    /// Takes a word of `bytes` bytes, at most seven, from the input of a lane.
    #[inline(always)]
    pub(crate) fn take(&mut self, lane: usize, bytes: u64) {
        self.at.0[lane] += bytes;
        self.next.0[lane] >>= 8 * bytes;
    }
}

/// A game whose lines are played in lanes.
pub(crate) trait LineGame: Copy {
    /// The games in all lanes.
    type Games;

    /// The end of a line that was played.
    type End;

    /// The most segments that are faster one after the other than in lanes, most of which would
    /// idle.
    fn few(self) -> u32;

    /// The code of the usual word with which these bytes begin; 0 if there is none. Bytes beyond
    /// the end of the text are 0.
    fn code(self, bytes: [u8; WORD]) -> u8;

    /// All games at their start.
    fn start(self) -> Self::Games;

    /// Plays a round in every lane. Returns those whose line is over, bit *n* for lane *n*: won, at
    /// its end, or unusual. For `COUNTS` see [`CountingTask::run`].
    fn round<const COUNTS: bool>(self, games: &mut Self::Games, reading: &mut Reading<'_>) -> u64;

    /// The end of a lane's line. `None` if the caller must play the line, also because it is over
    /// for any other reason than its end or a win.
    fn end(self, games: &Self::Games, lane: usize) -> Option<Self::End>;

    /// Sets a lane's game to its start.
    fn restart(self, games: &mut Self::Games, lane: usize);
}

/// Plays complete lines. A newline ends every line; the last line may lack it. Calls `ended` with
/// every block of lines and their ends in order; `ended` empties the lists.
#[inline(always)]
pub(crate) fn play_lines<G: LineGame>(
    game: G,
    level: impl Runs,
    lines: &[u8],
    mut ended: impl FnMut(&[u8], &mut LineEnds<G::End>),
) {
    let (mut ends, mut codes) = ([const { Vec::new() }; LANES], Vec::new());
    let mut rest = lines;
    while !rest.is_empty() {
        // Blocks of about the same length: in a short one lanes are idle for most of the time.
        let share = rest.len().div_ceil(rest.len().div_ceil(BLOCK));
        let (block, after) = rest.split_at(line_end(rest, share - 1));
        level.run_counting(LineLanes { game, text: block, codes: &mut codes, ends: &mut ends });
        ended(block, &mut ends);
        rest = after;
    }
}

/// Plays the lines of a block.
struct LineLanes<'a, G: LineGame> {
    game: G,
    text: &'a [u8],
    codes: &'a mut Vec<u8>,
    ends: &'a mut LineEnds<G::End>,
}

impl<G: LineGame> CountingTask for LineLanes<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run<const COUNTS: bool>(self) {
        let LineLanes { game, text, codes, ends } = self;
        let zero = Lanes([0_u64; LANES]);
        // The place of every lane, the begin of its line, and the end of its segment.
        let (mut at, mut line, mut end) = (zero, [0; LANES], [0; LANES]);
        // The lanes that have a line.
        let (mut playing, mut first) = (0_u64, 0);
        for lane in 0..LANES {
            let last = segment_end(text, first, lane, LANES);
            let has_line = first < last;
            (line[lane], end[lane]) = (first, last);
            at.0[lane] = if has_line { first } else { text.len() } as u64;
            playing |= u64::from(has_line) << lane;
            first = last;
        }
        if playing.count_ones() < game.few() {
            for lane in 0..LANES {
                while line[lane] < end[lane] {
                    line[lane] = leave(text, line[lane], &mut ends[lane]);
                }
            }
            return;
        }
        write_codes(game, text, codes);
        ends.iter_mut().for_each(|ends| ends.reserve(text.len() / LANES / SHORT));
        let mut reading = Reading { codes, next: zero, at };
        let mut games = game.start();
        while playing != 0 {
            for lane in Each(game.round::<COUNTS>(&mut games, &mut reading) & playing) {
                let place = reading.at.0[lane] as usize;
                let is_at_end = reading.codes[place] == END;
                let after = match if is_at_end { game.end(&games, lane) } else { None } {
                    Some(played) => {
                        ends[lane].push(LineEnd::Played(played));
                        (place + 1).min(end[lane])
                    }
                    None => leave(text, line[lane], &mut ends[lane]),
                };
                let goes_on = after < end[lane];
                (line[lane], reading.at.0[lane]) = (after, if goes_on { after } else { text.len() } as u64);
                playing ^= u64::from(!goes_on) << lane;
                game.restart(&mut games, lane);
            }
        }
    }
}

/// Leaves the line from a place on to the caller; returns the place after it.
#[cold]
fn leave<E>(text: &[u8], first: usize, ends: &mut Vec<LineEnd<E>>) -> usize {
    let after = line_end(text, first);
    let end = if text[..after].ends_with(b"\n") { after - 1 } else { after };
    ends.push(LineEnd::Unusual(first..end));
    after
}
