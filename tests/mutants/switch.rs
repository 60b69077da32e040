//! The mutant that is alive: the number in `MUTANT`, read once. With `MUTANT_REACH` the switch
//! appends every number that the code asks for to that file, and no mutant is alive.

use std::fs::File;
use std::io::Write;
use std::string::String;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

const RECORDING: u32 = u32::MAX - 1;
const UNREAD: u32 = u32::MAX;

static ALIVE: AtomicU32 = AtomicU32::new(UNREAD);
static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
static REACHED: OnceLock<Mutex<File>> = OnceLock::new();

/// Whether this mutant is alive. None is while the compiler evaluates constants.
#[inline(always)]
pub const fn on(number: u32) -> bool {
    core::intrinsics::const_eval_select((number,), never, now)
}

const fn never(_: u32) -> bool {
    false
}

#[inline(always)]
fn now(number: u32) -> bool {
    let alive = ALIVE.load(Relaxed);
    alive == number || alive >= RECORDING && slow(number)
}

#[cold]
#[inline(never)]
fn slow(number: u32) -> bool {
    if ALIVE.load(Relaxed) == UNREAD {
        let alive = match std::env::var("MUTANT_REACH") {
            Ok(path) => {
                let file = File::options().append(true).create(true).open(path).unwrap();
                REACHED.get_or_init(|| Mutex::new(file));
                RECORDING
            }
            Err(_) => std::env::var("MUTANT").map_or(0, |text| text.parse().unwrap()),
        };
        ALIVE.store(alive, Relaxed);
    }
    if ALIVE.load(Relaxed) == number {
        return true;
    }
    // To ask first is cheaper than an exchange for every number that has been seen.
    let is_new = |seen: &AtomicBool| !seen.load(Relaxed) && !seen.swap(true, Relaxed);
    if let Some(file) = REACHED.get().filter(|_| is_new(&SEEN[number as usize])) {
        let line: String = std::format!("{number}\n");
        file.lock().unwrap().write_all(line.as_bytes()).unwrap();
    }
    false
}

/// The result of a mutated function that returns some iterator.
#[derive(Clone, Debug)]
pub enum Either<A, B> {
    Mutant(A),
    Other(B),
}

macro_rules! both {
    ($either:expr, $iterator:ident => $value:expr) => {
        match $either {
            Either::Mutant($iterator) => $value,
            Either::Other($iterator) => $value,
        }
    };
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>> Iterator for Either<A, B> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        both!(self, iterator => iterator.next())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        both!(self, iterator => iterator.size_hint())
    }
}

impl<T, A: DoubleEndedIterator<Item = T>, B: DoubleEndedIterator<Item = T>> DoubleEndedIterator for Either<A, B> {
    fn next_back(&mut self) -> Option<T> {
        both!(self, iterator => iterator.next_back())
    }
}

impl<T, A: ExactSizeIterator<Item = T>, B: ExactSizeIterator<Item = T>> ExactSizeIterator for Either<A, B> {}
