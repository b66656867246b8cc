//! One writer for each output.
//!
//! A file that is appended to is locked itself ([`claim`]); one that is replaced by a new version again and again, or that
//! does not exist before the end, has a lock beside it ([`Claim::beside`]), which goes when the work is done. The system drops a lock
//! with the process that holds it, so that nothing has to be cleared away after a kill. A lock is an empty file: anything else of
//! its name is somebody's, and is left alone. Not every file system knows locks; where there are none, nobody is kept out.

use crate::failure::Failure;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Keeps other processes from writing to a file for as long as it stays open.
///
/// # Errors
/// Names the process that is writing it, where the system tells.
pub fn claim(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Failure::Input(format!(
            "{}: {} is writing it; wait for its end, or name another file",
            path.display(),
            holder(file).unwrap_or_else(|| "another process".into())
        ))),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The right to write a file, kept in a file beside it.
pub struct Claim {
    /// Open and locked for as long as the work lasts.
    file: File,
    path: PathBuf,
}

impl Claim {
    /// Claims an output by locking `OUT.lock`, where OUT is what its links lead to.
    ///
    /// # Errors
    /// Names the process that is writing the output, where the system tells; or says why there can be no lock.
    pub fn beside(out: &Path) -> Result<Self, Failure> {
        let real = out.canonicalize().unwrap_or_else(|_| out.components().collect());
        let mut path = real.into_os_string();
        path.push(".lock");
        let path = PathBuf::from(path);
        loop {
            // Before it is opened: opening a pipe would wait for its other end.
            if path.symlink_metadata().is_ok_and(|there| !is_lock(&there)) {
                return Err(Failure::Input(format!(
                    "{}: {} is not a lock of this program; move it, or name another output",
                    out.display(),
                    path.display()
                )));
            }
            let mut options = OpenOptions::new();
            let opened = options.write(true).create(true).truncate(false).open(&path);
            let file = opened.map_err(|error| Failure::File(out.into(), error))?;
            claim(&file, out)?;
            // Whoever held it before may have removed it between the two steps: then this lock is of a file without a name.
            if is_same_file(&file, &path) {
                return Ok(Self { file, path });
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // While it is still locked, so that nobody loses a lock of theirs. A lock file that stays does no harm.
        let is_ours = self.file.metadata().is_ok_and(|there| is_lock(&there));
        if is_ours && is_same_file(&self.file, &self.path) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn is_lock(there: &Metadata) -> bool {
    there.is_file() && there.len() == 0
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn is_same_file(_file: &File, _path: &Path) -> bool {
    true
}

/// The process that holds the lock of a file, as Linux tells.
#[cfg(target_os = "linux")]
fn holder(file: &File) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let inode = file.metadata().ok()?.ino();
    let process = (0..LOOKS).find_map(|_| holder_of(&locks_now().ok()?, inode))?;
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    Some(format!("process {process} ({})", name.trim()))
}

/// How often the list of locks is looked at for one that is there.
#[cfg(target_os = "linux")]
const LOOKS: usize = 3;

/// The list of locks, asked for in one piece: the system counts rows between one piece and the next, so that a row is missed when one
/// before it goes meanwhile. A list of more than a page comes in several all the same.
#[cfg(target_os = "linux")]
fn locks_now() -> std::io::Result<String> {
    use std::io::Read;
    let mut text = String::with_capacity(1 << 16);
    File::open("/proc/locks")?.read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(not(target_os = "linux"))]
fn holder(_file: &File) -> Option<String> {
    None
}

/// The process in the row for a lock of this inode. A row is `1: FLOCK  ADVISORY  WRITE 4711 fe:00:12345 0 EOF`.
#[cfg(target_os = "linux")]
fn holder_of(locks: &str, inode: u64) -> Option<u32> {
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, _, process, place, ..] = words[..] else { return None };
        let found: u64 = place.rsplit(':').next()?.parse().ok()?;
        process.parse().ok().filter(|process| found == inode && *process > 0)
    };
    locks.lines().find_map(row)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn one_writer_at_a_time() {
        let out = std::env::temp_dir().join(format!("chuhe-lock-{}", std::process::id()));
        let first = Claim::beside(&out);
        assert!(first.is_ok());
        let second = Claim::beside(&out).err().map(|failure| failure.to_string()).unwrap_or_default();
        assert!(second.contains("is writing it; wait for its end"), "{second}");
        #[cfg(target_os = "linux")]
        assert!(second.contains(&format!("process {} (", std::process::id())), "{second}");
        drop(first);
        let third = Claim::beside(&out).map(|claim| claim.path.clone());
        assert!(third.is_ok_and(|path| !path.exists()), "the lock goes with the work");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_lock_is_left_alone() {
        let folder = std::env::temp_dir().join(format!("chuhe-no-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (out, lock) = (folder.join("out"), folder.join("out.lock"));
        std::fs::write(&lock, "precious").expect("written");
        let refused = || Claim::beside(&out).err().map(|failure| failure.to_string()).unwrap_or_default();
        assert!(refused().contains("out.lock is not a lock of this program"), "{}", refused());
        assert_eq!(std::fs::read_to_string(&lock).expect("there"), "precious");
        std::fs::remove_file(&lock).expect("ours");
        std::os::unix::fs::symlink("elsewhere", &lock).expect("a link");
        assert!(refused().contains("out.lock is not a lock of this program"), "{}", refused());
        assert!(!folder.join("elsewhere").exists());
        std::fs::remove_file(&lock).expect("ours");
        assert!(std::process::Command::new("mkfifo").arg(&lock).status().expect("mkfifo").success());
        assert!(refused().contains("out.lock is not a lock of this program"), "{}", refused());
        std::fs::remove_dir_all(folder).expect("ours");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_the_same_output() {
        let folder = std::env::temp_dir().join(format!("chuhe-link-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (out, link) = (folder.join("out"), folder.join("link"));
        std::fs::write(&out, "work").expect("written");
        std::os::unix::fs::symlink("out", &link).expect("a link");
        let first = Claim::beside(&out);
        assert!(first.is_ok());
        assert!(Claim::beside(&link).is_err(), "one file by two names");
        let below = Claim::beside(&folder);
        assert!(below.is_ok());
        assert!(Claim::beside(&folder.join("")).is_err(), "one folder by two names");
        drop((first, below));
        std::fs::remove_dir_all(folder).expect("ours");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_holder_is_found_while_other_locks_come_and_go() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let path =
            |name: &str| std::env::temp_dir().join(format!("chuhe-holder-{name}-{}", std::process::id()));
        let held = File::create(path("held")).expect("a file");
        held.try_lock().expect("nobody else's");
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let others: Vec<File> =
                    (0..4).map(|n| File::create(path(&n.to_string())).expect("a file")).collect();
                while !is_over.load(Ordering::Relaxed) {
                    for other in &others {
                        other.try_lock().expect("nobody else's");
                    }
                    for other in &others {
                        other.unlock().expect("ours");
                    }
                }
            });
            let missed = (0..2000).filter(|_| holder(&held).is_none()).count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(missed, 0, "of 2000 looks");
        });
        for name in ["held", "0", "1", "2", "3"] {
            std::fs::remove_file(path(name)).expect("ours");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn rows_of_locks_are_read() {
        let locks = "1: POSIX  ADVISORY  WRITE 12 fe:00:77 0 EOF\n2: -> FLOCK  ADVISORY  WRITE 13 fe:00:77 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 4711 fe:00:77 0 EOF\n4: FLOCK  ADVISORY  WRITE 5 fe:00:78 0 EOF\n";
        assert_eq!(holder_of(locks, 77), Some(4711));
        assert_eq!(holder_of(locks, 79), None);
        assert_eq!(holder_of("nothing\n", 77), None);
    }
}
