//! [`Ranking`]: the best moves of a position, each with its own value, as [`Searcher::rank`] finds
//! them.

use alloc::vec::Vec;

use super::alpha_beta::Root;
use super::running::{Halt, Watch};
use super::score::{Score, Value, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::searcher::{Best, DEEPEST, Reach, Searcher, is_exact};
use super::solve::{Bounds, Solver};
use super::weak::WeakSearchable;
use crate::rules::{Rules, play_one};

/// The best moves of a position, as far as the search went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking<M> {
    /// The moves, best first. Equal moves keep the order of the previous depth, at first the order
    /// of moves.
    pub moves: Vec<Best<M>>,
    /// Whether no greater depth can change a value or the order.
    pub is_final: bool,
    /// The number of positions that the searcher has searched.
    pub nodes: u64,
}

impl<M> Best<M> {
    /// The bounds of the move's value that its search proves.
    ///
    /// A search of `depth` plies finds every win and loss within them. A decided score may come
    /// from a table entry of a deeper search; it bounds the value from one side.
    ///
    /// ```
    /// use gridlaw::search::{Best, Score, Value};
    ///
    /// let score = Score::of(Value::Win(9));
    /// let best = Best { mv: (), score, exact: false, depth: 6, line: vec![] };
    /// let bounds = best.bounds();
    /// assert_eq!((bounds.least.value(), bounds.most.value()), (Value::Win(9), Value::Win(7)));
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let plies = u16::from(self.depth);
        if self.exact {
            return Bounds { least: self.score, most: self.score, plies };
        }
        let (least, most) = (Score::of(Value::Loss(plies + 1)), Score::of(Value::Win(plies + 1)));
        match self.score.decided() {
            Some(Value::Win(_)) => Bounds { least: self.score, most, plies },
            Some(Value::Loss(_)) => Bounds { least, most: self.score, plies },
            _ => Bounds { least, most, plies },
        }
    }
}

impl<G: Searchable> Searcher<G> {
    /// Finds the `count` best moves by iterative deepening, up to `deepest` plies. Calls `done`
    /// with the ranking of every completed depth, and returns the last one. It has no moves if the
    /// game is over or the search stopped before the first depth was complete.
    ///
    /// `limit` is the most positions to search, rounded up to some thousands. The search ends early
    /// with a final ranking.
    /// [`Best::bounds`] says what is known of each move.
    ///
    /// Costs one search a depth for one move, as [`best`](Self::best) does. For more moves, it
    /// searches each of the position's moves by itself, with a null window if the move is not among
    /// the best so far.
    pub fn rank(
        &mut self,
        position: &PositionOf<G>,
        (deepest, count): (u8, usize),
        limit: u64,
        watch: &mut Watch<'_>,
        done: &mut dyn FnMut(&Ranking<MoveOf<G>>),
    ) -> Ranking<MoveOf<G>> {
        let mut order = self.game().rules().moves(position);
        let mut ranking = Ranking { moves: Vec::new(), is_final: order.is_empty(), nodes: self.nodes() };
        if order.is_empty() || count == 0 {
            return ranking;
        }
        let begun = self.nodes();
        for depth in 1..=deepest.min(DEEPEST) {
            let until = begun.saturating_add(limit);
            let found = match count {
                1 => self.rank_one(position, &order, depth, until, watch),
                _ => self.rank_several(position, &order, (depth, count), until, watch),
            };
            let Ok(mut found) = found else { break };
            for best in &mut found.moves {
                best.line = self.known_line(position, best.mv, depth);
            }
            let ranked: Vec<_> = found.moves.iter().map(|best| best.mv).collect();
            order.retain(|mv| !ranked.contains(mv));
            order.splice(..0, ranked);
            ranking = found;
            done(&ranking);
            if ranking.is_final {
                break;
            }
        }
        ranking.nodes = self.nodes();
        ranking
    }

    /// The best move of a search of `depth` plies.
    fn rank_one(
        &mut self,
        position: &PositionOf<G>,
        moves: &[MoveOf<G>],
        depth: u8,
        until: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Ranking<MoveOf<G>>, Halt> {
        let root = Root { node: self.game().node(position), passed: false };
        let left = until.saturating_sub(self.nodes());
        let found = self.search(&root, Window::FULL, Reach::Plies(depth), left, watch)?;
        let exact = is_exact(found.score, found.exact, depth);
        match found.mv {
            Some(mv) => {
                let best = Best { mv, score: found.score, exact, depth, line: Vec::new() };
                Ok(Ranking { moves: Vec::from([best]), is_final: exact, nodes: self.nodes() })
            }
            // The game knows the value of the position, but not a move.
            None => self.rank_several(position, moves, (depth, 1), until, watch),
        }
    }

    /// The best moves of searches of `depth` plies.
    fn rank_several(
        &mut self,
        position: &PositionOf<G>,
        moves: &[MoveOf<G>],
        (depth, count): (u8, usize),
        until: u64,
        watch: &mut Watch<'_>,
    ) -> Result<Ranking<MoveOf<G>>, Halt> {
        let mut ranked: Vec<Best<MoveOf<G>>> = Vec::new();
        // Whether a move that is left out may be better than its score.
        let mut is_open = false;
        for &mv in moves {
            let mut after = position.clone();
            play_one(self.game().rules(), &mut after, mv);
            let root = Root { node: self.game().node(&after), passed: false };
            let mut ask = |window: Window| {
                let left = until.saturating_sub(self.nodes());
                let found = self.search(&root, window.after(), Reach::Plies(depth - 1), left, watch)?;
                Ok((found.score.before(), found.exact))
            };
            if ranked.len() == count
                && let Some(last) = ranked.last()
            {
                let least = last.score;
                let (score, exact) = ask(Window::at_least(least.next_higher()))?;
                if score <= least {
                    is_open |= !exact;
                    continue;
                }
                is_open |= !last.exact;
                ranked.pop();
            }
            let (score, exact) = ask(Window::FULL)?;
            let exact = is_exact(score, exact, depth);
            let place = ranked.partition_point(|best| best.score >= score);
            ranked.insert(place, Best { mv, score, exact, depth, line: Vec::new() });
        }
        // No move that lies deeper is better than a win that is known.
        let wins = ranked.last().is_some_and(|last| last.score.is_decided() && last.score > Score::DRAW);
        let is_final = ranked.iter().all(|best| best.exact) && (wins || !is_open);
        Ok(Ranking { moves: ranked, is_final, nodes: self.nodes() })
    }
}

impl<G: Searchable, W: WeakSearchable<Position = PositionOf<G>>> Solver<G, W> {
    /// Finds the best moves: [`Searcher::rank`].
    pub fn rank(
        &mut self,
        wanted: (u8, usize),
        limit: u64,
        watch: &mut Watch<'_>,
        done: &mut dyn FnMut(&Ranking<MoveOf<G>>),
    ) -> Ranking<MoveOf<G>> {
        self.searcher.rank(&self.position, wanted, limit, watch, done)
    }
}
