//! The processor time of this thread, which other programs of a busy machine do not lengthen.

use std::sync::LazyLock;
use std::time::Instant;

/// The processor time of this thread, in seconds; on systems that do not tell it, as
/// [`wall_seconds`].
#[must_use]
pub fn processor_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    wall_seconds()
}

/// The seconds since the first call, which no step of the clock changes.
#[must_use]
pub fn wall_seconds() -> f64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed().as_secs_f64()
}
