//! Random games of Fitz side by side: one game in every lane of a vector, on boards of up to 59×59.
//!
//! A row of a board is one word of 16, 32 or 64 bits, and a vector holds one row of many games.
//! All lanes place the same tile, so the cells of a tile are the same few words for all of them: a
//! ply is ANDs, sums and comparisons down the rows, without a branch or a table. A lane whose game
//! is over waits until the tile is the first one again, or until every lane waits; then the waiting
//! lanes begin their next games together.
//!
//! ```text
//!   a row of 10 columns in 16 bits          column  -4   0         9
//!                                                    0000 .......... 00
//!   the places of its boxes' left edges              0123 4 …        14
//! ```
//!
//! There are 4 rows above the board and 5 below, as in [`Empties`](crate::board::Empties). A
//! *place* is a box's top left cell, so that a cell of a tile is some rows down and some bits to
//! the right.
//!
//! Millions of plies a second on 10×10 with two tiles: 104 with AVX-512, 57 with AVX2 and 20
//! without; with 32 lanes 76, 51 and 19; with 128 lanes no more. With 32 lanes of AVX-512, 20×20 is
//! a quarter slower and 40×40 is not. Tried and dropped: a choice written as `if`, which the
//! compiler turns into branches for AVX2 (a fifth of the speed); finding the column in one loop
//! over the lanes (a quarter).

use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::fast::single::SingleGame;
use super::lane_row::Row;
use super::{Angle, Fitz, Move, Parameters, Position, SIDE, Tile};
use crate::lanes::{Deal, Each, Ending, Lanes, all_ones, lanes_where};
use crate::level::{Level, Task};
use crate::playout::{self, PLY_LIMIT, Playout, Playouts, RandomGame, Totals};
use crate::rng::{self, Generator};

impl Playouts for Fitz {
    #[inline]
    fn playout_at(
        &self,
        level: Level,
        position: &mut Position,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Move),
    ) -> Playout {
        let played: &mut dyn FnMut(Move) = &mut { played };
        match &self.openings {
            Some(openings) => {
                small_playout(level, SingleGame { rules: self, openings, position, generator, limit, played })
            }
            None => one_playout(level, RandomGame { rules: self, position, generator, limit, played }),
        }
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        let few = games.end.saturating_sub(games.start) < FEW;
        let size = self.parameters.size();
        match size.width().max(size.height()) + BORDER {
            _ if few => playout::one_by_one(self, seed, games, level),
            ..=16 => in_lanes::<u16, 64>(&self.parameters, seed, games, level),
            17..=32 => in_lanes::<u32, 64>(&self.parameters, seed, games, level),
            33..=64 => in_lanes::<u64, 32>(&self.parameters, seed, games, level),
            _ => playout::one_by_one(self, seed, games, level),
        }
    }
}

/// A random game: one body for every reader of the moves.
#[inline(never)]
fn one_playout(level: Level, game: RandomGame<'_, Fitz, &mut dyn FnMut(Move)>) -> Playout {
    level.run_single(game)
}

/// As [`one_playout`], where there are openings.
#[inline(never)]
fn small_playout(level: Level, game: SingleGame<'_>) -> Playout {
    level.run_moving_bits(game)
}

fn in_lanes<T: Row, const N: usize>(parameters: &Parameters, seed: u64, games: Range<u64>, level: Level) -> Totals {
    let plan = LanePlan::<T>::new(parameters);
    level.run(LanePlayouts::<T, N> { plan: &plan, seed, games })
}

/// The most games that are faster one after the other than in lanes, most of which would idle.
const FEW: u64 = 16;

/// The places of a row, less the columns: bits that a word must have beyond the board's.
const BORDER: u32 = SIDE as u32;

/// The parameters of a game, as lanes need them.
struct LanePlan<T> {
    height: usize,
    /// The cells of an empty row of the board.
    row: T,
    /// The places of a row.
    places: T,
    tiles: Vec<LaneTile<T>>,
}

/// A tile, at every angle.
struct LaneTile<T> {
    /// Its cells as row and column, in groups of five. The last group repeats a cell to be full.
    cells: [Vec<[(usize, usize); SIDE]>; 4],
    /// Its rows.
    rows: [[T; SIDE]; 4],
}

impl<T: Row> LanePlan<T> {
    fn new(parameters: &Parameters) -> LanePlan<T> {
        let size = parameters.size();
        let low = |count: u32| T::new(u64::MAX >> (64 - count));
        LanePlan {
            height: size.height() as usize,
            row: low(size.width()) << (BORDER - 1),
            places: low(size.width() + BORDER),
            tiles: parameters.tiles().iter().map(|&tile| LaneTile::new(tile)).collect(),
        }
    }
}

impl<T: Row> LaneTile<T> {
    fn new(tile: Tile) -> LaneTile<T> {
        let turned = Angle::ALL.map(|angle| tile.turned(angle));
        let cells = turned.map(|tile| {
            let cells: Vec<(usize, usize)> = tile.cells().collect();
            cells.chunks(SIDE).map(|some| array::from_fn(|index| some[index.min(some.len() - 1)])).collect()
        });
        let rows = turned.map(|tile| {
            let mut rows = [T::ZERO; SIDE];
            tile.cells().for_each(|(row, col)| rows[row] = rows[row] | T::ONE << col as u32);
            rows
        });
        LaneTile { cells, rows }
    }
}

/// The same row of the games in all lanes.
type LaneRow<T, const N: usize> = Lanes<T, N>;

/// The random games with these numbers, each played to its end or the limit.
struct LanePlayouts<'p, T, const N: usize> {
    plan: &'p LanePlan<T>,
    seed: u64,
    games: Range<u64>,
}

impl<T: Row, const N: usize> Task for LanePlayouts<'_, T, N> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let LanePlayouts { plan, seed, games } = self;
        let mut deal = Deal::<N>::new(seed, games);
        let zero = Lanes([T::ZERO; N]);
        // The rows of places, and those that their boxes reach into.
        let (places, rows) = (plan.height + SIDE, plan.height + 2 * SIDE - 1);
        let empty_row = |row: usize| if (SIDE - 1..SIDE - 1 + plan.height).contains(&row) { plan.row } else { T::ZERO };
        // The empty cells, and copies of them moved to the left by 1 to 4 columns.
        let mut planes = vec![zero; SIDE * rows];
        for (row, lanes) in planes[..rows].iter_mut().enumerate() {
            *lanes = Lanes([empty_row(row); N]);
        }
        let mut rooms = vec![zero; 4 * places];
        let mut counts = vec![zero; places];
        // The tiles of the last ply: the rows of their places, and the cells that they take in the
        // five rows from there.
        let (mut place, mut taken) = (zero, [zero; SIDE]);
        // All ones where the game is over, and where it was left unfinished.
        let (mut over, mut stopped) = (Lanes([0_u64; N]), Lanes([0_u64; N]));
        let mut tile = 0;
        while deal.is_busy() {
            let LaneTile { cells, rows: shapes } = &plan.tiles[tile];
            take(&mut planes, &place, &taken);
            for (angle, rooms) in rooms.chunks_exact_mut(places).enumerate() {
                find_rooms(&planes, &cells[angle], plan.places, rooms);
            }
            let total = count(&rooms, &mut counts);
            // Per lane: the index of its move, and whether it plays.
            let (mut index, mut plays, mut all_wait) = (zero, zero, u64::MAX);
            for lane in 0..N {
                let moves = total.0[lane].number();
                let at_limit = all_ones(deal.plies.0[lane] == PLY_LIMIT);
                stopped.0[lane] |= at_limit & all_ones(moves != 0) & !over.0[lane];
                over.0[lane] |= at_limit | all_ones(moves == 0);
                let waits = over.0[lane] != 0;
                // At most 64 × 64 places with four moves each.
                index.0[lane] = T::new(rng::below_small(deal.draw(lane, waits), moves));
                plays.0[lane] = T::new(!over.0[lane]);
                deal.plies.0[lane] += u32::from(!waits);
                all_wait &= over.0[lane];
            }
            let (words, rank);
            (place, words, rank) = find_row(&rooms, &counts, &index);
            let bits = find_column(words, rank, &plays);
            for (down, taken) in taken.iter_mut().enumerate() {
                for lane in 0..N {
                    // A tile's row times a bit is the row moved to that bit.
                    taken.0[lane] = bits[0].0[lane].times(shapes[0][down])
                        | bits[1].0[lane].times(shapes[1][down])
                        | bits[2].0[lane].times(shapes[2][down])
                        | bits[3].0[lane].times(shapes[3][down]);
                }
            }
            tile = if all_wait != 0 || tile + 1 == plan.tiles.len() { 0 } else { tile + 1 };
            if tile == 0 && over.0.iter().fold(0, |any, &over| any | over) != 0 {
                let mut fresh = zero;
                for lane in Each(lanes_where::<N>(|lane| over.0[lane] != 0)) {
                    // The side that moved last has won.
                    let (won, is_odd) = (stopped.0[lane] == 0, deal.plies.0[lane] & 1 == 1);
                    deal.finish(lane, Ending { first_won: won & is_odd, second_won: won & !is_odd, drawn: false });
                }
                for lane in 0..N {
                    fresh.0[lane] = T::new(over.0[lane]);
                    (over.0[lane], stopped.0[lane]) = (0, 0);
                }
                for (row, lanes) in planes[..rows].iter_mut().enumerate() {
                    let empty = empty_row(row);
                    for lane in 0..N {
                        lanes.0[lane] = lanes.0[lane].or_if(fresh.0[lane], empty);
                    }
                }
            }
        }
        deal.totals()
    }
}

/// Takes the cells of the last ply, and moves the empty cells to the left by 1 to 4 columns.
#[inline(always)]
fn take<T: Row, const N: usize>(planes: &mut [LaneRow<T, N>], place: &LaneRow<T, N>, taken: &[LaneRow<T, N>; SIDE]) {
    let rows = planes.len() / SIDE;
    let (empties, moved) = planes.split_at_mut(rows);
    let (one, moved) = moved.split_at_mut(rows);
    let (two, moved) = moved.split_at_mut(rows);
    let (three, four) = moved.split_at_mut(rows);
    let four = &mut four[..rows];
    for row in 0..rows {
        for lane in 0..N {
            let down = T::new(row as u64).minus(place.0[lane]);
            let gone = taken[0].0[lane] & T::mask(down == T::ZERO)
                | taken[1].0[lane] & T::mask(down == T::ONE)
                | taken[2].0[lane] & T::mask(down == T::new(2))
                | taken[3].0[lane] & T::mask(down == T::new(3))
                | taken[4].0[lane] & T::mask(down == T::new(4));
            let left = empties[row].0[lane] & !gone;
            empties[row].0[lane] = left;
            one[row].0[lane] = left >> 1;
            two[row].0[lane] = left >> 2;
            three[row].0[lane] = left >> 3;
            four[row].0[lane] = left >> 4;
        }
    }
}

/// Finds the places with room for a tile at one angle. A tile without cells has room in every
/// place.
#[inline(always)]
fn find_rooms<T: Row, const N: usize>(
    planes: &[LaneRow<T, N>],
    cells: &[[(usize, usize); SIDE]],
    every: T,
    rooms: &mut [LaneRow<T, N>],
) {
    let (places, rows) = (rooms.len(), planes.len() / SIDE);
    if cells.is_empty() {
        rooms.fill(Lanes([every; N]));
    }
    for (part, five) in cells.iter().enumerate() {
        let plane = |cell: usize| {
            let (down, right) = five[cell];
            &planes[right * rows + down..][..places]
        };
        let (a, b, c, d, e) = (plane(0), plane(1), plane(2), plane(3), plane(4));
        // One loop for tiles of up to five cells. Each further loop reads the results of the one
        // before.
        if part == 0 {
            for row in 0..places {
                for lane in 0..N {
                    rooms[row].0[lane] =
                        a[row].0[lane] & b[row].0[lane] & c[row].0[lane] & d[row].0[lane] & e[row].0[lane];
                }
            }
        } else {
            for row in 0..places {
                for lane in 0..N {
                    let all = a[row].0[lane] & b[row].0[lane] & c[row].0[lane] & d[row].0[lane] & e[row].0[lane];
                    rooms[row].0[lane] = rooms[row].0[lane] & all;
                }
            }
        }
    }
}

/// The places with room at each of the four angles.
#[inline(always)]
fn angles<T, const N: usize>(rooms: &[LaneRow<T, N>]) -> [&[LaneRow<T, N>]; 4] {
    let places = rooms.len() / 4;
    let (zero, rest) = rooms.split_at(places);
    let (quarter, rest) = rest.split_at(places);
    let (half, three_quarters) = rest.split_at(places);
    [zero, quarter, half, &three_quarters[..places]]
}

/// Counts the moves above every row of places, and returns the count of all moves.
#[inline(always)]
fn count<T: Row, const N: usize>(rooms: &[LaneRow<T, N>], above: &mut [LaneRow<T, N>]) -> LaneRow<T, N> {
    let [a, b, c, d] = angles(rooms);
    let above = &mut above[..a.len()];
    let mut sum = Lanes([T::ZERO; N]);
    for row in 0..a.len() {
        for lane in 0..N {
            above[row].0[lane] = sum.0[lane];
            let [left, right] = [
                a[row].0[lane].count().plus(b[row].0[lane].count()),
                c[row].0[lane].count().plus(d[row].0[lane].count()),
            ];
            sum.0[lane] = sum.0[lane].plus(left.plus(right));
        }
    }
    sum
}

/// Finds the row of places of the move with this index: its number, its rooms at every angle, and
/// the move's index in the row.
#[inline(always)]
fn find_row<T: Row, const N: usize>(
    rooms: &[LaneRow<T, N>],
    above: &[LaneRow<T, N>],
    index: &LaneRow<T, N>,
) -> (LaneRow<T, N>, [LaneRow<T, N>; 4], LaneRow<T, N>) {
    let [a, b, c, d] = angles(rooms);
    let above = &above[..a.len()];
    let zero = Lanes([T::ZERO; N]);
    let (mut place, mut words, mut before) = (zero, [zero; 4], zero);
    // The last row whose first move has this index or a lower one.
    for row in 0..a.len() {
        for lane in 0..N {
            let first = above[row].0[lane];
            let begun = first <= index.0[lane];
            let next_begun = row + 1 < a.len() && above[row + 1].0[lane] <= index.0[lane];
            // Choices of words of 64 bits become masked stores with AVX2: 1.6 of the time.
            let here = T::mask(begun & (T::BITS < 64 || !next_begun));
            let keep = |kept: T, new: T| if T::BITS < 64 { kept.or_if(here, new) } else { kept | new & here };
            words[0].0[lane] = keep(words[0].0[lane], a[row].0[lane]);
            words[1].0[lane] = keep(words[1].0[lane], b[row].0[lane]);
            words[2].0[lane] = keep(words[2].0[lane], c[row].0[lane]);
            words[3].0[lane] = keep(words[3].0[lane], d[row].0[lane]);
            before.0[lane] = keep(before.0[lane], first);
            place.0[lane] = keep(place.0[lane], T::new(row as u64));
        }
    }
    for lane in 0..N {
        before.0[lane] = index.0[lane].minus(before.0[lane]);
    }
    (place, words, before)
}

/// Finds the column and the angle of the move with this rank in a row: the bit of its column, in
/// the word of its angle; none where `plays` has no ones.
#[inline(always)]
fn find_column<T: Row, const N: usize>(
    mut words: [LaneRow<T, N>; 4],
    mut rank: LaneRow<T, N>,
    plays: &LaneRow<T, N>,
) -> [LaneRow<T, N>; 4] {
    let mut bit = Lanes([T::ONE; N]);
    // Bisection: the words move down by half of the remaining width, or stay.
    let mut half = T::BITS / 2;
    while half > 0 {
        let low = T::new((1 << half) - 1);
        for lane in 0..N {
            let [a, b, c, d] = [words[0].0[lane], words[1].0[lane], words[2].0[lane], words[3].0[lane]];
            let [left, right] = [(a & low).count().plus((b & low).count()), (c & low).count().plus((d & low).count())];
            let count = left.plus(right);
            let beyond = T::mask(rank.0[lane] >= count);
            rank.0[lane] = rank.0[lane].minus(count & beyond);
            words[0].0[lane] = a.or_if(beyond, a >> half);
            words[1].0[lane] = b.or_if(beyond, b >> half);
            words[2].0[lane] = c.or_if(beyond, c >> half);
            words[3].0[lane] = d.or_if(beyond, d >> half);
            bit.0[lane] = bit.0[lane].or_if(beyond, bit.0[lane] << half);
        }
        half /= 2;
    }
    // The column holds up to four moves.
    let mut bits = words;
    for lane in 0..N {
        let [a, b, c] = [words[0].0[lane] & T::ONE, words[1].0[lane] & T::ONE, words[2].0[lane] & T::ONE];
        let (rank, bit) = (rank.0[lane], bit.0[lane] & plays.0[lane]);
        let (first, second, third) = (T::mask(rank < a), T::mask(rank < a.plus(b)), T::mask(rank < a.plus(b).plus(c)));
        bits[0].0[lane] = bit & first;
        bits[1].0[lane] = bit & second & !first;
        bits[2].0[lane] = bit & third & !second;
        bits[3].0[lane] = bit & !third;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::one_by_one;

    /// Tiles of one cell to 25, of none, and in long files, on boards on both sides of every width
    /// of a row.
    #[test]
    fn lanes_play_the_games_of_the_single_board_player() {
        let tile = |cells: u32| {
            Tile::from_cells((0..25).filter(|cell| cells >> cell & 1 == 1).map(|cell| (cell / 5, cell % 5)))
        };
        let mut random = Generator::for_game(5, 5);
        let mut some = |count: usize| -> Vec<Tile> {
            (0..count).map(|_| tile(random.next_u32() & random.next_u32() & random.next_u32())).collect()
        };
        let sample = Parameters::sample(1, 1).unwrap().tiles().to_vec();
        let files = [
            sample.clone(),
            vec![tile(u32::MAX)],
            vec![tile(1)],
            vec![tile(1 << 12), Tile::default(), tile(0x7f), tile(0x1fff)],
            some(3),
            some(40),
            [vec![Tile::default(); 30], sample].concat(),
        ];
        let sizes = [
            (1, 1),
            (3, 4),
            (4, 3),
            (10, 10),
            (11, 11),
            (12, 3),
            (3, 12),
            (27, 27),
            // Filled with the last ply before the limit.
            (40, 10),
            (28, 5),
            (59, 2),
            (2, 59),
            (60, 3),
        ];
        for (rows, cols) in sizes {
            for tiles in &files {
                let parameters = Parameters::new(rows, cols, tiles.clone()).unwrap();
                let rules = Fitz::new(parameters.clone());
                // Few games and many; and the lengths and winners of single ones.
                let single = (300..302).map(|number| number..number + 1);
                for games in [0..0, 5..5 + FEW, 0..67].into_iter().chain(single) {
                    let expected = one_by_one(&rules, 9, games.clone(), Level::portable());
                    for level in Level::available() {
                        let at = alloc::format!("{parameters} {games:?} at {level}");
                        assert_eq!(rules.playouts(9, games.clone(), level), expected, "{at}");
                        if rows.max(cols) <= 59 {
                            assert_eq!(in_lanes::<u64, 32>(&parameters, 9, games.clone(), level), expected, "{at}");
                        }
                    }
                }
            }
        }
    }
}
