//! Work on all cores, for tests whose parts take unlike times.

use std::sync::Mutex;
use std::thread;

/// Calls `act` with every item, on as many threads as there are cores. Panics if one of them does.
pub(crate) fn for_each<T: Send>(items: impl IntoIterator<Item = T, IntoIter: Send>, act: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = next() {
                    act(item);
                }
            });
        }
    });
}
