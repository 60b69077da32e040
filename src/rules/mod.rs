//! [`Rules`]: what every game can be asked, and the words for the answers.
//!
//! Rules and position are apart: a value that implements `Rules` holds the parameters of a game
//! (its size, masks made once) and is shared; the position is a small value without history. There
//! are three doors to a move: [`Rules::play`] for input (refuses, and leaves the position as it
//! was), [`Rules::play_unchecked`] for moves that came out of [`Rules::visit_moves`], and the
//! constructors and readers of positions, which validate.
//!
//! | module | contents |
//! |---|---|
//! | `law` | [`Rules`] and [`Symmetry`], [`Outcome`], [`PlayError`] |
//! | `setup` | [`Setup`]: a position as data, and why it is no position of a game |
//! | `rounds` | [`Round`]: what happens in a move, for programs that show it |
//! | `notation` | [`Notation`]: positions and records of an engine as data and text |

mod law;
mod notation;
mod rounds;
mod setup;

pub use law::{Outcome, PlayError, Rules, Symmetry};
pub(crate) use law::{choose_once, count_once, outcome_of, play_one, sum_replies, visit_all};
pub use notation::{LONGEST_MOVE, Notation, ParametersOf, PlayedRecord, SetupErrorOf, canonical};
pub(crate) use notation::{answer_records_by_position, play_record_by_words, play_records_one_by_one};
pub use rounds::{Change, Round, RoundKind};
pub(crate) use rounds::{Reporter, Reporting};
pub(crate) use setup::take_board_and_turn;
pub use setup::{PositionError, Setup, SetupError};
