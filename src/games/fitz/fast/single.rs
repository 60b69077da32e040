//! One random game on a board of up to 11×11: the moves are kept as [`Openings`], and what is
//! placed as rows of bits, which come to the position when the game stops.
//!
//! Old and new by turns, 10×10 with two tiles, millions of plies a second with AVX2 and without:
//! 9.7 and 6.9 when every ply looked for room anew, 25 and 16.7 now; 19 with AVX2 and running
//! counts in quarters of words.

use alloc::vec;

use super::super::Move;
use super::openings::{Opening, Openings, Rooms, TileRows};
use super::{Fitz, Position};
use crate::board::shuffle::into_even_bits;
use crate::level::{BitMoves, BitTask};
use crate::playout::Playout;
use crate::rng::Generator;
use crate::rules::Outcome;
use crate::text::Grid;

/// A random game.
pub(in super::super) struct SingleGame<'a> {
    pub(in super::super) rules: &'a Fitz,
    pub(in super::super) openings: &'a Openings,
    pub(in super::super) position: &'a mut Position,
    pub(in super::super) generator: &'a mut Generator,
    pub(in super::super) limit: u32,
    pub(in super::super) played: &'a mut dyn FnMut(Move),
}

/// Rows above a board and columns to its left in which a box may begin.
const BORDER: usize = 4;

/// The cells that one side has taken. Bit `c` + 4 of row `r` + 4 is column `c` of the board's row
/// `r`, so that a box begins at the row and the bit of its place.
#[derive(Clone, Copy)]
struct Taken([u16; 16 + 8]);

impl Taken {
    #[inline(always)]
    fn add(&mut self, rows: &TileRows, opening: Opening) {
        let Some(taken) = self.0[opening.row..].first_chunk_mut::<8>() else { return };
        for index in 0..8 {
            taken[index] |= rows[index] << opening.col;
        }
    }
}

impl Position {
    /// Puts down what both sides have taken.
    #[inline(always)]
    fn take(&mut self, taken: &[Taken; 2], moves: Option<BitMoves>) {
        let even = |cells: u16| match moves {
            Some(moves) => moves.deposit(cells.into(), 0x5555_5555),
            None => into_even_bits(cells.into()),
        };
        let [first, second] = taken;
        for row in 0..self.board.size().height() {
            let [first, second] = [first, second].map(|taken| taken.0[row as usize + BORDER] >> BORDER);
            self.board.take_row(row, even(first) | even(second) << 1);
            self.empties.take_row(row, (first | second).into());
        }
    }
}

impl BitTask for SingleGame<'_> {
    type Output = Playout;

    #[inline(always)]
    fn run(self, moves: Option<BitMoves>) -> Playout {
        let SingleGame { rules, openings, position, limit, played, .. } = self;
        let mut generator = *self.generator;
        let mut rooms = vec![Rooms::default(); openings.tiles()];
        openings.find(rules, position, &mut rooms);
        let mut taken = [Taken([0; _]); 2];
        let mut plies = 0;
        while plies < limit {
            let tile = position.tile;
            let Some(opening) = rooms[tile].choose(moves, |count| generator.below(count)) else { break };
            openings.take(&mut rooms, tile, opening);
            taken[position.turn.index()].add(&openings.tile_rows[tile][opening.angle % 4], opening);
            played(opening.to_move());
            (position.turn, position.tile) = (position.turn.other(), rules.parameters.tile_after(tile));
            plies += 1;
        }
        *self.generator = generator;
        position.take(&taken, moves);
        let goes_on = rooms[position.tile].any();
        Playout { plies, outcome: if goes_on { Outcome::InProgress } else { Outcome::Win(position.turn.other()) } }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::games::fitz::{Parameters, Tile};
    use crate::level::Level;
    use crate::playout::{Playouts, playout};
    use crate::rules::Rules;

    /// Tiles of no cell to 25, boards of every width and height with openings, and limits within
    /// the game: the moves, the position and the generator are those of the definition.
    #[test]
    fn a_game_with_openings_is_the_game_of_the_definition() {
        let tile = |cells: u32| {
            Tile::from_cells((0..25).filter(|cell| cells >> cell & 1 == 1).map(|cell| (cell / 5, cell % 5)))
        };
        let mut random = Generator::for_game(7, 7);
        let mut some = |count: usize| -> Vec<Tile> {
            (0..count).map(|_| tile(random.next_u32() & random.next_u32() & random.next_u32())).collect()
        };
        let sample = Parameters::sample(1, 1).unwrap().tiles().to_vec();
        let files = [sample, vec![tile(1)], vec![tile(u32::MAX), Tile::default(), tile(1 << 24)], some(2), some(8)];
        let mut continued = 0;
        for (rows, cols) in (1..12).flat_map(|rows| [(rows, rows), (rows, 12 - rows), (rows, 11), (11, rows)]) {
            for (number, tiles) in (0..).zip(&files) {
                let Ok(parameters) = Parameters::new(rows, cols, tiles.clone()) else { continue };
                let rules = Fitz::new(parameters);
                assert!(rules.openings.is_some());
                for level in Level::available() {
                    let (mut position, mut generator) = (rules.start(), Generator::for_game(number, rows.into()));
                    for limit in [0, 1, 2, 400] {
                        let (mut moves, mut expected) = (Vec::new(), Vec::new());
                        let (mut copy, mut other) = (position.clone(), generator);
                        let definition = playout(&rules, &mut copy, &mut other, limit, |mv| expected.push(mv));
                        let found = rules.playout_at(level, &mut position, &mut generator, limit, |mv| moves.push(mv));
                        assert_eq!((found, moves), (definition, expected), "{rows} {cols} {tiles:?} {limit} {level}");
                        assert_eq!((&position, generator.next_u32()), (&copy, other.next_u32()));
                        continued += u32::from(limit == 2 && !found.outcome.is_over());
                    }
                }
            }
        }
        assert!(continued > 100, "{continued}");
    }
}
