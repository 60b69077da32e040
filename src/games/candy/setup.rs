//! The texts of a [`State`]: one line, and the position in answers.
//!
//! A position is the score, a blank, the extension offsets joined by `,`, a blank, the colors, a
//! blank, and the states. Colors and states are written row by row from the bottom, cells joined by
//! `,` and rows by `/`. The one-line text is the position, a blank and the number of moves made.

use alloc::vec::Vec;
use core::fmt;

use super::{Instance, InstanceError, State, Table, picture};
use crate::rules::{Outcome, Setup};
use crate::text::{Cursor, TextError};

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(f)?;
        write!(f, " {}", self.moves)
    }
}

impl Setup for State {
    type Parameters = Instance;
    type Error = InstanceError;

    fn read(text: &str, instance: &Instance) -> Result<State, TextError> {
        let definition = instance.definition();
        let size = definition.size();
        let mut text = Cursor::new(text);
        let score = text.number_in(0..=u64::MAX, "a score below 2^64")?;
        text.expect(' ', "a blank and the offsets")?;
        let mut offsets = Vec::new();
        for col in 0..size.width() {
            if col > 0 {
                text.expect(',', "`,` and the offset of the next column")?;
            }
            offsets.push(text.number_in(0..=u64::MAX, "an offset below 2^64")?);
        }
        text.expect(' ', "a blank and the colors")?;
        let mut table = |highest: u32, expected| {
            let mut data = Vec::new();
            for square in size.positions() {
                match (square.row, square.col) {
                    (0, 0) => {}
                    (_, 0) => text.expect('/', "`/` and the next row")?,
                    _ => text.expect(',', "`,` and the next cell")?,
                }
                data.push(text.number_in(0..=highest.into(), expected)? as u32);
            }
            text.expect(' ', "a blank after the last row")?;
            Ok(Table { rows: size.height(), columns: size.width(), data })
        };
        let colors = table(definition.colors() - 1, "a color of this game")?;
        let states = table(instance.highest_state(), "a state of this game")?;
        let moves = text.number_in(0..=u64::MAX, "a number of moves below 2^64")?;
        text.end("the end of the position")?;
        Ok(State { colors, states, moves, score, offsets })
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{} ", self.score)?;
        for (col, offset) in self.offsets.iter().enumerate() {
            write!(out, "{}{offset}", if col > 0 { "," } else { "" })?;
        }
        out.write_char(' ')?;
        write_table(&self.colors, out)?;
        out.write_char(' ')?;
        write_table(&self.states, out)
    }

    /// Writes the score, the moves, the offsets, and a word a square: its color, and its state in
    /// the upper half.
    fn write_words(&self, words: &mut [u64]) {
        let squares = self.colors.data.iter().zip(&self.states.data);
        let squares = squares.map(|(&color, &state)| u64::from(color) | u64::from(state) << 32);
        let all = [self.score, self.moves].into_iter().chain(self.offsets.iter().copied()).chain(squares);
        words.iter_mut().zip(all).for_each(|(word, value)| *word = value);
    }

    fn read_words(words: &[u64], instance: &Instance) -> Option<State> {
        let size = instance.definition().size();
        let (&[score, moves], rest) = words.split_first_chunk()?;
        let (offsets, squares) = rest.split_at_checked(size.width() as usize)?;
        let table = |half: fn(u64) -> u32| {
            let data = squares.iter().map(|&square| half(square)).collect();
            Table { rows: size.height(), columns: size.width(), data }
        };
        let (colors, states) = (table(|square| square as u32), table(|square| (square >> 32) as u32));
        Some(State { colors, states, moves, score, offsets: offsets.to_vec() })
    }

    fn score(&self) -> u64 {
        self.score
    }

    fn write_picture(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        picture::write_picture(self, out)
    }

    /// Returns `.` in progress, `W` won or `S` stuck.
    fn outcome_mark(outcome: Outcome) -> char {
        match outcome {
            Outcome::InProgress => '.',
            Outcome::Win(_) => 'W',
            Outcome::Draw => 'S',
        }
    }
}

fn write_table(table: &Table, out: &mut dyn fmt::Write) -> fmt::Result {
    for (index, value) in table.data.iter().enumerate() {
        let separator = match index % table.columns as usize {
            _ if index == 0 => "",
            0 => "/",
            _ => ",",
        };
        write!(out, "{separator}{value}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;
    use crate::games::candy::NewGame;

    fn instance() -> Instance {
        NewGame { colors: 3, state: 2, ..NewGame::new(2, 2) }.make().unwrap().into()
    }

    #[test]
    fn a_position_is_read_as_it_is_written() {
        let text = "3 10,18446744073709551615 0,1/2,0 2,0/1,1 4";
        let state = State::read(text, &instance()).unwrap();
        assert_eq!(state.offsets, [10, u64::MAX]);
        assert_eq!((&state.colors.data[..], &state.states.data[..]), (&[0, 1, 2, 0][..], &[2, 0, 1, 1][..]));
        assert_eq!((state.score, state.moves), (3, 4));
        assert_eq!(state.to_string(), text);
        let mut position = String::new();
        state.write_position(&mut position).unwrap();
        assert_eq!(position, text[..text.len() - 2]);
    }

    #[test]
    fn wrong_positions_are_refused_where_they_go_wrong() {
        for (text, column) in [
            ("", 1),
            ("x", 1),
            ("-1 0,0 0,0/0,0 0,0/0,0 0", 1),
            ("00 0,0 0,0/0,0 0,0/0,0 0", 1),
            ("18446744073709551616 0,0 0,0/0,0 0,0/0,0 0", 1),
            ("0", 2),
            ("0 0 0,0/0,0 0,0/0,0 0", 4),
            ("0 0,0,0 0,0/0,0 0,0/0,0 0", 6),
            ("0  0,0 0,0/0,0 0,0/0,0 0", 3),
            ("0 0,0 0,0,0/0,0 0,0/0,0 0", 10),
            ("0 0,0 0/0,0 0,0/0,0 0", 8),
            ("0 0,0 0,3/0,0 0,0/0,0 0", 9),
            ("0 0,0 0,0/0,0/0,0 0,0/0,0 0", 14),
            ("0 0,0 0,0/0,0 3,0/0,0 0", 15),
            ("0 0,0 0,0/0,0 0,0/0,0", 22),
            ("0 0,0 0,0/0,0 0,0/0,0 ", 23),
            ("0 0,0 0,0/0,0 0,0/0,0 0 ", 24),
            ("0 0,0 0,0/0,0 0,0/0,0 0\u{e9}", 24),
            ("0 0,0 0,\u{e9}/0,0 0,0/0,0 0", 9),
        ] {
            let error = State::read(text, &instance()).unwrap_err();
            assert_eq!(error.column, column, "{text:?}: {error}");
        }
    }
}
