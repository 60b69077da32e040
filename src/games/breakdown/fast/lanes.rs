//! Random games of Breakdown side by side: one game in every lane of a vector.
//!
//! Thirty-two games are played at once in the [columnar form](crate::batch::columnar). Every ply is a loop over
//! arrays of thirty-two, without branches inside, which the compiler turns into vector code for whatever the
//! [`Level`](crate::batch::Level) offers. A lane that calls breakdown, or whose game is over, waits: only after every third
//! ply are breakdowns worked out, for all lanes at once, and games that are over counted; such a lane takes the number 32 higher and
//! starts anew. What waiting costs, one lane in ten, is less than what it saves: breakdown is as dear as a ply, and among so many lanes one
//! has nearly always called it.
//!
//! Every lane has the generator of its game and asks it what the single-board player asks, so that the games are the same
//! ones, move by move.
//!
//! Tried and dropped: dealing the next number to whichever lane is free (the scatter costs more than the few
//! lanes that idle at the end); looking for dead boards at the end of the ply that made them (it asks for the
//! room once more; here the dead lane loses one ply instead); working out breakdowns after every ply (three quarters of the
//! speed), after every second or fourth (nine tenths); 16 lanes (four fifths with AVX-512), 48 and 64 (a thirtieth less); one running sum for
//! the columns of both kinds of sticks instead of counting bits (a thirtieth less, even where no instruction counts them).

use core::ops::Range;

use super::super::Move;
use crate::batch::Task;
use crate::batch::columnar::{ColumnPlan, nth_column};
use crate::batch::lane::{Lanes, mask};
use crate::playout::Totals;
use crate::rng;

/// Games at once.
const LANES: usize = 32;

/// Plies from one look at what was called, and what is over, to the next.
const ROUND: usize = 3;

/// Whoever watches every move, for tests; the unit type does not, and costs nothing.
pub(super) trait Watcher {
    const WATCHES: bool;
    fn watch(&mut self, game: u64, mv: Move);
}

impl Watcher for () {
    const WATCHES: bool = false;
    fn watch(&mut self, _: u64, _: Move) {}
}

/// The random games of these numbers. `LONG` must be true unless [`ColumnPlan::is_short`].
pub(super) struct LanePlayouts<'a, W, const LONG: bool> {
    pub(super) plan: ColumnPlan,
    pub(super) seed: u64,
    pub(super) games: Range<u64>,
    /// Plies after which a game is left unfinished.
    pub(super) limit: u32,
    pub(super) watcher: &'a mut W,
}

impl<W: Watcher, const LONG: bool> Task for LanePlayouts<'_, W, LONG> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let LanePlayouts { plan, seed, games, limit, watcher } = self;
        let zero = Lanes([0_u64; LANES]);
        let (mut mine, mut theirs, mut filled, mut plies) = (zero, zero, zero, zero);
        let (mut game, mut salt) = (zero, zero);
        // The generators, and which of them stand still: as `calls` and `over` say, in words of their own size.
        let (mut s0, mut s1, mut waits) = (Lanes([0_u32; LANES]), Lanes([0_u32; LANES]), Lanes([0_u32; LANES]));
        for lane in 0..LANES {
            game.0[lane] = games.start + lane as u64;
            salt.0[lane] = rng::salt(seed, game.0[lane]);
            [s0.0[lane], s1.0[lane]] = rng::first_state(salt.0[lane]);
        }
        // Who called breakdown and waits for it, and whose game is over; by which squares, or because the board is dead.
        let (mut calls, mut over, mut won, mut lost, mut dead) = (zero, zero, zero, zero, zero);
        let (mut all_plies, mut first_wins, mut second_wins, mut draws, mut unfinished) =
            (zero, zero, zero, zero, zero);
        let (mut chose_vertical, mut chosen) = (zero, zero);
        let mut busy = games.start < games.end;
        while busy {
            for _ in 0..ROUND {
                // Choose, drop, and let the other side move next: `mine` are the pieces of who moves, or called, or has won.
                for lane in 0..LANES {
                    let tops = filled.0[lane];
                    let room = plan.room::<LONG>(tops);
                    let vertical_moves = u64::from(room.vertical.count_ones());
                    let moves = vertical_moves + u64::from(room.horizontal.count_ones()) + 1;
                    let (bits, [next0, next1]) = rng::step([s0.0[lane], s1.0[lane]]);
                    s0.0[lane] = if waits.0[lane] == 0 { next0 } else { s0.0[lane] };
                    s1.0[lane] = if waits.0[lane] == 0 { next1 } else { s1.0[lane] };
                    let index = rng::below_small(bits, moves);
                    let vertical = index < vertical_moves;
                    let index = if vertical { index } else { index.wrapping_sub(vertical_moves) };
                    let column = nth_column(if vertical { room.vertical } else { room.horizontal }, index);

                    // A dead board and a game at its limit are not played on, nor is one that waits.
                    let waiting = calls.0[lane] | over.0[lane] != 0;
                    let nothing_loose = tops == mine.0[lane] | theirs.0[lane];
                    let is_dead = room.is_empty() & nothing_loose & (plies.0[lane] != 0);
                    let ends = is_dead | (plies.0[lane] == u64::from(limit));
                    let halted = ends | waiting;
                    let column = if halted { 0 } else { column };
                    let dropped = plan.drop::<LONG>(tops, &room, vertical, column);
                    filled.0[lane] = dropped.filled;
                    let after = mine.0[lane] | dropped.stick;
                    won.0[lane] = plan.squares::<LONG>(after);
                    let wins = won.0[lane] != 0;
                    dead.0[lane] = mask(is_dead);
                    plies.0[lane] += u64::from(!halted);
                    calls.0[lane] |= mask((column == 0) & !halted);
                    over.0[lane] |= mask(wins | ends) & !calls.0[lane];
                    waits.0[lane] = (calls.0[lane] | over.0[lane]) as u32;
                    let goes_on = (column != 0) & !wins;
                    mine.0[lane] = if goes_on { theirs.0[lane] } else { after };
                    theirs.0[lane] = if goes_on { after } else { theirs.0[lane] };
                    if W::WATCHES {
                        chose_vertical.0[lane] = u64::from(vertical);
                        chosen.0[lane] = if halted { u64::MAX } else { column };
                    }
                }
                if W::WATCHES {
                    for lane in 0..LANES {
                        if chosen.0[lane] != u64::MAX && game.0[lane] < games.end {
                            let col = chosen.0[lane].trailing_zeros() / 8;
                            let mv = match (chosen.0[lane], chose_vertical.0[lane]) {
                                (0, _) => Move::Breakdown,
                                (_, 0) => Move::Horizontal(col),
                                _ => Move::Vertical(col),
                            };
                            watcher.watch(game.0[lane], mv);
                        }
                    }
                }
            }
            // Let fall what was called to fall; the other side moves next.
            let mut any_over = 0;
            for lane in 0..LANES {
                let (ours, others) = plan.fall(mine.0[lane], theirs.0[lane]);
                let called = calls.0[lane] != 0;
                mine.0[lane] = if called { others } else { mine.0[lane] };
                theirs.0[lane] = if called { ours } else { theirs.0[lane] };
                filled.0[lane] = if called { ours | others } else { filled.0[lane] };
                let (ours, others) = (plan.squares::<LONG>(ours), plan.squares::<LONG>(others));
                won.0[lane] = if called { ours } else { won.0[lane] };
                lost.0[lane] = if called { others } else { 0 };
                over.0[lane] |= mask(called & (ours | others != 0));
                any_over |= over.0[lane];
                calls.0[lane] = 0;
                waits.0[lane] = 0;
            }
            // Count what is over, and start anew.
            if any_over != 0 {
                let mut any_left = 0;
                for lane in 0..LANES {
                    let counts = over.0[lane] & mask(game.0[lane] < games.end);
                    let (mover, other) = (won.0[lane] != 0, lost.0[lane] != 0);
                    let first_moved = plies.0[lane] & 1 == 1;
                    let winner = |first: bool| if first == first_moved { mover & !other } else { other & !mover };
                    let drawn = (mover & other) | (!mover & !other & (dead.0[lane] != 0));
                    all_plies.0[lane] += plies.0[lane] & counts;
                    first_wins.0[lane] += u64::from(winner(true)) & counts;
                    second_wins.0[lane] += u64::from(winner(false)) & counts;
                    draws.0[lane] += u64::from(drawn) & counts;
                    unfinished.0[lane] += u64::from(!(mover | other | drawn)) & counts;

                    game.0[lane] += LANES as u64 & over.0[lane];
                    salt.0[lane] = salt.0[lane].wrapping_add(rng::NEXT_GAME.wrapping_mul(LANES as u64) & over.0[lane]);
                    let [fresh0, fresh1] = rng::first_state(salt.0[lane]);
                    s0.0[lane] = if over.0[lane] != 0 { fresh0 } else { s0.0[lane] };
                    s1.0[lane] = if over.0[lane] != 0 { fresh1 } else { s1.0[lane] };
                    mine.0[lane] &= !over.0[lane];
                    theirs.0[lane] &= !over.0[lane];
                    filled.0[lane] &= !over.0[lane];
                    plies.0[lane] &= !over.0[lane];
                    any_left |= mask(game.0[lane] < games.end);
                    over.0[lane] = 0;
                }
                busy = any_left != 0;
            }
        }
        let sum = |lanes: Lanes<u64, LANES>| lanes.0.iter().sum();
        Totals {
            games: games.end.saturating_sub(games.start),
            plies: sum(all_plies),
            wins: [sum(first_wins), sum(second_wins)],
            draws: sum(draws),
            unfinished: sum(unfinished),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    use super::*;
    use crate::batch::Level;
    use crate::games::breakdown::{Breakdown, Parameters};
    use crate::playout::{PLY_LIMIT, Playouts, one_by_one, playout};
    use crate::rng::Generator;
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
        level.run(LanePlayouts::<_, true> { plan, seed: 9, games, limit, watcher })
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
                for limit in 0..6 {
                    let totals = self::watched(plan, games.clone(), level, limit, &mut Recorder::default());
                    assert_eq!(totals, limited(limit), "{parameters} at {level}, {limit} plies");
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
