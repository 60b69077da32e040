//! Lines: straight runs of one side's pieces along a row, a column or a diagonal.
//!
//! The four directions are four distances in bits: 2 to the right, one row to below, one row and a
//! cell to the lower right, one row less a cell to the lower left. A bit of
//! `pieces & pieces >> distance` remains if the next cell in that direction holds a piece as well.
//! Each step doubles the reach, so four in a row take two steps. The remaining bits are the cells
//! where lines begin. A line that leaves the board on the right or left wraps into the next row; it
//! begins in a column that a mask removes.

use super::bits::Register;
use super::layout::Layout;
use super::run::runs;
use super::wide::each;
use crate::cell::{Pos, Size};

/// The masks of lines of `LENGTH` pieces on one size of board. `LENGTH` is 2 to 16.
///
/// ```
/// use gridlaw::board::{Layout, Lines};
/// use gridlaw::cell::Size;
///
/// let layout = Layout::<u32>::new(Size::new(4, 4).unwrap()).unwrap();
/// let lines = Lines::<u32, 3>::new(&layout);
/// let falling = 1 << 0 | 1 << 10 | 1 << 20;
/// assert!(lines.any(falling));
/// assert!(!lines.any(falling ^ 1));
/// assert_eq!(lines.completions(falling ^ 1), 1 << 0 | 1 << 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines<B, const LENGTH: usize> {
    directions: [Direction<B>; 4],
    /// Bits of a row where lines fit in every direction, else 0.
    row: u32,
}

/// One of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Direction<B> {
    /// Bits from a cell to the next in this direction; 0 when no line fits, which shifts nothing.
    step: u32,
    /// The cells where a line can begin, both bits of each.
    begins: B,
    /// The low bits of the cells that have a previous cell on the board in this direction.
    followers: B,
    /// The low bits of the cells that have a next cell on the board in this direction.
    leaders: B,
}

/// Calls a method with the steps of the four directions, as constants for boards of 4 to 10
/// columns that fill much of their register.
///
/// As in `gravity`: if the compiler knows the distances, the shifts of a wide register become
/// moves, which halves the cost of a random move on a `Wide<4>`. Without the feature `registers`
/// only the usual board has them.
macro_rules! at_fixed_steps {
    ($self:ident.$method:ident($pieces:ident)) => {
        match $self.row {
            #[cfg(feature = "registers")]
            8 if B::BITS <= 128 => $self.$method($pieces, [2, 8, 10, 6]),
            #[cfg(feature = "registers")]
            10 if B::BITS <= 128 => $self.$method($pieces, [2, 10, 12, 8]),
            #[cfg(feature = "registers")]
            12 if B::BITS == 128 => $self.$method($pieces, [2, 12, 14, 10]),
            14 if B::BITS == 128 => $self.$method($pieces, [2, 14, 16, 12]),
            #[cfg(feature = "registers")]
            16 if B::BITS == 128 => $self.$method($pieces, [2, 16, 18, 14]),
            #[cfg(feature = "registers")]
            18 if B::BITS > 128 => $self.$method($pieces, [2, 18, 20, 16]),
            #[cfg(feature = "registers")]
            20 if B::BITS > 128 => $self.$method($pieces, [2, 20, 22, 18]),
            _ => $self.$method($pieces, each(|direction| $self.directions[direction].step)),
        }
    };
}

impl<B: Register, const LENGTH: usize> Lines<B, LENGTH> {
    /// The lines of a layout. Lengths that do not fit the board are no error: there are no such
    /// lines.
    #[inline(never)]
    #[must_use]
    pub fn new(layout: &Layout<B>) -> Lines<B, LENGTH> {
        const { assert!(LENGTH >= 2 && LENGTH <= 16) };
        let size = layout.size();
        let beyond = LENGTH as i32 - 1;
        let direction = |(rows, columns): (i32, i32)| {
            // The cells from which `steps` steps in this direction stay on the board.
            let cells = |steps: i32| {
                let stays = |pos: &Pos| offset(*pos, rows * steps, columns * steps, size);
                let positions = size.positions().filter(stays);
                positions.fold(B::ZERO, |cells, pos| cells | B::bit(layout.bit_index(pos)))
            };
            let begins = cells(beyond);
            if begins.is_zero() {
                return Direction { step: 0, begins, followers: begins, leaders: begins };
            }
            let step = 2 * (rows * size.width() as i32 + columns) as u32;
            Direction { step, begins: begins | begins.shl(1), followers: cells(-1), leaders: cells(1) }
        };
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)].map(direction);
        let every = directions.iter().all(|direction| direction.step != 0);
        Lines { directions, row: if every { layout.stride() } else { 0 } }
    }

    /// Whether either color has a line among `pieces`: low bits are one color's, high bits the
    /// other's.
    #[inline(always)]
    #[must_use]
    pub fn any(&self, pieces: B) -> bool {
        at_fixed_steps!(self.any_at(pieces))
    }

    /// The cells at which one more piece would complete a line, free or not. `pieces` and the
    /// result are low bits.
    ///
    /// The pieces directly before the cell and those directly after it must make up the rest of the
    /// line.
    // Not inlined, because the eight bodies, one a stride, were a fifteenth of the whole program.
    #[inline(never)]
    #[must_use]
    pub fn completions(&self, pieces: B) -> B {
        at_fixed_steps!(self.completions_at(pieces))
    }

    #[inline(always)]
    fn any_at(&self, pieces: B, steps: [u32; 4]) -> bool {
        let [right, below, lower_right, lower_left] = &self.directions;
        let found = runs(pieces, steps[0], LENGTH as u32) & right.begins
            | runs(pieces, steps[1], LENGTH as u32) & below.begins
            | runs(pieces, steps[2], LENGTH as u32) & lower_right.begins
            | runs(pieces, steps[3], LENGTH as u32) & lower_left.begins;
        !found.is_zero()
    }

    #[inline(always)]
    fn completions_at(&self, pieces: B, steps: [u32; 4]) -> B {
        let [right, below, lower_right, lower_left] = &self.directions;
        right.completions::<LENGTH>(pieces, steps[0])
            | below.completions::<LENGTH>(pieces, steps[1])
            | lower_right.completions::<LENGTH>(pieces, steps[2])
            | lower_left.completions::<LENGTH>(pieces, steps[3])
    }
}

impl<B: Register> Direction<B> {
    /// `step` is the direction's own; a parameter, so that it can be a constant.
    #[inline(always)]
    fn completions<const LENGTH: usize>(&self, pieces: B, step: u32) -> B {
        // Element *n*: the cells with at least *n* pieces directly before them, and after them.
        let (mut before, mut after) = ([!B::ZERO; LENGTH], [!B::ZERO; LENGTH]);
        for count in 1..LENGTH {
            before[count] = (before[count - 1] & pieces).shl(step) & self.followers;
            after[count] = (after[count - 1] & pieces).shr(step) & self.leaders;
        }
        (0..LENGTH).fold(B::ZERO, |all, count| all | before[count] & after[LENGTH - 1 - count])
    }
}

/// Whether the square `rows` and `columns` away from `pos` is on the board.
fn offset(pos: Pos, rows: i32, columns: i32, size: Size) -> bool {
    let row = pos.row.checked_add_signed(rows);
    let col = pos.col.checked_add_signed(columns);
    row.zip(col).is_some_and(|(row, col)| size.contains(Pos::new(row, col)))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::board::Wide;
    use crate::rng::Generator;

    /// Every line of a board, cell by cell.
    fn every_line(size: Size, length: i32) -> Vec<Vec<Pos>> {
        let from = |pos: Pos, (rows, columns): (i32, i32)| -> Option<Vec<Pos>> {
            (0..length)
                .map(|step| {
                    let row = pos.row.checked_add_signed(rows * step)?;
                    let col = pos.col.checked_add_signed(columns * step)?;
                    size.contains(Pos::new(row, col)).then_some(Pos::new(row, col))
                })
                .collect()
        };
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        size.positions().flat_map(|pos| directions.into_iter().filter_map(move |way| from(pos, way))).collect()
    }

    fn check<const LENGTH: usize>(width: u32, height: u32) {
        let size = Size::new(width, height).unwrap();
        let layout = Layout::<Wide<4>>::new(size).unwrap();
        let lines = Lines::<Wide<4>, LENGTH>::new(&layout);
        let bit = |pos: &Pos| Wide::bit(layout.bit_index(*pos));
        let every_line = every_line(size, LENGTH as i32);
        let expected =
            |pieces: Wide<4>| every_line.iter().any(|line| line.iter().all(|pos| !(pieces & bit(pos)).is_zero()));
        for line in &every_line {
            let whole = line.iter().fold(Wide::ZERO, |pieces, pos| pieces | bit(pos));
            assert!(lines.any(whole), "{size}: {line:?}");
            for pos in line {
                let open = whole ^ bit(pos);
                assert!(!lines.any(open), "{size}: {line:?} without {pos}");
                assert!(!(lines.completions(open) & bit(pos)).is_zero(), "{size}: {line:?} without {pos}");
            }
            for other in every_line.iter().filter(|other| other[0] == line[0]) {
                assert!(lines.any(other.iter().fold(whole, |both, pos| both | bit(pos))), "{line:?} and {other:?}");
            }
        }
        // Arbitrary pieces of every density, whose lines wrap, cross and exceed the length.
        for number in 0..60 {
            let mut random = Generator::for_game(11, number);
            let pieces =
                size.positions().filter(|_| random.below(60) < number).fold(Wide::ZERO, |all, pos| all | bit(&pos));
            assert_eq!(lines.any(pieces), expected(pieces), "{size}: {pieces:?}");
            let completions = lines.completions(pieces);
            for pos in size.positions() {
                let through = |line: &&Vec<Pos>| line.contains(&pos);
                let others = |line: &Vec<Pos>| line.iter().all(|cell| *cell == pos || !(pieces & bit(cell)).is_zero());
                let completes = every_line.iter().filter(through).any(others);
                assert_eq!(!(completions & bit(&pos)).is_zero(), completes, "{size}: {pieces:?} at {pos}");
            }
            assert!((completions & !layout.cells()).is_zero());
        }
    }

    #[test]
    fn lines_are_found_where_they_are_and_nowhere_else() {
        for (width, height) in
            [(4, 4), (5, 5), (8, 8), (9, 9), (10, 10), (1, 1), (1, 9), (9, 1), (3, 12), (12, 3), (4, 7), (32, 4)]
        {
            check::<4>(width, height);
        }
        for (width, height) in [(2, 2), (4, 4), (6, 5)] {
            check::<2>(width, height);
            check::<3>(width, height);
            check::<5>(width, height);
            check::<7>(width, height);
        }
    }

    #[test]
    fn boards_that_fill_their_register_have_their_lines() {
        let layout = Layout::<u32>::new(Size::new(4, 4).unwrap()).unwrap();
        let lines = Lines::<u32, 4>::new(&layout);
        for line in [0x55, 0x5500_0000, 0x0101_0101, 0x4040_4040, 0x4010_0401, 0x0104_1040] {
            assert!(lines.any(line), "{line:#x}");
        }
        // A full board but for one piece in every row, column and diagonal.
        let missing = 1 | 1 << 12 | 1 << 22 | 1 << 26;
        assert!(!lines.any(layout.cells() ^ missing));
        assert_eq!(lines.completions(layout.cells() ^ missing) & missing, missing);
        let column = Layout::<u32>::new(Size::new(1, 16).unwrap()).unwrap();
        assert!(Lines::<u32, 16>::new(&column).any(0x5555_5555));
        assert!(!Lines::<u32, 16>::new(&column).any(0x5155_5555));
    }
}
