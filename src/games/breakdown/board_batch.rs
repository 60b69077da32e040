//! [`BoardBatch`]: many games of Breakdown at once, over the caller's slices.

use core::ops::ControlFlow;

use super::fast::{BoardFacts, Boards, Breakdown, Position, Store};
use super::{Move, Parameters};
use crate::batch::BatchOutcome;
use crate::board::{ColumnSet, Layout, Owners, PackedBoard, Wide};
use crate::cell::Side;
use crate::level::{Level, Task};
use crate::rules::Rules;

/// Many games with the same parameters, for learners and samplers that play thousands at a time.
///
/// The boards are the caller's: one after the other in a slice of the document's words, with a
/// slice of whose turn it is on each. A move is a number, its place in the full list of moves
/// (ruling B5) whether they are legal or not: a vertical stick in column *c* is *c*, a horizontal
/// one *w* + *c*, breakdown 2*w*.
///
/// The boards must be boards of Breakdown, spare bits zero and without fixed pieces. For other
/// boards results are unspecified, but nothing panics. For what is allocated see [`Boards`].
///
/// ```
/// use gridlaw::batch::BatchOutcome;
/// use gridlaw::cell::Side;
/// use gridlaw::games::breakdown::{BoardBatch, Parameters};
///
/// let batch = BoardBatch::new(Parameters::new(4, 5, 2, 2).unwrap());
/// // Three games from the beginning, two words a board.
/// let mut boards = vec![0; 3 * batch.words()];
/// let mut turns = [Side::First; 3];
/// let mut outcomes = [BatchOutcome::InProgress; 3];
/// batch.step(&mut boards, &mut turns, &[0, 4 + 2, 4 + 3], &mut outcomes);
/// assert_eq!(outcomes[1..], [BatchOutcome::InProgress, BatchOutcome::Illegal]);
/// assert_eq!(turns, [Side::Second, Side::Second, Side::First]);
/// let mut legal = vec![0; 3 * batch.mask_words()];
/// batch.legal(&boards, &turns, &mut legal);
/// assert_eq!(legal, [0b1_0111_1111, 0b1_0111_1111, 0b1_0111_1111]);
/// ```
#[derive(Clone, Debug)]
pub struct BoardBatch {
    parameters: Parameters,
    boards: Boards,
    level: Level,
    games: Games,
}

/// The rules, in a register that holds the board.
#[derive(Clone, Debug)]
enum Games {
    Bits64(Breakdown<u64>),
    Bits128(Breakdown<u128>),
    Bits256(Breakdown<Wide<4>>),
    Any(Breakdown<PackedBoard>),
}

impl Games {
    fn new(parameters: Parameters) -> Games {
        macro_rules! narrowest {
            ($($variant:ident $register:ty),*) => {
                $(if Layout::<$register>::fits(parameters.size()) {
                    return Games::$variant(Breakdown::new(parameters).expect("the board fits the register"));
                })*
            };
        }
        narrowest!(Bits64 u64, Bits128 u128, Bits256 Wide<4>);
        Games::Any(Breakdown::new(parameters).expect("every board fits"))
    }
}

/// Evaluates an expression with the rules of whatever register.
macro_rules! with_rules {
    ($games:expr, $rules:ident => $body:expr) => {
        match $games {
            Games::Bits64($rules) => $body,
            Games::Bits128($rules) => $body,
            Games::Bits256($rules) => $body,
            Games::Any($rules) => $body,
        }
    };
}

impl BoardBatch {
    /// Games with these parameters, at the best level of the processor.
    #[must_use]
    pub fn new(parameters: Parameters) -> BoardBatch {
        let boards = Boards::new(parameters.size(), parameters.stick(), parameters.square());
        BoardBatch { parameters, boards, level: Level::best(), games: Games::new(parameters) }
    }

    /// The same games at another level.
    #[must_use]
    pub fn at_level(self, level: Level) -> BoardBatch {
        BoardBatch { boards: self.boards.at_level(level), level, ..self }
    }

    /// The four numbers of the games.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.parameters
    }

    /// The gravity and squares kernels alone, which do not depend on whose turn it is.
    #[must_use]
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// Words of one board.
    #[must_use]
    pub fn words(&self) -> usize {
        self.boards.words()
    }

    /// Moves of the full list: 2*w* + 1.
    #[must_use]
    pub fn actions(&self) -> usize {
        2 * self.parameters.size().width() as usize + 1
    }

    /// Words of one board's mask of legal moves: one bit a move of the full list.
    #[must_use]
    pub fn mask_words(&self) -> usize {
        self.actions().div_ceil(32)
    }

    /// The move's index in the full move list, or `None` if its column is off the board.
    #[must_use]
    pub fn action(&self, mv: Move) -> Option<u32> {
        let width = self.parameters.size().width();
        match mv {
            Move::Vertical(col) => (col < width).then_some(col),
            Move::Horizontal(col) => (col < width).then(|| width + col),
            Move::Breakdown => Some(2 * width),
        }
    }

    /// The move at an index of the full move list; `None` from 2*w* + 1 on.
    #[inline(always)]
    #[must_use]
    pub fn move_of(&self, action: u32) -> Option<Move> {
        let width = self.parameters.size().width();
        match action {
            _ if action < width => Some(Move::Vertical(action)),
            _ if action < 2 * width => Some(Move::Horizontal(action - width)),
            _ => (action == 2 * width).then_some(Move::Breakdown),
        }
    }

    /// Writes the outcome of every game.
    ///
    /// # Panics
    /// When the slices are not of one number of boards.
    pub fn outcome(&self, boards: &[u32], turns: &[Side], outcomes: &mut [BatchOutcome]) {
        let count = self.boards.count(boards);
        assert!(turns.len() == count && outcomes.len() == count, "as many turns and outcomes as boards, {count}");
        self.level.run(OutcomeOf { batch: self, boards, turns, outcomes });
    }

    /// The legal moves on every board: bit *i* of its mask for move *i* of the full list. None once
    /// a game is over.
    ///
    /// # Panics
    /// When the slices are not of one number of boards.
    pub fn legal(&self, boards: &[u32], turns: &[Side], masks: &mut [u32]) {
        let count = self.boards.count(boards);
        assert!(turns.len() == count, "as many turns as boards, {count}");
        assert!(masks.len() == count * self.mask_words(), "{} words of mask a board", self.mask_words());
        // One board at a time, and built once: with more instructions there is nothing to gain
        // here.
        let width = self.parameters.size().width();
        let boards = boards.chunks_exact(self.words()).zip(turns);
        with_rules!(&self.games, rules => {
            for ((board, &turn), mask) in boards.zip(masks.chunks_exact_mut(self.mask_words())) {
                mask.fill(0);
                let Some(room) = rules.room_in_progress(&rules.read(board, turn)) else { continue };
                let mut set = |action: u32| {
                    mask[action as usize / 32] |= 1 << (action % 32);
                    ControlFlow::<()>::Continue(())
                };
                let _ = room.vertical.try_for_each(&mut set);
                let _ = room.horizontal.try_for_each(|col| set(width + col));
                let _ = set(2 * width);
            }
        });
    }

    /// Plays one move on every board. A game that ends with it is set back to the beginning, and
    /// its outcome tells how it ended. An illegal move changes nothing.
    ///
    /// # Panics
    /// When the slices are not of one number of boards.
    pub fn step(&self, boards: &mut [u32], turns: &mut [Side], actions: &[u32], outcomes: &mut [BatchOutcome]) {
        let count = self.boards.count(boards);
        assert!(turns.len() == count, "as many turns as boards, {count}");
        assert!(actions.len() == count && outcomes.len() == count, "as many moves and outcomes as boards, {count}");
        let boards = boards.chunks_exact_mut(self.words()).zip(turns);
        with_rules!(&self.games, rules => {
            for (((board, turn), &action), outcome) in boards.zip(actions).zip(outcomes) {
                let mut position = rules.read(board, *turn);
                let Some(mv) = self.move_of(action).filter(|&mv| rules.is_legal(&position, mv)) else {
                    *outcome = BatchOutcome::Illegal;
                    continue;
                };
                rules.play_unchecked(&mut position, mv);
                *outcome = rules.outcome(&position).into();
                if *outcome == BatchOutcome::InProgress {
                    position.board.write_words(board);
                    *turn = position.turn;
                } else {
                    board.fill(0);
                    *turn = Side::First;
                }
            }
        });
    }
}

/// The outcome, by ruling B1, of a board whose facts are known: squares first, then a dead board,
/// but never the beginning.
#[inline(always)]
fn outcome_of(facts: BoardFacts, turn: Side) -> BatchOutcome {
    // Without a branch or a table, so that a loop of it becomes vector code.
    let owners = (facts & (BoardFacts::BLACK | BoardFacts::WHITE)).bits();
    let beginning = facts.contains(BoardFacts::EMPTY) & (turn == Side::First);
    let dead = facts.contains(BoardFacts::STUCK) & !beginning & (owners == 0);
    let outcome = if dead | (owners == 3) { BatchOutcome::Draw } else { BatchOutcome::InProgress };
    let outcome = if owners == 1 { BatchOutcome::First } else { outcome };
    if owners == 2 { BatchOutcome::Second } else { outcome }
}

/// Boards whose outcomes are found at once: as many as have room on the stack.
const CHUNK: usize = 256;

struct OutcomeOf<'a> {
    batch: &'a BoardBatch,
    boards: &'a [u32],
    turns: &'a [Side],
    outcomes: &'a mut [BatchOutcome],
}

impl Task for OutcomeOf<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let OutcomeOf { batch, boards, turns, outcomes } = self;
        let mut facts = [BoardFacts::empty(); CHUNK];
        let chunks =
            boards.chunks(CHUNK.saturating_mul(batch.words())).zip(turns.chunks(CHUNK)).zip(outcomes.chunks_mut(CHUNK));
        for ((boards, turns), outcomes) in chunks {
            let facts = &mut facts[..turns.len()];
            batch.boards.facts(boards, facts);
            for ((out, &facts), &turn) in outcomes.iter_mut().zip(&*facts).zip(turns) {
                *out = outcome_of(facts, turn);
            }
        }
    }
}

impl<B: Store> Breakdown<B> {
    #[inline(always)]
    fn read(&self, words: &[u32], turn: Side) -> Position<B> {
        Position { board: B::from_words(words, &self.plan), turn }
    }
}

static_assertions::assert_impl_all!(BoardBatch: Send, Sync);
static_assertions::const_assert_eq!(BatchOutcome::First as u8, Owners::BLACK.bits());
