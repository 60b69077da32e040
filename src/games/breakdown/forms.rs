//! The forms of a board.
