//! [`Solver`]: the exact value of a position and its principal variation.
//!
//! The solver has two ways to a value and takes turns between them, so that neither costs much more
//! than the faster one:
//!
//! - **By distance**: does the side to move win within 1 ply, lose within 2, win within 3, and so
//!   on? A search for a win within *n* plies never looks further than *n* plies, and its result
//!   holds for the whole game. This finds wins and losses that are near.
//! - **Weakly**: who wins, without distances? See [`weak`](super::weak). This finds all others,
//!   above all draws, for which the search by distance would try every distance.
//!
//! Once it is known who wins, only distances of that side's wins are left to search. The table
//! holds the entries of both searches. Besides it a solver needs only the two bounds of the root's
//! score, so it can stop at any time, between two searches or within one, and resume later.

use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::ControlFlow;

use super::alpha_beta::Root;
use super::running::{Halt, Progress, Watch};
use super::score::{LONGEST, Score, Value, Window};
use super::searchable::{MoveOf, PositionOf, Searchable};
use super::searcher::{Best, Reach, Searcher};
use super::weak::{Direct, Goal, WeakSearchable, WeakSearcher, WeakValue};
use crate::rules::{Rules, outcome_of, play_one};

/// A solver of one position.
///
/// ```
/// use gridlaw::games::jump61::{Jump61, Parameters};
/// use gridlaw::rules::Rules;
/// use gridlaw::search::{Options, Plain, Searcher, Solver, Value};
///
/// let rules = Jump61::<u64>::new(Parameters::new(2).unwrap()).unwrap();
/// let searcher = Searcher::new(Plain(rules), Options { table: 1, ..Options::default() }).unwrap();
/// let mut solver = Solver::new(searcher, &rules.start());
/// let mut watch = |_: gridlaw::search::Solving<'_>| std::ops::ControlFlow::Continue(());
/// assert_eq!(solver.solve(&mut watch), Ok(Value::Loss(4)));
/// assert_eq!(solver.line(&mut watch).unwrap().len(), 4);
/// ```
#[derive(Debug)]
pub struct Solver<G: Searchable, W: WeakSearchable = Direct<G>> {
    pub(super) searcher: Searcher<G>,
    weak: WeakSearcher<W>,
    pub(super) position: PositionOf<G>,
    pub(super) bounds: Bounds,
    /// The moves of the position with the bounds after each; empty until their values are needed.
    moves: Vec<(MoveOf<G>, Bounds)>,
}

/// Bounds of a position's score, and the distance up to which they were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The lower bound.
    pub least: Score,
    /// The upper bound.
    pub most: Score,
    /// The number of plies within which every win and loss has been searched for.
    pub plies: u16,
}

/// The progress of a solver, passed to its watch.
#[derive(Clone, Copy, Debug)]
pub struct Solving<'t> {
    /// The progress of the searcher.
    pub search: Progress<'t>,
    /// The bounds so far.
    pub bounds: Bounds,
}

/// A callback that the solver calls every few thousand positions. It breaks to stop the solver.
pub type WatchSolving<'w> = dyn FnMut(Solving<'_>) -> ControlFlow<()> + 'w;

impl Bounds {
    /// The bounds before any search.
    pub const NOTHING: Bounds = Bounds { least: Score::of(Value::Loss(0)), most: Score::of(Value::Win(0)), plies: 0 };

    /// The value, once the bounds meet.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        (self.least == self.most).then_some(self.least.value())
    }

    /// The value without its distance, once it is known.
    #[must_use]
    pub fn weak_value(self) -> Option<WeakValue> {
        if self.least > Score::DRAW {
            Some(WeakValue::Win)
        } else if self.most < Score::DRAW {
            Some(WeakValue::Loss)
        } else {
            (self.least == self.most).then_some(WeakValue::Draw)
        }
    }

    /// The bounds of a move after which the position has these bounds.
    fn before(self) -> Bounds {
        let plies = if self.plies == 0 { 0 } else { self.plies + 1 };
        Bounds { least: self.most.before(), most: self.least.before(), plies }
    }

    /// The score of the next null-window search.
    fn question(self) -> Score {
        let plies = self.plies + 1;
        // One ply more at a time: near the end of the game it costs little. Halving the interval
        // would begin with wide searches for wins that are far away.
        let (win, loss) = (Score::of(Value::Win(plies)), Score::of(Value::Loss(plies + 1)).next_higher());
        if win <= self.most && win > self.least { win } else { loss.max(self.least.next_higher()).min(self.most) }
    }

    /// Learns that the score is at least this. Bounds never cross: those of a forged checkpoint,
    /// which a search may contradict, meet, so that no search for a value between them is endless.
    fn raise(&mut self, score: Score) {
        self.least = self.least.max(score).min(self.most);
    }

    /// Learns that the score is at most this.
    fn lower(&mut self, score: Score) {
        self.most = self.most.min(score).max(self.least);
    }

    fn learn(&mut self, asked: Score, score: Score) {
        if score >= asked {
            self.raise(score);
        } else {
            self.lower(score);
        }
        let looked = |bounds: &Bounds, plies: u16| {
            bounds.most < Score::of(Value::Win(plies)) && bounds.least > Score::of(Value::Loss(plies + 1))
        };
        while self.plies < LONGEST && looked(self, self.plies + 1) {
            self.plies += 2;
        }
    }
}

/// The part of a position's value that a caller needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Its value with the distance.
    Distance,
    /// Its value.
    Value,
    /// Whether the side to move wins.
    Win,
    /// Whether the side to move loses.
    Loss,
}

impl Need {
    pub(super) fn is_met(self, bounds: &Bounds) -> bool {
        match self {
            Need::Distance => bounds.least == bounds.most,
            Need::Value => Need::Win.is_met(bounds) && Need::Loss.is_met(bounds),
            Need::Win => bounds.least > Score::DRAW || bounds.most <= Score::DRAW,
            Need::Loss => bounds.most < Score::DRAW || bounds.least >= Score::DRAW,
        }
    }
}

/// The number of positions for the first turn of the search by distance. Each turn of either search
/// gets [`MORE`] times the positions of the turn before.
pub(super) const EFFORT: u64 = 256;
pub(super) const MORE: u64 = 8;

impl<G: Searchable + Clone> Solver<G> {
    /// Makes a solver of `position`. It reuses the entries of the searcher's table.
    #[must_use]
    pub fn new(searcher: Searcher<G>, position: &PositionOf<G>) -> Solver<G> {
        let weak = Direct(searcher.game().clone());
        Solver::with_weak_form(searcher, weak, position)
    }
}

impl<G: Searchable, W: WeakSearchable<Position = PositionOf<G>>> Solver<G, W> {
    /// Makes a solver of `position` that uses the game's weak form. It reuses the entries of the
    /// searcher's table.
    #[must_use]
    pub fn with_weak_form(searcher: Searcher<G>, weak: W, position: &PositionOf<G>) -> Solver<G, W> {
        let mut weak = WeakSearcher::without_table(weak, searcher.threads());
        weak.interval = searcher.interval;
        Solver { searcher, weak, position: position.clone(), bounds: Bounds::NOTHING, moves: Vec::new() }
    }

    /// Turns to another position. The searcher keeps its table and its count of positions.
    pub fn turn_to(&mut self, position: &PositionOf<G>) {
        (self.position, self.bounds) = (position.clone(), Bounds::NOTHING);
        self.moves.clear();
    }

    /// The searcher. Its count of positions includes those of weak searches.
    #[must_use]
    pub fn searcher(&self) -> &Searcher<G> {
        &self.searcher
    }

    /// The bounds so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Resumes from a checkpoint that a solver of the same position made. `source` reads its bytes
    /// again from the first one.
    ///
    /// # Errors
    /// [`CheckpointError`](super::CheckpointError) if they are not those that were read before; the
    /// solver, whose table may have wrong entries, is gone.
    #[cfg(feature = "std")]
    pub fn go_on_from(
        mut self,
        checkpoint: &super::Checkpoint,
        source: &mut dyn std::io::Read,
    ) -> Result<Solver<G, W>, super::CheckpointError> {
        let table = self.searcher.table.as_ref();
        checkpoint.entries(source, &mut |words| table.into_iter().for_each(|table| table.put_words(words)))?;
        self.searcher.nodes = self.searcher.nodes.saturating_add(checkpoint.nodes);
        self.bounds = checkpoint.bounds;
        Ok(self)
    }

    /// Finds the best move up to `depth` plies: [`Searcher::best`].
    pub fn best(&mut self, depth: u8, limit: u64, watch: &mut Watch<'_>) -> Option<Best<MoveOf<G>>> {
        self.searcher.best(&self.position, depth, limit, watch)
    }

    /// Solves the position: its value with the distance.
    ///
    /// # Errors
    /// [`Halt::Stopped`] if `watch` breaks; a later call resumes. [`Halt::TooLong`] if the game may
    /// last longer than [`LONGEST`] plies.
    pub fn solve(&mut self, watch: &mut WatchSolving<'_>) -> Result<Value, Halt> {
        self.settle_root(Need::Distance, watch)?;
        self.bounds.value().ok_or(Halt::Stopped)
    }

    /// Solves the position weakly: who wins, without distances.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn solve_weakly(&mut self, watch: &mut WatchSolving<'_>) -> Result<WeakValue, Halt> {
        self.settle_root(Need::Value, watch)?;
        self.bounds.weak_value().ok_or(Halt::Stopped)
    }

    fn settle_root(&mut self, need: Need, watch: &mut WatchSolving<'_>) -> Result<(), Halt> {
        let (position, mut bounds) = (self.position.clone(), self.bounds);
        let settled = self.settle((&position, false), &mut bounds, need, u64::MAX, watch);
        self.bounds = bounds;
        settled
    }

    /// The values of all moves of the position for the side to move, in the order of moves; empty
    /// if the game is over. Each is the value of the position after the move, for the other side.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(MoveOf<G>, Value)>, Halt> {
        self.settle_moves(Need::Distance, watch)?;
        Ok(self.move_bounds().map(|(mv, bounds)| (mv, bounds.least.value())).collect())
    }

    /// The values of all moves, without distances: see [`move_values`](Self::move_values).
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn weak_move_values(&mut self, watch: &mut WatchSolving<'_>) -> Result<Vec<(MoveOf<G>, WeakValue)>, Halt> {
        self.settle_moves(Need::Value, watch)?;
        let value = |bounds: Bounds| bounds.weak_value().unwrap_or(WeakValue::Draw);
        Ok(self.move_bounds().map(|(mv, bounds)| (mv, value(bounds))).collect())
    }

    /// The bounds of every move's value for the side to move, in the order of moves, as far as
    /// [`move_values`](Self::move_values) or [`weak_move_values`](Self::weak_move_values) has come;
    /// empty before their first call.
    pub fn move_bounds(&self) -> impl Iterator<Item = (MoveOf<G>, Bounds)> {
        self.moves.iter().map(|&(mv, bounds)| (mv, bounds.before()))
    }

    fn settle_moves(&mut self, need: Need, watch: &mut WatchSolving<'_>) -> Result<(), Halt> {
        let (known, position) = (self.bounds, self.position.clone());
        if self.moves.is_empty() {
            let moves = self.searcher.game().rules().moves(&position);
            self.moves = moves.into_iter().map(|mv| (mv, Bounds::NOTHING)).collect();
        }
        for index in 0..self.moves.len() {
            let (mv, mut bounds) = self.moves[index];
            let (after, _) = self.play(&position, mv);
            let settled = self.settle((&after, false), &mut bounds, need, u64::MAX, &mut |solving| {
                watch(Solving { bounds: known, ..solving })
            });
            self.moves[index].1 = bounds;
            settled?;
        }
        Ok(())
    }

    /// The position after a move, and whether the move is a pass.
    pub(super) fn play(&self, position: &PositionOf<G>, mv: MoveOf<G>) -> (PositionOf<G>, bool) {
        let game = self.searcher.game();
        let mut after = position.clone();
        play_one(game.rules(), &mut after, mv);
        (after, game.passes(&game.node(position), mv))
    }

    /// Narrows the bounds of a position until they give what is needed, or the next turn would get
    /// more than `most` positions. `passed` is as in [`Root`].
    pub(super) fn settle(
        &mut self,
        (position, passed): (&PositionOf<G>, bool),
        bounds: &mut Bounds,
        need: Need,
        most: u64,
        watch: &mut WatchSolving<'_>,
    ) -> Result<(), Halt> {
        let root = Root { node: self.searcher.game().node(position), passed };
        let is_over = outcome_of(self.searcher.game().rules(), position).is_over();
        let weak_node = (!is_over).then(|| self.weak.game().node(position));
        let (mut effort, mut too_long) = (EFFORT, false);
        while !need.is_met(bounds) && effort <= most {
            let is_settled = Need::Value.is_met(bounds) || weak_node.is_none() || too_long;
            let limit = if is_settled { u64::MAX } else { effort };
            self.search_distances(&root, bounds, need, limit, watch)?;
            if is_settled {
                continue;
            }
            let Some(node) = &weak_node else { continue };
            match self.ask(node, passed, bounds, need, effort.saturating_mul(MORE), watch) {
                // The search by distance may still find a near win.
                Err(Halt::TooLong) => too_long = true,
                asked => asked?,
            }
            effort = effort.saturating_mul(MORE);
        }
        Ok(())
    }

    /// Searches one distance after the other, within about `limit` positions.
    fn search_distances(
        &mut self,
        root: &Root<G::Node>,
        bounds: &mut Bounds,
        need: Need,
        limit: u64,
        watch: &mut WatchSolving<'_>,
    ) -> Result<(), Halt> {
        let begun = self.searcher.nodes();
        while !need.is_met(bounds) {
            if bounds.plies >= LONGEST {
                return Err(Halt::TooLong);
            }
            let left = limit.saturating_sub(self.searcher.nodes() - begun);
            if left == 0 {
                break;
            }
            let (asked, is_broken) = (bounds.question(), Cell::new(false));
            let mut watch = noting(watch, *bounds, &is_broken);
            match self.searcher.search(root, Window::at_least(asked), Reach::End, left, &mut watch) {
                Ok(found) => bounds.learn(asked, found.score),
                Err(Halt::Stopped) if !is_broken.get() => break,
                Err(halt) => return Err(halt),
            }
        }
        Ok(())
    }

    /// Searches weakly for the winner, within about `limit` positions a question.
    fn ask(
        &mut self,
        node: &W::Node,
        passed: bool,
        bounds: &mut Bounds,
        need: Need,
        limit: u64,
        watch: &mut WatchSolving<'_>,
    ) -> Result<(), Halt> {
        let (won, lost) = (Score::of(Value::Win(LONGEST)), Score::of(Value::Loss(LONGEST)));
        for (goal, of_goal) in [(Goal::Win, Need::Win), (Goal::Hold, Need::Loss)] {
            let other = if goal == Goal::Win { Need::Loss } else { Need::Win };
            if need == other || need.is_met(bounds) || of_goal.is_met(bounds) {
                continue;
            }
            // A side to which a pass was played may pass back, and never loses.
            let answer = if goal == Goal::Hold && passed {
                true
            } else if goal == Goal::Hold && !W::DRAWS && bounds.most <= Score::DRAW {
                false
            } else {
                let is_broken = Cell::new(false);
                let mut watch = noting(watch, *bounds, &is_broken);
                let Solver { searcher, weak, .. } = self;
                core::mem::swap(&mut searcher.table, &mut weak.table);
                weak.nodes = searcher.nodes;
                let answer = weak.answer(node, goal, limit, &mut watch);
                searcher.nodes = weak.nodes;
                core::mem::swap(&mut searcher.table, &mut weak.table);
                match answer {
                    Err(Halt::Stopped) if !is_broken.get() => return Ok(()),
                    answer => answer?,
                }
            };
            match (goal, answer) {
                (Goal::Win, true) => bounds.raise(won),
                (Goal::Win, false) => bounds.lower(Score::DRAW),
                (Goal::Hold, true) => bounds.raise(Score::DRAW),
                (Goal::Hold, false) => bounds.lower(lost),
            }
        }
        Ok(())
    }
}

/// The watch of one search, which notes whether it was the watch that stopped it, and not the
/// limit.
fn noting<'a>(
    watch: &'a mut WatchSolving<'_>,
    bounds: Bounds,
    is_broken: &'a Cell<bool>,
) -> impl FnMut(Progress<'_>) -> ControlFlow<()> + 'a {
    move |search| {
        let flow = watch(Solving { search, bounds });
        is_broken.set(flow.is_break());
        flow
    }
}
