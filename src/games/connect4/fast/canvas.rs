//! Boards in bytes, a character or a number a cell: answers to game records, and observations.

use super::lane::{Bits, LanePlan};

/// Bytes of the longest picture, an answer on 10×10, and room for the last row to be written as
/// whole words.
pub(in super::super) const BYTES: usize = 128;

/// The picture of an empty board, and how tokens change it: the bytes of a row are made eight at a
/// time, by adding to those of the empty row.
#[derive(Clone, Debug)]
pub(in super::super) struct Canvas {
    blank: [u8; BYTES],
    /// The byte of the first cell, and the bytes from a row to the next.
    first: usize,
    pitch: usize,
    /// What a token of the one side and of the other adds to the byte of an empty cell.
    tokens: [u64; 2],
    rows: usize,
    length: usize,
}

impl Canvas {
    /// A byte a cell, without anything between: empty 0, the first board's tokens 1, the second's
    /// 2, the center 3.
    pub(in super::super) fn observation<const WORDS: usize>(plan: &LanePlan<WORDS>) -> Canvas {
        let rows = plan.size as usize;
        let mut canvas = Canvas { blank: [0; BYTES], first: 0, pitch: rows, tokens: [1, 2], rows, length: rows * rows };
        canvas.set_center(plan, 3);
        canvas
    }

    /// A line that answers a game record: a byte for the outcome, a blank, the rows joined by `/`
    /// in the characters `.`, `X`, `O` and `#`, and a newline.
    pub(in super::super) fn answer<const WORDS: usize>(plan: &LanePlan<WORDS>) -> Canvas {
        let rows = plan.size as usize;
        let tokens = [b'X' - b'.', b'O' - b'.'].map(u64::from);
        let (first, pitch) = (2, rows + 1);
        let length = first + rows * pitch;
        let mut canvas = Canvas { blank: [b'.'; BYTES], first, pitch, tokens, rows, length };
        canvas.blank[1] = b' ';
        (1..rows).for_each(|row| canvas.blank[first + row * pitch - 1] = b'/');
        canvas.blank[length - 1] = b'\n';
        canvas.set_center(plan, b'#');
        canvas
    }

    fn set_center<const WORDS: usize>(&mut self, plan: &LanePlan<WORDS>, byte: u8) {
        for row in 0..self.rows {
            let center = plan.row(plan.center, row as u64);
            for col in (0..self.rows).filter(|col| center >> col & 1 == 1) {
                self.blank[self.first + row * self.pitch + col] = byte;
            }
        }
    }

    /// Writes the picture of a board, its tokens in the order of the canvas, and returns its
    /// length. An answer has no outcome yet: its first byte is the caller's.
    #[inline(always)]
    pub(in super::super) fn paint<const WORDS: usize>(
        &self,
        plan: &LanePlan<WORDS>,
        tokens: [Bits<WORDS>; 2],
        out: &mut [u8; BYTES],
    ) -> usize {
        out[1] = self.blank[1];
        for row in 0..self.rows {
            let rows = tokens.map(|bits| plan.row(bits, row as u64));
            // What is written beyond the row, the next one overwrites.
            for part in 0..WORDS {
                let at = (self.first + row * self.pitch + 8 * part) % (BYTES - 7);
                let blank = eight(&self.blank, at);
                let [one, other] = rows.map(|row| bytes_of_bits(row >> (8 * part)));
                let painted = blank.wrapping_add(one * self.tokens[0]).wrapping_add(other * self.tokens[1]);
                out[at..at + 8].copy_from_slice(&painted.to_le_bytes());
            }
        }
        self.length
    }
}

#[inline(always)]
fn eight(bytes: &[u8; BYTES], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}

/// The eight lowest bits, each as a byte of 0 or 1.
#[inline(always)]
const fn bytes_of_bits(bits: u64) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    // Byte i keeps bit i, and carries it into its highest bit.
    (((bits & 0xff) * LOW & 0x8040_2010_0804_0201) + 0x7f * LOW) >> 7 & LOW
}
