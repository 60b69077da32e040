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
//! [`single`](super::single) has figures. Tried and dropped: the rows of all places one after the
//! other without a gap, for boards of any size (23 instead of 35 million plies a second with AVX2
//! for the moves alone); patterns of 12 rows, and moves with as many rows around them, which gain
//! nothing for one game and lose a sixth for 65,536.

use alloc::vec;
use alloc::vec::Vec;

use super::super::{Angle, Move, SIDE};
use super::{Fitz, Position};
use crate::board::select::{byte_ranks, select};
use crate::board::{Empties, Polyomino};
use crate::level::BitMoves;

/// The most tiles of a game with openings, since a placement changes those of every tile.
const MOST_TILES: usize = 8;

/// The places of a word, and the most rows of places.
const PLACES: usize = 16;

/// The moves of one tile: a word for each row of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Rooms([u64; PLACES]);

/// The moves that a placement takes from a tile: nine rows, with empty ones around them, so that
/// the rows of all places are a part of them. Row 15 is that of the placement, and place 4 its
/// column.
type Pattern = [u64; 2 * PLACES];

/// The rows of a tile's box, and as many more as fill a vector.
pub(super) type TileRows = [u16; 8];

/// A move, by the top left cell of its box: in row and column -4 it is 0.
#[derive(Clone, Copy)]
pub(in super::super) struct Opening {
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) angle: usize,
}

/// Data shared by the openings of all positions of a game.
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
    /// By the tile that is placed, by the tile that loses moves, and by the placed tile's angle.
    patterns: Vec<[Pattern; 4]>,
}

impl Openings {
    /// The openings of a game; `None` on larger boards and for more tiles.
    pub(super) fn new(rules: &Fitz) -> Option<Openings> {
        let empties = Empties::new(rules.parameters.size());
        let (stride, rows) = (empties.stride(), empties.places() / empties.stride());
        if stride > PLACES || rows > PLACES || rules.shapes.len() > MOST_TILES {
            return None;
        }
        let tile_rows: Vec<[TileRows; 4]> = rules.shapes.iter().map(|shapes| shapes.map(rows_of)).collect();
        let takers: Vec<[u64; SIDE]> = tile_rows.iter().map(places_taking).collect();
        let pairs = tile_rows.iter().flat_map(|placed| takers.iter().map(move |taker| (placed, taker)));
        let patterns = pairs.map(|(placed, taker)| placed.map(|rows| pattern(rows, taker))).collect();
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
            for (row, room) in rows[..self.rows].iter_mut().enumerate() {
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
        for (rooms, patterns) in rooms.iter_mut().zip(&self.patterns[tile * tiles..][..tiles]) {
            let Some(pattern) = patterns[angle % 4][PLACES - 1 - row..].first_chunk::<PLACES>() else { continue };
            // Through a copy, or the compiler makes no vectors of it.
            let mut rest = rooms.0;
            for row in 0..PLACES {
                rest[row] &= !(pattern[row] >> right << left);
            }
            rooms.0 = rest;
        }
    }

    /// Writes the mask of the moves, and returns whether there is any.
    #[inline(always)]
    pub(in super::super) fn write_mask(&self, rooms: &Rooms, mask: &mut [u32]) -> bool {
        // A row begins at a byte or in its middle, where the last place of the row before ends.
        let mut bytes = [0; 8 * PLACES];
        let (mut begin, mut before) = (0, 0);
        for &room in &rooms.0[..self.rows] {
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
        self.0.get(opening.row).is_some_and(|room| room >> (4 * opening.col + opening.angle) & 1 == 1)
    }

    /// The move that `pick` picks by its index, given the count of all.
    #[inline(always)]
    pub(super) fn choose(&self, moves: Option<BitMoves>, pick: impl FnOnce(u64) -> u64) -> Option<Opening> {
        let mut ends = [0; PLACES];
        let mut count = 0;
        for (end, room) in ends.iter_mut().zip(&self.0) {
            count += room.count_ones();
            *end = count;
        }
        if count == 0 {
            return None;
        }
        let index = pick(count.into()) as u32;
        // Without a branch, which would be mispredicted.
        let row = ends.iter().map(|&end| usize::from(end <= index)).sum::<usize>() % PLACES;
        let room = self.0[row];
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

fn rows_of(shape: Polyomino) -> TileRows {
    let mut rows = [0; _];
    rows.iter_mut().zip(shape.rows()).for_each(|(row, cells)| *row = cells.into());
    rows
}

/// The places where a tile, at one of its angles, would take a cell: word `d` is the row `d` above
/// the cell's, and place 4 of it is the cell's column.
fn places_taking(angles: &[TileRows; 4]) -> [u64; SIDE] {
    let mut taking = [0; _];
    for (angle, rows) in angles.iter().enumerate() {
        for (places, cells) in taking.iter_mut().zip(rows) {
            for col in (0..SIDE).filter(|col| cells >> col & 1 == 1) {
                *places |= 1 << (4 * (SIDE - 1 - col) + angle);
            }
        }
    }
    taking
}

/// The moves that a placement of these rows takes from a tile, by the places where that tile would
/// take a cell.
fn pattern(placed: TileRows, taker: &[u64; SIDE]) -> Pattern {
    let mut pattern = [0; _];
    for (row, cells) in placed.iter().enumerate() {
        for col in (0..SIDE).filter(|col| cells >> col & 1 == 1) {
            for (down, places) in taker.iter().enumerate() {
                pattern[PLACES - 1 + row - down] |= places << (4 * col);
            }
        }
    }
    pattern
}

/// The 64 bits from a bit on.
fn bits(words: &[u32], from: usize) -> u64 {
    let word = |index: usize| u64::from(words.get(from / 32 + index).copied().unwrap_or(0));
    (word(0) | word(1) << 32) >> (from % 32) | word(2) << 1 << (63 - from % 32)
}
