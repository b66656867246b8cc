//! A file that appears under its name only when it is whole.
//!
//! It is written beside that name, under one that nobody else has: whatever lies there already is left alone. It replaces nothing that it
//! was not told to, also not what has appeared meanwhile, and never a file that the same command reads. Only files are replaced: a device, a
//! pipe, a folder or a link to nothing is refused. A link to a file stays one, and its file is replaced.

use crate::failure::Failure;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the working names of drafts end with; they begin with a dot.
const ENDING: &str = ".part";

/// A file under a working name. Dropped without [`Draft::keep`], it goes.
pub struct Draft {
    /// As the user named it.
    named: PathBuf,
    /// Where that is.
    path: PathBuf,
    working: PathBuf,
    may_replace: bool,
    is_kept: bool,
}

impl Draft {
    /// Begins the file; one that is there already is refused unless it may be replaced, and an input in any case.
    pub fn begin(
        path: &Path,
        may_replace: bool,
        inputs: &[PathBuf],
    ) -> Result<(Self, BufWriter<File>), Failure> {
        // Before anything is opened: opening a pipe would wait for its other end.
        check_name(path)?;
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        if inputs.iter().any(|input| fs::canonicalize(input).is_ok_and(|input| input == real)) {
            return Err(Failure::Input(format!(
                "{} is an input and the output; name another output",
                path.display()
            )));
        }
        if !may_replace && real.exists() {
            return Err(Failure::Exists(path.into()));
        }
        // What another process is writing, such as an archive, would be lost to it.
        if let Ok(file) = File::open(&real)
            && matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
        {
            let message = "another process is writing it; name another file";
            return Err(Failure::Input(format!("{}: {message}", path.display())));
        }
        Self::create(path, real, may_replace)
    }

    /// A file beside another that is needed for a while only.
    pub fn scratch(path: &Path) -> Result<(Self, BufWriter<File>), Failure> {
        Self::create(path, path.into(), false)
    }

    /// Writes the whole file at once.
    pub fn write(path: &Path, may_replace: bool, inputs: &[PathBuf], content: &[u8]) -> Result<(), Failure> {
        let (draft, mut file) = Self::begin(path, may_replace, inputs)?;
        file.write_all(content).and_then(|()| file.flush()).map_err(draft.failed())?;
        drop(file);
        draft.keep()
    }

    fn create(named: &Path, path: PathBuf, may_replace: bool) -> Result<(Self, BufWriter<File>), Failure> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.exists()) {
            let folder = folder.display();
            return Err(Failure::Input(format!(
                "{}: there is no folder {folder}; make it first",
                named.display()
            )));
        }
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // A long name leaves no room for more.
            let start: String = name.chars().take(40).collect();
            let working = path.with_file_name(format!(".{start}.{}-{number}{ENDING}", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&working) {
                Ok(file) => {
                    let draft = Self { named: named.into(), path, working, may_replace, is_kept: false };
                    return Ok((draft, BufWriter::with_capacity(1 << 18, file)));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(Failure::File(named.into(), error)),
            }
        }
    }

    /// Where it is while it is written.
    pub fn working(&self) -> &Path {
        &self.working
    }

    /// Says which file an error is about.
    pub fn failed(&self) -> impl Fn(io::Error) -> Failure + use<> {
        let path = self.named.clone();
        move |error| Failure::File(path.clone(), error)
    }

    /// Gives the file, which must be closed, its name.
    pub fn keep(mut self) -> Result<(), Failure> {
        let failed = self.failed();
        // A name must not outlive what it names.
        File::open(&self.working).and_then(|file| file.sync_all()).map_err(&failed)?;
        check_name(&self.path)?;
        if self.may_replace {
            fs::rename(&self.working, &self.path).map_err(&failed)?;
            self.is_kept = true;
            return Ok(());
        }
        match fs::hard_link(&self.working, &self.path) {
            // The working name goes with the draft.
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(Failure::Exists(self.named.clone()))
            }
            // Some file systems have no links.
            Err(_) if !self.path.exists() => {
                fs::rename(&self.working, &self.path).map_err(&failed)?;
                self.is_kept = true;
                Ok(())
            }
            Err(_) => Err(Failure::Exists(self.named.clone())),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_kept {
            // If it cannot be removed, there is nothing better to do than leave it.
            let _ = fs::remove_file(&self.working);
        }
    }
}

/// Whether a file is a draft, of this program or of one that was killed.
pub fn is_draft(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(ENDING)
}

/// What is under a name if it is neither a file nor nothing.
fn no_file(path: &Path) -> Option<&'static str> {
    let there = fs::symlink_metadata(path).ok()?;
    let Ok(meant) = fs::metadata(path) else {
        return Some(if there.is_symlink() { "a link to nothing" } else { "nothing that can be looked at" });
    };
    match meant.file_type() {
        kind if kind.is_file() => None,
        kind if kind.is_dir() => Some("a folder"),
        _ => Some("a device or a pipe"),
    }
}

/// Whether a file can have this name: there is one, or nothing, and the system takes the name.
///
/// # Errors
/// Says what is there instead, or what is wrong with the name.
pub fn check_name(path: &Path) -> Result<(), Failure> {
    if let Some(other) = no_file(path) {
        return Err(Failure::Input(format!(
            "{} is {other} and not a file; name another file",
            path.display()
        )));
    }
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            Err(Failure::File(path.into(), error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("chuhe-draft-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn nothing_that_lies_beside_is_touched() {
        let folder = folder("beside");
        let out = folder.join("out.txt");
        for name in ["out.txt.part", "out.txt.part0", ".out.txt.part"] {
            fs::write(folder.join(name), "mine").expect("written");
        }
        Draft::write(&out, false, &[], b"new").expect("a new file");
        let refused = Draft::write(&out, false, &[], b"newer").expect_err("it is there").to_string();
        assert!(refused.contains("exists already"), "{refused}");
        Draft::write(&out, true, &[], b"newest").expect("it may be replaced");
        assert_eq!(fs::read(&out).expect("there"), b"newest");
        let refused =
            Draft::write(&out, true, std::slice::from_ref(&out), b"x").expect_err("an input").to_string();
        assert!(refused.contains("is an input and the output"), "{refused}");
        for name in ["out.txt.part", "out.txt.part0", ".out.txt.part"] {
            assert_eq!(fs::read(folder.join(name)).expect("there"), b"mine");
        }
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 4);
        fs::remove_dir_all(folder).expect("ours");
    }

    #[cfg(unix)]
    #[test]
    fn only_files_are_replaced_and_links_stay_links() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = folder("kinds");
        let pipe = folder.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let (file, link, lost) = (folder.join("file"), folder.join("link"), folder.join("lost"));
        fs::write(&file, "old").expect("written");
        symlink("file", &link).expect("a link");
        symlink("nowhere", &lost).expect("a link");
        symlink("pipe", folder.join("to-pipe")).expect("a link");
        fs::create_dir(folder.join("folder")).expect("a folder");
        for may_replace in [false, true] {
            for (name, kind) in [
                ("pipe", "a device or a pipe"),
                ("to-pipe", "a device or a pipe"),
                ("lost", "a link to nothing"),
                ("folder", "a folder"),
            ] {
                let refused = Draft::write(&folder.join(name), may_replace, &[], b"x").expect_err(name);
                let refused = refused.to_string();
                assert!(refused.contains(&format!("{name} is {kind}")), "{refused}");
            }
        }
        Draft::write(&link, true, &[], b"new").expect("a link to a file");
        assert!(link.is_symlink() && lost.is_symlink() && !folder.join("nowhere").exists());
        assert_eq!(fs::read(&file).expect("there"), b"new");
        assert!(fs::symlink_metadata(&pipe).expect("there").file_type().is_fifo());
        // What has become something else meanwhile is not replaced either.
        let (draft, open) = Draft::begin(&file, true, &[]).expect("begun");
        drop(open);
        fs::remove_file(&file).expect("ours");
        fs::create_dir(&file).expect("a folder");
        let refused = draft.keep().expect_err("a folder now").to_string();
        assert!(refused.contains("file is a folder"), "{refused}");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 6);
        fs::remove_dir_all(folder).expect("ours");
    }

    #[test]
    fn what_appears_meanwhile_stays() {
        let folder = folder("meanwhile");
        let out = folder.join("out.txt");
        let (draft, file) = Draft::begin(&out, false, &[]).expect("begun");
        drop(file);
        fs::write(&out, "theirs").expect("written");
        let refused = draft.keep().expect_err("it is there now").to_string();
        assert!(refused.contains("exists already"), "{refused}");
        assert_eq!(fs::read(&out).expect("there"), b"theirs");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1);
        let lost =
            Draft::begin(&folder.join("none/out.txt"), false, &[]).err().expect("no folder").to_string();
        assert!(lost.contains("there is no folder"), "{lost}");
        fs::remove_dir_all(folder).expect("ours");
    }
}
