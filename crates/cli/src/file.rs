//! Files that are held whole, and lines of files that are not.
//!
//! A device or a pipe may never end: what is longer than a limit is refused before it fills the memory.

use crate::failure::Failure;
use crate::interrupt::waiting;
use std::fs::File;
use std::io::{BufRead, Error, Read, Result as IoResult};
use std::path::Path;

/// How many bytes a file may have that is held whole: 1 GiB.
const FILE_LIMIT: u64 = 1 << 30;
/// How many bytes a line may have: 16 MiB.
const LINE_LIMIT: u64 = 16 << 20;

/// A file that is read. It may be a pipe, and wait for its writer; Ctrl-C ends that.
pub struct Source {
    file: File,
    is_plain: bool,
}

impl Source {
    /// Opens it.
    ///
    /// # Errors
    /// Those of the system.
    pub fn open(path: &Path) -> IoResult<Self> {
        let is_plain = path.metadata()?.is_file();
        let file = if is_plain { File::open(path) } else { waiting(|| File::open(path)) };
        Ok(Self { file: file?, is_plain })
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        if self.is_plain { self.file.read(buffer) } else { waiting(|| self.file.read(buffer)) }
    }
}

/// The bytes of a file.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_up_to(path, FILE_LIMIT).map_err(|error| Failure::File(path.into(), error))
}

/// The same for those who tell in their own words what is wrong.
pub fn read_bytes(path: &Path) -> IoResult<Vec<u8>> {
    read_up_to(path, FILE_LIMIT)
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?)
        .map_err(|_| Failure::File(path.into(), Error::other("not a text in UTF-8")))
}

fn read_up_to(path: &Path, limit: u64) -> IoResult<Vec<u8>> {
    let input = Source::open(path)?;
    let is_too_long = |length: u64| {
        let message = format!("longer than {} MiB; name a smaller file", limit >> 20);
        if length > limit { Err(Error::other(message)) } else { Ok(()) }
    };
    let data = input.file.metadata()?;
    is_too_long(data.len())?;
    let mut bytes = Vec::new();
    if is_endless(&data) {
        return Err(Error::other("a device, which may never end; name a file"));
    }
    input.take(limit + 1).read_to_end(&mut bytes)?;
    is_too_long(bytes.len() as u64)?;
    Ok(bytes)
}

/// Whether this is a device; a terminal is one, too.
#[cfg(unix)]
fn is_endless(data: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    data.file_type().is_char_device() || data.file_type().is_block_device()
}

#[cfg(not(unix))]
fn is_endless(_data: &std::fs::Metadata) -> bool {
    false
}

/// The lines of a text, without what ends them.
pub fn lines(mut reader: impl BufRead) -> impl Iterator<Item = IoResult<Vec<u8>>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        match reader.by_ref().take(LINE_LIMIT + 1).read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                Some(Ok(line))
            }
            Ok(_) if line.len() as u64 > LINE_LIMIT => {
                Some(Err(Error::other(format!("a line is longer than {} MiB", LINE_LIMIT >> 20))))
            }
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_refused() -> IoResult<()> {
        let path = std::env::temp_dir().join(format!("chuhe-file-{}", std::process::id()));
        std::fs::write(&path, vec![b'x'; 2 << 20])?;
        let (whole, refused) = (read_up_to(&path, 2 << 20), read_up_to(&path, (2 << 20) - 1));
        std::fs::remove_file(&path)?;
        assert_eq!(whole?.len(), 2 << 20);
        let refused = refused.err().map(|error| error.to_string());
        assert_eq!(refused.as_deref(), Some("longer than 1 MiB; name a smaller file"));
        Ok(())
    }

    #[test]
    fn lines_end_or_are_refused() -> IoResult<()> {
        for (text, wanted) in [("a\n\nb", &["a", "", "b"][..]), ("a\n", &["a"]), ("", &[])] {
            let found = lines(text.as_bytes()).collect::<IoResult<Vec<_>>>()?;
            assert_eq!(found, wanted.iter().map(|line| line.as_bytes()).collect::<Vec<_>>());
        }
        let endless = lines(std::io::BufReader::new(std::io::repeat(0))).next();
        let refused = endless.and_then(Result::err).map(|error| error.to_string());
        assert_eq!(refused.as_deref(), Some("a line is longer than 16 MiB"));
        Ok(())
    }
}
