//! Random games of Candy: one at a time, and side by side, one game in every lane of a vector.
//!
//! Boards of up to 8×8 with up to 8 colors and states up to 3 play in the
//! [columnar form](super::fast::columnar), all others by the rules.
//!
//! A round of the lanes is a step of settling for all games, and then a swap for those that have
//! come to rest. It is a few loops over the lanes: fire and fall; move the queues on; look up the
//! candies that enter; put them in, and choose. A game whose settling does not end leaves its lane
//! and is replayed alone.
//!
//! Millions of plies a second on 8×8 with seven colors, on a Zen 5: 62 with AVX-512 and 25 with
//! AVX2; one game at a time reached 16, and the general rules half of that. Since then games begin
//! in words, which saves a tenth. Tried and dropped: 64 lanes (54 and 23), 16 lanes (60 and 25); a
//! check of every look-up against the end of the table (41 and 22, with 64 lanes); two games in
//! turn where vectors are narrow (no faster than one after the other).

use core::any::Any;
use core::ops::Range;

use super::fast::columnar::{Colors, States, explode};
use super::fast::single::{ColumnGame, ColumnPlayout, ColumnRules};
use super::fast::supply::entering;
use super::fast::{Candy, Position, Shape, Small};
use super::{Move, STEP_LIMIT};
use crate::board::select::byte_counts;
use crate::lanes::{Deal, Each, Ending, Lanes, all_ones, lanes_where, set};
use crate::level::{LaneLevel, Level, Runs, Task};
use crate::playout::{PLY_LIMIT, Playout, Playouts, Totals, one_by_one, slow_playout};
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
            let played = &mut { played };
            return column_playout(level, ColumnPlayout { rules, game, position, generator, limit, played });
        }
        // Finding and settling swaps take nearly all of the time, and are calls.
        slow_playout(self, position, generator, limit, &mut { played })
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        // In lanes a queue begins again at most once a step, and a game begins at rest.
        if let Some(level) = level.for_lanes()
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

/// A random game in the columnar form: compiled once.
#[inline(never)]
fn column_playout(level: Level, playout: ColumnPlayout<'_>) -> Playout {
    level.run_moving_bits(playout)
}

/// Random games in lanes: compiled once for every level.
#[inline(never)]
fn lane_playouts(level: LaneLevel, games: ColumnLanes<'_>) -> Totals {
    level.run(games)
}

/// Games at once.
const LANES: usize = 32;

/// The random games with these numbers.
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
            set(&mut colors, lane, start.colors);
            set(&mut states, lane, start.states);
        }
        for (places, place) in places.iter_mut().zip(start.places) {
            places.0.fill(place);
        }
        let mut taken = Lanes([0_u64; LANES]);
        let mut free = Lanes([0_u64; LANES]);
        let mut windows = [Lanes([0_u32; LANES]); 8];
        let mut over = Lanes([0_u64; LANES]);
        while deal.is_busy() {
            for lane in 0..LANES {
                let mut board = colors_of(&colors, lane);
                let mut needed = states_of(&states, lane);
                let fired = plan.pairs(&board).fire();
                steps.0[lane] += u64::from(fired != 0);
                explode(&mut needed, fired);
                free.0[lane] = plan.fall(&mut board, fired);
                taken.0[lane] = byte_counts(fired);
                set(&mut colors, lane, board);
                set(&mut states, lane, needed);
            }
            for (column, places) in (0..).zip(&mut places) {
                let end = (column + 1) * supply.rows;
                for lane in 0..LANES {
                    let place = places.0[lane] + (taken.0[lane] >> (8 * column) & 0xff) as u32;
                    places.0[lane] = if place < end { place } else { place - supply.rows };
                }
            }
            for (windows, places) in windows.iter_mut().zip(&places) {
                for lane in 0..LANES {
                    windows.0[lane] = all_windows.at(places.0[lane] as usize);
                }
            }
            let mut any_over = 0;
            for lane in 0..LANES {
                let entering = entering(&windows, lane);
                let mut board = colors_of(&colors, lane);
                board[0] |= entering[0] & free.0[lane];
                board[1] |= entering[1] & free.0[lane];
                board[2] |= entering[2] & free.0[lane];
                let settled = !plan.pairs(&board).match_somewhere();
                let swaps = plan.swaps(&board).by_row();
                let won = states_of(&states, lane) == [0; 2];
                let ends = won | (swaps.count() == 0) | (deal.plies.0[lane] == PLY_LIMIT);
                // A settling that does not end is left to the replay of this game alone.
                let endless = !settled & (steps.0[lane] == u64::from(STEP_LIMIT));
                let plays = settled & !ends;
                over.0[lane] = all_ones(settled & ends) | u64::from(endless);
                any_over |= over.0[lane];
                let index = rng::below_small(deal.draw(lane, !plays), swaps.count());
                swaps.nth(index).exchange(&mut board, u64::from(plays));
                deal.plies.0[lane] += u32::from(plays);
                steps.0[lane] = if plays { 0 } else { steps.0[lane] };
                set(&mut colors, lane, board);
            }
            if any_over != 0 {
                for lane in Each(lanes_where::<LANES>(|lane| over.0[lane] != 0)) {
                    if over.0[lane] == 1 {
                        deal.replay(lane, |generator| rules.play_alone(start, generator));
                    } else {
                        let first_won = states_of(&states, lane) == [0; 2];
                        let stuck = plan.swaps(&colors_of(&colors, lane)).by_row().count() == 0;
                        deal.finish(lane, Ending { first_won, second_won: false, drawn: stuck & !first_won });
                    }
                    set(&mut colors, lane, start.colors);
                    set(&mut states, lane, start.states);
                    for (places, place) in places.iter_mut().zip(start.places) {
                        places.0[lane] = place;
                    }
                    steps.0[lane] = 0;
                }
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::games::candy::{CandyRules, Definition, Instance, Medium, NewGame, Table, Unwatched};
    use crate::playout::playout;
    use crate::rules::{Notation, Rules};

    /// Games in the columnar form: the extreme sizes, extensions lower than the board, every number
    /// of colors and states, and queues on which some settlings never end.
    fn games() -> Vec<Instance> {
        let game = |columns, rows, colors, extension_rows, state, id| -> Instance {
            NewGame { columns, rows, colors, extension_rows, state, id }.make().unwrap().into()
        };
        let rests = |instance: &Instance| {
            let rules = Candy::<Small>::new(instance).unwrap();
            rules.column_start().is_some_and(|(_, start)| !start.unsettled)
        };
        alloc::vec![
            // Queues that begin again more than once a step.
            (0..).map(|id| game(6, 8, 8, 3, 1, id)).find(rests).unwrap(),
            game(8, 8, 7, 200, 1, 3),
            game(8, 8, 8, 9, 3, 3),
            game(8, 7, 5, 100, 2, 3),
            game(7, 8, 4, 8, 1, 3),
            game(3, 3, 3, 50, 1, 3),
            game(8, 1, 3, 70, 1, 3),
            game(1, 8, 3, 70, 1, 3),
            game(2, 5, 2, 30, 3, 3),
            game(5, 2, 2, 40, 1, 3),
            game(1, 1, 1, 1, 1, 3),
            game(6, 8, 5, 3, 1, 3),
            game(4, 3, 1, 20, 2, 3),
            game(4, 4, 2, 8, 3, 0),
            game(4, 4, 2, 9, 1, 11),
            game(3, 4, 2, 9, 3, 9),
            game(5, 5, 3, 12, 1, 6),
        ]
    }

    /// Games of one line whose start is not at rest, or that end for two reasons at once.
    fn rare_games() -> Vec<Instance> {
        let column = |candies: Vec<u32>| -> Instance {
            let extension = Table { rows: candies.len() as u32, columns: 1, data: candies };
            let states = Table { rows: 4, columns: 1, data: alloc::vec![1; 4] };
            Definition::new(1, extension, states, 3).unwrap().into()
        };
        // The start's settling is cut off, and the next one ends. The bottom square never explodes.
        let zeros = core::iter::repeat_n(0, 3500);
        let restless = column([1].into_iter().chain(zeros).chain([1, 2].repeat(50)).collect());
        // Each ply has one legal swap; with the last one that is played, no other is left.
        let (odd, even) = ([0, 1, 1], [1, 0, 0]);
        let plies = (1..PLY_LIMIT).flat_map(|ply| if ply % 2 == 0 { odd } else { even });
        let longest = column([1].into_iter().chain(odd).chain(plies).chain([2, 1, 2]).collect());
        // The last square explodes, and no swap is legal.
        let lines = (0..8).map(|id| NewGame { columns: 4, rows: 1, colors: 2, extension_rows: 40, state: 1, id });
        let lines = lines.map(|game| game.make().unwrap().into());
        [restless, longest].into_iter().chain(lines).collect()
    }

    #[test]
    fn rare_games_begin_and_end_as_they_should() {
        let [restless, longest] = [0, 1].map(|index| Candy::<Medium>::new(&rare_games()[index]).unwrap());
        let fires =
            |rules: &Candy<Medium>, position: &Position<Medium>| rules.step(&mut position.clone(), &mut Unwatched);
        let mut position = restless.start();
        assert!(fires(&restless, &position));
        let plies = restless.playout(&mut position, &mut Generator::for_game(1, 1), PLY_LIMIT, |_| ()).plies;
        assert!(plies > 0 && !fires(&restless, &position), "{plies} plies");
        let mut position = longest.start();
        let played = longest.playout(&mut position, &mut Generator::for_game(1, 1), 2 * PLY_LIMIT, |_| ());
        assert_eq!(played.plies, PLY_LIMIT);
    }

    #[test]
    fn lanes_play_the_games_of_the_rules() {
        assert_lanes_play_the_games_of_the_rules(games().into_iter().step_by(3).chain(rare_games()));
    }

    #[test]
    #[ignore = "takes 5 s; .ci/run runs it: `cargo test -p gridlaw --lib -- --ignored`"]
    fn lanes_play_all_games_of_the_rules() {
        assert_lanes_play_the_games_of_the_rules(games().into_iter().chain(rare_games()));
    }

    fn assert_lanes_play_the_games_of_the_rules(games: impl Iterator<Item = Instance>) {
        for instance in games {
            let rules = Candy::<Small>::new(&instance).unwrap();
            // It has no columnar form.
            let plain = Candy::<Medium>::new(&instance).unwrap();
            let few = 3..4 + LANES as u64;
            for games in [0..0, 7..8, few, 0..3 * LANES as u64 + 5] {
                let expected = one_by_one(&plain, 9, games.clone(), Level::portable());
                for level in Level::available() {
                    assert_eq!(rules.playouts(9, games.clone(), level), expected, "{instance} {games:?} at {level}");
                }
            }
        }
    }

    #[test]
    fn one_game_is_the_game_of_the_rules() {
        let mut endless = 0;
        for instance in games() {
            let rules = Candy::<Small>::new(&instance).unwrap();
            let plain = Candy::<Medium>::new(&instance).unwrap();
            for (number, limit) in (0..40).zip([PLY_LIMIT, 0, 1, 11].into_iter().cycle()) {
                let mut expected = (plain.start(), Vec::new());
                let mut generator = Generator::for_game(2, number);
                let result = playout(&plain, &mut expected.0, &mut generator, limit, |mv| expected.1.push(mv));
                let matches = |position: &Position<Medium>| plain.step(&mut position.clone(), &mut Unwatched);
                let in_lanes = instance.definition().extension().rows >= 8;
                endless += u32::from(in_lanes && !matches(&plain.start()) && matches(&expected.0));
                for level in Level::available() {
                    let mut position = rules.start();
                    let mut played = Vec::new();
                    let mut other = Generator::for_game(2, number);
                    let found = rules.playout_at(level, &mut position, &mut other, limit, |mv| played.push(mv));
                    assert_eq!((found, &played, other), (result, &expected.1, generator), "{instance} at {level}");
                    assert_eq!(rules.setup(&position), plain.setup(&expected.0), "{instance} at {level}");
                }
            }
        }
        assert!(endless > 0, "no game left its lane");
    }

    /// An offset near its end leaves no room for the games of the columnar form.
    #[test]
    fn offsets_at_their_end_are_kept() {
        let instance: Instance = NewGame::new(6, 6).make().unwrap().into();
        let (rules, plain) = (Candy::<Small>::new(&instance).unwrap(), Candy::<Medium>::new(&instance).unwrap());
        let mut state = plain.setup(&plain.start());
        state.offsets = alloc::vec![u64::MAX, u64::MAX - 1, u64::MAX / 2, u64::MAX / 2 + 1, 1 << 40, 0];
        state.score = u64::MAX - 3;
        state.moves = u64::MAX - 1;
        // Every column at the end of the offsets, or up to six candies before it.
        let near_end = (0..7).map(|left| alloc::vec![u64::MAX - left; 6]);
        for offsets in near_end.chain([state.offsets.clone()]) {
            state.offsets = offsets;
            let (mut ours, mut theirs) = (rules.position(&state).unwrap(), plain.position(&state).unwrap());
            let mut generators = [Generator::for_game(1, 1); 2];
            rules.playout(&mut ours, &mut generators[0], 30, |_| ());
            plain.playout(&mut theirs, &mut generators[1], 30, |_| ());
            assert_eq!(rules.setup(&ours), plain.setup(&theirs));
            assert_eq!(generators[0], generators[1]);
        }
    }
}
