//! What any program may do instead of its work.

use std::io::Write;
use std::time::Duration;

/// Waits for longer than anybody does.
pub(crate) fn hang() {
    let _ = std::io::stdout().flush();
    std::thread::sleep(Duration::from_secs(600));
}

/// Is ended by a signal.
pub(crate) fn crash() {
    let _ = std::io::stdout().flush();
    std::process::abort();
}

/// Writes until nobody listens.
pub(crate) fn flood() {
    while writeln!(std::io::stdout(), "again and again and again and again").is_ok() {}
}

/// Starts somebody who holds the output open.
pub(crate) fn leave_a_child() {
    let _ = std::process::Command::new("sleep").arg("600").spawn();
}
