//! A test of weak forms: minimax over the rules against keys, standings and expansions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::vec::Vec;

use super::form::{Goal, NO_NUMBER, Standing, WeakSearchable};
use super::value::WeakValue;
use crate::cell::Side;
use crate::rng::Generator;
use crate::rules::Rules;
use crate::search::score::Value;
use crate::search::table::Key;

/// The values of all positions that can follow a position, by plain minimax. For games in which no
/// position occurs twice.
struct Minimax<'r, R: Rules> {
    rules: &'r R,
    values: HashMap<R::Position, WeakValue>,
}

impl<R: Rules> Minimax<'_, R> {
    /// The value for `turn`, which is to move; `None` once `most` positions are known.
    fn value(&mut self, position: &R::Position, turn: Side, most: usize) -> Option<WeakValue> {
        if let Some(&value) = self.values.get(position) {
            return Some(value);
        }
        if self.values.len() >= most {
            return None;
        }
        let value = match Value::of_outcome(self.rules.outcome(position), turn) {
            Some(value) => WeakValue::from(value),
            None => {
                let mut best = WeakValue::Loss;
                for mv in self.rules.moves(position) {
                    let mut after = position.clone();
                    self.rules.play_unchecked(&mut after, mv);
                    best = best.max(self.value(&after, turn.other(), most)?.other());
                }
                best
            }
        };
        self.values.insert(position.clone(), value);
        Some(value)
    }
}

/// The positions that [`check`] compared.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) positions: usize,
    pub(crate) wins: usize,
    pub(crate) identities: usize,
}

/// Checks a weak form on the late positions of seeded random games and on all positions that can
/// follow them. A late position is one that at most `most` positions can follow.
///
/// Positions of one identity must have the same value, and a better standing must not lower it.
/// Every expansion must agree with the values of its children.
pub(crate) fn check<R: Rules, G: WeakSearchable<Position = R::Position>>(
    form: &G,
    rules: &R,
    seeds: u64,
    most: usize,
) -> Compared {
    let mut compared = Compared::default();
    let mut known: HashMap<Key, HashMap<u64, WeakValue>> = HashMap::new();
    for seed in 0..seeds {
        let mut generator = Generator::for_game(seed, 0);
        let mut line = Vec::from([rules.start()]);
        while let Some(last) = line.last().filter(|last| !rules.outcome(last).is_over()) {
            let (mut after, moves) = (last.clone(), rules.moves(last));
            rules.play_unchecked(&mut after, *generator.pick(&moves));
            line.push(after);
        }
        let mut minimax = Minimax { rules, values: HashMap::new() };
        line.iter().rev().skip(1).all(|position| minimax.value(position, rules.turn(position), most).is_some());
        minimax.values.retain(|position, _| !rules.outcome(position).is_over());
        for (position, &value) in &minimax.values {
            let (key, standing) = form.identity(&form.node(position));
            match known.entry(key).or_default().entry(standing.pack()) {
                Entry::Vacant(entry) => drop(entry.insert(value)),
                Entry::Occupied(entry) => assert_eq!(*entry.get(), value, "seed {seed}: {position:?}"),
            }
        }
        for (position, &value) in &minimax.values {
            compared.positions += 1;
            compared.wins += usize::from(value == WeakValue::Win);
            for goal in [Goal::Win, Goal::Hold] {
                let mut children = Vec::new();
                let answer = form.expand(&form.node(position), goal, NO_NUMBER, &mut children);
                let reaches = || {
                    children.iter().any(|child| {
                        let (key, standing) = form.identity(&child.node);
                        assert!(key == child.key && standing == child.standing);
                        let value = known.get(&key).and_then(|standings| standings.get(&standing.pack()));
                        !goal.other().is_reached(*value.expect("a position after a move"))
                    })
                };
                let answer = answer.unwrap_or_else(reaches);
                assert_eq!(answer, goal.is_reached(value), "seed {seed}: {goal:?} at {position:?}");
            }
        }
    }
    for standings in known.values() {
        compared.identities += standings.len();
        for (&one, &value) in standings {
            for (&two, &other) in standings {
                let is_at_least = G::Standing::unpack(one).is_at_least(G::Standing::unpack(two));
                assert!(!is_at_least || value >= other, "{one:x} {two:x}");
            }
        }
    }
    compared
}
