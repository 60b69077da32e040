//! Random games of Breakdown: alone in the [columnar form](super::fast::columnar), and side by
//! side, one game in every lane of a vector.
//!
//! Sixty-four games are played at once by the scheduler of [`lanes`](crate::lanes). A lane that
//! calls breakdown, or whose game is over, waits. After every second ply the boards of the lanes
//! that called are gathered and fall together (see [`Calls`]), and games that are over are counted.
//! A dead board, whose only move is the call, is found there, and a game at the limit of plies is
//! played again alone: neither costs the ply anything. With one ply of each side in a round, the
//! sides keep their arrays; a lane whose first side has called changes them when its board has
//! fallen.
//!
//! In millions of plies a second on 8×8, sticks and squares of 3, on a Xeon: 369 with AVX-512 and
//! 203 with AVX2. Tried and dropped: squares in the loop of the moves (1.07 and 1.09 of the time),
//! draws in one of their own (1 and 3), breakdowns of all lanes, whoever called (243 and 124 with
//! 32 lanes and every third ply); 32 lanes (nine tenths with AVX-512), 128 lanes (two thirds);
//! rounds of one ply (3 % more with AVX2, 2 % less with AVX-512) and of three and four (a tenth
//! less); the column by one product instead of two (2 % less); one running sum for the columns of
//! both kinds of sticks with AVX-512, which counts bits (nine tenths), and counting bits with AVX2,
//! which does not (nine tenths); sides that change places after every ply, with an array of won
//! squares (1.07 and 1.1 of the time); lanes side by side with those 32 further on (1.2 and 2.7).

use core::ops::Range;

use super::Move;
use super::fast::calls::Calls;
use super::fast::columnar::{Choice, ColumnPlan};
use super::fast::single::{ColumnGames, SingleGame, SinglePlayout};
use super::fast::tall_plan::TallPlan;
use super::fast::tall_random::{TallGame, TallGames};
use super::fast::{Breakdown, Position, Store};
use crate::cell::Side;
use crate::lanes::{Deal, Each, Ending, Lanes, lanes_where};
use crate::level::{CountingTask, LaneLevel, Level, Runs, Task};
use crate::playout::{self, PLY_LIMIT, Playout, Playouts, Totals, unwatched};
use crate::rng::{self, Generator};
use crate::turns::InTurn;

impl<B: Store> Playouts for Breakdown<B> {
    #[inline]
    fn playout_at(
        &self,
        level: Level,
        position: &mut Position<B>,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Move),
    ) -> Playout {
        if let Some(plan) = self.columns {
            let (mut game, start) = self.columnar(position, plan);
            if !game.has_square() {
                let playout = single_playout(level, SinglePlayout { game: &mut game, start, generator, limit, played });
                *position = self.position_of(&game);
                return playout;
            }
        }
        if let Some(plan) = &self.tall {
            let mut board = self.tall_board(position, plan);
            if !Side::BOTH.iter().any(|&side| board.owns_square(plan, side)) {
                let (turn, mut played) = (position.turn, played);
                let played: &mut dyn FnMut(Move) = &mut played;
                let game = TallGame { plan: *plan, board: &mut board, turn, generator, limit, played };
                let playout = tall_playout(level, game);
                let turn = if playout.plies.is_multiple_of(2) { turn } else { turn.other() };
                *position = self.position_of_tall(plan, &board, turn);
                return playout;
            }
        }
        // Beyond 64×64, or from a board on which somebody owns a square already. Kernels on slices
        // choose their level themselves.
        playout::slow_playout(self, position, generator, limit, &mut { played })
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        match (self.columns, self.tall) {
            (Some(plan), _) => lane_playouts(plan, seed, games, level),
            (None, Some(plan)) => tall_playouts(plan, seed, games, level),
            (None, None) => playout::one_by_one(self, seed, games, level),
        }
    }
}

/// A random game of a board of up to 8×8, whatever its register: compiled once for every `F`.
#[inline(never)]
fn single_playout<F: FnMut(Move)>(level: Level, playout: SinglePlayout<'_, F>) -> Playout {
    level.run_single(playout)
}

/// The random games of a board of up to 8×8, whatever its register: compiled once.
#[inline(never)]
fn lane_playouts(plan: ColumnPlan, seed: u64, games: Range<u64>, level: Level) -> Totals {
    let Some(level) = level.for_lanes() else {
        return match plan.with_lengths::<3, 3>() {
            Some(usual) => in_turn::<4>(usual, seed, games),
            None if plan.longest() <= 4 => in_turn::<4>(plan, seed, games),
            None => in_turn::<8>(plan, seed, games),
        };
    };
    match plan.longest() {
        ..=3 => in_lanes::<3>(plan, seed, games, level),
        4 => in_lanes::<4>(plan, seed, games, level),
        _ => in_lanes::<8>(plan, seed, games, level),
    }
}

/// The random games of a larger board of up to 64×64: compiled once.
#[inline(never)]
fn tall_playouts(plan: TallPlan, seed: u64, games: Range<u64>, level: Level) -> Totals {
    level.run_moving_bits(TallGames { plan, seed, games })
}

/// One random game of such a board: compiled once for every callback.
#[inline(never)]
fn tall_playout(level: Level, game: TallGame<'_, &mut dyn FnMut(Move)>) -> Playout {
    level.run_moving_bits(game)
}

/// The games of a level without lanes. Lengths that the compiler knows save a tenth: the processor
/// shifts by a constant in one step.
#[inline(always)]
fn in_turn<const RUN: u32>(plan: ColumnPlan, seed: u64, games: Range<u64>) -> Totals {
    InTurn::<_, AT_ONCE> { rules: ColumnGames::<RUN>(plan), seed, games }.run()
}

#[inline(always)]
fn in_lanes<const RUN: u32>(plan: ColumnPlan, seed: u64, games: Range<u64>, level: LaneLevel) -> Totals {
    level.run_counting(LanePlayouts::<_, RUN> { plan, seed, games, limit: PLY_LIMIT, watcher: &mut () })
}

static_assertions::assert_impl_all!(Breakdown<u128>: Playouts);

/// A watcher of every move, for tests. The unit type watches nothing and costs nothing.
trait Watcher {
    const WATCHES: bool;
    fn watch(&mut self, game: u64, mv: Move);
}

impl Watcher for () {
    const WATCHES: bool = false;
    fn watch(&mut self, _: u64, _: Move) {}
}

/// Games that take turns. Three or four are a tenth slower, one is a fifth slower.
const AT_ONCE: usize = 2;

/// Games at once.
const LANES: usize = 64;

/// Plies in a round, one of each side. After each round the called breakdowns are computed and
/// finished games are counted.
const ROUND: usize = 2;

/// Why a lane waits: the breakdown called in the first or the second ply of the round, or a square
/// of the stick that was dropped last.
const FIRST_CALLED: u32 = 1;
const SECOND_CALLED: u32 = 2;
const WON: u32 = 3;

/// The random games with these numbers. `RUN` must be at least [`ColumnPlan::longest`].
struct LanePlayouts<'a, W, const RUN: u32> {
    plan: ColumnPlan,
    seed: u64,
    games: Range<u64>,
    /// Plies after which a game is left unfinished.
    limit: u32,
    watcher: &'a mut W,
}

impl<W: Watcher, const RUN: u32> CountingTask for LanePlayouts<'_, W, RUN> {
    type Output = Totals;

    #[inline(always)]
    fn run<const COUNTS: bool>(self) -> Totals {
        let LanePlayouts { plan, seed, games, limit, watcher } = self;
        let mut deal = Deal::<LANES>::new(seed, games);
        let zero = Lanes([0_u64; LANES]);
        // The pieces of the side that moves in the first ply of a round, and in the second.
        let (mut sides, mut filled) = ([zero; ROUND], zero);
        // Why a lane waits, or 0 if it goes on; in words as small as the generators'. No lane waits
        // in the first ply of a round.
        let mut stopped = Lanes([0_u32; LANES]);
        let mut calls = Calls::<LANES>::new();
        let mut sticks = zero;
        let (mut chose_vertical, mut chosen) = (zero, zero);
        while deal.is_busy() {
            for ply in 0..ROUND {
                for lane in 0..LANES {
                    let tops = filled.0[lane];
                    let room = plan.room::<RUN>(tops);
                    let waiting = ply > 0 && stopped.0[lane] != 0;
                    let bits = deal.draw(lane, waiting);
                    let pick = |moves| rng::below_small(bits, moves);
                    let choice = if COUNTS { room.choose(pick) } else { room.choose_by_ranks(pick) };
                    let Choice { vertical, column } = choice;
                    let column = if waiting { 0 } else { column };
                    let dropped = match COUNTS {
                        true => plan.drop_by_products(tops, &room, vertical, column),
                        false => plan.drop::<RUN>(tops, &room, vertical, column),
                    };
                    filled.0[lane] = dropped.filled;
                    if ply > 0 {
                        deal.plies.0[lane] += 1 + u32::from(!waiting);
                    }
                    sticks.0[lane] = dropped.stick;
                    if W::WATCHES {
                        chose_vertical.0[lane] = u64::from(vertical);
                        chosen.0[lane] = column;
                    }
                }
                for lane in 0..LANES {
                    let waiting = ply > 0 && stopped.0[lane] != 0;
                    let mine = sides[ply].0[lane] | sticks.0[lane];
                    sides[ply].0[lane] = mine;
                    let call = if sticks.0[lane] == 0 { [FIRST_CALLED, SECOND_CALLED][ply] } else { 0 };
                    let stop = if plan.squares::<RUN>(mine) != 0 { WON } else { call };
                    // What waits has a reason, the others have none.
                    let before = if ply > 0 { stopped.0[lane] } else { 0 };
                    stopped.0[lane] = before | if waiting { 0 } else { stop };
                }
                if W::WATCHES {
                    for lane in (0..LANES).filter(|&lane| chosen.0[lane] != 0) {
                        let choice = Choice { vertical: chose_vertical.0[lane] != 0, column: chosen.0[lane] };
                        deal.number(lane).into_iter().for_each(|game| watcher.watch(game, choice.to_move()));
                    }
                }
            }
            let late = lanes_where::<LANES>(|lane| deal.plies.0[lane] >= limit);
            let over = lanes_where::<LANES>(|lane| stopped.0[lane] == WON) & !late;
            let called = lanes_where::<LANES>(|lane| stopped.0[lane] != 0) & !over & !late;
            for lane in Each(late) {
                deal.replay(lane, |generator| {
                    let mut game = SingleGame { plan, mine: 0, theirs: 0, turn: Side::First };
                    SinglePlayout { game: &mut game, start: true, generator, limit, played: unwatched }.run()
                });
                (sides[0].0[lane], sides[1].0[lane], filled.0[lane]) = (0, 0, 0);
            }
            for lane in Each(called) {
                calls.add(lane, sides[0].0[lane], sides[1].0[lane]);
            }
            calls.fall::<RUN>(&plan);
            // Between the fall of boards and the use of them, for the processor to overlap.
            for lane in Each(over) {
                let first_won = deal.plies.0[lane] & 1 == 1;
                deal.finish(lane, Ending { first_won, second_won: !first_won, drawn: false });
                (sides[0].0[lane], sides[1].0[lane], filled.0[lane]) = (0, 0, 0);
            }
            calls.take(|fallen| {
                let lane = fallen.lane % LANES;
                let (one, other) = (fallen.one, fallen.other);
                // On a dead board there is no move but this one, and the game was over before it,
                // unless it begins with one.
                let was_dead = fallen.is_full & (filled.0[lane] == one | other) & (deal.plies.0[lane] > 1);
                if W::WATCHES && !was_dead {
                    deal.number(lane).into_iter().for_each(|game| watcher.watch(game, Move::Breakdown));
                }
                // If it was the side of a round's first ply that called, the other one moves next.
                let swaps = stopped.0[lane] == FIRST_CALLED;
                (sides[0].0[lane], sides[1].0[lane]) = if swaps { (other, one) } else { (one, other) };
                filled.0[lane] = one | other;
                if fallen.is_full | (fallen.one_squares | fallen.other_squares != 0) {
                    let first_called = deal.plies.0[lane] & 1 == 1;
                    deal.plies.0[lane] -= u32::from(was_dead);
                    let (one, other) = (fallen.one_squares != 0, fallen.other_squares != 0);
                    let (first, second) = if swaps == first_called { (one, other) } else { (other, one) };
                    let (first_won, second_won) = (first & !second, second & !first);
                    deal.finish(lane, Ending { first_won, second_won, drawn: first == second });
                    (sides[0].0[lane], sides[1].0[lane], filled.0[lane]) = (0, 0, 0);
                }
            });
        }
        deal.totals()
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    use super::*;
    use crate::board::PackedBoard;
    use crate::games::breakdown::Parameters;
    use crate::playout::{one_by_one, playout};
    use crate::rules::Rules;

    /// The moves of every game.
    #[derive(Default)]
    struct Recorder(BTreeMap<u64, Vec<Move>>);

    impl Watcher for Recorder {
        const WATCHES: bool = true;

        fn watch(&mut self, game: u64, mv: Move) {
            self.0.entry(game).or_default().push(mv);
        }
    }

    fn parameters() -> impl Iterator<Item = Parameters> {
        let sizes = [(8, 8), (4, 5), (1, 1), (8, 1), (1, 8), (7, 3), (2, 6), (5, 5), (3, 8)];
        let lengths = [(3, 3), (2, 2), (1, 2), (4, 4), (2, 5), (5, 2), (8, 8), (9, 1), (1, 9), (7, 3)];
        sizes.into_iter().flat_map(move |(width, height)| {
            lengths.map(|(stick, square)| Parameters::new(width, height, stick, square).unwrap())
        })
    }

    fn watched(plan: ColumnPlan, games: Range<u64>, level: Level, limit: u32, watcher: &mut Recorder) -> Totals {
        level.run_counting(LanePlayouts::<_, 8> { plan, seed: 9, games, limit, watcher })
    }

    #[test]
    fn lanes_play_the_games_of_the_single_board_player_move_by_move() {
        for parameters in parameters() {
            let rules = Breakdown::<u128>::new(parameters).unwrap();
            let plan = ColumnPlan::new(parameters.size(), parameters.stick(), parameters.square()).unwrap();
            let games = 5..5 + 3 * LANES as u64 + 7;
            let mut expected = BTreeMap::new();
            for number in games.clone() {
                let mut moves = Vec::new();
                let mut generator = Generator::for_game(9, number);
                playout(&rules, &mut rules.start(), &mut generator, PLY_LIMIT, |mv| moves.push(mv));
                expected.insert(number, moves);
            }
            let limited = |limit| {
                let mut totals = Totals::default();
                for number in games.clone() {
                    let mut generator = Generator::for_game(9, number);
                    totals += playout(&rules, &mut rules.start(), &mut generator, limit, |_| ());
                }
                totals
            };
            for level in Level::available() {
                let mut recorder = Recorder::default();
                let watched = watched(plan, games.clone(), level, PLY_LIMIT, &mut recorder);
                assert_eq!(recorder.0, expected, "{parameters} at {level}");
                let totals = rules.playouts(9, games.clone(), level);
                assert_eq!(totals, watched, "{parameters} at {level}");
                assert_eq!(totals, one_by_one(&rules, 9, games.clone(), level), "{parameters} at {level}");
                assert_eq!(totals, in_turn::<8>(plan, 9, games.clone()), "{parameters} in turn");
                for limit in 0..6 {
                    let totals = self::watched(plan, games.clone(), level, limit, &mut Recorder::default());
                    assert_eq!(totals, limited(limit), "{parameters} at {level}, {limit} plies");
                }
            }
        }
    }

    #[test]
    fn tall_boards_play_the_games_of_the_rules_move_by_move() {
        let sizes =
            [(9, 9), (9, 3), (64, 64), (1, 64), (64, 1), (13, 5), (5, 13), (16, 16), (33, 7), (32, 32), (62, 62)];
        for (width, height) in sizes {
            for (stick, square) in [(3, 3), (1, 2), (5, 1), (2, 4), (64, 64), (70, 70), (9, 2)] {
                let parameters = Parameters::new(width, height, stick, square).unwrap();
                let rules = Breakdown::<PackedBoard>::new(parameters).unwrap();
                let mut totals = Totals::default();
                for number in 3..9 {
                    // Whole games, and from a position in the midst of one.
                    for (before, limit) in [(0, PLY_LIMIT), (0, 1), (5, 7), (12, 0), (12, PLY_LIMIT)] {
                        let mut start = rules.start();
                        let mut generator = Generator::for_game(9, number);
                        playout(&rules, &mut start, &mut generator, before, |_| ());
                        let (mut moves, mut end, mut random) = (Vec::new(), start.clone(), generator);
                        let expected = playout(&rules, &mut end, &mut random, limit, |mv| moves.push(mv));
                        if before == 0 && limit == PLY_LIMIT {
                            totals += expected;
                        }
                        for level in Level::available() {
                            let (mut found, mut position, mut draws) = (Vec::new(), start.clone(), generator);
                            let one = rules.playout_at(level, &mut position, &mut draws, limit, |mv| found.push(mv));
                            assert_eq!((one, &found), (expected, &moves), "{parameters} at {level}");
                            assert_eq!((position, draws), (end.clone(), random), "{parameters} at {level}");
                        }
                    }
                }
                for level in Level::available() {
                    assert_eq!(rules.playouts(9, 3..9, level), totals, "{parameters} at {level}");
                }
            }
        }
    }

    #[test]
    fn no_games_and_few_games_are_counted_right() {
        let rules = Breakdown::<u64>::new(Parameters::new(4, 5, 2, 2).unwrap()).unwrap();
        for games in [0..0, 7..7, 3..4, 0..LANES as u64, 0..LANES as u64 + 1] {
            let expected = one_by_one(&rules, 2, games.clone(), Level::portable());
            assert_eq!(rules.playouts(2, games.clone(), Level::best()), expected, "{games:?}");
        }
    }
}
