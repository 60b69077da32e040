//! [`Setting`]: the command line and files of `fitz`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use gridlaw::games::fitz::Tile;

/// The command line and files of `fitz`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub(super) form: Form,
    /// The tile file, or `None` if the file must be missing.
    pub(super) tiles: Option<Vec<u8>>,
    pub(super) players: [&'static str; 2],
    pub(super) rows: u32,
    pub(super) cols: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A new game.
    New,
    /// A saved game, or `None` if the file must be missing.
    Load(Option<Vec<u8>>),
    /// A new game whose tile file is a directory.
    TilesAreDirectory,
    /// A saved game that is a directory.
    SaveIsDirectory,
    /// The display of the tiles.
    Show,
    /// Any arguments after the tile file, right or wrong.
    Words(Vec<&'static str>),
    /// No arguments at all.
    Nothing,
}

impl Setting {
    /// The arguments, for files in a directory.
    pub(super) fn words(&self, directory: &Path) -> Vec<OsString> {
        let tiles = directory.join("t").into_os_string();
        let players = self.players.map(OsString::from);
        match &self.form {
            Form::Nothing => Vec::new(),
            Form::Show => vec![tiles],
            Form::Words(words) => [tiles].into_iter().chain(words.iter().map(OsString::from)).collect(),
            Form::New | Form::TilesAreDirectory => {
                let size = [self.rows, self.cols].map(|number| OsString::from(number.to_string()));
                [tiles].into_iter().chain(players).chain(size).collect()
            }
            Form::Load(_) | Form::SaveIsDirectory => {
                [tiles].into_iter().chain(players).chain([directory.join("s").into_os_string()]).collect()
            }
        }
    }

    /// The files of the setting with their contents, as paths in `directory`.
    pub(super) fn files(&self, directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let tiles = self.tiles.clone().filter(|_| self.form != Form::TilesAreDirectory);
        files.extend(tiles.map(|bytes| (directory.join("t"), bytes)));
        if let Form::Load(Some(save)) = &self.form {
            files.push((directory.join("s"), save.clone()));
        }
        files
    }

    /// The directory in place of an expected file, if there is one.
    pub(super) fn directory(&self, directory: &Path) -> Option<PathBuf> {
        match self.form {
            Form::TilesAreDirectory => Some(directory.join("t")),
            Form::SaveIsDirectory => Some(directory.join("s")),
            _ => None,
        }
    }
}

/// Writes tiles as a tile file.
pub(super) fn tile_file(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join("\n").into_bytes()
}
