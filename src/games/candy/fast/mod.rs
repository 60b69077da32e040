//! Candy on bit planes: colors and states in binary, one plane per bit. Every template is matched
//! on all squares at once.
//!
//! | module | what it does |
//! |---|---|
//! | [`shape`] | [`Shape`]: the capacity of a position |
//! | [`layout`] | the numbering of the cells and their neighbors |
//! | [`settle`] | one step: firing, exploding, gravity |
//! | [`swaps`] | the legal swaps of a whole board at once |
//! | [`columnar`] | boards of up to 8×8: all of this in words, without branches |
//! | [`supply`] | the candies that enter such boards |
//! | [`single`] | one game on such a board |

pub(super) mod columnar;
mod layout;
mod settle;
mod shape;
pub(super) mod single;
pub(super) mod supply;
mod swaps;

use alloc::vec::Vec;
use core::any::Any;
use core::ops::ControlFlow;

use columnar::ColumnPlan;

use layout::Layout;
pub use shape::{Large, List, Medium, Shape, Small, Unbounded};
use single::{ColumnGame, ColumnRules, Offsets};
use supply::Supply;

use super::{CandyRules, Instance, InstanceError, Move, Observer, STEP_LIMIT, State, Table, Unwatched};
use crate::board::Bitset;
use crate::cell::{Pos, Side};
use crate::rules::{Notation, Outcome, Rules, Symmetry};

/// The rules of one game on bit planes. The capacity of its positions is `S`.
///
/// ```
/// use gridlaw::games::candy::{Candy, NewGame, Small};
/// use gridlaw::rules::{Outcome, Rules};
///
/// let rules = Candy::<Small>::new(&NewGame::new(8, 8).make().unwrap().into()).unwrap();
/// let mut position = rules.start();
/// assert_eq!(rules.outcome(&position), Outcome::InProgress);
/// let swap = rules.moves(&position)[0];
/// rules.play(&mut position, swap).unwrap();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candy<S: Shape> {
    instance: Instance,
    layout: Layout<S::Plane>,
    /// The colors of the extension, column by column.
    extension: Vec<u32>,
    start: Position<S>,
    /// The columnar form of boards of up to 8×8 in the shape [`Small`].
    columns: Option<(ColumnPlan, Supply)>,
}

/// A position: colors and states in planes, and the counters of the document's game state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<S: Shape> {
    pub(super) colors: S::Colors,
    pub(super) states: S::States,
    pub(super) offsets: S::Offsets,
    pub(super) moves: u64,
    pub(super) score: u64,
}

impl<S: Shape> Candy<S> {
    /// The rules of a game, or `None` if `S` is too small for its positions. [`Unbounded`] fits
    /// every game.
    #[inline(never)]
    #[must_use]
    pub fn new(instance: &Instance) -> Option<Candy<S>> {
        if !S::fits(instance) {
            return None;
        }
        let definition = instance.definition();
        let (size, extension) = (definition.size(), definition.extension());
        let column = |col| (0..extension.rows).map(move |row| extension.at(Pos::new(row, col)));
        let layout = Layout::new(size);
        let empty = || layout.empty();
        let start = Position {
            colors: S::Colors::of(shape::color_planes(instance), empty),
            states: S::States::of(shape::state_planes(instance), empty),
            offsets: S::Offsets::of(size.width() as usize, || 0),
            moves: 0,
            score: 0,
        };
        let mut rules = Candy {
            instance: instance.clone(),
            layout,
            columns: None,
            extension: (0..size.width()).flat_map(column).collect(),
            start,
        };
        if let Some(small) = <dyn Any>::downcast_mut::<Candy<Small>>(&mut rules) {
            small.columns = ColumnPlan::new(size).map(|plan| (plan, Supply::new(instance)));
        }
        // K3: a state is settled once. Without a state the board is empty, and is filled first.
        let mut start: Position<S> = match instance.state() {
            Some(state) => rules.position_of(state),
            None => {
                let mut start = rules.start.clone();
                rules.write(start.states.as_mut(), definition.states());
                rules.gravity(&mut start, rules.layout.all());
                start
            }
        };
        rules.settle(&mut start, &mut Unwatched);
        rules.start = start;
        Some(rules)
    }

    /// Writes the values of a table in binary into planes, which must be empty.
    fn write(&self, planes: &mut [S::Plane], table: &Table) {
        for square in self.layout.size.positions() {
            let value = table.at(square);
            for (bit, plane) in planes.iter_mut().enumerate() {
                plane.insert_if(self.layout.cell(square), value >> bit & 1);
            }
        }
    }

    /// The value of a cell, read in binary from planes.
    fn read(&self, planes: &[S::Plane], cell: u32) -> u32 {
        planes.iter().rev().fold(0, |value, plane| value << 1 | u32::from(plane.contains(cell)))
    }

    fn table(&self, planes: &[S::Plane]) -> Table {
        let size = self.layout.size;
        let value = |square| self.read(planes, self.layout.cell(square));
        Table { rows: size.height(), columns: size.width(), data: size.positions().map(value).collect() }
    }

    fn position_of(&self, state: &State) -> Position<S> {
        let mut position = Position { moves: state.moves, score: state.score, ..self.start.clone() };
        let empty = || self.layout.empty();
        position.colors.as_mut().fill_with(empty);
        position.states.as_mut().fill_with(empty);
        self.write(position.colors.as_mut(), &state.colors);
        self.write(position.states.as_mut(), &state.states);
        position.offsets.as_mut().iter_mut().zip(&state.offsets).for_each(|(to, &from)| *to = from);
        position
    }

    /// The rules in the columnar form, if they have it.
    pub(super) fn column_rules(&self) -> Option<ColumnRules<'_>> {
        ColumnRules::new(<dyn Any>::downcast_ref(self)?)
    }

    /// The rules and the start of the game in the columnar form, if they have it.
    pub(super) fn column_start(&self) -> Option<(ColumnRules<'_>, ColumnGame)> {
        let rules = self.column_rules()?;
        let start = <dyn Any>::downcast_ref(&self.start)?;
        Some((rules, rules.game(start)?))
    }

    // Not inlined: settling takes longer than a call.
    #[inline(never)]
    fn settle_watched<O: Observer>(&self, position: &mut Position<S>, observer: &mut O) -> u32 {
        if !O::WATCHES
            && let Some(rules) = self.column_rules()
            && let Some(Position { colors, states, offsets, score, .. }) = small(position)
        {
            return rules.settle(STEP_LIMIT, colors, states, score, &mut Offsets(offsets), None);
        }
        let mut fired = 0;
        while fired < STEP_LIMIT && self.step_once(position, observer) {
            fired += 1;
        }
        fired
    }

    /// Whether any square's state is above 0.
    #[inline(always)]
    fn is_open(&self, position: &Position<S>) -> bool {
        position.states.as_ref().iter().any(|plane| !plane.is_empty())
    }
}

/// The position as one of the shape [`Small`], or `None` if it has another shape.
pub(super) fn small<S: Shape>(position: &mut Position<S>) -> Option<&mut Position<Small>> {
    <dyn Any>::downcast_mut(position)
}

impl<S: Shape> CandyRules for Candy<S> {
    #[inline(always)]
    fn is_won(&self, position: &Position<S>) -> bool {
        !self.is_open(position)
    }

    #[inline]
    fn can_swap(&self, position: &Position<S>, mv: Move) -> bool {
        self.is_on_board(mv) && self.matches_after(&position.colors, mv)
    }

    #[inline]
    fn visit_swaps<B>(&self, position: &Position<S>, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.swaps(position).visit(&self.layout, visit)
    }

    #[inline(always)]
    fn swap(&self, position: &mut Position<S>, mv: Move, observer: &mut impl Observer) -> u32 {
        self.exchange(position.colors.as_mut(), mv);
        position.moves = position.moves.saturating_add(1);
        self.settle(position, observer)
    }

    #[inline(always)]
    fn step(&self, position: &mut Position<S>, observer: &mut impl Observer) -> bool {
        self.step_once(position, observer)
    }

    #[inline(always)]
    fn settle(&self, position: &mut Position<S>, observer: &mut impl Observer) -> u32 {
        self.settle_watched(position, observer)
    }
}

impl<S: Shape> Rules for Candy<S> {
    type Position = Position<S>;
    type Move = Move;

    #[inline]
    fn start(&self) -> Position<S> {
        self.start.clone()
    }

    #[inline(always)]
    fn turn(&self, _: &Position<S>) -> Side {
        Side::First
    }

    #[inline(always)]
    fn outcome(&self, position: &Position<S>) -> Outcome {
        if self.is_won(position) {
            Outcome::Win(Side::First)
        } else if self.swaps(position).is_empty() {
            Outcome::Draw
        } else {
            Outcome::InProgress
        }
    }

    #[inline]
    fn visit_moves<B>(&self, position: &Position<S>, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_won(position) {
            return ControlFlow::Continue(());
        }
        self.visit_swaps(position, visit)
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position<S>, mv: Move) {
        self.swap(position, mv, &mut Unwatched);
    }

    #[inline]
    fn count_moves(&self, position: &Position<S>) -> u64 {
        if self.is_won(position) { 0 } else { self.swaps(position).count() }
    }

    #[inline(always)]
    fn choose_move(&self, position: &Position<S>, pick: impl FnOnce(u64) -> u64) -> Option<Move> {
        if self.is_won(position) {
            return None;
        }
        let swaps = self.swaps(position);
        match swaps.count() {
            0 => None,
            count => swaps.nth(&self.layout, pick(count)),
        }
    }

    #[inline]
    fn is_legal(&self, position: &Position<S>, mv: Move) -> bool {
        !self.is_won(position) && self.can_swap(position, mv)
    }
}

impl<S: Shape> Symmetry for Candy<S> {}

impl<S: Shape> Notation for Candy<S> {
    type Setup = State;

    fn parameters(&self) -> &Instance {
        &self.instance
    }

    fn setup(&self, position: &Position<S>) -> State {
        State {
            colors: self.table(position.colors.as_ref()),
            states: self.table(position.states.as_ref()),
            moves: position.moves,
            score: position.score,
            offsets: position.offsets.as_ref()[..self.layout.size.width() as usize].to_vec(),
        }
    }

    /// The position of a state of this game, settled or not.
    fn position(&self, state: &State) -> Result<Position<S>, InstanceError> {
        self.instance.check(state)?;
        Ok(self.position_of(state))
    }
}

static_assertions::assert_eq_size!(Position<Small>, [u64; 15]);
static_assertions::assert_impl_all!(Candy<Small>: Send, Sync, Notation, Symmetry);
static_assertions::assert_impl_all!(Candy<Unbounded>: Send, Sync, Notation, Symmetry);
