//! Random games of Jump61 side by side: one game in every lane of a vector, up to 8×8.
//!
//! The scheduler of [`lanes`](crate::lanes) plays thirty-two games at once. Cascades differ in
//! length: one is over at once, another takes ten fronts. A step is therefore not a move. In every
//! step each lane whose board is at rest chooses a square and adds a spot, while the others wait.
//! Then each lane with a front lets it jump.

use core::ops::Range;

use super::Move;
use super::fast::cascade::{Edges, Loads};
use super::fast::{Jump61, Position, SquareGrid};
use crate::board::select::{byte_ranks, select_bit};
use crate::lanes::{Deal, Each, Ending, Lanes, all_ones, lanes_where};
use crate::level::{Level, Task};
use crate::playout::{self, Playout, Playouts, RandomGame, Totals};
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
        match Edges::<u64>::new(self.parameters().board()) {
            Some(_) if !level.suits_lanes() => InTurn::<_, AT_ONCE> { rules: ByRules(self), seed, games }.run(),
            Some(edges) => level.run(LanePlayouts { edges, seed, games }),
            None => playout::one_by_one(self, seed, games, level),
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
struct LanePlayouts {
    edges: Edges<u64>,
    seed: u64,
    games: Range<u64>,
}

impl Task for LanePlayouts {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let LanePlayouts { edges, seed, games } = self;
        let mut deal = Deal::<LANES>::new(seed, games);
        let zero = Lanes([0_u64; LANES]);
        let start = edges.one_spot_each();
        // `mine` is the side to move between moves, and the side that has moved during a cascade.
        let (mut mine, mut theirs, mut high, mut over, mut spots) = (zero, zero, zero, zero, zero);
        let (mut low, mut middle) = (Lanes([start.low; LANES]), Lanes([start.middle; LANES]));
        while deal.is_busy() {
            let mut any_over = 0;
            for lane in 0..LANES {
                // If the lane is at rest, choose a square and add a spot.
                let at_rest = high.0[lane] == 0;
                let open = edges.all & !theirs.0[lane];
                let ranks = byte_ranks(open);
                let index = rng::below_small(deal.draw(lane, !at_rest), ranks >> 56);
                let spot = select_bit(open, ranks, index) & all_ones(at_rest);
                deal.plies.0[lane] += u32::from(at_rest);
                spots.0[lane] = spot;
            }
            for lane in 0..LANES {
                let spot = spots.0[lane];
                let carry = low.0[lane] & spot;
                let mut loads = Loads {
                    low: low.0[lane] ^ spot,
                    middle: middle.0[lane] ^ carry,
                    high: high.0[lane] | middle.0[lane] & carry,
                };
                // Jump. If the spot itself has won the board, a further jump does no harm: the
                // board stays won.
                let taken = edges.jump(&mut loads);
                let ours = mine.0[lane] | spot | taken;
                let others = theirs.0[lane] & !taken;
                over.0[lane] = all_ones(ours == edges.all);
                any_over |= over.0[lane];
                (low.0[lane], middle.0[lane], high.0[lane]) = (loads.low, loads.middle, loads.high);
                let done = loads.high == 0;
                mine.0[lane] = if done { others } else { ours };
                theirs.0[lane] = if done { ours } else { others };
            }
            if any_over != 0 {
                for lane in Each(lanes_where::<LANES>(|lane| over.0[lane] != 0)) {
                    let first_won = deal.plies.0[lane] & 1 == 1;
                    // There are no draws, and no game on 8×8 is longer than 161 plies, far below
                    // the limit.
                    deal.finish(lane, Ending { first_won, second_won: !first_won, drawn: false });
                }
                for lane in 0..LANES {
                    mine.0[lane] &= !over.0[lane];
                    theirs.0[lane] &= !over.0[lane];
                    low.0[lane] = if over.0[lane] != 0 { start.low } else { low.0[lane] };
                    middle.0[lane] = if over.0[lane] != 0 { start.middle } else { middle.0[lane] };
                    high.0[lane] &= !over.0[lane];
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
            let Some(rules) = Jump61::<u64>::new(parameters) else { continue };
            // Few games and many; and one by one, so that the length and winner of each game is
            // compared.
            let ranges = [0..0, 7..7, 0..LANES as u64, 5..LANES as u64 * 3 + 6, 0..200];
            for games in ranges.into_iter().chain((300..350).map(|number| number..number + 1)) {
                let expected = one_by_one(&definition, 9, games.clone(), Level::portable());
                for level in Level::available() {
                    assert_eq!(rules.playouts(9, games.clone(), level), expected, "{parameters} {games:?} at {level}");
                    // In lanes, whether or not they suit the level, and in turn.
                    let edges = Edges::new(parameters.board()).unwrap();
                    let found = level.run(LanePlayouts { edges, seed: 9, games: games.clone() });
                    assert_eq!(found, expected, "{parameters} {games:?} in lanes at {level}");
                    let found = InTurn::<_, AT_ONCE> { rules: ByRules(&rules), seed: 9, games: games.clone() }.run();
                    assert_eq!(found, expected, "{parameters} {games:?} in turn");
                }
            }
        }
    }
}
