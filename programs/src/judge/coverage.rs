//! [`Clause`]: one case of a game's law, and [`Coverage`]: how often each was tried.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// A sentence of a document or a ruling, or one case of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clause {
    /// The ruling, or the section of the document: `B3`.
    pub source: &'static str,
    /// What it says about this case.
    pub text: &'static str,
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.text)
    }
}

/// How often each clause of a game was tried, summed over all threads.
#[derive(Debug)]
pub struct Coverage {
    clauses: &'static [Clause],
    counts: Vec<AtomicU64>,
}

impl Coverage {
    /// Counts of zero.
    #[must_use]
    pub fn new(clauses: &'static [Clause]) -> Coverage {
        Coverage { clauses, counts: clauses.iter().map(|_| AtomicU64::new(0)).collect() }
    }

    /// Counts one more trial of clause number `index`.
    ///
    /// # Panics
    /// If there is no such clause.
    pub fn count(&self, index: usize) {
        self.counts[index].fetch_add(1, Ordering::Relaxed);
    }

    /// The clauses with their counts.
    pub fn rows(&self) -> impl Iterator<Item = (Clause, u64)> {
        self.clauses.iter().zip(&self.counts).map(|(&clause, count)| (clause, count.load(Ordering::Relaxed)))
    }
}

impl fmt::Display for Coverage {
    /// One line per clause: count, source, text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.clauses.iter().map(|clause| clause.source.len()).max().unwrap_or(0);
        for (clause, count) in self.rows() {
            writeln!(f, "{count:>9}  {:width$}  {}", clause.source, clause.text)?;
        }
        Ok(())
    }
}
