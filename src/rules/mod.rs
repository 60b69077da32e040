//! [`Rules`]: the interface of every game, with positions as data, texts and errors.
//!
//! Rules and position are separate values. A value that implements `Rules` holds the parameters of
//! a game and the masks made from them, and is shared. The position is a small value without
//! history. [`Rules::play`] is for moves from outside: it refuses illegal ones and leaves the
//! position as it was. [`Rules::play_unchecked`] is for moves that [`Rules::visit_moves`] visits.
//! Constructors and readers of positions validate.
//!
//! | module | contents |
//! |---|---|
//! | `law` | [`Rules`] and [`Symmetry`], [`Outcome`], [`PlayError`] |
//! | `setup` | [`Setup`]: a position as data; [`SetupError`]: why it is not a position of a game |
//! | `rounds` | [`Round`]: the steps of a move, for programs that show it |
//! | `fnv` | the hash of [`Setup::stable_hash`] |
//! | `notation` | [`Notation`]: an engine's positions and records as data and text |

mod fnv;
mod law;
mod notation;
mod rounds;
mod setup;

pub(crate) use fnv::Fnv;
pub use law::{Outcome, PlayError, Rules, Symmetry};
pub(crate) use law::{allows, choose_once, count_once, outcome_of, play_one, sum_replies, visit_all};
pub use notation::{LONGEST_MOVE, Notation, ParametersOf, PlayedRecord, SetupErrorOf, canonical};
pub(crate) use notation::{answer_records_by_position, play_record_by_words, play_records_one_by_one};
pub use rounds::{Change, Round, RoundKind};
pub(crate) use rounds::{Reporter, Reporting};
pub(crate) use setup::take_board_and_turn;
pub use setup::{PositionError, Setup, SetupError};
