//! [`Template`]: a command with placeholders.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::process::{self, RunLimits};
use super::shelter::Shelter;
use super::transcript::Transcript;

/// A command whose placeholders, such as `{w}`, are filled in for every game. Nothing is appended.
///
/// The word `{args}`, if it stands alone, becomes all the arguments that the document gives the
/// program.
///
/// ```
/// use gridlaw_judge::Template;
///
/// let template = Template::new(["play".into(), "-w".into(), "{w}".into(), "{args}".into()]);
/// let values = [("w", vec!["8".into()]), ("args", vec!["-h".into(), "8".into()])];
/// assert_eq!(template.fill(&values), ["play", "-w", "8", "-h", "8"]);
/// assert!(template.has("w") && !template.has("h"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    words: Vec<OsString>,
    home: Option<PathBuf>,
    shelter: Shelter,
    typed_first: Vec<u8>,
}

/// The values of placeholders: a name without braces, and its words. Several words, or none, fit
/// only where the placeholder is a word of its own.
pub type Values = Vec<(&'static str, Vec<OsString>)>;

impl Template {
    /// The command of these words, the program first.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> Template {
        Template {
            words: words.into_iter().collect(),
            home: None,
            shelter: Shelter::default(),
            typed_first: Vec::new(),
        }
    }

    /// The command in a shelter.
    #[must_use]
    pub fn in_shelter(self, shelter: Shelter) -> Template {
        Template { shelter, ..self }
    }

    /// The command with these lines typed before each game, for a program that first asks a
    /// question that its document does not contain.
    #[must_use]
    pub fn after_typing(self, lines: &[String]) -> Template {
        let typed_first = lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect();
        Template { typed_first, ..self }
    }

    /// The whole input of a game.
    #[must_use]
    pub fn typed(&self, input: &[u8]) -> Vec<u8> {
        [&self.typed_first, input].concat()
    }

    /// The command in this directory, to which it may write, unless a game has one of its own.
    #[must_use]
    pub fn in_directory(self, home: PathBuf) -> Template {
        Template { home: Some(home), ..self }
    }

    /// The command without a limit on allocations, which the judge ends as soon as its memory
    /// exceeds the limit. A program that failed before, and is ended in this run, failed for lack
    /// of memory. `None` if its memory is not limited.
    pub(super) fn greedy(&self) -> Option<Template> {
        let shelter = self.shelter.clone().greedy()?;
        Some(self.clone().in_shelter(shelter))
    }

    /// Runs the command, placeholders filled in, after the words of `wrapper`. `desk` is the game's
    /// own directory, or empty, and `directory` the one that the game wants the program to run in.
    ///
    /// # Errors
    /// If the program cannot be started, or its shelter fails.
    pub fn run(
        &self,
        wrapper: &[&str],
        values: &[(&'static str, Vec<OsString>)],
        [directory, desk]: [Option<&Path>; 2],
        input: &[u8],
        limits: RunLimits,
    ) -> io::Result<Transcript> {
        let mut words: Vec<OsString> = wrapper.iter().map(OsString::from).collect();
        let filled = self.fill(values);
        // The paths of its own files start at its home.
        words.extend(match (&self.home, directory) {
            (Some(home), Some(_)) => anchored(filled, home),
            _ => filled,
        });
        let home = self.home.as_deref();
        let writable: Vec<&Path> = home.into_iter().chain(desk).chain(directory).collect();
        let directory = directory.or(home);
        let wrapped = self.shelter.wrap(words, &writable, directory)?;
        self.shelter.unwrap(process::run(&wrapped.words, directory, &self.typed(input), limits, self.shelter.bounds())?)
    }

    /// Checks that the search path does not find another program than the file that is meant.
    ///
    /// # Errors
    /// If the program's name has no slash, and `folder` has a file of that name or is one.
    pub fn check_bare_name(&self, folder: &Path) -> Result<(), String> {
        let Some(program) = self.words.first().filter(|word| !word.as_encoded_bytes().contains(&b'/')) else {
            return Ok(());
        };
        let is_meant =
            if folder.is_file() { folder.file_name() == Some(program) } else { folder.join(program).is_file() };
        let name = program.display();
        let error =
            || format!("expected ./{name} for the file of that name, found `{name}`, which the search path finds");
        if is_meant { Err(error()) } else { Ok(()) }
    }

    /// Whether the command has a placeholder of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let placeholder = format!("{{{name}}}");
        self.words.iter().any(|word| word.to_string_lossy().contains(&placeholder))
    }

    /// The value of an option of the command: the next word, or what is behind `=`. It is empty if
    /// the option is the last word.
    #[must_use]
    pub fn value(&self, option: &str) -> Option<String> {
        let text = |word: &OsString| word.to_string_lossy().into_owned();
        self.words.iter().enumerate().find_map(|(at, word)| match text(word).strip_prefix(option)? {
            "" => Some(self.words.get(at + 1).map(text).unwrap_or_default()),
            rest => rest.strip_prefix('=').map(String::from),
        })
    }

    /// Whether the command has all of these placeholders, or `{args}`, which covers them all.
    #[must_use]
    pub fn chooses(&self, names: &[&str]) -> bool {
        self.has("args") || names.iter().all(|name| self.has(name))
    }

    /// The command with its placeholders filled in. Braces around anything else stay.
    #[must_use]
    pub fn fill(&self, values: &[(&'static str, Vec<OsString>)]) -> Vec<OsString> {
        let mut filled = Vec::with_capacity(self.words.len());
        for word in &self.words {
            let Some(text) = word.to_str().filter(|text| text.contains('{')) else {
                filled.push(word.clone());
                continue;
            };
            let alone = values.iter().find(|(name, _)| text.strip_prefix('{') == Some(&format!("{name}}}")[..]));
            if let Some((_, words)) = alone {
                filled.extend(words.iter().cloned());
                continue;
            }
            let mut text = text.to_string();
            for (name, words) in values {
                if let [word] = &words[..] {
                    text = text.replace(&format!("{{{name}}}"), &word.to_string_lossy());
                }
            }
            filled.push(text.into());
        }
        filled
    }

    /// Makes the paths of the program and of existing files among its arguments absolute, so that
    /// they are found from any directory. A bare name of a program stays, because the shell's
    /// search path finds it.
    #[must_use]
    pub fn from_anywhere(mut self) -> Template {
        if let Ok(here) = std::env::current_dir() {
            self.words = anchored(self.words, &here);
        }
        self
    }
}

/// The words with the program and existing files named from `base`.
fn anchored(mut words: Vec<OsString>, base: &Path) -> Vec<OsString> {
    for (index, word) in words.iter_mut().enumerate() {
        let path = Path::new(word.as_os_str());
        let is_named = index > 0 || word.as_encoded_bytes().contains(&b'/');
        let found = base.join(path);
        if is_named && path.is_relative() && !word.is_empty() && found.exists() {
            *word = found.into_os_string();
        }
    }
    words
}

/// Words, quoted for a shell.
#[must_use]
pub fn shell_words(words: &[OsString]) -> String {
    words.iter().map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

/// A word, quoted for a shell where it needs quotes.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=,:+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_in_and_nothing_else_is() {
        let template = Template::new(["a{w}x{w}", "{args}", "{other}", "{", "{w"].map(OsString::from));
        let values = [("w", vec!["3".into()]), ("args", vec![])];
        assert_eq!(template.fill(&values), ["a3x3", "{other}", "{", "{w"]);
        assert!(template.chooses(&["w", "h"]));
    }

    #[test]
    fn shells_get_back_what_was_meant() {
        assert_eq!(shell_words(&["a b".into(), "it's".into(), "-w".into(), "".into()]), r"'a b' 'it'\''s' -w ''");
    }
}
