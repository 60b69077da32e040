//! Connect4 for the weak solve: boards of up to 7×7 as sets of cells, a byte a row.
//!
//! A token stops at a **visible** cell: an empty cell with only empty cells between it and some
//! edge. No token ever reaches the other empty cells, and a cell that is not visible never becomes
//! visible. So the winner depends only on the visible cells and on the tokens of **live** lines:
//! four cells in a row each of which is visible or holds a token of that color. All other cells
//! count as taken, by nobody.
//!
//! Two positions with the same visible cells and the same tokens on live lines have the same moves,
//! and a move completes a line in both or in neither. They agree after it as well, because a line
//! that is live then was live before. On 5×5 with 256 MiB the search takes 1.26 million nodes with
//! these keys, and more than 30 million with keys of the whole board; without mirror images 14.7
//! million; without the rule of half a turn ([`WeakConnect4::is_mirrored`]) 1.79 million.

use alloc::vec::Vec;

use super::{Connect4, Parameters, Position};
use crate::board::byte_rows::ByteRows;
use crate::board::{PackedBoard, Register};
use crate::cell::Cell;
use crate::rules::Rules;
use crate::search::weak::{Child, Goal, WeakSearchable};
use crate::search::{Key, hashes};
use crate::text::Grid;

/// The distances from a cell to the next one of a line: along a row, a column and both diagonals.
/// The unused bits of every byte stop lines at the left and right edges.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Connect4 for the weak solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct WeakConnect4<B> {
    rules: Connect4<B>,
    rows: ByteRows,
    center: u64,
}

/// The tokens of the side to move, and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct Tokens {
    mine: u64,
    theirs: u64,
}

impl<B: Register> WeakConnect4<B> {
    /// The form of a game of this size; `None` beyond 7×7, or if the board does not fit `B`.
    #[inline(never)]
    pub(in super::super) fn new(parameters: Parameters) -> Option<WeakConnect4<B>> {
        let rules = Connect4::<B>::new(parameters)?;
        let rows = ByteRows::new(parameters.size()).filter(|rows| rows.size().width() < 8)?;
        let center = cells_of(&rows, &rules.board(&rules.start()), Cell::Fixed);
        Some(WeakConnect4 { rules, rows, center })
    }

    #[inline(always)]
    fn occupied(&self, tokens: Tokens) -> u64 {
        tokens.mine | tokens.theirs | self.center
    }

    /// The visible cells, and those of them where a token stops.
    #[inline(always)]
    fn visible(&self, occupied: u64) -> Visible {
        // The cells behind an occupied cell, as seen from each edge.
        let cells = self.rows.cells();
        let smeared = |set: u64, shift: &dyn Fn(u64, u32) -> u64| {
            let set = set | shift(set, 1);
            let set = set | shift(set, 2);
            cells & !(set | shift(set, 4))
        };
        // By distance: the columns that a shift by that many columns keeps in their row.
        const KEPT: [u64; 5] = [0, 0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f, 0, 0x0f0f_0f0f_0f0f_0f0f];
        let north = smeared(occupied, &|set, count| set << (8 * count));
        let south = smeared(occupied, &|set, count| set >> (8 * count));
        let west = smeared(occupied, &|set, count| (set & KEPT[count as usize]) << count);
        let east = smeared(occupied, &|set, count| set >> count & KEPT[count as usize]);
        Visible {
            cells: north | south | west | east,
            stops: north & !(north >> 8) | south & !(south << 8) | west & !(west >> 1) | east & !(east << 1),
        }
    }

    /// The position up to equivalence: the cells that are not visible, and the tokens of both sides
    /// on live lines.
    #[inline(always)]
    fn folded(&self, tokens: Tokens, visible: u64) -> [u64; 3] {
        let closed = self.rows.cells() & !visible;
        let mine = tokens.mine & live(tokens.mine | visible);
        let theirs = tokens.theirs & live(tokens.theirs | visible);
        let image = |symmetry| [closed, mine, theirs].map(|set| self.rows.image(set, symmetry));
        let mut best = [closed, mine, theirs];
        for symmetry in 1..8 {
            if self.rows.image(closed, symmetry) <= best[0] {
                best = best.min(image(symmetry));
            }
        }
        best
    }

    /// Exact up to 6×6: two bits for every cell outside the center.
    #[inline(always)]
    fn key_of(&self, tokens: Tokens, visible: u64) -> Key {
        let [closed, mine, theirs] = self.folded(tokens, visible);
        let size = self.rows.size().width();
        if size > 6 {
            return Key::hashed(hashes(&(closed, mine, theirs)));
        }
        let nobody = closed & !(mine | theirs);
        let [mine, theirs] = [mine | nobody, theirs | nobody].map(|set| {
            let bits = self.rows.pack(set);
            // On 6×6 the center is two bits in each of the middle rows.
            if size < 6 { bits } else { bits & 0x3fff | bits >> 2 & 0x3_c000 | bits >> 4 & 0xfffc_0000 }
        });
        Key::exact(mine | theirs << 32)
    }

    /// Returns whether the visible cells are their own image under half a turn.
    ///
    /// If the side to move then has no live line, it has lost. The other side answers every token
    /// with its image under the half turn. No token blocks that answer, because the center lies
    /// between a row or column and its own image. So the other side places the last token, or
    /// completes a line before.
    #[inline(always)]
    fn is_mirrored(&self, visible: u64) -> bool {
        self.rows.image(visible, 3) == visible
    }
}

/// The cells of a board with these contents.
fn cells_of(rows: &ByteRows, board: &PackedBoard, cell: Cell) -> u64 {
    rows.size().positions().filter(|&pos| board.cell(pos) == cell).fold(0, |cells, pos| cells | ByteRows::cell(pos))
}

/// The visible cells of a board.
#[derive(Clone, Copy)]
struct Visible {
    cells: u64,
    /// The last visible cell as seen from each edge.
    stops: u64,
}

/// The cells that would complete a line of four with three of the set.
#[inline(always)]
fn completions(set: u64) -> u64 {
    STEPS.iter().fold(0, |found, &step| {
        let (next, second, third) = (set >> step, set >> (2 * step), set >> (3 * step));
        let (last, before, first) = (set << step, set << (2 * step), set << (3 * step));
        found | next & second & (third | last) | last & before & (next | first)
    })
}

/// The cells of all lines of four inside the set.
#[inline(always)]
fn live(set: u64) -> u64 {
    STEPS.iter().fold(0, |found, &step| {
        let pairs = set & set >> step;
        let fours = pairs & pairs >> (2 * step);
        let pairs = fours | fours << step;
        found | pairs | pairs << (2 * step)
    })
}

impl<B: Register> WeakSearchable for WeakConnect4<B> {
    type Position = Position<B>;
    type Node = Tokens;
    type Standing = ();

    const DRAWS: bool = false;
    const REPLIES: bool = false;

    fn node(&self, position: &Position<B>) -> Tokens {
        let board = self.rules.board(position);
        let [mine, theirs] =
            [position.turn, position.turn.other()].map(|side| cells_of(&self.rows, &board, Cell::from(side)));
        Tokens { mine, theirs }
    }

    fn identity(&self, node: &Tokens) -> (Key, ()) {
        (self.key_of(*node, self.visible(self.occupied(*node)).cells), ())
    }

    /// The hint counts the completions of the mover, at most four, and again those that it
    /// threatens to take at once, less those of the opponent, at most four.
    ///
    /// Nodes for 5×5 with 256 MiB: 1.26 M; 1.41 M with at most three; more than 3 M with
    /// counter-moves. With 64 MiB: 2.08 M without the opponent's. Tried and dropped: live lines
    /// (1.44 to 4.5 M), few replies, the image of the last move, and a test whether two threats at
    /// once can be stopped.
    fn expand(&self, node: &Tokens, _: Goal, _: u16, children: &mut Vec<Child<Tokens>>) -> Option<bool> {
        let Tokens { mine, theirs } = *node;
        let occupied = self.occupied(*node);
        let mut stops = self.visible(occupied).stops;
        if completions(mine) & stops != 0 {
            return Some(true);
        }
        let lost = completions(theirs);
        while stops != 0 {
            let cell = stops & stops.wrapping_neg();
            stops ^= cell;
            let visible = self.visible(occupied | cell);
            if visible.stops == 0 {
                return Some(true);
            }
            if lost & visible.stops != 0 {
                continue;
            }
            if live(theirs | visible.cells) == 0 && self.is_mirrored(visible.cells) {
                return Some(true);
            }
            let after = Tokens { mine: theirs, theirs: mine | cell };
            let winning = completions(after.theirs) & visible.cells;
            let count = |cells: u64| cells.count_ones() as i32;
            let lead = count(winning).min(4) - count(lost & visible.cells).min(4);
            let (number, key) = (cell.trailing_zeros() as u16, self.key_of(after, visible.cells));
            children.push(Child::new(after, (key, ()), number, lead + count(winning & visible.stops)));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::rng::Generator;
    use crate::search::weak::soundness::check;

    #[test]
    fn positions_of_one_key_have_one_value() {
        let (mut positions, mut shared) = (0, 0);
        // On 4×4 from the start: every position of the game.
        for (size, seeds, most) in [(4, 1, 1 << 20), (5, 40, 3000), (6, 30, 3000), (7, 20, 3000)] {
            let form = WeakConnect4::<u128>::new(Parameters::new(size).unwrap()).unwrap();
            let compared = check(&form, &form.rules, seeds, most);
            assert!(compared.wins > compared.positions / 10 && compared.wins < compared.positions, "{compared:?}");
            positions += compared.positions;
            shared += compared.positions - compared.identities;
        }
        assert!(positions > 50_000 && shared > positions / 2, "{positions} {shared}");
    }

    fn wide(random: &mut Generator) -> u64 {
        u64::from(random.next_u32()) << 32 | u64::from(random.next_u32())
    }

    /// The lines of four on a board of this size.
    fn lines(size: u32) -> impl Iterator<Item = [u64; 4]> {
        let on_board = move |at: i32| (0..size as i32).contains(&at);
        let starts = (0..size as i32).flat_map(move |row| (0..size as i32).map(move |col| (row, col)));
        starts.flat_map(move |(row, col)| {
            [(0, 1), (1, -1), (1, 0), (1, 1)].into_iter().filter_map(move |(down, right)| {
                let fits = on_board(row + 3 * down) && on_board(col + 3 * right);
                fits.then(|| {
                    core::array::from_fn(|step| 1 << (8 * (row + step as i32 * down) + col + step as i32 * right))
                })
            })
        })
    }

    #[test]
    fn lines_and_sights_are_those_of_the_board() {
        let mut random = Generator::for_game(8, 0);
        for size in 4..=7 {
            let form = WeakConnect4::<u128>::new(Parameters::new(size).unwrap()).unwrap();
            let cells = form.rows.cells();
            for trial in 0..300 {
                let set = (0..trial % 3).fold(wide(&mut random), |set, _| set & wide(&mut random)) & cells;
                let (mut completing, mut whole) = (0, 0);
                for line in lines(size) {
                    let lacking =
                        line.into_iter().filter(|cell| set & cell == 0).fold(0, |lacking, cell| lacking | cell);
                    completing |= if lacking.count_ones() == 1 { lacking } else { 0 };
                    whole |= if lacking == 0 { line.into_iter().fold(0, |line, cell| line | cell) } else { 0 };
                }
                assert_eq!(completions(set) & cells & !set, completing, "{size}: {set:x}");
                assert_eq!(live(set), whole, "{size}: {set:x}");

                let occupied = set | form.center;
                let (mut seen, mut stops) = (0, 0);
                for (row, col) in (0..size).flat_map(|row| (0..size).map(move |col| (row, col))) {
                    let cell = |row: u32, col: u32| 1 << (8 * row + col);
                    let is_free = |row: u32, col: u32| occupied & cell(row, col) == 0;
                    let sights = [
                        ((0..=row).all(|row| is_free(row, col)), row + 1 == size || !is_free(row + 1, col)),
                        ((row..size).all(|row| is_free(row, col)), row == 0 || !is_free(row - 1, col)),
                        ((0..=col).all(|col| is_free(row, col)), col + 1 == size || !is_free(row, col + 1)),
                        ((col..size).all(|col| is_free(row, col)), col == 0 || !is_free(row, col - 1)),
                    ];
                    seen |= if sights.iter().any(|&(seen, _)| seen) { cell(row, col) } else { 0 };
                    stops |= if sights.contains(&(true, true)) { cell(row, col) } else { 0 };
                }
                let visible = form.visible(occupied);
                assert_eq!((visible.cells, visible.stops), (seen, stops), "{size}: {occupied:x}");
            }
        }
    }

    /// A hint counts completions by looking at every line.
    #[test]
    fn hints_are_leads_in_completions() {
        let mut random = Generator::for_game(10, 0);
        let mut hints = std::collections::BTreeSet::new();
        for size in 4..=7 {
            let form = WeakConnect4::<u128>::new(Parameters::new(size).unwrap()).unwrap();
            let free = form.rows.cells() & !form.center;
            for _ in 0..400 {
                let theirs = wide(&mut random) & wide(&mut random) & free;
                let node = Tokens { mine: wide(&mut random) & wide(&mut random) & free & !theirs, theirs };
                let mut children = Vec::new();
                form.expand(&node, Goal::Win, 0, &mut children);
                for child in &children {
                    let visible = form.visible(form.occupied(child.node));
                    let lacking = |own: u64, cells: u64| {
                        let one = |line: [u64; 4]| {
                            let lacking =
                                line.into_iter().filter(|cell| own & cell == 0).fold(0, |all, cell| all | cell);
                            if lacking.count_ones() == 1 { lacking & cells } else { 0 }
                        };
                        lines(size).map(one).fold(0, |all, cell| all | cell).count_ones() as i32
                    };
                    let (own, other) = (child.node.theirs, child.node.mine);
                    let lead = lacking(own, visible.cells).min(4) - lacking(other, visible.cells).min(4);
                    assert_eq!(child.hint, lead + lacking(own, visible.stops), "{size}: {node:x?}");
                    hints.insert(child.hint);
                }
            }
        }
        assert!(hints.len() > 5, "{hints:?}");
    }

    #[test]
    fn positions_of_one_key_are_equivalent() {
        let mut random = Generator::for_game(9, 0);
        for size in 4..=7 {
            let form = WeakConnect4::<u128>::new(Parameters::new(size).unwrap()).unwrap();
            let free = form.rows.cells() & !form.center;
            let mut folded = HashMap::new();
            for _ in 0..3000 {
                // A full board on which one side has most of the tokens.
                let theirs = wide(&mut random) & wide(&mut random) & wide(&mut random) & free;
                let tokens = Tokens { mine: free & !theirs, theirs };
                let found = form.folded(tokens, 0);
                assert_eq!(*folded.entry(form.key_of(tokens, 0)).or_insert(found), found, "{size}: {theirs:x}");
            }
        }
    }

    #[test]
    fn the_largest_board_is_7x7() {
        let form = |size| WeakConnect4::<u128>::new(Parameters::new(size).unwrap());
        assert!(form(7).is_some() && form(8).is_none());
    }
}
