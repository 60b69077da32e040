//! Breakdown for searching.
//!
//! | file | contents |
//! |---|---|
//! | `columns.rs` | boards of up to 8×8: the form for distances and moves |
//! | `weak.rs` | the same boards: the form for who wins |
//! | `large.rs` | boards of up to 16×16: the form for distances and moves |

mod columns;
#[cfg(feature = "registers")]
mod large;
mod weak;

pub(super) use columns::ColumnSearch;
#[cfg(feature = "registers")]
pub(super) use large::LargeSearch;
pub(super) use weak::ColumnWeak;

use crate::search::Value;

/// The worth of a square by the number of pieces that it and the cells below it still need. Every
/// further piece takes three tenths of the worth.
const WORTH: [i32; 65] = {
    let mut worth = [1000; 65];
    let mut pieces = 1;
    while pieces < worth.len() {
        worth[pieces] = worth[pieces - 1] * 10 / 13;
        pieces += 1;
    }
    worth
};

/// The value of a position for the side to move, by whether each side has a square; `None` if
/// neither has.
#[inline(always)]
fn value_by_squares(mine: bool, theirs: bool) -> Option<Value> {
    match (mine, theirs) {
        (false, false) => None,
        (true, true) => Some(Value::Draw),
        (true, false) => Some(Value::Win(0)),
        (false, true) => Some(Value::Loss(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::WORTH;

    /// The estimate of a settled board of a width, a height and a side of a square, cell by cell
    /// from the ground up.
    pub(super) fn expected_estimate(
        (width, height, side): (u32, u32, u32),
        mine: &dyn Fn(u32, u32) -> bool,
        theirs: &dyn Fn(u32, u32) -> bool,
    ) -> i32 {
        let worth = |own: &dyn Fn(u32, u32) -> bool, other: &dyn Fn(u32, u32) -> bool| {
            let corners = (0..=width - side).flat_map(|col| (0..=height - side).map(move |row| (col, row)));
            corners.fold(0, |worth, (col, row)| {
                let square = || (col..col + side).flat_map(|col| (row..row + side).map(move |row| (col, row)));
                let below = (col..col + side).flat_map(|col| (0..row + side).map(move |row| (col, row)));
                let cells = square().filter(|&(col, row)| own(col, row)).count() as i32;
                let lacking = below.filter(|&(col, row)| !own(col, row) && !other(col, row)).count();
                let is_open = !square().any(|(col, row)| other(col, row));
                worth + if is_open { WORTH[lacking.min(WORTH.len() - 1)] * cells / 4 } else { 0 }
            })
        };
        worth(mine, theirs) - worth(theirs, mine)
    }
}
