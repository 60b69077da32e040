//! Candy: swap two neighbors, and three or four of a color explode. Columns fall and new candies
//! follow until the board is at rest. The game is won when every square has had its explosions.
//!
//! Source: `candy.txt`; rulings K1 to K8.
//!
//! # The rules
//!
//! The board is full of candies, each of a color. **Row 0 is the bottom.** A move swaps two candies
//! that share a side. It is legal if some template matches afterwards, anywhere on the board (K2).
//! A **template** is four or three candies of one color in a column or a row. After a swap the
//! board **settles**, in steps (K1):
//!
//! 1. The templates are tried in turn: four in a column, four in a row, three in a column, three in
//!    a row. Each is tried over the whole board, row by row from the bottom, with its lowest,
//!    leftmost square on each square. Where one matches it fires and its candies explode: they are
//!    gone at once, and match nothing more in this step.
//! 2. Candies fall into the empty squares below them. New ones follow from the **extension**, a
//!    table of colors with a queue for every column, which begins again when it is used up (K4).
//!
//! ```text
//!                0,2,U swaps    three in a row    candies fall, and B, C and D
//!                               explode           come out of the extension
//!   2 C D B D    2 C D B D      2 C D B D         2 B C D D
//!   1 D C A B    1 D C B B      1 D C B B         1 C D B B
//!   0 A A B C    0 A A A C      0 . . . C         0 D C B C
//!     0 1 2 3
//! ```
//!
//! A settling ends with a step that fires nothing, or after 1000 steps that fired, because some
//! boards never come to rest. Loading a game file continues such an unfinished settling (K3).
//!
//! Every square has a **state**, the number of explosions that it still needs. An explosion lowers
//! a state above 0 by one and adds one to the score. The game is won when all states are 0. It is
//! stuck if it is not won and no swap is legal (K6), which is a draw in the terms of
//! [`Outcome`](crate::rules::Outcome). There is one seat.
//!
//! # The pieces
//!
//! | | |
//! |---|---|
//! | [`Definition`], [`State`], [`Instance`] | a new game, a position as data, and both together |
//! | [`InstanceError`], [`Fault`] | why numbers make no game |
//! | [`NewGame`] | games from the pinned generator |
//! | [`Move`] | a swap, and its text |
//! | [`CandyRules`] | swaps, steps and settling, for both engines |
//! | [`Template`], [`Step`], [`Observer`] | the steps of a settling, for programs that show them |
//! | [`Candy`] | the rules on bit planes, with the capacity of a [`Shape`]; up to 8×8 in words |
//! | [`NaiveCandy`] | the rules on rows of candies |
//! | [`planner`] | swaps for the fewest moves or the highest score |
#![cfg_attr(feature = "json", doc = "| [`json`] | game files, read and written |")]
#![cfg_attr(feature = "std", doc = "| [`session`] | the document's program `candy`, over any reader and writer |")]

mod batch;
mod definition;
mod fast;
mod fault;
#[cfg(feature = "json")]
pub mod json;
mod lanes;
mod make;
mod moves;
mod naive;
mod picture;
pub mod planner;
mod rounds;
mod rules;
#[cfg(feature = "std")]
pub mod session;
mod settling;
mod setup;

pub use definition::{Definition, Instance, MOST_CANDIES, MOST_SQUARES, State, Table};
pub use fast::{Candy, Large, List, Medium, Position, Shape, Small, Unbounded};
pub use fault::{Fault, InstanceError};
pub use make::NewGame;
pub use moves::{Direction, Move};
pub use naive::{NaiveCandy, NaivePosition};
pub use rules::CandyRules;
pub use settling::{Fall, Firing, Observer, STEP_LIMIT, Step, Template, Unwatched};

use alloc::boxed::Box;
#[cfg(feature = "json")]
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use batch::ColumnBatch;

use super::{Argument, Content, GameError, GameParameters, PairFunction, SearchFunction};
use crate::batch::{Batch, Observation, ObservedPlane};
use crate::cell::Pos;
use crate::level::Level;
use crate::rules::{Reporting, Round};

/// The longest game file that is read, in bytes. The largest possible game, as `json` writes it,
/// takes a third of this.
pub const LONGEST_FILE: u64 = 1 << 26;

impl GameParameters for Instance {
    const NAME: &'static str = "candy";
    const SUMMARY: &'static str =
        "Swapped candies explode and settle; the game is won when every square has had its explosions";
    const NUMBERS: &'static [Argument] = &[];
    const CONTENT: Option<Content> = Some(Content { value: "FILE", help: "The game file", limit: LONGEST_FILE });

    const PLAYERS: u32 = 1;

    type Move = Move;
    type Setup = State;

    /// Reads a game file. Without the feature `json` every text is an error.
    fn from_arguments(_: &[u32], content: &[u8]) -> Result<Instance, GameError> {
        #[cfg(feature = "json")]
        return json::read(content).map_err(|error| GameError::Content(error.to_string()));
        #[cfg(not(feature = "json"))]
        return Err(GameError::Content(alloc::format!(
            "cannot read {} bytes of JSON without the feature `json`",
            content.len()
        )));
    }

    fn numbers(&self) -> Vec<u32> {
        Vec::new()
    }

    #[cfg(feature = "json")]
    fn content(&self) -> Option<String> {
        Some(json::write(self))
    }

    fn samples() -> Vec<Instance> {
        [(5, 5, 3), (6, 6, 6), (8, 8, 7), (9, 5, 5), (17, 4, 6), (33, 2, 4)]
            .into_iter()
            .filter_map(|(columns, rows, colors)| NewGame { colors, ..NewGame::new(columns, rows) }.make().ok())
            .map(Instance::from)
            .collect()
    }

    fn usual() -> Instance {
        NewGame { colors: 7, ..NewGame::new(8, 8) }.make().expect("8x8 is a size").into()
    }

    fn action_count(&self) -> u32 {
        2 * self.definition().size().cells()
    }

    fn action_of(&self, mv: Move) -> Option<u32> {
        let (size, square) = (self.definition().size(), mv.square());
        let direction = match mv.direction() {
            Direction::Up => 0,
            Direction::Right => 1,
            // These remain only off the board: elsewhere a swap has one name (K8).
            Direction::Down | Direction::Left => return None,
        };
        size.contains(square).then(|| 2 * size.index(square) + direction)
    }

    fn move_of(&self, action: u32) -> Option<Move> {
        let columns = self.definition().size().width();
        let square = Pos::new(action / 2 / columns, action / 2 % columns);
        let direction = if action.is_multiple_of(2) { Direction::Up } else { Direction::Right };
        (action < self.action_count()).then(|| Move::new(square, direction))
    }

    fn word_count(&self) -> usize {
        let size = self.definition().size();
        2 + size.width() as usize + size.cells() as usize
    }

    fn observation(&self) -> Observation {
        let definition = self.definition();
        let byte = |value: u32| value.min(255) as u8;
        let colors = ObservedPlane { name: "colors", first: 0, last: byte(definition.colors() - 1) };
        let states = ObservedPlane { name: "states", first: 1, last: byte(self.highest_state().max(1)) };
        let next = ObservedPlane { name: "next", ..colors };
        Observation::new(alloc::vec![colors, states, next], definition.size())
    }

    /// Three planes, row 0 at the bottom as in the document: colors; states; and the colors that
    /// come next, in row *r* of a column the candy that it takes after *r* others.
    fn observe(&self, state: &State, cells: &mut [u8]) {
        let (definition, byte) = (self.definition(), |value: u32| value.min(255) as u8);
        let (size, extension) = (definition.size(), definition.extension());
        let squares = size.cells() as usize;
        let (colors, rest) = cells.split_at_mut(squares);
        let (states, next) = rest.split_at_mut(squares);
        colors.iter_mut().zip(&state.colors.data).for_each(|(cell, &color)| *cell = byte(color));
        states.iter_mut().zip(&state.states.data).for_each(|(cell, &state)| *cell = byte(state));
        for (square, cell) in size.positions().zip(next) {
            let taken = state.offsets[square.col as usize] % u64::from(extension.rows) + u64::from(square.row);
            let row = (taken % u64::from(extension.rows)) as u32;
            *cell = byte(extension.at(Pos::new(row, square.col)));
        }
    }

    fn write_cells(&self, state: &State, cells: &mut [u8]) {
        let columns = state.colors.columns as usize;
        let rows = state.colors.data.chunks(columns).zip(state.states.data.chunks(columns));
        for ((colors, states), cells) in rows.rev().zip(cells.chunks_mut(columns)) {
            for ((&color, &state), cell) in colors.iter().zip(states).zip(cells) {
                *cell = rounds::code(Some(color), state);
            }
        }
    }

    fn rounds(&self, setup: &State, mv: Move) -> Vec<Round> {
        NaiveCandy::new(self).rounds(setup, mv).expect("the setup is a position")
    }

    fn batch(instances: &[Instance], games: usize, level: Level) -> Option<Box<dyn Batch>> {
        Some(Box::new(ColumnBatch::new(instances, games, level)?))
    }

    fn call_both<F: PairFunction>(&self, function: F) -> F::Output {
        let naive = NaiveCandy::new(self);
        macro_rules! smallest {
            ($($shape:ty),*) => {
                $(if let Some(fast) = Candy::<$shape>::new(self) {
                    return function.call(&fast, &naive);
                })*
            };
        }
        #[cfg(not(feature = "registers"))]
        smallest!(Small);
        #[cfg(feature = "registers")]
        smallest!(Small, Medium, Large);
        let fast = Candy::<Unbounded>::new(self).expect("there is room for every game");
        function.call(&fast, &naive)
    }

    /// Returns `None`: Candy has one seat, so there is no opponent to search against.
    fn call_search<F: SearchFunction>(&self, _: F) -> Option<F::Output> {
        None
    }
}
