//! `board.h`: boards in either representation, in C's memory.

use std::ffi::{CString, c_int, c_uint};
use std::ptr;

use law::board::PackedBoard;
use law::cell::{self, Size};
use law::text::Grid;

use crate::pos::Pos;
use crate::{Misuse, function};

/// The content of a square. The values are those of the bits representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Cell {
    /// No cell.
    Empty = 0,
    /// A black cell.
    Black = 1,
    /// A white cell.
    White = 2,
}

/// A cell from C: any integer.
pub type CellCode = c_uint;

/// A representation from C: any integer.
pub type TypeCode = c_uint;

/// `MATRIX`.
pub const MATRIX: TypeCode = 0;
/// `BITS`.
pub const BITS: TypeCode = 1;

/// The cells of a board, in one of its two representations.
#[derive(Clone, Copy)]
#[repr(C)]
pub union BoardRep {
    /// `matrix[r][c]` is the cell in row r and column c.
    pub matrix: *mut *mut CellCode,
    /// Two bits a cell, row by row from the top left, least significant bits first, in
    /// width * height / 16 elements, rounded up: 00 empty, 01 black, 10 white.
    pub bits: *mut c_uint,
}

/// A board.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Board {
    /// Columns.
    pub width: c_uint,
    /// Rows.
    pub height: c_uint,
    /// Its representation.
    pub r#type: TypeCode,
    /// The cells.
    pub u: BoardRep,
}

/// Makes a board with every cell empty. The caller frees it with board_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_new(width: c_uint, height: c_uint, r#type: TypeCode) -> *mut Board {
    function("board_new", || new(width, height, r#type))
}

/// Frees a board. A null pointer is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_free(b: *mut Board) {
    // SAFETY: the caller's promise.
    function("board_free", || unsafe { free(b) });
}

/// Prints the board with the labels of its columns and rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_show(b: *mut Board) {
    function("board_show", || {
        // SAFETY: the caller's promise.
        let picture = unsafe { read(b) }?.to_string();
        let picture = CString::new(picture).map_err(Misuse::of)?;
        // SAFETY: both texts end with a NUL, and the first asks for one text.
        let printed: c_int = unsafe { libc::printf(c"%s".as_ptr(), picture.as_ptr()) };
        // The program must deal with a closed stdout, as with its own `printf`.
        let _ = printed;
        Ok(())
    });
}

/// The content of a square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_get(b: *mut Board, p: Pos) -> CellCode {
    function("board_get", || {
        // SAFETY: the caller's promise.
        let square = unsafe { Square::find(b, p) }?;
        // SAFETY: the square has just been found.
        unsafe { square.get() }
    })
}

/// Sets the content of a square.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn board_set(b: *mut Board, p: Pos, c: CellCode) {
    function("board_set", || {
        // SAFETY: the caller's promise.
        let square = unsafe { Square::find(b, p) }?;
        if c > Cell::White as CellCode {
            return Err(Misuse::new(format!("{c} is no cell: there are EMPTY, BLACK and WHITE")));
        }
        // SAFETY: the square has just been found.
        unsafe { square.set(c) };
        Ok(())
    });
}

/// The place of a cell in memory.
enum Square {
    Matrix(*mut CellCode, Pos),
    /// The element, and the shift of the cell's two bits in it.
    Bits(*mut c_uint, u32, Pos),
}

impl Square {
    /// # Safety
    /// A board that is not null is one, and its cells are where it says.
    unsafe fn find(b: *const Board, p: Pos) -> Result<Square, Misuse> {
        // SAFETY: the caller's promise.
        let (board, size) = unsafe { look(b) }?;
        if !size.contains(cell::Pos::new(p.r, p.c)) {
            return Err(Misuse::new(format!("row {} column {} is not on a {size} board", p.r, p.c)));
        }
        if board.r#type == MATRIX {
            // SAFETY: the type says which of the two it is.
            let rows = unsafe { board.u.matrix };
            // SAFETY: the row is on the board.
            let row = unsafe { *rows.add(p.r as usize) };
            // SAFETY: the column is on the board.
            Ok(Square::Matrix(unsafe { row.add(p.c as usize) }, p))
        } else {
            let index = size.index(cell::Pos::new(p.r, p.c));
            // SAFETY: the type says which of the two it is.
            let bits = unsafe { board.u.bits };
            // SAFETY: the cell is on the board.
            Ok(Square::Bits(unsafe { bits.add((index / 16) as usize) }, index % 16 * 2, p))
        }
    }

    /// # Safety
    /// The board that it was found on is still there.
    unsafe fn get(&self) -> Result<CellCode, Misuse> {
        let (code, pos) = match *self {
            // SAFETY: the caller's promise.
            Square::Matrix(cell, pos) => (unsafe { *cell }, pos),
            // SAFETY: the caller's promise.
            Square::Bits(element, shift, pos) => (unsafe { *element } >> shift & 3, pos),
        };
        if code > Cell::White as CellCode {
            return Err(Misuse::new(format!("row {} column {} holds {code}, which is no cell", pos.r, pos.c)));
        }
        Ok(code)
    }

    /// # Safety
    /// The board that it was found on is still there.
    unsafe fn set(&self, code: CellCode) {
        match *self {
            // SAFETY: the caller's promise.
            Square::Matrix(cell, _) => unsafe { *cell = code },
            // SAFETY: the caller's promise.
            Square::Bits(element, shift, _) => unsafe { *element = *element & !(3 << shift) | code << shift },
        }
    }
}

pub(crate) fn new(width: c_uint, height: c_uint, r#type: TypeCode) -> Result<*mut Board, Misuse> {
    let size = Size::new(width, height).map_err(Misuse::of)?;
    if r#type > BITS {
        return Err(Misuse::new(format!("{} is no representation: there are MATRIX and BITS", r#type)));
    }
    let too_large = || Misuse::new(format!("there is no memory for a {size} board"));
    let u = if r#type == MATRIX { new_matrix(size).map(|matrix| BoardRep { matrix }) } else { new_bits(size) };
    let u = u.ok_or_else(too_large)?;
    let board = zeroed::<Board>(1).ok_or_else(too_large)?;
    // SAFETY: there is room for a board.
    unsafe { board.write(Board { width, height, r#type, u }) };
    Ok(board)
}

fn new_bits(size: Size) -> Option<BoardRep> {
    zeroed(size.words()).map(|bits| BoardRep { bits })
}

/// A row is memory of its own, so that a program may exchange rows.
fn new_matrix(size: Size) -> Option<*mut *mut CellCode> {
    let matrix = zeroed::<*mut CellCode>(size.height() as usize)?;
    for index in 0..size.height() as usize {
        let row = zeroed(size.width() as usize)?;
        // SAFETY: there are as many pointers as rows.
        unsafe { matrix.add(index).write(row) };
    }
    Some(matrix)
}

/// Memory from C's allocator for `count` elements, all bits zero.
pub(crate) fn zeroed<T>(count: usize) -> Option<*mut T> {
    // SAFETY: `calloc` takes any numbers; it returns null for more than there is.
    let memory = unsafe { libc::calloc(count, size_of::<T>()) };
    (!memory.is_null()).then(|| memory.cast())
}

/// # Safety
/// A board that is not null is one, from `board_new`.
pub(crate) unsafe fn free(b: *mut Board) -> Result<(), Misuse> {
    if b.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    let (board, _) = unsafe { look(b) }?;
    if board.r#type == MATRIX {
        // SAFETY: the type says which of the two it is.
        let matrix = unsafe { board.u.matrix };
        for index in 0..board.height as usize {
            // SAFETY: there are as many pointers as rows.
            let row = unsafe { *matrix.add(index) };
            // SAFETY: the row came from `calloc`.
            unsafe { libc::free(row.cast()) };
        }
        // SAFETY: the pointers came from `calloc`.
        unsafe { libc::free(matrix.cast()) };
    } else {
        // SAFETY: the type says which of the two it is.
        let bits = unsafe { board.u.bits };
        // SAFETY: the bits came from `calloc`.
        unsafe { libc::free(bits.cast()) };
    }
    // SAFETY: the board came from `calloc`.
    unsafe { libc::free(b.cast()) };
    Ok(())
}

/// The struct of a board, and its size, if they make sense.
///
/// # Safety
/// A board that is not null is one.
unsafe fn look(b: *const Board) -> Result<(Board, Size), Misuse> {
    if b.is_null() {
        return Err(Misuse::new("the board is null"));
    }
    // SAFETY: not null, and so the caller's promise.
    let board = unsafe { ptr::read(b) };
    let size = Size::new(board.width, board.height).map_err(Misuse::of)?;
    // SAFETY: either field is a pointer, and the code only compares it with null.
    let cells_are_null = unsafe { board.u.bits }.is_null();
    match board.r#type {
        MATRIX | BITS if cells_are_null => Err(Misuse::new("the cells of the board are null")),
        MATRIX | BITS => Ok((board, size)),
        other => Err(Misuse::new(format!("the board is of type {other}: there are MATRIX and BITS"))),
    }
}

/// The board in the library's form. The unused bits of the last element do not matter.
///
/// # Safety
/// A board that is not null is one, and its cells are where it says.
pub(crate) unsafe fn read(b: *const Board) -> Result<PackedBoard, Misuse> {
    // SAFETY: the caller's promise.
    let (board, size) = unsafe { look(b) }?;
    let mut words = vec![0; size.words()];
    if board.r#type == MATRIX {
        for (index, pos) in (0..).zip(size.positions()) {
            // SAFETY: the caller's promise.
            let square = unsafe { Square::find(b, Pos { r: pos.row, c: pos.col }) }?;
            // SAFETY: the square has just been found.
            words[index / 16] |= unsafe { square.get() }? << (index % 16 * 2);
        }
    } else {
        // SAFETY: the type says which of the two it is.
        let bits = unsafe { board.u.bits };
        // SAFETY: the caller's promise: a board of this size has that many elements.
        unsafe { ptr::copy_nonoverlapping(bits, words.as_mut_ptr(), words.len()) };
        let used = (size.cells() - 1) % 16 * 2 + 2;
        if let Some(last) = words.last_mut() {
            *last &= u32::MAX >> (32 - used);
        }
    }
    let board = PackedBoard::from_words(size, &words).map_err(Misuse::of)?;
    // The code 11 is two neighboring set bits, the lower one at an even index.
    if words.iter().any(|word| word & word >> 1 & 0x5555_5555 != 0)
        && let Some(pos) = size.positions().find(|&pos| board.cell(pos) == cell::Cell::Fixed)
    {
        return Err(Misuse::new(format!("{pos} holds 3, which is no cell")));
    }
    Ok(board)
}

/// Writes a board back that [`read`] returned.
///
/// # Safety
/// The board is the one that was read, and is still there.
pub(crate) unsafe fn write(b: *mut Board, packed: &PackedBoard) -> Result<(), Misuse> {
    // SAFETY: the caller's promise.
    let (board, size) = unsafe { look(b) }?;
    if board.r#type == MATRIX {
        for pos in size.positions() {
            // SAFETY: the caller's promise.
            let square = unsafe { Square::find(b, Pos { r: pos.row, c: pos.col }) }?;
            // SAFETY: the square has just been found.
            unsafe { square.set(packed.cell(pos).code()) };
        }
    } else {
        // SAFETY: the type says which of the two it is.
        let bits = unsafe { board.u.bits };
        let words = packed.words();
        // SAFETY: the caller's promise: a board of this size has that many elements.
        unsafe { ptr::copy_nonoverlapping(words.as_ptr(), bits, words.len()) };
    }
    Ok(())
}
