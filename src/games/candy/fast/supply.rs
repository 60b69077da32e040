//! [`Supply`]: the candies that enter boards of up to 8×8, as bits in the board's form.

use alloc::vec::Vec;

use super::super::Instance;
use super::columnar::{Colors, ColumnPlan};
use crate::cell::Pos;
use crate::lanes::Lanes;
use crate::level::BitMoves;

/// The extension, cut into windows. A window ends at a *place* of a column's queue. It holds as
/// many candies before that place as a column is high, the last one in the top row. So after new
/// candies have entered a column, they are the highest ones of the window at the queue's new place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Supply {
    /// Rows of the extension.
    pub(crate) rows: u32,
    /// The window at place *p* of column *c* is number *c* × `rows` + *p*: a byte for every bit of
    /// a color, the lowest bit for row 0.
    windows: Vec<u32>,
}

/// The places of the queues of a board.
pub(crate) trait Queues {
    /// Moves the queue of a column on by some candies. Returns the number of the window there.
    fn take(&mut self, supply: &Supply, column: usize, count: u32) -> usize;
}

/// Windows, by their number. Their count is a power of two, so that no index needs a check.
#[derive(Clone, Copy)]
pub(crate) struct Windows<'s>(&'s [u32]);

impl<'s> Windows<'s> {
    #[inline(always)]
    fn new(windows: &'s [u32]) -> Windows<'s> {
        assert!(!windows.is_empty());
        Windows(windows)
    }

    #[inline(always)]
    pub(crate) fn at(self, number: usize) -> u32 {
        self.0[number & (self.0.len() - 1)]
    }
}

/// The windows of several games, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Vec<u32>);

/// Where a game's windows are in a [`Pool`]: the number of the first one, and the rows of the
/// extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) first: u32,
    pub(crate) rows: u32,
}

impl Pool {
    /// The windows of games on boards of some columns, and where each game's are; `None` beyond a
    /// billion windows.
    pub(crate) fn new<'s>(supplies: impl Iterator<Item = &'s Supply>, columns: u32) -> Option<(Pool, Vec<Source>)> {
        let (mut windows, mut sources) = (Vec::new(), Vec::new());
        for supply in supplies {
            let first = u32::try_from(windows.len()).ok().filter(|&first| first < 1 << 30)?;
            sources.push(Source { first, rows: supply.rows });
            windows.extend_from_slice(&supply.windows[..(columns * supply.rows) as usize]);
        }
        windows.resize(windows.len().next_power_of_two(), 0);
        Some((Pool(windows), sources))
    }

    /// All windows.
    #[inline(always)]
    pub(crate) fn windows(&self) -> Windows<'_> {
        Windows::new(&self.0)
    }
}

/// The bits of the colors in the windows of a lane, a window a column.
#[inline(always)]
pub(crate) fn entering<const N: usize>(windows: &[Lanes<u32, N>; 8], lane: usize) -> Colors {
    let mut entering = [0; 3];
    for (column, windows) in (0..).zip(windows) {
        let window = u64::from(windows.0[lane]);
        entering[0] |= (window & 0xff) << (8 * column);
        entering[1] |= (window >> 8 & 0xff) << (8 * column);
        entering[2] |= (window >> 16) << (8 * column);
    }
    entering
}

impl Supply {
    /// The windows of a game with at most 8 colors, for boards of its size.
    #[inline(never)]
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
        let mut windows: Vec<u32> = (0..size.width()).flat_map(places).collect();
        windows.resize(windows.len().next_power_of_two(), 0);
        Supply { rows, windows }
    }

    /// All windows.
    #[inline(always)]
    pub(crate) fn windows(&self) -> Windows<'_> {
        Windows::new(&self.windows)
    }

    /// Lets the candies above exploded ones fall, and new ones enter, for one board alone.
    #[inline(always)]
    pub(crate) fn fall(
        &self,
        plan: &ColumnPlan,
        colors: &mut Colors,
        fired: u64,
        queues: &mut impl Queues,
        moves: Option<BitMoves>,
    ) {
        match moves {
            Some(moves) => self.fall_by(moves, plan, colors, fired, queues),
            None => self.fall_by_runs(plan, colors, fired, queues),
        }
    }

    /// All candies fall at once: those that stay are moved together, and apart to the cells that
    /// are filled. Only the columns with gaps are looked at one by one.
    ///
    /// Random games take 0.88 of the time that they take by runs. Always three columns, without a
    /// branch on their number: 0.94.
    #[inline(always)]
    fn fall_by(&self, moves: BitMoves, plan: &ColumnPlan, colors: &mut Colors, fired: u64, queues: &mut impl Queues) {
        let (mut gaps, mut free, mut entering) = (fired, 0, [0; 3]);
        while gaps != 0 {
            let column = gaps.trailing_zeros() & 56;
            let whole = plan.column() << column;
            let count = (gaps & whole).count_ones();
            gaps &= !whole;
            let window = u64::from(self.windows().at(queues.take(self, (column / 8) as usize, count)));
            let top = plan.top(column, count);
            free |= top;
            entering[0] |= window << column & top;
            entering[1] |= window >> 8 << column & top;
            entering[2] |= window >> 16 << column & top;
        }
        let (stay, filled) = (plan.cells() & !fired, plan.cells() & !free);
        for (color, entering) in colors.iter_mut().zip(entering) {
            *color = moves.deposit(moves.extract(*color, stay), filled) | entering;
        }
    }

    /// The same column by column and run by run. [`ColumnPlan::fall`] for all columns at once was
    /// no faster.
    #[inline(always)]
    fn fall_by_runs(&self, plan: &ColumnPlan, colors: &mut Colors, fired: u64, queues: &mut impl Queues) {
        let [mut low, mut middle, mut high] = *colors;
        let mut rest = fired;
        while rest != 0 {
            let column = rest.trailing_zeros() & 56;
            let whole = plan.column() << column;
            let mut gaps = rest & whole;
            rest &= !whole;
            let mut count = 0;
            loop {
                let first = gaps.trailing_zeros();
                let run = (gaps >> first).trailing_ones();
                let above = u64::MAX << first & whole;
                low = low & !above | low >> run & above;
                middle = middle & !above | middle >> run & above;
                high = high & !above | high >> run & above;
                gaps = gaps >> run & above;
                count += run;
                if gaps == 0 {
                    break;
                }
            }
            let window = u64::from(self.windows().at(queues.take(self, (column / 8) as usize, count)));
            let free = plan.top(column, count);
            low = low & !free | window << column & free;
            middle = middle & !free | window >> 8 << column & free;
            high = high & !free | window >> 16 << column & free;
        }
        *colors = [low, middle, high];
    }
}
