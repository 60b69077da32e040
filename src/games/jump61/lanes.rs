//! Random games of Jump61 side by side: one game in every lane of a vector.
//!
//! The scheduler of [`lanes`](crate::lanes) plays thirty-two games at once. Cascades differ in
//! length: one is over at once, another takes ten fronts. A step is therefore not a move. In every
//! step each lane whose board is at rest chooses a square and adds a spot, while the others wait.
//! Then each lane with a front lets it jump.

use core::ops::Range;

use super::Move;
use super::fast::cascade::{Edges, Loads};
use super::fast::lane::LaneGrid;
use super::fast::{Jump61, Position, SquareGrid};
use crate::board::Wide;
use crate::lanes::{Deal, Each, Ending, Lanes, all_ones, lanes_where};
use crate::level::{Level, Runs, Task};
use crate::playout::{Playout, Playouts, RandomGame, Totals};
use crate::rng::{self, Generator};
use crate::turns::{ByRules, InTurn};

impl<P: SquareGrid> Playouts for Jump61<P> {
    #[inline]
    fn playout_at(
        &self,
        level: Level,
        position: &mut Position<P>,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(Move),
    ) -> Playout {
        level.run_single(RandomGame { rules: self, position, generator, limit, played })
    }

    fn playouts(&self, seed: u64, games: Range<u64>, level: Level) -> Totals {
        let Some(level) = level.for_lanes() else {
            return InTurn::<_, AT_ONCE> { rules: ByRules(self), seed, games }.run();
        };
        let board = self.parameters().board();
        match Edges::<u64>::new(board) {
            Some(edges) => level.run(LanePlayouts { edges, seed, games }),
            None => {
                let edges = Edges::<Wide<2>>::new(board).expect("every size fits two words");
                level.run(LanePlayouts { edges, seed, games })
            }
        }
    }
}

static_assertions::assert_impl_all!(Jump61<u64>: Playouts);

/// Games that take turns. Two are a twentieth slower, one is a quarter slower.
const AT_ONCE: usize = 4;

/// Games in lanes at once. With AVX-512 and AVX2, 16 take 1.2 and 1 of the time, 64 take 0.98 and
/// 1.02.
const LANES: usize = 32;

/// The random games with these numbers, each played to its end.
struct LanePlayouts<P, const WORDS: usize> {
    edges: Edges<P>,
    seed: u64,
    games: Range<u64>,
}

impl<P: LaneGrid<WORDS>, const WORDS: usize> Task for LanePlayouts<P, WORDS> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let LanePlayouts { edges, seed, games } = self;
        let mut deal = Deal::<LANES>::new(seed, games);
        let zero = [Lanes([0_u64; LANES]); WORDS];
        let start = edges.one_spot_each();
        let all = |plane: P| plane.words().map(|word| Lanes([word; LANES]));
        // `mine` is the side to move between moves, and the side that has moved during a cascade.
        let (mut mine, mut theirs, mut high, mut spots) = (zero, zero, zero, zero);
        let (mut low, mut middle, mut over) = (all(start.low), all(start.middle), Lanes([0; LANES]));
        while deal.is_busy() {
            let mut any_over = 0;
            for lane in 0..LANES {
                // If the lane is at rest, choose a square and add a spot.
                let at_rest = P::get(&high, lane).any() == 0;
                let open = edges.all & !P::get(&theirs, lane);
                let bits = deal.draw(lane, !at_rest);
                let spot = open.choose_bit(|count| rng::below_small(bits, count));
                deal.plies.0[lane] += u32::from(at_rest);
                P::either(at_rest, spot, P::ZERO).put(&mut spots, lane);
            }
            for lane in 0..LANES {
                let spot = P::get(&spots, lane);
                let (before, others) = (P::get(&low, lane), P::get(&theirs, lane));
                let carry = before & spot;
                let mut loads = Loads {
                    low: before ^ spot,
                    middle: P::get(&middle, lane) ^ carry,
                    high: P::get(&high, lane) | P::get(&middle, lane) & carry,
                };
                // Jump. If the spot itself has won the board, a further jump does no harm: the
                // board stays won.
                let taken = edges.jump(&mut loads);
                let ours = P::get(&mine, lane) | spot | taken;
                let others = others & !taken;
                over.0[lane] = all_ones(ours == edges.all);
                any_over |= over.0[lane];
                loads.low.put(&mut low, lane);
                loads.middle.put(&mut middle, lane);
                loads.high.put(&mut high, lane);
                let done = loads.high.any() == 0;
                P::either(done, others, ours).put(&mut mine, lane);
                P::either(done, ours, others).put(&mut theirs, lane);
            }
            if any_over != 0 {
                for lane in Each(lanes_where::<LANES>(|lane| over.0[lane] != 0)) {
                    let first_won = deal.plies.0[lane] & 1 == 1;
                    // There are no draws, and no game on 10×10 is longer than 261 plies, far below
                    // the limit.
                    deal.finish(lane, Ending { first_won, second_won: !first_won, drawn: false });
                }
                for lane in 0..LANES {
                    let is_over = over.0[lane] != 0;
                    P::either(is_over, P::ZERO, P::get(&mine, lane)).put(&mut mine, lane);
                    P::either(is_over, P::ZERO, P::get(&theirs, lane)).put(&mut theirs, lane);
                    P::either(is_over, start.low, P::get(&low, lane)).put(&mut low, lane);
                    P::either(is_over, start.middle, P::get(&middle, lane)).put(&mut middle, lane);
                    P::either(is_over, P::ZERO, P::get(&high, lane)).put(&mut high, lane);
                }
            }
        }
        deal.totals()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::jump61::Parameters;
    use crate::playout::one_by_one;

    #[test]
    fn lanes_play_the_games_of_the_single_board_player() {
        for size in 2..=10 {
            let parameters = Parameters::new(size).unwrap();
            let definition = Jump61::<u128>::new(parameters).unwrap();
            // Few games and many; and one by one, so that the length and winner of each game is
            // compared.
            let ranges = [0..0, 7..7, 0..LANES as u64, 5..LANES as u64 * 3 + 6, 0..200];
            for games in ranges.into_iter().chain((300..350).map(|number| number..number + 1)) {
                let expected = one_by_one(&definition, 9, games.clone(), Level::portable());
                for level in Level::available() {
                    let found = definition.playouts(9, games.clone(), level);
                    assert_eq!(found, expected, "{parameters} {games:?} at {level}");
                    // In lanes of two words.
                    let edges = Edges::<Wide<2>>::new(parameters.board()).unwrap();
                    let found = level.run(LanePlayouts { edges, seed: 9, games: games.clone() });
                    assert_eq!(found, expected, "{parameters} {games:?} in two words at {level}");
                    // In lanes of one, whether or not they suit the level, and in turn.
                    let Some(rules) = Jump61::<u64>::new(parameters) else { continue };
                    let found = level.run(LanePlayouts { edges: rules.edges, seed: 9, games: games.clone() });
                    assert_eq!(found, expected, "{parameters} {games:?} in lanes at {level}");
                    let found = InTurn::<_, AT_ONCE> { rules: ByRules(&rules), seed: 9, games: games.clone() }.run();
                    assert_eq!(found, expected, "{parameters} {games:?} in turn");
                }
            }
        }
    }
}
