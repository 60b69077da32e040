//! [`Expected`]: the result of a script by the law.

use std::io;
use std::path::{Path, PathBuf};

use super::setting::Setting;
use crate::script::Script;
use crate::transcript::Transcript;
use gridlaw::games::fitz::program;

/// The result of a script by the law.
#[derive(Debug)]
pub struct Expected {
    pub(super) law: Transcript,
    pub(super) status: u8,
    /// Files that the program must save.
    pub(super) saves: Vec<(PathBuf, Vec<u8>)>,
    pub(super) failed_saves: usize,
}

/// The placeholder for the directory of the files in a script.
pub(super) const DIRECTORY: &[u8] = b"{dir}";

/// The text with every `from` replaced.
pub(super) fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        result.extend_from_slice(&rest[..at]);
        result.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    result.extend_from_slice(rest);
    result
}

/// Plays a script by the law.
pub(super) fn expect(script: &Script<Setting>, directory: &Path, input: &[u8]) -> io::Result<Expected> {
    let mut saves: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut failed_saves = 0;
    let mut save = |path: &[u8], contents: &[u8]| {
        let path = PathBuf::from(String::from_utf8_lossy(path).into_owned());
        if path.parent() != Some(directory) || path.is_dir() {
            failed_saves += 1;
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        saves.retain(|(saved, _)| *saved != path);
        saves.push((path, contents.to_vec()));
        Ok(())
    };
    let words = script.setting.words(directory);
    let mut status = 0;
    let law = Transcript::of_law(input, &mut |console| {
        status = program::run(&words, &mut save, console)?;
        Ok(status)
    })?;
    Ok(Expected { law, status, saves, failed_saves })
}
