//! Jump61 on bit planes: a whole front of overfull squares jumps at once.

pub(super) mod cascade;
mod grid;
pub(super) mod lane;
mod records;
mod search;
mod tactics;
pub(super) mod weak;

use core::fmt;
use core::ops::ControlFlow;

use cascade::{Edges, Loads};
pub use grid::SquareGrid;

use super::{Board, Move, Parameters, Setup, Square, setup};
use crate::cell::{Pos, Side};
use crate::level::Level;
use crate::rules::{self, Notation, Outcome, PlayedRecord, Rules, SetupError, Symmetry};

/// The rules of one game on bit planes, in a `u64` up to 8×8 or in a `u128` up to 10×10.
///
/// ```
/// use gridlaw::cell::Side;
/// use gridlaw::games::jump61::{Jump61, Parameters};
/// use gridlaw::rules::{Notation, Outcome, Rules};
///
/// let rules = Jump61::<u64>::new(Parameters::new(2).unwrap()).unwrap();
/// let mut position = rules.start();
/// for mv in ["1,1", "2,2", "1,1"] {
///     rules.play(&mut position, mv.parse().unwrap()).unwrap();
/// }
/// assert_eq!(rules.setup_text(&position), "1r 2r/2r 2b");
/// rules.play(&mut position, "2,2".parse().unwrap()).unwrap();
/// assert_eq!(rules.outcome(&position), Outcome::Win(Side::Second));
/// assert_eq!(rules.setup_text(&position), "b b/b b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump61<P> {
    pub(super) parameters: Parameters,
    pub(super) edges: Edges<P>,
}

/// A position: the owner of each square, and its spots.
///
/// The two sides are stored as the one to move and the other, so that no move depends on the turn.
/// On a won board the other has won, and all loads are those of one spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<P> {
    pub(super) mine: P,
    pub(super) theirs: P,
    pub(super) low: P,
    pub(super) middle: P,
    pub(super) turn: Side,
}

/// The board in the middle of a cascade: squares may be overfull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame<P> {
    mine: P,
    theirs: P,
    loads: Loads<P>,
    mover: Side,
}

impl<P: SquareGrid> Jump61<P> {
    /// The rules with these parameters, or `None` if the board does not fit `P`.
    #[must_use]
    pub fn new(parameters: Parameters) -> Option<Jump61<P>> {
        Some(Jump61 { parameters, edges: Edges::new(parameters.board())? })
    }

    /// The parameters of the game.
    #[inline]
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The board of a position. On a won board every square has one spot.
    #[must_use]
    pub fn board(&self, position: &Position<P>) -> Board {
        let loads = Loads { low: position.low, middle: position.middle, high: P::ZERO };
        self.frame_board(&Frame { mine: position.mine, theirs: position.theirs, loads, mover: position.turn })
    }

    /// The board of a frame.
    #[must_use]
    pub fn frame_board(&self, frame: &Frame<P>) -> Board {
        let mut board = Board::new(self.parameters);
        let one_spot = self.edges.one_spot_each();
        for pos in self.parameters.board().positions() {
            let bit = P::square(pos);
            let load = |loads: &Loads<P>| {
                [loads.high, loads.middle, loads.low]
                    .into_iter()
                    .fold(0, |load, plane| load << 1 | u32::from(plane.covers(bit)))
            };
            let spots = load(&frame.loads) + 1 - load(&one_spot);
            if frame.mine.covers(bit) {
                board.set(pos, Square::Owned(frame.mover, spots));
            } else if frame.theirs.covers(bit) {
                board.set(pos, Square::Owned(frame.mover.other(), spots));
            }
        }
        board
    }

    /// Plays a move like [`play_unchecked`](Rules::play_unchecked). Calls `watch` with the board
    /// after the spot was added and after each front has jumped.
    #[inline(always)]
    pub fn play_watched(&self, position: &mut Position<P>, mv: Move, mut watch: impl FnMut(&Frame<P>)) {
        let Position { mine, theirs, low, middle, turn } = *position;
        let spot = P::square(mv.0);
        let carry = low & spot;
        let loads = Loads { low: low ^ spot, middle: middle ^ carry, high: middle & carry };
        let mut frame = Frame { mine: mine | spot, theirs, loads, mover: turn };
        watch(&frame);
        // Every square of a front stays overfull until it jumps, so jumping one after the other is
        // among the orders that the rules allow. If one of them takes the last square of the board,
        // the others only move spots that no longer count (J7).
        //
        // Tried without gain in random games: two fronts per test, and one front before the first
        // test, although a mispredicted branch costs as much as a front.
        while !frame.loads.high.is_zero() && frame.mine != self.edges.all {
            let taken = self.edges.jump(&mut frame.loads);
            frame.mine = frame.mine | taken;
            frame.theirs = frame.theirs & !taken;
            watch(&frame);
        }
        *position = if frame.mine == self.edges.all {
            self.won_by(turn)
        } else {
            Position {
                mine: frame.theirs,
                theirs: frame.mine,
                low: frame.loads.low,
                middle: frame.loads.middle,
                turn: turn.other(),
            }
        };
    }

    fn won_by(&self, winner: Side) -> Position<P> {
        let Loads { low, middle, .. } = self.edges.one_spot_each();
        Position { mine: P::ZERO, theirs: self.edges.all, low, middle, turn: winner.other() }
    }

    /// The squares to which a spot may be added; none once the game is over.
    #[inline(always)]
    fn open(&self, position: &Position<P>) -> P {
        self.edges.all & !position.theirs
    }
}

impl<P: SquareGrid> Rules for Jump61<P> {
    type Position = Position<P>;
    type Move = Move;

    #[inline]
    fn start(&self) -> Position<P> {
        let Loads { low, middle, .. } = self.edges.one_spot_each();
        Position { mine: P::ZERO, theirs: P::ZERO, low, middle, turn: Side::First }
    }

    #[inline(always)]
    fn turn(&self, position: &Position<P>) -> Side {
        position.turn
    }

    #[inline(always)]
    fn outcome(&self, position: &Position<P>) -> Outcome {
        if position.theirs == self.edges.all { Outcome::Win(position.turn.other()) } else { Outcome::InProgress }
    }

    #[inline(always)]
    fn visit_moves<B>(&self, position: &Position<P>, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut open = self.open(position);
        while !open.is_zero() {
            visit(Move(open.lowest_square()))?;
            open = open.without_lowest();
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &mut Position<P>, mv: Move) {
        self.play_watched(position, mv, |_| ());
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position<P>) -> u64 {
        u64::from(self.open(position).count())
    }

    /// Plays only the moves that make squares jump. Any other move leaves the opponent all squares
    /// that are not the mover's, less the square itself if it was neutral.
    #[inline]
    fn count_replies(&self, position: &Position<P>) -> u64 {
        let mine = position.mine;
        let others = u64::from((self.edges.all & !mine).count());
        let mut full = self.full(position) & mine;
        let quiet = u64::from((mine & !full).count());
        let neutral = u64::from((self.open(position) & !mine).count());
        // Taking the last square that is not the mover's wins and leaves no replies; `others` is
        // then 1.
        let mut count = quiet * others + neutral * others.saturating_sub(1);
        while !full.is_zero() {
            let mut next = *position;
            self.play_unchecked(&mut next, Move(full.lowest_square()));
            count += self.count_moves(&next);
            full = full.without_lowest();
        }
        count
    }

    #[inline(always)]
    fn choose_move(&self, position: &Position<P>, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        let index = self.open(position).choose(pick)?;
        Some(Move(Pos::new(index / P::STRIDE, index % P::STRIDE)))
    }

    #[inline(always)]
    fn is_legal(&self, position: &Position<P>, mv: Move) -> bool {
        self.parameters.board().contains(mv.0) && self.open(position).covers(P::square(mv.0))
    }
}

impl<P: SquareGrid> Symmetry for Jump61<P> {
    fn symmetries(&self) -> usize {
        setup::SYMMETRIES
    }

    fn map_position(&self, position: &Position<P>, symmetry: usize) -> Position<P> {
        let mapped = |plane: P| {
            self.parameters
                .board()
                .positions()
                .filter(|&pos| plane.covers(P::square(pos)))
                .fold(P::ZERO, |plane, pos| plane | P::square(setup::map_pos(pos, self.parameters, symmetry)))
        };
        let Position { mine, theirs, low, middle, turn } = *position;
        Position { mine: mapped(mine), theirs: mapped(theirs), low: mapped(low), middle: mapped(middle), turn }
    }

    fn map_move(&self, mv: Move, symmetry: usize) -> Move {
        setup::map_move(mv, self.parameters, symmetry)
    }
}

impl<P: SquareGrid> Notation for Jump61<P> {
    type Setup = Setup;

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn setup(&self, position: &Position<P>) -> Setup {
        Setup(self.board(position))
    }

    fn position(&self, setup: &Setup) -> Result<Position<P>, SetupError> {
        setup.check(self.parameters)?;
        let Setup(board) = setup;
        if let Some(winner) = board.winner() {
            return Ok(self.won_by(winner));
        }
        let turn = match (board.spots() + u64::from(self.parameters.size())) % 2 {
            0 => Side::First,
            _ => Side::Second,
        };
        let Loads { low, middle, .. } = self.edges.one_spot_each();
        let mut position = Position { mine: P::ZERO, theirs: P::ZERO, low, middle, turn };
        for (pos, square) in board.squares() {
            let bit = P::square(pos);
            match square.owner() {
                None => {}
                Some(side) if side == turn => position.mine = position.mine | bit,
                Some(_) => position.theirs = position.theirs | bit,
            }
            for _ in 1..square.spots() {
                position.middle = position.middle ^ (position.low & bit);
                position.low = position.low ^ bit;
            }
        }
        Ok(position)
    }

    /// Writes from the planes directly, without a setup: answers are written by the million.
    fn write_position(&self, position: &Position<P>, out: &mut dyn fmt::Write) -> fmt::Result {
        const MOST: usize = (Parameters::LARGEST * Parameters::LARGEST) as usize;
        let Position { mine, theirs, low, middle, turn } = *position;
        let (red, blue) = if turn == Side::First { (mine, theirs) } else { (theirs, mine) };
        let one_spot = self.edges.one_spot_each();
        let is_over = self.outcome(position).is_over();
        let (mut text, mut length) = ([0; 3 * MOST], 0);
        let size = self.parameters.size();
        for (row, col) in (0..size).flat_map(|row| (0..size).map(move |col| (row, col))) {
            let bit = |plane: P| (plane.shr(row * P::STRIDE + col).word(0) & 1) as u8;
            if !is_over {
                let spots = 1 + bit(low) + 2 * bit(middle) - bit(one_spot.low) - 2 * bit(one_spot.middle);
                text[length] = b'0' + spots;
                length += 1;
            }
            text[length] = b'-' + (b'r' - b'-') * bit(red) + (b'b' - b'-') * bit(blue);
            text[length + 1] = if col + 1 == size { b'/' } else { b' ' };
            length += 2;
        }
        out.write_str(core::str::from_utf8(&text[..length - 1]).expect("the characters are ASCII"))
    }

    /// Plays many lines in lanes if that is faster.
    fn play_records(&self, lines: &[u8], played: &mut dyn FnMut(PlayedRecord<Position<P>>)) {
        let narrow = Jump61::<u64>::new(self.parameters).filter(|_| P::STRIDE == u64::STRIDE);
        let (Some(narrow), Some(level)) = (narrow, Level::best().for_lanes()) else {
            return rules::play_records_one_by_one(self, lines, played);
        };
        let plane = |word: u64| P::from_words(&[word as u32, (word >> 32) as u32]);
        records::play(narrow, level, lines, &mut |end| match end {
            Ok(Position { mine, theirs, low, middle, turn }) => {
                let [mine, theirs, low, middle] = [mine, theirs, low, middle].map(plane);
                let position = Position { mine, theirs, low, middle, turn };
                played(PlayedRecord { position, result: Ok(self.outcome(&position)) });
            }
            Err(line) => played(self.play_record(line)),
        });
    }
}

// The alignment of these registers depends on the processor: `u128` aligns to 16, 8 or 4 bytes.
static_assertions::const_assert_eq!(size_of::<Position<u64>>(), 4 * 8 + align_of::<u64>());
static_assertions::const_assert_eq!(size_of::<Position<u128>>(), 4 * 16 + align_of::<u128>());
static_assertions::assert_impl_all!(Jump61<u64>: Send, Sync, Notation, Symmetry);
static_assertions::assert_impl_all!(Position<u128>: Copy);
