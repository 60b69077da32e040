//! Shrinking: a shorter script that shows the same difference.

use std::time::{Duration, Instant};

use super::trial::Shared;

/// The limits of shrinking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The most scripts to try.
    pub(super) tries: u32,
    /// The longest time.
    pub(super) time: Duration,
}

/// Takes turns out of a script and simplifies its setting as long as `shows` returns that the
/// script still shows the difference, which appeared after `turns` turns. `shows` must hold for
/// `script`, and holds for the result.
pub(super) fn shrink<'p>(
    script: Shared<'p>,
    turns: usize,
    budget: Budget,
    shows: &mut dyn FnMut(&Shared<'p>) -> bool,
) -> Shared<'p> {
    let mut search = Search { best: script, left: budget.tries, until: Instant::now() + budget.time, shows };
    search.cut(turns);
    loop {
        let before = search.best.turns();
        search.take_out();
        let simplified = search.simplify();
        if search.is_over() || !simplified && search.best.turns() == before {
            return search.best;
        }
    }
}

struct Search<'p, 's> {
    best: Shared<'p>,
    left: u32,
    until: Instant,
    shows: &'s mut dyn FnMut(&Shared<'p>) -> bool,
}

impl<'p> Search<'p, '_> {
    fn is_over(&self) -> bool {
        self.left == 0 || Instant::now() > self.until
    }

    fn keep(&mut self, candidate: Shared<'p>) -> bool {
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

    /// Drops the turns after the difference.
    fn cut(&mut self, turns: usize) {
        for length in [turns, turns + 1] {
            let all = self.best.turns();
            if length < all && self.keep(self.best.without(length, all).ended()) {
                return;
            }
        }
    }

    /// Takes out runs of turns, long ones first, then shorter ones down to single turns, from the
    /// end.
    fn take_out(&mut self) {
        let mut length = self.best.turns().div_ceil(2);
        while length > 0 {
            let mut end = self.best.turns();
            while end > 0 && !self.is_over() {
                let start = end.saturating_sub(length);
                let kept = self.keep(self.best.without(start, end));
                // Two sticks of different sides, or a move and its reply, often can only go
                // together.
                end = if length == 2 && !kept { end - 1 } else { start.min(self.best.turns()) };
            }
            length = if length == 2 { 1 } else { length.div_ceil(2) * usize::from(length > 1) };
        }
    }

    fn simplify(&mut self) -> bool {
        let mut simplified = false;
        'again: while !self.is_over() {
            for candidate in self.best.simpler() {
                if self.keep(candidate) {
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
    use std::cell::RefCell;
    use std::path::Path;

    use super::super::coverage::{Clause, Coverage};
    use super::super::desk::Desk;
    use super::super::difference::Difference;
    use super::super::protocol::{Protocol, Record, Task};
    use super::super::script::Script;
    use super::super::template::Template;
    use super::super::transcript::Transcript;
    use super::super::trial::{AnyProtocol, Trial};
    use super::*;
    use gridlaw::rng::Generator;

    /// A game of input alone. Its setting cannot be simplified, but is offered again nevertheless.
    struct Typing(Vec<String>);

    impl Protocol for Typing {
        type Setting = ();
        type Expected = ();

        fn clauses(&self) -> &'static [Clause] {
            &[]
        }

        fn script(&self, _: u64, _: &mut Generator) -> Script<()> {
            let mut script = Script::new(());
            self.0.iter().for_each(|turn| script.push(turn));
            script
        }

        fn prepare(&self, script: &Script<()>, _: &mut Desk) -> std::io::Result<Task<()>> {
            Ok(Task { values: Vec::new(), directory: None, input: script.input(), bytes: 0, expected: () })
        }

        fn directed(&self) -> Vec<Script<()>> {
            Vec::new()
        }

        fn check(&self, _: &Script<()>, _: &Task<()>, _: &Transcript, _: &Coverage) -> Vec<Difference> {
            Vec::new()
        }

        fn ends(&self, _: &Script<()>) -> Clause {
            unreachable!("nothing is played")
        }

        fn simpler(&self, script: &Script<()>) -> Vec<Script<()>> {
            vec![script.clone()]
        }

        fn record(&self, _: &Script<()>, _: &Path) -> Record {
            Record::default()
        }
    }

    fn shrunk(turns: &[String], needed: &[&str], tries: u32) -> (String, u32) {
        let typing = Typing(turns.to_vec());
        let budget = Budget { tries, time: Duration::from_secs(100) };
        let template = Template::new(["none".into()]);
        let typed = |script: &dyn Trial<'_>| String::from_utf8(script.by_hand(&template).unwrap().input).unwrap();
        let tried = RefCell::new(0);
        let mut shows = |script: &Shared<'_>| {
            *tried.borrow_mut() += 1;
            let typed = typed(&**script);
            let mut rest = typed.lines();
            needed.iter().all(|&needed| rest.any(|turn| turn == needed))
        };
        let script = typing.trial(0, &mut Generator::for_game(0, 0));
        let short = shrink(script, turns.len(), budget, &mut shows);
        (typed(&*short).replace('\n', " "), tried.into_inner())
    }

    #[test]
    fn only_what_is_needed_is_left() {
        let turns: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        assert_eq!(shrunk(&turns, &["3", "17", "49"], 1000).0, "3 17 49 ");
        assert_eq!(shrunk(&turns, &[], 1000).0, "");
        assert_eq!(shrunk(&turns[..1], &["0"], 1000).0, "0 ");
        assert_eq!(shrunk(&turns, &["3"], 0).0.split(' ').count(), 51, "no tries, no change");
    }

    /// A script that does not get simpler ends the search.
    #[test]
    fn the_same_script_is_not_tried_forever() {
        let turns: Vec<String> = (0..4).map(|number| number.to_string()).collect();
        let (left, tried) = shrunk(&turns, &["3"], 1000);
        assert_eq!(left, "3 ");
        assert!(tried < 20, "{tried} tries");
    }
}
