//! The file in which a shared server keeps its rooms, so that players go on by the same links after a restart.
//!
//! It holds the keys of the rooms and the cookies of who is in them, and is for the user's eyes only. It is written as a whole or not at all, about a second after
//! something has changed, and when the server ends; it goes when there are no rooms. What is there and cannot be read is set aside, never
//! overwritten. Bounded: [`MAX_BYTES`], as many rooms as the server has, and none that nobody has used for two hours.

use serde::{Deserialize, Serialize};
use service::room::{SavedRoom, Secret};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The largest file that is read.
const MAX_BYTES: u64 = 16 << 20;
/// The form of the file.
const VERSION: u32 = 1;

/// What is kept.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    version: u32,
    /// When it was written, in seconds since 1970.
    saved_at: u64,
    /// What the operator's cookie carries.
    pub operator: Secret,
    /// The rooms by their names.
    pub rooms: Vec<(Secret, SavedRoom)>,
    /// Which pass belongs to which room and key.
    pub passes: Vec<(Secret, Secret, Secret)>,
}

impl Kept {
    /// What is kept now.
    pub fn new(
        operator: Secret,
        rooms: Vec<(Secret, SavedRoom)>,
        passes: Vec<(Secret, Secret, Secret)>,
    ) -> Self {
        Self { version: VERSION, saved_at: seconds_now(), operator, rooms, passes }
    }

    /// How long it has lain.
    pub fn age(&self) -> Duration {
        Duration::from_secs(seconds_now().saturating_sub(self.saved_at))
    }
}

fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// Why rooms are not kept, or those of before do not come back.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// Another program has the file.
    #[error("{}: another program keeps its rooms there; those of this one end with it", .0.display())]
    InUse(PathBuf),
    /// There is a pipe, a folder or a device.
    #[error("{}: it is not a file; rooms end with this program", .0.display())]
    NoFile(PathBuf),
    /// The system refuses.
    #[error("{path}: {1}; rooms end with this program", path = .0.display())]
    File(PathBuf, #[source] io::Error),
    /// Some rooms do not come back.
    #[error("not all rooms of {} could be taken in; {} has them as they were", .0.display(), .1.display())]
    NotAll(PathBuf, PathBuf),
    /// What is there is not a file of rooms.
    #[error("{path} does not hold rooms ({1}); it was renamed to {aside}", path = .0.display(), aside = .2.display())]
    SetAside(PathBuf, String, PathBuf),
}

/// The file.
pub struct RoomFile {
    path: PathBuf,
    /// Held as long as the server runs; absent where the file system knows no locks.
    _lock: Option<File>,
    writing: Mutex<()>,
}

impl RoomFile {
    /// The file of the server on this port, which no other program has.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn open(folder: &Path, port: u16) -> Result<Self, KeepError> {
        let path = folder.join(format!("rooms-{port}.json"));
        let failed = |error| KeepError::File(path.clone(), error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let lock = folder.join(format!(".rooms-{port}.lock"));
        for place in [&path, &lock] {
            // Before it is opened: opening a pipe would wait for its other end.
            if place.metadata().is_ok_and(|there| !there.is_file()) {
                return Err(KeepError::NoFile(place.clone()));
            }
        }
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(lock).map_err(failed)?;
        let lock = match lock.try_lock() {
            Ok(()) => Some(lock),
            Err(TryLockError::WouldBlock) => return Err(KeepError::InUse(path)),
            Err(TryLockError::Error(_)) => None,
        };
        Ok(Self { path, _lock: lock, writing: Mutex::default() })
    }

    /// What was kept, if anything was.
    ///
    /// # Errors
    /// Says why it cannot be read, and where it is now.
    pub fn read(&self) -> Result<Option<Kept>, KeepError> {
        let failed = |error| KeepError::File(self.path.clone(), error);
        let mut bytes = Vec::new();
        match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
            Ok(file) => file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?,
        };
        let reason = match serde_json::from_slice::<Kept>(&bytes) {
            _ if bytes.len() as u64 > MAX_BYTES => format!("it has more than {MAX_BYTES} bytes"),
            Ok(kept) if kept.version == VERSION => return Ok(Some(kept)),
            Ok(kept) => format!("version {} instead of {VERSION}", kept.version),
            Err(error) => error.to_string(),
        };
        Err(KeepError::SetAside(self.path.clone(), reason, self.set_aside()?))
    }

    /// Copies what is there to another name: not all of it could be taken in.
    pub fn copy_aside(&self) -> KeepError {
        let aside = self.aside();
        match std::fs::copy(&self.path, &aside) {
            Ok(_) => KeepError::NotAll(self.path.clone(), aside),
            Err(error) => KeepError::File(self.path.clone(), error),
        }
    }

    /// A name that nothing has: what was set aside before stays.
    fn aside(&self) -> PathBuf {
        let names = (1..).map(|number| match number {
            1 => "unread.json".to_string(),
            _ => format!("unread-{number}.json"),
        });
        let mut places = names.map(|name| self.path.with_extension(name));
        places.find(|place| place.symlink_metadata().is_err()).unwrap_or_default()
    }

    /// Gives what is there another name.
    ///
    /// # Errors
    /// Those of the system.
    fn set_aside(&self) -> Result<PathBuf, KeepError> {
        let aside = self.aside();
        std::fs::rename(&self.path, &aside).map_err(|error| KeepError::File(self.path.clone(), error))?;
        Ok(aside)
    }

    /// Writes what is to be kept, as it is when nobody else writes. The file is there afterwards as a whole, or as it was before.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(&self, kept: impl FnOnce() -> Kept) -> io::Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept();
        if kept.rooms.is_empty() {
            return match std::fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        let temporary = self.path.with_extension("tmp");
        let written = write_private(&temporary, &serde_json::to_vec(&kept)?);
        let renamed = written.and_then(|()| std::fs::rename(&temporary, &self.path));
        if renamed.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        renamed
    }
}

/// Writes a file that only the user may read.
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    // One that a crash has left behind may have other permissions.
    let _ = std::fs::remove_file(path);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_set_aside() {
        let folder = std::env::temp_dir().join(format!("chuhe-keep-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let file = RoomFile::open(&folder, 8088).unwrap();
        assert!(matches!(RoomFile::open(&folder, 8088), Err(KeepError::InUse(_))));
        assert!(RoomFile::open(&folder, 8089).is_ok());
        assert!(file.read().unwrap().is_none());
        let other = "0".repeat(32);
        let other = format!(
            "{{\"version\":{},\"saved_at\":0,\"operator\":\"{other}\",\"rooms\":[],\"passes\":[]}}",
            VERSION + 1
        );
        for text in ["", "rooms", "{}", "{\"version\":1,\"saved_at\":0,\"rooms\":[[]],\"passes\":[]}", &other]
        {
            std::fs::write(&file.path, text).unwrap();
            let Err(KeepError::SetAside(_, reason, aside)) = file.read() else { panic!("{text}") };
            assert!(!reason.is_empty() && std::fs::read_to_string(aside).unwrap() == text);
            assert!(!file.path.exists());
        }
        let is_aside = |name: &str| name.starts_with("rooms-8088.unread");
        let names = std::fs::read_dir(&folder).unwrap();
        let asides = names.filter(|entry| is_aside(&entry.as_ref().unwrap().file_name().to_string_lossy()));
        assert_eq!(asides.count(), 5, "none replaces another");
        std::fs::create_dir(folder.join("rooms-8090.json")).unwrap();
        assert!(matches!(RoomFile::open(&folder, 8090), Err(KeepError::NoFile(_))));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
