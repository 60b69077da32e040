//! [`Failures`]: the failures that a run has found so far, by clause and kind.

use std::collections::BTreeMap;

use super::coverage::{Clause, Source};
use super::difference::{Difference, Kind};
use super::marks::{Counterexample, Mark, MarkResult};
use super::trial::{Played, Shared};

/// The identity of a failure: the clause's index in the table, and the kind of difference.
pub(super) type Key = (usize, Kind);

/// One failure, with the game that showed it in the fewest turns, without chance if there is one.
pub(super) struct Failure<'p> {
    pub(super) number: u64,
    pub(super) trial: Shared<'p>,
    pub(super) difference: Difference,
    pub(super) found: Found,
}

/// The state of explaining a failure.
pub(super) enum Found {
    /// Not yet.
    Open,
    /// Its game has been made short.
    Short(Box<Counterexample>),
    /// The judge failed.
    Unknown,
}

/// The failures that a run has found so far.
pub(super) struct Failures<'p> {
    table: &'static [Clause],
    tried: Vec<u64>,
    /// For every clause, the trials that count only for a program that plays.
    refused: Vec<u64>,
    /// Whether the program has played: it has shown what a clause asks for in some game.
    plays: bool,
    /// For every clause, the clauses that have hidden it, with counts.
    hidden: Vec<BTreeMap<usize, u64>>,
    pub(super) by_key: BTreeMap<Key, Failure<'p>>,
}

impl<'p> Failures<'p> {
    pub(super) fn new(table: &'static [Clause]) -> Failures<'p> {
        Failures {
            table,
            tried: vec![0; table.len()],
            refused: vec![0; table.len()],
            plays: false,
            hidden: vec![BTreeMap::new(); table.len()],
            by_key: BTreeMap::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    pub(super) fn key(&self, difference: &Difference) -> Key {
        let index = self.table.iter().position(|clause| clause.name == difference.clause.name);
        (index.expect("a clause of this game"), difference.kind())
    }

    /// Adds a game.
    pub(super) fn add(&mut self, number: u64, trial: &Shared<'p>, played: Played) {
        let by = played.differences.first().map(|difference| self.key(difference).0);
        for (index, trials) in played.coverage.rows().enumerate() {
            self.tried[index] += trials.seen;
            self.refused[index] += trials.refused;
            self.plays |= trials.seen > 0;
            if let Some(by) = by.filter(|&by| trials.hidden > 0 && by != index) {
                *self.hidden[index].entry(by).or_default() += trials.hidden;
            }
        }
        played.differences.into_iter().for_each(|difference| self.file(number, trial, difference));
    }

    /// Files a difference under its own key. If several games show it, keeps the one that does so
    /// in the fewest turns, and rather one without chance: it shows the difference again.
    pub(super) fn file(&mut self, number: u64, trial: &Shared<'p>, difference: Difference) {
        let key = self.key(&difference);
        self.tried[key.0] = self.tried[key.0].max(1);
        let known = self.by_key.get(&key);
        let rank = |trial: &Shared<'p>, turns, number| (trial.has_chance(), turns, number);
        let is_better = known.is_none_or(|known| {
            matches!(known.found, Found::Open)
                && rank(trial, difference.turns, number) < rank(&known.trial, known.difference.turns, known.number)
        });
        if is_better {
            self.by_key.insert(key, Failure { number, trial: trial.clone(), difference, found: Found::Open });
        }
    }

    /// A failure that is not explained yet, of a clause that is marked.
    pub(super) fn unexplained(&self, is_marked: impl Fn(&Clause) -> bool) -> Option<Key> {
        let open = |(key, failure): (&Key, &Failure<'p>)| {
            (matches!(failure.found, Found::Open) && is_marked(&self.table[key.0])).then_some(*key)
        };
        self.by_key.iter().find_map(open)
    }

    pub(super) fn count_unexplained(&self) -> usize {
        self.by_key.values().filter(|failure| matches!(failure.found, Found::Open)).count()
    }

    pub(super) fn give_up(&mut self, key: Key) {
        if let Some(failure) = self.by_key.get_mut(&key) {
            failure.found = Found::Unknown;
        }
    }

    /// The mark of every clause that is marked.
    pub(super) fn marks(&self, is_marked: impl Fn(&Clause) -> bool, strict: bool, failed_itself: bool) -> Vec<Mark> {
        let clauses = self.table.iter().enumerate().filter(|(_, clause)| is_marked(clause));
        clauses.map(|(index, clause)| self.mark(index, clause, strict, failed_itself)).collect()
    }

    fn mark(&self, index: usize, clause: &Clause, strict: bool, failed_itself: bool) -> Mark {
        let refused = self.refused[index];
        let tried = self.tried[index] + if self.plays { refused } else { 0 };
        let mut mark = Mark { tried, ..Mark::new(clause) };
        let failures = self.by_key.range((index, Kind::Crashed)..=(index, Kind::Other));
        // Explained failures first, among them crashes before boards, then the shortest.
        let mut failures: Vec<(Kind, &Failure<'p>)> = failures.map(|(key, failure)| (key.1, failure)).collect();
        failures.sort_by_key(|(kind, failure)| match &failure.found {
            Found::Short(found) => {
                (false, *kind > Kind::Flooded, found.details.as_ref().map_or(0, |short| short.turns[1]))
            }
            _ => (true, *kind > Kind::Flooded, failure.difference.turns),
        });
        let failures: Vec<&Failure<'p>> = failures.into_iter().map(|(_, failure)| failure).collect();
        let hidden = self.hidden[index].iter().max_by_key(|(_, count)| **count).map(|(&by, _)| by);
        // A program that never plays has not shown that it refuses.
        let hidden = hidden.or(self.by_key.keys().next().map(|key| key.0).filter(|_| refused > 0));
        mark.result = match (failures.first(), hidden) {
            (Some(_), _) if clause.source == Source::Ruling && !strict => MarkResult::Note,
            (Some(_), _) => MarkResult::Fail,
            _ if mark.tried > 0 => MarkResult::Pass,
            (None, Some(_)) => MarkResult::Blocked,
            (None, None) if failed_itself => MarkResult::JudgeError,
            (None, None) => MarkResult::NotTried,
        };
        mark.counterexample = failures.first().map(|failure| match &failure.found {
            Found::Short(found) => (**found).clone(),
            _ => Counterexample {
                wrong: failure.difference.what.clone(),
                expected: failure.difference.expected.text(),
                found: failure.difference.found.text(),
                ..Counterexample::default()
            },
        });
        mark.code = failures.first().map(|failure| match &failure.found {
            Found::Short(found) => {
                found.details.as_ref().map_or(&failure.difference, |details| &details.difference).code()
            }
            _ => failure.difference.code(),
        });
        if mark.result == MarkResult::Blocked {
            mark.blocked_by = hidden.map(|by| self.table[by].title.to_string());
        }
        mark
    }
}
