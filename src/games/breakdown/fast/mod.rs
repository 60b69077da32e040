//! Breakdown on packed boards: the laws in words of bits.
//!
//! | file | what it does |
//! |---|---|
//! | this file | [`Breakdown`]: one position at a time |
//! | [`store`] | [`Store`]: one trait for registers and for boards of any size |
//! | [`boards`] | [`Boards`]: gravity, squares and outcomes of many boards |
//! | [`facts`] | [`BoardFacts`]: their answer about one board |
//! | [`rows`] | their form for eight columns: row by row |
//! | [`block`] | their form for up to 64 cells: a board in every lane |
//! | [`group`] | eight boards of a block in vector registers |
//! | [`stream`] | their forms for larger boards: a stream of bits, a strip of boards |
//! | [`columnar`] | the working form of boards of up to 8×8: a byte a column |
//! | [`calls`] | in that form: the breakdowns that lanes have called |
//! | [`single`], [`lines`], [`replies`] | in that form: a random game, a line, two moves ahead |
//! | [`records`] | lines of game records side by side |
//! | [`tall`] | the working form of boards of up to 64×64: one word per column |
//! | [`tall_random`], [`tall_records`] | in that form: random games, lines and their answers |
//!
//! [`forms`](super::forms) says why there are so many forms of a board, and what each gains.

mod answers;
pub(super) mod block;
pub(super) mod boards;
pub(super) mod calls;
pub(super) mod columnar;
pub(super) mod facts;
mod group;
mod lines;
mod records;
mod replies;
pub(super) mod rows;
pub(super) mod single;
pub(super) mod store;
pub(super) mod stream;
pub(super) mod tall;
pub(super) mod tall_plan;
pub(super) mod tall_random;
mod tall_records;
pub(super) mod tall_room;

use alloc::string::String;
use core::ops::ControlFlow;

pub use boards::Boards;
pub use facts::BoardFacts;
pub use store::Store;

use super::{Move, Parameters, Setup, setup};
use crate::board::{ColumnSet, Owners, PackedBoard};
use crate::cell::{Side, Size};
use crate::level::{LaneLevel, Level};
use crate::rules::{self, Notation, Outcome, PlayedRecord, Rules, SetupError, Symmetry};
use columnar::ColumnPlan;
use replies::Replies;
use single::SingleGame;
use tall::TallBoard;
use tall_plan::TallPlan;

/// The rules of one game on boards stored as `B`: `u32`, `u64` and `u128` hold 16, 32 and 64 cells,
/// `Wide<N>` holds 32 × N, and [`PackedBoard`] any size.
///
/// ```
/// use gridlaw::games::breakdown::{Breakdown, Move, Parameters};
/// use gridlaw::rules::{Outcome, Rules};
/// use gridlaw::cell::Side;
///
/// let rules = Breakdown::<u128>::new(Parameters::new(8, 8, 3, 3).unwrap()).unwrap();
/// let mut position = rules.start();
/// for mv in ["-0", "|5", "-0", "|6", "-0"] {
///     rules.play(&mut position, mv.parse().unwrap()).unwrap();
/// }
/// assert_eq!(rules.outcome(&position), Outcome::Win(Side::First));
/// assert_eq!(rules.moves(&position), []);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown<B: Store> {
    parameters: Parameters,
    pub(super) plan: B::Plan,
    /// The plan of the columnar form, for boards of up to 8×8.
    pub(super) columns: Option<ColumnPlan>,
    /// The plan of boards with one word per column, for larger ones of up to 64×64.
    pub(super) tall: Option<TallPlan>,
}

/// A position: the board and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<B> {
    pub(super) board: B,
    pub(super) turn: Side,
}

/// The columns in which sticks fit, in a game that goes on.
pub(super) struct Room<C> {
    pub(super) vertical: C,
    pub(super) horizontal: C,
}

impl<B: Store> Breakdown<B> {
    /// The rules with these parameters; `None` when the board does not fit `B`.
    #[inline(never)]
    #[must_use]
    pub fn new(parameters: Parameters) -> Option<Breakdown<B>> {
        let (size, stick, square) = (parameters.size(), parameters.stick(), parameters.square());
        let plan = B::plan(size, stick, square)?;
        let columns = ColumnPlan::new(size, stick, square);
        let tall = if columns.is_none() { TallPlan::new(size, stick, square) } else { None };
        Some(Breakdown { parameters, plan, columns, tall })
    }

    /// The four numbers of the game.
    #[inline]
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The board of a position.
    #[must_use]
    pub fn board(&self, position: &Position<B>) -> PackedBoard {
        position.board.to_packed(&self.plan)
    }

    /// The sides that own a winning square.
    #[inline]
    #[must_use]
    pub fn squares(&self, position: &Position<B>) -> Owners {
        position.board.squares(&self.plan)
    }

    /// Whether breakdown would move anything.
    #[inline]
    #[must_use]
    pub fn has_loose(&self, position: &Position<B>) -> bool {
        position.board.has_loose(&self.plan)
    }

    fn size(&self) -> Size {
        self.parameters.size()
    }

    #[inline(always)]
    fn room(&self, position: &Position<B>) -> Room<B::Columns> {
        Room {
            vertical: position.board.vertical_room(&self.plan),
            horizontal: position.board.horizontal_room(&self.plan),
        }
    }

    /// The columnar form of a position, and whether it is the beginning of a game.
    #[inline(always)]
    pub(super) fn columnar(&self, position: &Position<B>, plan: ColumnPlan) -> (SingleGame, bool) {
        let [black, white] = plan.columns_of(position.board.to_bits());
        let turn = position.turn;
        let (mine, theirs) = match turn {
            Side::First => (black, white),
            Side::Second => (white, black),
        };
        (SingleGame { plan, mine, theirs, turn }, turn == Side::First && black | white == 0)
    }

    /// The position of a game in columnar form.
    #[inline(always)]
    pub(super) fn position_of(&self, game: &SingleGame) -> Position<B> {
        Position { board: B::from_bits(&self.plan, game.plan.packed_of(game.colors())), turn: game.turn }
    }

    /// The plan and the level of games whose records are played in lanes, if there are enough of
    /// them.
    fn record_lanes(&self, lines: &[u8]) -> Option<(ColumnPlan, LaneLevel)> {
        self.columns.zip(Level::best().for_lanes()).filter(|_| lines.len() > records::FEW)
    }

    /// The board of a position with one word per column.
    pub(super) fn tall_board(&self, position: &Position<B>, plan: &TallPlan) -> TallBoard {
        TallBoard::from_words(plan, self.board(position).words())
    }

    /// The position of a board with one word per column.
    pub(super) fn position_of_tall(&self, plan: &TallPlan, board: &TallBoard, turn: Side) -> Position<B> {
        let mut words = [0; tall::WORDS];
        board.write_words(plan, &mut words);
        Position { board: B::from_words(&words[..self.size().words()], &self.plan), turn }
    }

    /// The outcome of a board on which nobody owns a square (ruling B1 from its fourth case on). A
    /// full board needs no case of its own: no stick fits and nothing is loose.
    #[inline(always)]
    fn without_squares(&self, position: &Position<B>, room: &Room<B::Columns>) -> Outcome {
        let goes_on = !room.vertical.is_empty()
            || !room.horizontal.is_empty()
            || position.board.has_loose(&self.plan)
            || position.turn == Side::First && position.board.is_empty(&self.plan);
        if goes_on { Outcome::InProgress } else { Outcome::Draw }
    }

    /// The columns in which sticks fit, or `None` once the game is over.
    #[inline(always)]
    fn room_in_progress(&self, position: &Position<B>) -> Option<Room<B::Columns>> {
        if !self.squares(position).is_empty() {
            return None;
        }
        let room = self.room(position);
        (self.without_squares(position, &room) == Outcome::InProgress).then_some(room)
    }
}

impl<B: Store> Rules for Breakdown<B> {
    type Position = Position<B>;
    type Move = Move;

    #[inline]
    fn start(&self) -> Position<B> {
        Position { board: B::empty(&self.plan), turn: Side::First }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<B>) -> Side {
        position.turn
    }

    #[inline(always)]
    fn outcome(&self, position: &Position<B>) -> Outcome {
        let owners = self.squares(position);
        if owners.is_empty() {
            self.without_squares(position, &self.room(position))
        } else if owners.is_all() {
            Outcome::Draw
        } else if owners == Owners::BLACK {
            Outcome::Win(Side::First)
        } else {
            Outcome::Win(Side::Second)
        }
    }

    #[inline(always)]
    fn visit_moves<R>(&self, position: &Position<B>, mut visit: impl FnMut(Move) -> ControlFlow<R>) -> ControlFlow<R> {
        let Some(room) = self.room_in_progress(position) else { return ControlFlow::Continue(()) };
        room.vertical.try_for_each(|col| visit(Move::Vertical(col)))?;
        room.horizontal.try_for_each(|col| visit(Move::Horizontal(col)))?;
        visit(Move::Breakdown)
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &mut Position<B>, mv: Move) {
        match mv {
            Move::Vertical(col) => position.board.drop_vertical(&self.plan, col, position.turn),
            Move::Horizontal(col) => position.board.drop_horizontal(&self.plan, col, position.turn),
            Move::Breakdown => position.board.fall(&self.plan),
        }
        position.turn = position.turn.other();
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position<B>) -> u64 {
        self.room_in_progress(position).map_or(0, |room| room.vertical.count() + room.horizontal.count() + 1)
    }

    #[inline]
    fn count_replies(&self, position: &Position<B>) -> u64 {
        let Some(plan) = self.columns else {
            return rules::sum_replies(self, position);
        };
        let (SingleGame { mine, theirs, .. }, start) = self.columnar(position, plan);
        Replies { plan, mine, theirs, start }.count_at_best()
    }

    #[inline(always)]
    fn choose_move(&self, position: &Position<B>, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        let room = self.room_in_progress(position)?;
        let (vertical, horizontal) = (room.vertical.count(), room.horizontal.count());
        let index = pick(vertical + horizontal + 1);
        if index < vertical {
            room.vertical.nth(index).map(Move::Vertical)
        } else {
            room.horizontal.nth(index - vertical).map(Move::Horizontal).or(Some(Move::Breakdown))
        }
    }

    #[inline(always)]
    fn is_legal(&self, position: &Position<B>, mv: Move) -> bool {
        self.room_in_progress(position).is_some_and(|room| match mv {
            Move::Vertical(col) => room.vertical.contains(col),
            Move::Horizontal(col) => room.horizontal.contains(col),
            Move::Breakdown => true,
        })
    }
}

impl<B: Store> Symmetry for Breakdown<B> {
    fn symmetries(&self) -> usize {
        2
    }

    #[inline]
    fn map_position(&self, position: &Position<B>, symmetry: usize) -> Position<B> {
        match symmetry {
            0 => position.clone(),
            _ => Position { board: position.board.mirrored(&self.plan), turn: position.turn },
        }
    }

    #[inline]
    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        setup::map_move(mv, self.parameters, symmetry)
    }
}

impl<B: Store> Notation for Breakdown<B> {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &Position<B>) -> Setup {
        Setup::new(&self.board(position), position.turn)
    }

    fn position(&self, setup: &Setup) -> Result<Position<B>, SetupError> {
        setup.check(self.parameters)?;
        Ok(Position { board: B::from_packed(&setup.board.to_grid(), &self.plan), turn: setup.turn })
    }

    fn write_position(&self, position: &Position<B>, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        // Boards of up to 128 cells need no allocation: answers are written by the million.
        let (mut few, words) = ([0; 4], self.size().words());
        match few.get_mut(..words) {
            Some(words) => {
                position.board.write_words(words);
                setup::write_words(words.iter().copied(), out)
            }
            None => setup::write_words(self.board(position).words().iter().copied(), out),
        }
    }

    fn play_record(&self, line: &[u8]) -> PlayedRecord<Position<B>> {
        if let Some(plan) = self.columns {
            let (game, result) = SingleGame::of_line(plan, line);
            return PlayedRecord { position: self.position_of(&game), result };
        }
        let Some(plan) = self.tall else {
            return rules::play_record_by_words(self, line);
        };
        let (board, turn, result) = tall_records::play_line(plan, line);
        PlayedRecord { position: self.position_of_tall(&plan, &board, turn), result }
    }

    fn play_records(&self, lines: &[u8], played: &mut dyn FnMut(PlayedRecord<Position<B>>)) {
        let Some((plan, level)) = self.record_lanes(lines) else {
            return rules::play_records_one_by_one(self, lines, played);
        };
        records::answer_lines(plan, level, lines, &mut |game, result| {
            played(PlayedRecord { position: self.position_of(game), result });
        });
    }

    fn answer_records(&self, lines: &[u8], answers: &mut String) {
        match (self.tall, self.record_lanes(lines)) {
            (Some(plan), _) => tall_records::answer_lines(plan, Level::best(), lines, answers),
            (None, Some((plan, level))) => records::append_answers(plan, level, lines, answers),
            (None, None) => rules::answer_records_by_position(self, lines, answers),
        }
    }
}

static_assertions::assert_eq_size!(Position<u32>, [u32; 2]);
// The alignment of `u128` depends on the processor: 16, 8 or 4 bytes.
static_assertions::const_assert_eq!(size_of::<Position<u128>>(), 16 + align_of::<u128>());
static_assertions::assert_impl_all!(Breakdown<u128>: Send, Sync, Notation, Symmetry);
static_assertions::assert_impl_all!(Position<u128>: Copy);
