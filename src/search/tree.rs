//! [`TreeGame`]: a game that is given as a literal tree, for tests of a search.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::cell::Side;
use crate::rules::{Outcome, Rules, Symmetry};
use crate::text::{Cursor, TextError};

/// A game whose positions are the nodes of a tree. The sides take turns.
///
/// The text of a tree is nested brackets. A pair of brackets is a position, and its contents are
/// its moves in order. A character is a terminal position: `+` is won and `-` lost for the first
/// side, `=` is a draw. White space between them is ignored.
///
/// ```
/// use gridlaw::rules::Rules;
/// use gridlaw::search::{TreeGame, Value, exhaustive};
///
/// let game: TreeGame = "((+-)(=(+-)))".parse().unwrap();
/// assert_eq!(game.count_moves(&game.start()), 2);
/// assert_eq!(exhaustive(&game, &game.start(), 100), Some(Value::Draw));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeGame {
    nodes: Arc<[TreeNode]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TreeNode {
    side: Side,
    outcome: Outcome,
    children: Vec<u32>,
}

/// A move: the index of a branch, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u32);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Branch {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Branch, TextError> {
        let mut text = Cursor::new(text);
        let number = text.number_in(0..=u32::MAX.into(), "the number of a branch")?;
        text.end("the end of the move")?;
        Ok(Branch(number as u32))
    }
}

/// A position: the index of a node of the tree.
pub type TreePosition = u32;

impl FromStr for TreeGame {
    type Err = TextError;

    /// Reads a tree.
    ///
    /// # Errors
    /// The first invalid character; for example a bracket without its partner or an empty pair.
    fn from_str(text: &str) -> Result<TreeGame, TextError> {
        let mut nodes: Vec<TreeNode> = Vec::new();
        let mut path: Vec<u32> = Vec::new();
        let mut done = false;
        let mut text = Cursor::new(text);
        loop {
            text.take_while(char::is_whitespace);
            let place = text;
            let Some(character) = text.next() else { break };
            let wrong = |expected| Err(place.error(expected));
            if done {
                return wrong("the end of the tree");
            }
            let outcome = match character {
                '(' => Outcome::InProgress,
                '+' => Outcome::Win(Side::First),
                '-' => Outcome::Win(Side::Second),
                '=' => Outcome::Draw,
                ')' => {
                    match path.pop() {
                        Some(node) if !nodes[node as usize].children.is_empty() => done = path.is_empty(),
                        _ => return wrong("a bracket with something in it"),
                    }
                    continue;
                }
                _ => return wrong("one of ( ) + - ="),
            };
            let side = if path.len().is_multiple_of(2) { Side::First } else { Side::Second };
            let number = nodes.len() as u32;
            if let Some(&parent) = path.last() {
                nodes[parent as usize].children.push(number);
            }
            nodes.push(TreeNode { side, outcome, children: Vec::new() });
            if outcome == Outcome::InProgress {
                path.push(number);
            } else {
                done = path.is_empty();
            }
        }
        match done {
            true => Ok(TreeGame { nodes: nodes.into() }),
            false => Err(text.error("a whole tree")),
        }
    }
}

impl Rules for TreeGame {
    type Position = TreePosition;
    type Move = Branch;

    fn start(&self) -> TreePosition {
        0
    }

    fn turn(&self, position: &TreePosition) -> Side {
        self.nodes[*position as usize].side
    }

    fn outcome(&self, position: &TreePosition) -> Outcome {
        self.nodes[*position as usize].outcome
    }

    fn visit_moves<B>(&self, position: &TreePosition, visit: impl FnMut(Branch) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.nodes[*position as usize].children.len() as u32).map(Branch).try_for_each(visit)
    }

    fn play_unchecked(&self, position: &mut TreePosition, mv: Branch) {
        *position = self.nodes[*position as usize].children[mv.0 as usize];
    }
}

impl Symmetry for TreeGame {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_read_as_they_are_written() {
        for branch in [0, 7, u32::MAX].map(Branch) {
            let text = alloc::string::ToString::to_string(&branch);
            assert_eq!((text.parse(), &*text), (Ok(branch), &*alloc::format!("{}", branch.0)));
        }
    }

    #[test]
    fn only_whole_trees_are_read() {
        for (text, at) in [("", 1), ("()", 2), ("(+", 3), (")", 1), ("+-", 2), ("(+)x", 4), ("(a)", 2), ("((+)", 5)] {
            assert_eq!(text.parse::<TreeGame>().map_err(|error| error.column), Err(at), "{text:?}");
        }
        // Characters, not bytes, and lines: U+2003 is a blank of three bytes.
        let error = "\u{2003}(+\u{2003}\u{e9})".parse::<TreeGame>().unwrap_err();
        assert_eq!((error.line, error.column, error.found), (1, 5, Some('\u{e9}')));
        let error = "(+\n\u{2003}x)".parse::<TreeGame>().unwrap_err();
        assert_eq!((error.line, error.column, error.found), (2, 2, Some('x')));
        assert!(["+", "(=)", " ( (+ -) = ) "].iter().all(|text| text.parse::<TreeGame>().is_ok()));
    }
}
