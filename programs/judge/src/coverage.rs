//! [`Clause`]: one rule of a game's law; [`Coverage`]: the number of trials of each.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The source of a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The document states it: a program that breaks it fails.
    #[default]
    Document,
    /// Only the project's rulings state it: breaking it is a note, and a failure at the strict
    /// level.
    Ruling,
}

/// A sentence of a document or a ruling, or one case of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// Its name, unique in its game. A name such as `B2-pass` begins with the number of a ruling
    /// that says more.
    pub name: &'static str,
    /// Its source.
    pub source: Source,
    /// The rule for this case, in a few words.
    pub title: &'static str,
    /// The sentence of the document, or a remark that the document leaves the case open.
    pub quote: &'static str,
}

impl Clause {
    /// The number of the ruling that says more, such as `B2`.
    #[must_use]
    pub fn ruling(&self) -> Option<&'static str> {
        ruling(self.name)
    }

    /// Whether `word` is the name or the ruling of this clause. Upper and lower case do not
    /// matter.
    #[must_use]
    pub fn is_named(&self, word: &str) -> bool {
        self.name.eq_ignore_ascii_case(word) || self.ruling().is_some_and(|ruling| ruling.eq_ignore_ascii_case(word))
    }
}

/// The number of a ruling at the start of a clause's name.
pub(super) fn ruling(name: &str) -> Option<&str> {
    let (head, _) = name.split_once('-')?;
    let digits = head.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(head)
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.title)
    }
}

/// The trials of a clause in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    /// Those that were looked at.
    pub seen: u64,
    /// Those that a difference hid.
    pub hidden: u64,
    /// Those in which the program had to refuse to play. They count for a program that plays in
    /// another game.
    pub refused: u64,
}

/// The trials of each clause in a game.
#[derive(Clone, Debug)]
pub struct Coverage {
    counts: Vec<Cell<Trials>>,
    hiding: Cell<bool>,
}

impl Coverage {
    /// Counts of zero.
    #[must_use]
    pub fn new(clauses: &[Clause]) -> Coverage {
        Coverage { counts: vec![Cell::default(); clauses.len()], hiding: Cell::new(false) }
    }

    /// Counts one more trial of clause number `index`.
    ///
    /// # Panics
    /// If there is no such clause.
    pub fn count(&self, index: usize) {
        let mut trials = self.counts[index].get();
        *if self.hiding.get() { &mut trials.hidden } else { &mut trials.seen } += 1;
        self.counts[index].set(trials);
    }

    /// Counts one more trial of clause number `index`, in which the program had to refuse to play.
    ///
    /// # Panics
    /// If there is no such clause.
    pub fn count_refused(&self, index: usize) {
        let trials = self.counts[index].get();
        self.counts[index].set(Trials { refused: trials.refused + 1, ..trials });
    }

    /// Counts all later trials as hidden by a difference.
    pub fn hide_rest(&self) {
        self.hiding.set(true);
    }

    /// The trials of each clause.
    pub fn rows(&self) -> impl Iterator<Item = Trials> {
        self.counts.iter().map(Cell::get)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_named_by_its_name_or_its_ruling() {
        let clause = Clause { name: "B2-pass", source: Source::Document, title: "", quote: "" };
        assert!(["B2-pass", "b2", "B2-PASS"].iter().all(|word| clause.is_named(word)));
        assert!(["B", "pass", "B2-", "B22"].iter().all(|word| !clause.is_named(word)));
        assert_eq!(["start", "right-edge", "B-x", "F11-empty"].map(ruling), [None, None, None, Some("F11")]);
    }

    #[test]
    fn what_comes_after_a_difference_is_hidden() {
        let clause = Clause { name: "a", source: Source::Ruling, title: "", quote: "" };
        let coverage = Coverage::new(&[clause; 2]);
        coverage.count(0);
        coverage.hide_rest();
        coverage.count(0);
        coverage.count(1);
        coverage.count_refused(1);
        let trials = [Trials { seen: 1, hidden: 1, refused: 0 }, Trials { seen: 0, hidden: 1, refused: 1 }];
        assert_eq!(coverage.rows().collect::<Vec<_>>(), trials);
    }
}
