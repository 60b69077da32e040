//! Two players that need no person: [`Bot::Bot1`] and [`Bot::Bot2`], task ten of the document.
//!
//! Both keep three promises (ruling C5): they never name a taken entry; they win at once whenever that is
//! possible, by a line or as the last to place; and they never let the opponent win at once if any move
//! prevents it. Within these, their styles differ:
//!
//! - **Bot 1** plays any of the moves left, one as likely as the other;
//! - **Bot 2** searches: it takes a move after which every answer loses, if there is one, and otherwise one that leaves
//!   it, after the best answer, with the most cells that would complete a line of its own, less those of the opponent.
//!
//! On size 8 Bot 2 wins about nineteen games in twenty, on size 4 every other one; see [`tournament`](super::tournament).

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::hunter::Hunter;
use super::{Move, MoveList, Tactics};
use crate::rng::Generator;
use crate::rules::Symmetry;
use crate::search::{Options, Reach, Root, Score, Searchable, Searcher, Value, Window, watch_nothing};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Any move that does not lose at once.
    Bot1,
    /// The one that leaves the most threats.
    Bot2,
}

impl Bot {
    /// Both, the first one first.
    pub const BOTH: [Bot; 2] = [Bot::Bot1, Bot::Bot2];

    /// The bot's move in a position; `None` once the game is over. Among moves that it likes equally, the generator
    /// chooses.
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

/// One of the moves, each as likely as the other.
fn any(moves: &[Move], generator: &mut Generator) -> Option<Move> {
    match moves.len() {
        0 => None,
        count => moves.get(generator.below(count as u64) as usize).copied(),
    }
}

/// Plies that Bot 2 looks beyond its own move.
const DEPTH: u8 = 1;

/// Of safe moves, those that a search likes best.
fn most_promising<G: Tactics + Symmetry>(rules: &G, position: &G::Position, safe: &[Move]) -> MoveList {
    let hunter = Hunter(rules);
    let options = Options { table: 0, symmetry: false, threads: 1 };
    // A table of size 0 can always be had.
    let Ok(mut searcher) = Searcher::new(hunter, options) else { return safe.iter().copied().collect() };
    // What looks good at once is tried first: the others then only have to be shown to be worse.
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
        // The opponent's score: equal ones are of interest, greater ones are not.
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
