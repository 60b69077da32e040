//! Random games in words, a few in turn: one scheduler for all games.
//!
//! Where vectors are narrow, [lanes](crate::lanes) are slower than one game at a time. One game
//! alone makes the processor wait, too, because every step of a ply needs the one before. So a few
//! games take turns, a ply each, and the processor begins the next game's ply while it waits for
//! the previous one.
//!
//! Each game has its own generator, so the games are the same as one at a time.

use core::ops::Range;

use crate::level::Task;
use crate::playout::{PLY_LIMIT, Playout, Totals};
use crate::rng::Generator;
use crate::rules::Rules;

/// Games that can be played ply by ply.
pub(crate) trait Plies {
    /// A board, with the side to move.
    type Board: Copy;

    /// The start of the game.
    fn start(&self) -> Self::Board;

    /// Plays a random move on a board after `plies` plies. Returns the result of the whole
    /// game if it is over before or after this move; the board is then unspecified.
    fn ply(&self, board: &mut Self::Board, plies: u32, generator: &mut Generator) -> Option<Playout>;
}

/// Plies chosen by the rules, as [`playout()`](crate::playout::playout()) chooses them.
pub(crate) struct ByRules<'r, R>(pub(crate) &'r R);

impl<R: Rules<Position: Copy>> Plies for ByRules<'_, R> {
    type Board = R::Position;

    #[inline(always)]
    fn start(&self) -> R::Position {
        self.0.start()
    }

    #[inline(always)]
    fn ply(&self, board: &mut R::Position, plies: u32, generator: &mut Generator) -> Option<Playout> {
        let mv = match plies {
            PLY_LIMIT => None,
            _ => self.0.choose_move(board, |count| generator.below(count)),
        };
        match mv {
            Some(mv) => self.0.play_unchecked(board, mv),
            None => return Some(Playout { plies, outcome: self.0.outcome(board) }),
        }
        None
    }
}

/// The random games with these numbers, `N` at once.
pub(crate) struct InTurn<P, const N: usize> {
    pub(crate) rules: P,
    pub(crate) seed: u64,
    pub(crate) games: Range<u64>,
}

/// A game under way.
#[derive(Clone, Copy)]
struct Seat<B> {
    board: B,
    generator: Generator,
    plies: u32,
}

impl<P: Plies, const N: usize> Task for InTurn<P, N> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let InTurn { rules, seed, mut games } = self;
        let seat = |number| Seat { board: rules.start(), generator: Generator::for_game(seed, number), plies: 0 };
        let mut totals = Totals::default();
        let mut seats = [seat(0); N];
        // The seats from `taken` on are empty.
        let mut taken = 0;
        for (free, number) in seats.iter_mut().zip(&mut games) {
            *free = seat(number);
            taken += 1;
        }
        while taken > 0 {
            let mut at = 0;
            while at < taken {
                let Seat { board, generator, plies } = &mut seats[at];
                let Some(playout) = rules.ply(board, *plies, generator) else {
                    *plies += 1;
                    at += 1;
                    continue;
                };
                totals += playout;
                match games.next() {
                    Some(number) => seats[at] = seat(number),
                    None => {
                        taken -= 1;
                        seats[at] = seats[taken];
                    }
                }
            }
        }
        totals
    }
}
