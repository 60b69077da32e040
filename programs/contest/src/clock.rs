//! The processor time of this thread, which other programs of a busy machine do not lengthen.

/// The processor time of this thread, in seconds; on systems that do not tell it, the time of day.
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

/// The time of day, in seconds.
#[must_use]
pub fn wall_seconds() -> f64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}
