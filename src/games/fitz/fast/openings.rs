//! [`Openings`]: the moves of every tile on boards of up to 11×11, kept in step with the board.
//!
//! A row of places is a word, four bits a place, so that set bits are in the order of moves:
//!
//! ```text
//!   place     0      1      2          15
//!   bits    0..4   4..8   8..12  …  60..64        angles 0, 90, 180 and 270 from the lowest
//! ```
//!
//! Cells are only ever taken, so a placement only removes moves: those that would share a cell with
//! it. Which ones these are depends on both tiles, both angles and the distance of the places alone
//! (see [`replies`](super::replies)). So it is a pattern, made once and moved to the place.
//!
//! Random games on 10×10 with two tiles, one at a time, in millions of plies a second: see
//! [`single`](super::single). Tried and dropped: the rows of all places one after the other without
//! a gap, which allows boards of any size, and whose patterns take as many words as rows (23
//! instead of 35 with AVX2 for the moves alone).

use alloc::vec;
use alloc::vec::Vec;

use super::super::{Angle, Move, Tile};
use super::{Fitz, Position};
use crate::board::Empties;
use crate::board::select::{byte_ranks, select};
use crate::level::BitMoves;

/// The most tiles of a game with openings, since a placement changes those of every tile.
const MOST_TILES: usize = 8;

/// The places of a word, and the most rows of places.
const PLACES: usize = 16;

/// Rows above the first row of places, into which patterns reach.
pub(super) const ABOVE: usize = 4;

/// The rows of a pattern: nine, and as many more as fill vectors.
const PATTERN: usize = 12;

/// The moves of one tile: a word for each row of places, with empty rows above and below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Rooms([u64; PLACES + PATTERN]);

/// The rows of a tile's box, and as many more as fill a vector.
pub(super) type TileRows = [u16; 8];

/// A move, by the top left cell of its box: in row and column -4 it is 0.
#[derive(Clone, Copy)]
pub(in super::super) struct Opening {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) angle: usize,
}

/// What the openings of a game's positions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Openings {
    /// Places of a row.
    stride: usize,
    /// Rows of places.
    rows: usize,
    /// The moves on the empty board, by tile.
    start: Vec<Rooms>,
    /// The cells of every tile at every angle.
    pub(super) tile_rows: Vec<[TileRows; 4]>,
    /// The moves that a placement in column 4 takes, by its tile and angle, then by their tile.
    patterns: Vec<[u64; PATTERN]>,
}

impl Openings {
    /// Those of a game; `None` on larger boards and for more tiles.
    pub(super) fn new(rules: &Fitz) -> Option<Openings> {
        let empties = Empties::new(rules.parameters.size());
        let (stride, rows) = (empties.stride(), empties.places() / empties.stride());
        if stride > PLACES || rows > PLACES || rules.shapes.len() > MOST_TILES {
            return None;
        }
        let rows_of = |tile: Tile| {
            let mut rows = [0; _];
            tile.cells().for_each(|(row, col)| rows[row] |= 1 << col);
            rows
        };
        let tiles = rules.parameters.tiles().iter();
        let tile_rows = tiles.map(|tile| Angle::ALL.map(|angle| rows_of(tile.turned(angle)))).collect();
        let mut patterns = Vec::new();
        for shape in rules.shapes.iter().flatten() {
            for others in &rules.shapes {
                let mut pattern = [0; PATTERN];
                for (angle, &other) in others.iter().enumerate() {
                    for distance in shape.distances(other).iter(PLACES) {
                        let place = (ABOVE * PLACES + 4).strict_add_signed(distance);
                        pattern[place / PLACES] |= 1 << (4 * (place % PLACES) + angle);
                    }
                }
                patterns.push(pattern);
            }
        }
        let openings = Openings { stride, rows, start: Vec::new(), tile_rows, patterns };
        let mut start = vec![Rooms::default(); rules.shapes.len()];
        openings.look(rules, &empties, &mut start);
        Some(Openings { start, ..openings })
    }

    /// The number of tiles.
    pub(in super::super) fn tiles(&self) -> usize {
        self.start.len()
    }

    /// Finds the openings of a position, by tile. Allocates nothing if the board is empty.
    pub(in super::super) fn find(&self, rules: &Fitz, position: &Position, rooms: &mut [Rooms]) {
        if position.board.is_empty() {
            rooms.copy_from_slice(&self.start);
        } else {
            self.look(rules, &position.empties, rooms);
        }
    }

    /// Looks for the moves of every tile.
    fn look(&self, rules: &Fitz, empties: &Empties, rooms: &mut [Rooms]) {
        let mut mask = vec![0; (4 * empties.places()).div_ceil(32)];
        for (tile, Rooms(rows)) in rooms.iter_mut().enumerate() {
            rules.write_moves(tile, empties, &mut mask);
            for (row, room) in rows[ABOVE..][..self.rows].iter_mut().enumerate() {
                *room = bits(&mask, 4 * self.stride * row) & u64::MAX >> (64 - 4 * self.stride);
            }
        }
    }

    /// The move with this number.
    #[inline(always)]
    pub(in super::super) fn opening(&self, action: u32) -> Opening {
        let (place, stride) = (action / 4, self.stride as u32);
        Opening { row: (place / stride) as usize, col: (place % stride) as usize, angle: action as usize % 4 }
    }

    /// Removes the moves that share a cell with a placement of a tile, from every tile's.
    #[inline(always)]
    pub(in super::super) fn take(&self, rooms: &mut [Rooms], tile: usize, opening: Opening) {
        let Opening { row, col, angle } = opening;
        let tiles = self.tiles();
        let (right, left) = (16 - 4 * col.min(4), 4 * col.max(4) - 16);
        let patterns = &self.patterns[(4 * tile + angle) * tiles..][..tiles];
        for (rooms, pattern) in rooms.iter_mut().zip(patterns) {
            let Some(rows) = rooms.0[row..].first_chunk_mut::<PATTERN>() else { continue };
            let mut left_over = *rows;
            for index in 0..PATTERN {
                left_over[index] &= !(pattern[index] >> right << left);
            }
            *rows = left_over;
        }
    }

    /// Writes the mask of the moves, and returns whether there is any.
    #[inline(always)]
    pub(in super::super) fn write_mask(&self, rooms: &Rooms, mask: &mut [u32]) -> bool {
        // A row begins at a byte or in its middle, where the last place of the row before ends.
        let mut bytes = [0; 8 * PLACES];
        let (mut begin, mut before) = (0, 0);
        for &room in &rooms.0[ABOVE..][..self.rows] {
            let middle = begin % 8;
            let low = if middle == 0 { 0 } else { before >> (4 * self.stride - 4) };
            if let Some(bytes) = bytes[begin / 8..].first_chunk_mut() {
                *bytes = (room << middle | low).to_le_bytes();
            }
            (begin, before) = (begin + 4 * self.stride, room);
        }
        for (word, bytes) in mask.iter_mut().zip(bytes.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        rooms.any()
    }
}

impl Rooms {
    /// Whether there is a move.
    #[inline(always)]
    pub(in super::super) fn any(&self) -> bool {
        self.0.iter().fold(0, |any, room| any | room) != 0
    }

    /// Whether this is a move.
    #[inline(always)]
    pub(in super::super) fn has(&self, opening: Opening) -> bool {
        self.0[ABOVE..].get(opening.row).is_some_and(|room| room >> (4 * opening.col + opening.angle) & 1 == 1)
    }

    /// The move that `pick` picks by its index, given the count of all.
    #[inline(always)]
    pub(super) fn choose(&self, moves: Option<BitMoves>, pick: impl FnOnce(u64) -> u64) -> Option<Opening> {
        let rooms = self.0[ABOVE..].first_chunk::<PLACES>()?;
        let mut ends = [0; PLACES];
        let mut count = 0;
        for row in 0..PLACES {
            count += rooms[row].count_ones();
            ends[row] = count;
        }
        if count == 0 {
            return None;
        }
        let index = pick(count.into()) as u32;
        // Without a branch, which would be mispredicted.
        let row = ends.iter().map(|&end| usize::from(end <= index)).sum::<usize>() % PLACES;
        let room = rooms[row];
        let rank = u64::from(index + room.count_ones() - ends[row]);
        let bit = match moves {
            Some(moves) => moves.deposit(1 << rank, room).trailing_zeros(),
            None => select(room, byte_ranks(room), rank),
        };
        Some(Opening { row, col: bit as usize / 4, angle: bit as usize % 4 })
    }
}

impl Opening {
    /// The move.
    #[inline(always)]
    pub(in super::super) fn to_move(self) -> Move {
        Move::new(self.row as i32 - 2, self.col as i32 - 2, Angle::ALL[self.angle % 4])
    }
}

/// The 64 bits from a bit on.
fn bits(words: &[u32], from: usize) -> u64 {
    let word = |index: usize| u64::from(words.get(from / 32 + index).copied().unwrap_or(0));
    (word(0) | word(1) << 32) >> (from % 32) | word(2) << 1 << (63 - from % 32)
}
