//! Files that users name: networks, weights, books. A device or a pipe may never end, so only a plain file is read, and one that fits
//! into memory beside everything else.

use std::fs;
use std::io::{Error, Read, Result};
use std::path::Path;

/// How many bytes a file may have: 1 GiB.
const LIMIT: u64 = 1 << 30;

/// The bytes of a plain file.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let data = fs::metadata(path)?;
    if !data.is_file() {
        return Err(Error::other("not a plain file; say the path of one"));
    }
    let within = |length: u64| {
        let message = format!("longer than {} MiB; say the path of a smaller file", LIMIT >> 20);
        if length > LIMIT { Err(Error::other(message)) } else { Ok(()) }
    };
    within(data.len())?;
    // Files that the system makes up say that they are empty, and may have no end.
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    within(bytes.len() as u64)?;
    Ok(bytes)
}

/// The text of a plain file.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::other("not a text in UTF-8"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        for path in ["/dev/zero", "/"] {
            let refused = read(Path::new(path)).err().map(|error| error.to_string());
            assert_eq!(refused.as_deref(), Some("not a plain file; say the path of one"), "{path}");
        }
    }

    #[test]
    fn what_fills_the_memory_is_refused() {
        let path = std::env::temp_dir().join(format!("chuhe-large-{}", std::process::id()));
        // Without content it takes no room on the disk.
        let made = fs::File::create(&path).and_then(|file| file.set_len(LIMIT + 1));
        let refused = read(&path).err().map(|error| error.to_string());
        drop(fs::remove_file(&path));
        assert!(made.is_ok());
        assert_eq!(refused.as_deref(), Some("longer than 1024 MiB; say the path of a smaller file"));
    }
}
