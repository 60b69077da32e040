//! [`Rule`], and how often each was tried.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// A rule, or a case of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The ruling or the section of the document: `B3`.
    pub source: &'static str,
    /// What it says, of this case.
    pub text: &'static str,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.text)
    }
}

/// Names the rules of a game: an enum with a table.
macro_rules! rules {
    ($(#[$attribute:meta])* $name:ident { $($case:ident: $source:literal $text:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($case),* }

        impl $name {
            pub(super) const ALL: &'static [$crate::judge::Rule] =
                &[$($crate::judge::Rule { source: $source, text: $text }),*];

            pub(super) fn rule(self) -> $crate::judge::Rule {
                $name::ALL[self as usize]
            }
        }
    };
}
pub(super) use rules;

/// How often each rule of a game was tried, by all threads together.
#[derive(Debug)]
pub struct Coverage {
    rules: &'static [Rule],
    counts: Vec<AtomicU64>,
}

impl Coverage {
    /// Nothing tried yet.
    #[must_use]
    pub fn new(rules: &'static [Rule]) -> Coverage {
        Coverage { rules, counts: rules.iter().map(|_| AtomicU64::new(0)).collect() }
    }

    /// Rule number `index` was tried once more.
    pub fn count(&self, index: usize) {
        self.counts[index].fetch_add(1, Ordering::Relaxed);
    }

    /// The rules, and how often each was tried.
    pub fn rows(&self) -> impl Iterator<Item = (Rule, u64)> {
        self.rules.iter().zip(&self.counts).map(|(&rule, count)| (rule, count.load(Ordering::Relaxed)))
    }
}

impl fmt::Display for Coverage {
    /// A line a rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rules.iter().map(|rule| rule.source.len()).max().unwrap_or(0);
        for (rule, count) in self.rows() {
            writeln!(f, "{count:>9}  {:width$}  {}", rule.source, rule.text)?;
        }
        Ok(())
    }
}
