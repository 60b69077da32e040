//! Words in the free text of programs.

/// Where a word begins that stands by itself in a line. "won't" is not "won".
pub(crate) fn find_word(line: &str, word: &str) -> Option<usize> {
    line.match_indices(word).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let goes_on = after.strip_prefix(['\'', '\u{2019}']).unwrap_or(after);
        !before.ends_with(char::is_alphanumeric) && !goes_on.starts_with(char::is_alphanumeric)
    })
}

/// Where a line in small letters says that somebody has won; not where it says how "to win".
pub(crate) fn speaks_of_winning(line: &str) -> Option<usize> {
    let words = ["win", "wins", "won", "winner", "victor", "victory", "victorious"];
    let word_before =
        |at: usize| line[..at].split(|letter: char| !letter.is_alphanumeric()).rfind(|word| !word.is_empty());
    let said = |&at: &usize| word_before(at) != Some("to");
    words.iter().filter_map(|word| find_word(line, word)).filter(said).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_by_themselves() {
        for (line, at) in [("white wins!", Some(6)), ("winner: black", Some(0)), ("black has won", Some(10))] {
            assert_eq!(speaks_of_winning(line), at, "{line}");
        }
        for line in
            ["it won't fit there", "use one of the following", "how to win", "(to win, make four)", "to win, drop", ""]
        {
            assert_eq!(speaks_of_winning(line), None, "{line}");
        }
        assert_eq!((find_word("tied up", "tie"), find_word("a tie.", "tie")), (None, Some(2)));
    }
}
