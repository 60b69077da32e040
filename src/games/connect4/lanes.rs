//! Random games of Connect4 side by side: one game in every lane of a vector.
//!
//! The scheduler of [`lanes`](crate::lanes) plays sixty-four games at once, as
//! [`fast::lane`](super::fast::lane) plays one. Every lane keeps the pieces in columns, too: then
//! the free entries of all four edges are the lowest bits of rows, and two sums over them count
//! them and find the one with a given index.
//!
//! ```text
//!   field of row or column i      bits 0..3   free entries N (first sum) or S (second) up to i
//!                                      4..7   free entries E or W up to i
//! ```
//!
//! The scheduler deals new games only after every third ply. Until then a lane whose game is over
//! plays on, and those plies do not count.
//!
//! Where vectors are narrow, games up to 8×8 take turns in [words](super::fast::single) instead.
//!
//! In millions of plies a second on 7×7, on a Xeon: 405 with AVX-512 and 198 with AVX2. Tried and
//! dropped: one loop for a ply (1.2 and 1.03 of the time), 32 lanes (5 % less with AVX-512, 2 %
//! with AVX2); rounds of two plies (3 % less with AVX-512).

use core::ops::Range;

use super::Move;
use super::fast::lane::{self, Bits, LanePlan, union, zip};
use super::fast::single::{SingleGames, SinglePlan, SinglePlayout};
use super::fast::{Connect4, Position};
use crate::board::Register;
use crate::lanes::{self, Deal, Each, Ending, Lanes, lanes_where};
use crate::level::{Level, Runs, Task};
use crate::playout::{Playout, Playouts, RandomGame, Totals};
use crate::rng::{self, Generator};
use crate::turns::InTurn;

impl<B: Register> Playouts for Connect4<B> {
    #[inline]
    fn playout_at(
        &self,
        level: Level,
        position: &mut Position<B>,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Move),
    ) -> Playout {
        // No board up to 8×8 needs a wider register, whose code would be built for nothing.
        let Some(plan) = self.single.as_ref().filter(|_| B::BITS <= 128) else {
            return level.run_single(RandomGame { rules: self, position, generator, limit, played });
        };
        let (mut game, turn) = self.single_game(plan, position);
        let playout = single_playout(level, SinglePlayout { plan, game: &mut game, turn, generator, limit, played });
        let turn = if playout.plies.is_multiple_of(2) { turn } else { turn.other() };
        *position = Self::position_of(plan, &game, turn);
        playout
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        let size = self.parameters().size().width();
        match (&self.single, level.for_lanes()) {
            (Some(plan), None) => in_turn(plan, seed, games),
            (Some(_), Some(level)) => narrow_playouts(size, seed, games, level),
            (None, _) => wide_playouts(size, seed, games, level),
        }
    }
}

static_assertions::assert_impl_all!(Connect4<u128>: Playouts);

/// A random game up to 8×8, whatever its register: compiled once for every `F`.
#[inline(never)]
fn single_playout<F: FnMut(Move)>(level: Level, playout: SinglePlayout<'_, F>) -> Playout {
    level.run_moving_bits(playout)
}

/// The random games up to 8×8 of a level without lanes, whatever the register: compiled once.
#[inline(never)]
fn in_turn(plan: &SinglePlan, seed: u64, games: Range<u64>) -> Totals {
    InTurn::<_, AT_ONCE> { rules: SingleGames(plan), seed, games }.run()
}

/// Games that take turns.
const AT_ONCE: usize = 3;

/// The random games up to 8×8 in lanes, whatever the register of the rules: compiled once.
#[inline(never)]
fn narrow_playouts<L: Runs>(size: u32, seed: u64, games: Range<u64>, level: L) -> Totals {
    level.run(LanePlayouts { plan: LanePlan::<1>::new(size), seed, games })
}

/// The random games beyond 8×8, whatever the register of the rules: compiled once.
#[inline(never)]
fn wide_playouts(size: u32, seed: u64, games: Range<u64>, level: Level) -> Totals {
    level.run(LanePlayouts { plan: LanePlan::<2>::new(size), seed, games })
}

/// Games at once.
const LANES: usize = 64;

/// Plies in a round. After each round finished games are counted and new ones dealt.
const ROUND: usize = 3;

/// The free entries of two edges, counted: of the north and east or of the south and west.
struct Counts<const WORDS: usize> {
    /// In the field of each row: the number of free entries up to that row or column.
    sums: Bits<WORDS>,
    /// The number of free entries at the first edge and at the second.
    totals: [u64; 2],
}

impl<const WORDS: usize> Counts<WORDS> {
    /// Counts the lowest bits of rows: `even` the free entries of the first edge, `odd` of the
    /// second.
    #[inline(always)]
    fn new(even: Bits<WORDS>, odd: Bits<WORDS>) -> Counts<WORDS> {
        let both = zip(even, odd, |even, odd| even | odd << 4);
        let (mut sums, mut last) = (both, 0);
        for word in 0..WORDS {
            sums[word] = (both[word] + last).wrapping_mul(LanePlan::<WORDS>::FIRST);
            last = sums[word] >> (LanePlan::<WORDS>::STRIDE * (LanePlan::<WORDS>::ROWS - 1)) & 0xff;
        }
        Counts { sums, totals: [last & 15, last >> 4] }
    }
}

/// A cell, in rows and in columns.
#[derive(Clone, Copy)]
struct Chosen<const WORDS: usize> {
    cell: Bits<WORDS>,
    turned: Bits<WORDS>,
}

/// The cells at which tokens can come to rest, by the index of the move in the list of legal moves.
struct Choices<const WORDS: usize> {
    occupied: Bits<WORDS>,
    turned: Bits<WORDS>,
    north_east: Counts<WORDS>,
    south_west: Counts<WORDS>,
}

impl<const WORDS: usize> Choices<WORDS> {
    #[inline(always)]
    fn new(plan: &LanePlan<WORDS>, occupied: Bits<WORDS>, turned: Bits<WORDS>) -> Choices<WORDS> {
        let [west, east] = plan.free_ends(occupied);
        let [north, south] = plan.free_ends(turned);
        let (north_east, south_west) = (Counts::new(north, east), Counts::new(south, west));
        Choices { occupied, turned, north_east, south_west }
    }

    /// The number of legal moves.
    #[inline(always)]
    fn count(&self) -> u64 {
        let [north, east] = self.north_east.totals;
        let [south, west] = self.south_west.totals;
        north + east + south + west
    }

    /// The cell of the legal move with this index.
    #[inline(always)]
    fn nth(&self, plan: &LanePlan<WORDS>, index: u64) -> Chosen<WORDS> {
        let [north, east] = self.north_east.totals;
        let upto_east = north + east;
        let upto_south = upto_east + self.south_west.totals[0];
        let (from_east, from_south, from_west) = (index >= north, index >= upto_east, index >= upto_south);
        let before = if from_west {
            upto_south
        } else if from_south {
            upto_east
        } else if from_east {
            north
        } else {
            0
        };
        let in_row = from_east & !from_south | from_west;
        let descending = from_east & !from_west;
        let rank = index.wrapping_sub(before);
        // The row or column is the number of those up to which no more than `rank` entries are
        // free. Sums and rank are below 16, so that no field borrows from the next.
        let fields = LanePlan::<WORDS>::FIRST;
        let ranks = (rank & 15).wrapping_mul(fields);
        let mut line = 0;
        for word in 0..WORDS {
            let sums = if from_south { self.south_west.sums[word] } else { self.north_east.sums[word] };
            let sums = (if in_row { sums >> 4 } else { sums }) & (fields * 15);
            // The last row of a single word is never one of them; leaving it out keeps the shift
            // below 64 in a lane whose game is over.
            let last = if WORDS == 1 { !(1 << 63) } else { u64::MAX };
            line += u64::from(((ranks | fields << 7).wrapping_sub(sums) & (fields << 7) & last).count_ones());
        }
        let pieces = lane::choose(in_row, self.occupied, self.turned);
        let bit = plan.slide(plan.row(pieces, line), descending);
        let (along, across) = (LanePlan::along(bit, line), LanePlan::across(bit, line));
        Chosen { cell: lane::choose(in_row, along, across), turned: lane::choose(in_row, across, along) }
    }
}

/// The random games with these numbers.
struct LanePlayouts<const WORDS: usize> {
    plan: LanePlan<WORDS>,
    seed: u64,
    games: Range<u64>,
}

impl<const WORDS: usize> Task for LanePlayouts<WORDS> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let LanePlayouts { plan, seed, games } = self;
        let mut deal = Deal::<LANES>::new(seed, games);
        let zero = [Lanes([0_u64; LANES]); WORDS];
        let (mut mine, mut theirs, mut turned, mut cells) = (zero, zero, zero, zero);
        (0..LANES).for_each(|lane| lanes::set(&mut turned, lane, plan.center));
        let mut over = Lanes([0_u64; LANES]);
        while deal.is_busy() {
            for _ in 0..ROUND {
                for lane in 0..LANES {
                    let (ours, others) = (lanes::get(&mine, lane), lanes::get(&theirs, lane));
                    let occupied = plan.occupied(ours, others);
                    let in_columns = lanes::get(&turned, lane);
                    let choices = Choices::new(&plan, occupied, in_columns);
                    let index = rng::below_small(deal.draw(lane, false), choices.count());
                    let chosen = choices.nth(&plan, index);
                    lanes::set(&mut turned, lane, union(in_columns, chosen.turned));
                    lanes::set(&mut cells, lane, chosen.cell);
                }
                for lane in 0..LANES {
                    let (ours, others) = (lanes::get(&mine, lane), lanes::get(&theirs, lane));
                    let occupied = plan.occupied(ours, others);
                    let cell = lanes::get(&cells, lane);
                    let after = union(ours, cell);
                    deal.plies.0[lane] += 1 & !over.0[lane] as u32;
                    over.0[lane] |= u64::from(plan.ends(after, union(occupied, cell)));
                    lanes::set(&mut mine, lane, others);
                    lanes::set(&mut theirs, lane, after);
                }
            }
            let ended = lanes_where::<LANES>(|lane| over.0[lane] != 0);
            over = Lanes([0; LANES]);
            for lane in Each(ended) {
                // The game ends with the ply that wins it, long before the limit: a board has
                // at most 100 cells.
                let first_won = deal.plies.0[lane] & 1 == 1;
                deal.finish(lane, Ending { first_won, second_won: !first_won, drawn: false });
                lanes::set(&mut mine, lane, [0; WORDS]);
                lanes::set(&mut theirs, lane, [0; WORDS]);
                lanes::set(&mut turned, lane, plan.center);
            }
        }
        deal.totals()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::board::Wide;
    use crate::games::connect4::Parameters;
    use crate::playout::{PLY_LIMIT, one_by_one, playout, unwatched};
    use crate::rules::Rules;

    /// The totals of the games by the definition of a playout.
    fn defined<B: Register>(rules: &Connect4<B>, seed: u64, games: Range<u64>) -> Totals {
        let mut totals = Totals::default();
        for number in games {
            let mut generator = Generator::for_game(seed, number);
            totals += playout(rules, &mut rules.start(), &mut generator, PLY_LIMIT, unwatched);
        }
        totals
    }

    #[test]
    fn lanes_play_the_games_of_the_single_board_player() {
        for size in Parameters::SMALLEST..=Parameters::LARGEST {
            let rules = Connect4::<Wide<4>>::new(Parameters::new(size).unwrap()).unwrap();
            // Few games and many; and one by one, so that the length and winner of each game is
            // compared.
            let ranges = [0..0, 7..7, 0..LANES as u64, 5..LANES as u64 * 3 + 6, 0..2000];
            for games in ranges.into_iter().chain((300..400).map(|number| number..number + 1)) {
                let expected = defined(&rules, 9, games.clone());
                for level in Level::available() {
                    // In lanes, whether or not they suit the level.
                    let playouts = if size <= 8 { narrow_playouts } else { wide_playouts };
                    assert_eq!(playouts(size, 9, games.clone(), level), expected, "{size} {games:?} at {level}");
                    assert_eq!(rules.playouts(9, games.clone(), level), expected, "{size} {games:?} at {level}");
                    assert_eq!(one_by_one(&rules, 9, games.clone(), level), expected, "{size} {games:?} at {level}");
                }
            }
        }
    }

    /// One game in words, from positions in the middle of a game and from its end, to its end or to
    /// a limit: the moves, the position and the generator are those of the definition.
    #[test]
    fn one_game_is_the_game_of_the_definition() {
        fn check<B: Register>(size: u32) {
            let rules = Connect4::<B>::new(Parameters::new(size).unwrap()).unwrap();
            for number in 0..300 {
                let (mut start, mut generator) = (rules.start(), Generator::for_game(12, number));
                // A forfeit at the start swaps the sides.
                if number % 3 == 0 {
                    let mut taken = start;
                    playout(&rules, &mut taken, &mut generator, 3, |mv| rules.play_unchecked(&mut start, mv));
                    let forfeit = rules.moves(&rules.start()).into_iter().find(|&mv| !rules.is_legal(&taken, mv));
                    forfeit.into_iter().for_each(|mv| rules.play_unchecked(&mut start, mv));
                }
                playout(&rules, &mut start, &mut generator, (number % 40) as u32, unwatched);
                for limit in [0, 1, 5, PLY_LIMIT] {
                    let (mut expected, mut draws, mut moves) = (start, generator, Vec::new());
                    let end = playout(&rules, &mut expected, &mut draws, limit, |mv| moves.push(mv));
                    for level in Level::available() {
                        let (mut found, mut drawn, mut played) = (start, generator, Vec::new());
                        let ours = rules.playout_at(level, &mut found, &mut drawn, limit, |mv| played.push(mv));
                        let at = alloc::format!("{size}, game {number}, limit {limit}, {level}");
                        assert_eq!((ours, found, drawn, &played), (end, expected, draws, &moves), "{at}");
                    }
                }
            }
        }
        check::<u32>(4);
        check::<u64>(4);
        check::<u64>(5);
        (4..=8).for_each(check::<u128>);
        [7, 9, 10].into_iter().for_each(check::<Wide<4>>);
    }
}
