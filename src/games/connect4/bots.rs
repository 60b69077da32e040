//! The two automatic players: [`Bot::Bot1`] and [`Bot::Bot2`], task ten of the document.
//!
//! Both keep three promises (ruling C5). They never name a taken entry. They win at once whenever
//! possible, by a line or by placing last. They never let the opponent win at once if any move
//! prevents it. Within these limits their styles differ:
//!
//! - **Bot 1** plays any of the remaining moves with equal probability.
//! - **Bot 2** searches. If there is a move after which every reply loses, it plays one. Otherwise
//!   it maximizes, after the best reply, the number of cells that would complete a line of its own
//!   less those of the opponent.
//!
//! On size 8 Bot 2 wins about nineteen games in twenty, on size 4 one in two; see
//! [`tournament`](super::tournament).

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::hunter::Hunter;
use super::{Move, MoveList, Tactics};
use crate::rng::Generator;
use crate::rules::Symmetry;
use crate::search::{Options, Reach, Root, Score, Searchable, Searcher, Value, Window, watch_nothing};

/// An automatic player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bot {
    /// Plays any move that does not lose at once.
    Bot1,
    /// Plays the move that leaves the most threats.
    Bot2,
}

impl Bot {
    /// Both bots, in order.
    pub const BOTH: [Bot; 2] = [Bot::Bot1, Bot::Bot2];

    /// Returns the bot's move in a position, or `None` if the game is over. The generator chooses
    /// among moves of equal value.
    ///
    /// ```
    /// use gridlaw::games::connect4::bots::Bot;
    /// use gridlaw::games::connect4::{Connect4, Parameters};
    /// use gridlaw::rng::Generator;
    /// use gridlaw::rules::Notation;
    ///
    /// let rules = Connect4::<u64>::new(Parameters::new(5).unwrap()).unwrap();
    /// let position = rules.read_position("5/5/2#2/1O3/1O1XX O").unwrap();
    /// for bot in Bot::BOTH {
    ///     let mv = bot.choose(&rules, &position, &mut Generator::for_game(1, 0)).unwrap();
    ///     assert_eq!(rules.is_legal(&position, mv), true);
    /// }
    /// # use gridlaw::rules::Rules;
    /// ```
    #[must_use]
    pub fn choose<G: Tactics + Symmetry>(
        self,
        rules: &G,
        position: &G::Position,
        generator: &mut Generator,
    ) -> Option<Move> {
        let winning = rules.winning_moves(position);
        if !winning.is_empty() {
            return any(&winning, generator);
        }
        let safe = rules.safe_moves(position);
        if safe.is_empty() {
            return rules.choose_move(position, |count| generator.below(count));
        }
        match self {
            Bot::Bot1 => any(&safe, generator),
            Bot::Bot2 => any(&most_promising(rules, position, &safe), generator),
        }
    }
}

/// Chooses one of the moves, each with equal probability.
fn any(moves: &[Move], generator: &mut Generator) -> Option<Move> {
    (!moves.is_empty()).then(|| *generator.pick(moves))
}

/// The number of plies that Bot 2 searches beyond its own move.
const DEPTH: u8 = 1;

/// Returns the safe moves that a search values highest.
fn most_promising<G: Tactics + Symmetry>(rules: &G, position: &G::Position, safe: &[Move]) -> MoveList {
    let hunter = Hunter(rules);
    let options = Options { table: 0, symmetry: false, threads: 1 };
    // Creating a searcher with a table of size 0 cannot fail.
    let Ok(mut searcher) = Searcher::new(hunter, options) else { return safe.iter().copied().collect() };
    // Moves with a good estimate come first. The others then only have to be shown to be worse.
    let mut nodes: Vec<_> = safe
        .iter()
        .map(|&mv| {
            let node = searcher.game().after(position, mv);
            (searcher.game().estimate(&node), mv, node)
        })
        .collect();
    nodes.sort_unstable_by_key(|&(estimate, mv, _)| (estimate, mv));
    let (mut best, mut least) = (Vec::new(), Score::of(Value::Win(0)));
    for (_, mv, node) in nodes {
        // The score is the opponent's, so the window includes equal scores and cuts off greater
        // ones.
        let window = Window::less_than(least.next_higher());
        let root = Root { node, passed: false };
        let found = searcher.search(&root, window, Reach::Plies(DEPTH), u64::MAX, &mut watch_nothing);
        let Ok(found) = found else { continue };
        match found.score.cmp(&least) {
            Ordering::Greater => continue,
            Ordering::Equal => {}
            Ordering::Less => {
                best.clear();
                least = found.score;
            }
        }
        best.push(mv);
    }
    best.sort_unstable();
    best.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Connect4, NaiveConnect4, Parameters};
    use super::*;
    use crate::rules::{Notation, Rules};

    /// The worth of a position for the side that has just moved, in the words of the module: above
    /// everything if every reply loses, else the least lead in threats after a reply that does not
    /// lose at once. After such a reply a side that cannot keep the other from winning has lost.
    fn worth(rules: &NaiveConnect4, after: &<NaiveConnect4 as Rules>::Position) -> i64 {
        let threats = |at: &<NaiveConnect4 as Rules>::Position, side| i64::from(rules.threats(at, side));
        let mover = rules.turn(after).other();
        let replies = rules.safe_moves(after);
        let lead = |&reply: &Move| {
            let at = Tactics::after(rules, after, reply);
            if rules.has_safe_move(&at) { threats(&at, mover) - threats(&at, mover.other()) } else { -1000 }
        };
        replies.iter().map(lead).min().unwrap_or(1000)
    }

    #[test]
    fn bot_2_leaves_the_greatest_lead_in_threats() {
        let (mut narrow, mut all) = (0, [0; 3]);
        for size in [4, 5, 7] {
            let parameters = Parameters::new(size).unwrap();
            let (rules, naive) = (Connect4::<u128>::new(parameters).unwrap(), NaiveConnect4::new(parameters));
            for game in 0..6 {
                let mut random = Generator::for_game(game, size.into());
                let mut position = rules.start();
                while let Some(mv) = rules.choose_move(&position, |count| random.below(count)) {
                    let same = naive.read_position(&rules.setup_text(&position)).unwrap();
                    let safe = naive.safe_moves(&same);
                    if naive.winning_moves(&same).is_empty() && !safe.is_empty() {
                        let worths: Vec<i64> =
                            safe.iter().map(|&mv| worth(&naive, &Tactics::after(&naive, &same, mv))).collect();
                        let best = *worths.iter().max().unwrap();
                        let chosen = Bot::Bot2.choose(&rules, &position, &mut random).unwrap();
                        let place = safe.iter().position(|&mv| mv == chosen).unwrap();
                        assert_eq!(worths[place], best, "{chosen} at {}", rules.setup_text(&position));
                        narrow += u32::from(worths.iter().any(|&worth| worth < best));
                        all[match best {
                            1000 => 0,
                            -1000 => 1,
                            _ => 2,
                        }] += 1;
                    }
                    rules.play_unchecked(&mut position, mv);
                }
            }
        }
        assert!(narrow > 50 && all[0] > 0 && all[2] > 50, "{narrow} {all:?}");
    }
}
