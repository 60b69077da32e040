//! Connect4 for the search.

use super::super::{Move, Tactics};
use super::{Connect4, Position};
use crate::board::{Register, symmetry};
use crate::search::{Key, Searchable, Status, Value, hashes};

/// The fewest free entries with which the search looks for mirror images. With fewer, mirror images
/// are rare and cost more than they save.
const EARLY: u64 = 10;

/// The rules themselves are the game to search. They find wins by completing lines, and of several
/// entries that lead to one cell they try only the first.
impl<B: Register> Searchable for Connect4<B> {
    type Rules = Connect4<B>;
    type Node = Position<B>;

    const FINDS_WINS: bool = true;

    fn rules(&self) -> &Connect4<B> {
        self
    }

    fn node(&self, position: &Position<B>) -> Position<B> {
        *position
    }

    #[inline(always)]
    fn look(&self, node: &Position<B>) -> Status<Move> {
        if node.entries.is_empty() {
            return Status::Over(Value::Loss(0));
        }
        let completions = self.lines.completions(self.tokens(node.board, node.turn));
        let occupied = self.layout.occupied(node.board);
        if !(completions & !occupied).is_zero() || node.entries.count() <= 2 {
            for entry in node.entries.iter() {
                let bit = self.slides.stop(occupied, entry);
                if !(completions & B::bit(bit)).is_zero() || node.entries == self.slides.taken(bit) {
                    return Status::Wins(Move::at(entry));
                }
            }
        }
        Status::Open
    }

    #[inline(always)]
    fn visit(&self, node: &Position<B>, mut visit: impl FnMut(Move, i32)) {
        let occupied = self.layout.occupied(node.board);
        let mine = self.tokens(node.board, node.turn);
        let theirs = self.lines.completions(self.tokens(node.board, node.turn.other())) & !occupied;
        let mut seen = B::ZERO;
        for entry in node.entries.iter() {
            let cell = B::bit(self.slides.stop(occupied, entry));
            if (seen & cell).is_zero() {
                seen = seen | cell;
                let threats = (self.lines.completions(mine | cell) & !occupied & !cell).count() as i32;
                let stops = i32::from(!(theirs & cell).is_zero());
                visit(Move::at(entry), threats + 8 * stops);
            }
        }
    }

    #[inline(always)]
    fn after(&self, node: &Position<B>, mv: Move) -> Position<B> {
        Tactics::after(self, node, mv)
    }

    /// The key is exact up to size 5.
    #[inline(always)]
    fn key(&self, node: &Position<B>) -> Key {
        self.key_of(node.board, node)
    }

    #[inline(always)]
    fn folded_key(&self, node: &Position<B>) -> (Key, usize) {
        let (mut best, mut number) = (node.board, 0);
        if node.entries.count() >= EARLY {
            for image in 1..8 {
                let board = self.image(node.board, image);
                if board < best {
                    (best, number) = (board, image);
                }
            }
        }
        (self.key_of(best, node), number)
    }

    #[inline(always)]
    fn number(&self, mv: Move) -> u16 {
        mv.entry().number() as u16
    }

    /// The difference of the empty cells that would complete a line of each side.
    #[inline(always)]
    fn estimate(&self, node: &Position<B>) -> i32 {
        let occupied = self.layout.occupied(node.board);
        let threats = |side| (self.lines.completions(self.tokens(node.board, side)) & !occupied).count() as i32;
        threats(node.turn) - threats(node.turn.other())
    }
}

impl<B: Register> Connect4<B> {
    /// The image of the board under a symmetry.
    #[inline(always)]
    pub(super) fn image(&self, mut board: B, symmetry: usize) -> B {
        if symmetry & 1 != 0 {
            board = symmetry::mirror(board, &self.layout);
        }
        if symmetry & 2 != 0 {
            board = symmetry::flip(board, &self.layout);
        }
        if symmetry & 4 != 0 {
            board = symmetry::transpose(board, &self.layout);
        }
        board
    }

    #[inline(always)]
    fn key_of(&self, board: B, node: &Position<B>) -> Key {
        if 2 * self.parameters.size().cells() < 64 {
            let high = if B::BITS > 32 { board.word(1) } else { 0 };
            Key::exact((u64::from(board.word(0)) | u64::from(high) << 32) << 1 | node.turn as u64)
        } else {
            Key::hashed(hashes(&(board, node.turn)))
        }
    }
}
