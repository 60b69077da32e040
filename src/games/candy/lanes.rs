//! Random games of Candy: one at a time, and side by side, one game in every lane of a vector.
//!
//! Boards of up to 8×8 with up to 8 colors and states up to 3 play in the
//! [columnar form](super::fast::columnar), all others by the rules.
//!
//! In lanes there is no ply: every round is a step of settling for all games, and then a swap for
//! those that have come to rest. A round is a few loops over the lanes: fire and fall; move the
//! queues on; look up the candies that enter, which no vector does well; put them in, and choose.

use core::any::Any;
use core::ops::Range;

use super::fast::columnar::{Colors, States, explode};
use super::fast::single::{ColumnGame, ColumnPlayout, ColumnRules};
use super::fast::{Candy, Position, Shape, Small};
use super::{Move, STEP_LIMIT};
use crate::board::select::byte_counts;
use crate::lanes::{Deal, Ending, Lanes, all_ones};
use crate::level::{Level, Task};
use crate::playout::{PLY_LIMIT, Playout, Playouts, RandomGame, Totals, one_by_one};
use crate::rng::{self, Generator};

impl<S: Shape> Playouts for Candy<S> {
    #[inline]
    fn playout_at(
        &self,
        level: Level,
        position: &mut Position<S>,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Move),
    ) -> Playout {
        if let Some(rules) = self.column_rules()
            && let Some(position) = <dyn Any>::downcast_mut(position)
            && let Some(game) = rules.game(position)
        {
            return column_playout(level, ColumnPlayout { rules, game, position, generator, limit, played });
        }
        level.run_single(RandomGame { rules: self, position, generator, limit, played })
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        // In lanes a queue begins again at most once a step, and a game begins at rest.
        if level.suits_lanes()
            && let Some((rules, start)) = self.column_start()
            && rules.supply.rows >= 8
            && !start.unsettled
        {
            return lane_playouts(level, ColumnLanes { rules, start, seed, games });
        }
        one_by_one(self, seed, games, level)
    }
}

static_assertions::assert_impl_all!(Candy<Small>: Playouts);

/// A random game in the columnar form: compiled once for every `F`.
#[inline(never)]
fn column_playout<F: FnMut(Move)>(level: Level, playout: ColumnPlayout<'_, F>) -> Playout {
    level.run_single(playout)
}

/// Random games in lanes: compiled once for every level.
#[inline(never)]
fn lane_playouts(level: Level, games: ColumnLanes<'_>) -> Totals {
    level.run(games)
}

/// Games at once.
const LANES: usize = 32;

/// The random games of these numbers.
struct ColumnLanes<'r> {
    rules: ColumnRules<'r>,
    start: ColumnGame,
    seed: u64,
    games: Range<u64>,
}

impl Task for ColumnLanes<'_> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let ColumnLanes { rules, start, seed, games } = self;
        let (plan, supply) = (*rules.plan, rules.supply);
        let all_windows = supply.windows();
        let mut deal = Deal::<LANES>::new(seed, games);
        let mut colors = [Lanes([0; LANES]); 3];
        let mut states = [Lanes([0; LANES]); 2];
        let mut places = [Lanes([0_u32; LANES]); 8];
        let mut steps = Lanes([0_u64; LANES]);
        for lane in 0..LANES {
            put(&mut colors, lane, start.colors);
            put(&mut states, lane, start.states);
        }
        for (places, place) in places.iter_mut().zip(start.places) {
            places.0.fill(place);
        }
        let mut taken = Lanes([0_u64; LANES]);
        let mut free = Lanes([0_u64; LANES]);
        let mut windows = [Lanes([0_u32; LANES]); 8];
        let mut over = Lanes([0_u64; LANES]);
        let mut busy = deal.is_busy();
        while busy {
            for lane in 0..LANES {
                let mut board = colors_of(&colors, lane);
                let mut needed = states_of(&states, lane);
                let fired = plan.pairs(&board).fire();
                steps.0[lane] += u64::from(fired != 0);
                explode(&mut needed, fired);
                free.0[lane] = plan.fall(&mut board, fired);
                taken.0[lane] = byte_counts(fired);
                put(&mut colors, lane, board);
                put(&mut states, lane, needed);
            }
            for column in 0..8 {
                let end = (column as u32 + 1) * supply.rows;
                for lane in 0..LANES {
                    let place = places[column].0[lane] + (taken.0[lane] >> (8 * column) & 0xff) as u32;
                    places[column].0[lane] = if place < end { place } else { place - supply.rows };
                }
            }
            for column in 0..8 {
                for lane in 0..LANES {
                    windows[column].0[lane] = all_windows.at(places[column].0[lane] as usize);
                }
            }
            let mut any_over = 0;
            for lane in 0..LANES {
                let mut entering = [0; 3];
                for column in 0..8 {
                    let window = u64::from(windows[column].0[lane]);
                    for bit in 0..3 {
                        entering[bit] |= (window >> (8 * bit) & 0xff) << (8 * column);
                    }
                }
                let mut board = colors_of(&colors, lane);
                for bit in 0..3 {
                    board[bit] |= entering[bit] & free.0[lane];
                }
                let settled = !plan.pairs(&board).match_somewhere();
                let swaps = plan.swaps(&board).by_row();
                let won = states_of(&states, lane) == [0; 2];
                let ends = won | (swaps.count() == 0) | (deal.plies.0[lane] == u64::from(PLY_LIMIT));
                // A settling that does not end is a matter for one game alone.
                let endless = !settled & (steps.0[lane] == u64::from(STEP_LIMIT));
                let plays = settled & !ends;
                over.0[lane] = all_ones(settled & ends) | u64::from(endless);
                any_over |= over.0[lane];
                let index = rng::below_small(deal.draw(lane, !plays), swaps.count());
                swaps.nth(index).exchange(&mut board, u64::from(plays));
                deal.plies.0[lane] += u64::from(plays);
                steps.0[lane] = if plays { 0 } else { steps.0[lane] };
                put(&mut colors, lane, board);
            }
            if any_over != 0 {
                for lane in 0..LANES {
                    if over.0[lane] == 0 {
                        continue;
                    }
                    let ending = if over.0[lane] == 1 {
                        let (plies, ending) = deal.number(lane).map_or_else(Default::default, |number| {
                            rules.play_alone(start, &mut Generator::for_game(seed, number))
                        });
                        deal.plies.0[lane] = plies;
                        ending
                    } else {
                        let first_won = states_of(&states, lane) == [0; 2];
                        let stuck = plan.swaps(&colors_of(&colors, lane)).by_row().count() == 0;
                        Ending { first_won, second_won: false, drawn: stuck & !first_won }
                    };
                    deal.finish(lane, u64::MAX, ending);
                    put(&mut colors, lane, start.colors);
                    put(&mut states, lane, start.states);
                    for (places, place) in places.iter_mut().zip(start.places) {
                        places.0[lane] = place;
                    }
                    steps.0[lane] = 0;
                }
                busy = deal.is_busy();
            }
        }
        deal.totals()
    }
}

#[inline(always)]
fn colors_of(lanes: &[Lanes<u64, LANES>; 3], lane: usize) -> Colors {
    [lanes[0].0[lane], lanes[1].0[lane], lanes[2].0[lane]]
}

#[inline(always)]
fn states_of(lanes: &[Lanes<u64, LANES>; 2], lane: usize) -> States {
    [lanes[0].0[lane], lanes[1].0[lane]]
}

#[inline(always)]
fn put<const WORDS: usize>(lanes: &mut [Lanes<u64, LANES>; WORDS], lane: usize, words: [u64; WORDS]) {
    for word in 0..WORDS {
        lanes[word].0[lane] = words[word];
    }
}
