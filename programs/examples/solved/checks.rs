//! Three independent checks of a value.
//!
//! - Retrograde analysis of all positions of the reference engine, on boards that have few.
//! - A search with keys that fold nothing: every position has a key of its own.
//! - A proof for the reference engine: a move in every position of the side that reaches its goal,
//!   and all replies of the other side, up to the ends of the games. Moves come from the solver,
//!   but the walk trusts no table: the naive engine must reach the goal at every end.

use std::collections::HashMap;

use gridlaw::games::{AnyGame, Engine, Game, GameFunction, SearchFunction};
use gridlaw::rules::{Notation, Rules};
use gridlaw::search::weak::{Child, Direct, Goal, WeakSearchable, WeakSearcher, WeakValue};
use gridlaw::search::{Key, Options, PositionOf, Searchable, Value, retrograde, watch_nothing};
use gridlaw::{Outcome, Side};
use gridlaw_programs::Failure;

use crate::tables::{Check, Row};

/// The most positions for retrograde analysis, for a search without folding, and for a proof.
const RETROGRADE: usize = 200_000;
const UNFOLDED: u64 = 1 << 20;
const PROOF: usize = 20_000;

/// The size of the tables in MiB, enough for these numbers of positions.
const TABLE: usize = 16;

/// Runs all checks of a row with a known value that need few enough positions, and returns those
/// that confirm it.
///
/// # Errors
/// A check that found another value.
pub(crate) fn all(game: &AnyGame, row: &Row) -> Result<Vec<Check>, Failure> {
    let mut found = Vec::new();
    for way in Check::ALL {
        match check(game, row, way) {
            Some(true) => found.push(way),
            Some(false) => {
                let (value, way) = (row.value_text(), way.name());
                return Err(Failure::Input(format!("{game}: the search found `{value}`, the check `{way}` did not")));
            }
            None => {}
        }
    }
    Ok(found)
}

/// Returns whether a check confirms the value of a row; `None` if it takes too many positions.
pub(crate) fn check(game: &AnyGame, row: &Row, check: Check) -> Option<bool> {
    let value = row.value?;
    match check {
        Check::Retrograde => has_value_backwards(game, row),
        Check::Unfolded if row.nodes > UNFOLDED => None,
        Check::Unfolded => Some(game.call_search(Unfolding).flatten()? == value),
        Check::Proof if row.nodes > PROOF as u64 => None,
        Check::Proof => has_proof(game, value),
    }
}

/// Returns whether retrograde analysis confirms the value of a row; `None` if it takes too many
/// positions.
fn has_value_backwards(game: &AnyGame, row: &Row) -> Option<bool> {
    struct Backwards;

    impl GameFunction for Backwards {
        type Output = Option<Value>;

        fn call<G: Game>(self, game: &G) -> Option<Value> {
            Some(retrograde(game, &game.start(), RETROGRADE)?[0].1)
        }
    }

    let value = game.call(Engine::Naive, Backwards)?;
    let (weak, plies) = match value {
        Value::Win(plies) => (WeakValue::Win, Some(plies)),
        Value::Draw => (WeakValue::Draw, None),
        Value::Loss(plies) => (WeakValue::Loss, Some(plies)),
    };
    Some(row.value == Some(weak) && (row.plies.is_none() || row.plies == plies))
}

/// The weak form of a game whose keys fold nothing.
struct Unfolded<G>(Direct<G>);

impl<G: Searchable> WeakSearchable for Unfolded<G> {
    type Position = PositionOf<G>;
    type Node = G::Node;
    type Standing = ();

    const DRAWS: bool = true;

    fn node(&self, position: &PositionOf<G>) -> G::Node {
        self.0.node(position)
    }

    fn identity(&self, node: &G::Node) -> (Key, ()) {
        (self.0.0.key(node), ())
    }

    fn expand(&self, node: &G::Node, goal: Goal, last: u16, children: &mut Vec<Child<G::Node>>) -> Option<bool> {
        let answer = self.0.expand(node, goal, last, children);
        for child in children {
            child.key = self.identity(&child.node).0;
        }
        answer
    }
}

/// Finds the value without folding, if it takes few enough positions.
struct Unfolding;

impl SearchFunction for Unfolding {
    type Output = Option<WeakValue>;

    fn call<S, W>(self, game: S, _: W) -> Option<WeakValue>
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let start = game.node(&game.rules().start());
        let options = Options { table: TABLE, ..Options::default() };
        let mut searcher = WeakSearcher::new(Unfolded(Direct(game)), options).ok()?;
        searcher.value(&start, UNFOLDED, &mut watch_nothing).ok()
    }
}

/// Returns whether a proof for the naive engine confirms the value; `None` if it takes too many
/// positions.
fn has_proof(game: &AnyGame, value: WeakValue) -> Option<bool> {
    let walks: &[(Side, Goal)] = match value {
        WeakValue::Win => &[(Side::First, Goal::Win)],
        WeakValue::Draw => &[(Side::First, Goal::Hold), (Side::Second, Goal::Hold)],
        WeakValue::Loss => &[(Side::Second, Goal::Win)],
    };
    walks.iter().try_fold(true, |holds, &(side, goal)| {
        let book = game.call_search(MakeBook { goal })?;
        Some(holds && game.call(Engine::Naive, Proof { side, goal, book })?)
    })
}

/// Returns a move that reaches the goal, from the text of a setup.
type Book = Box<dyn FnMut(&str) -> Option<String>>;

/// Makes the book for a side with this goal.
struct MakeBook {
    goal: Goal,
}

impl SearchFunction for MakeBook {
    type Output = Book;

    fn call<S, W>(self, game: S, weak: W) -> Book
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let MakeBook { goal } = self;
        let options = Options { table: TABLE, ..Options::default() };
        let mut searcher = WeakSearcher::new(weak, options);
        Box::new(move |setup| {
            let searcher = searcher.as_mut().ok()?;
            let rules = game.rules();
            let position = rules.read_position(setup).ok()?;
            let (node, turn) = (game.node(&position), rules.turn(&position));
            let mut reaches = |mv, limit| {
                let mut after = position.clone();
                rules.play_unchecked(&mut after, mv);
                match rules.outcome(&after) {
                    // The attacker never passes, so the walk does not return to a position.
                    Outcome::InProgress if goal == Goal::Win && game.passes(&node, mv) => false,
                    Outcome::InProgress => {
                        let after = searcher.game().node(&after);
                        searcher.answer(&after, goal.other(), limit, &mut watch_nothing) == Ok(false)
                    }
                    Outcome::Draw => goal == Goal::Hold,
                    Outcome::Win(side) => side == turn,
                }
            };
            // Moves that the table knows, or that are proved soon, come before slow ones.
            let moves = rules.moves(&position);
            [1, 256, u64::MAX]
                .into_iter()
                .find_map(|limit| moves.iter().find(|&&mv| reaches(mv, limit)).map(ToString::to_string))
        })
    }
}

/// A walk of the reference engine through all replies to the moves of a book.
struct Proof {
    side: Side,
    goal: Goal,
    book: Book,
}

impl GameFunction for Proof {
    type Output = Option<bool>;

    fn call<G: Game>(self, game: &G) -> Option<bool> {
        Walk { game, proof: self, seen: HashMap::new() }.reaches(&game.start())
    }
}

struct Walk<'a, G: Game> {
    game: &'a G,
    proof: Proof,
    /// The positions so far, and whether the walk has finished them.
    seen: HashMap<G::Position, bool>,
}

impl<G: Game> Walk<'_, G> {
    /// Returns whether the side reaches its goal in all games from this position; `None` after too
    /// many positions.
    fn reaches(&mut self, position: &G::Position) -> Option<bool> {
        let (game, Proof { side, goal, .. }) = (self.game, &self.proof);
        match game.outcome(position) {
            Outcome::InProgress => {}
            Outcome::Draw => return Some(*goal == Goal::Hold),
            Outcome::Win(winner) => return Some(winner == *side),
        }
        if let Some(&is_done) = self.seen.get(position) {
            // A game that never ends is neither won nor lost.
            return Some(is_done || *goal == Goal::Hold);
        }
        if self.seen.len() >= PROOF {
            return None;
        }
        self.seen.insert(position.clone(), false);
        let mut moves = game.moves(position);
        if game.turn(position) == *side {
            let chosen = (self.proof.book)(&game.setup_text(position));
            moves.retain(|mv| chosen.as_ref().is_some_and(|chosen| *chosen == mv.to_string()));
            if moves.is_empty() {
                return Some(false);
            }
        }
        for mv in moves {
            let mut after = position.clone();
            game.play_unchecked(&mut after, mv);
            if !self.reaches(&after)? {
                return Some(false);
            }
        }
        self.seen.insert(position.clone(), true);
        Some(true)
    }
}
