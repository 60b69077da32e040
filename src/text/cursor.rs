//! [`Cursor`]: the reader behind every text form.

use core::ops::RangeInclusive;

use super::TextError;

/// A place in a text: everything before it has been read.
///
/// A method that fails may have moved the cursor, so a parser stops at the first error. A cursor is
/// a small value: a parser copies it (`let start = *text`) to report an error at an earlier place.
///
/// Lines and characters are counted only when an error is made, so that reading costs no more than
/// moving along the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'t> {
    rest: &'t str,
    text: &'t str,
    /// The number of the first line of `text`.
    line: u32,
}

impl<'t> Cursor<'t> {
    /// The beginning of a text; its first line has number 1.
    #[inline]
    pub(crate) const fn new(text: &'t str) -> Cursor<'t> {
        Cursor::on_line(text, 1)
    }

    /// The beginning of a line that was cut out of a longer text.
    #[inline]
    pub(crate) const fn on_line(text: &'t str, line: u32) -> Cursor<'t> {
        Cursor { rest: text, text, line }
    }

    /// The text that has not been read.
    #[inline]
    pub(crate) const fn rest(&self) -> &'t str {
        self.rest
    }

    /// The number of bytes that have been read.
    #[inline]
    pub(crate) const fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// The next character.
    #[inline]
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character, whatever it is.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    /// Takes the next character if it is `wanted`. Returns whether it was.
    #[inline]
    pub(crate) fn next_is(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes the next character, which must be `wanted`.
    #[inline]
    pub(crate) fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), TextError> {
        if self.next_is(wanted) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Takes the next character if `meaning` returns a value for it, and returns that value.
    #[inline]
    pub(crate) fn take<T>(
        &mut self,
        expected: &'static str,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, TextError> {
        let mut characters = self.rest.chars();
        let meaning = characters.next().and_then(meaning).ok_or_else(|| self.error(expected))?;
        self.rest = characters.as_str();
        Ok(meaning)
    }

    /// Takes characters as long as `belongs` accepts them, and returns them.
    #[inline]
    pub(crate) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let length = self.rest.find(|character| !belongs(character)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Takes all decimal digits that follow, perhaps none.
    #[inline]
    pub(crate) fn digits(&mut self) -> &'t str {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        digits
    }

    /// Takes the digits of a decimal number: at least one, and no leading zeros.
    #[inline]
    pub(crate) fn plain_digits(&mut self) -> Result<&'t str, TextError> {
        let start = *self;
        let digits = self.digits();
        match digits.as_bytes() {
            [] => Err(start.error("a decimal number")),
            [b'0', _, ..] => Err(start.error("a number without leading zeros")),
            _ => Ok(digits),
        }
    }

    /// Takes a decimal number below 2³² without sign or leading zeros.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u32, TextError> {
        let start = *self;
        self.plain_digits()?.parse().map_err(|_| start.error("a number below 2^32"))
    }

    /// Takes a decimal number within bounds, without sign or leading zeros. An error stands at its
    /// first digit.
    #[inline]
    pub(crate) fn number_in(&mut self, bounds: RangeInclusive<u64>, expected: &'static str) -> Result<u64, TextError> {
        let start = *self;
        let number = self.plain_digits().ok().and_then(|digits| digits.parse().ok());
        number.filter(|number| bounds.contains(number)).ok_or_else(|| start.error(expected))
    }

    /// Returns whether everything has been read.
    #[inline]
    pub(crate) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Checks that everything has been read.
    #[inline]
    pub(crate) fn end(&self, expected: &'static str) -> Result<(), TextError> {
        if self.is_at_end() { Ok(()) } else { Err(self.error(expected)) }
    }

    /// The error at this place.
    // Takes the cursor by value, so that it can stay in registers.
    #[cold]
    #[inline(never)]
    pub(crate) fn error(self, expected: &'static str) -> TextError {
        let read = &self.text[..self.offset()];
        let lines = read.bytes().filter(|&byte| byte == b'\n').count();
        let in_line = read.rsplit('\n').next().unwrap_or(read);
        TextError {
            line: self.line + lines as u32,
            column: in_line.chars().count() as u32 + 1,
            found: self.peek(),
            expected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(error: TextError) -> (u32, u32, Option<char>) {
        (error.line, error.column, error.found)
    }

    #[test]
    fn errors_count_lines_and_characters_not_bytes() {
        let mut text = Cursor::new("\u{e9}\u{20ac}x\n\u{1f600}y");
        assert_eq!(place(text.error("")), (1, 1, Some('\u{e9}')));
        text.next();
        text.next();
        assert_eq!(place(text.error("")), (1, 3, Some('x')));
        text.next();
        assert_eq!(place(text.error("")), (1, 4, Some('\n')));
        text.next();
        text.next();
        assert_eq!(place(text.error("")), (2, 2, Some('y')));
        text.next();
        assert_eq!(place(text.error("")), (2, 3, None));
        assert_eq!(text.next(), None);
        assert!(text.is_at_end());
        assert_eq!(place(Cursor::on_line("z", 7).error("")), (7, 1, Some('z')));
    }

    #[test]
    fn what_is_refused_is_not_taken() {
        let mut text = Cursor::new("ab");
        assert!(!text.next_is('b'));
        assert!(text.expect('b', "`b`").is_err() && text.take("b", |_| None::<()>).is_err());
        assert!(text.expect('a', "`a`").is_ok() && text.end("the end").is_err());
        assert_eq!(text.take("b", Some), Ok('b'));
        assert_eq!((text.end("the end"), text.rest()), (Ok(()), ""));
    }

    #[test]
    fn numbers_are_plain_and_bounded_and_errors_stand_at_their_first_digit() {
        let number = |text| Cursor::new(text).number().map_err(|error| error.expected);
        assert_eq!(number("0,"), Ok(0));
        assert_eq!(number("4294967295"), Ok(u32::MAX));
        assert_eq!(number("4294967296"), Err("a number below 2^32"));
        for text in ["", "x", "-1", "+1", " 1", "\u{663}"] {
            assert_eq!(number(text), Err("a decimal number"), "{text:?}");
        }
        assert_eq!(number("007"), Err("a number without leading zeros"));

        let bounded = |text, bounds| {
            let mut text = Cursor::new(text);
            text.next();
            text.number_in(bounds, "some").map_err(|error| error.column)
        };
        assert_eq!(bounded("\u{e9}18446744073709551615;", 0..=u64::MAX), Ok(u64::MAX));
        assert_eq!(bounded("\u{e9}18446744073709551616;", 0..=u64::MAX), Err(2));
        assert_eq!(bounded("\u{e9}7", 1..=7), Ok(7));
        assert_eq!(bounded("\u{e9}0", 1..=7), Err(2));
        assert_eq!(bounded("\u{e9}8", 1..=7), Err(2));
        assert_eq!(bounded("\u{e9}", 1..=7), Err(2));
    }
}
