//! The words of settling: templates, what one step fires and what falls, and who is told.

use alloc::vec::Vec;

use super::State;
use crate::cell::Pos;

/// A settling ends after this many steps that fired, settled or not (ruling K1): there are boards that never
/// come to rest.
pub const STEP_LIMIT: u32 = 1000;

/// Four or three candies of one colour in a line.
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
    /// Every template, the one of the highest priority first.
    pub const ALL: [Template; 4] = [Template::VFour, Template::HFour, Template::VThree, Template::HThree];

    /// How many candies it takes.
    #[must_use]
    pub const fn length(self) -> u32 {
        match self {
            Template::VFour | Template::HFour => 4,
            Template::VThree | Template::HThree => 3,
        }
    }

    /// Whether it stands in a column.
    #[must_use]
    pub const fn is_vertical(self) -> bool {
        matches!(self, Template::VFour | Template::VThree)
    }
}

/// One firing of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Firing {
    /// Which template.
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

/// One candy that falls, straight down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fall {
    /// The column.
    pub col: u32,
    /// The row that it comes from. From the board's height on it comes out of the extension: that row is where it
    /// would stand if the candies to come were piled up on top of the board.
    pub from: u32,
    /// The row that it comes to rest in.
    pub to: u32,
    /// Its colour.
    pub colour: u32,
}

/// One step of settling: what fires, in the order of the ruling, then what falls, by column and from the bottom.
///
/// The filling of an empty board is a step in which nothing fires.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step {
    /// The firings, in their order.
    pub firings: Vec<Firing>,
    /// The falls that follow.
    pub falls: Vec<Fall>,
}

impl Step {
    /// Does to the colours, states and score of a board what the step did: whoever shows an animation needs no
    /// engine.
    ///
    /// # Panics
    /// When the step is not one of a board of this size.
    pub fn apply(&self, state: &mut State) {
        for square in self.firings.iter().flat_map(|firing| firing.squares()) {
            let left = state.states.at_mut(square);
            if *left > 0 {
                *left -= 1;
                state.score = state.score.saturating_add(1);
            }
        }
        for fall in &self.falls {
            *state.colours.at_mut(Pos::new(fall.to, fall.col)) = fall.colour;
        }
    }
}

/// Somebody who watches a board settle.
///
/// Playing and animating run the same algorithm: with [`Unwatched`] no step is put into words, and the compiler
/// leaves no trace of it.
///
/// ```
/// use gridlaw::games::candy::{Candy, CandyRules, NewGame, Small, Step};
/// use gridlaw::rules::Rules;
///
/// let rules = Candy::<Small>::new(&NewGame::new(8, 8).make().unwrap().into()).unwrap();
/// let mut position = rules.start();
/// let mut state = rules.state(&position);
/// let mv = rules.moves(&position)[0];
/// let mut steps = Vec::new();
/// rules.swap(&mut position, mv, &mut |step: Step| steps.push(step));
/// assert!(!steps.is_empty() && steps.iter().all(|step| !step.firings.is_empty()));
///
/// // Replayed from the swapped board, the steps lead to the same colours and score.
/// state.colours.swap(mv.square(), mv.neighbour().unwrap());
/// steps.iter().for_each(|step| step.apply(&mut state));
/// assert_eq!(state.colours, rules.state(&position).colours);
/// assert_eq!(state.score, rules.state(&position).score);
/// ```
pub trait Observer {
    /// Whether steps are wanted at all.
    const WATCHES: bool = true;

    /// Is told of a step after it was done.
    fn step(&mut self, step: Step);
}

impl<F: FnMut(Step)> Observer for F {
    fn step(&mut self, step: Step) {
        self(step);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Observer for Unwatched {
    const WATCHES: bool = false;

    fn step(&mut self, _: Step) {}
}
