//! Ways in which any program may misbehave.

use std::io::Write;
use std::time::Duration;

/// Sleeps longer than any judge waits.
pub(crate) fn hang() {
    let _ = std::io::stdout().flush();
    std::thread::sleep(Duration::from_secs(600));
}

/// Ends by a signal.
pub(crate) fn crash() {
    let _ = std::io::stdout().flush();
    std::process::abort();
}

/// Writes until the output is closed.
pub(crate) fn flood() {
    while writeln!(std::io::stdout(), "again and again and again and again").is_ok() {}
}

/// Starts a child that holds the output open.
pub(crate) fn leave_a_child() {
    let _ = std::process::Command::new("sleep").arg("600").spawn();
}
