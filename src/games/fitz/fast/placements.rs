//! Fitz for the search: boards of up to 8×8 as sets of cells, and tiles as lists of placements.
//!
//! Fitz is impartial: both sides place the same tile next, and the colors of the pieces do not
//! matter. A node is therefore the taken cells and the tile's number. A cell that no placement of
//! any tile can take any more counts as taken in its key.
//!
//! The weak solve of the document's tiles on 8×8 takes 14,348 nodes. An earlier version took 14,701
//! nodes; without counting such cells as taken it took 33,498, and without the order by replies
//! 79,926.

use alloc::vec;
use alloc::vec::Vec;

use super::super::{Angle, Move, Parameters, Tile};
use super::{Fitz, Position};
use crate::board::byte_rows::ByteRows;
use crate::cell::{Cell, Pos};
use crate::rules::Symmetry;
use crate::search::weak::{Child, Goal, WeakSearchable};
use crate::search::{Key, Searchable, Status, Value, hashes};
use crate::text::Grid;

/// The most tiles of a game in this form. A game with more is searched by its rules.
const MOST_TILES: usize = 1024;

/// The number of moves on an 8×8 board: four angles for every place of a tile's center.
const MOVES: usize = 4 * (8 + 5) * (8 + 5);

/// Fitz for the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct PlacementSearch {
    rules: Fitz,
    rows: ByteRows,
    /// The placements of each tile, in the order of moves.
    tiles: Vec<Vec<Placement>>,
    /// The cells that a move with a tile takes, at the tile's number × [`MOVES`] + the move's; 0 if
    /// a cell is off the board.
    cells: Vec<u64>,
    /// The placements of all tiles, each once.
    all: Vec<u64>,
    /// The symmetries of [`ByteRows`] that map the placements of every tile to themselves.
    images: Vec<usize>,
    /// Whether the taken cells and the tile's number fit a word.
    is_exact: bool,
}

/// The cells that a tile takes, and the first move that takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placement {
    cells: u64,
    mv: Move,
}

/// The taken cells, and the number of the tile to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct PlacementNode {
    taken: u64,
    tile: u32,
}

impl PlacementSearch {
    /// The game with these parameters; `None` beyond 8×8 or with very many tiles.
    #[inline(never)]
    pub(in super::super) fn new(parameters: &Parameters) -> Option<PlacementSearch> {
        let rows = ByteRows::new(parameters.size())?;
        let count = parameters.tiles().len();
        if count > MOST_TILES {
            return None;
        }
        let mut cells = vec![0; count * MOVES];
        let tiles: Vec<Vec<Placement>> = cells
            .chunks_exact_mut(MOVES)
            .zip(parameters.tiles())
            .map(|(cells, &tile)| placements(parameters, tile, cells))
            .collect();
        let mut all: Vec<u64> = tiles.iter().flatten().map(|placement| placement.cells).collect();
        all.sort_unstable();
        all.dedup();
        let images = if rows.size().width() == rows.size().height() { 0..8 } else { 0..4 };
        let images = images.filter(|&symmetry| tiles.iter().all(|tile| is_closed(tile, &rows, symmetry))).collect();
        let is_exact = parameters.size().cells() + usize::BITS - (count - 1).leading_zeros() <= u64::BITS;
        Some(PlacementSearch { rules: Fitz::new(parameters.clone()), rows, tiles, cells, all, images, is_exact })
    }

    /// The placements of the tile that fit.
    #[inline(always)]
    fn fitting(&self, node: PlacementNode) -> impl Iterator<Item = &Placement> {
        self.tiles[node.tile as usize].iter().filter(move |placement| placement.cells & node.taken == 0)
    }

    /// The node after a placement.
    #[inline(always)]
    fn placed(&self, node: PlacementNode, cells: u64) -> PlacementNode {
        let tile = self.rules.parameters.tile_after(node.tile as usize) as u32;
        PlacementNode { taken: node.taken | cells, tile }
    }

    /// The taken cells and those that nothing can take any more.
    #[inline(always)]
    fn closed(&self, node: PlacementNode) -> u64 {
        let mut closed = self.rows.cells() & !node.taken;
        for &cells in &self.all {
            if cells & node.taken == 0 {
                closed &= !cells;
                if closed == 0 {
                    break;
                }
            }
        }
        node.taken | closed
    }

    /// The least of some images of the closed cells, with its index among them.
    #[inline(always)]
    fn folded(&self, closed: u64, images: impl Iterator<Item = usize>) -> (u64, usize) {
        let images = images.enumerate().map(|(place, symmetry)| (self.rows.image(closed, symmetry), place));
        images.min().expect("the identity is a symmetry")
    }

    #[inline(always)]
    fn key_of(&self, closed: u64, tile: u32) -> Key {
        if self.is_exact {
            let cells = self.rows.size().cells();
            Key::exact(self.rows.pack(closed) | u64::from(tile).checked_shl(cells).unwrap_or(0))
        } else {
            Key::hashed(hashes(&(closed, tile)))
        }
    }
}

/// The placements of a tile, each once, in the order of their first moves. Writes the cells of
/// every move.
fn placements(parameters: &Parameters, tile: Tile, cells: &mut [u64]) -> Vec<Placement> {
    let size = parameters.size();
    let turned = Angle::ALL.map(|angle| (angle, tile.turned(angle)));
    let mut found: Vec<Placement> = Vec::new();
    for (row, col) in parameters.row_range().flat_map(|row| parameters.col_range().map(move |col| (row, col))) {
        for (angle, tile) in turned {
            let mv = Move { row, col, angle };
            let cell = |(down, right): (usize, usize)| {
                let (row, col) = (row + down as i32 - 2, col + right as i32 - 2);
                let pos = Pos::new(u32::try_from(row).ok()?, u32::try_from(col).ok()?);
                size.contains(pos).then(|| ByteRows::cell(pos))
            };
            let all = tile.cells().map(cell).try_fold(0, |cells, cell| cell.map(|cell| cells | cell));
            let Some(all) = all else { continue };
            cells[number(mv)] = all;
            if found.iter().all(|other| other.cells != all) {
                found.push(Placement { cells: all, mv });
            }
        }
    }
    found
}

/// Returns whether a symmetry maps the placements of a tile to themselves.
fn is_closed(placements: &[Placement], rows: &ByteRows, symmetry: usize) -> bool {
    let sorted = |symmetry| {
        let mut cells: Vec<u64> = placements.iter().map(|placement| rows.image(placement.cells, symmetry)).collect();
        cells.sort_unstable();
        cells
    };
    sorted(symmetry) == sorted(0)
}

/// The number of a move, below [`MOVES`].
#[inline(always)]
fn number(mv: Move) -> usize {
    let place = (mv.row + 2) * (8 + 5) + mv.col + 2;
    (4 * place + mv.angle as i32) as usize
}

impl Searchable for PlacementSearch {
    type Rules = Fitz;
    type Node = PlacementNode;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &Fitz {
        &self.rules
    }

    fn node(&self, position: &Position) -> PlacementNode {
        let is_taken = |&pos: &Pos| position.board.cell(pos) != Cell::Empty;
        let taken = self.rows.size().positions().filter(is_taken).fold(0, |taken, pos| taken | ByteRows::cell(pos));
        PlacementNode { taken, tile: position.tile as u32 }
    }

    #[inline]
    fn status(&self, node: &PlacementNode) -> Status<Move> {
        let mut fitting = self.fitting(*node).peekable();
        if fitting.peek().is_none() {
            return Status::Over(Value::Loss(0));
        }
        let wins = fitting.find(|placement| self.fitting(self.placed(*node, placement.cells)).next().is_none());
        wins.map_or(Status::Open, |placement| Status::Wins(placement.mv))
    }

    /// Placements that leave the fewest replies come first.
    #[inline]
    fn visit(&self, node: &PlacementNode, mut visit: impl FnMut(Move, i32)) {
        for placement in self.fitting(*node) {
            visit(placement.mv, -(self.fitting(self.placed(*node, placement.cells)).count() as i32));
        }
    }

    #[inline]
    fn after(&self, node: &PlacementNode, mv: Move) -> PlacementNode {
        self.placed(*node, self.cells[node.tile as usize * MOVES + number(mv)])
    }

    /// Exact if the cells and the tile's number fit a word.
    #[inline]
    fn key(&self, node: &PlacementNode) -> Key {
        self.key_of(self.closed(*node), node.tile)
    }

    #[inline]
    fn folded_key(&self, node: &PlacementNode) -> (Key, usize) {
        // The rotation by each angle: rows or columns reversed, then exchanged.
        let rotation = |symmetry| [0, 6, 3, 5][self.rules.parameters.turn_of(symmetry) as usize];
        let (closed, symmetry) = self.folded(self.closed(*node), (0..self.rules.symmetries()).map(rotation));
        (self.key_of(closed, node.tile), symmetry)
    }

    #[inline(always)]
    fn number(&self, mv: Move) -> u16 {
        number(mv) as u16
    }
}

impl WeakSearchable for PlacementSearch {
    type Position = Position;
    type Node = PlacementNode;
    type Standing = ();

    const DRAWS: bool = false;

    fn node(&self, position: &Position) -> PlacementNode {
        Searchable::node(self, position)
    }

    fn identity(&self, node: &PlacementNode) -> (Key, ()) {
        let (closed, _) = self.folded(self.closed(*node), self.images.iter().copied());
        (self.key_of(closed, node.tile), ())
    }

    /// Placements that leave the fewest replies come first.
    fn expand(&self, node: &PlacementNode, _: Goal, _: u16, children: &mut Vec<Child<PlacementNode>>) -> Option<bool> {
        for placement in self.fitting(*node) {
            let after = self.placed(*node, placement.cells);
            let replies = self.fitting(after).count();
            if replies == 0 {
                return Some(true);
            }
            let number = number(placement.mv) as u16;
            children.push(Child::new(after, self.identity(&after), number, -(replies as i32)));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Generator;
    use crate::rules::Rules;
    use crate::search::agreement;
    use crate::search::weak::soundness::check;

    /// Tiles of up to five cells that touch, and sometimes one without cells.
    pub(super) fn tiles(generator: &mut Generator, count: usize) -> Vec<Tile> {
        let tile = |_| {
            let mut cells = Vec::from([(2_usize, 2_usize)]);
            for _ in 0..generator.below(5) {
                let (row, col) = *generator.pick(&cells);
                let next = *generator.pick(&[
                    (4.min(row + 1), col),
                    (row, 4.min(col + 1)),
                    (row.saturating_sub(1), col),
                    (row, col.saturating_sub(1)),
                ]);
                cells.push(next);
            }
            if generator.below(12) == 0 { Tile::default() } else { Tile::from_cells(cells) }
        };
        (0..count).map(tile).collect()
    }

    #[test]
    fn the_form_is_that_of_the_rules() {
        let mut generator = Generator::for_game(17, 0);
        let (mut wins, mut over, mut folded) = (0, 0, 0);
        for seed in 0..40 {
            let [rows, cols] = [0, 1].map(|_| 2 + generator.below(7) as u32);
            let tiles = tiles(&mut generator, 1 + seed % 4);
            let Ok(parameters) = Parameters::new(rows, cols, tiles) else { continue };
            let agreed = agreement::check(&PlacementSearch::new(&parameters).unwrap(), 2, 100);
            (wins, over, folded) = (wins + agreed.wins, over + agreed.over, folded + agreed.folded);
        }
        assert!(wins > 20 && over > 20 && folded > 20, "{wins} {over} {folded}");
    }

    /// Each placement comes once, in the order of its first move, with a hint that counts replies.
    #[test]
    fn placements_come_once_with_their_replies() {
        let mut generator = Generator::for_game(18, 0);
        let mut all = 0;
        for seed in 0..20 {
            let [rows, cols] = [0, 1].map(|_| 3 + generator.below(6) as u32);
            let tiles = tiles(&mut generator, 1 + seed % 3);
            let Ok(parameters) = Parameters::new(rows, cols, tiles) else { continue };
            let game = PlacementSearch::new(&parameters).unwrap();
            let (mut position, mut random) = (game.rules().start(), Generator::for_game(19, seed as u64));
            loop {
                let node = Searchable::node(&game, &position);
                let legal = game.rules().moves(&position);
                let mut firsts: Vec<(Move, u64)> = Vec::new();
                for &mv in &legal {
                    let cells = game.after(&node, mv).taken & !node.taken;
                    if firsts.iter().all(|&(_, other)| other != cells) {
                        firsts.push((mv, cells));
                    }
                }
                let visits = |node: &PlacementNode| {
                    let mut visits = Vec::new();
                    game.visit(node, |mv, hint| visits.push((mv, hint)));
                    visits
                };
                let visited = visits(&node);
                assert!(visited.iter().map(|&(mv, _)| mv).eq(firsts.iter().map(|&(mv, _)| mv)), "{position:?}");
                for (mv, hint) in visited {
                    assert_eq!(hint, -(visits(&game.after(&node, mv)).len() as i32), "{mv} at {position:?}");
                    all += 1;
                }
                let Some(&mv) = legal.get(random.below(legal.len().max(1) as u64) as usize) else { break };
                game.rules().play_unchecked(&mut position, mv);
            }
        }
        assert!(all > 500, "{all}");
    }

    #[test]
    fn positions_of_one_key_have_one_value() {
        let mut generator = Generator::for_game(16, 0);
        let (mut positions, mut shared) = (0, 0);
        for seed in 0..40 {
            let [rows, cols] = [0, 1].map(|_| 2 + generator.below(5) as u32);
            let tiles = tiles(&mut generator, 1 + seed % 4);
            let Ok(parameters) = Parameters::new(rows, cols, tiles) else { continue };
            let form = PlacementSearch::new(&parameters).unwrap();
            let compared = check(&form, form.rules(), 3, 2000);
            positions += compared.positions;
            shared += compared.positions - compared.identities;
        }
        assert!(positions > 50_000 && shared > positions / 2, "{positions} {shared}");
    }
}
