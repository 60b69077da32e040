//! Alpha-beta: one thread's walk through the tree.

use alloc::vec;
use alloc::vec::Vec;

use super::running::{Halt, Pace};
use super::score::{LONGEST, Score, Value, Window};
use super::searchable::{MoveOf, Searchable, Status};
use super::table::{Depth, Known, NO_MOVE, UNLIMITED};

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The score: exact inside the window, otherwise a bound (see [`Window`]).
    pub score: Score,
    /// The move with this score; `None` if the search failed low or the game is over.
    pub mv: Option<M>,
    /// Whether the score is exact: no static evaluation contributed to it.
    pub exact: bool,
}

/// A position to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root<N> {
    /// The position.
    pub node: N,
    /// Whether the move that led to it was a pass. Passing back then ends the game with a draw.
    pub passed: bool,
}

/// Longer move lists are sorted; in shorter ones each next move is selected when it is needed.
const MANY: usize = 64;

/// The number of history entries per side.
const HISTORY: usize = 4096;

/// The state that a thread keeps from one search to the next.
#[derive(Debug)]
pub(super) struct Worker<M> {
    /// The number of the thread. All but thread 0 perturb their move order, so that they search
    /// other parts of the tree.
    number: u32,
    /// A stack with the moves of all nodes on the current path, and their ordering keys: the
    /// greatest key comes first.
    moves: Vec<M>,
    orders: Vec<u64>,
    /// The last two moves of each ply that failed high.
    killers: Vec<[u16; 2]>,
    /// A counter per side and move of how often the move failed high.
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

/// One thread's walk through the tree of one search.
pub(super) struct Walk<'w, 'p, G: Searchable> {
    game: &'w G,
    symmetry: bool,
    worker: &'w mut Worker<MoveOf<G>>,
    pace: Pace<'p>,
    /// The number of nodes so far whose score comes from a static evaluation.
    estimates: u64,
    best: Option<MoveOf<G>>,
}

/// Sorts ordering keys, the greatest first. Compiled once for all games.
fn sort_descending(orders: &mut [u64]) {
    orders.sort_unstable_by(|one, other| other.cmp(one));
}

const LOSES_IN_1: Score = Score::of(Value::Loss(1));

impl<'w, 'p, G: Searchable> Walk<'w, 'p, G> {
    pub(super) fn new(
        game: &'w G,
        symmetry: bool,
        worker: &'w mut Worker<MoveOf<G>>,
        pace: Pace<'p>,
    ) -> Walk<'w, 'p, G> {
        Walk { game, symmetry, worker, pace, estimates: 0, best: None }
    }

    /// Runs the search, then tells the other threads to stop.
    pub(super) fn answer(
        mut self,
        root: &Root<G::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Found<MoveOf<G>>, Halt> {
        self.worker.moves.clear();
        self.worker.orders.clear();
        let score = self.search(&root.node, window, depth, 0, root.passed);
        let score = self.pace.finish(score)?;
        Ok(Found { score, mv: self.best, exact: self.estimates == 0 })
    }

    /// Searches a node. [`Window`] says what the score means, [`Root`] what `passed` means.
    fn search(
        &mut self,
        node: &G::Node,
        mut window: Window,
        depth: Depth,
        ply: u16,
        passed: bool,
    ) -> Result<Score, Halt> {
        self.pace.count()?;
        match self.game.status(node) {
            Status::Over(value) => return Ok(Score::of(value)),
            Status::Wins(mv) => {
                if ply == 0 {
                    self.best = Some(mv);
                }
                return Ok(Score::of(Value::Win(1)));
            }
            Status::Open => {}
        }
        // A win or a loss from here on takes at least one or two plies more, which bounds the
        // score.
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
        let (key, symmetry, known) = match self.pace.shared.table {
            Some(table) => {
                let (key, symmetry) = if self.symmetry { self.game.folded_key(node) } else { (self.game.key(node), 0) };
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
        let (nodes, estimates) = (self.pace.nodes, self.estimates);
        let asked = window;
        let (mut best, mut best_move) = (floor, None);
        let end = self.worker.moves.len();
        for index in first..end {
            let mv = self.pick(first, index, end);
            let passes = self.game.passes(node, mv);
            // Passing back is a draw, which is the floor already.
            if passes && passed {
                continue;
            }
            let after = self.game.after(node, mv);
            let deeper = if depth == UNLIMITED { UNLIMITED } else { depth - 1 };
            let narrow = Window { above: window.above, below: window.above.next_higher() };
            let mut score = Score::LOWEST;
            // Moves after the first get a null window: most of them only need to fail low.
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
        if let (Some(table), Some(key)) = (self.pace.shared.table, key) {
            let depth = if self.estimates == estimates { UNLIMITED } else { depth };
            let found = Known {
                least: if best > asked.above { best } else { Score::LOWEST },
                most: if best < asked.below { best } else { Score::GREATEST },
                depth,
                mv: best_move.map_or(NO_MOVE, |mv| self.mapped_number(mv, symmetry)),
                work: (self.pace.nodes - nodes + 1).ilog2() as u8,
            };
            // The table holds scores without the right to pass back: equal to this one if it is
            // above the floor, and never greater; see `super`. At the floor there is no lower
            // bound, because no window asks below it.
            if passed && depth != UNLIMITED {
                return Ok(best);
            }
            table.put(key, found);
        }
        Ok(best)
    }

    /// The score, if the table's bounds decide this window.
    #[inline(always)]
    fn cut(&mut self, known: Known, window: Window, depth: Depth, passed: bool) -> Option<Score> {
        let Known { mut least, mut most, .. } = known;
        let holds = known.depth == UNLIMITED || known.depth >= depth && !passed;
        if !holds {
            // A win or a loss holds at any depth.
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

    /// Pushes the moves of a node and their ordering keys on the stack. Returns the index of the
    /// first.
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
            // Among equal moves, the one that was visited first.
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
            sort_descending(&mut self.worker.orders[first..]);
        }
        first
    }

    /// Selects the next move.
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

    /// Records that a move failed high, so that it is tried earlier next time.
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
        *entry += 1 + (self.pace.nodes - nodes + 1).ilog2() as i32;
        if *entry > 1 << 11 {
            history.iter_mut().for_each(|entry| *entry /= 2);
        }
    }

    #[inline(always)]
    fn mapped_number(&self, mv: MoveOf<G>, symmetry: usize) -> u16 {
        use crate::rules::Symmetry;

        self.game.number(if symmetry == 0 { mv } else { self.game.rules().map_move(mv, symmetry) })
    }
}
