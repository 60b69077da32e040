//! Fitz on packed boards: each test covers a block of places at a time.
//!
//! - [`choice`]: the *n*-th move, and the mask of all moves;
//! - [`openings`]: the moves of every tile on small boards, kept in step with the board, and
//!   [`single`]: one random game with them;
//! - [`search`]: the searches of the automatic players, and their memory;
//! - [`placements`]: boards of up to 8×8 for the search;
//! - [`replies`]: counting two plies ahead.

pub(super) mod choice;
pub(super) mod openings;
pub(super) mod placements;
mod replies;
mod search;
pub(super) mod single;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use openings::Openings;
use replies::Replies;
pub use search::Memory;

use super::{Angle, FitzRules, GLYPHS, Move, Parameters, Setup, Tile};
use crate::board::empties::{BLOCK, PlaceBlock};
use crate::board::{Empties, PackedBoard, Polyomino, Stamp};
use crate::cell::Side;
use crate::level::Level;
use crate::rules::{Notation, Outcome, Rules, SetupError, Symmetry};
use crate::text::rows::write_rows;

/// The rules of one game on packed boards.
///
/// ```
/// use gridlaw::games::fitz::{Fitz, Parameters};
/// use gridlaw::rules::{Outcome, Rules};
/// use gridlaw::cell::Side;
///
/// let rules = Fitz::new(Parameters::sample(6, 5).unwrap());
/// let mut position = rules.start();
/// for mv in ["1,1,0", "2,1,0", "3,1,0", "3,2,0", "5,1,0"] {
///     rules.play(&mut position, mv.parse().unwrap()).unwrap();
/// }
/// assert_eq!(rules.outcome(&position), Outcome::Win(Side::First));
/// assert_eq!(rules.moves(&position), []);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitz {
    pub(super) parameters: Parameters,
    /// Every tile, rotated by every angle.
    shapes: Vec<[Polyomino; 4]>,
    stamps: Vec<[Stamp; 4]>,
    /// None on large boards.
    pub(super) openings: Option<Box<Openings>>,
    /// The instruction set level for counts of two plies.
    level: Level,
}

/// A position: the board, the side to move, and the tile to be placed.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    board: PackedBoard,
    /// The empty cells of `board`, kept in step with it.
    empties: Empties,
    turn: Side,
    /// The index of the tile, below the number of tiles.
    tile: usize,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { board: self.board.clone(), empties: self.empties.clone(), ..*self }
    }

    /// Allocates nothing if the positions are of one game.
    fn clone_from(&mut self, from: &Position) {
        self.board.clone_from(&from.board);
        self.empties.clone_from(&from.empties);
        (self.turn, self.tile) = (from.turn, from.tile);
    }
}

/// Words that hold the places of boards of up to 11×11.
const FEW: usize = 4;

/// The number of partial counts of moves. They let `choose_move` recount only one part.
const PARTS: usize = 64;

impl Fitz {
    /// The rules with these parameters.
    #[inline(never)]
    #[must_use]
    pub fn new(parameters: Parameters) -> Fitz {
        let turned = |tile: &Tile| Angle::ALL.map(|angle| Polyomino::new(tile.turned(angle).cells()));
        let shapes: Vec<[Polyomino; 4]> = parameters.tiles().iter().map(turned).collect();
        let width = parameters.size().width();
        let stamps = shapes.iter().map(|shapes| shapes.map(|shape| Stamp::new(shape, width))).collect();
        let mut rules = Fitz { parameters, shapes, stamps, openings: None, level: Level::best() };
        rules.openings = Openings::new(&rules).map(Box::new);
        rules
    }

    /// The tile to be placed, rotated by an angle.
    #[inline(always)]
    fn shape(&self, position: &Position, angle: Angle) -> Polyomino {
        self.shapes[position.tile][angle as usize]
    }

    /// The tile to be placed, rotated by every angle.
    #[inline(always)]
    fn stamps(&self, position: &Position) -> &[Stamp; 4] {
        &self.stamps[position.tile]
    }

    /// Plays a legal move but for the empty cells, which are those of before.
    #[inline(always)]
    pub(super) fn place(&self, position: &mut Position, mv: Move) {
        position.board.place(self.shape(position, mv.angle), mv.row, mv.col, position.turn);
        position.turn = position.turn.other();
        position.tile = self.parameters.tile_after(position.tile);
    }

    /// The places in a block where the tile fits, for every angle.
    #[inline(always)]
    fn rooms(&self, position: &Position, block: usize) -> [PlaceBlock; 4] {
        rooms(self.stamps(position), &position.empties, block)
    }

    /// The number of moves in a block of places.
    #[inline(always)]
    fn count_block(&self, position: &Position, block: usize) -> u32 {
        let mut count = 0;
        for stamp in self.stamps(position) {
            count += position.empties.room(stamp, block).iter().map(|word| word.count_ones()).sum::<u32>();
        }
        count
    }

    /// Writes the mask of the legal moves, and returns whether there is any.
    #[inline(always)]
    pub(super) fn write_mask(&self, position: &Position, mask: &mut [u32]) -> bool {
        self.write_moves(position.tile, &position.empties, mask)
    }

    /// Writes the mask of the moves of a tile, and returns whether there is any.
    #[inline(always)]
    fn write_moves(&self, tile: usize, empties: &Empties, mask: &mut [u32]) -> bool {
        // A word of places makes eight words of the mask.
        let mut any = 0;
        for (block, mask) in mask.chunks_mut(8 * BLOCK).enumerate() {
            let rooms = rooms(&self.stamps[tile], empties, block);
            any |= choice::write_mask(&rooms, mask);
        }
        any != 0
    }

    /// The move at a place.
    #[inline(always)]
    fn move_at(&self, position: &Position, (place, angle): (usize, usize)) -> Move {
        let (row, col) = position.empties.middle(place);
        Move { row, col, angle: Angle::ALL[angle] }
    }

    /// Chooses a move where all places fit in few words, which are examined only once.
    #[inline(always)]
    fn choose_in_few(&self, position: &Position, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        let mut rooms = [[0; FEW]; 4];
        for (room, stamp) in rooms.iter_mut().zip(self.stamps(position)) {
            *room = position.empties.room_in(stamp, 0);
        }
        let count = choice::count(&rooms);
        let index = if count == 0 { None } else { Some(pick(count.into()) as u32) }?;
        Some(self.move_at(position, choice::nth(&rooms, index)))
    }
}

/// The places in a block where a tile fits, for every angle.
#[inline(always)]
fn rooms(stamps: &[Stamp; 4], empties: &Empties, block: usize) -> [PlaceBlock; 4] {
    let mut rooms = [[0; BLOCK]; 4];
    for (room, stamp) in rooms.iter_mut().zip(stamps) {
        *room = empties.room(stamp, block);
    }
    rooms
}

impl Rules for Fitz {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let size = self.parameters.size();
        Position { board: PackedBoard::new(size), empties: Empties::new(size), turn: Side::First, tile: 0 }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Side {
        position.turn
    }

    #[inline(always)]
    fn outcome(&self, position: &Position) -> Outcome {
        let stamps = self.stamps(position);
        for block in 0..position.empties.blocks() {
            for stamp in stamps {
                if position.empties.room(stamp, block) != [0; BLOCK] {
                    return Outcome::InProgress;
                }
            }
        }
        Outcome::Win(position.turn.other())
    }

    #[inline]
    fn visit_moves<B>(&self, position: &Position, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let stride = position.empties.stride();
        let (mut row, mut row_end) = (*self.parameters.row_range().start(), stride);
        for block in 0..position.empties.blocks() {
            let rooms = self.rooms(position, block);
            for word in 0..BLOCK {
                let here = rooms.map(|room| room[word]);
                let mut places = here[0] | here[1] | here[2] | here[3];
                while places != 0 {
                    let bit = places.trailing_zeros() as usize;
                    places &= places - 1;
                    let place = (block * BLOCK + word) * 64 + bit;
                    while place >= row_end {
                        row += 1;
                        row_end += stride;
                    }
                    let col = (place + stride - row_end) as i32 + *self.parameters.col_range().start();
                    for (angle, room) in Angle::ALL.into_iter().zip(here) {
                        if room >> bit & 1 == 1 {
                            visit(Move { row, col, angle })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        position.empties.take(self.shape(position, mv.angle), mv.row, mv.col);
        self.place(position, mv);
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        (0..position.empties.blocks()).map(|block| u64::from(self.count_block(position, block))).sum()
    }

    fn count_replies(&self, position: &Position) -> u64 {
        let next = self.parameters.tile_after(position.tile);
        let [tile, next] = [position.tile, next].map(|tile| (&self.shapes[tile], &self.stamps[tile]));
        self.level.run(Replies { empties: &position.empties, tile, next })
    }

    #[inline(always)]
    fn choose_move(&self, position: &Position, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        if position.empties.places() <= 64 * FEW {
            return self.choose_in_few(position, pick);
        }
        let blocks = position.empties.blocks();
        let part = blocks.div_ceil(PARTS);
        let mut parts = [0; PARTS];
        for block in 0..blocks {
            parts[block / part] += self.count_block(position, block);
        }
        let count = parts.iter().map(|&count| u64::from(count)).sum();
        if count == 0 {
            return None;
        }
        // There are at most 1004 × 1004 places with four moves each.
        let mut index = pick(count) as u32;
        // Loops, here and below: an adaptor that is not inlined is built for the portable level.
        let mut number = 0;
        while index >= parts[number] {
            index -= parts[number];
            number += 1;
        }
        let mut block = number * part;
        if part > 1 {
            loop {
                let count = self.count_block(position, block);
                if index < count {
                    break;
                }
                index -= count;
                block += 1;
            }
        }
        let (place, angle) = choice::nth(&self.rooms(position, block), index);
        Some(self.move_at(position, (64 * BLOCK * block + place, angle)))
    }

    #[inline]
    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        position.empties.has_place(mv.row, mv.col) && self.fits(position, mv)
    }
}

impl FitzRules for Fitz {
    type Board = PackedBoard;
    type Memory = Memory;

    fn board<'p>(&self, position: &'p Position) -> &'p PackedBoard {
        &position.board
    }

    fn tile(&self, position: &Position) -> usize {
        position.tile
    }

    #[inline]
    fn fits(&self, position: &Position, mv: Move) -> bool {
        position.empties.has_room(self.shape(position, mv.angle), mv.row, mv.col)
    }

    fn memory(&self) -> Memory {
        Memory::new(self.shapes.len())
    }

    fn fits_anywhere(&self, position: &Position, memory: &mut Memory) -> bool {
        memory.sweep(position.tile, self.stamps(position), &position.empties).forward(0).is_some()
    }

    fn search_angle_by_angle(&self, position: &Position, memory: &mut Memory, row: i32, col: i32) -> Option<Move> {
        let from = position.empties.number(row, col);
        let mut sweep = memory.sweep(position.tile, self.stamps(position), &position.empties);
        Angle::ALL.into_iter().find_map(|angle| {
            let (row, col) = position.empties.middle(sweep.only(angle).forward(from)?);
            Some(Move { row, col, angle })
        })
    }

    fn search_place_by_place(&self, position: &Position, memory: &mut Memory, row: i32, col: i32) -> Option<Move> {
        let from = position.empties.number(row, col);
        let mut sweep = memory.sweep(position.tile, self.stamps(position), &position.empties);
        let place = match position.turn {
            Side::First => sweep.forward(from),
            Side::Second => sweep.backward(from),
        };
        let (row, col) = position.empties.middle(place?);
        Angle::ALL.into_iter().map(|angle| Move { row, col, angle }).find(|&mv| self.fits(position, mv))
    }
}

impl Symmetry for Fitz {
    fn symmetries(&self) -> usize {
        self.parameters.symmetries()
    }

    fn map_position(&self, position: &Position, symmetry: usize) -> Position {
        let turns = self.parameters.turn_of(symmetry) as usize;
        let board = (0..turns).fold(position.board.clone(), |board, _| board.turned());
        Position { empties: Empties::of(&board), board, ..*position }
    }

    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        self.parameters.map_move(mv, symmetry)
    }
}

impl Notation for Fitz {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &Position) -> Setup {
        Setup::new(&position.board, position.turn, position.tile)
    }

    fn position(&self, setup: &Setup) -> Result<Position, SetupError> {
        setup.check(&self.parameters)?;
        let board: PackedBoard = setup.board.to_grid();
        Ok(Position { empties: Empties::of(&board), board, turn: setup.turn, tile: setup.tile })
    }

    /// Writes from the board directly, without a setup: answers are written by the million.
    fn write_position(&self, position: &Position, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write_rows(&position.board, GLYPHS, out)
    }
}

static_assertions::assert_impl_all!(Fitz: Send, Sync);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;
    use crate::rules;

    /// Every level counts what the moves of all replies add up to.
    #[test]
    fn every_level_counts_the_replies_one_by_one() {
        for (rows, cols) in [(1, 1), (3, 4), (5, 59), (3, 100), (8, 8), (20, 3)] {
            let parameters = Parameters::sample(rows, cols).unwrap();
            for level in Level::available() {
                let rules = Fitz { level, ..Fitz::new(parameters.clone()) };
                let (mut position, mut generator) = (rules.start(), Generator::for_game(5, 0));
                loop {
                    let expected = rules::sum_replies(&rules, &position);
                    assert_eq!(rules.count_replies(&position), expected, "{parameters} at {level}: {position:?}");
                    let Some(mv) = rules.choose_move(&position, |count| generator.below(count)) else { break };
                    rules.play_unchecked(&mut position, mv);
                }
            }
        }
    }
}
