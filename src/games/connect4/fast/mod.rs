//! Connect4 on packed boards: the laws in words of bits.
//!
//! Besides the board, a position has one word: its free [`Entries`], none once the game is over. A
//! move removes the entries of the cell that it fills, found in a table by cell. Counting, listing
//! and choosing moves therefore never look at the board, and the game is over when the word is
//! zero. A move only has to find its cell ([`Slides`]) and to look for a line of the mover
//! ([`Lines`]).

pub(super) mod canvas;
pub(super) mod lane;
pub(super) mod lane_entry;
mod records;
pub(super) mod single;
mod tactics;
pub(super) mod weak;

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use single::{SingleGame, SinglePlan};

use super::{GLYPHS, Move, Parameters, Setup, setup};
use crate::board::{Entries, Layout, Lines, PackedBoard, Register, Slides, symmetry};
use crate::cell::{Cell, Side};
use crate::level::Level;
use crate::rules::{Notation, Outcome, PlayedRecord, Rules, SetupError, Symmetry};
use crate::text::rows::write_rows;

/// The rules of one game on boards in a register `B`: `u32` holds up to size 4, `u64` 5, `u128` 8
/// and `Wide<4>` 10.
///
/// ```
/// use gridlaw::cell::Side;
/// use gridlaw::games::connect4::{Connect4, Parameters};
/// use gridlaw::rules::{Outcome, Rules};
///
/// let rules = Connect4::<u128>::new(Parameters::new(7).unwrap()).unwrap();
/// let mut position = rules.start();
/// for mv in ["E3", "N4", "S4", "W2", "E2", "E3", "S5", "N3", "W4", "E4"] {
///     rules.play(&mut position, mv.parse().unwrap()).unwrap();
/// }
/// assert_eq!(rules.outcome(&position), Outcome::Win(Side::Second));
/// assert_eq!(rules.moves(&position), []);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connect4<B> {
    parameters: Parameters,
    layout: Layout<B>,
    slides: Slides<B>,
    lines: Lines<B, 4>,
    /// The empty board, which holds the fixed center.
    center: B,
    /// The tables of random games, up to 8×8.
    pub(super) single: Option<SinglePlan>,
}

/// A position: the board, the side to move, and the free entries, which follow from the other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<B> {
    board: B,
    /// The free entries; none once the game is over.
    entries: Entries,
    turn: Side,
}

impl<B: Register> Connect4<B> {
    /// The rules of a game of this size, or `None` if the board does not fit `B`.
    #[inline(never)]
    #[must_use]
    pub fn new(parameters: Parameters) -> Option<Connect4<B>> {
        let size = parameters.size();
        let layout = Layout::new(size)?;
        let is_center = |at: u32| at == size.width() / 2 || at == (size.width() - 1) / 2;
        let center = size.positions().filter(|pos| is_center(pos.row) && is_center(pos.col));
        let center = center.fold(B::ZERO, |board, pos| layout.with_cell(board, pos, Cell::Fixed));
        let slides = Slides::new(&layout)?;
        let single = SinglePlan::new(&layout, &slides, center);
        Some(Connect4 { parameters, layout, slides, lines: Lines::new(&layout), center, single })
    }

    /// The parameters of the game.
    #[inline]
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The board of a position.
    #[must_use]
    pub fn board(&self, position: &Position<B>) -> PackedBoard {
        let size = self.parameters.size();
        let words: Vec<u32> = (0..size.words()).map(|index| position.board.word(index)).collect();
        PackedBoard::from_words(size, &words).expect("the bits beyond the last cell are zero in a register too")
    }

    /// A position in the form of random games, and the side to move.
    #[inline(always)]
    pub(super) fn single_game(&self, plan: &SinglePlan, position: &Position<B>) -> (SingleGame, Side) {
        (plan.game(position.board, position.turn, position.entries), position.turn)
    }

    /// The position of a game in that form.
    #[inline(always)]
    pub(super) fn position_of(plan: &SinglePlan, game: &SingleGame, turn: Side) -> Position<B> {
        Position { board: plan.board(game, turn), entries: game.entries(), turn }
    }

    /// The position of a board on which the side to move has no line.
    fn with_outcome(&self, board: B, turn: Side) -> Position<B> {
        let over = self.lines.any(self.tokens(board, turn.other()));
        let entries = if over { Entries::EMPTY } else { self.slides.open(self.layout.occupied(board)) };
        Position { board, entries, turn }
    }

    /// The image of the board under a symmetry.
    fn image(&self, mut board: B, symmetry: usize) -> B {
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

    /// The low bits of a side's tokens. A fixed piece has both bits.
    #[inline(always)]
    fn tokens(&self, board: B, side: Side) -> B {
        let (mine, theirs) = (side as u32, side.other() as u32);
        board.shr(mine) & !board.shr(theirs) & self.layout.cells()
    }
}

impl<B: Register> Rules for Connect4<B> {
    type Position = Position<B>;
    type Move = Move;

    #[inline]
    fn start(&self) -> Position<B> {
        Position { board: self.center, entries: self.slides.all(), turn: Side::First }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<B>) -> Side {
        position.turn
    }

    #[inline(always)]
    fn outcome(&self, position: &Position<B>) -> Outcome {
        // The game ends with the token just placed, so the winner is not the side to move.
        if position.entries.is_empty() { Outcome::Win(position.turn.other()) } else { Outcome::InProgress }
    }

    #[inline(always)]
    fn visit_moves<R>(&self, position: &Position<B>, mut visit: impl FnMut(Move) -> ControlFlow<R>) -> ControlFlow<R> {
        position.entries.iter().try_for_each(|entry| visit(Move::at(entry)))
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &mut Position<B>, mv: Move) {
        let turn = position.turn;
        // A forfeit (C1) only passes the turn.
        if position.entries.contains(mv.entry()) {
            let bit = self.slides.stop(self.layout.occupied(position.board), mv.entry());
            position.board = position.board | B::bit(bit + turn as u32);
            position.entries = position.entries.without(self.slides.taken(bit));
            // Both colors are tested at once: the opponent has no line, or the game would be over.
            if self.lines.any(position.board & !self.center) {
                position.entries = Entries::EMPTY;
            }
        }
        position.turn = turn.other();
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        position.entries.count()
    }

    /// Plays no move. Finds once, for all moves, the cells that would complete a line. Every other
    /// move only removes the entries of its cell.
    #[inline]
    fn count_replies(&self, position: &Position<B>) -> u64 {
        let entries = position.entries;
        let winning = self.lines.completions(self.tokens(position.board, position.turn));
        let occupied = self.layout.occupied(position.board);
        let replies = |entry| {
            let bit = self.slides.stop(occupied, entry);
            let left = entries.without(self.slides.taken(bit)).count();
            if (winning & B::bit(bit)).is_zero() { left } else { 0 }
        };
        entries.iter().map(replies).sum()
    }

    #[inline(always)]
    fn choose_move(&self, position: &Position<B>, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        if position.entries.is_empty() {
            return None;
        }
        let index = pick(position.entries.count());
        Some(Move::at(position.entries.nth(index)))
    }

    #[inline(always)]
    fn is_legal(&self, position: &Position<B>, mv: Move) -> bool {
        position.entries.contains(mv.entry())
    }
}

impl<B: Register> Symmetry for Connect4<B> {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_position(&self, position: &Position<B>, symmetry: usize) -> Position<B> {
        self.with_outcome(self.image(position.board, symmetry), position.turn)
    }

    #[inline]
    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        setup::map_move(mv, self.parameters, symmetry)
    }
}

impl<B: Register> Notation for Connect4<B> {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &Position<B>) -> Setup {
        Setup::new(&self.board(position), position.turn)
    }

    fn position(&self, setup: &Setup) -> Result<Position<B>, SetupError> {
        setup.check(&self.board(&self.start()))?;
        let words: Vec<u32> = setup.board.words().collect();
        let board = B::from_words(&words);
        if self.lines.any(self.tokens(board, setup.turn)) {
            return Err(SetupError::Over { winner: setup.turn });
        }
        Ok(self.with_outcome(board, setup.turn))
    }

    /// Writes from the board directly, without a setup: answers are written by the million.
    fn write_position(&self, position: &Position<B>, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write_rows(&self.board(position), GLYPHS, out)
    }

    /// Plays whole lines in lanes and writes their answers from the lanes' bits.
    fn answer_records(&self, lines: &[u8], answers: &mut String) {
        let size = self.parameters.size().width();
        records::answer_lines(size, Level::best(), lines, answers, &mut |line, answers| {
            let PlayedRecord { position, result } = self.play_record(line);
            self.write_answer(&position, result, answers);
        });
    }

    #[inline(always)]
    fn accepts(&self, position: &Position<B>, mv: Move) -> bool {
        self.slides.all().contains(mv.entry()) && !position.entries.is_empty()
    }
}

static_assertions::assert_eq_size!(Position<u32>, u128);
static_assertions::assert_eq_size!(Position<u128>, [u128; 2]);
static_assertions::assert_impl_all!(Connect4<u128>: Send, Sync, Notation, Symmetry);
static_assertions::assert_impl_all!(Position<u128>: Copy);
