//! The parts of a game of Candy: the [`Definition`], the [`State`] of a game in progress, and the
//! [`Instance`], which holds both.
//!
//! The parts and their names are the document's. An [`InstanceError`] names the key of a game file
//! that is at fault, whether the numbers came from a file or not.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::fault::{Fault, InstanceError};
use crate::cell::{Pos, Size, SizeError};

/// The most squares of a board: 2¹⁶, as many as 256 × 256. A settling may take 1000 steps over the
/// whole board.
pub const MOST_SQUARES: u32 = 1 << 16;

/// The most candies of an extension: 2²⁰.
pub const MOST_CANDIES: u32 = 1 << 20;

/// The document's two-dimensional array: rows from row 0, which is the bottom, columns from the
/// left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Table {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The values, row by row: `rows` × `columns` of them.
    pub data: Vec<u32>,
}

impl Table {
    /// A table of `rows` × `columns` equal values.
    #[must_use]
    pub fn filled(size: Size, value: u32) -> Table {
        Table { rows: size.height(), columns: size.width(), data: alloc::vec![value; size.cells() as usize] }
    }

    /// The value of a square.
    ///
    /// # Panics
    /// Outside the table.
    #[must_use]
    pub fn at(&self, square: Pos) -> u32 {
        self.data[self.index(square)]
    }

    /// A mutable reference to the value of a square.
    ///
    /// # Panics
    /// Outside the table.
    pub fn at_mut(&mut self, square: Pos) -> &mut u32 {
        let index = self.index(square);
        &mut self.data[index]
    }

    /// Exchanges the values of two squares.
    ///
    /// # Panics
    /// Outside the table.
    pub fn swap(&mut self, one: Pos, other: Pos) {
        let (one, other) = (self.index(one), self.index(other));
        self.data.swap(one, other);
    }

    fn index(&self, square: Pos) -> usize {
        assert!(square.row < self.rows && square.col < self.columns, "{square} is not in the table");
        square.row as usize * self.columns as usize + square.col as usize
    }

    /// Checks the table and returns its size: `rows` and `columns` are at least 1, there are at
    /// most `most` cells, and `data` has one value per cell.
    fn size(&self, key: &str, most: u32) -> Result<Size, InstanceError> {
        let size = self.possible_size(key, most)?;
        if size.cells() as usize != self.data.len() {
            let fault = Fault::Length { found: self.data.len(), rows: self.rows, columns: self.columns };
            return Err(InstanceError { key: format!("{key}.data"), fault });
        }
        Ok(size)
    }

    /// As [`size`](Self::size), without the check of `data`.
    fn possible_size(&self, key: &str, most: u32) -> Result<Size, InstanceError> {
        let fault = |part: &str, fault| Err(InstanceError { key: format!("{key}{part}"), fault });
        match Size::new(self.columns, self.rows) {
            Ok(size) if size.cells() <= most => Ok(size),
            Err(SizeError::Zero { height: 0, .. }) => fault(".rows", Fault::Zero),
            Err(SizeError::Zero { .. }) => fault(".columns", Fault::Zero),
            Ok(_) | Err(SizeError::TooLarge { .. }) => {
                fault("", Fault::TooLarge { rows: self.rows, columns: self.columns, most })
            }
        }
    }

    /// A table of `rows` × `columns` values from `make`, called only after the size is checked:
    /// at least 1 by 1 and at most `most` cells.
    pub(super) fn make(
        key: &str,
        [rows, columns]: [u32; 2],
        most: u32,
        make: impl FnMut() -> u32,
    ) -> Result<Table, InstanceError> {
        let mut table = Table { rows, columns, data: Vec::new() };
        let cells = table.possible_size(key, most)?.cells();
        table.data.extend(core::iter::repeat_with(make).take(cells as usize));
        Ok(table)
    }

    /// Checks that the table has the size of the board.
    fn check_size(&self, key: &str, board: Size) -> Result<(), InstanceError> {
        let fault = |part: &str, found, board| {
            Err(InstanceError { key: format!("{key}{part}"), fault: Fault::Board { found, board } })
        };
        if self.rows != board.height() {
            return fault(".rows", self.rows, board.height());
        }
        if self.columns != board.width() {
            return fault(".columns", self.columns, board.width());
        }
        self.size(key, MOST_SQUARES).map(|_| ())
    }

    /// Checks that every value is below `bound`. For the first that is not, `fault` and `member`
    /// describe the error.
    fn check_below(
        &self,
        key: &str,
        member: &str,
        bound: u64,
        fault: impl FnOnce(u32) -> Fault,
    ) -> Result<(), InstanceError> {
        match self.data.iter().position(|&value| u64::from(value) >= bound) {
            Some(index) => {
                Err(InstanceError { key: format!("{key}.data[{index}]{member}"), fault: fault(self.data[index]) })
            }
            None => Ok(()),
        }
    }
}

/// A game before any move: the document's game definition.
///
/// ```
/// use gridlaw::games::candy::{Definition, Table};
///
/// let extension = Table { rows: 2, columns: 3, data: vec![0, 1, 0, 1, 0, 1] };
/// let states = Table { rows: 3, columns: 3, data: vec![1; 9] };
/// let definition = Definition::new(7, extension, states, 2).unwrap();
/// assert_eq!(definition.to_string(), "3x3 c2 e2 #7");
///
/// let extension = Table { rows: 1, columns: 3, data: vec![0, 1, 2] };
/// let states = Table { rows: 3, columns: 3, data: vec![1; 9] };
/// let error = Definition::new(7, extension, states, 2).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "gamedef.extensioncolor.data[2]: expected a color from 0 to 1, found 2"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Definition {
    id: u32,
    extension: Table,
    states: Table,
    size: Size,
    colors: u32,
}

impl Definition {
    /// A game with these parts, in the document's order: `gameid`, `extensioncolor`, `boardstate`
    /// (how often each square must explode), `colors`.
    ///
    /// # Errors
    /// Sizes that are 0, too large or inconsistent, and colors that are not below `colors`. See
    /// rulings K4 and K5.
    pub fn new(id: u32, extension: Table, states: Table, colors: u32) -> Result<Definition, InstanceError> {
        let size = states.size("gamedef.boardstate", MOST_SQUARES)?;
        let key = "gamedef.extensioncolor";
        if extension.columns != size.width() {
            let fault = Fault::Board { found: extension.columns, board: size.width() };
            return Err(InstanceError { key: format!("{key}.columns"), fault });
        }
        extension.size(key, MOST_CANDIES)?;
        if colors == 0 {
            return Err(InstanceError { key: "gamedef.colors".to_string(), fault: Fault::Zero });
        }
        extension.check_below(key, "", colors.into(), |found| Fault::Color { found, colors })?;
        Ok(Definition { id, extension, states, size, colors })
    }

    /// The document's `gameid`.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The colors of the extension board.
    #[must_use]
    pub fn extension(&self) -> &Table {
        &self.extension
    }

    /// The number of explosions that each square needs.
    #[must_use]
    pub fn states(&self) -> &Table {
        &self.states
    }

    /// The number of colors. Colors are numbered from 0.
    #[must_use]
    pub fn colors(&self) -> u32 {
        self.colors
    }

    /// The board's columns and rows.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }
}

impl fmt::Display for Definition {
    /// Writes for example `8x8 c6 e200 #12345`: board, colors, rows of the extension, `gameid`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} c{} e{} #{}", self.size, self.colors, self.extension.rows, self.id)
    }
}

/// A game in progress: the document's game state.
///
/// It holds plain numbers, for files, texts and pictures. The engines play on positions of their
/// own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct State {
    /// `boardcandies`: the color of the candy on every square.
    pub colors: Table,
    /// `boardstate`: how often every square must still explode.
    pub states: Table,
    /// `movesmade`.
    pub moves: u64,
    /// `currentscore`: the total by which explosions have lowered states so far.
    pub score: u64,
    /// `extensionoffset`: how many candies every column has taken from the extension, unwrapped
    /// (K4).
    pub offsets: Vec<u64>,
}

/// A definition and, once the game has begun, its state: the document's game instance.
///
/// ```
/// use gridlaw::games::candy::{Instance, NewGame};
///
/// let instance = Instance::from(NewGame::new(6, 6).make().unwrap());
/// assert_eq!(instance.definition().size().cells(), 36);
/// assert_eq!(instance.state(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    definition: Definition,
    state: Option<State>,
    highest: u32,
}

impl Instance {
    /// A definition with a state.
    ///
    /// # Errors
    /// A state whose size is not that of the board, or that has colors that the definition does not
    /// have.
    pub fn new(definition: Definition, state: State) -> Result<Instance, InstanceError> {
        let highest = |table: &Table| table.data.iter().copied().max().unwrap_or(0);
        let highest = highest(&definition.states).max(highest(&state.states));
        let mut instance = Instance { definition, state: None, highest };
        instance.check(&state)?;
        instance.state = Some(state);
        Ok(instance)
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// The state, if the game has begun.
    #[must_use]
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// The highest state of any square in the definition and in the state. States never rise.
    #[must_use]
    pub fn highest_state(&self) -> u32 {
        self.highest
    }

    /// Checks that a state belongs to this game.
    ///
    /// # Errors
    /// The first number that does not: a size, a color, or a state above
    /// [`highest_state`](Self::highest_state).
    pub fn check(&self, state: &State) -> Result<(), InstanceError> {
        let Definition { size, colors, .. } = self.definition;
        let key = "gamestate.boardcandies";
        state.colors.check_size(key, size)?;
        state.colors.check_below(key, ".color", colors.into(), |found| Fault::Color { found, colors })?;
        let (key, highest) = ("gamestate.boardstate", self.highest);
        state.states.check_size(key, size)?;
        state.states.check_below(key, "", u64::from(highest) + 1, |found| Fault::State { found, highest })?;
        if state.offsets.len() != size.width() as usize {
            let fault = Fault::Offsets { found: state.offsets.len(), columns: size.width() };
            return Err(InstanceError { key: "gamestate.extensionoffset".to_string(), fault });
        }
        Ok(())
    }
}

impl fmt::Display for Instance {
    /// Writes the text of the definition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.definition.fmt(f)
    }
}

impl From<Definition> for Instance {
    /// A game before any move.
    fn from(definition: Definition) -> Instance {
        let highest = definition.states.data.iter().copied().max().unwrap_or(0);
        Instance { definition, state: None, highest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: u32, columns: u32, data: &[u32]) -> Table {
        Table { rows, columns, data: data.into() }
    }

    fn definition() -> Definition {
        Definition::new(1, table(3, 2, &[0, 1, 2, 0, 1, 2]), table(2, 2, &[1, 1, 2, 1]), 3).unwrap()
    }

    fn state() -> State {
        let (colors, states) = (table(2, 2, &[0, 1, 2, 0]), table(2, 2, &[0, 1, 2, 1]));
        State { colors, states, moves: 1, score: 1, offsets: alloc::vec![2, 3] }
    }

    #[test]
    fn wrong_definitions_are_refused_by_the_key_that_is_wrong() {
        let ones = |rows, columns| table(rows, columns, &alloc::vec![1; (rows * columns) as usize]);
        for (extension, states, colors, message) in [
            (ones(1, 2), table(0, 2, &[]), 3, "gamedef.boardstate.rows: expected at least 1, found 0"),
            (ones(1, 2), table(2, 0, &[]), 3, "gamedef.boardstate.columns: expected at least 1, found 0"),
            (
                ones(1, 2),
                table(2, 2, &[1; 3]),
                3,
                "gamedef.boardstate.data: expected 4 elements for 2 rows of 2 columns, found 3",
            ),
            (
                ones(1, 2),
                table(1 << 11, 1 << 10, &[]),
                3,
                "gamedef.boardstate: expected at most 65536 cells, found 2048 rows of 1024 columns",
            ),
            (
                ones(1, 2),
                table(u32::MAX, u32::MAX, &[1]),
                3,
                "gamedef.boardstate: expected at most 65536 cells, found 4294967295 rows of 4294967295 columns",
            ),
            (ones(1, 3), ones(2, 2), 3, "gamedef.extensioncolor.columns: expected 2 as of the board, found 3"),
            (table(0, 2, &[]), ones(2, 2), 3, "gamedef.extensioncolor.rows: expected at least 1, found 0"),
            (
                table(2, 2, &[1; 5]),
                ones(2, 2),
                3,
                "gamedef.extensioncolor.data: expected 4 elements for 2 rows of 2 columns, found 5",
            ),
            (ones(1, 2), ones(2, 2), 0, "gamedef.colors: expected at least 1, found 0"),
            (
                table(1, 2, &[0, 3]),
                ones(2, 2),
                3,
                "gamedef.extensioncolor.data[1]: expected a color from 0 to 2, found 3",
            ),
        ] {
            assert_eq!(Definition::new(1, extension, states, colors).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn wrong_states_are_refused_by_the_key_that_is_wrong() {
        assert_eq!(Instance::new(definition(), state()).unwrap().highest_state(), 2);
        type Spoil = fn(&mut State);
        let cases: [(Spoil, &str); 6] = [
            (|state| state.colors.rows = 3, "gamestate.boardcandies.rows: expected 2 as of the board, found 3"),
            (|state| state.states.columns = 1, "gamestate.boardstate.columns: expected 2 as of the board, found 1"),
            (
                |state| state.states.data.push(0),
                "gamestate.boardstate.data: expected 4 elements for 2 rows of 2 columns, found 5",
            ),
            (
                |state| state.colors.data[2] = 3,
                "gamestate.boardcandies.data[2].color: expected a color from 0 to 2, found 3",
            ),
            (
                |state| state.offsets.push(0),
                "gamestate.extensionoffset: expected an element for each of 2 columns, found 3",
            ),
            (
                |state| state.offsets.clear(),
                "gamestate.extensionoffset: expected an element for each of 2 columns, found 0",
            ),
        ];
        for (spoil, message) in cases {
            let mut state = state();
            spoil(&mut state);
            assert_eq!(Instance::new(definition(), state).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_file_may_raise_the_highest_state_and_nothing_else_may() {
        let mut high = state();
        high.states.data[3] = 9;
        let error = Instance::from(definition()).check(&high).unwrap_err();
        assert_eq!(
            error.to_string(),
            "gamestate.boardstate.data[3]: expected a state of at most 2, the highest of the game, found 9"
        );
        let instance = Instance::new(definition(), high.clone()).unwrap();
        assert_eq!(instance.check(&high), Ok(()));
        assert_eq!(instance.highest_state(), 9);
    }
}
