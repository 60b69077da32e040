//! The answers of a weak search in the [table](super::super::table).
//!
//! ```text
//!   bits   0-51        52-53            54-55           56-62               63
//!          standing    least value + 1  most value + 1  log₂ of work, + 1   0
//! ```
//!
//! A value is -1 for a loss, 0 for a draw and 1 for a win of the side to move. So the answers to
//! both questions share an entry, and an answer to one of them often settles the other: a side that
//! wins does not lose.

use super::form::{Goal, Standing};
use crate::search::table::{Key, Table, work_of};

/// The known bounds of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answers<S> {
    standing: S,
    /// The bounds of the value, plus 1.
    least: u8,
    most: u8,
}

impl<S: Standing> Answers<S> {
    #[inline(always)]
    fn new(standing: S, goal: Goal, reached: bool) -> Answers<S> {
        let (least, most) = match (goal, reached) {
            (Goal::Win, true) => (2, 2),
            (Goal::Win, false) => (0, 1),
            (Goal::Hold, true) => (1, 2),
            (Goal::Hold, false) => (0, 0),
        };
        Answers { standing, least, most }
    }

    #[inline(always)]
    fn pack(self, work: u8) -> u64 {
        self.standing.pack() | u64::from(self.least) << 52 | u64::from(self.most) << 54 | u64::from(work) << 56
    }

    #[inline(always)]
    fn unpack(word: u64) -> Answers<S> {
        Answers {
            standing: S::unpack(word & ((1 << 52) - 1)),
            least: (word >> 52) as u8 & 3,
            most: (word >> 54) as u8 & 3,
        }
    }

    /// Returns whether these answers follow from others.
    #[inline(always)]
    fn follow_from(self, others: Answers<S>) -> bool {
        (self.least == 0 || others.least >= self.least && self.standing.is_at_least(others.standing))
            && (self.most == 2 || others.most <= self.most && others.standing.is_at_least(self.standing))
    }
}

/// Returns whether an entry's data are answers.
#[inline(always)]
const fn is_of_answers(data: u64) -> bool {
    data != 0 && data >> 63 == 0
}

impl Table {
    /// Returns whether the side to move reaches the goal, if the table knows.
    #[inline(always)]
    pub(super) fn answer<S: Standing>(&self, key: Key, standing: S, goal: Goal) -> Option<bool> {
        let enough = match goal {
            Goal::Win => 2,
            Goal::Hold => 1,
        };
        for bucket in self.row(key, S::BUCKETS) {
            for entry in &bucket.0 {
                let (check, data) = entry.get();
                if check == key.check && is_of_answers(data) {
                    let answers = Answers::<S>::unpack(data);
                    if answers.least >= enough && standing.is_at_least(answers.standing) {
                        return Some(true);
                    }
                    if answers.most < enough && answers.standing.is_at_least(standing) {
                        return Some(false);
                    }
                } else if S::BUCKETS > 1 && data == 0 {
                    // A row fills from the front.
                    return None;
                }
            }
        }
        None
    }

    /// Stores an answer and the binary logarithm of the number of positions that it took. It joins
    /// the entry of the same position. Without one, it replaces an answer that follows from it, or
    /// the entry of its row that took the least work.
    #[inline(always)]
    pub(super) fn put_answer<S: Standing>(&self, key: Key, standing: S, goal: Goal, reached: bool, work: u32) {
        let mut found = Answers::new(standing, goal, reached);
        let mut work = (work as u8 + 1).min(127);
        let row = self.row(key, S::BUCKETS);
        let (mut place, mut least) = (&row[0].0[0], u8::MAX);
        'row: for entry in row.iter().flat_map(|bucket| &bucket.0) {
            let (check, data) = entry.get();
            if data == 0 {
                if least > 0 {
                    (place, least) = (entry, 0);
                }
                if S::BUCKETS > 1 {
                    break;
                }
                continue;
            }
            if check == key.check && is_of_answers(data) {
                let old = Answers::<S>::unpack(data);
                let same = old.standing == standing;
                if same || old.follow_from(found) {
                    if same {
                        found.least = found.least.max(old.least);
                        found.most = found.most.min(old.most).max(found.least);
                    }
                    work = work.max(work_of(data));
                    place = entry;
                    break 'row;
                }
            }
            if work_of(data) < least {
                (place, least) = (entry, work_of(data));
            }
        }
        place.set(key.check, found.pack(work));
    }
}
