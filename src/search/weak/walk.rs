//! The boolean search: one thread's walk through the tree.

use alloc::vec;
use alloc::vec::Vec;

use super::form::{Child, Goal, NO_NUMBER, Standing, WeakSearchable};
use crate::search::running::{Halt, Pace};
use crate::search::score::LONGEST;

/// The number of history counts per goal. A greater number shares the count of a smaller one.
const HISTORY: usize = 4096;

/// The greatest history count.
const MOST: i64 = (1 << 20) - 1;

/// Longer lists of children are sorted, first by key, so that equal ones can be dropped, then by
/// order. In shorter ones each next child is selected when it is needed.
const MANY: usize = 48;

/// The state that a thread keeps from one search to the next.
pub(in crate::search) struct WeakWorker<N, S> {
    /// The number of the thread. All but thread 0 perturb their move order, so that they search
    /// other parts of the tree.
    number: u32,
    /// The children of the nodes on the current path, by ply.
    children: Vec<Vec<Child<N, S>>>,
    /// A count per goal and move of how often the move reached the goal.
    history: [Vec<i64>; 2],
    /// Per goal and move of the other side, the last move after it that reached the goal.
    replies: [Vec<u16>; 2],
}

impl<N, S> WeakWorker<N, S> {
    pub(in crate::search) fn new(number: u32) -> WeakWorker<N, S> {
        let history = [(); 2].map(|()| vec![0; HISTORY]);
        WeakWorker { number, children: Vec::new(), history, replies: [(); 2].map(|()| vec![NO_NUMBER; HISTORY]) }
    }
}

/// One thread's walk through the tree of one question.
pub(in crate::search) struct WeakWalk<'w, 'p, W: WeakSearchable> {
    game: &'w W,
    worker: &'w mut WeakWorker<W::Node, W::Standing>,
    pace: Pace<'p>,
    /// The part of the tree before the current node, and its own part, for reports.
    part: [f64; 2],
}

/// Deeper nodes do not count for the part of the tree that is done.
const COUNTED: u16 = 16;

impl<'w, 'p, W: WeakSearchable> WeakWalk<'w, 'p, W> {
    pub(in crate::search) fn new(
        game: &'w W,
        worker: &'w mut WeakWorker<W::Node, W::Standing>,
        pace: Pace<'p>,
    ) -> WeakWalk<'w, 'p, W> {
        WeakWalk { game, worker, pace, part: [0.0, 1.0] }
    }

    /// Searches whether the side to move reaches the goal, and then tells the other threads to
    /// stop.
    pub(in crate::search) fn answer(mut self, node: &W::Node, goal: Goal) -> Result<bool, Halt> {
        let root = Child::new(node.clone(), self.game.identity(node), NO_NUMBER, 0);
        let answer = match self.known(&root, goal) {
            Some(answer) => Ok(answer),
            None => self.search(&root, goal, 0),
        };
        self.pace.finish(answer)
    }

    #[inline(always)]
    fn known(&self, child: &Child<W::Node, W::Standing>, goal: Goal) -> Option<bool> {
        self.pace.shared.table.and_then(|table| table.answer(child.key, child.standing, goal))
    }

    /// Searches a position that the table does not know.
    fn search(&mut self, at: &Child<W::Node, W::Standing>, goal: Goal, ply: u16) -> Result<bool, Halt> {
        self.pace.count()?;
        if ply >= LONGEST {
            return Err(Halt::TooLong);
        }
        let begun = self.pace.nodes;
        if self.worker.children.len() <= usize::from(ply) {
            self.worker.children.push(Vec::new());
        }
        let mut children = core::mem::take(&mut self.worker.children[usize::from(ply)]);
        children.clear();
        let (pace, mut asked) = (&mut self.pace, Ok(()));
        let mut must_stop = || {
            asked = pace.ask_within();
            asked.is_err()
        };
        let answer = self.game.expand_watched(&at.node, goal, at.number, &mut children, &mut must_stop);
        asked?;
        let mut reached = match answer {
            Some(answer) => {
                self.worker.children[usize::from(ply)] = children;
                return Ok(answer);
            }
            // All children are looked up before any is searched: enhanced transposition cutoffs
            // (Plaat and others, 1996).
            None => self.drop_known(&mut children, goal),
        };
        if !reached {
            self.order(&mut children, at.number, goal);
            let [before, part] = self.part;
            for index in 0..children.len() {
                pick(&mut children, index);
                let child = &children[index];
                if ply < COUNTED {
                    let share = part / children.len() as f64;
                    self.part = [before + share * index as f64, share];
                    self.pace.done = Some(self.part[0]);
                }
                // The search of an earlier child may have answered this one.
                let known = if index > 0 { self.known(child, goal.other()) } else { None };
                let answer = match known {
                    Some(answer) => answer,
                    None => self.search(child, goal.other(), ply + 1)?,
                };
                if !answer {
                    self.remember(&children[..=index], at.number, goal, begun);
                    reached = true;
                    break;
                }
            }
            self.part = [before, part];
        }
        self.worker.children[usize::from(ply)] = children;
        if let Some(table) = self.pace.shared.table {
            table.put_answer(at.key, at.standing, goal, reached, (self.pace.nodes - begun + 1).ilog2());
        }
        Ok(reached)
    }

    /// Drops the children that equal another one, that are no better than another one, or that miss
    /// the goal by the table. Returns whether the table knows one that reaches it.
    #[inline(always)]
    fn drop_known(&self, children: &mut Vec<Child<W::Node, W::Standing>>, goal: Goal) -> bool {
        if children.len() > MANY {
            // With cached keys, one compiled sort serves all games.
            children.sort_by_cached_key(|child| (child.key, child.standing));
            children.dedup_by_key(|child| (child.key, child.standing));
        }
        let all_differ = children.len() > MANY;
        let mut index = 0;
        while index < children.len() {
            let child = &children[index];
            // The other side moves in a child, so a child that is at least as good for that side is
            // no better here.
            let is_worse = |other: &Child<W::Node, W::Standing>| {
                other.key == child.key && child.standing.is_at_least(other.standing)
            };
            if !all_differ && children[..index].iter().any(is_worse) {
                children.swap_remove(index);
                continue;
            }
            match self.known(child, goal.other()) {
                Some(false) => return true,
                Some(true) => {
                    children.swap_remove(index);
                }
                None => index += 1,
            }
        }
        false
    }

    #[inline(always)]
    fn order(&self, children: &mut [Child<W::Node, W::Standing>], last: u16, goal: Goal) {
        let WeakWorker { number: thread, history, replies, .. } = &*self.worker;
        let history = &history[goal as usize];
        let reply = replies[goal as usize][usize::from(last) % HISTORY];
        for (index, child) in children.iter_mut().enumerate() {
            let mut count = history[usize::from(child.number) % HISTORY];
            if *thread > 0 {
                count ^= i64::from(u32::from(child.number).wrapping_mul(0x9e37_79b9).wrapping_mul(*thread) >> 22);
            }
            if W::REPLIES && child.number == reply {
                count += MOST;
            }
            // Among equals, the one that was pushed first.
            child.order = i64::from(child.hint) << 33 | count << 11 | (2047 - index.min(2047) as i64);
        }
        if children.len() > MANY {
            children.sort_by_cached_key(|child| core::cmp::Reverse(child.order));
        }
    }

    /// Counts a success of the last of these children, and failures of those before it.
    #[inline(always)]
    fn remember(&mut self, tried: &[Child<W::Node, W::Standing>], last: u16, goal: Goal, begun: u64) {
        let [failed @ .., child] = tried else { return };
        let history = &mut self.worker.history[goal as usize];
        let count = &mut history[usize::from(child.number) % HISTORY];
        *count = (*count + 1 + i64::from((self.pace.nodes - begun + 1).ilog2())).min(MOST);
        for other in failed {
            let count = &mut history[usize::from(other.number) % HISTORY];
            *count -= *count / 64;
        }
        self.worker.replies[goal as usize][usize::from(last) % HISTORY] = child.number;
    }
}

/// Moves the child with the greatest order among those from `index` on to `index`.
#[inline(always)]
fn pick<N, S>(children: &mut [Child<N, S>], index: usize) {
    if children.len() <= MANY {
        let mut best = index;
        for other in index + 1..children.len() {
            if children[other].order > children[best].order {
                best = other;
            }
        }
        children.swap(index, best);
    }
}
