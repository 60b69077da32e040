//! Game records in the lanes of a vector: one scheduler for all games.
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
//! A game knows its usual words, with one blank or a newline behind each. A line with any other
//! word, or with a wrong one, is unusual and left to the caller. A lane whose line is over waits
//! until the end of the round.

use alloc::vec::Vec;
use core::ops::Range;

use crate::lanes::{Lanes, all_ones};
use crate::level::{Level, Task};
use crate::text::lines::{eight_bytes, line_end, segment_end};

/// Lines at once. Breakdown was a tenth slower with 16 and no faster with 48.
pub(crate) const LANES: usize = 32;

/// Bytes of lines that go into lanes together. With their answers they fit the second-level cache.
/// Not a power of two, because lanes that read 4096 bytes apart evict each other from the
/// first-level cache (a tenth slower).
const BLOCK: usize = 100_000;

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
pub(crate) struct Reading {
    /// The next bytes of every lane, the first one lowest.
    pub(crate) next: Lanes<u64, LANES>,
    /// The place of that first byte.
    at: Lanes<u64, LANES>,
    /// All ones where the line is over: won, at its end, or unusual. A lane without a line stays
    /// over.
    pub(crate) over: Lanes<u64, LANES>,
}

impl Reading {
    /// Takes `bytes` bytes, at most seven, from the input of a lane.
    #[inline(always)]
    pub(crate) fn take(&mut self, lane: usize, bytes: u64) {
        self.at.0[lane] += bytes;
        self.next.0[lane] >>= 8 * bytes;
    }
}

/// A game whose lines are played in lanes.
pub(crate) trait LineGame: Copy {
    /// The most segments that are faster one after the other than in lanes, most of which would
    /// idle.
    const FEW: usize;

    /// The games in all lanes.
    type Games;

    /// The end of a line that was played.
    type End;

    /// All games at their start.
    fn start(self) -> Self::Games;

    /// Plays a round in every lane: as many plies as eight bytes always hold. Marks the lanes whose
    /// line is over.
    fn round(self, games: &mut Self::Games, reading: &mut Reading);

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
    level: Level,
    lines: &[u8],
    mut ended: impl FnMut(&[u8], &mut LineEnds<G::End>),
) {
    let mut ends = [const { Vec::new() }; LANES];
    let mut rest = lines;
    while !rest.is_empty() {
        let (block, after) = rest.split_at(line_end(rest, BLOCK.min(rest.len()) - 1));
        level.run(LineLanes { game, text: block, ends: &mut ends });
        ended(block, &mut ends);
        rest = after;
    }
}

/// Plays the lines of a block.
struct LineLanes<'a, G: LineGame> {
    game: G,
    text: &'a [u8],
    ends: &'a mut LineEnds<G::End>,
}

impl<G: LineGame> Task for LineLanes<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LineLanes { game, text, ends } = self;
        let zero = Lanes([0_u64; LANES]);
        let mut reading = Reading { next: zero, at: zero, over: zero };
        // The begin of every lane's line, and the end of its segment.
        let (mut line, mut end) = ([0; LANES], [0; LANES]);
        let (mut playing, mut first) = (0, 0);
        for lane in 0..LANES {
            let last = segment_end(text, first, lane, LANES);
            (line[lane], end[lane], reading.at.0[lane]) = (first, last, first as u64);
            reading.over.0[lane] = all_ones(first == last);
            playing += usize::from(first < last);
            first = last;
        }
        if playing < G::FEW {
            for lane in 0..LANES {
                while line[lane] < end[lane] {
                    line[lane] = leave(text, line[lane], &mut ends[lane]);
                }
            }
            return;
        }
        let mut games = game.start();
        while playing > 0 {
            for lane in 0..LANES {
                reading.next.0[lane] = eight_bytes(text, reading.at.0[lane] as usize);
            }
            game.round(&mut games, &mut reading);
            if reading.over.0.iter().fold(0, |any, &over| any | over) == 0 {
                continue;
            }
            for lane in 0..LANES {
                if reading.over.0[lane] == 0 || line[lane] == end[lane] {
                    continue;
                }
                let place = reading.at.0[lane] as usize;
                let is_at_end = text.get(place).is_none_or(|&byte| byte == b'\n');
                let after = match if is_at_end { game.end(&games, lane) } else { None } {
                    Some(played) => {
                        ends[lane].push(LineEnd::Played(played));
                        (place + 1).min(end[lane])
                    }
                    None => leave(text, line[lane], &mut ends[lane]),
                };
                (line[lane], reading.at.0[lane]) = (after, after as u64);
                let goes_on = after < end[lane];
                playing -= usize::from(!goes_on);
                reading.over.0[lane] = all_ones(!goes_on);
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
