//! Boards in bytes, a character or a number a cell: answers to game records, and observations.

use super::lane::{Bits, LanePlan};
use crate::board::select::spread_bits;

/// Bytes of the longest picture, an answer on 10×10, and room for the last row to be written as
/// whole words.
const BYTES: usize = 128;

/// The picture of an empty board, and the bytes that tokens add to it. A row is made eight bytes at
/// a time, by adding to those of the empty row.
#[derive(Clone, Debug)]
pub(in super::super) struct Canvas {
    /// The empty board.
    blank: [u8; BYTES],
    /// The last board.
    painted: [u8; BYTES],
    /// The byte of the first cell, and the bytes from a row to the next.
    first: usize,
    pitch: usize,
    /// The numbers that a token of the first and of the second board adds to the byte of an empty
    /// cell.
    tokens: [u64; 2],
    rows: usize,
    length: usize,
}

impl Canvas {
    /// A byte a cell, without anything between: empty 0, the first board's tokens 1, the second's
    /// 2, the center 3.
    pub(in super::super) fn observation<const WORDS: usize>(plan: &LanePlan<WORDS>) -> Canvas {
        let rows = plan.size as usize;
        Canvas::new(plan, [0; BYTES], 3, 0, rows, [1, 2])
    }

    /// A line that answers a game record: a byte for the outcome, a blank, the rows joined by `/`
    /// in the characters `.`, `X`, `O` and `#`, and a newline.
    pub(in super::super) fn answer<const WORDS: usize>(plan: &LanePlan<WORDS>) -> Canvas {
        let rows = plan.size as usize;
        let (first, pitch) = (2, rows + 1);
        let mut blank = [b'.'; BYTES];
        blank[1] = b' ';
        (1..rows).for_each(|row| blank[first + row * pitch - 1] = b'/');
        blank[first + rows * pitch - 1] = b'\n';
        Canvas::new(plan, blank, b'#', first, pitch, [b'X' - b'.', b'O' - b'.'])
    }

    /// A canvas whose empty board is `blank` with the center added.
    fn new<const WORDS: usize>(
        plan: &LanePlan<WORDS>,
        mut blank: [u8; BYTES],
        fixed: u8,
        first: usize,
        pitch: usize,
        tokens: [u8; 2],
    ) -> Canvas {
        let rows = plan.size as usize;
        for row in 0..rows {
            let center = plan.row(plan.center, row as u64);
            for col in (0..rows).filter(|col| center >> col & 1 == 1) {
                blank[first + row * pitch + col] = fixed;
            }
        }
        let length = first + rows * pitch;
        Canvas { blank, painted: blank, first, pitch, tokens: tokens.map(u64::from), rows, length }
    }

    /// Paints a board over the last one, its tokens in the order of the canvas, and returns its
    /// bytes. The outcome of an answer, its first byte, is left to the caller.
    #[inline(always)]
    pub(in super::super) fn paint<const WORDS: usize>(
        &mut self,
        plan: &LanePlan<WORDS>,
        tokens: [Bits<WORDS>; 2],
    ) -> &mut [u8] {
        for row in 0..self.rows {
            let rows = [plan.row(tokens[0], row as u64), plan.row(tokens[1], row as u64)];
            // The next row overwrites what is written beyond this one.
            for part in 0..WORDS {
                let at = self.first + row * self.pitch + 8 * part;
                let (one, other) = (spread_bits(rows[0] >> (8 * part)), spread_bits(rows[1] >> (8 * part)));
                let row = eight(&self.blank, at) + one * self.tokens[0] + other * self.tokens[1];
                self.painted[at..at + 8].copy_from_slice(&row.to_le_bytes());
            }
        }
        &mut self.painted[..self.length]
    }
}

#[inline(always)]
fn eight(bytes: &[u8; BYTES], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}
