//! A shorter script that shows the same.

use std::time::{Duration, Instant};

use super::script::Script;

/// How much work shrinking may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Scripts that may be tried.
    pub(super) tries: u32,
    /// How long.
    pub(super) time: Duration,
}

/// Takes turns out of a script, and makes its setting simpler, as long as `shows` says that the script still shows the difference.
/// The result shows it; so must the script that comes in.
pub(super) fn shrink<S: Clone + PartialEq>(
    script: Script<S>,
    turns: usize,
    budget: Budget,
    simpler: impl Fn(&Script<S>) -> Vec<Script<S>>,
    shows: impl FnMut(&Script<S>) -> bool,
) -> Script<S> {
    let mut search = Search { best: script, left: budget.tries, until: Instant::now() + budget.time, shows };
    search.cut(turns);
    loop {
        let before = (search.best.turns.len(), search.left);
        search.take_out();
        let simplified = search.simplify(&simpler);
        if search.is_over() || !simplified && search.best.turns.len() == before.0 {
            return search.best;
        }
    }
}

struct Search<S, F> {
    best: Script<S>,
    left: u32,
    until: Instant,
    shows: F,
}

impl<S: Clone + PartialEq, F: FnMut(&Script<S>) -> bool> Search<S, F> {
    fn is_over(&self) -> bool {
        self.left == 0 || Instant::now() > self.until
    }

    fn keep(&mut self, candidate: Script<S>) -> bool {
        if self.is_over() {
            return false;
        }
        self.left -= 1;
        let shows = (self.shows)(&candidate);
        if shows {
            self.best = candidate;
        }
        shows
    }

    /// Leaves out what comes after the difference.
    fn cut(&mut self, turns: usize) {
        for length in [turns, turns + 1] {
            if length < self.best.turns.len() {
                let mut candidate = self.best.clone();
                candidate.turns.truncate(length);
                candidate.ended = true;
                if self.keep(candidate) {
                    return;
                }
            }
        }
    }

    /// Takes out runs of turns, long ones first, then shorter ones down to single turns, from the end.
    fn take_out(&mut self) {
        let mut length = self.best.turns.len().div_ceil(2);
        while length > 0 {
            let mut end = self.best.turns.len();
            while end > 0 && !self.is_over() {
                let start = end.saturating_sub(length);
                let mut candidate = self.best.clone();
                candidate.turns.drain(start..end);
                let kept = self.keep(candidate);
                // Two sticks of different sides, or a move and its answer, often only go together.
                end = if length == 2 && !kept { end - 1 } else { start.min(self.best.turns.len()) };
            }
            length = if length == 2 { 1 } else { length.div_ceil(2) * usize::from(length > 1) };
        }
    }

    fn simplify(&mut self, simpler: &impl Fn(&Script<S>) -> Vec<Script<S>>) -> bool {
        let mut simplified = false;
        'again: while !self.is_over() {
            for candidate in simpler(&self.best) {
                // The same script again would be kept for ever.
                if candidate != self.best && self.keep(candidate) {
                    simplified = true;
                    continue 'again;
                }
            }
            break;
        }
        simplified
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(turns: &[&str], needed: &[&str], tries: u32) -> String {
        let mut script = Script::new(());
        turns.iter().for_each(|turn| script.push(turn));
        let budget = Budget { tries, time: Duration::from_secs(100) };
        let shows = |script: &Script<()>| {
            let mut rest = script.turns.iter();
            needed.iter().all(|&needed| rest.any(|turn| turn.strip_suffix(b"\n") == Some(needed.as_bytes())))
        };
        let short = shrink(script, turns.len(), budget, |_| Vec::new(), shows);
        String::from_utf8(short.input()).unwrap().replace('\n', " ")
    }

    #[test]
    fn only_what_is_needed_is_left() {
        let turns: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
        assert_eq!(shrunk(&turns, &["3", "17", "49"], 1000), "3 17 49 ");
        assert_eq!(shrunk(&turns, &[], 1000), "");
        assert_eq!(shrunk(&turns[..1], &["0"], 1000), "0 ");
        assert_eq!(shrunk(&turns, &["3"], 0).split(' ').count(), 51, "no tries, no change");
    }
}
