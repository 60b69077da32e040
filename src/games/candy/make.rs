//! [`NewGame`]: games from the pinned generator.

use super::{Definition, InstanceError, MOST_CANDIES, MOST_SQUARES, Table};
use crate::rng::Generator;

/// The parameters of a new game. The colors of its extension depend only on the numbers here, `id`
/// included.
///
/// # Stability
/// The same numbers make the same game on every machine and in every later version.
///
/// ```
/// use gridlaw::games::candy::NewGame;
///
/// let new = NewGame { extension_rows: 2, id: 7, ..NewGame::new(3, 3) };
/// let game = new.make().unwrap();
/// assert_eq!(game.to_string(), "3x3 c6 e2 #7");
/// assert_eq!(game.extension().data, [0, 1, 4, 0, 0, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NewGame {
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// Rows of the extension.
    pub extension_rows: u32,
    /// The number of colors.
    pub colors: u32,
    /// The number of explosions that every square needs.
    pub state: u32,
    /// The `gameid`.
    pub id: u32,
}

impl NewGame {
    /// A board of this size with an extension of 200 rows, 6 colors, one explosion per square, and
    /// `gameid` 0.
    #[must_use]
    pub const fn new(columns: u32, rows: u32) -> NewGame {
        NewGame { columns, rows, extension_rows: 200, colors: 6, state: 1, id: 0 }
    }

    /// The same parameters with a `gameid` derived from a seed of 64 bits.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> NewGame {
        NewGame { id: Generator::for_game(seed, 0).next_u32(), ..self }
    }

    /// Makes the game.
    ///
    /// # Errors
    /// When a number is 0, or the board or the extension has too many cells.
    pub fn make(self) -> Result<Definition, InstanceError> {
        let NewGame { columns, rows, extension_rows, colors, state, id } = self;
        let states = Table::make("gamedef.boardstate", [rows, columns], MOST_SQUARES, || state)?;
        let mut generator = Generator::for_game(id.into(), 1);
        // The definition, not the generator, rejects a game with 0 colors.
        let color = || generator.below(colors.max(1).into()) as u32;
        let extension = Table::make("gamedef.extensioncolor", [extension_rows, columns], MOST_CANDIES, color)?;
        Definition::new(id, extension, states, colors)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn numbers_that_make_no_game_are_refused_before_anything_is_made() {
        let new = NewGame::new(4, 4);
        for (new, message) in [
            (NewGame { rows: 0, ..new }, "gamedef.boardstate.rows: expected at least 1, found 0"),
            (NewGame { columns: 0, ..new }, "gamedef.boardstate.columns: expected at least 1, found 0"),
            (NewGame { extension_rows: 0, ..new }, "gamedef.extensioncolor.rows: expected at least 1, found 0"),
            (NewGame { colors: 0, ..new }, "gamedef.colors: expected at least 1, found 0"),
            (
                NewGame { extension_rows: u32::MAX, ..new },
                "gamedef.extensioncolor: expected at most 1048576 cells, found 4294967295 rows of 4 columns",
            ),
            (
                NewGame { rows: u32::MAX, columns: u32::MAX, ..new },
                "gamedef.boardstate: expected at most 65536 cells, found 4294967295 rows of 4294967295 columns",
            ),
        ] {
            assert_eq!(new.make().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn every_seed_has_a_game_of_its_own_and_every_color_is_used() {
        let games = [0, 1, 2, u64::MAX].map(|seed| NewGame::new(8, 8).with_seed(seed).make().unwrap());
        for (number, game) in games.iter().enumerate() {
            assert!(games[..number].iter().all(|other| other.id() != game.id()));
            assert!(games[..number].iter().all(|other| other.extension() != game.extension()));
            assert!((0..6).all(|color| game.extension().data.contains(&color)));
            assert!(game.states().data.iter().all(|&state| state == 1));
        }
    }
}
