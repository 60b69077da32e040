//! Properties of books.

use std::cell::RefCell;
use std::collections::BTreeMap;

use arbitrary::{Result, Unstructured};
use gridlaw::AnyPlaying;
use gridlaw::book::{Book, BookError, BookValue, positions, write};

thread_local! {
    /// The bytes of a book of some blocks.
    static WRITTEN: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

fn start() -> AnyPlaying {
    "breakdown -w 3 -h 3 -k 1 -q 2".parse().expect("a game")
}

/// A book with arbitrary values, which need no search.
fn written() -> Vec<u8> {
    let positions = positions(&start(), 5, 10_000).expect("few positions");
    let values = positions.into_iter().map(|(setup, ply)| match setup.len() % 3 {
        0 => (setup, BookValue::Draw),
        1 => (setup, BookValue::Win(Some(ply as u16))),
        _ => (setup, BookValue::Loss(None)),
    });
    write(&start(), 5, &values.collect::<BTreeMap<_, _>>())
}

/// Reads all of a book.
fn read(bytes: &[u8]) -> std::result::Result<Vec<(String, BookValue)>, BookError> {
    let book = Book::open(bytes)?;
    let _ = (book.game(), book.content(), book.start(), book.plies(), book.count());
    // No bytes make it panic, whatever the answer.
    let _ = book.value(&start());
    book.entries().collect()
}

/// The reader accepts a book, refuses one that was changed in one place or cut, and reads or
/// refuses arbitrary bytes.
pub fn are_read_or_refused(source: &mut Unstructured) -> Result<()> {
    let bytes = WRITTEN.with_borrow_mut(|kept| kept.get_or_insert_with(written).clone());
    let expected = read(&bytes).expect("it was just written");
    let mut changed = bytes.clone();
    let index = source.int_in_range(0..=bytes.len() - 1)?;
    match source.int_in_range(0..=2)? {
        0 => changed[index] ^= source.int_in_range(1..=255)?,
        1 => changed.truncate(index),
        _ => {
            let some = source.bytes(source.len().min(64))?;
            changed.splice(index..(index + some.len()).min(bytes.len()), some.iter().copied());
        }
    }
    match read(&changed) {
        Ok(found) => assert!(changed == bytes && found == expected, "changed at byte {index}"),
        Err(_) => assert_ne!(changed, bytes),
    }
    let rest = source.bytes(source.len())?;
    let _ = read(rest);
    let _ = read(&[b"gridlaw book 1\n", rest].concat());
    Ok(())
}
