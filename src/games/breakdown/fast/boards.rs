//! [`Boards`]: many boards of one size, in the caller's words.

use core::ops::Range;

use super::block::{BoardBlock, LANES};
use super::facts::BoardFacts;
use super::rows::{self, RowMasks, Rows};
use super::stream::{self, Masks};
use crate::batch::BatchOutcome;
use crate::board::drop::{Stick, horizontal_room_words, vertical_room_words};
use crate::board::gravity::has_loose_words;
use crate::board::squares::{Corners, squares_words};
use crate::board::{ColumnSet, Layout, Owners, Wide};
use crate::cell::{Side, Size};
use crate::lanes::Lanes;
use crate::level::{CountingTask, Level, Runs, Task};

/// Kernels over many boards of one size that lie one after the other in a slice of the document's
/// words.
///
/// Board *i* takes the words from `i * words()` on, `words()` of them: ⌈width × height / 16⌉. Spare
/// bits must be zero and stay zero. If they are not, the results for that board are unspecified,
/// but nothing panics. A piece `11` falls like any other and counts as both sides' in squares and
/// facts.
///
/// Nothing is allocated for boards of up to 8,192 cells and, in [`fall`](Self::fall), 128 columns
/// and 64 rows; larger ones take scratch for one board at a time, and so does `fall` of a single
/// board of more than 64 cells.
///
/// ```
/// use gridlaw::games::breakdown::{Boards, BoardFacts};
/// use gridlaw::board::Owners;
/// use gridlaw::cell::Size;
///
/// // Two boards of 4×5, two words each.
/// let boards = Boards::new(Size::new(4, 5).unwrap(), 2, 1);
/// let mut words = [0x0101_0000, 0xa5, 0x0000_0005, 0x00];
/// boards.fall(&mut words);
/// assert_eq!(words, [0x0101_0000, 0xa5, 0, 0x05]);
/// let mut owners = [Owners::empty(); 2];
/// boards.squares(&words, &mut owners);
/// assert_eq!(owners, [Owners::all(), Owners::BLACK]);
/// let mut facts = [BoardFacts::empty(); 2];
/// boards.facts(&words, &mut facts);
/// assert_eq!(facts, [BoardFacts::BLACK | BoardFacts::WHITE, BoardFacts::BLACK]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boards {
    size: Size,
    stick: u32,
    square: u32,
    level: Level,
    /// The masks for boards that are examined as a stream.
    masks: Option<Masks>,
}

impl Boards {
    /// The kernels for boards of this size, sticks of `stick` cells and squares of `square` ×
    /// `square`, at the best level of the processor.
    ///
    /// # Panics
    /// When the stick or the square is 0.
    #[must_use]
    pub fn new(size: Size, stick: u32, square: u32) -> Boards {
        assert!(stick > 0 && square > 0, "sticks and squares have at least one cell");
        let masks = if size.cells() > 64 { Masks::new(size, stick, square) } else { None };
        Boards { size, stick, square, level: Level::best(), masks }
    }

    /// The same kernels at another level.
    #[must_use]
    pub fn at_level(self, level: Level) -> Boards {
        Boards { level, ..self }
    }

    /// Columns and rows of every board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Words of one board.
    #[must_use]
    pub fn words(&self) -> usize {
        self.size.words()
    }

    /// The number of boards in a slice.
    ///
    /// # Panics
    /// When the slice does not hold whole boards.
    pub fn count(&self, boards: &[u32]) -> usize {
        let words = self.words();
        assert!(boards.len().is_multiple_of(words), "{} words are no whole boards of {words}", boards.len());
        boards.len() / words
    }

    /// Lets every cell of every board fall.
    ///
    /// # Panics
    /// When the slice does not hold whole boards.
    pub fn fall(&self, boards: &mut [u32]) {
        let (count, size, level) = (self.count(boards), self.size, self.level);
        match size.cells() {
            _ if size.height() == 1 => {}
            _ if rows::holds(size) && count < LANES => {
                let mut block = filled_up(boards);
                fall_rows(level, size, &mut block);
                boards.copy_from_slice(&block[..boards.len()]);
            }
            _ if rows::holds(size) => fall_rows(level, size, boards),
            0..=32 => level.run(FallBlocks::<1> { size, boards }),
            33..=64 => level.run(FallBlocks::<2> { size, boards }),
            _ => stream::fall(level, size, boards),
        }
    }

    /// Finds the sides that own a square on every board.
    ///
    /// # Panics
    /// When the slice does not hold exactly one board for each of `owners`.
    pub fn squares(&self, boards: &[u32], owners: &mut [Owners]) {
        assert_eq!(self.count(boards), owners.len(), "as many boards as owners");
        self.find(Find { boards: self, words: boards, found: Found::Owners(owners) });
    }

    /// Finds the facts about every board, which decide its outcome together with the side to move.
    ///
    /// # Panics
    /// When the slice does not hold exactly one board for each of `facts`.
    pub fn facts(&self, boards: &[u32], facts: &mut [BoardFacts]) {
        assert_eq!(self.count(boards), facts.len(), "as many boards as facts");
        self.find(Find { boards: self, words: boards, found: Found::Facts(facts) });
    }

    fn find(&self, find: Find<'_>) {
        let in_rows = rows::holds(self.size);
        let block;
        let find = if in_rows && self.count(find.words) < LANES {
            block = filled_up(find.words);
            Find { words: &block, ..find }
        } else {
            find
        };
        match (self.size.cells(), self.square) {
            (_, 2) if in_rows => find_in_rows::<2>(self.level, find),
            (_, 3) if in_rows => find_in_rows::<3>(self.level, find),
            (_, 4) if in_rows => find_in_rows::<4>(self.level, find),
            (0..=32, _) => self.level.run(FindInBlocks::<1>(find)),
            (33..=64, _) => self.level.run(FindInBlocks::<2>(find)),
            _ => self.level.run(FindInStream(find)),
        }
    }

    /// Writes the outcome of the game on every board (ruling B1); `turns` are the sides to move.
    ///
    /// ```
    /// use gridlaw::batch::BatchOutcome;
    /// use gridlaw::cell::{Side, Size};
    /// use gridlaw::games::breakdown::Boards;
    ///
    /// // A square of black's, and two empty boards, of which only one is the beginning.
    /// let boards = Boards::new(Size::new(2, 2).unwrap(), 3, 2);
    /// let mut outcomes = [BatchOutcome::InProgress; 3];
    /// let turns = [Side::Second, Side::First, Side::Second];
    /// boards.outcomes(&[0b01_01_01_01, 0, 0], &turns, &mut outcomes);
    /// assert_eq!(outcomes, [BatchOutcome::First, BatchOutcome::InProgress, BatchOutcome::Draw]);
    /// ```
    ///
    /// # Panics
    /// When the slice does not hold exactly one board for each of `turns` and `outcomes`.
    pub fn outcomes(&self, boards: &[u32], turns: &[Side], outcomes: &mut [BatchOutcome]) {
        let count = self.count(boards);
        assert!(turns.len() == count && outcomes.len() == count, "as many turns and outcomes as boards, {count}");
        self.find(Find { boards: self, words: boards, found: Found::Outcomes(turns, outcomes) });
    }
}

/// The first boards of four words each, and empty ones, as many as a block has.
fn filled_up(boards: &[u32]) -> [u32; LANES * rows::WORDS] {
    let mut block = [0; LANES * rows::WORDS];
    block.iter_mut().zip(boards).for_each(|(word, &board)| *word = board);
    block
}

/// Lets at least a block of boards fall that [`rows::holds`].
fn fall_rows(level: Level, size: Size, boards: &mut [u32]) {
    level.run_counting(FallRows { size, boards });
}

/// At least a block of boards.
struct FallRows<'a> {
    size: Size,
    boards: &'a mut [u32],
}

impl CountingTask for FallRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const COUNTS: bool>(self) {
        let (masks, mut rows) = (RowMasks::new(self.size, 1, 1), Rows::EMPTY);
        for first in starts(0..self.boards.len() / rows::WORDS, LANES) {
            if let Some(boards) = self.boards[rows::WORDS * first..].first_chunk_mut() {
                rows.read::<COUNTS>(boards);
                rows.fall(&masks);
                rows.write::<COUNTS>(boards);
            }
        }
    }
}

/// The first boards of parts of a range, `length` boards each, or fewer if there are fewer. The
/// last part begins early enough to have at least a block, though its boards belong to the part
/// before, too: what falls twice falls as deep.
#[inline(always)]
fn starts(boards: Range<usize>, length: usize) -> impl Iterator<Item = usize> {
    let last = boards.end - LANES;
    boards.step_by(length).map(move |first| first.min(last))
}

/// Boards of at most 32 × `PARTS` cells.
struct FallBlocks<'a, const PARTS: usize> {
    size: Size,
    boards: &'a mut [u32],
}

impl<const PARTS: usize> Task for FallBlocks<'_, PARTS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let words = self.size.words();
        let layout = Layout::<Wide<PARTS>>::new(self.size).expect("the parts hold the board");
        let mut block = BoardBlock::<PARTS>::EMPTY;
        for chunk in self.boards.chunks_mut(LANES * words) {
            block.read(chunk, words);
            block.fall(&layout);
            block.write(chunk, words);
        }
    }
}

/// Finds squares, all facts or outcomes on many boards.
struct Find<'a> {
    boards: &'a Boards,
    words: &'a [u32],
    found: Found<'a>,
}

/// The destination of the facts, and which of them the caller wants.
enum Found<'a> {
    Owners(&'a mut [Owners]),
    Facts(&'a mut [BoardFacts]),
    /// The sides to move, and the outcomes.
    Outcomes(&'a [Side], &'a mut [BatchOutcome]),
}

impl Found<'_> {
    #[inline(always)]
    fn set(&mut self, index: usize, facts: BoardFacts) {
        match self {
            Found::Owners(owners) => owners[index] = Owners::from_bits_truncate(facts.bits()),
            Found::Facts(all) => all[index] = facts,
            Found::Outcomes(turns, outcomes) => outcomes[index] = outcome_of(facts, turns[index]),
        }
    }

    /// Sets the facts of some boards, from board `first` on; of no more than there are.
    #[inline(always)]
    fn set_from(&mut self, first: usize, facts: &[u8]) {
        match self {
            Found::Owners(owners) => owners[first..]
                .iter_mut()
                .zip(facts)
                .for_each(|(owners, &facts)| *owners = Owners::from_bits_truncate(facts)),
            Found::Facts(all) => {
                all[first..]
                    .iter_mut()
                    .zip(facts)
                    .for_each(|(all, &facts)| *all = BoardFacts::from_bits_truncate(facts));
            }
            Found::Outcomes(turns, outcomes) => {
                let outcomes = outcomes[first..].iter_mut().zip(&turns[first..]);
                outcomes.zip(facts).for_each(|((outcome, &turn), &facts)| {
                    *outcome = outcome_of(BoardFacts::from_bits_truncate(facts), turn);
                });
            }
        }
    }
}

/// Looks at at least a block of boards that [`rows::holds`].
fn find_in_rows<const SIDE: usize>(level: Level, find: Find<'_>) {
    level.run_counting(FindInRows::<SIDE>(find));
}

/// Squares of side `SIDE` on at least a block of boards that [`rows::holds`].
struct FindInRows<'a, const SIDE: usize>(Find<'a>);

impl<const SIDE: usize> CountingTask for FindInRows<'_, SIDE> {
    type Output = ();

    #[inline(always)]
    fn run<const COUNTS: bool>(self) {
        let FindInRows(Find { boards, words, found }) = self;
        let masks = RowMasks::new(boards.size, boards.stick, boards.square);
        match found {
            Found::Owners(_) => look_at_rows::<SIDE, false, COUNTS>(&masks, words, found),
            _ => look_at_rows::<SIDE, true, COUNTS>(&masks, words, found),
        }
    }
}

#[inline(always)]
fn look_at_rows<const SIDE: usize, const ALL: bool, const WIDE: bool>(
    masks: &RowMasks,
    boards: &[u32],
    mut found: Found<'_>,
) {
    let (mut rows, mut facts) = (Rows::EMPTY, Lanes([0; AT_ONCE]));
    let count = boards.len() / rows::WORDS;
    for start in starts(0..count, AT_ONCE) {
        let end = count.min(start + AT_ONCE);
        for first in starts(start..end, LANES) {
            let facts = facts.0[first - start..].first_chunk_mut();
            if let (Some(boards), Some(facts)) = (boards[rows::WORDS * first..].first_chunk(), facts) {
                rows.read::<WIDE>(boards);
                rows.facts::<SIDE, ALL>(masks, facts);
            }
        }
        found.set_from(start, &facts.0[..end - start]);
    }
}

/// Boards whose facts are found before any is set. Facts are written in smaller parts than they are
/// read in: read at once, they would have to wait.
const AT_ONCE: usize = 16 * LANES;

/// Boards of at most 32 × `PARTS` cells.
struct FindInBlocks<'a, const PARTS: usize>(Find<'a>);

impl<const PARTS: usize> Task for FindInBlocks<'_, PARTS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FindInBlocks(Find { boards: &Boards { size, stick, square, .. }, words, mut found }) = self;
        let layout = Layout::<Wide<PARTS>>::new(size).expect("the parts hold the board");
        let (corners, stick) = (Corners::new(&layout, square), Stick::new(&layout, stick));
        let (mut block, mut facts) = (BoardBlock::<PARTS>::EMPTY, Lanes([0; LANES]));
        for (chunk, first) in words.chunks(LANES * size.words()).zip((0..).step_by(LANES)) {
            block.read(chunk, size.words());
            block.squares(&layout, &corners, &mut facts);
            if !matches!(found, Found::Owners(_)) {
                block.stuck(&layout, &stick, &mut facts);
            }
            found.set_from(first, &facts.0);
        }
    }
}

/// Larger boards.
struct FindInStream<'a>(Find<'a>);

impl Task for FindInStream<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let FindInStream(Find { boards: &Boards { size, stick, square, ref masks, .. }, words, mut found }) = self;
        let all = !matches!(found, Found::Owners(_));
        match masks {
            Some(masks) => {
                stream::look(size, stick, square, masks, words, all, |index, facts| found.set(index, facts));
            }
            None => {
                for (index, board) in words.chunks(size.words()).enumerate() {
                    found.set(index, facts_of_one(size, stick, square, board, all));
                }
            }
        }
    }
}

/// The facts about one board that is larger than a first-level cache.
#[inline(always)]
fn facts_of_one(size: Size, stick: u32, square: u32, words: &[u32], all: bool) -> BoardFacts {
    let mut facts = BoardFacts::from_bits_truncate(squares_words(words, size, square).bits());
    if all {
        let goes_on = has_loose_words(words, size)
            || !vertical_room_words(words, size, stick).is_empty()
            || !horizontal_room_words(words, size, stick).is_empty();
        facts.set(BoardFacts::STUCK, !goes_on);
        facts.set(BoardFacts::EMPTY, words.iter().all(|&word| word == 0));
    }
    facts
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

static_assertions::assert_impl_all!(Boards: Send, Sync);
static_assertions::const_assert_eq!(BatchOutcome::First as u8, Owners::BLACK.bits());
