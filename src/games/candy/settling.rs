//! The types of settling: templates, firings and falls of a step, and its observers.

use alloc::vec::Vec;

use super::State;
use crate::cell::Pos;

/// The number of fired steps after which a settling ends, at rest or not (ruling K1). Some boards
/// never come to rest.
pub const STEP_LIMIT: u32 = 1000;

/// Four or three candies of one color in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Template {
    /// Four in a column.
    VFour,
    /// Four in a row.
    HFour,
    /// Three in a column.
    VThree,
    /// Three in a row.
    HThree,
}

impl Template {
    /// Every template, in descending priority.
    pub const ALL: [Template; 4] = [Template::VFour, Template::HFour, Template::VThree, Template::HThree];

    /// The number of candies that it takes.
    #[must_use]
    pub const fn length(self) -> u32 {
        match self {
            Template::VFour | Template::HFour => 4,
            Template::VThree | Template::HThree => 3,
        }
    }

    /// Whether it lies in a column.
    #[must_use]
    pub const fn is_vertical(self) -> bool {
        matches!(self, Template::VFour | Template::VThree)
    }
}

/// One firing of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Firing {
    /// The template that fired.
    pub template: Template,
    /// Its lowest, leftmost square.
    pub anchor: Pos,
}

impl Firing {
    /// The squares that explode.
    pub fn squares(self) -> impl Iterator<Item = Pos> {
        let Firing { template, anchor: Pos { row, col } } = self;
        (0..template.length()).map(move |step| match template.is_vertical() {
            true => Pos::new(row + step, col),
            false => Pos::new(row, col + step),
        })
    }
}

/// The straight fall of one candy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fall {
    /// The column.
    pub col: u32,
    /// The row that it comes from. A row at or above the board's height is in the extension, as if
    /// the coming candies were piled up on top of the board.
    pub from: u32,
    /// The row in which it comes to rest.
    pub to: u32,
    /// Its color.
    pub color: u32,
}

/// One step of settling: the firings in the order of ruling K1, then the falls by column and from
/// the bottom.
///
/// The filling of an empty board is a step in which nothing fires.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step {
    /// The firings, in order.
    pub firings: Vec<Firing>,
    /// The falls that follow.
    pub falls: Vec<Fall>,
}

impl Step {
    /// Applies the step to the colors, states and score of a board. A program that shows an
    /// animation therefore needs no engine.
    ///
    /// # Panics
    /// If the step does not fit the size of the board.
    pub fn apply(&self, state: &mut State) {
        for square in self.firings.iter().flat_map(|firing| firing.squares()) {
            let left = state.states.at_mut(square);
            if *left > 0 {
                *left -= 1;
                state.score = state.score.saturating_add(1);
            }
        }
        for fall in &self.falls {
            *state.colors.at_mut(Pos::new(fall.to, fall.col)) = fall.color;
        }
    }
}

/// An observer of a settling.
///
/// Playing and animating run the same algorithm. With [`Unwatched`] the engine builds no [`Step`],
/// and the compiler removes the calls.
///
/// ```
/// use gridlaw::games::candy::{Candy, CandyRules, NewGame, Small, Step};
/// use gridlaw::rules::{Notation, Rules};
///
/// let rules = Candy::<Small>::new(&NewGame::new(8, 8).make().unwrap().into()).unwrap();
/// let mut position = rules.start();
/// let mut state = rules.setup(&position);
/// let mv = rules.moves(&position)[0];
/// let mut steps = Vec::new();
/// rules.swap(&mut position, mv, &mut |step: Step| steps.push(step));
/// assert!(!steps.is_empty() && steps.iter().all(|step| !step.firings.is_empty()));
///
/// // Replayed from the swapped board, the steps lead to the same colors and score.
/// state.colors.swap(mv.square(), mv.neighbor().unwrap());
/// steps.iter().for_each(|step| step.apply(&mut state));
/// assert_eq!(state.colors, rules.setup(&position).colors);
/// assert_eq!(state.score, rules.setup(&position).score);
/// ```
pub trait Observer {
    /// Whether the engine builds steps for this observer.
    const WATCHES: bool = true;

    /// Receives a step after the board has changed.
    fn step(&mut self, step: Step);
}

impl<F: FnMut(Step)> Observer for F {
    fn step(&mut self, step: Step) {
        self(step);
    }
}

/// The observer that ignores every step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Observer for Unwatched {
    const WATCHES: bool = false;

    fn step(&mut self, _: Step) {}
}
