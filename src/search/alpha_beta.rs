//! Alpha-beta: one thread's walk through the tree, and the threads of one question.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::score::{LONGEST, Score, Value, Window};
use super::searchable::{Look, MoveOf, Searchable};
use super::table::{Depth, Known, NO_MOVE, Table, UNLIMITED};

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Halt {
    /// It was told to stop, or has looked at as many positions as it was allowed.
    #[error("the search was stopped")]
    Stopped,
    /// The game may last longer than [`LONGEST`] plies.
    #[error("the game may last longer than {LONGEST} plies")]
    TooLong,
}

/// What is told to whoever watches a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'t> {
    /// Positions looked at, by all threads and in all searches of this searcher.
    pub nodes: u64,
    /// The table as it is now.
    pub table: Option<&'t Table>,
}

/// Called every few thousand positions; breaks to stop the search.
pub type Watch<'w> = dyn FnMut(Progress<'_>) -> ControlFlow<()> + 'w;

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The score, as far as the window asked for it.
    pub score: Score,
    /// The move that has it, if the score is not below the window.
    pub mv: Option<M>,
    /// Whether no estimate had a part in it.
    pub exact: bool,
}

/// A position to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root<N> {
    /// The position.
    pub node: N,
    /// Whether the move that led to it was a pass: passing back is then a draw, and ends the game.
    pub passed: bool,
}

/// Positions that a thread looks at before it reports.
const REPORT: u64 = 4096;

/// Moves of a node from which on they are sorted, and not picked out one by one.
const MANY: usize = 64;

/// Entries of the history, for each side.
const HISTORY: usize = 4096;

/// What the threads of one question share.
pub(super) struct Shared<'s> {
    pub(super) table: Option<&'s Table>,
    pub(super) symmetry: bool,
    /// Positions after which the search stops.
    pub(super) limit: u64,
    /// Positions looked at before this question.
    pub(super) before: u64,
    nodes: AtomicU64,
    stop: AtomicBool,
}

impl<'s> Shared<'s> {
    pub(super) fn new(table: Option<&'s Table>, symmetry: bool, limit: u64, before: u64) -> Shared<'s> {
        Shared { table, symmetry, limit, before, nodes: AtomicU64::new(0), stop: AtomicBool::new(false) }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// What a thread keeps from one question to the next.
#[derive(Debug)]
pub(super) struct Worker<M> {
    /// Which thread it is; the others than the first order moves a little differently, so that they search elsewhere.
    number: u32,
    /// The moves of all nodes on the way, and the order of those of each: the greatest first.
    moves: Vec<M>,
    orders: Vec<u64>,
    /// The last moves that were too good, by ply.
    killers: Vec<[u16; 2]>,
    /// How often a move was too good.
    history: Vec<i32>,
}

impl<M> Worker<M> {
    pub(super) fn new(number: u32) -> Worker<M> {
        Worker {
            number,
            moves: Vec::new(),
            orders: Vec::new(),
            killers: vec![[NO_MOVE; 2]; usize::from(LONGEST)],
            history: vec![0; 2 * HISTORY],
        }
    }
}

/// One thread's part in a question.
pub(super) struct Walk<'w, G: Searchable> {
    pub(super) game: &'w G,
    pub(super) shared: &'w Shared<'w>,
    pub(super) worker: &'w mut Worker<MoveOf<G>>,
    pub(super) watch: Option<&'w mut Watch<'w>>,
    nodes: u64,
    /// Positions from one report to the next, and when the next one is due.
    interval: u64,
    report: u64,
    /// Nodes whose score is an estimate.
    estimates: u64,
    best: Option<MoveOf<G>>,
}

const LOSES_IN_1: Score = Score::of(Value::Loss(1));

impl<'w, G: Searchable> Walk<'w, G> {
    pub(super) fn new(
        game: &'w G,
        shared: &'w Shared<'w>,
        worker: &'w mut Worker<MoveOf<G>>,
        watch: Option<&'w mut Watch<'w>>,
    ) -> Walk<'w, G> {
        let interval = REPORT.min(shared.limit).max(1);
        Walk { game, shared, worker, watch, nodes: 0, interval, report: interval, estimates: 0, best: None }
    }

    /// Answers a question, and tells the other threads to stop.
    pub(super) fn answer(
        mut self,
        root: &Root<G::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Found<MoveOf<G>>, Halt> {
        self.worker.moves.clear();
        self.worker.orders.clear();
        let score = self.search(&root.node, window, depth, 0, root.passed);
        if score != Err(Halt::Stopped) {
            self.shared.stop.store(true, Relaxed);
        }
        let reported = self.report - self.interval;
        self.shared.nodes.fetch_add(self.nodes.saturating_sub(reported), Relaxed);
        Ok(Found { score: score?, mv: self.best, exact: self.estimates == 0 })
    }

    /// The score of a node, as far as the window asks for it. `passed` is said in [`Root`].
    fn search(
        &mut self,
        node: &G::Node,
        mut window: Window,
        depth: Depth,
        ply: u16,
        passed: bool,
    ) -> Result<Score, Halt> {
        self.nodes += 1;
        if self.nodes >= self.report {
            self.report()?;
        }
        match self.game.look(node) {
            Look::Over(value) => return Ok(Score::of(value)),
            Look::Wins(mv) => {
                if ply == 0 {
                    self.best = Some(mv);
                }
                return Ok(Score::of(Value::Win(1)));
            }
            Look::Open => {}
        }
        // Nobody wins, and nobody loses, sooner than this.
        if ply > 0 {
            let soonest = const { Score::of(Value::Win(if G::FINDS_WINS { 2 } else { 1 })) };
            if window.above >= soonest {
                return Ok(soonest);
            }
            if window.below <= LOSES_IN_1 {
                return Ok(LOSES_IN_1);
            }
        }
        let chances = self.game.chances(node);
        if !chances.mine && window.above >= Score::DRAW
            || !chances.theirs && window.below <= Score::DRAW
            || !chances.mine && !chances.theirs
        {
            return Ok(Score::DRAW);
        }
        let floor = if passed { Score::DRAW } else { Score::LOWEST };
        if window.below <= floor {
            return Ok(floor);
        }
        window.above = window.above.max(floor);
        if depth == 0 {
            self.estimates += 1;
            return Ok(Score::estimate(self.game.estimate(node)).max(floor));
        }
        if ply >= LONGEST {
            return Err(Halt::TooLong);
        }
        let (key, symmetry, known) = match self.shared.table {
            Some(table) => {
                let (key, symmetry) =
                    if self.shared.symmetry { self.game.folded_key(node) } else { (self.game.key(node), 0) };
                (Some(key), symmetry, table.get(key))
            }
            None => (None, 0, Known::NOTHING),
        };
        if ply > 0
            && let Some(score) = self.cut(known, window, depth, passed)
        {
            return Ok(score);
        }
        let first = self.order(node, known.mv, symmetry, ply);
        let (nodes, estimates) = (self.nodes, self.estimates);
        let asked = window;
        let (mut best, mut best_move) = (floor, None);
        let end = self.worker.moves.len();
        for index in first..end {
            let mv = self.pick(first, index, end);
            let passes = self.game.passes(node, mv);
            // Passing back is the floor.
            if passes && passed {
                continue;
            }
            let after = self.game.after(node, mv);
            let deeper = if depth == UNLIMITED { UNLIMITED } else { depth - 1 };
            let narrow = Window { above: window.above, below: window.above.next_higher() };
            let mut score = Score::LOWEST;
            // All but the first are only to be shown to be no better.
            let wide = narrow == window || index == first;
            if !wide {
                score = self.search(&after, narrow.after(), deeper, ply + 1, passes)?.before();
            }
            if wide || score > window.above && score < window.below {
                score = self.search(&after, window.after(), deeper, ply + 1, passes)?.before();
            }
            if score > best {
                (best, best_move) = (score, Some(mv));
                if ply == 0 {
                    self.best = best_move;
                }
            }
            window.above = window.above.max(score);
            if score >= window.below {
                self.remember(mv, ply, nodes);
                break;
            }
        }
        self.worker.moves.truncate(first);
        self.worker.orders.truncate(first);
        if let (Some(table), Some(key)) = (self.shared.table, key) {
            let depth = if self.estimates == estimates { UNLIMITED } else { depth };
            let mut found = Known {
                least: if best > asked.above { best } else { Score::LOWEST },
                most: if best < asked.below { best } else { Score::GREATEST },
                depth,
                mv: best_move.map_or(NO_MOVE, |mv| self.mapped_number(mv, symmetry)),
                work: (self.nodes - nodes + 1).ilog2() as u8,
            };
            if passed {
                // What is kept is the score without the right to pass back: the same where it is above the floor, and never
                // more; see `super`.
                if best == floor {
                    found.least = Score::LOWEST;
                }
                if depth != UNLIMITED {
                    return Ok(best);
                }
            }
            table.put(key, found);
        }
        Ok(best)
    }

    /// The score, as far as the window asks for it and the table knows it.
    #[inline(always)]
    fn cut(&mut self, known: Known, window: Window, depth: Depth, passed: bool) -> Option<Score> {
        let Known { mut least, mut most, .. } = known;
        let holds = known.depth == UNLIMITED || known.depth >= depth && !passed;
        if !holds {
            // Won and lost is so at any depth.
            if !(least.is_decided() && least > Score::DRAW) {
                least = Score::LOWEST;
            }
            if !(most.is_decided() && most < Score::DRAW) {
                most = Score::GREATEST;
            }
        }
        if passed {
            (least, most) = (least.max(Score::DRAW), most.max(Score::DRAW));
        }
        let score = if least >= window.below || least == most {
            least
        } else if most <= window.above {
            most
        } else {
            return None;
        };
        if holds && known.depth != UNLIMITED {
            self.estimates += 1;
        }
        Some(score)
    }

    /// Puts the moves of a node on the stack, with what is to be tried first; where they begin.
    #[inline(always)]
    fn order(&mut self, node: &G::Node, known: u16, symmetry: usize, ply: u16) -> usize {
        let Worker { moves, orders, killers, history, number: thread } = &mut *self.worker;
        let first = moves.len();
        let game = self.game;
        let killers = killers.get(usize::from(ply)).copied().unwrap_or([NO_MOVE; 2]);
        let history = &history[usize::from(ply & 1) * HISTORY..][..HISTORY];
        game.visit(node, |mv, hint| {
            let number = game.number(mv);
            let mut place = (hint << 12) + history[usize::from(number) % HISTORY];
            if killers.contains(&number) {
                place += 1 << 11;
            }
            if *thread > 0 {
                place ^= (u32::from(number).wrapping_mul(0x9e37_79b9).wrapping_mul(*thread) >> 22) as i32;
            }
            // Of equals the one that was visited first.
            let earlier = !((moves.len() - first) as u32);
            orders.push(u64::from(place.wrapping_sub(i32::MIN) as u32) << 32 | u64::from(earlier));
            moves.push(mv);
        });
        if known != NO_MOVE {
            let is_known = |&mv: &MoveOf<G>| self.mapped_number(mv, symmetry) == known;
            if let Some(index) = self.worker.moves[first..].iter().position(is_known) {
                self.worker.orders[first + index] |= 0xffff_ffff << 32;
            }
        }
        if self.worker.moves.len() - first > MANY {
            self.worker.orders[first..].sort_unstable_by(|one, other| other.cmp(one));
        }
        first
    }

    /// The move to be tried next.
    #[inline(always)]
    fn pick(&mut self, first: usize, index: usize, end: usize) -> MoveOf<G> {
        let Worker { moves, orders, .. } = &mut *self.worker;
        let orders = &mut orders[first..end];
        let place = index - first;
        if orders.len() <= MANY {
            let mut best = place;
            for other in place + 1..orders.len() {
                if orders[other] > orders[best] {
                    best = other;
                }
            }
            orders.swap(place, best);
        }
        moves[first + !(orders[place] as u32) as usize]
    }

    /// A move was too good: it will be tried earlier next time.
    #[inline(always)]
    fn remember(&mut self, mv: MoveOf<G>, ply: u16, nodes: u64) {
        let number = self.game.number(mv);
        let Worker { killers, history, .. } = &mut *self.worker;
        if let Some(killers) = killers.get_mut(usize::from(ply))
            && killers[0] != number
        {
            *killers = [number, killers[0]];
        }
        let entry = &mut history[usize::from(ply & 1) * HISTORY + usize::from(number) % HISTORY];
        *entry += 1 + (self.nodes - nodes + 1).ilog2() as i32;
        if *entry > 1 << 11 {
            history.iter_mut().for_each(|entry| *entry /= 2);
        }
    }

    #[inline(always)]
    fn mapped_number(&self, mv: MoveOf<G>, symmetry: usize) -> u16 {
        use crate::rules::Symmetry;

        self.game.number(if symmetry == 0 { mv } else { self.game.rules().map_move(mv, symmetry) })
    }

    #[cold]
    fn report(&mut self) -> Result<(), Halt> {
        let shared = self.shared;
        let nodes = shared.nodes.fetch_add(self.interval, Relaxed) + self.interval;
        let told = self
            .watch
            .as_mut()
            .is_some_and(|watch| watch(Progress { nodes: shared.before + nodes, table: shared.table }).is_break());
        if told || nodes >= shared.limit {
            shared.stop.store(true, Relaxed);
        }
        self.report += self.interval;
        if shared.stop.load(Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }
}
