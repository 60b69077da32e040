//! [`Supply`]: the candies that enter boards of up to 8×8, as bits that are ready to be put in.

use alloc::vec::Vec;

use super::super::Instance;
use super::columnar::{Colors, ColumnPlan};
use crate::cell::Pos;

/// The extension, cut into windows. A window ends at a *place* of a column's queue: it holds the
/// candies before that place, as many as a column is high, the last one in the top row. The candies
/// that entered a column are therefore the highest of the window at the place where its queue
/// stands afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Supply {
    /// Rows of the extension.
    pub(crate) rows: u32,
    /// The window at place *p* of column *c* is number *c* × `rows` + *p*: a byte for every bit of
    /// a color, the lowest bit for row 0.
    windows: Vec<u32>,
}

/// Where the queues of a board stand.
pub(crate) trait Queues {
    /// Moves the queue of a column on by some candies. Returns the number of the window there.
    fn take(&mut self, supply: &Supply, column: usize, count: u32) -> usize;
}

impl Supply {
    /// The windows of a game with at most 8 colors, for boards of its size.
    pub(super) fn new(instance: &Instance) -> Supply {
        let (extension, size) = (instance.definition().extension(), instance.definition().size());
        let rows = extension.rows;
        // Enough rows are in front of the first place.
        let lap = size.height().next_multiple_of(rows);
        let window = |column, place: u32| {
            let candy = |row: u32| extension.at(Pos::new((place + lap - size.height() + row) % rows, column));
            let bits = |bit: u32| (0..size.height()).fold(0, |bits, row| bits | (candy(row) >> bit & 1) << row);
            bits(0) | bits(1) << 8 | bits(2) << 16
        };
        let places = |column| (0..rows).map(move |place| window(column, place));
        Supply { rows, windows: (0..size.width()).flat_map(places).collect() }
    }

    /// The window of a number; empty beyond the last.
    #[inline(always)]
    pub(crate) fn window(&self, number: usize) -> u32 {
        match self.windows.get(number) {
            Some(&window) => window,
            None => 0,
        }
    }

    /// Fills the free cells at the tops of columns.
    #[inline(always)]
    pub(crate) fn refill(&self, plan: &ColumnPlan, colors: &mut Colors, free: u64, queues: &mut impl Queues) {
        let (mut rest, mut entering) = (free, [0; 3]);
        while rest != 0 {
            let lowest = rest.trailing_zeros();
            let column = lowest & !7;
            rest &= !(0xff << column);
            let window = self.window(queues.take(self, (column / 8) as usize, plan.height - (lowest & 7)));
            for (bit, entering) in entering.iter_mut().enumerate() {
                *entering |= u64::from(window >> (8 * bit) & 0xff) << column;
            }
        }
        for (color, entering) in colors.iter_mut().zip(entering) {
            *color |= entering & free;
        }
    }
}
