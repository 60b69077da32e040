//! [`AnyBatch`]: thousands of games at once, chosen at run time, for learners and samplers.
//!
//! A batch plays *episodes*: game *i* of *N* plays the episodes *i*, *i* + *N*, *i* + 2*N* and so
//! on. Every episode has its own generator, so a batch of random games plays the games of `gridlaw
//! random` with the same seed.
//!
//! Nothing is allocated from step to step, except for games beyond the sizes that have a form of
//! their own. All arrays are the caller's, game after game:
//!
//! | array | elements of one game | unit |
//! |---|---|---|
//! | actions | 1 | `u32`, a [move's number](crate::AnyGame::action_of) |
//! | outcomes | 1 | [`BatchOutcome`](crate::batch::BatchOutcome), a byte |
//! | mask | [`mask_words`](AnyBatch::mask_words) | `u32`; action *a*: word *a* / 32, bit *a* % 32 |
//! | observation | see [`Observation`](crate::batch::Observation) | bytes, bits or `f32` |
//!
//! | file | contents |
//! |---|---|
//! | `any` | [`AnyBatch`] and what it says of its games |
//! | `steps` | its steps: actions, plies, episodes that end and begin |
//! | `options` | [`Reset`], [`BatchOptions`], [`BatchError`] |
//! | `plies` | plies, turns and ends after a step |
//! | `masks` | work on packed masks: random legal actions, flags |
//! | `single` | the batch of games that have no faster form |
//! | `views` | observations as zeros and ones |
//! | `states` | games as words, and random games from where they stand |

mod any;
mod masks;
mod options;
mod plies;
mod single;
mod states;
mod steps;
mod views;

pub use any::AnyBatch;
pub use options::{BatchError, BatchOptions, Reset};
