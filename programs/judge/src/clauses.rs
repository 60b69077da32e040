//! [`clauses!`]: the clauses of one game, an enum with a table.

use super::coverage::{Clause, Coverage};
use super::difference::Difference;
use super::transcript::Ending;

/// A clause of one game's table.
pub(super) trait ClauseTable: Copy {
    /// The clauses, in the order of the enum.
    const ALL: &'static [Clause];

    /// Its place in the table.
    fn index(self) -> usize;

    /// Name, title and sentence.
    fn clause(self) -> Clause {
        Self::ALL[self.index()]
    }

    /// Counts one more trial.
    fn count(self, coverage: &Coverage) {
        coverage.count(self.index());
    }

    /// Counts one more trial in which the program had to refuse to play.
    fn count_refused(self, coverage: &Coverage) {
        coverage.count_refused(self.index());
    }

    /// A difference under this clause, after `turns` turns.
    fn difference(self, turns: usize, what: impl Into<String>) -> Box<Difference> {
        Box::new(Difference::new(self.clause(), turns, what))
    }

    /// The difference that a program ended wrongly.
    fn ending(self, turns: usize, ending: Ending) -> Box<Difference> {
        Box::new(Difference::new(self.clause(), turns, ending.to_string()).of_ending(ending))
    }
}

/// Names the clauses of a game: an enum with a table. Each clause has its name, its source, its
/// title and the document's sentence.
macro_rules! clauses {
    ($(#[$attribute:meta])* $name:ident { $($case:ident: $id:literal $source:ident $title:literal $quote:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($case),* }

        impl $crate::clauses::ClauseTable for $name {
            const ALL: &'static [$crate::coverage::Clause] = &[$($crate::coverage::Clause {
                name: $id,
                source: $crate::coverage::Source::$source,
                title: $title,
                quote: $quote,
            }),*];

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(super) use clauses;
