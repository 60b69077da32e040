//! The automatic players of the document, and the kinds of players.
//!
//! An automatic player puts the tile on the first place of its search where it fits. The two types
//! differ in their start and in their order:
//!
//! | | begins at | tries |
//! |---|---|---|
//! | type 1 | the latest play of either side, at first -2, -2 | angle by angle, all places |
//! | type 2 | its own latest play, at first its corner | place by place, all angles |
//!
//! Type 1 searches to the right and downwards. The corner of type 2 is -2, -2 for the first side,
//! which searches to the right and downwards. It is *rows* + 2, *columns* + 2 for the second side,
//! which searches to the left and upwards. All searches wrap, and end where they began. After
//! loading a game there is no latest play (ruling F9).
//!
//! A person may have put an empty tile far off the board, to which no search returns. A search from
//! there first tries that place, which takes only another empty tile. It then starts again at the
//! first place of a move (F12) to which the document's steps lead.

use super::{Angle, FitzRules, Move};
use crate::cell::Side;

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person who types moves: `h`.
    Human,
    /// An automatic player: `1` or `2`.
    Automatic(Automatic),
}

/// The types of automatic players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Automatic {
    /// Angle by angle, from the latest play of either side.
    Type1,
    /// Place by place, from its own latest play.
    Type2,
}

impl Player {
    /// The player called `h`, `1` or `2`; `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Player> {
        match name {
            "h" => Some(Player::Human),
            "1" => Some(Player::Automatic(Automatic::Type1)),
            "2" => Some(Player::Automatic(Automatic::Type2)),
            _ => None,
        }
    }
}

/// The latest plays of a game, from which the automatic players start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Latest {
    either: Option<Move>,
    own: [Option<Move>; 2],
}

impl Latest {
    /// Records a play of `side`.
    pub fn played(&mut self, side: Side, mv: Move) {
        self.either = Some(mv);
        self.own[side.index()] = Some(mv);
    }

    /// The row and column from which a search of `side` starts.
    fn start<G: FitzRules>(&self, game: &G, automatic: Automatic, side: Side) -> (i32, i32) {
        let (rows, cols) = (game.parameters().row_range(), game.parameters().col_range());
        let (latest, corner) = match (automatic, side) {
            (Automatic::Type1, _) => (self.either, (*rows.start(), *cols.start())),
            (Automatic::Type2, Side::First) => (self.own[0], (*rows.start(), *cols.start())),
            (Automatic::Type2, Side::Second) => (self.own[1], (*rows.end(), *cols.end())),
        };
        latest.map_or(corner, |mv| (mv.row, mv.col))
    }
}

/// Returns the move of an automatic player, or `None` if the tile fits nowhere. `memory` must be
/// that of this game.
///
/// ```
/// use gridlaw::games::fitz::player::{Automatic, Latest, choose};
/// use gridlaw::games::fitz::{Fitz, FitzRules, Parameters};
/// use gridlaw::rules::Rules;
///
/// let game = Fitz::new(Parameters::sample(6, 5).unwrap());
/// let (mut memory, latest) = (game.memory(), Latest::default());
/// let mv = choose(&game, &game.start(), &mut memory, Automatic::Type1, &latest).unwrap();
/// assert_eq!(mv.to_string(), "1,1,0");
/// ```
#[inline]
pub fn choose<G: FitzRules>(
    game: &G,
    position: &G::Position,
    memory: &mut G::Memory,
    automatic: Automatic,
    latest: &Latest,
) -> Option<Move> {
    let (mut row, mut col) = latest.start(game, automatic, game.turn(position));
    let (rows, cols) = (game.parameters().row_range(), game.parameters().col_range());
    if !rows.contains(&row) || !cols.contains(&col) {
        let outside = Move { row, col, angle: Angle::Zero };
        if game.fits(position, outside) {
            return Some(outside);
        }
        (row, col) = enter(row, col, *rows.end(), *cols.end());
    }
    match automatic {
        Automatic::Type1 => game.search_angle_by_angle(position, memory, row, col),
        Automatic::Type2 => game.search_place_by_place(position, memory, row, col),
    }
}

/// The first place of a move that the steps of type 1 reach from a place outside. A step goes one
/// column to the right, after the last column to the row below, and after the last row to the
/// first. (Type 2 starts only from its own plays, which are not outside.)
fn enter(row: i32, col: i32, last_row: i32, last_col: i32) -> (i32, i32) {
    if row < -2 {
        // The rows above hold no place of a move.
        (-2, -2)
    } else if row <= last_row && col < -2 {
        (row, -2)
    } else if row < last_row && col > last_col {
        (row + 1, -2)
    } else if row > last_row && (-3..last_col).contains(&col) {
        (-2, col + 1)
    } else {
        (-2, -2)
    }
}

/// Lets two automatic players play from a position to the end of the game. Calls `played` with
/// every move.
///
/// ```
/// use gridlaw::games::fitz::player::{Automatic, play_out};
/// use gridlaw::games::fitz::{Fitz, Parameters};
/// use gridlaw::rules::Rules;
///
/// let game = Fitz::new(Parameters::sample(6, 5).unwrap());
/// let mut position = game.start();
/// let mut moves = Vec::new();
/// play_out(&game, &mut position, [Automatic::Type1; 2], |mv| moves.push(mv.to_string()));
/// assert_eq!(moves, ["1,1,0", "2,1,0", "3,1,0", "3,2,0", "5,1,0"]);
/// ```
pub fn play_out<G: FitzRules>(
    game: &G,
    position: &mut G::Position,
    players: [Automatic; 2],
    mut played: impl FnMut(Move),
) {
    let (mut memory, mut latest) = (game.memory(), Latest::default());
    loop {
        let side = game.turn(position);
        let Some(mv) = choose(game, position, &mut memory, players[side.index()], &latest) else { return };
        game.play_unchecked(position, mv);
        latest.played(side, mv);
        played(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_their_three_names_and_no_other() {
        assert_eq!(Player::from_name("h"), Some(Player::Human));
        assert_eq!(Player::from_name("1"), Some(Player::Automatic(Automatic::Type1)));
        assert_eq!(Player::from_name("2"), Some(Player::Automatic(Automatic::Type2)));
        for name in ["", "H", "3", "0", "hh", "1 ", " 1", "01", "12"] {
            assert_eq!(Player::from_name(name), None, "{name:?}");
        }
    }

    /// Takes the document's steps one by one, from every place around the board.
    #[test]
    fn places_outside_lead_where_the_steps_lead() {
        let (last_row, last_col) = (5, 3);
        for (start_row, start_col) in (-9..14).flat_map(|row| (-9..14).map(move |col| (row, col))) {
            let inside = |row, col| (-2..=last_row).contains(&row) && (-2..=last_col).contains(&col);
            if inside(start_row, start_col) {
                continue;
            }
            let (mut row, mut col) = (start_row, start_col);
            while !inside(row, col) {
                col += 1;
                if col > last_col {
                    col = -2;
                    row += 1;
                }
                if row > last_row {
                    row = -2;
                }
            }
            assert_eq!(enter(start_row, start_col, last_row, last_col), (row, col), "{start_row} {start_col}");
        }
        for far in [i32::MIN, i32::MAX] {
            assert_eq!(enter(far, far, last_row, last_col), (-2, -2));
            assert_eq!(enter(far, -9, last_row, last_col), (-2, -2));
        }
        assert_eq!(enter(1, i32::MAX, last_row, last_col), (2, -2));
        assert_eq!(enter(1, i32::MIN, last_row, last_col), (1, -2));
        assert_eq!(enter(i32::MAX, 1, last_row, last_col), (-2, 2));
    }
}
