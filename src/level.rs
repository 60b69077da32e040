//! [`Level`]: the instructions that the processor has, and a way to run work built for them.
//!
//! The kernels are written once, in plain Rust; a level is a build of the same body with more
//! instructions allowed. This file is the only one in the library with `unsafe` code: calling a
//! function that was built for instructions which the processor might lack, and the two
//! instructions that move bits.
//!
//! Choose a level once and give it a whole batch, because calls through it are not inlined.

#![allow(unsafe_code)]

use core::fmt;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

/// A set of instructions that this processor has.
///
/// A `Level` exists only for instructions that the processor has, so running work at one is safe.
///
/// ```
/// use gridlaw::level::Level;
///
/// let best = Level::best();
/// assert!(Level::available().any(|level| level == best));
/// assert!(Level::available().any(|level| level == Level::portable()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Set {
    Portable,
    Avx2,
    Avx512,
}

impl Set {
    const ALL: [Set; 3] = [Set::Portable, Set::Avx2, Set::Avx512];
}

/// A piece of work whose body is compiled once for every level.
///
/// `run`, and all it calls in its inner loops, should be `#[inline(always)]`: what is not inlined
/// is built for the portable level.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work.
    fn run(self) -> Self::Output;
}

/// The two instructions that move bits within a word by a mask (BMI2).
///
/// A value exists only inside [`Level::run_moving_bits`], at a level that has them. Processors of
/// AMD before Zen 3 have them as slow microcode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitMoves(());

#[cfg_attr(not(target_arch = "x86_64"), expect(clippy::unused_self, reason = "never called there"))]
impl BitMoves {
    /// The lowest bits of `bits`, moved to the set bits of `mask`.
    #[inline(always)]
    pub(crate) fn deposit(self, bits: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `self` exists only while a level with BMI2 runs.
        return unsafe { core::arch::x86_64::_pdep_u64(bits, mask) };
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("no level has these instructions: {bits} {mask}");
    }

    /// The bits of `bits` at the set bits of `mask`, moved together.
    #[inline(always)]
    pub(crate) fn extract(self, bits: u64, mask: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `self` exists only while a level with BMI2 runs.
        return unsafe { core::arch::x86_64::_pext_u64(bits, mask) };
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("no level has these instructions: {bits} {mask}");
    }
}

/// A [`Task`] on a single board that moves bits within words, for [`Level::run_moving_bits`].
pub(crate) trait BitTask {
    /// The result of the work.
    type Output;

    /// Does the work. `moves` is a constant, so a branch on it costs nothing.
    fn run(self, moves: Option<BitMoves>) -> Self::Output;
}

#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "no level there moves bits"))]
struct MovingBits<T>(T);

impl<T: BitTask> Task for MovingBits<T> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self) -> T::Output {
        self.0.run(Some(BitMoves(())))
    }
}

/// A [`Task`] in two forms, for [`Runs::run_counting`].
pub(crate) trait CountingTask {
    /// The result of the work.
    type Output;

    /// Does the work. `COUNTS` says whether an instruction counts the bits of every word of a
    /// vector, and another multiplies words.
    fn run<const COUNTS: bool>(self) -> Self::Output;
}

struct Counting<T, const COUNTS: bool>(T);

impl<T: CountingTask, const COUNTS: bool> Task for Counting<T, COUNTS> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self) -> T::Output {
        self.0.run::<COUNTS>()
    }
}

/// A task that has one form.
struct Plain<T>(T);

impl<T: Task> CountingTask for Plain<T> {
    type Output = T::Output;

    #[inline(always)]
    fn run<const COUNTS: bool>(self) -> T::Output {
        self.0.run()
    }
}

impl Level {
    /// The names of all levels, available here or not, from the plainest up.
    pub const NAMES: [&'static str; 3] = ["portable", "avx2", "avx512"];

    /// The level that every processor of the build's target has.
    #[must_use]
    pub const fn portable() -> Level {
        Level(Set::Portable)
    }

    /// The levels of this processor, from the plainest up. Tests, benches and fuzz targets loop
    /// over them.
    pub fn available() -> impl Iterator<Item = Level> {
        Set::ALL.into_iter().filter(|&set| detected(set)).map(Level)
    }

    /// The highest level of this processor. With `std` the first call asks the processor and later
    /// calls use its answer.
    #[inline]
    #[must_use]
    pub fn best() -> Level {
        static BEST: AtomicUsize = AtomicUsize::new(usize::MAX);
        if let Some(&set) = Set::ALL.get(BEST.load(Relaxed)) {
            return Level(set);
        }
        let best = Level::available().last().unwrap_or(Level::portable());
        BEST.store(best.0 as usize, Relaxed);
        best
    }

    /// The level with this name, if this processor has it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::available().find(|level| level.name() == name)
    }

    /// The level's name: `portable`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Level::NAMES[self.0 as usize]
    }

    /// Runs a task with the instructions of this level.
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Set::Portable => run_portable(task),
            // SAFETY: a `Level` of this set is only made where `detected` found its features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { run_avx2(task) },
            // SAFETY: a `Level` of this set is only made where `detected` found its features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { run_avx512(task) },
            #[cfg(not(target_arch = "x86_64"))]
            Set::Avx2 | Set::Avx512 => run_portable(task),
        }
    }

    /// The level for games in lanes, if its vectors suit them. Those of 128 bits do not: two games
    /// in a vector cost more than two games in words. Millions of plies a second of Breakdown 8×8
    /// in lanes and in words were 55 and 65 with SSE2, 64 and 67 with SSE4.2 and `popcnt`, and 39
    /// and 59 with `simd128` in Node; with NEON, a ply took 174 and 92 instructions. SSE4.2
    /// therefore has no level of its own.
    ///
    /// What runs in lanes alone is not built for the portable level.
    #[inline]
    pub(crate) const fn for_lanes(self) -> Option<LaneLevel> {
        match self.0 {
            Set::Portable => None,
            Set::Avx2 | Set::Avx512 => Some(LaneLevel(self)),
        }
    }

    /// Runs a task on a single board with the instructions of this level, AVX2 at most.
    ///
    /// Work on words gains nothing from AVX-512: one random game at a time was 15 to 25 % slower
    /// when it was built for it (Zen 4 and 5; on Sapphire Rapids there was no difference).
    #[inline]
    pub fn run_single<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            Set::Portable => task.run(),
            // SAFETY: a `Level` of these sets is only made where `detected` found their features,
            // and those of AVX-512 include those of AVX2.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 | Set::Avx512 => unsafe { run_avx2(task) },
            #[cfg(not(target_arch = "x86_64"))]
            Set::Avx2 | Set::Avx512 => task.run(),
        }
    }

    /// As [`run_single`](Self::run_single), and tells the task whether it may move bits.
    #[inline]
    pub(crate) fn run_moving_bits<T: BitTask>(self, task: T) -> T::Output {
        match self.0 {
            Set::Portable => task.run(None),
            // SAFETY: a `Level` of these sets is only made where `detected` found their features,
            // and BMI2 is one of both.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 | Set::Avx512 => unsafe { run_avx2(MovingBits(task)) },
            #[cfg(not(target_arch = "x86_64"))]
            Set::Avx2 | Set::Avx512 => task.run(None),
        }
    }
}

/// A level whose vectors suit games in lanes: any but the portable one.
#[derive(Clone, Copy)]
pub(crate) struct LaneLevel(Level);

/// Runs tasks with the instructions of a level.
pub(crate) trait Runs: Copy {
    /// Runs a task and tells it whether its level counts the bits of every word of a vector.
    fn run_counting<T: CountingTask>(self, task: T) -> T::Output;

    /// Runs a task.
    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        self.run_counting(Plain(task))
    }
}

impl Runs for Level {
    #[inline]
    fn run_counting<T: CountingTask>(self, task: T) -> T::Output {
        match self.for_lanes() {
            None => run_portable(Counting::<T, false>(task)),
            Some(level) => level.run_counting(task),
        }
    }
}

#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "no level there suits lanes"))]
impl Runs for LaneLevel {
    #[inline]
    fn run_counting<T: CountingTask>(self, task: T) -> T::Output {
        match self.0.0 {
            // SAFETY: a `Level` of this set is only made where `detected` found its features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { run_avx2(Counting::<T, false>(task)) },
            // SAFETY: a `Level` of this set is only made where `detected` found its features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { run_avx512(Counting::<T, true>(task)) },
            #[cfg(not(target_arch = "x86_64"))]
            Set::Avx2 | Set::Avx512 => unreachable!("no level there suits lanes"),
            Set::Portable => unreachable!("a level for lanes has vectors"),
        }
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Not inlined, as the functions of the other levels: for many tasks in one caller the compiler
/// takes longer than for each alone.
#[inline(never)]
fn run_portable<T: Task>(task: T) -> T::Output {
    task.run()
}

/// Declares, for one set of instructions, the function that is built for it and the test that the
/// processor has it, from one list of features.
macro_rules! level {
    ($run:ident, $has:ident, $($feature:tt),+) => {
        #[cfg(target_arch = "x86_64")]
        $(#[target_feature(enable = $feature)])+
        fn $run<T: Task>(task: T) -> T::Output {
            task.run()
        }

        fn $has() -> bool {
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            return $(std::arch::is_x86_feature_detected!($feature))&&+;
            // Without an operating system to ask, only the features that the build assumes.
            #[cfg(all(target_arch = "x86_64", not(feature = "std")))]
            return $(cfg!(target_feature = $feature))&&+;
            #[cfg(not(target_arch = "x86_64"))]
            return false;
        }
    };
}

level!(run_avx2, has_avx2, "avx2", "bmi1", "bmi2", "lzcnt", "popcnt");
level!(
    run_avx512,
    has_avx512,
    "avx2",
    "bmi1",
    "bmi2",
    "lzcnt",
    "popcnt",
    "avx512f",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512vl",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512vpopcntdq",
    "avx512bitalg"
);

fn detected(set: Set) -> bool {
    match set {
        Set::Portable => true,
        Set::Avx2 => has_avx2(),
        Set::Avx512 => has_avx512(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Answer;

    impl Task for Answer {
        type Output = u32;

        fn run(self) -> u32 {
            42
        }
    }

    struct Moved(u64, u64);

    impl BitTask for Moved {
        type Output = Option<[u64; 2]>;

        fn run(self, moves: Option<BitMoves>) -> Option<[u64; 2]> {
            let Moved(bits, mask) = self;
            moves.map(|moves| [moves.deposit(bits, mask), moves.extract(bits, mask)])
        }
    }

    #[test]
    fn bits_move_where_a_level_has_the_instructions() {
        for level in Level::available() {
            let found = level.run_moving_bits(Moved(0b1010_1011, 0b1110_0100));
            let expected = (level != Level::portable()).then_some([0b1010_0100, 0b1010]);
            assert_eq!(found, expected, "{level}");
        }
    }

    #[test]
    fn every_level_runs_and_has_a_name() {
        for level in Level::available() {
            assert_eq!(level.run(Answer), 42);
            assert_eq!(level.run_single(Answer), 42);
            assert_eq!(Level::from_name(level.name()), Some(level));
        }
        assert_eq!(Level::from_name("nonsense"), None);
        assert_eq!(Level::available().next(), Some(Level::portable()));
        assert_eq!(Level::available().last(), Some(Level::best()));
    }
}
