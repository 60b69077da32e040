//! Reads files up to a bound, and writes them whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::{self, Path, PathBuf};

use tempfile::NamedTempFile;

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// Any error of reading, and [`io::ErrorKind::FileTooLarge`] for a longer file. Reads at most one
/// byte more than `limit`.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("expected at most {limit} bytes, found more")));
    }
    Ok(bytes)
}

/// Writes a file: [`replace_by`] with these contents.
///
/// # Errors
/// As there.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    replace_by(path, &mut |file| file.write_all(contents))
}

/// Writes a file. Replaces the old file once `write` has written everything; if anything fails, the
/// old file stays as it was and nothing else is left behind.
///
/// Links are followed, and the old file's permissions are kept. Only plain files are replaced: a
/// terminal, a pipe or a device is written to directly, and so is an open file of this process,
/// such as `/dev/stdout`, wherever it leads.
///
/// # Errors
/// Those of `write`, and if the path is invalid or cannot be written.
pub fn replace_by(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream => write(&mut OpenOptions::new().write(true).open(path)?),
        Target::Open(number) => write(&mut open(path, number)?),
        Target::File { path, old } => {
            let mut new = beside(&path)?;
            write(new.file.as_file_mut())?;
            if let Some(permissions) = old {
                new.file.as_file().set_permissions(permissions)?;
            }
            new.file.as_file().sync_all()?;
            new.file.persist(&path).map_err(|failed| failed.error)?;
            // The new name survives a loss of power only once the folder is written, too. On
            // systems where a folder cannot be synced the file is still whole.
            let _ = File::open(folder(&path)).and_then(|folder| folder.sync_all());
            Ok(())
        }
    }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// Checks that [`replace`] can write here, for callers who want to know before a long computation.
///
/// # Errors
/// The errors that [`replace`] would report before it writes a byte.
pub fn check(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        // Opening a pipe may block, and closing it ends the reader's input.
        Target::Stream | Target::Open(_) => Ok(()),
        Target::File { path, .. } => beside(&path).map(|_: NewFile| ()),
    }
}

/// The target of a write.
enum Target {
    /// An existing path that is not a plain file: a terminal, a pipe, a device.
    Stream,
    /// An open file of this process, by its number. To replace it would lose what else is written
    /// to it.
    Open(u32),
    /// A plain file, with links followed; its permissions if it exists.
    File { path: PathBuf, old: Option<Permissions> },
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A link to a file that does not exist yet. The system has found that links end.
                if let Ok(to) = fs::read_link(path) {
                    return Target::of(&folder(path).join(to));
                }
                if path.file_name().is_none() {
                    return Err(error);
                }
                if path.to_string_lossy().ends_with(path::is_separator) {
                    return Err(io::Error::from(io::ErrorKind::IsADirectory));
                }
                return Ok(Target::File { path: path.to_path_buf(), old: None });
            }
            Err(error) => return Err(error),
        };
        if let Some(number) = number(path) {
            return Ok(Target::Open(number));
        }
        if !metadata.is_file() && !metadata.is_dir() {
            return Ok(Target::Stream);
        }
        let found = fs::canonicalize(path)?;
        // A caller who may not write to the file may not replace it either. A directory fails here,
        // too.
        OpenOptions::new().write(true).open(&found)?;
        Ok(Target::File { path: found, old: Some(metadata.permissions()) })
    }
}

/// The number of the open file of this process to which a path such as `/dev/stdout` leads.
fn number(path: &Path) -> Option<u32> {
    let open = fs::canonicalize("/dev/fd").ok()?;
    let mut path = path.to_path_buf();
    // The system has found that links end.
    loop {
        if fs::canonicalize(folder(&path)).is_ok_and(|folder| folder == open) {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder(&path).join(fs::read_link(&path).ok()?);
    }
}

/// An open file of this process, to write at its end. Standard output and standard error share
/// their place in it with the rest of the program.
#[cfg_attr(not(unix), expect(unused_variables, reason = "other systems have no such paths"))]
fn open(path: &Path, number: u32) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        match number {
            1 => return io::stdout().as_fd().try_clone_to_owned().map(File::from),
            2 => return io::stderr().as_fd().try_clone_to_owned().map(File::from),
            _ => {}
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// A new file, removed on drop unless it is persisted.
struct NewFile {
    file: NamedTempFile,
    // Dropped after the file.
    #[cfg(unix)]
    _held: crate::judge::cleanup::Unfinished,
}

/// Makes a new file beside the one that it will replace, with the permissions of an ordinary new
/// file, not of a temporary one.
fn beside(target: &Path) -> io::Result<NewFile> {
    let directory = folder(target);
    // Reports a missing directory itself, without the name of the temporary file in it.
    fs::metadata(directory)?;
    #[cfg(unix)]
    let new = {
        let mut builder = tempfile::Builder::new();
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        crate::judge::cleanup::Unfinished::new(&builder, directory).map(|(file, _held)| NewFile { file, _held })
    };
    #[cfg(not(unix))]
    let new = NamedTempFile::new_in(directory).map(|file| NewFile { file });
    new.map_err(|error| match error.kind() {
        kind @ io::ErrorKind::PermissionDenied => io::Error::from(kind),
        _ => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_made_and_replaced_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a name");
        check(&path).unwrap();
        assert_eq!(names(directory.path()), [""; 0]);
        replace(&path, b"first, and longer").unwrap();
        check(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first, and longer");
        replace(&path, b"second").unwrap();
        assert_eq!(read(&path, 6).unwrap(), b"second");
        assert_eq!(read(&path, 5).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(names(directory.path()), ["a name"]);
    }

    #[test]
    fn what_cannot_be_written_is_an_error_and_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        fs::write(&file, "old").unwrap();
        fs::create_dir(directory.path().join("folder")).unwrap();
        let long = "n".repeat(300);
        for name in ["folder", "folder/", "missing/file", "file/file", "new/", "nul\0", &long] {
            let path = directory.path().join(name);
            assert!(check(&path).is_err() && replace(&path, b"new").is_err(), "{name:?}");
        }
        for path in [Path::new(""), Path::new("/")] {
            assert!(check(path).is_err() && replace(path, b"new").is_err(), "{path:?}");
        }
        assert_eq!(names(directory.path()), ["file", "folder"]);
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }

    #[cfg(unix)]
    #[test]
    fn links_rights_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);

        let (hanging, new) = (directory.path().join("hanging"), directory.path().join("new"));
        symlink("link to new", &hanging).unwrap();
        symlink(&new, directory.path().join("link to new")).unwrap();
        check(&hanging).unwrap();
        replace(&hanging, b"new").unwrap();
        assert!(fs::symlink_metadata(&hanging).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&new).unwrap().is_file());

        // As `/dev/stdout` does, this link leads to a pipe, which has no path.
        let (mut reader, writer) = io::pipe().unwrap();
        let pipe = directory.path().join("pipe");
        symlink(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer)), &pipe).unwrap();
        if pipe.exists() {
            check(&pipe).unwrap();
            replace(&pipe, b"through").unwrap();
            drop(writer);
            let mut found = String::new();
            reader.read_to_string(&mut found).unwrap();
            assert_eq!(found, "through");
            assert!(fs::symlink_metadata(&pipe).unwrap().is_symlink());
        }
        let log = OpenOptions::new().append(true).open(&file).unwrap();
        let open = directory.path().join("open");
        symlink(format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&log)), &open).unwrap();
        if open.exists() {
            replace(&open, b"er").unwrap();
            (&log).write_all(b" still").unwrap();
            assert_eq!(fs::read(&file).unwrap(), b"newer still");
        }

        let null = Path::new("/dev/null");
        check(null).unwrap();
        replace(null, b"new").unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
        if Path::new("/dev/full").exists() {
            assert!(replace(Path::new("/dev/full"), b"new").is_err());
        }
    }
}
