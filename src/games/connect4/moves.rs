//! [`Move`]: an entry at one of the four edges, and its text; [`MoveList`].

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use crate::cell::{Edge, Entry};
use crate::text::{Cursor, TextError};

/// A token that is pushed in at an entry. Moves are ordered as in every list (ruling C3): N, E, S,
/// W, each from 0.
///
/// The text is that of the document: the letter of the edge and one digit.
///
/// ```
/// use gridlaw::cell::Edge;
/// use gridlaw::games::connect4::Move;
///
/// let mv = Move::new(Edge::East, 3).unwrap();
/// assert_eq!(mv.to_string(), "E3");
/// assert_eq!("E3".parse(), Ok(mv));
/// assert_eq!(Move::new(Edge::East, 10), None);
/// assert!("e3".parse::<Move>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(Entry);

impl Move {
    /// The move at an edge, in column or row `index`; `None` for an index of 10 or more, which no
    /// board has.
    #[must_use]
    pub fn new(edge: Edge, index: u32) -> Option<Move> {
        if index < 10 { Entry::new(edge, index).map(Move) } else { None }
    }

    /// The entry.
    #[inline(always)]
    #[must_use]
    pub const fn entry(self) -> Entry {
        self.0
    }

    /// The edge.
    #[inline(always)]
    #[must_use]
    pub const fn edge(self) -> Edge {
        self.0.edge()
    }

    /// The column at N and S or the row at E and W: 0 to 9.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0.index()
    }

    /// The move at an entry whose index is below 10.
    #[inline(always)]
    pub(super) const fn at(entry: Entry) -> Move {
        debug_assert!(entry.index() < 10);
        Move(entry)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl FromStr for Move {
    type Err = TextError;

    /// Parses the text of a move.
    fn from_str(text: &str) -> Result<Move, TextError> {
        let mut text = Cursor::new(text);
        let edge = text.take("`N`, `E`, `S` or `W`", Edge::from_letter)?;
        let mv = text.take("a digit", |digit| digit.to_digit(10).and_then(|index| Move::new(edge, index)))?;
        text.end("the end of the move")?;
        Ok(mv)
    }
}

/// A list of moves of one position: at most 40, stored without heap.
///
/// ```
/// use gridlaw::games::connect4::MoveList;
///
/// let list: MoveList = ["N0", "S3"].into_iter().filter_map(|text| text.parse().ok()).collect();
/// assert_eq!(list.len(), 2);
/// assert_eq!(list[1].to_string(), "S3");
/// ```
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; 40],
    length: usize,
}

impl MoveList {
    /// Appends a move.
    ///
    /// # Panics
    /// If the list holds 40 moves already; no position has more.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.length] = mv;
        self.length += 1;
    }
}

impl Default for MoveList {
    /// The empty list.
    #[inline]
    fn default() -> MoveList {
        MoveList { moves: [Move(Entry::from_number(0)); 40], length: 0 }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.length]
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::default();
        moves.into_iter().for_each(|mv| list.push(mv));
        list
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

static_assertions::assert_eq_size!(Move, u8);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn every_move_is_written_and_read_back_in_order() {
        let moves: Vec<Move> =
            Edge::ALL.into_iter().flat_map(|edge| (0..10).filter_map(move |index| Move::new(edge, index))).collect();
        assert_eq!(moves.len(), 40);
        assert!(moves.is_sorted());
        let [three, four] = [3, 4].map(|count| moves.iter().copied().take(count).collect::<MoveList>());
        assert!(
            three != four
                && three == moves[..3].iter().copied().collect()
                && three != moves[1..4].iter().copied().collect()
        );
        for mv in moves {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.to_string().len(), 2);
        }
    }

    #[test]
    fn unreadable_moves_say_where() {
        for (text, column) in [
            ("", 1),
            ("n0", 1),
            ("X0", 1),
            ("0N", 1),
            (" N0", 1),
            ("\u{e9}0", 1),
            ("N", 2),
            ("N-1", 2),
            ("NN", 2),
            ("N\u{663}", 2),
            ("N0 ", 3),
            ("N10", 3),
            ("N00", 3),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text:?}");
        }
    }
}
