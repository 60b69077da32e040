//! [`PlaneWords`]: the planes of the games of a batch.

use super::super::fast::supply::{Pool, Windows};
use super::block::{Block, LANES};
use crate::board::shuffle::transposed;
use crate::cell::Size;
use crate::level::Task;
use crate::planes::Plane;

/// The planes of games: the cells of each color, of each state, and of each color that falls next.
///
/// One game after the other: a game's planes are written while those of the next are found. Side by
/// side, in blocks, they took 0.9 of the time in the cache and 1.1 of it beyond.
pub(super) struct PlaneWords<'a> {
    pub(super) pool: &'a Pool,
    pub(super) size: Size,
    pub(super) planes: &'a [Plane],
    pub(super) blocks: &'a [Block],
    /// The first game's lane of the first block.
    pub(super) first: usize,
    pub(super) words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { pool, size, planes, blocks, first, words } = self;
        let pool = pool.windows();
        let all = (0..size.height()).fold(0, |all, row| all | ((1 << size.width()) - 1) << (8 * row));
        for (game, words) in (first..).zip(words.chunks_exact_mut(planes.len())) {
            let (block, lane) = (&blocks[game / LANES], game % LANES);
            // Every plane is of one value. The places of all eight are a few vectors.
            let places = rows(block, lane, pool, size).map(|[low, middle, high]| {
                let is = |bits: u64, value: usize, bit: u32| if value >> bit & 1 == 1 { bits } else { !bits };
                core::array::from_fn::<u64, 8, _>(|value| {
                    all & is(low, value, 0) & is(middle, value, 1) & is(high, value, 2)
                })
            });
            for (word, plane) in words.iter_mut().zip(planes) {
                *word = places[plane.source][usize::from(plane.first) & 7];
            }
        }
    }
}

/// The bits of colors, of states, and of the colors that come next, with a byte a row.
#[inline(always)]
fn rows(block: &Block, lane: usize, pool: Windows<'_>, size: Size) -> [[u64; 3]; 3] {
    let (first, rows) = (block.first.0[lane], block.rows.0[lane]);
    // An extension may have fewer rows than the board.
    let ahead = if rows < size.height() { size.height() % rows } else { size.height() };
    let mut windows = [[0; 4]; 8];
    let mut end = first;
    for (windows, places) in windows.iter_mut().zip(&block.places) {
        end += rows;
        let place = places.0[lane] + ahead;
        *windows = pool.at(if place < end { place } else { place - rows } as usize).to_le_bytes();
    }
    let next = |bit: usize| u64::from_le_bytes(windows.map(|window| window[bit]));
    // All eight at once, which are one or two vectors.
    let ([one, two, three], [low, high]) = (block.colors(lane), block.states(lane));
    let mut bits = [one, two, three, low, high, next(0), next(1), next(2)];
    bits.iter_mut().for_each(|bits| *bits = transposed(*bits));
    let [one, two, three, low, high, first, second, third] = bits;
    [[one, two, three], [low, high, 0], [first, second, third]]
}
