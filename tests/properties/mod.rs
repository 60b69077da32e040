//! The properties that the fuzz targets check, one function each, which panics if the property
//! fails for some bytes. `cargo test` replays the corpora and the regressions through the same
//! functions (`tests/regressions.rs`). They are not beside the targets, because a package contains
//! no folder that has a manifest of its own, and `tests/boards.rs` is packaged.

// Each target uses one of the properties.
#![allow(dead_code, unreachable_pub)]

pub mod any;
pub mod batch;
pub mod book;
pub mod breakdown;
pub mod candy;
pub mod connect4;
pub mod fitz;
pub mod jump61;
pub mod search;

use arbitrary::{Result, Unstructured};

/// A property of the value that some bytes make. Bytes that make no value are no counterexample.
pub type Property = fn(&mut Unstructured) -> Result<()>;

/// The fuzz target of a property. Bytes that make no value show nothing, and enter no corpus.
#[macro_export]
macro_rules! fuzz {
    ($property:path) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| -> libfuzzer_sys::Corpus {
            if $crate::properties::reaches($property, data) {
                libfuzzer_sys::Corpus::Keep
            } else {
                libfuzzer_sys::Corpus::Reject
            }
        });
    };
}

/// Checks a property on some bytes. Returns whether they make a value.
#[must_use]
pub fn reaches(property: Property, data: &[u8]) -> bool {
    property(&mut Unstructured::new(data)).is_ok()
}

/// Every property with the name of its target, for replaying corpora.
pub const ALL: &[(&str, Property)] = &[
    ("breakdown_gravity_keeps_columns", breakdown::gravity_keeps_columns),
    ("breakdown_drops_are_rigid_and_supported", breakdown::drops_are_rigid_and_supported),
    ("breakdown_fast_is_naive", breakdown::fast_is_naive),
    ("breakdown_text_round_trips", breakdown::text_round_trips),
    ("breakdown_session_never_panics", breakdown::session_never_panics),
    ("breakdown_levels_agree_with_the_matrix", breakdown::levels_agree_with_the_matrix),
    ("verdict_answers_every_line", breakdown::verdict_answers_every_line),
    ("connect4_fast_is_naive", connect4::fast_is_naive),
    ("connect4_text_round_trips", connect4::text_round_trips),
    ("connect4_tasks_are_total", connect4::tasks_are_total),
    ("connect4_bots_keep_their_promises", connect4::bots_keep_their_promises),
    ("connect4_games_end_with_a_winner", connect4::games_end_with_a_winner),
    ("connect4_session_never_panics", connect4::session_never_panics),
    ("jump61_fast_is_naive", jump61::fast_is_naive),
    ("jump61_session_never_panics", jump61::session_never_panics),
    ("jump61_text_round_trips", jump61::text_round_trips),
    ("candy_fast_is_naive", candy::fast_is_naive),
    ("candy_settling_is_its_steps", candy::settling_is_its_steps),
    ("candy_files_are_read_as_they_are_written", candy::files_are_read_as_they_are_written),
    ("candy_session_never_panics", candy::session_never_panics),
    ("fitz_fast_is_naive", fitz::fast_is_naive),
    ("fitz_tile_files_are_read_as_written", fitz::tile_files_are_read_as_written),
    ("fitz_saves_are_read_as_written", fitz::saves_are_read_as_written),
    ("fitz_text_round_trips", fitz::text_round_trips),
    ("fitz_session_never_panics", fitz::session_never_panics),
    ("fitz_verdict_is_the_same", fitz::verdict_is_the_same),
    ("laws_and_lockstep", any::laws_and_lockstep),
    ("records_are_answered_alike", any::records_are_answered_alike),
    ("setups_are_read_alike", any::setups_are_read_alike),
    ("lanes_are_single_games", any::lanes_are_single_games),
    ("breakdown_batch_is_naive", batch::breakdown),
    ("connect4_batch_is_naive", batch::connect4),
    ("jump61_batch_is_naive", batch::jump61),
    ("candy_batch_is_naive", batch::candy),
    ("fitz_batch_is_naive", batch::fitz),
    ("search_is_exhaustive", search::search_is_exhaustive),
    ("search_weak_is_strong", search::weak_is_strong),
    ("search_checkpoints_are_read_or_refused", search::checkpoints_are_read_or_refused),
    ("books_are_read_or_refused", book::are_read_or_refused),
];
