//! [`Desk`]: the directory of one game, where the judge puts files for a program and reads those
//! that the program left.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use super::cleanup::Directory;

/// A directory for the files of one game. It is made at first use and removed on drop.
#[derive(Debug, Default)]
pub struct Desk(Option<Directory>);

impl Desk {
    /// The path of the directory.
    ///
    /// # Errors
    /// If the directory cannot be made.
    pub fn path(&mut self) -> io::Result<&Path> {
        if self.0.is_none() {
            self.0 = Some(Directory::new()?);
        }
        Ok(self.made())
    }

    /// The path of the directory, or an empty one if no game has asked for it.
    #[must_use]
    pub fn made(&self) -> &Path {
        self.0.as_ref().map_or(Path::new(""), Directory::path)
    }
}

/// Reads a file that a program left, of at most `limit` bytes.
///
/// The judge reads outside the program's shelter, so it follows no link. It reads no pipe and no
/// device, which may never end.
///
/// # Errors
/// If there is no such file, it is not a regular file or has more bytes, or it cannot be read.
pub(super) fn read_left(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, Mode::empty()) {
        Err(Errno::LOOP) => return Err(io::Error::other("expected a regular file, found a link")),
        opened => File::from(opened?),
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("expected a regular file, found another kind"));
    }
    let mut bytes = Vec::new();
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::other(format!("expected at most {limit} bytes, found more")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_regular_files_are_read() {
        let mut desk = Desk::default();
        let directory = desk.path().unwrap().to_path_buf();
        let at = |name: &str| directory.join(name);
        let message = |name: &str| read_left(&at(name), 3).unwrap_err().to_string();
        fs::write(at("three"), "abc").unwrap();
        assert_eq!(read_left(&at("three"), 3).unwrap(), b"abc");
        fs::write(at("four"), "abcd").unwrap();
        assert_eq!(message("four"), "expected at most 3 bytes, found more");
        symlink(at("three"), at("link")).unwrap();
        assert_eq!(message("link"), "expected a regular file, found a link");
        symlink("/dev/zero", at("endless")).unwrap();
        assert_eq!(message("endless"), "expected a regular file, found a link");
        assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        assert_eq!(message("pipe"), "expected a regular file, found another kind");
        assert_eq!(message("."), "expected a regular file, found another kind");
        assert_eq!(read_left(&at("missing"), 3).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
