//! `pos.h`: a square of the board.

use std::ffi::c_uint;

/// A square: row and column, both from 0, from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Pos {
    /// The row.
    pub r: c_uint,
    /// The column.
    pub c: c_uint,
}

/// The square in row r and column c.
#[unsafe(no_mangle)]
pub extern "C" fn make_pos(r: c_uint, c: c_uint) -> Pos {
    Pos { r, c }
}
