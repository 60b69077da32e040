//! Random games of Jump61 side by side: one game in every lane of a vector, up to 8×8.
//!
//! Sixteen games are played at once. Games jump out of step: one cascade is over at once, another takes ten fronts. So
//! a step is not a move. In every step each lane whose board is at rest chooses a square and adds a spot, and then each lane
//! with a front lets it jump, all without branches, so that the compiler turns the loop over arrays of sixteen into
//! vector code for whatever the [`Level`](crate::batch::Level) offers. A lane whose game is over takes the
//! number 16 higher and starts anew.
//!
//! Every lane has the generator of its game and asks it what the single-board player asks, so that the games are the same
//! ones, move by move.

use core::ops::Range;

use super::cascade::{Edges, Loads};
use super::plane::{counts, nth_bit};
use crate::batch::Task;
use crate::batch::lane::{Lanes, mask};
use crate::playout::Totals;
use crate::rng;

/// Games at once.
const LANES: usize = 16;

/// The random games of these numbers, each to its end.
pub(super) struct LanePlayouts {
    pub(super) edges: Edges<u64>,
    pub(super) seed: u64,
    pub(super) games: Range<u64>,
}

impl Task for LanePlayouts {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let LanePlayouts { edges, seed, games } = self;
        let zero = Lanes([0_u64; LANES]);
        let start = edges.one_spot_each();
        // Between the moves the side to move is `mine`, in a cascade the one that has moved.
        let (mut mine, mut theirs, mut high, mut plies) = (zero, zero, zero, zero);
        let (mut low, mut middle) = (Lanes([start.low; LANES]), Lanes([start.middle; LANES]));
        let (mut game, mut salt) = (zero, zero);
        let (mut s0, mut s1) = (Lanes([0_u32; LANES]), Lanes([0_u32; LANES]));
        for lane in 0..LANES {
            game.0[lane] = games.start + lane as u64;
            salt.0[lane] = rng::salt(seed, game.0[lane]);
            [s0.0[lane], s1.0[lane]] = rng::first_state(salt.0[lane]);
        }
        let mut over = zero;
        let (mut all_plies, mut first_wins, mut second_wins) = (zero, zero, zero);
        let mut busy = games.start < games.end;
        while busy {
            let mut any_over = 0;
            for lane in 0..LANES {
                // Choose a square and add a spot, where nothing is left to jump.
                let at_rest = high.0[lane] == 0;
                let open = edges.all & !theirs.0[lane];
                let (bits, [next0, next1]) = rng::step([s0.0[lane], s1.0[lane]]);
                s0.0[lane] = if at_rest { next0 } else { s0.0[lane] };
                s1.0[lane] = if at_rest { next1 } else { s1.0[lane] };
                let counts = counts(open);
                let spot = nth_bit(open, counts, rng::below_small(bits, counts >> 56)) & mask(at_rest);
                plies.0[lane] += u64::from(at_rest);
                let carry = low.0[lane] & spot;
                let mut loads = Loads {
                    low: low.0[lane] ^ spot,
                    middle: middle.0[lane] ^ carry,
                    high: high.0[lane] | middle.0[lane] & carry,
                };
                // Jump. That a board may be won by the spot itself is no matter: whatever jumps then stays won.
                let taken = edges.jump(&mut loads);
                let ours = mine.0[lane] | spot | taken;
                let others = theirs.0[lane] & !taken;
                over.0[lane] = mask(ours == edges.all);
                any_over |= over.0[lane];
                (low.0[lane], middle.0[lane], high.0[lane]) = (loads.low, loads.middle, loads.high);
                let done = loads.high == 0;
                mine.0[lane] = if done { others } else { ours };
                theirs.0[lane] = if done { ours } else { others };
            }
            // Count what is over, and start anew.
            if any_over != 0 {
                let mut any_left = 0;
                for lane in 0..LANES {
                    let counts = over.0[lane] & mask(game.0[lane] < games.end);
                    let first_moved = plies.0[lane] & 1;
                    all_plies.0[lane] += plies.0[lane] & counts;
                    first_wins.0[lane] += first_moved & counts;
                    second_wins.0[lane] += (first_moved ^ 1) & counts;

                    game.0[lane] += LANES as u64 & over.0[lane];
                    salt.0[lane] = salt.0[lane].wrapping_add(rng::NEXT_GAME.wrapping_mul(LANES as u64) & over.0[lane]);
                    let [fresh0, fresh1] = rng::first_state(salt.0[lane]);
                    s0.0[lane] = if over.0[lane] != 0 { fresh0 } else { s0.0[lane] };
                    s1.0[lane] = if over.0[lane] != 0 { fresh1 } else { s1.0[lane] };
                    mine.0[lane] &= !over.0[lane];
                    theirs.0[lane] &= !over.0[lane];
                    low.0[lane] = if over.0[lane] != 0 { start.low } else { low.0[lane] };
                    middle.0[lane] = if over.0[lane] != 0 { start.middle } else { middle.0[lane] };
                    high.0[lane] &= !over.0[lane];
                    plies.0[lane] &= !over.0[lane];
                    any_left |= mask(game.0[lane] < games.end);
                }
                busy = any_left != 0;
            }
        }
        let sum = |lanes: Lanes<u64, LANES>| lanes.0.iter().sum();
        Totals {
            games: games.end.saturating_sub(games.start),
            plies: sum(all_plies),
            wins: [sum(first_wins), sum(second_wins)],
            // Nobody draws, and no game on 8×8 is longer than 161 plies, far below the limit.
            draws: 0,
            unfinished: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Level;
    use crate::games::jump61::{Jump61, Parameters};
    use crate::playout::{Playouts, one_by_one};

    #[test]
    fn lanes_play_the_games_of_the_single_board_player() {
        for size in 2..=10 {
            let parameters = Parameters::new(size).unwrap();
            let definition = Jump61::<u128>::new(parameters).unwrap();
            let Some(rules) = Jump61::<u64>::new(parameters) else { continue };
            // Few games and many; and one by one, so that each game's length and winner is told apart.
            let ranges = [0..0, 7..7, 0..LANES as u64, 5..LANES as u64 * 3 + 6, 0..200];
            for games in ranges.into_iter().chain((300..350).map(|number| number..number + 1)) {
                let expected = one_by_one(&definition, 9, games.clone(), Level::portable());
                for level in Level::available() {
                    assert_eq!(rules.playouts(9, games.clone(), level), expected, "{parameters} {games:?} at {level}");
                }
            }
        }
    }
}
