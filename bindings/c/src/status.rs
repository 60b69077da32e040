//! Statuses and faults: [`Status`], which every function returns, the last message of a thread, and
//! [`guarded`], which no panic crosses.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use law::games::GameError;
use law::playing::{AnyPositionError, MoveError, PlayingError};
use law::record::RecordError;
use law::text::TextError;

/// The status that every function returns. Anything but GRIDLAW_STATUS_OK means that the function
/// changed nothing and wrote nothing, unless its description says otherwise; gridlaw_message has
/// the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// Success.
    Ok = 0,
    /// A pointer is null or not aligned, or two arrays overlap that must not.
    Pointer = 1,
    /// An array or a text is shorter or longer than it must be, or there is not enough room in it.
    Length = 2,
    /// No game has this name.
    Name = 3,
    /// The numbers, or the file, make no game.
    Parameters = 4,
    /// The text is not a move, not a position, or not UTF-8.
    Text = 5,
    /// The move is not legal here, or the game is over.
    Illegal = 6,
    /// A value is outside its range: an action, a side, a cell, an index, a depth.
    Value = 7,
    /// The game or the batch does not have what the call needs: words are for Breakdown, final
    /// observations for a batch with `keep_final`.
    Unsupported = 8,
    /// A defect of the library. The handle may only be freed.
    Defect = 9,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Fault {
    pub(crate) status: Status,
    message: String,
}

impl Fault {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Fault {
        Fault { status, message: message.into() }
    }

    /// A fault with the message of another error.
    pub(crate) fn of(status: Status, error: impl std::error::Error) -> Fault {
        Fault::new(status, error.to_string())
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Fault {
        Fault::of(Status::Text, error)
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        let status = match error {
            RecordError::Unreadable { .. } => Status::Text,
            _ => Status::Illegal,
        };
        Fault::of(status, error)
    }
}

impl From<GameError> for Fault {
    fn from(error: GameError) -> Fault {
        let status = match error {
            GameError::Name { .. } => Status::Name,
            _ => Status::Parameters,
        };
        Fault::of(status, error)
    }
}

impl From<MoveError> for Fault {
    fn from(error: MoveError) -> Fault {
        let status = match error {
            MoveError::Text(_) => Status::Text,
            MoveError::Action { .. } | MoveError::Index { .. } => Status::Value,
            _ => Status::Illegal,
        };
        Fault::of(status, error)
    }
}

impl From<PlayingError> for Fault {
    fn from(error: PlayingError) -> Fault {
        match error {
            PlayingError::Game(error) => error.into(),
            PlayingError::Record(error) => error.into(),
            _ => Fault::of(Status::Text, error),
        }
    }
}

impl From<AnyPositionError> for Fault {
    fn from(error: AnyPositionError) -> Fault {
        Fault::of(Status::Text, error)
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs the body of a C function. An error or a panic, which must not unwind into C, becomes the
/// status that is returned and the last message of this thread.
pub(crate) fn guarded(body: impl FnOnce() -> Result<(), Fault>) -> Status {
    let fault = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return Status::Ok,
        Ok(Err(fault)) => fault,
        Err(panic) => Fault::new(Status::Defect, panic_text(panic.as_ref())),
    };
    keep_message(on_one_line(&fault.message));
    fault.status
}

/// A message in printable ASCII: other characters, which a caller's text may have, become escapes.
fn on_one_line(message: &str) -> String {
    let is_plain = |letter: char| letter == ' ' || letter.is_ascii_graphic();
    message
        .chars()
        .map(|letter| if is_plain(letter) { letter.into() } else { letter.escape_default().to_string() })
        .collect()
}

/// Makes a message the last one of this thread.
pub(crate) fn keep_message(text: String) {
    // A thread that is ending has lost its message already.
    let _ = MESSAGE.try_with(|message| *message.borrow_mut() = text);
}

/// Returns the message of the last fault on this thread, empty if there was none.
pub(crate) fn last_message() -> String {
    MESSAGE.try_with(|message| message.borrow().clone()).unwrap_or_default()
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("a defect of the library: {}", text.unwrap_or("a panic without words"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_status_and_its_words_the_message() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        assert_eq!(guarded(|| panic!("lost {}", "count")), Status::Defect);
        std::panic::set_hook(hook);
        MESSAGE.with_borrow(|message| assert_eq!(message, "a defect of the library: lost count"));
    }

    #[test]
    fn a_message_stays_until_the_next_fault() {
        assert_eq!(guarded(|| Err(Fault::new(Status::Value, "too deep"))), Status::Value);
        assert_eq!(guarded(|| Ok(())), Status::Ok);
        MESSAGE.with_borrow(|message| assert_eq!(message, "too deep"));
    }
}
