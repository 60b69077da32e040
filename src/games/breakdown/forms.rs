//! The forms that a board of Breakdown takes inside the library, and why each is there.
//!
//! A position *is* two bits a cell in `u32` words, row by row ([the picture](mod@crate::board)).
//! Text is parsed into these words, and callers hold them. Every other form below is a working form
//! inside bulk work.
//!
//! | form | where | who uses it |
//! |---|---|---|
//! | register | `board`, [`Store`](super::Store) for registers | one position up to 256 cells |
//! | slice | [`PackedBoard`](crate::board::PackedBoard) | one position of any size |
//! | columnar | `fast/columnar.rs` | random games, records, perft, search up to 8×8 |
//! | columnar lanes | `lanes.rs`, `fast/records.rs` | the same, 64 and 32 games at once |
//! | word a column | `fast/tall*.rs` | random games, records and batches up to 64×64 |
//! | sixteen bits a column | `search/large.rs` | search up to 16×16 |
//! | rows | `fast/rows.rs` | [`Boards`](super::Boards) of 8×7 and 8×8 |
//! | block | `fast/block.rs` | `Boards` of up to 64 cells |
//! | stream | `fast/stream.rs` | `Boards` beyond 64 cells: squares, outcomes |
//! | strip | `fast/stream.rs` | `Boards` beyond 64 cells: gravity |
//! | matrix | [`matrix`](crate::matrix) | [`NaiveBreakdown`](super::NaiveBreakdown) |
//!
//! # The gain of each form
//!
//! Nanoseconds on one core of a Xeon (Sapphire Rapids) with AVX-512, with sticks and squares of 3,
//! each row from one run on 2026-11-22. Trust the ratios.
//!
//! | form | work | with it | without it | ratio |
//! |---|---|--:|--:|--:|
//! | register | outcome of one 8×8 board | 5.3 | slice: 180 | 34 |
//! | register | outcome of one 16×16 board | 47 | slice: 208 | 4.5 |
//! | slice | one random ply on 62×62 | 540 | nothing else holds it | |
//! | columnar | one random ply on 8×8 | 13.5 | register: 21.6 | 1.6 |
//! | columnar lanes | the same, avx512 | 4.8 | columnar: 13.5 | 2.8 |
//! | columnar lanes | the same, avx2 | 10.1 | columnar: 13.5 | 1.3 |
//! | word a column | one random ply on 16×16, avx2 | 11 | in lanes: 38; register: 106 | 3.3; 9.6 |
//! | word a column | on 32×32 | 8.3 | in lanes: 50; slice: 461 | 6.0; 56 |
//! | word a column | on 62×62 | 8.0 | in lanes: 95; slice: 535 | 12; 67 |
//! | sixteen bits a column | a position of a search on 12×12 | 610 | slice: 1460 | 2.4 |
//! | rows | outcome of an 8×8 board, avx512 | 1.07 | block: 1.92 | 1.8 |
//! | rows | the same, avx2 | 1.60 | block: 3.09 | 1.9 |
//! | rows | gravity on 8×8, avx512 | 1.08 | block: 1.53 | 1.4 |
//! | rows | the same, avx2 | 1.64 | block: 2.92 | 1.8 |
//! | rows | squares on 8×8, avx2 | 0.95 | block: 1.32 | 1.4 |
//! | block | outcome of an 8×8 board, avx512 | 1.92 | register: 5.3 | 2.7 |
//! | stream | outcome of a 16×16 board, avx512 | 38 | slice: 240 | 6.3 |
//! | stream | squares on 16×16, avx512 | 9.7 | slice: 153 | 16 |
//! | strip | gravity on 12×12, avx512 | 61 | slice: 112 | 1.8 |
//! | strip | gravity on 16×16, avx512 | 131 | slice: 123 | 0.9 |
//!
//! The form with one word per column replaced one in lanes, 32 games at once. Its rows are from an
//! EPYC (Zen 5) on the same day, those of slice and register from the Xeon. The row of searches is
//! of 2026-11-27 on an EPYC (Zen 3); without the form there was no static evaluation. A strip gains
//! nothing at 16×16 in this run. It stays for narrower boards, and because it needs no allocation
//! for each board.
//!
//! # Which form when
//!
//! ```text
//!   one position      up to 256 cells: register (u128, Wide<4>, Wide<8>)                else slice
//!   one random game   up to 8×8: columnar     up to 64×64: word a column  else as the position is
//!   many of them      up to 8×8: columnar lanes     up to 64×64: word a column    else one by one
//!   records, batches  up to 8×8: columnar lanes     up to 64×64: word a column    else one by one
//!   search            up to 8×8: columnar     up to 16×16: 16 bits a column   else the rules
//!   many boards       8×7, 8×8: rows      up to 64 cells: block      else stream and strip
//!                     more than 8192 cells, or one board alone: slice
//! ```
